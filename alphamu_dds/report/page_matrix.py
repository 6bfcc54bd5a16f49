"""The parts of the page that show layouts: the picture of the matrix, the list of layouts, the plans."""

from __future__ import annotations

from ..bridge.position import Position
from ..engine.score import Score, Weight
from ..errors import count
from ..studies.decision import Decision
from ..studies.explain import mask_of, weights_of
from .matrix import CELL_WORDS, SEPARATED, Cell, Matrix, Row, hidden_names
from .page_parts import card_group, flag_strip, hand, rich, strip, weight_strip
from .words import cards_text, number_text, percent

VECTORS = 20
"""So many vectors of a front are shown at most,"""
FRONT_CELLS = 6000
"""and so many of their cells, so that the page stays small with many layouts."""


def picture(matrix: Matrix) -> str:
    """The matrix with its legend, and the place in which a layout is shown."""
    number = len(matrix.worlds)
    lines = '<use href="#separators"/>' if number <= SEPARATED else ""
    rows = [_separators(number)] if lines else []
    rows += [_row(row, lines) for row in matrix.rows]
    rows += [
        f'<div class="row clue"><span class="says">{rich(clue.text)}</span>'
        f'<span class="cells" role="img" aria-label="true in {sum(clue.true)} of {count(number, "layout")}">'
        f"{flag_strip(clue.true)}</span></div>"
        for clue in matrix.clues
    ]
    if matrix.weights is not None:
        rows.append(
            '<div class="row weights"><span class="says">how much the layout counts</span>'
            f'<span class="cells" aria-hidden="true">{weight_strip(matrix.weights)}</span></div>'
        )
    return (
        f"{_legend(matrix)}\n"
        f'<div class="matrix" id="matrix">\n{chr(10).join(rows)}\n'
        '<div id="columns" role="slider" tabindex="0" aria-label="Layout" aria-controls="layout" '
        f'aria-valuemin="1" aria-valuemax="{number}" aria-valuenow="1" aria-valuetext="no layout is chosen">'
        '<span id="cursor" hidden></span></div>\n</div>\n'
        '<div class="panel" id="panel">\n<p class="hint">Point at a column, tap it, or go through them with '
        "the arrow keys: here you see the hidden hands of that layout. A click keeps it.</p>\n"
        '<div id="layout" hidden></div>\n'
        '<div class="steps"><button type="button" id="before" aria-label="the layout before">‹</button>'
        '<button type="button" id="next" aria-label="the next layout">›</button></div>\n</div>'
    )


def _row(row: Row, lines: str) -> str:
    counts = {cell: row.cells.count(cell) for cell in Cell}
    words = ", ".join(f"{CELL_WORDS[cell]} {counts[cell]}" for cell in Cell)
    bound = " at most, not exact:" if row.is_bound else ""
    mark = "≤" if row.is_bound else ""
    return (
        f'<div class="row{" bounded" if row.is_bound else ""}"><span class="name">'
        f'{card_group(row.card.equals)}</span><span class="figure">{mark}{percent(row.card.mu)}</span>'
        f'<span class="cells" role="img" aria-label="layouts:{bound} {words}">'
        f"{strip(row.cells, row.is_bound, lines)}</span></div>"
    )


def _legend(matrix: Matrix) -> str:
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
    return f'<ul class="legend">{"".join(f"<li>{sample}{rich(text)}</li>" for sample, text in samples)}</ul>'


def _separators(number: int) -> str:
    """Lines between the columns, drawn once and used by every row."""
    lines = "".join(f"M{place} 0V1" for place in range(1, number))
    return f'<svg class="nowhere" aria-hidden="true"><path id="separators" d="{lines}"/></svg>'


def layouts(matrix: Matrix, position: Position) -> str:
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
    return "\n".join([*parts, "</table>"])


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


def _name(row: Row) -> str:
    return cards_text(row.card.equals)


def plans(matrix: Matrix, decision: Decision) -> str:
    """The vectors of each card that no other of its vectors beats, those that win most first."""
    score = Score(decision.worlds, weights_of(decision))
    shown = max(3, min(VECTORS, FRONT_CELLS // len(matrix.worlds)))

    def worth(vector: str) -> Weight:
        return score.vector(mask_of(vector))

    def front(row: Row) -> str:
        vectors = sorted(row.card.front, key=lambda vector: (-worth(vector), vector))
        more = len(vectors) - shown
        partly = ", as far as it is known" if row.is_bound else ""
        lines = "".join(
            _vector(vector, matrix, float(worth(vector) / score.total)) for vector in vectors[:shown]
        )
        win = "wins" if more == 1 else "win"
        rest = f'<p class="quiet">and {more} more, which {win} fewer or as many</p>' if more > 0 else ""
        return (
            f"<details><summary>{card_group(row.card.equals)} <small>{count(len(vectors), 'plan')}{partly}"
            f"</small></summary>{lines}{rest}</details>"
        )

    return "\n".join(front(row) for row in matrix.rows)


def _vector(vector: str, matrix: Matrix, share: float) -> str:
    letters = [vector[world] for world in matrix.worlds]
    won = letters.count("1")
    weighed = matrix.weights is not None
    by_weight = f", {percent(share)} by weight" if weighed else ""
    return (
        f'<div class="row"><span class="figure">{percent(share) if weighed else won}</span>'
        f'<span class="cells" role="img" '
        f'aria-label="wins {won} of {count(len(letters), "layout")}{by_weight}">'
        f"{strip([Cell.WON if letter == '1' else Cell.LOST for letter in letters])}</span></div>"
    )
