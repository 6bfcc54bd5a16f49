"""Columns of text: the only place where cells are padded."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def first(row: int, column: int) -> bool:
    """Names on the left, numbers on the right."""
    return column == 0


def aligned(
    rows: Sequence[Sequence[str]],
    left: Callable[[int, int], bool] = first,
    indent: str = "",
    gap: str = "  ",
) -> list[str]:
    """A line for each row; ``left`` says, by row and column, which cells stand on the left of their column.

    >>> aligned([["card", "wins"], ["♠A", "7"]])
    ['card  wins', '♠A       7']
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        indent
        + gap.join(
            cell.ljust(width) if left(row, column) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for row, cells in enumerate(rows)
    ]
