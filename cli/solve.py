"""``alphamu solve``."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import click

from alphamu_dds.bridge.cache import LeafCache
from alphamu_dds.errors import InputError
from alphamu_dds.formats.read import read_boards
from alphamu_dds.formats.worlds_file import parse_worlds, read_worlds_file
from alphamu_dds.report.terminal import render
from alphamu_dds.studies.decision import Decision, solve_worlds
from alphamu_dds.studies.solve import choose_board
from alphamu_dds.studies.solve import solve as solve_board

from .options import (
    GroupedCommand,
    assumption_options,
    in_group,
    search_options,
    standing_options,
    worlds_options,
)

SEATS = ("north", "east", "south", "west")


@click.command(cls=GroupedCommand)
@click.argument("file", required=False)
@standing_options
@assumption_options
@worlds_options
@search_options
@in_group(
    "Layouts from a file instead of a board",
    (["--worlds-file"], {"metavar": "FILE", "help": 'One [Deal "..."] per layout; - for stdin.'}),
    (["--strain"], {"metavar": "LETTER", "help": "N, S, H, D or C."}),
    (["--leader"], {"metavar": "SEAT", "help": "Who led to the current trick, or is to lead."}),
    (["--need"], {"type": int, "metavar": "N", "help": "Tricks still wanted, the current one included."}),
    (["--trick"], {"default": "", "metavar": "CARDS", "help": 'The cards on the table in order: "SA S2".'}),
)
@in_group(
    "Output",
    (["--json", "as_json"], {"is_flag": True, "help": "Print one JSON document."}),
    (["--ascii", "ascii_only"], {"is_flag": True, "help": "Letters instead of suit symbols."}),
)
def solve(file: str | None, worlds_file: str | None, as_json: bool, ascii_only: bool, **given: Any) -> None:
    """Find the card that wins in the most layouts which declarer cannot tell apart.

    FILE is a PBN or LIN file, a hand-viewer link, or - for standard input. Declarer's and dummy's cards are
    taken from it, with the auction and the cards played; the defenders' hands are not looked at, but drawn.
    """
    search = {
        "max_moves": given["max_moves"],
        "every_card": given["every_card"],
        "threads": given["threads"],
        "cache": LeafCache(given["cache_size"]),
        "seconds": math.inf if given["time_limit"] is None else given["time_limit"],
        "nodes": math.inf if given["node_limit"] is None else given["node_limit"],
    }
    if file is not None and worlds_file is not None:
        raise click.UsageError("A file with a board and --worlds-file exclude each other.")
    if file is not None:
        decision = _solve_board(file, given, search)
    elif worlds_file is not None:
        decision = _solve_worlds_file(worlds_file, given, search)
    else:
        raise click.UsageError("Missing argument 'FILE' (or option '--worlds-file').")
    if as_json:
        click.echo(json.dumps(decision.to_dict(), allow_nan=False))
    else:
        click.echo(render(decision, ascii_only or not _shows_symbols()))


def _solve_board(file: str, given: dict[str, Any], search: dict[str, Any]) -> Decision:
    for option in ("strain", "leader", "need", "trick"):
        if given[option]:
            raise click.UsageError(f"--{option} belongs to --worlds-file.")
    board = choose_board(read_boards(file), given["number"])
    for problem in board.problems:
        click.echo(f"alphamu: {problem}", err=True)
    try:
        return solve_board(
            board,
            after=given["after"],
            play=given["play"],
            lead=given["lead"],
            contract=given["contract"],
            declarer=given["declarer"],
            tricks=given["tricks"],
            worlds=given["worlds"],
            seed=given["seed"],
            few=given["few"],
            attempts=given["attempts"],
            hands={
                seat: given[seat] for seat in ("north", "east", "south", "west") if given[seat] is not None
            },
            condition=given["conditions"],
            bidding=not given["no_bidding"],
            bidding_table=given["bidding_table"],
            leads=given["leads"],
            lead_table=given["lead_table"],
            **search,
        )
    except InputError as error:
        name = f", board {board.name}" if board.name else ""
        raise InputError(f"{board.source.file}{name}: {error}") from None


def _solve_worlds_file(name: str, given: dict[str, Any], search: dict[str, Any]) -> Decision:
    for option in ("strain", "leader", "need"):
        if given[option] is None:
            raise click.UsageError(f"Missing option '--{option}', which --worlds-file needs.")
    if name == "-":
        name = "standard input"
        if sys.stdin is None:
            raise InputError("standard input is closed")
        worlds = parse_worlds(sys.stdin.buffer.read(), name)
    else:
        worlds = read_worlds_file(name)
    try:
        return solve_worlds(
            worlds,
            given["strain"],
            given["leader"],
            given["need"],
            trick=given["trick"].replace(",", " ").split(),
            declarer=given["declarer"] or "S",
            **search,
        )
    except InputError as error:
        # Only what is wrong with a world is the fault of the file.
        raise InputError(f"{name}: {error}" if str(error).startswith("world ") else str(error)) from None


def _shows_symbols() -> bool:
    try:
        "♠αμ█≤–".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError, AttributeError):
        return False
    return True
