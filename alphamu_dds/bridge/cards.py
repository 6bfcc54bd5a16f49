"""Seats, suits, ranks; cards and holdings as integers; reading and printing them.

A card is ``16 * suit + rank`` with rank 2 to 14, and a *holding* is the set of cards as bits. Sixteen
bits a suit leave a few unused, but ``holding >> 16 * suit & 0xFFFF`` is then exactly what the double
dummy solver wants for a suit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NewType

from ..errors import InputError

if TYPE_CHECKING:
    Seat = NewType("Seat", int)

    class Holding(int):
        """A set of cards; what comes to it, or is left of it, is one as well."""

        def __and__(self, other: int) -> Holding: ...
        def __or__(self, other: int) -> Holding: ...
        def __xor__(self, other: int) -> Holding: ...
        def __invert__(self) -> Holding: ...
        def __rand__(self, other: int) -> Holding: ...
        def __ror__(self, other: int) -> Holding: ...
        def __rxor__(self, other: int) -> Holding: ...

    class Card(int):
        """A card; its bit, ``1 << card``, is a holding."""

        def __rlshift__(self, other: int) -> Holding: ...

else:
    # The checker tells them apart. Types of their own would cost a call wherever one of them is made.
    Card = Holding = Seat = int
Layout = tuple[Holding, Holding, Holding, Holding]
"""The holdings of North, East, South and West."""

NO_CARDS = Holding(0)
NORTH, EAST, SOUTH, WEST = EVERY_SEAT = (Seat(0), Seat(1), Seat(2), Seat(3))
SEATS = "NESW"
SEAT_NAMES = ("North", "East", "South", "West")
SUITS = "SHDC"
STRAINS = "SHDCN"
RANKS = "23456789TJQKA"
NOTRUMP = 4
SUIT_BITS = 0xFFFF


def side_of(seat: Seat) -> int:
    """0 for North and South, 1 for East and West."""
    return seat & 1


def partner_of(seat: Seat) -> Seat:
    """The seat opposite."""
    return Seat(seat ^ 2)


def next_seat(seat: Seat, places: int = 1) -> Seat:
    """The seat so many places further on, clockwise: with one place the left-hand opponent."""
    return Seat((seat + places) & 3)


def places_from(first: Seat, seat: Seat) -> int:
    """How many places further on than the first a seat is, clockwise: ``next_seat`` the other way round."""
    return (seat - first) & 3


def same_side(one: Seat, other: Seat) -> bool:
    """Whether two seats are partners, or one and the same."""
    return not (one ^ other) & 1


_RANK_OF = {letter: number for number, letter in enumerate(RANKS, 2)}


def parse_seat(text: str) -> Seat:
    """A seat from its letter or name."""
    letter = text.strip().upper() if isinstance(text, str) else ""
    for seat in EVERY_SEAT:
        if letter and letter in (SEATS[seat], SEAT_NAMES[seat].upper()):
            return seat
    raise InputError(f"a seat is one of N, E, S, W: {text!r}")


def parse_strain(text: str) -> int:
    """The trump suit as a number, 4 for notrump."""
    letter = text.strip().upper() if isinstance(text, str) else ""
    if letter == "NT":
        letter = "N"
    if len(letter) == 1 and letter in STRAINS:
        return STRAINS.index(letter)
    raise InputError(f"a strain is one of N, S, H, D, C: {text!r}")


def parse_card(text: str) -> Card:
    """A card from suit and rank: ``SA``, ``H10`` or ``HT``."""
    cleaned = text.strip().upper().replace("10", "T") if isinstance(text, str) else ""
    if len(cleaned) == 2 and cleaned[0] in SUITS and cleaned[1] in _RANK_OF:
        return Card(16 * SUITS.index(cleaned[0]) + _RANK_OF[cleaned[1]])
    raise InputError(f"a card is a suit and a rank, like SA or H7: {text!r}")


def card_name(card: Card) -> str:
    """Suit, then rank.

    >>> card_name(parse_card("ST"))
    'ST'
    """
    return SUITS[card >> 4] + RANKS[(card & 15) - 2]


@lru_cache(maxsize=1 << 14)
def cards_of(holding: Holding) -> tuple[Card, ...]:
    """The cards of a holding as bridge players sort them: spades first, high cards first."""
    cards = []
    for suit in range(4):
        ranks = holding >> 16 * suit & SUIT_BITS
        while ranks:
            rank = ranks.bit_length() - 1
            cards.append(Card(16 * suit + rank))
            ranks ^= 1 << rank
    return tuple(cards)


def parse_hand(text: str) -> Holding:
    """A hand as in PBN: spades, hearts, diamonds, clubs with dots between, as in ``AQ.2..KT``."""
    suits = text.split(".")
    if len(suits) != 4:
        raise InputError(f"a hand has four suits with three dots between: {text!r}")
    holding = NO_CARDS
    for suit, ranks in enumerate(suits):
        for letter in ranks.upper().replace("10", "T"):
            if letter not in _RANK_OF:
                raise InputError(f"{letter!r} is not a rank in the hand {text!r}")
            bit = 1 << Card(16 * suit + _RANK_OF[letter])
            if holding & bit:
                raise InputError(f"{SUITS[suit] + letter} stands twice in the hand {text!r}")
            holding |= bit
    return holding


def hand_text(holding: Holding) -> str:
    """A hand as in PBN.

    >>> hand_text(parse_hand("QA.2..TK"))
    'AQ.2..KT'
    """
    suits: list[list[str]] = [[], [], [], []]
    for card in cards_of(holding):
        suits[card >> 4].append(RANKS[(card & 15) - 2])
    return ".".join("".join(ranks) for ranks in suits)


def parse_layout(text: str) -> Layout:
    """A full layout as in PBN: ``N:north east south west``, starting from any seat."""
    if not isinstance(text, str):
        raise InputError(f"a layout is text like 'N:AQ.2.. K.AK.. 32..A. JT..K.': {text!r}")
    first, colon, rest = text.strip().partition(":")
    if not colon:
        raise InputError(f"a layout starts with a seat and a colon, like 'N:': {text!r}")
    seat = parse_seat(first)
    hands = rest.split()
    if len(hands) != 4:
        raise InputError(f"a layout has four hands, not {len(hands)}: {text!r}")
    holdings = [NO_CARDS] * 4
    seen = NO_CARDS
    for offset, hand in enumerate(hands):
        holding = parse_hand(hand)
        if seen & holding:
            twice = cards_of(seen & holding)[0]
            raise InputError(f"{card_name(twice)} is in two hands: {text!r}")
        seen |= holding
        holdings[next_seat(seat, offset)] = holding
    return (holdings[0], holdings[1], holdings[2], holdings[3])


def layout_text(layout: Layout) -> str:
    """A full layout as in PBN, North first."""
    return "N:" + " ".join(hand_text(holding) for holding in layout)
