"""The records of a batch for a spreadsheet: a row for each decision, and for each board without any.

UTF-8 with a byte order mark, without which Excel takes names like Müller for something else; every other
program that reads UTF-8 passes over it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from ..studies.batch_records import batch_records
from ..studies.batch_summary import declarer_name
from ..studies.journal import write_whole
from .words import printable

COLUMNS = (
    *("number", "file", "board", "contract", "declarer", "player", "result", "kind", "status", "reason"),
    *("after", "seat", "played", "played_mu", "best", "best_mu", "loss", "told_apart", "verdict"),
    *("pimc", "pimc_mu", "pimc_differs", "complete", "worlds", "all_layouts", "seed"),
    *("mu", "double_dummy", "flatters", "tricks", "makes"),
)
_DANGEROUS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""With these a spreadsheet takes a cell for a formula, also one that came out of a stranger's file. Some read
the full-width letters as if they were the others."""


def write_csv(output: str, path: str) -> None:
    """Write the records of ``output`` as a table."""

    def write(name: str) -> None:
        with open(name, "w", encoding="utf-8-sig", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(COLUMNS)
            for row in rows(output):
                writer.writerow([_cell(row.get(column)) for column in COLUMNS])

    write_whole(path, write)


def rows(output: str) -> Iterator[dict[str, Any]]:
    """What the rows say, by column."""
    for record in batch_records(output):
        player = declarer_name(record) if record["declarer"] else ""
        board = "" if record["kind"] == "file" else record["board"] or f"#{record['place']}"
        head = {**record, "board": board, "player": player}
        decisions = record.get("decisions") or [record.get("chance", {})]
        for decision in decisions:
            yield {**head, **decision}


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return value
    text = printable(" ".join(map(str, value)) if isinstance(value, list) else str(value))
    return "'" + text if text.startswith(_DANGEROUS) else text
