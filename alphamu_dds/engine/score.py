"""The score of a vector: the (weighted) number of root worlds that it wins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Rational

from ..errors import InputError
from .fronts import Front, Mask, Vector, worlds_of

Weight = int | float | Fraction


class Score:
    """Counts worlds, or adds their weights; those that are not whole numbers in the order of the worlds.

    Adding in one fixed order makes the sum monotone even in floating point: a subset of the worlds never
    scores higher than the whole.
    """

    def __init__(self, worlds: int, weights: Sequence[Weight] | None = None) -> None:
        if weights is not None:
            try:
                if isinstance(weights, Mapping):
                    raise TypeError
                weights = list(weights)
            except TypeError:
                raise InputError(f"the weights are a list of numbers: {weights!r}") from None
            _check(worlds, weights)
        self.weights: tuple[Weight, ...] | None = None if weights is None else tuple(weights)
        whole = [weight for weight in weights or () if isinstance(weight, int)]
        self._bytes = _tables(whole) if weights is not None and len(whole) == len(weights) else []
        self.total: Weight = self.vector((1 << worlds) - 1)

    def vector(self, vector: Vector) -> Weight:
        """The weight of the worlds in a vector."""
        if self.weights is None:
            return vector.bit_count()
        if self._bytes:
            # Whole numbers may be added in any order, so eight worlds at a time.
            return sum(
                table[byte]
                for table, byte in zip(self._bytes, vector.to_bytes(len(self._bytes), "little"), strict=True)
            )
        total: Weight = 0
        for world in worlds_of(vector):
            total += self.weights[world]
        return total

    def front(self, front: Front, possible: Mask = -1) -> Weight:
        """The best score that Max can choose from a front, counting ``possible`` worlds only."""
        return max((self.vector(vector & possible) for vector in front), default=0)


def _tables(weights: Sequence[int]) -> list[list[int]]:
    """For every eight worlds the weight of each set of them."""
    tables = []
    for first in range(0, len(weights), 8):
        sums = [0]
        for weight in weights[first : first + 8]:
            sums += [total + weight for total in sums]
        tables.append(sums)
    return tables


def _check(worlds: int, weights: Sequence[Weight]) -> None:
    if len(weights) != worlds:
        raise InputError(f"there must be one weight for each world, {worlds} and not {len(weights)}")
    for number, weight in enumerate(weights, 1):
        numeric = isinstance(weight, (float, Rational)) and not isinstance(weight, bool)
        if not numeric or not 0 <= weight < math.inf:
            raise InputError(f"the weight of world {number} must be a number, 0 or more: {weight!r}")
    try:
        total = sum(weights)
    except OverflowError:
        raise InputError("the weights are too different in size to be added") from None
    if not 0 < total < math.inf:
        raise InputError(f"the weights must add up to a number above 0: {total!r}")
