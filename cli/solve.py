"""``alphamu solve``."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from alphamu_dds.bridge.cache import LeafCache
from alphamu_dds.bridge.position import read_position
from alphamu_dds.engine.options import Limits
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.worlds_file import parse_worlds, read_worlds_file
from alphamu_dds.report.matrix import check_has_matrix
from alphamu_dds.report.matrix_plot import plot_matrix
from alphamu_dds.report.page import page
from alphamu_dds.report.plots import check_plot_name
from alphamu_dds.report.terminal import render
from alphamu_dds.report.words import printable
from alphamu_dds.studies.decision import Decision
from alphamu_dds.studies.explain import Explanation, document, explain, is_declarers
from alphamu_dds.studies.given import solve_within
from alphamu_dds.studies.policy import how_exact, limits_of
from alphamu_dds.studies.review import is_complete
from alphamu_dds.studies.solve import decide, prepare
from alphamu_dds.studies.standing import stand
from alphamu_dds.studies.watch import Watch
from alphamu_dds.worlds.assume import Sources

from .console import INTERRUPTED, shows_symbols
from .one_board import naming, one_board
from .options import (
    GroupedCommand,
    assumption_options,
    in_group,
    search_options,
    standing_options,
    worlds_options,
)
from .outputs import announce, check_writable, write_text
from .progress import SearchProgress
from .review import show_review

SEATS = ("north", "east", "south", "west")
OTHER_SECONDS = 0.7
"""So much of a time limit is kept for everything but the search."""
WHY_SECONDS = 0.5
"""With the usual limit, so much processor time more is left to explain what was found."""
BOARD_ONLY = (
    *(
        "number",
        "room",
        "after",
        "play",
        "lead",
        "contract",
        "tricks",
        *SEATS,
        "conditions",
        "no_bidding",
        "bidding_table",
    ),
    *("leads", "lead_table", "worlds", "seed", "few", "attempts"),
)
"""Options that make no sense for layouts from a file."""
ONE_DECISION = (
    *("after", "play", "lead", "contract", "declarer", "tricks", *SEATS, "conditions", "bidding_table"),
    *("lead_table", "every_card", "time_limit", "memory_limit", "node_limit", "why"),
)
"""Options that speak of one decision: with one of them a record that is over is not reviewed."""

Search = Callable[[Callable[[Decision], None], Watch], Decision]


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
    (
        ["--why/--no-why"],
        {"default": None, "help": "Explain the answer; with --json only if asked for."},
    ),
    (
        ["--html", "html_file"],
        {"metavar": "FILE", "help": "Write a page for a browser as well; only a terminal is told so."},
    ),
    (
        ["--plot", "plot_file"],
        {"metavar": "FILE", "help": "Draw which card wins in which layout as well: .png, .svg or .pdf."},
    ),
)
def solve(
    file: str | None,
    worlds_file: str | None,
    as_json: bool,
    ascii_only: bool,
    why: bool | None,
    **given: Any,
) -> int:
    """Find the card that wins in the most layouts which declarer cannot tell apart.

    FILE is a PBN or LIN file, a hand-viewer link, or - for standard input. Declarer's and dummy's cards are
    taken from it, with the auction and the cards played; the defenders' hands are not looked at, but drawn.
    A record that stops in the middle is solved at its end. One that is over is reviewed, as `alphamu review`
    does it, unless an option such as --after asks for one decision.
    """
    html_file, plot_file = given["html_file"], given["plot_file"]
    if plot_file:
        check_plot_name(plot_file)
    for name in (html_file, plot_file):
        if name:
            check_writable(name)
    if file is not None and worlds_file is not None:
        raise click.UsageError("A file with a board and --worlds-file exclude each other.")
    if file is not None:
        board = one_board(file, given["number"], given["room"])
        if not _asks_for_one() and is_complete(board):
            return _review(board, as_json, ascii_only, given)
        search = _search_board(board, given)
    elif worlds_file is not None:
        search = _search_worlds(worlds_file, given)
    else:
        raise click.UsageError("Missing argument 'FILE' (or option '--worlds-file').")
    wants_why = bool(html_file) or not as_json if why is None else why
    decision, explanation, interrupted = _run(search, given, wants_why)
    if as_json:
        click.echo(json.dumps(document(decision, explanation if why else None), allow_nan=False))
    else:
        plain = ascii_only or not shows_symbols()
        click.echo(render(decision, plain, explanation, colour=not plain and not os.environ.get("NO_COLOR")))
    _write_more(decision, explanation, html_file, plot_file)
    return INTERRUPTED if interrupted else 0


def _run(search: Search, given: dict[str, Any], wants_why: bool) -> tuple[Decision, Explanation | None, bool]:
    """Search and explain. After Ctrl-C, what has been found so far; if that is nothing, it goes on."""
    started, busy = time.perf_counter(), time.thread_time()
    limits = limits_of(1, seconds=_search_time(given))
    limit = min(limits.seconds, limits.processor)
    watch = Watch()
    found: list[Decision] = []
    explanation = None
    try:
        with SearchProgress(watch, None if limit == math.inf else limit):
            found.append(search(found.append, watch))
            decision = found[-1]
            if wants_why and is_declarers(decision):
                explanation = explain(
                    decision,
                    decision.stats.max_moves,
                    given["threads"],
                    limits.seconds - (time.perf_counter() - started),
                    limits.processor + WHY_SECONDS - (time.thread_time() - busy),
                )
    except KeyboardInterrupt:
        if not found:
            raise
        click.echo("alphamu: interrupted; this is the answer so far", err=True)
        return found[-1], explanation, True
    return decision, explanation, False


def _limits(given: dict[str, Any], tricks_left: int) -> Limits:
    """How far to search; what is not said is for the library to say."""
    memory: float | None = given["memory_limit"]
    return limits_of(
        tricks_left,
        given["max_moves"],
        _search_time(given),
        given["node_limit"],
        None if memory is None else memory * 2**20 if memory > 0 else math.inf,
    )


def _search_time(given: dict[str, Any]) -> float | None:
    """What a time limit leaves to the search: starting, drawing and printing take a little as well."""
    limit: float | None = given["time_limit"]
    if limit is None:
        return None
    return max(limit / 2, limit - OTHER_SECONDS) if limit > 0 else math.inf


def _asks_for_one() -> bool:
    """Whether something was said that makes sense for one decision only."""
    context = click.get_current_context()
    return any(context.get_parameter_source(name) == ParameterSource.COMMANDLINE for name in ONE_DECISION)


def _review(board: Board, as_json: bool, ascii_only: bool, given: dict[str, Any]) -> int:
    """A record that is over: all choices, and the page or the picture of the worst one."""
    found = show_review(board, as_json, ascii_only, given)
    html_file, plot_file = given["html_file"], given["plot_file"]
    if found.worst is None:
        for name in (html_file, plot_file):
            if name:
                click.echo(f"alphamu: there is no mistake to show, so not written: {name}", err=True)
        return 0
    if html_file or plot_file:
        decision = found.decision(found.worst)
        explanation = explain(decision, decision.stats.max_moves, given["threads"])
        _write_more(decision, explanation, html_file, plot_file)
    return 0


def _write_more(
    decision: Decision, explanation: Explanation | None, html_file: str | None, plot_file: str | None
) -> None:
    """The page and the picture. A defender's turn has no picture, but the page is written all the same."""
    if html_file:
        write_text(html_file, page(decision, explanation), "the page")
        announce(html_file)
    if plot_file:
        check_has_matrix(is_declarers(decision))
        plot_matrix(decision, plot_file, explanation)
        announce(plot_file)


