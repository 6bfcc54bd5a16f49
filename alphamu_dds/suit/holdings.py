"""What is asked: two holdings of one suit, and how likely each layout of the missing cards is.

A holding is a set of ranks as bits: bit 14 is the ace, bit 2 the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

from ..bridge.cards import RANKS
from ..errors import InputError, count, whole_number

PLACES = 13
Ranks = int
"""The cards of one suit in a hand, by rank; no ``Holding``, in which four suits lie side by side."""
ALL: Ranks = sum(1 << rank for rank in range(2, 15))
_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS, 2)}
_VOID = ("", "-", "–", "—")


@dataclass(frozen=True)
class SuitLayout:
    """Where the missing cards are in one world."""

    west: Ranks
    east: Ranks
    weight: int
    """In how many ways the defenders' cards can be dealt so."""
    copies: int = 1
    """How many layouts it stands for, itself included: they differ in equal cards only."""


@dataclass(frozen=True)
class Suit:
    """Declarer's two holdings, and the places that the defenders have for the missing cards."""

    north: Ranks
    south: Ranks
    west_vacant: int = PLACES
    east_vacant: int = PLACES

    @property
    def missing(self) -> Ranks:
        """The cards that the defenders hold."""
        return ALL & ~(self.north | self.south)

    @property
    def longest(self) -> int:
        """The tricks that can be played: the length of the longer holding."""
        return max(self.north.bit_count(), self.south.bit_count())

    @cached_property
    def idle(self) -> Ranks:
        """Cards of the shorter hand below all of the longer hand (of either, if they are equally long).

        As long as the shorter hand follows, so does the longer one, and with a higher card. So an idle card
        never takes a trick and never keeps the defenders from one: it is as good as any lower card.
        """
        shorter, longer = sorted((self.north, self.south), key=int.bit_count)
        idle = shorter & (longer & -longer) - 1
        if shorter.bit_count() == longer.bit_count():
            idle |= longer & (shorter & -shorter) - 1
        return idle

    @cached_property
    def groups(self) -> tuple[Ranks, ...]:
        """The missing cards that are equal, high to low: only idle cards of declarer's lie between."""
        return tuple(runs(self.missing, (self.north | self.south) & ~self.idle))

    @cached_property
    def layouts(self) -> tuple[SuitLayout, ...]:
        """One layout for each number of cards that West may have of each group; he has the highest."""
        found = [(0, 1)]
        for group in self.groups:
            cards = ranks_of(group)
            tops = [sum(1 << rank for rank in cards[:count]) for count in range(len(cards), -1, -1)]
            found = [
                (west | top, copies * comb(len(cards), top.bit_count()))
                for west, copies in found
                for top in tops
            ]
        return tuple(
            SuitLayout(west, self.missing & ~west, ways * copies, copies)
            for west, copies in found
            if (ways := self._ways(west))
        )

    @cached_property
    def every_layout(self) -> tuple[SuitLayout, ...]:
        """Every layout by itself."""
        cards = ranks_of(self.missing)
        holdings = [
            sum(1 << rank for place, rank in enumerate(reversed(cards)) if choice >> place & 1)
            for choice in range((1 << len(cards)) - 1, -1, -1)
        ]
        return tuple(
            SuitLayout(west, self.missing & ~west, ways) for west in holdings if (ways := self._ways(west))
        )

    def _ways(self, west: Ranks) -> int:
        """In how many ways the cards of other suits fit into the places that are left."""
        others = self.west_vacant + self.east_vacant - self.missing.bit_count()
        room = self.west_vacant - west.bit_count()
        return comb(others, room) if 0 <= room <= others else 0

    def like(self, west: Ranks) -> Ranks:
        """West's cards in the layout that stands for the one in which he holds ``west``."""
        return sum(
            1 << rank for group in self.groups for rank in ranks_of(group)[: (group & west).bit_count()]
        )

    @property
    def ways(self) -> int:
        """The weight of all layouts together."""
        return comb(self.west_vacant + self.east_vacant, self.west_vacant)


