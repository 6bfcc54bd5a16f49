"""The records of a batch for a spreadsheet: a row for each decision, and for each board without any.

UTF-8 with a byte order mark, without which Excel takes names like Müller for something else; every other
program that reads UTF-8 passes over it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from ...batch.records import BoardRecord
from ...batch.summary import declarer_name
from ..words import printable

COLUMNS = (
    *("number", "file", "board", "contract", "declarer", "player", "result", "kind", "status", "reason"),
    *("after", "seat", "played", "played_mu", "best", "best_mu", "loss", "told_apart", "verdict"),
    *("pimc", "pimc_mu", "pimc_differs", "complete", "worlds", "all_layouts", "seed"),
    *("mu", "double_dummy", "flatters", "tricks", "makes"),
)
_DANGEROUS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""With these a spreadsheet takes a cell for a formula, also one that came out of a stranger's file. Some read
the full-width letters as if they were the others."""


def csv_text(records: Iterable[BoardRecord]) -> Iterator[str]:
    """The table, line by line."""
    line = io.StringIO(newline="")
    writer = csv.writer(line)
    yield "\ufeff"
    writer.writerow(COLUMNS)
    for record in records:
        for row in rows(record):
            writer.writerow([_cell(row.get(column)) for column in COLUMNS])
        yield line.getvalue()
        line.seek(0)
        line.truncate()
    yield line.getvalue()


def rows(record: BoardRecord) -> Iterator[dict[str, Any]]:
    """What the rows of a board say, by column."""
    board = "" if record.kind == "file" else record.board or f"#{record.place}"
    head = {**record.head(), "board": board, "player": declarer_name(record)}
    if record.choices:
        for choice in record.choices:
            yield {**head, **choice.to_dict()}
    else:
        yield {**head, **({} if record.chance is None else record.chance.to_dict())}


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return value
    text = printable(" ".join(map(str, value)) if isinstance(value, list) else str(value))
    return "'" + text if text.startswith(_DANGEROUS) else text
