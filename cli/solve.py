"""``alphamu solve``: one decision, or a board that was played."""

from __future__ import annotations

import json
import math
import os
import sys
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from alphamu_dds.bridge.position import read_position
from alphamu_dds.engine.options import Want
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.worlds_file import parse_worlds, read_worlds_file
from alphamu_dds.report.html.decision import page
from alphamu_dds.report.matrix import check_has_matrix
from alphamu_dds.report.plot.matrix import plot_matrix
from alphamu_dds.report.plot.names import check_plot_name
from alphamu_dds.report.text.decision import render
from alphamu_dds.report.words import printable
from alphamu_dds.solve.answer import Decision
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.policy import DEFAULT_SECONDS
from alphamu_dds.solve.question import Given, Question
from alphamu_dds.solve.solve import answer
from alphamu_dds.solve.watch import Watch
from alphamu_dds.worlds.assume import Assumptions

from .console import INTERRUPTED, shows_symbols
from .one_board import naming, question_of
from .options import (
    SEATS,
    GroupedCommand,
    assumption_options,
    assumptions_of,
    effort_of,
    in_group,
    search_options,
    standing_options,
    worlds_options,
)
from .outputs import announce, check_writable, write_text
from .progress import search_progress
from .review import show_review

OTHER_SECONDS = 0.7
"""So much of a time limit is kept for everything but the search."""
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
    wants_why = bool(html_file) or not as_json if why is None else why
    effort = _effort(given, wants_why)
    assumptions = None
    question: Question | Given
    if worlds_file is not None:
        question = _given_layouts(worlds_file, given)
        decision, interrupted = _run(question, None, effort)
    elif file is not None:
        _refuse_words_of_a_worlds_file(given)
        question = _question(file, given)
        board = question.board
        if question.is_over and not _asks_for_one():
            return _review(board, as_json, ascii_only, given)
        _warn_of_problems(board)
        with naming(board):
            assumptions = assumptions_of(given)
            decision, interrupted = _run(question, assumptions, effort)
    else:
        raise click.UsageError("Missing argument 'FILE' (or option '--worlds-file').")
    if plot_file and not html_file:
        check_has_matrix(decision.choosing)
    if as_json:
        shown = decision.to_dict()
        if not why:
            shown.pop("why", None)  # found for the page
        click.echo(json.dumps(shown, allow_nan=False))
    else:
        plain = ascii_only or not shows_symbols()
        click.echo(render(decision, plain, colour=not plain and not os.environ.get("NO_COLOR")))
    _write_more(decision, html_file, plot_file)
    return INTERRUPTED if interrupted else 0


def _run(
    question: Question | Given, assumptions: Assumptions | None, effort: Effort
) -> tuple[Decision, bool]:
    """Ask. After Ctrl-C, what has been found so far; if that is nothing, it goes on."""
    limit = DEFAULT_SECONDS if effort.seconds is None else effort.seconds
    watch = Watch()
    try:
        with search_progress(watch, None if limit == math.inf else limit):
            return answer(question, assumptions, effort, watch=watch), False
    except KeyboardInterrupt:
        if watch.latest is None:
            raise
        click.echo("alphamu: interrupted; this is the answer so far", err=True)
        return watch.latest, True


def _effort(given: dict[str, Any], why: bool) -> Effort:
    """How far to search; what is not said is for the library to say."""
    memory: float | None = given["memory_limit"]
    if memory is not None:
        _refuse_less_than_none("--memory-limit", memory)
    every_card: bool | None = given["every_card"]
    return effort_of(
        given,
        want=None if every_card is None else Want.FRONTS if every_card else Want.BEST,
        seconds=_search_time(given),
        nodes=given["node_limit"],
        memory=None if memory is None else memory * 2**20 if memory > 0 else math.inf,
        threads=given["threads"],
        cache_size=given["cache_size"],
        why=why,
    )


def _search_time(given: dict[str, Any]) -> float | None:
    """What a time limit leaves to the search: starting, drawing and printing take a little as well."""
    limit: float | None = given["time_limit"]
    if limit is None:
        return None
    _refuse_less_than_none("--time-limit", limit)
    return max(limit / 2, limit - OTHER_SECONDS) if limit > 0 else math.inf


def _refuse_less_than_none(option: str, limit: float) -> None:
    if not limit >= 0:  # nor what is no number
        raise click.UsageError(f"{option} must be a number, 0 or more: {limit}")


def _asks_for_one() -> bool:
    """Whether something was said that makes sense for one decision only."""
    context = click.get_current_context()
    return any(context.get_parameter_source(name) == ParameterSource.COMMANDLINE for name in ONE_DECISION)


def _review(board: Board, as_json: bool, ascii_only: bool, given: dict[str, Any]) -> int:
    """A record that is over: all choices, and the page or the picture of the worst one."""
    html_file, plot_file = given["html_file"], given["plot_file"]
    found = show_review(board, as_json, ascii_only, given, bool(html_file or plot_file))
    if found.shown is not None:
        _write_more(found.shown, html_file, plot_file)
        return 0
    for name in (html_file, plot_file):
        if name:
            click.echo(f"alphamu: there is no mistake to show, so not written: {name}", err=True)
    return 0


def _write_more(decision: Decision, html_file: str | None, plot_file: str | None) -> None:
    """The page and the picture. A defender's turn has no picture, but the page is written all the same."""
    if html_file:
        write_text(html_file, page(decision), "the page")
        announce(html_file)
    if plot_file:
        check_has_matrix(decision.choosing)
        plot_matrix(decision, plot_file)
        announce(plot_file)


def _refuse_words_of_a_worlds_file(given: dict[str, Any]) -> None:
    for option in ("strain", "leader", "need", "trick"):
        if given[option]:
            raise click.UsageError(f"--{option} belongs to --worlds-file.")


def _question(file: str, given: dict[str, Any]) -> Question:
    words = ("after", "play", "lead", "contract", "declarer", "tricks")
    return question_of(file, given["number"], given["room"], **{name: given[name] for name in words})


def _warn_of_problems(board: Board) -> None:
    if board.problems:
        # What is wrong may be seen from the defenders' cards only, and these are not told here.
        name = printable(f"{board.source.file}, board {board.name or board.source.line}")
        click.echo(
            f"alphamu: {name}: something is wrong with the board; `alphamu boards` says what", err=True
        )


def _given_layouts(name: str, given: dict[str, Any]) -> Given:
    """The layouts of a file."""
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
    return Given(position)
