"""A position with several worlds, checked once, so that nothing behind it has to doubt it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import InputError, count, whole_number
from .cards import (
    SEAT_NAMES,
    STRAINS,
    Card,
    Layout,
    Seat,
    card_name,
    cards_of,
    hand_text,
    next_seat,
    parse_card,
    parse_layout,
    parse_seat,
    parse_strain,
    partner_of,
)
from .play import follow
from .small_cards import name_small_cards


@dataclass(frozen=True)
class Position:
    """Worlds that the viewer cannot tell apart, and what is public about them."""

    layouts: tuple[Layout, ...]
    """What each seat still holds, in each world; the cards on the table are in no hand."""
    trump: int
    viewer: Seat
    """Whose plan is wanted: declarer, who plays two hands, or a defender, who plays his own."""
    leader: Seat
    trick: tuple[Card, ...]
    need: int
    """Tricks that the viewer's side still wants, the current one included."""
    defends_against: Seat | None = None
    """Declarer, if the viewer is a defender."""

    @property
    def declarer(self) -> Seat:
        """Who declares."""
        return self.viewer if self.defends_against is None else self.defends_against

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats whose cards the viewer does not see, clockwise from his left."""
        seen = (self.viewer, partner_of(self.declarer))
        return tuple(
            seat for seat in (next_seat(self.viewer, place) for place in (1, 2, 3)) if seat not in seen
        )

    @property
    def to_play(self) -> Seat:
        """The seat whose card is next."""
        return next_seat(self.leader, len(self.trick))

    @property
    def tricks_left(self) -> int:
        """Tricks still to come, the one on the table included."""
        return max(hand.bit_count() for hand in self.layouts[0])

    @property
    def strain(self) -> str:
        """The strain's letter."""
        return STRAINS[self.trump]


def read_position(
    worlds: Iterable[str],
    strain: str,
    leader: str,
    need: int,
    trick: Iterable[str] = (),
    declarer: str = "S",
) -> Position:
    """Check a position given as text, and put it together.

    The hands may or may not still contain the cards on the table; ``x`` is a card that the deal lacks
    (``small_cards``). Raises ``InputError`` with one
    sentence that names the value and, where it applies, the number of the world (from 1).
    """
    trump = parse_strain(strain)
    first = parse_seat(leader)
    declaring = parse_seat(declarer)
    if isinstance(trick, str):
        trick = trick.replace(",", " ").split()
    trick = _as_list(trick if trick is not None else (), "the cards on the table are a list of cards")
    worlds = _as_list(worlds, "the worlds are a list of layouts")
    cards = tuple(parse_card(card) for card in trick)
    if len(cards) > 3:
        raise InputError(f"at most three cards lie on the table: {' '.join(trick)!r}")
    for card in cards:
        if cards.count(card) > 1:
            raise InputError(f"{card_name(card)} lies twice on the table: {' '.join(trick)!r}")
    if not worlds:
        raise InputError("there is no world to solve")
    named = name_small_cards(worlds, cards, first)
    layouts = tuple(_read_world(number, text, first, cards) for number, text in enumerate(named, 1))
    _check_shared(layouts, declaring)
    needed = whole_number(need, "the tricks needed", 0)
    position = Position(layouts, trump, declaring, first, cards, needed)
    if needed > position.tricks_left:
        raise InputError(f"no more than {count(position.tricks_left, 'trick')} can be needed: {need}")
    return position


def _as_list(values: Iterable[str], what: str) -> list[str]:
    try:
        if isinstance(values, str):
            raise TypeError
        return list(values)
    except TypeError:
        raise InputError(f"{what}: {values!r}") from None


def _read_world(number: int, text: str, leader: Seat, trick: tuple[Card, ...]) -> Layout:
    try:
        hands = list(parse_layout(text))
    except InputError as error:
        raise InputError(f"world {number}: {error}") from None
    for offset, card in enumerate(trick):
        seat = next_seat(leader, offset)
        hands[seat] &= ~(1 << card)
        for other, hand in enumerate(hands):
            if hand >> card & 1:
                raise InputError(
                    f"world {number}: {card_name(card)} was played by {SEAT_NAMES[seat]} "
                    f"but {SEAT_NAMES[other]} holds it: {text!r}"
                )
    length = max(hand.bit_count() for hand in hands)
    if length > 13:
        raise InputError(f"world {number}: a hand has more than 13 cards: {text!r}")
    if length == 0:
        raise InputError(f"world {number}: no cards are left to play: {text!r}")
    for offset in range(4):
        seat = next_seat(leader, offset)
        expected = length - 1 if offset < len(trick) else length
        actual = hands[seat].bit_count()
        if actual != expected:
            raise InputError(
                f"world {number}: {SEAT_NAMES[seat]} should have {expected} "
                f"card{'s' if expected != 1 else ''}, not {actual}: {text!r}"
            )
    for offset, card in enumerate(trick[1:], 1):
        seat = next_seat(leader, offset)
        if card >> 4 != trick[0] >> 4:
            held = follow(hands[seat], trick[:1])
            if held and cards_of(held)[0] >> 4 == trick[0] >> 4:
                raise InputError(
                    f"world {number}: {SEAT_NAMES[seat]} played {card_name(card)} on {card_name(trick[0])} "
                    f"but could have followed suit: {text!r}"
                )
    return (hands[0], hands[1], hands[2], hands[3])


def _check_shared(layouts: tuple[Layout, ...], declarer: Seat) -> None:
    """Declarer sees two hands, so these are the same in all worlds; the deck is the same as well."""
    first = layouts[0]
    for number, layout in enumerate(layouts[1:], 2):
        for seat in (declarer, partner_of(declarer)):
            if layout[seat] != first[seat]:
                raise InputError(
                    f"world {number}: {SEAT_NAMES[seat]} must hold the same cards in every world, "
                    f"{hand_text(first[seat])} as in world 1: {hand_text(layout[seat])}"
                )
        # The hands are as long as in world 1, so a card that is missing means another that is new.
        strange = sum(layout) & ~sum(first)
        if strange:
            raise InputError(
                f"world {number}: the defenders' cards differ from those of world 1: "
                f"{' '.join(card_name(card) for card in cards_of(strange))}"
            )
