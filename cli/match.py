"""``alphamu match``."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from alphamu_dds.errors import InputError, count
from alphamu_dds.jobs.journal import own_files
from alphamu_dds.jobs.progress import Progress
from alphamu_dds.match.figure import MOVES, WORLDS, figure_players, points
from alphamu_dds.match.options import DOUBLE_DUMMY, match_options
from alphamu_dds.match.result import MatchResult, match_result
from alphamu_dds.match.run import run_match
from alphamu_dds.report.plot.match import draw_figure, figure_csv
from alphamu_dds.report.plot.names import check_plot_name
from alphamu_dds.report.text.match import match_text
from alphamu_dds.report.words import printable

from .console import INTERRUPTED, shows_symbols
from .options import GroupedCommand, in_group, player_options
from .outputs import announce, check_writable, write_text
from .progress import ProgressLine, duration, with_bar


@click.command(cls=GroupedCommand)
@in_group(
    "Players: alphamu, pimc, dds or random; with settings like alphamu:M=3,worlds=40",
    (
        ["--p1", "first"],
        {"multiple": True, "metavar": "PLAYER", "help": "Declarer; may be given several times.  [alphamu]"},
    ),
    (
        ["--p2", "second"],
        {"default": "pimc", "show_default": True, "metavar": "PLAYER", "help": "Declarer to compare with."},
    ),
    (
        ["--defence"],
        {"default": "dds", "show_default": True, "metavar": "PLAYER", "help": "Against all of them."},
    ),
)
@player_options
@in_group(
    "Deals",
    (["--deals"], {"default": 100, "show_default": True, "help": "How many are played."}),
    (["--contract"], {"default": "7NT", "show_default": True, "help": "On every deal."}),
    (["--by", "seat"], {"default": "S", "show_default": True, "metavar": "SEAT", "help": "Declarer's seat."}),
    (
        ["--strength"],
        {
            "metavar": "LOW-HIGH",
            "help": "High card points of declarer and dummy together, else what such a contract usually has; "
            "all players know this.",
        },
    ),
    (
        ["--double-dummy"],
        {
            "type": click.Choice(DOUBLE_DUMMY),
            "default": "any",
            "show_default": True,
            "help": "Only deals on which the contract makes or fails with open cards; nobody knows this.",
        },
    ),
    (
        ["--condition", "conditions"],
        {
            "multiple": True,
            "metavar": "TEXT",
            "help": 'In dealer\'s language: "hearts(south)>=4"; all players know this.',
        },
    ),
)
@in_group(
    "Output",
    (["-o", "--output"], {"required": True, "metavar": "FILE", "help": "Records, one JSON line a deal."}),
    (
        ["--figure", "figure_file"],
        {
            "metavar": "FILE",
            "help": "Compare αμ with M of 1 to 4 and 20 to 320 worlds with P2; draw win rate and time "
            "(.png, .svg or .pdf, and .csv beside it).",
        },
    ),
    (
        ["--figure-worlds"],
        {"default": ",".join(map(str, WORLDS)), "show_default": True, "help": "Of the figure."},
    ),
    (
        ["--figure-moves"],
        {"default": ",".join(map(str, MOVES)), "show_default": True, "help": "Of the figure."},
    ),
    (["--json", "as_json"], {"is_flag": True, "help": "Print one JSON document."}),
    (["--ascii", "ascii_only"], {"is_flag": True, "help": "Letters instead of symbols."}),
)
@in_group(
    "Who does the work (the results do not depend on it)",
    (["-j", "--jobs"], {"type": int, "metavar": "N", "help": "Processes; else one for each core."}),
)
def match(
    first: tuple[str, ...],
    second: str,
    deals: int,
    output: str,
    figure_file: str | None,
    as_json: bool,
    ascii_only: bool,
    jobs: int | None,
    **given: Any,
) -> int:
    """Compare players: the same deals, the same defence, each as declarer.

    A deal counts if one player makes the contract and the other does not. ≠ is the number of these deals,
    the win rate the share of them that P1 made. Both imagine the same layouts wherever they see the same
    cards. A match that was stopped in whatever way goes on when the same command is given again, or with
    more deals.
    """
    if figure_file:
        if first:
            raise click.UsageError("--figure brings its own players; --p1 cannot be given with it.")
        check_plot_name(figure_file)
        for name in (figure_file, _csv_beside(figure_file)):
            check_writable(name)
            if os.path.realpath(name) in {os.path.realpath(own) for own in own_files(output)}:
                raise InputError(f"the records would be lost, because the figure has the same name: {name}")
        players = figure_players(_numbers(given["figure_worlds"]), _numbers(given["figure_moves"]))
    else:
        context = click.get_current_context()
        for option in ("figure_worlds", "figure_moves"):
            if context.get_parameter_source(option) == ParameterSource.COMMANDLINE:
                raise click.UsageError(f"--{option.replace('_', '-')} belongs to --figure.")
        players = list(first or ("alphamu",))
    options = match_options(
        [*players, second],
        given["defence"],
        contract=given["contract"],
        declarer=given["seat"],
        strength=None if given["strength"] is None else _range(given["strength"]),
        double_dummy=given["double_dummy"],
        conditions=given["conditions"],
        seed=given["seed"],
        max_moves=given["max_moves"],
        worlds=given["worlds"],
    )
    progress = ProgressLine(progress_text)
    try:
        with progress:
            run_match(options, deals, output, jobs=jobs, on_progress=progress)
    except KeyboardInterrupt:
        latest = progress.latest
        done = "nothing was begun"
        if latest is not None:
            are = "is" if latest.done == 1 else "are"
            done = f"{latest.done} of {count(latest.total, 'deal')} {are} done"
        click.echo(f"alphamu: interrupted; {done}, and the same command goes on from there", err=True)
        return INTERRUPTED
    result = match_result(options, output)
    if as_json:
        click.echo(json.dumps(result.to_dict(), allow_nan=False))
    else:
        text = match_text(result, ascii_only or not shows_symbols())
        click.echo("\n".join(printable(line) for line in text.split("\n")))
    if figure_file:
        _write_figure(result, figure_file)
    return 1 if result.trouble else 0


def _write_figure(result: MatchResult, name: str) -> None:
    found = points(result)
    write_text(_csv_beside(name), figure_csv(found), "the table")
    draw_figure(result, found, name)
    announce(name)
    announce(_csv_beside(name))


def _csv_beside(name: str) -> str:
    return str(Path(name).with_suffix(".csv"))


def _numbers(text: str) -> list[int]:
    """Numbers with commas between."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and int(part) for part in parts):
        raise InputError(f"a figure takes whole numbers with commas between, like 20,40,80: {text!r}")
    return [int(part) for part in parts]


def _range(text: str) -> tuple[int, int]:
    """``33-37``, or ``33`` for 33 and no other number."""
    found = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2}))?\s*", text)
    if found is None:
        raise InputError(f"a strength is two numbers of points like 33-37: {text!r}")
    return int(found[1]), int(found[2] or found[1])


def progress_text(progress: Progress, columns: int = 120) -> str:
    """One line: a bar, deals, deals a minute, time left, different outcomes so far.

    >>> progress_text(Progress(30, 120, 10, 3, 0, 60.0))
    '█████···············  30 of 120 deals, 20.0 a minute, about 4:30 min left, 3 ended differently'
    """
    text = f"{progress.done} of {count(progress.total, 'deal')}"
    left = progress.seconds_left
    if left is not None:
        text += f", {progress.rate:.1f} a minute, about {duration(left)} left"
    text += f", {progress.noted} ended differently"
    if progress.trouble:
        text += f", {progress.trouble} failed"
    return with_bar(text, progress.done, progress.total, columns)
