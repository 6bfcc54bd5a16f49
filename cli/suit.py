"""``alphamu suit``."""

from __future__ import annotations

import json
import math

import click

from alphamu_dds.engine.options import USUAL_MEMORY
from alphamu_dds.report.suit import render
from alphamu_dds.report.suit_page import page
from alphamu_dds.suit.solve import DEFAULT_SECONDS, solve_suit

from .options import GroupedCommand, in_group
from .outputs import announce, check_writable, write_text


@click.command(cls=GroupedCommand)
@click.argument("north")
@click.argument("south")
@in_group(
    "Question",
    (
        ["--tricks"],
        {"type": int, "metavar": "N", "help": "Tricks wanted; else most on average."},
    ),
    (["--west-vacant"], {"type": int, "metavar": "N", "help": "West's places for unknown cards; else 13."}),
    (["--east-vacant"], {"type": int, "metavar": "N", "help": "East's places for unknown cards; else 13."}),
)
@in_group(
    "Limits (there is an exact answer, or none)",
    (
        ["--time-limit"],
        {
            "type": click.FloatRange(min=0),
            "default": DEFAULT_SECONDS,
            "show_default": True,
            "metavar": "SECONDS",
            "help": "Processor time; 0 for no limit.",
        },
    ),
    (
        ["--memory-limit"],
        {
            "type": click.FloatRange(min=0),
            "default": USUAL_MEMORY >> 20,
            "show_default": True,
            "metavar": "MIB",
            "help": "Memory of the search; 0 for no limit.",
        },
    ),
)
@in_group(
    "Output",
    (["--json", "as_json"], {"is_flag": True, "help": "Print one JSON document."}),
    (["--html", "html_file"], {"metavar": "FILE", "help": "Write a page for a browser as well."}),
)
def suit(
    north: str,
    south: str,
    tricks: int | None,
    west_vacant: int | None,
    east_vacant: int | None,
    time_limit: float,
    memory_limit: float,
    as_json: bool,
    html_file: str | None,
) -> None:
    """Find the best line for one suit, exactly.

    NORTH and SOUTH are declarer's two holdings, like AJ98 and 5432; x is a small card, - a void.
    Declarer may lead from either hand each time; the defenders see all cards.
    """
    if html_file is not None:
        check_writable(html_file)
    answer = solve_suit(
        north,
        south,
        tricks,
        west_vacant=west_vacant,
        east_vacant=east_vacant,
        seconds=time_limit or math.inf,
        memory=memory_limit * 2**20 or math.inf,
    )
    if html_file is not None:
        write_text(html_file, page(answer), "the page")
        announce(html_file)
    click.echo(json.dumps(answer.to_dict(), allow_nan=False) if as_json else render(answer))
