"""Measured tables as text and as CSV."""

from __future__ import annotations

import csv
import io

from ...bench.tables import BenchCell, BenchTable
from .table import aligned


def as_text(table: BenchTable) -> str:
    """A table with aligned columns; what was not measured is a dash."""
    rows = [list(table.columns), *([_cell(cell) for cell in row] for row in table.rows)]

    def is_text(row: int, column: int) -> bool:
        raw = table.rows[row - 1][column] if row else None
        return isinstance(raw, str) and len(raw) != 1

    return "\n".join([table.title, "", *aligned(rows, is_text), "", *table.notes])


def as_csv(table: BenchTable) -> str:
    """The table for a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return stream.getvalue()


def _cell(cell: BenchCell) -> str:
    return "–" if cell is None else str(cell)
