"""Vectors and fronts as integers, and the lattice that they form.

A *vector* says in which worlds a strategy of Max wins. It is one ``int`` over **all worlds of the
root**: bit ``w`` is set if world ``w`` is won. Two kinds of worlds have no value of their own at a
node, and the choice of their bit removes every special case:

* an *impossible* world (the defenders' cards played so far exclude it) is 1: whatever happens here
  puts no limit on it, and 1 is the neutral element of Min's AND;
* a *useless* world (it is lost anyway, higher up) is 0: that wins over impossible.

A *front* is the set of maximal vectors, that is, the choices which Max may still make. It stands for
all vectors below one of its members (a *down-set*). Down-sets form a distributive lattice:

* ``join`` (Max chooses) is the union, so the maximal vectors of both fronts;
* ``meet`` (Min chooses, differently in each world) is the intersection, so every pairwise AND;
* ``leq`` is inclusion: every vector of one front lies below some vector of the other.

A front is a tuple in descending order, which makes it canonical: equal fronts are equal tuples.
Fronts can grow large, so a search works on them through ``Fronts``, which counts what that costs.
The empty tuple is the bottom of the lattice ("Max has nothing yet"); it is never a value of a node,
and never a stand-in for "not known", whose right picture is the *top*, the one vector of all ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .budget import Budget

Mask = int
"""A set of worlds: bit ``w`` stands for world ``w``."""

Vector = int
"""The worlds that one strategy wins (see above for impossible and useless worlds)."""

Front = tuple[Vector, ...]
"""Pareto-maximal vectors in descending order."""

BOTTOM: Front = ()
"""The front below all others: no strategy is known yet."""


_FEW = 12
_MANY = 1 << 12
"""Fronts with so many pairs of vectors are met and compared row by row."""


class Fronts:
    """The operations on fronts that can grow without bound, counted by a budget if there is one.

    The budget may raise an exception in the midst of one. ``prune``, ``join``, ``meet`` and ``leq`` of this
    module are the same without a budget.
    """

    __slots__ = ("_budget",)

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget

    def prune(self, vectors: Iterable[Vector]) -> Front:
        """The maximal vectors among ``vectors``, as a front."""
        unique = set(vectors)
        if len(unique) == 1:
            return tuple(unique)
        if len(unique) > _FEW:
            return self._prune_many(unique)
        kept: list[Vector] = []
        # A proper superset is numerically larger, so in descending order nobody is dominated by a later one.
        for vector in sorted(unique, reverse=True):
            for other in kept:
                if vector & other == vector:
                    break
            else:
                kept.append(vector)
        return tuple(kept)

    def _prune_many(self, unique: set[Vector]) -> Front:
        """``prune`` for large sets: vectors with equally many worlds never dominate each other."""
        budget = self._budget
        if budget is not None:
            budget.room(len(unique))
        by_size: dict[int, list[Vector]] = {}
        for vector in unique:
            by_size.setdefault(vector.bit_count(), []).append(vector)
        kept: list[Vector] = []
        for size in sorted(by_size, reverse=True):
            larger = tuple(kept)
            for number, vector in enumerate(by_size[size]):
                if budget is not None and not number & 63:
                    budget.work(min(64, len(by_size[size]) - number) * (len(larger) + 1))
                for other in larger:
                    if vector & other == vector:
                        break
                else:
                    kept.append(vector)
        return tuple(sorted(kept, reverse=True))

    def join(self, first: Front, second: Front) -> Front:
        """What Max can reach with the choices of both fronts."""
        if first == second or not second:
            return first
        if not first:
            return second
        if len(first) == 1 and len(second) == 1:
            a, b = first[0], second[0]
            common = a & b
            if common == a:
                return second
            if common == b:
                return first
            return (a, b) if a > b else (b, a)
        return self.prune(first + second)

    def meet(self, first: Front, second: Front) -> Front:
        """What is left to Max when Min may pick either front, world by world."""
        if first == second:
            return first
        if len(second) == 1:
            first, second = second, first
        if len(first) == 1:
            limit = first[0]
            if len(second) == 1:
                return (limit & second[0],)
            return self.prune([limit & vector for vector in second])
        budget = self._budget
        if budget is None or len(first) * len(second) < _MANY:
            return self.prune([a & b for a in first for b in second])
        vectors: set[Vector] = set()
        for a in first:
            vectors.update([a & b for b in second])
            budget.work(len(second))
            budget.room(len(vectors))
        return self.prune(vectors)

    def leq(self, first: Front, second: Front) -> bool:
        """Whether every vector of ``first`` lies below some vector of ``second``."""
        if not second:
            return not first
        budget = self._budget
        if budget is not None and len(first) * len(second) < _MANY:
            budget = None
        for vector in first:
            if budget is not None:
                budget.work(len(second))
            for other in second:
                if vector & other == vector:
                    break
            else:
                return False
        return True


_uncounted = Fronts()
prune, join, meet, leq = _uncounted.prune, _uncounted.join, _uncounted.meet, _uncounted.leq


def union(front: Front) -> Mask:
    """The worlds that at least one vector of the front wins."""
    mask = 0
    for vector in front:
        mask |= vector
    return mask


def show_vector(vector: Vector, possible: Mask, worlds: int) -> str:
    """One character per world: ``1`` won, ``0`` lost, ``x`` impossible.

    >>> show_vector(0b0101, possible=0b0111, worlds=4)
    '101x'
    """
    return "".join(
        "x" if not possible >> world & 1 else "1" if vector >> world & 1 else "0" for world in range(worlds)
    )


def worlds_of(mask: Mask) -> list[int]:
    """The indices of the worlds in a mask, ascending.

    >>> worlds_of(0b1011)
    [0, 1, 3]
    """
    indices = []
    while mask:
        low = mask & -mask
        indices.append(low.bit_length() - 1)
        mask ^= low
    return indices
