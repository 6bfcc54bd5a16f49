"""The matrix of cards by layouts as a picture; matplotlib is imported when one is drawn."""

from __future__ import annotations

import textwrap
import warnings
from typing import Any

from ...errors import InputError, count
from ...solve.answer import Decision
from ..matrix import SEPARATED, Cell, Matrix, matrix_of, runs
from ..rows import heading
from ..why import recommendation
from ..words import cards_text, percent
from .names import check_plot_name

WON, OPEN, EMPTY, CLUE, RED = "#24527a", "#d58a12", "#e9e4d7", "#8b8577", "#b3231b"
"""The colours of the page; they differ in lightness too, and only wins of the plan have the full height."""
PALE = 0.4
_FULL = 0.78
_LOW = 0.28
_CLUE = 0.3
_LABEL = 28
"""Letters on a line of a label."""


_WIDTH = 84
"""Letters on a line above the picture."""


def plot_matrix(decision: Decision, path: str) -> None:
    """Draw the matrix into a file; its name ends in .png, .svg or .pdf.

    Raises ``InputError`` if a defender is to play, or the file cannot be written.
    """
    check_plot_name(path)
    matrix = matrix_of(decision)
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to import

    lines = len(matrix.rows) + len(matrix.clues) + (matrix.weights is not None)
    figure = Figure(figsize=(10, 1.9 + 0.36 * lines), layout="constrained")
    axes = figure.subplots()
    _draw(matrix, axes)
    # Names of boards are no formulas.
    said = [heading(decision).title, recommendation(decision)]
    title = "\n".join(textwrap.fill(line, _WIDTH) for line in said)
    axes.set_title(title, parse_math=False, fontsize="medium", loc="left")
    axes.set_xlabel(
        f"{count(decision.worlds, 'layout')}, sorted by the first row, then the second, and so on"
    )
    figure.legend(
        handles=_legend(matrix), loc="outside lower center", ncols=4, frameon=False, fontsize="small"
    )
    try:
        with warnings.catch_warnings():
            # A name may have letters that the font does not.
            warnings.filterwarnings("ignore", message="Glyph .* missing")
            figure.savefig(path, dpi=150)
    except OSError as error:
        raise InputError(f"{path}: the plot cannot be written ({error.strerror or error})") from None


def _draw(matrix: Matrix, axes: Any) -> None:
    number = len(matrix.worlds)
    labels: list[str] = []
    figures: list[str] = []
    for place, row in enumerate(matrix.rows):
        bottom = place + _FULL / 2
        pale = PALE if row.is_bound else 1.0
        axes.broken_barh([(0, number)], (bottom - _FULL, _FULL), color=EMPTY, linewidth=0)
        # The axis points down, so that what stands on the ground ends at the bottom.
        for cell, height, colour in ((Cell.WON, _FULL, WON), (Cell.OPEN, _LOW, OPEN)):
            spans = _spans(row.cells, cell)
            axes.broken_barh(spans, (bottom - height, height), color=colour, alpha=pale, linewidth=0)
        labels.append(cards_text(row.card.alike))
        figures.append(("≤" if row.is_bound else "") + percent(row.card.mu))
    if number <= SEPARATED:
        places = range(1, number)
        axes.vlines(places, -_FULL / 2, len(matrix.rows) - 1 + _FULL / 2, color="white", linewidth=0.4)
    for place, clue in enumerate(matrix.clues, len(matrix.rows)):
        axes.broken_barh(_spans(clue.true, True), (place - _CLUE / 2, _CLUE), color=CLUE, linewidth=0)
        labels.append(textwrap.fill(clue.text, _LABEL))
        figures.append("")
    if matrix.weights is not None:
        place, most = len(labels), max(matrix.weights)
        tops = [place + _FULL / 2 - _FULL * weight / most for weight in matrix.weights]
        axes.fill_between(
            range(number + 1), [*tops, tops[-1]], place + _FULL / 2, step="post", color=CLUE, linewidth=0
        )
        labels.append("how much it counts")
        figures.append("")
    axes.set_xlim(0, number)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_yticks(range(len(labels)), labels)
    for label, text in zip(axes.get_yticklabels(), labels, strict=True):
        label.set_color(RED if text[0] in "♥♦" else "black")
    right = axes.secondary_yaxis("right")
    right.set_yticks(range(len(figures)), figures)
    for side in (axes, right):
        side.tick_params(length=0)
        for spine in side.spines.values():
            spine.set_visible(False)
    axes.set_xticks([])


def _spans(values: tuple[Any, ...], wanted: object) -> list[tuple[int, int]]:
    return [(start, length) for value, start, length in runs(values) if value == wanted]


def _legend(matrix: Matrix) -> list[Any]:
    from matplotlib.patches import Patch  # noqa: PLC0415 - as above

    entries = [
        Patch(color=WON, label="one plan wins the layout"),
        Patch(color=OPEN, label="low: won only with open cards"),
        Patch(color=EMPTY, label="lost"),
    ]
    if any(row.is_bound for row in matrix.rows):
        entries.append(Patch(color=WON, alpha=PALE, label="pale: a bound"))
    return entries
