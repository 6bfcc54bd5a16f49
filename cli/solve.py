"""``alphamu solve``."""

from __future__ import annotations

import json
import math
import sys

import click

from alphamu_dds.bridge.cache import DEFAULT_CAPACITY, LeafCache
from alphamu_dds.errors import InputError
from alphamu_dds.formats.worlds_file import parse_worlds, read_worlds_file
from alphamu_dds.report.terminal import render
from alphamu_dds.studies.decision import solve_worlds


@click.command()
@click.option("--worlds-file", required=True, metavar="FILE", help='One [Deal "..."] per world; - for stdin.')
@click.option("--strain", required=True, help="N, S, H, D or C.")
@click.option("--leader", required=True, help="The seat that led to the current trick, or is to lead.")
@click.option("--need", required=True, type=int, help="Tricks still wanted, the current one included.")
@click.option("--declarer", default="S", show_default=True, help="N, E, S or W.")
@click.option("--trick", default="", metavar="CARDS", help='The cards on the table in order: "SA S2".')
@click.option(
    "-M",
    "--max-moves",
    default=2,
    show_default=True,
    help="Cards of declarer's side to look ahead; 1: PIMC.",
)
@click.option("--every-card", is_flag=True, help="Value every card exactly, not only the best.")
@click.option(
    "--time-limit",
    type=float,
    metavar="SECONDS",
    help="Answer with the last completed depth; PIMC is always completed.",
)
@click.option("--node-limit", type=int, metavar="N", help="The same, counted in search nodes.")
@click.option("--threads", default=1, show_default=True, help="Threads that share the double dummy solves.")
@click.option(
    "--cache-size",
    default=DEFAULT_CAPACITY,
    show_default=True,
    help="Double dummy answers to remember; 0 for none.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Letters instead of suit symbols.")
def solve(
    worlds_file: str,
    strain: str,
    leader: str,
    need: int,
    declarer: str,
    trick: str,
    max_moves: int,
    every_card: bool,
    time_limit: float | None,
    node_limit: int | None,
    threads: int,
    cache_size: int,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Find the best card for layouts that declarer cannot tell apart."""
    if worlds_file == "-":
        name = "standard input"
        if sys.stdin is None:
            raise InputError("standard input is closed")
        worlds = parse_worlds(sys.stdin.buffer.read(), name)
    else:
        name = worlds_file
        worlds = read_worlds_file(worlds_file)
    try:
        decision = solve_worlds(
            worlds,
            strain,
            leader,
            need,
            max_moves=max_moves,
            trick=trick.replace(",", " ").split(),
            declarer=declarer,
            every_card=every_card,
            threads=threads,
            cache=LeafCache(cache_size),
            seconds=math.inf if time_limit is None else time_limit,
            nodes=math.inf if node_limit is None else node_limit,
        )
    except InputError as error:
        # Only what is wrong with a world is the fault of the file.
        raise InputError(f"{name}: {error}" if str(error).startswith("world ") else str(error)) from None
    if as_json:
        click.echo(json.dumps(decision.to_dict(), allow_nan=False))
    else:
        click.echo(render(decision, ascii_only or not _shows_symbols()))


def _shows_symbols() -> bool:
    try:
        "♠αμ█≤–".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError, AttributeError):
        return False
    return True