def _search_board(board: Board, given: dict[str, Any]) -> Search:
    """The search for a board; its layouts are drawn at once."""
    for option in ("strain", "leader", "need", "trick"):
        if given[option]:
            raise click.UsageError(f"--{option} belongs to --worlds-file.")
    if board.problems:
        # What is wrong may be seen from the defenders' cards only, and these are not told here.
        name = printable(f"{board.source.file}, board {board.name or board.source.line}")
        click.echo(
            f"alphamu: {name}: something is wrong with the board; `alphamu boards` says what", err=True
        )
    sources = Sources(
        hands={seat: given[seat] for seat in SEATS if given[seat] is not None},
        conditions=given["conditions"],
        bidding=not given["no_bidding"],
        bidding_table=given["bidding_table"],
        lead=given["leads"],
        lead_table=given["lead_table"],
    )
    with naming(board):
        standing = stand(
            board,
            given["after"],
            given["play"].replace(",", " ").split(),
            given["lead"],
            given["contract"],
            given["declarer"],
            given["tricks"],
        )
        if given["plot_file"] and not given["html_file"]:
            check_has_matrix(standing.is_declarers_turn)
        setting = prepare(standing, sources, given["worlds"], given["seed"], given["few"], given["attempts"])
    limits = _limits(given, standing.left)

    def search(on_iteration: Callable[[Decision], None], watch: Watch) -> Decision:
        return decide(
            setting,
            limits,
            every_card=given["every_card"],
            threads=given["threads"],
            cache=LeafCache(given["cache_size"]),
            on_iteration=on_iteration,
            watch=watch,
        )

    return search


def _search_worlds(name: str, given: dict[str, Any]) -> Search:
    """The search for layouts that a file gives."""
    context = click.get_current_context()
    for option in BOARD_ONLY:
        if context.get_parameter_source(option) == ParameterSource.COMMANDLINE:
            name = {"conditions": "condition", "number": "board"}.get(option, option)
            raise click.UsageError(f"--{name.replace('_', '-')} belongs to a board, not to --worlds-file.")
    for option in ("strain", "leader", "need"):
        if given[option] is None:
            raise click.UsageError(f"Missing option '--{option}', which --worlds-file needs.")
    if name == "-":
        name = "standard input"
        if sys.stdin is None:
            raise InputError("standard input is closed")
        worlds = parse_worlds(sys.stdin.buffer.read(), name)
    else:
        worlds = read_worlds_file(Path(name))
    try:
        position = read_position(
            worlds,
            given["strain"],
            given["leader"],
            given["need"],
            given["trick"].replace(",", " ").split(),
            given["declarer"] or "S",
        )
    except InputError as error:
        # Only what is wrong with a world is the fault of the file.
        raise InputError(f"{name}: {error}" if str(error).startswith("world ") else str(error)) from None
    if given["plot_file"] and not given["html_file"]:
        check_has_matrix(position.to_play & 1 == position.declarer & 1)
    limits = _limits(given, position.tricks_left)
    every_card, only_scores = how_exact(limits.max_moves, given["every_card"])

    def search(on_iteration: Callable[[Decision], None], watch: Watch) -> Decision:
        return solve_within(
            position,
            limits,
            every_card=every_card,
            scores_only=only_scores,
            threads=given["threads"],
            cache=LeafCache(given["cache_size"]),
            on_iteration=on_iteration,
            watch=watch,
        )

    return search
