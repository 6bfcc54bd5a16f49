"""Every way to deal the unseen cards to two hidden hands, as numbers from 0 to ``count`` - 1.

The cards that the first hidden hand gets decide everything. They are chosen in two steps: how many of
each suit (a *pattern*), then which ones. A pattern with k of n cards in each suit stands for the product
of the binomials C(n, k), so the patterns in a row divide the numbers 0, 1, 2, ... into sections; within
its section a number is read in mixed radix, a digit a suit, and each digit names a subset of that suit's
cards. So

* a uniform layout is a uniform number, and different numbers are different layouts;
* voids, suit lengths and shapes only strike out patterns: what they forbid is never dealt;
* a million layouts are a few lookups in numpy.

26 unseen cards make at most C(26, 13) = 10,400,600 layouts.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..bridge.cards import NO_CARDS, SUIT_BITS, Holding
from .view import Lengths, View

Holdings: TypeAlias = npt.NDArray[np.uint64]
PatternTest: TypeAlias = Callable[[Lengths, Lengths], bool]
"""Whether the two hidden hands may have these suit lengths, as they were dealt."""


class Space:
    """The layouts that a view leaves open and that pass some tests of suit lengths.

    ``fixed`` are unseen cards that are known to be with the first or the second hidden hand.
    """

    def __init__(
        self,
        view: View,
        tests: Sequence[PatternTest] = (),
        fixed: tuple[Holding, Holding] = (NO_CARDS, NO_CARDS),
    ) -> None:
        play = view.play
        first, second = view.hidden  # before the opening lead there are three: worlds/before_lead.py
        free = view.unseen & ~fixed[0] & ~fixed[1]
        sizes = [_suit(free, suit).bit_count() for suit in range(4)]
        held = (play.played[first] | fixed[0], play.played[second] | fixed[1])
        self._free = free
        self._sizes = sizes
        self._held = held
        self._held_lengths = (_lengths(held[0]), _lengths(held[1]))
        self.patterns: list[Lengths] = []
        """How many of the free cards of each suit the first hidden hand gets."""
        if _can_be_fixed(view, fixed):
            # A suit in which one hand is void belongs to the other.
            choices = [
                range(
                    size if suit in play.voids[second] else 0,
                    (0 if suit in play.voids[first] else size) + 1,
                )
                for suit, size in enumerate(sizes)
            ]
            places = view.places(first) - fixed[0].bit_count()
            for s, h, d, c in itertools.product(*choices):
                pattern = (s, h, d, c)
                if s + h + d + c == places and all(test(*self._lengths_of(pattern)) for test in tests):
                    self.patterns.append(pattern)
        weights = [_product(sizes, pattern) for pattern in self.patterns]
        self.count = sum(weights)
        """How many layouts there are."""
        self._ends = np.cumsum(np.array(weights, dtype=np.int64))
        self._starts = self._ends - np.array(weights, dtype=np.int64)
        self._subsets = [_Subsets(_suit(free, suit)) for suit in range(4)]
        chosen = np.array(self.patterns, dtype=np.int64).reshape(-1, 4)
        self._offsets = [self._subsets[suit].offsets[chosen[:, suit]] for suit in range(4)]
        self._radix = [self._subsets[suit].sizes[chosen[:, suit]] for suit in range(4)]

    def lengths(self) -> Iterator[tuple[Lengths, Lengths]]:
        """For each pattern the suit lengths of the two hidden hands, as they were dealt."""
        return (self._lengths_of(pattern) for pattern in self.patterns)

    def _lengths_of(self, pattern: Lengths) -> tuple[Lengths, Lengths]:
        (a, b, c, d), (e, f, g, h) = self._held_lengths
        s, t, u, v = pattern
        sizes = self._sizes
        return (
            (a + s, b + t, c + u, d + v),
            (e + sizes[0] - s, f + sizes[1] - t, g + sizes[2] - u, h + sizes[3] - v),
        )

    def sections(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """To which pattern each of these layouts belongs."""
        return np.searchsorted(self._ends, numbers, side="right")

    def deal(self, numbers: npt.NDArray[np.int64]) -> tuple[Holdings, Holdings]:
        """The layouts with these numbers: what the two hidden hands were dealt, played cards included."""
        section = self.sections(numbers)
        rest = numbers - self._starts[section]
        first = np.full(len(numbers), self._held[0], dtype=np.uint64)
        free = np.zeros(len(numbers), dtype=np.uint64)
        for suit in range(4):
            rest, digit = np.divmod(rest, self._radix[suit][section])
            cards = self._subsets[suit].cards[self._offsets[suit][section] + digit]
            free |= cards << np.uint64(16 * suit)
        second = np.uint64(self._held[1]) | (np.uint64(self._free) ^ free)
        return first | free, second


class _Subsets:
    """All subsets of the cards of one suit, by size."""

    def __init__(self, ranks: int) -> None:
        cards = [1 << rank for rank in range(16) if ranks >> rank & 1]
        found: list[int] = []
        offsets = []
        sizes = []
        for size in range(len(cards) + 1):
            offsets.append(len(found))
            found.extend(sum(chosen) for chosen in itertools.combinations(cards, size))
            sizes.append(comb(len(cards), size))
        self.cards = np.array(found, dtype=np.uint64)
        self.offsets = np.array(offsets, dtype=np.int64)
        self.sizes = np.array(sizes, dtype=np.int64)


def _can_be_fixed(view: View, fixed: tuple[Holding, Holding]) -> bool:
    """Whether the hidden hands can hold the cards that they are said to hold."""
    if fixed[0] & fixed[1] or (fixed[0] | fixed[1]) & ~view.unseen:
        return False
    return not any(
        _suit(cards, suit)
        for cards, seat in zip(fixed, view.hidden, strict=True)
        for suit in view.play.voids[seat]
    )


def _lengths(holding: Holding) -> Lengths:
    s, h, d, c = (_suit(holding, suit).bit_count() for suit in range(4))
    return s, h, d, c


def _suit(holding: Holding, suit: int) -> int:
    return holding >> 16 * suit & SUIT_BITS


def _product(sizes: Sequence[int], pattern: Sequence[int]) -> int:
    product = 1
    for size, chosen in zip(sizes, pattern, strict=True):
        product *= comb(size, chosen)
    return product
