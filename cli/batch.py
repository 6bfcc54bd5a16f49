"""``alphamu batch``."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from alphamu_dds.batch.plan import Plan, plan_of
from alphamu_dds.batch.review import Job
from alphamu_dds.batch.run import run_plan
from alphamu_dds.batch.summary import WORST, BatchSummary, summarise
from alphamu_dds.errors import InputError, count
from alphamu_dds.formats.board import Board
from alphamu_dds.jobs.journal import own_files
from alphamu_dds.jobs.progress import Progress
from alphamu_dds.jobs.workforce import Workforce
from alphamu_dds.report.text.batch import summary_text
from alphamu_dds.report.text.decision import as_ascii
from alphamu_dds.report.words import printable

from .batch_files import folder_of, write_csv, write_report
from .console import INTERRUPTED, shows_symbols
from .options import (
    BIDDING_TABLE,
    LEAD_TABLE,
    LEADS,
    MAX_MOVES,
    NO_BIDDING,
    WORLDS,
    GroupedCommand,
    assumptions_of,
    effort_of,
    in_group,
)
from .outputs import announce, check_writable
from .progress import ProgressLine, duration, with_bar


@click.command(cls=GroupedCommand)
@click.argument("paths", nargs=-1, required=True)
@in_group(
    "Output",
    (["-o", "--output"], {"required": True, "metavar": "FILE", "help": "Records, one JSON line a board."}),
    (["--csv", "csv_file"], {"metavar": "FILE", "help": "One row a decision, for a spreadsheet."}),
    (
        ["--report", "report_file"],
        {"metavar": "FILE", "help": "A page for a browser: tables, plots, errors."},
    ),
    (
        ["--report-errors"],
        {
            "type": click.IntRange(min=0),
            "default": 50,
            "show_default": True,
            "help": "So many of the dearest errors get a page of their own.",
        },
    ),
    (["--json", "as_json"], {"is_flag": True, "help": "Print the summary as one JSON document."}),
    (["--ascii", "ascii_only"], {"is_flag": True, "help": "Letters instead of suit symbols."}),
)
@in_group("What decides the answers", *WORLDS, MAX_MOVES, NO_BIDDING, BIDDING_TABLE, LEADS, LEAD_TABLE)
@in_group(
    "Who does the work (the answers do not depend on it)",
    (["-j", "--jobs"], {"type": int, "metavar": "N", "help": "Processes; else one for each core."}),
    (["--threads"], {"type": int, "metavar": "N", "help": "Threads of each; else its share of the cores."}),
    (["--board-timeout"], {"type": float, "metavar": "SECONDS", "help": "Give up on a board after that."}),
    (["--scheduler"], {"metavar": "ADDRESS", "help": "A Dask scheduler, tcp://host:port."}),
    (["--local-cluster"], {"type": int, "metavar": "N", "help": "Start N Dask workers on this machine."}),
    (["--retry"], {"is_flag": True, "help": "Do boards again whose process died, or that took too long."}),
)
def batch(
    paths: tuple[str, ...],
    output: str,
    csv_file: str | None,
    report_file: str | None,
    report_errors: int,
    as_json: bool,
    ascii_only: bool,
    **given: Any,
) -> int:
    """Look at all boards of files: which cards of declarer cost most, which contracts were worth what.

    PATHS are files, folders, patterns, links, or - for standard input. Boards with play are asked about every
    choice of declarer; boards with only a contract about its chance. A run that was stopped in whatever way
    goes on when the same command is given again. The exit code is 0 if every board could be looked at or is
    not a board that can be played, and 1 if a file could not be read or a board failed.
    """
    _check_outputs(output, csv_file, report_file)
    job = Job(Board(), assumptions_of(given), effort_of(given))
    workforce = Workforce(
        given["jobs"], given["threads"], given["board_timeout"], given["scheduler"], given["local_cluster"]
    ).checked()
    written = [*own_files(output), *(name for name in (csv_file, report_file) if name)]
    plan = plan_of(paths, [*written, str(folder_of(report_file))] if report_file else written)
    for found in plan.inputs:
        if found.error or not found.boards:
            sentence = found.error or f"there is no board in: {found.name}"
            click.echo(f"alphamu: {printable(sentence)}", err=True)
    progress = ProgressLine(progress_text)
    try:
        with progress:
            run_plan(plan, output, job.assumptions, job.effort, workforce, progress, retry=given["retry"])
        _say_how_it_went(progress.latest)
        summary = summarise(output, max(report_errors, WORST))
        _write_more(plan, summary, output, csv_file, report_file, report_errors, job, workforce)
    except KeyboardInterrupt:
        click.echo(f"alphamu: interrupted; {_standing(progress.latest)}", err=True)
        return INTERRUPTED
    if as_json:
        click.echo(json.dumps(summary.to_dict(), allow_nan=False))
    else:
        text = "\n".join(printable(line) for line in summary_text(summary).split("\n"))
        click.echo(as_ascii(text) if ascii_only or not shows_symbols() else text)
    return 1 if summary.trouble else 0


def _write_more(
    plan: Plan,
    summary: BatchSummary,
    output: str,
    csv_file: str | None,
    report_file: str | None,
    report_errors: int,
    job: Job,
    workforce: Workforce,
) -> None:
    """The files that are made from the records."""
    if csv_file:
        write_csv(output, csv_file)
        announce(csv_file)
    if report_file:
        missing = write_report(plan, summary, job, workforce, report_file, report_errors)
        if missing:
            click.echo(f"alphamu: {missing} of the pages beside {report_file} could not be made", err=True)
        announce(report_file)


def _check_outputs(output: str, *others: str | None) -> None:
    """What cannot be written, or would be written twice, is found out before the work begins."""
    check_writable(output)
    taken = {os.path.realpath(name) for name in own_files(output)}
    for name in others:
        if name:
            place = os.path.realpath(name)
            if place in taken:
                raise InputError(f"this file is written for something else already: {name}")
            taken.add(place)
            check_writable(name)


def _standing(latest: Progress | None) -> str:
    if latest is None:
        return "nothing was begun"
    are = "is" if latest.done == 1 else "are"
    done = f"{latest.done} of {count(latest.total, 'board')} {are} done"
    return f"{done}, and the same command goes on from there"


def _say_how_it_went(latest: Progress | None) -> None:
    if latest is None:
        return
    if latest.before == latest.total:
        all_of_them = "the only board was" if latest.total == 1 else f"all {latest.total} boards were"
        click.echo(f"alphamu: {all_of_them} done before", err=True)
        return
    done = count(latest.done - latest.before, "board")
    before = f" ({latest.before} done before)" if latest.before else ""
    click.echo(f"alphamu: {done} in {duration(latest.seconds)}, {latest.rate:.1f} a minute{before}", err=True)


def progress_text(progress: Progress, columns: int = 120) -> str:
    """One line: a bar, boards, boards a minute, time left, errors so far.

    It has no more than so many columns, because a line that wraps cannot be overwritten; the bar gives way.

    >>> progress_text(Progress(30, 120, 10, 7, 1, 60.0))
    '█████···············  30 of 120 boards, 20.0 a minute, about 4:30 min left, 7 errors, 1 board failed'
    >>> progress_text(Progress(30, 120, 10, 7, 1, 60.0), 79)
    '30 of 120 boards, 20.0 a minute, about 4:30 min left, 7 errors, 1 board failed'
    """
    text = f"{progress.done} of {count(progress.total, 'board')}"
    left = progress.seconds_left
    if left is not None:
        text += f", {progress.rate:.1f} a minute, about {duration(left)} left"
    text += f", {count(progress.noted, 'error')}"
    if progress.trouble:
        text += f", {count(progress.trouble, 'board')} failed"
    return with_bar(text, progress.done, progress.total, columns)
