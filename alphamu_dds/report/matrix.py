"""The matrix of cards by layouts: which card wins where, and in which order the layouts stand.

A row is a group of equal cards, a column a layout. The columns are sorted by the first row, the best card;
where that does not tell them apart, by the second, and so on down; within a row come the layouts that the
plan wins, then those won with open cards only, then those lost. So the best card is one unbroken run, every
further row is sorted within the blocks of the rows above it, and layouts in which all cards do alike are
neighbours. Such a block is then sorted by the clues that tell what beats the best card, and by the hidden
hands, high cards first.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ..bridge.cards import EAST, NORTH, SEAT_NAMES, SOUTH, WEST, Holding, Seat
from ..engine.fronts import Mask
from ..engine.score import Weight
from ..errors import InputError
from ..solve.answer import CardResult, Decision
from ..solve.explain import Explanation
from .why import clue_text, groups

SEPARATED = 150
"""Of so many columns or fewer each is set apart by a line."""


class Cell(IntEnum):
    """What a card is worth in one layout."""

    WON = 0
    """The one plan behind the card wins."""
    OPEN = 1
    """It is won only with open cards: PIMC counts it, the plan does not have it."""
    LOST = 2


CELL_WORDS = {
    Cell.WON: "the plan wins",
    Cell.OPEN: "only open cards win",
    Cell.LOST: "lost",
}


@dataclass(frozen=True)
class MatrixRow:
    """A group of equal cards, and what it is worth in each layout, in the order of the columns."""

    card: CardResult
    cells: tuple[Cell, ...]

    @property
    def is_bound(self) -> bool:
        """Whether the card is only known to win no more than its figure says."""
        return self.card.bound == "upper"


@dataclass(frozen=True)
class ClueRow:
    """A clue to what beats the best card, and whether it is true in each layout."""

    text: str
    true: tuple[bool, ...]


@dataclass(frozen=True)
class Matrix:
    """Cards by layouts."""

    worlds: tuple[int, ...]
    """The numbers of the layouts (from 0), in the order of the columns."""
    rows: tuple[MatrixRow, ...]
    clues: tuple[ClueRow, ...]
    weights: tuple[Weight, ...] | None
    """How much each column counts; None if all count alike."""
    hidden: tuple[Seat, Seat]
    """The seats whose hands differ from column to column; West before East, North before South."""

    def column(self, place: int) -> tuple[Cell, ...]:
        """What each row is worth in the layout at a place."""
        return tuple(row.cells[place] for row in self.rows)

    def blocks(self) -> list[range]:
        """The places of neighbours in which all cards do alike."""
        columns = [self.column(place) for place in range(len(self.worlds))]
        return [range(start, start + length) for _, start, length in runs(columns)]


def matrix_of(decision: Decision) -> Matrix:
    """The matrix of a decision of declarer's side; with the reasons, also the clues among them.

    Raises ``InputError`` if a defender is to play: his cards have no plan behind them.
    """
    check_has_matrix(decision.choosing)
    position = decision.position
    first, second = sorted(decision.hidden, key=(WEST, NORTH, EAST, SOUTH).index)
    cards = groups(decision)
    cells = [[_cell(card, world) for world in range(decision.worlds)] for card in cards]
    clues = _clues(decision, decision.why) if decision.why is not None else []

    def key(world: int) -> tuple[object, ...]:
        hand = _cards(position.layouts[world][first])
        return (
            [row[world] for row in cells],
            [not true >> world & 1 for _, true in clues],
            hand,
            world,
        )

    worlds = tuple(sorted(range(decision.worlds), key=key))
    weights = decision.weights
    return Matrix(
        worlds=worlds,
        rows=tuple(
            MatrixRow(card, tuple(row[world] for world in worlds))
            for card, row in zip(cards, cells, strict=True)
        ),
        clues=tuple(ClueRow(text, tuple(true >> world & 1 == 1 for world in worlds)) for text, true in clues),
        weights=None if weights is None else tuple(weights[world] for world in worlds),
        hidden=(first, second),
    )


def check_has_matrix(declaring: bool) -> None:
    """Refuse a decision of the defenders."""
    if not declaring:
        raise InputError("a defender is to play, and only declarer's cards have plans to be drawn")


def runs(values: Sequence[Hashable]) -> Iterator[tuple[Hashable, int, int]]:
    """Equal neighbours: the value, where they start, and how many there are.

    >>> list(runs("aab"))
    [('a', 0, 2), ('b', 2, 1)]
    """
    start = 0
    for value, group in itertools.groupby(values):
        length = sum(1 for _ in group)
        yield value, start, length
        start += length


def hidden_names(matrix: Matrix) -> tuple[str, str]:
    """The names of the hidden seats."""
    return SEAT_NAMES[matrix.hidden[0]], SEAT_NAMES[matrix.hidden[1]]


def _cards(hand: Holding) -> list[tuple[int, int]]:
    """A hand as players sort it: suit by suit, high cards first."""
    return [(suit, -rank) for suit in range(4) for rank in range(14, 1, -1) if hand >> 16 * suit + rank & 1]


def _cell(card: CardResult, world: int) -> Cell:
    if card.won >> world & 1:
        return Cell.WON
    return Cell.OPEN if card.won_open >> world & 1 else Cell.LOST


def _clues(decision: Decision, why: Explanation) -> list[tuple[str, Mask]]:
    """The clues in the words of the explanation; a later one only among the layouts that it speaks of."""
    found = []
    among = (1 << decision.worlds) - 1
    before = among
    for finding in why.beaten_by:
        if finding.side is not None:
            among &= before if finding.side else ~before
        before = finding.clue.layouts
        found.append((clue_text(finding), before & among))
    return found