def runs(hand: Ranks, between: Ranks) -> list[Ranks]:
    """Split a hand into runs of cards that no card of ``between`` separates, high to low."""
    found = []
    while hand:
        low = (between & (1 << hand.bit_length()) - 1).bit_length()
        run = hand >> low << low
        found.append(run)
        hand ^= run
    return found


def highest(holding: Ranks) -> Ranks:
    """The highest card of a holding, as a bit; 0 if there is none."""
    return 1 << holding.bit_length() - 1 if holding else 0


def ranks_of(holding: Ranks) -> list[int]:
    """The ranks of a holding, high to low.

    >>> ranks_of(0b10100)
    [4, 2]
    """
    return [rank for rank in range(14, 1, -1) if holding >> rank & 1]


def holding_text(holding: Ranks) -> str:
    """A holding as it is written; a dash if it is empty.

    >>> holding_text(1 << 14 | 1 << 10)
    'AT'
    """
    return "".join(RANKS[rank - 2] for rank in ranks_of(holding)) or "-"


def read_suit(north: str, south: str, west_vacant: int | None = None, east_vacant: int | None = None) -> Suit:
    """The question from text; ``x`` is the lowest card that nobody names.

    >>> suit = read_suit("AJxx", "Kxx")
    >>> holding_text(suit.north), holding_text(suit.south)
    ('AJ54', 'K32')
    """
    texts = (north, south)
    named = [_named(text) for text in texts]
    spots = [text.lower().count("x") for text in texts]
    both = named[0] & named[1]
    if both:
        raise InputError(f"{RANKS[ranks_of(both)[0] - 2]} is in both hands: {north!r} and {south!r}")
    spare = ranks_of(ALL & ~(named[0] | named[1]))
    if sum(spots) > len(spare):
        raise InputError(f"a suit has no more than 13 cards: {north!r} and {south!r}")
    low = spare[len(spare) - sum(spots) :]
    hands = [
        named[0] | sum(1 << rank for rank in low[: spots[0]]),
        named[1] | sum(1 << rank for rank in low[spots[0] :]),
    ]
    if not hands[0] | hands[1]:
        raise InputError(f"declarer has no card of the suit: {north!r} and {south!r}")
    missing = ALL & ~(hands[0] | hands[1])
    vacant = [_vacant(west_vacant, "west"), _vacant(east_vacant, "east")]
    if sum(vacant) < missing.bit_count():
        held = count(missing.bit_count(), "card")
        raise InputError(
            f"the defenders hold {held} of the suit, but have fewer vacant places: {vacant[0]} + {vacant[1]}"
        )
    return Suit(hands[0], hands[1], vacant[0], vacant[1])


def read_tricks(tricks: int, suit: Suit) -> int:
    """The number of tricks wanted, checked."""
    number = whole_number(tricks, "tricks", 1)
    if number > suit.longest:
        raise InputError(
            f"with {count(suit.longest, 'card')} in the longer hand, no more tricks can be had: {tricks!r}"
        )
    return number


def _named(text: str) -> Ranks:
    if not isinstance(text, str):
        raise InputError(f"a holding is text like 'AJ98' or 'Kxx': {text!r}")
    holding = 0
    cleaned = "".join(text.split()).replace("10", "T")
    if cleaned in _VOID:
        return 0
    for letter in cleaned:
        if letter in "xX":
            continue
        # Not every letter has one capital: the sharp s has two.
        rank = _RANK_OF.get(letter.upper())
        if rank is None:
            raise InputError(f"{letter!r} is not a rank in the holding {text!r}")
        bit = 1 << rank
        if holding & bit:
            raise InputError(f"{RANKS[rank - 2]} stands twice in the holding {text!r}")
        holding |= bit
    return holding


def _vacant(places: int | None, seat: str) -> int:
    if places is None:
        return PLACES
    number = whole_number(places, f"{seat}_vacant", 0)
    if number > PLACES:
        raise InputError(f"{seat}_vacant must be no more than {PLACES}: {places!r}")
    return number
