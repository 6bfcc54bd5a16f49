"""The transposition table, and the invariant of an entry.

An entry belongs to a state *and* the set of worlds possible there: the same public position reached
through cards that exclude other worlds is another node. It holds two fronts, both true bounds of the
node's value ``V(m)`` (m Max moves still to be searched), whatever window or useless worlds they were
found under:

    lower <= V(m)  for all m <= lower_moves        V(m) <= upper  for all m >= upper_moves

Searching deeper only takes away from Max, so an upper bound stays true for deeper searches and a
lower bound for shallower ones. A world that was useless when the bound was found has a 0 in
``lower`` and a 1 in ``upper``: nothing is claimed about it, so an entry can be used where that world
matters again. A node left by a cut stores what it knows: its upper bound, say, beside the lower
bound that was there before. Where ``lower`` and ``upper`` agree the value is exact.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from .budget import Budget
from .fronts import BOTTOM, Front, Mask
from .game import Move, State
from .node import Node


class Entry:
    """Bounds of one node; see the invariant in the module's docstring."""

    __slots__ = ("lower", "lower_moves", "move", "upper", "upper_moves")

    def __init__(self, moves_left: int, lower: Front, upper: Front, move: Any) -> None:
        self.lower = lower
        self.lower_moves = moves_left
        self.upper = upper
        self.upper_moves = moves_left
        self.move = move
        """The move that proved best here the last time; it is tried first the next time."""


class Table:
    """Entries by state and possible worlds, for one set of worlds: never kept over a new sample."""

    def __init__(self, top: Front, budget: Budget | None = None) -> None:
        self._top = top
        self._budget = budget
        self._entries: dict[tuple[Hashable, Mask], Entry] = {}

    def get(self, state: Hashable, possible: Mask) -> Entry | None:
        """The entry of a node, if there is one."""
        return self._entries.get((state, possible))

    def bounds(self, entry: Entry | None, moves_left: int) -> tuple[Front, Front]:
        """Lower and upper bound for a search of ``moves_left`` Max moves.

        Without an entry nothing is known: bottom and top, not two empty fronts.
        """
        if entry is None:
            return BOTTOM, self._top
        return (
            entry.lower if moves_left <= entry.lower_moves else BOTTOM,
            entry.upper if moves_left >= entry.upper_moves else self._top,
        )

    def store(self, node: Node[State, Move]) -> None:
        """Record what the search of a node has shown.

        Its bounds must be true, and at least as good as ``bounds`` told before the search, so that they can
        replace what was there.
        """
        moves_left, lower, upper = node.moves_left, node.lower, node.upper
        entry = node.entry or self.get(node.state, node.possible)
        if entry is None:
            self._entries[node.state, node.possible] = Entry(moves_left, lower, upper, node.best)
            self._count(len(lower) + len(upper))
            return
        before = len(entry.lower) + len(entry.upper)
        # A bound that says nothing about this depth is worth more for its own depth: it stays.
        if moves_left >= entry.upper_moves:
            entry.upper, entry.upper_moves = upper, moves_left
        if moves_left >= entry.lower_moves:
            entry.lower, entry.lower_moves = lower, moves_left
        entry.move = node.best
        self._count(len(entry.lower) + len(entry.upper) - before)

    def _count(self, vectors: int) -> None:
        if self._budget is not None:
            self._budget.keep(vectors)

    def entries(self) -> Iterator[tuple[Hashable, Mask, Entry]]:
        """All entries with their keys."""
        for (state, possible), entry in self._entries.items():
            yield state, possible, entry

    def __len__(self) -> int:
        return len(self._entries)
