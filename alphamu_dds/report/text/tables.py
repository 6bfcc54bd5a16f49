"""Measured tables as text and as CSV."""

from __future__ import annotations

import csv
import io

from ...bench.tables import BenchCell, BenchTable


def as_text(table: BenchTable) -> str:
    """A table with aligned columns; what was not measured is a dash."""
    cells = [[_cell(cell) for cell in row] for row in table.rows]
    widths = [max(len(name), *(len(row[i]) for row in cells), 1) for i, name in enumerate(table.columns)]
    lines = [table.title, ""]
    lines.append("  ".join(name.rjust(width) for name, width in zip(table.columns, widths, strict=True)))
    for row, original in zip(cells, table.rows, strict=True):
        lines.append(
            "  ".join(
                cell.ljust(width) if isinstance(raw, str) and len(raw) != 1 else cell.rjust(width)
                for cell, width, raw in zip(row, widths, original, strict=True)
            ).rstrip()
        )
    return "\n".join([*lines, "", *table.notes])


def as_csv(table: BenchTable) -> str:
    """The table for a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return stream.getvalue()


def _cell(cell: BenchCell) -> str:
    return "–" if cell is None else str(cell)
