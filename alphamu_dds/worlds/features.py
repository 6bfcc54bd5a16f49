"""What bridge players count in a hand, for many layouts at once and for one.

Everything here is a sum over suits of a function of that suit's cards, and a suit has at most 2^13
subsets: so each feature is a table that is looked up for a whole array of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..bridge.cards import RANKS, SUIT_BITS, SUITS, Holding, Seat, hand_text, parse_card, parse_hand

SuitTable: TypeAlias = npt.NDArray[np.int64]
"""A number for each set of ranks of one suit, the ranks being bits 2 to 14."""
Numbers: TypeAlias = npt.NDArray[np.int64]
_SIZE = 1 << 15


def rank_points(points: Sequence[int]) -> SuitTable:
    """The table that adds points for the ace, the king, the queen and so on."""
    table = np.zeros(_SIZE, dtype=np.int64)
    sets = np.arange(_SIZE)
    for place, worth in enumerate(points):
        if worth:
            table += worth * (sets >> 14 - place & 1)
    return table


@lru_cache(maxsize=64)
def points_table(points: tuple[int, ...]) -> SuitTable:
    """``rank_points``, made once."""
    return rank_points(points)


HCP = (4, 3, 2, 1)
CONTROLS = (2, 1)
LENGTH = (1,) * len(RANKS)


class Deals:
    """Many layouts at once: for each seat an array of hands as they were dealt, or one for all."""

    def __init__(self, hands: Sequence[npt.NDArray[np.uint64]], size: int) -> None:
        self.hands = hands
        self.size = size
        self._suits: dict[tuple[Seat, int], npt.NDArray[np.int64]] = {}

    def suit(self, seat: Seat, suit: int) -> npt.NDArray[np.int64]:
        """The ranks that a seat holds in a suit, as bits."""
        key = (seat, suit)
        if key not in self._suits:
            ranks = self.hands[seat] >> np.uint64(16 * suit) & np.uint64(SUIT_BITS)
            self._suits[key] = ranks.astype(np.int64)
        return self._suits[key]

    def count(self, seat: Seat, table: SuitTable, suits: Sequence[int] = (0, 1, 2, 3)) -> Numbers:
        """The sum of a table over suits."""
        total = table[self.suit(seat, suits[0])]
        for suit in suits[1:]:
            total = total + table[self.suit(seat, suit)]
        return total

    def layout(self, number: int) -> tuple[Holding, Holding, Holding, Holding]:
        """One of the layouts."""
        north, east, south, west = (Holding(hand[number if len(hand) > 1 else 0]) for hand in self.hands)
        return north, east, south, west


class Hand:
    """One hand, for a condition written in Python.

    >>> hand = Hand.parse("AK32.Q5.JT98.432")
    >>> hand.hcp, hand.controls, hand.lengths, "SA" in hand, hand.balanced
    (10, 3, (4, 2, 4, 3), True, True)
    """

    __slots__ = ("holding",)

    def __init__(self, holding: Holding) -> None:
        self.holding = holding

    @staticmethod
    def parse(text: str) -> Hand:
        """A hand from its text, ``AK32.Q5.JT98.432``."""
        return Hand(parse_hand(text))

    def suit(self, letter: str) -> str:
        """The ranks held in a suit, high to low.

        >>> Hand.parse("AK32.Q5.JT98.432").suit("S")
        'AK32'
        """
        return hand_text(self.holding).split(".")[SUITS.index(letter.upper())]

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """How many spades, hearts, diamonds and clubs."""
        s, h, d, c = ((self.holding >> 16 * suit & SUIT_BITS).bit_count() for suit in range(4))
        return s, h, d, c

    @property
    def hcp(self) -> int:
        """High card points."""
        return self._sum(HCP)

    @property
    def controls(self) -> int:
        """Two for an ace, one for a king."""
        return self._sum(CONTROLS)

    @property
    def balanced(self) -> bool:
        """No void, no singleton, at most one doubleton."""
        lengths = sorted(self.lengths)
        return sum(lengths) == 13 and lengths[0] >= 2 and lengths[1] >= 3

    def __contains__(self, card: object) -> bool:
        return isinstance(card, str) and bool(self.holding >> parse_card(card) & 1)

    def __str__(self) -> str:
        return hand_text(self.holding)

    def __repr__(self) -> str:
        return f"Hand.parse({hand_text(self.holding)!r})"

    def _sum(self, points: Sequence[int]) -> int:
        return sum(
            worth
            for suit in range(4)
            for place, worth in enumerate(points)
            if self.holding >> 16 * suit + 14 - place & 1
        )


HandTest: TypeAlias = Callable[[Hand], bool]
