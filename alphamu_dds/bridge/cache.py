"""Double dummy answers by relative ranks, shared by worlds, nodes and decisions.

Once some cards are gone, positions that differ in small cards are often the same: only the order of the
cards still in play matters, and who holds them. A suit is written as its owners from the highest card
down; cards on the table are owners of their own.
"""

from __future__ import annotations

import threading

from ..errors import whole_number
from .cards import SUIT_BITS, Card
from .packed import SUIT_BLOCK, Packed

Key = tuple[int, int, int, int, int]

DEFAULT_CAPACITY = 200_000
"""About 70 MB when full."""

_SUIT_CODES = 100_000


class LeafCache:
    """A bounded memory of answers; the oldest are forgotten first.

    ``capacity`` is the number of answers; 0 remembers nothing. It may be kept for all decisions of a
    deal, or longer: an answer is right for every deal in which the position occurs. Several searches
    may use it at the same time.
    """

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        self.capacity = whole_number(capacity, "the capacity of the cache", 0)
        self._answers: dict[Key, int] = {}
        self._suit_codes: dict[int, int] = {}
        self._mutex = threading.Lock()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: Key) -> int | None:
        """The answer of a position, if it is remembered."""
        return self._answers.get(key)

    def put(self, key: Key, answer: int) -> None:
        """Remember an answer."""
        with self._mutex:
            if len(self._answers) >= self.capacity:
                if not self.capacity:
                    return
                del self._answers[next(iter(self._answers))]
            self._answers[key] = answer

    def keys(self, boards: list[Packed], trick: tuple[Card, ...], question: int) -> list[Key]:
        """The keys of positions with the same cards on the table.

        ``question`` is the rest of what is asked: who leads, for how many tricks, in which strain.
        """
        table = [0, 0, 0, 0]
        for position, card in enumerate(trick):
            table[card >> 4] |= (card & 15) << 64 + 4 * position
        first, second, third, fourth = table
        code = self._suit_code
        codes = self._suit_codes
        if len(codes) > _SUIT_CODES:
            codes.clear()
        keys = []
        for board in boards:
            spades = board & SUIT_BLOCK | first
            hearts = board >> 64 & SUIT_BLOCK | second
            diamonds = board >> 128 & SUIT_BLOCK | third
            clubs = board >> 192 | fourth
            keys.append(
                (
                    codes.get(spades) or code(spades),
                    codes.get(hearts) or code(hearts),
                    codes.get(diamonds) or code(diamonds),
                    codes.get(clubs) or code(clubs),
                    question,
                )
            )
        return keys

    def _suit_code(self, suit: int) -> int:
        """The owners from the highest card down, as digits behind a leading 1."""
        cards = []
        for owner in range(4):
            ranks = suit >> 16 * owner & SUIT_BITS
            while ranks:
                lowest = ranks & -ranks
                ranks ^= lowest
                cards.append(lowest.bit_length() << 3 | owner)
        on_table = suit >> 64
        owner = 4
        while on_table:
            if on_table & 15:
                cards.append((on_table & 15) + 1 << 3 | owner)
            on_table >>= 4
            owner += 1
        cards.sort(reverse=True)
        code = 1
        for card in cards:
            code = code << 3 | card & 7
        self._suit_codes[suit] = code
        return code
