"""Files that ``alphamu batch`` makes from its records: a table, and a page with a page for each mistake."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from alphamu_dds.batch.explained import explained
from alphamu_dds.batch.plan import Plan
from alphamu_dds.batch.reading import board_records
from alphamu_dds.batch.review import Job
from alphamu_dds.batch.summary import BatchSummary
from alphamu_dds.errors import InputError
from alphamu_dds.jobs.journal import write_whole
from alphamu_dds.jobs.workforce import Workforce
from alphamu_dds.report.html.batch import played_of, render
from alphamu_dds.report.html.decision import page
from alphamu_dds.report.text.batch_csv import csv_text


def write_csv(output: str, path: str) -> None:
    """Write the records of ``output`` as a table."""

    def write(name: str) -> None:
        with open(name, "w", encoding="utf-8", newline="") as stream:
            stream.writelines(csv_text(board_records(output)))

    write_whole(path, write)


def folder_of(path: str) -> Path:
    """Where the pages of the mistakes are, for a report of that name."""
    return Path(path).with_name(f"{Path(path).stem}_files")


def write_report(
    plan: Plan, summary: BatchSummary, job: Job, workforce: Workforce, path: str, errors: int
) -> int:
    """Write the report, and beside it the pages of the ``errors`` dearest mistakes; how many are missing."""
    mistakes = summary.worst[:errors]
    folder = folder_of(path)
    with _as_sentence(folder):
        # Pages of an earlier report would be taken for pages of this one.
        for old in folder.glob("board-*-after-*.html"):
            old.unlink()
        if mistakes:
            folder.mkdir(exist_ok=True)
        else:
            with contextlib.suppress(OSError):
                folder.rmdir()
    links = {}
    for place, decision in explained(plan, mistakes, job, workforce):
        mistake = mistakes[place]
        name = f"board-{mistake.record.number}-after-{mistake.choice.after}.html"
        text = page(decision, played_of(mistake, f"../{quote(Path(path).name)}"))
        with _as_sentence(folder):
            (folder / name).write_text(text, encoding="utf-8", errors="replace", newline="\n")
        links[place] = f"{quote(folder.name)}/{name}"
    whole = render(summary, mistakes, links, job.effort)

    def write(name: str) -> None:
        Path(name).write_text(whole, encoding="utf-8", errors="replace", newline="\n")

    write_whole(path, write)
    return len(mistakes) - len(links)


@contextlib.contextmanager
def _as_sentence(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{folder}: the pages cannot be written ({error.strerror or error})") from None
