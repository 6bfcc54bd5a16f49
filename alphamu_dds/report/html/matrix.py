"""The parts of the page that show layouts: the picture of the matrix, the list of layouts, the plans."""

from __future__ import annotations

from markupsafe import Markup

from ...bridge.position import Position
from ...engine.fronts import Vector
from ...engine.score import Weight
from ...errors import count
from ...solve.answer import Decision
from ..matrix import CELL_WORDS, SEPARATED, Cell, Matrix, MatrixRow, hidden_names
from ..words import cards_text, number_text, percent
from .parts import card_group, flag_strip, hand, rich, strip, weight_strip
from .shell import render

VECTORS = 20
"""So many vectors of a front are shown at most,"""
FRONT_CELLS = 6000
"""and so many of their cells, so that the page stays small with many layouts."""


def picture(matrix: Matrix) -> Markup:
    """The matrix with its legend, and the place in which a layout is shown."""
    number = len(matrix.worlds)
    # Lines between the columns are drawn once and used by every row.
    separators = "".join(f"M{place} 0V1" for place in range(1, number)) if number <= SEPARATED else ""
    over = Markup('<use href="#separators"/>') if separators else ""
    return render(
        "picture.html",
        number=number,
        legend=_legend(matrix),
        separators=separators,
        rows=[
            {
                "bound": row.is_bound,
                "name": card_group(row.card.alike),
                "figure": ("≤" if row.is_bound else "") + percent(row.card.mu),
                "said": ", ".join(f"{CELL_WORDS[cell]} {row.cells.count(cell)}" for cell in Cell),
                "strip": strip(row.cells, row.is_bound, over),
            }
            for row in matrix.rows
        ],
        clues=[
            (clue.text, f"true in {sum(clue.true)} of {count(number, 'layout')}", flag_strip(clue.true))
            for clue in matrix.clues
        ],
        weights=None if matrix.weights is None else weight_strip(matrix.weights),
    )


def _legend(matrix: Matrix) -> list[tuple[Markup, str]]:
    samples = [
        (strip([Cell.WON]), "one plan wins the layout"),
        (strip([Cell.OPEN]), "won only with open cards: PIMC counts it, this plan does not win it"),
        (strip([Cell.LOST]), "lost"),
    ]
    if any(row.is_bound for row in matrix.rows):
        samples.append(
            (strip([Cell.WON], True), "pale rows are bounds: the card wins no more than the figure beside it")
        )
    if matrix.clues:
        samples.append((flag_strip([True]), "a clue to what beats the best card is true"))
    return samples


def layouts(matrix: Matrix, position: Position) -> Markup:
    """Every layout in the order of the columns; those in which all cards do alike share a heading."""
    first, second = hidden_names(matrix)
    counts = "" if matrix.weights is None else '<th scope="col">counts'
    width = 3 if matrix.weights is None else 4
    parts = [
        f'<table class="layouts"><thead><tr><th scope="col">no.'
        f'<th scope="col">{first}<th scope="col">{second}{counts}</thead>'
    ]
    for block in matrix.blocks():
        parts.append(
            f'<tbody><tr><th colspan="{width}" scope="rowgroup"><b>{count(len(block), "layout")}</b> '
            f"<span>{_outcome(matrix, block[0])}</span>"
        )
        for place in block:
            world = matrix.worlds[place]
            one, other = (position.layouts[world][seat] for seat in matrix.hidden)
            weight = "" if matrix.weights is None else f"<td>{number_text(matrix.weights[place])}"
            parts.append(
                f'<tr id="w{world + 1}"><th scope="row">{world + 1}'
                f'<td class="hand">{hand(one)}<td class="hand">{hand(other)}{weight}'
            )
        parts.append("</tbody>")
    return Markup("\n".join([*parts, "</table>"]))


def _outcome(matrix: Matrix, place: int) -> str:
    """Which cards win the layout at a place, and which do not."""
    exact = {
        start: [_name(row) for row in matrix.rows if not row.is_bound and row.cells[place] is cell]
        for cell, start in (
            (Cell.WON, "Won by"),
            (Cell.OPEN, "Only with open cards:"),
            (Cell.LOST, "Lost by"),
        )
    }
    words = {Cell.WON: "won", Cell.OPEN: "with open cards", Cell.LOST: "lost"}
    exact["Not valued exactly:"] = [
        f"{_name(row)} ({words[row.cells[place]]})" for row in matrix.rows if row.is_bound
    ]
    return " ".join(
        f"<span>{start} {rich(', '.join(names))}.</span>" for start, names in exact.items() if names
    )


def _name(row: MatrixRow) -> str:
    return cards_text(row.card.alike)


def plans(matrix: Matrix, decision: Decision) -> Markup:
    """The plans of each card of which none wins wherever another does, those that win most first."""
    weights = decision.weights or (1,) * decision.worlds
    shown = max(3, min(VECTORS, FRONT_CELLS // len(matrix.worlds)))

    def worth(vector: Vector) -> Weight:
        return sum(weight for world, weight in enumerate(weights) if vector >> world & 1)

    def front(row: MatrixRow) -> str:
        vectors = sorted(
            ((vector & row.card.legal) for vector in row.card.vectors),
            key=lambda vector: (-worth(vector), [-(vector >> world & 1) for world in range(decision.worlds)]),
        )
        more = len(vectors) - shown
        partly = ", as far as it is known" if row.is_bound else ""
        lines = "".join(
            _vector(vector, matrix, float(worth(vector) / decision.total)) for vector in vectors[:shown]
        )
        win = "wins" if more == 1 else "win"
        rest = f'<p class="quiet">and {more} more, which {win} fewer or as many</p>' if more > 0 else ""
        return (
            f"<details><summary>{card_group(row.card.alike)} <small>{count(len(vectors), 'plan')}{partly}"
            f"</small></summary>{lines}{rest}</details>"
        )

    return Markup("\n".join(front(row) for row in matrix.rows))


def _vector(vector: Vector, matrix: Matrix, share: float) -> str:
    cells = [Cell.WON if vector >> world & 1 else Cell.LOST for world in matrix.worlds]
    won = cells.count(Cell.WON)
    weighed = matrix.weights is not None
    by_weight = f", {percent(share)} by weight" if weighed else ""
    return (
        f'<div class="row"><span class="figure">{percent(share) if weighed else won}</span>'
        f'<span class="cells" role="img" '
        f'aria-label="wins {won} of {count(len(cells), "layout")}{by_weight}">{strip(cells)}</span></div>'
    )
