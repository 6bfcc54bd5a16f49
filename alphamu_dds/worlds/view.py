"""What one player sees of a deal: two hands, every card played, and who could not follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..bridge.cards import EVERY_SEAT, NO_CARDS, SEAT_NAMES, Card, Holding, Seat, card_name, cards_of
from ..bridge.replay import Replay, replay
from ..errors import InputError

Lengths: TypeAlias = tuple[int, int, int, int]
"""How many spades, hearts, diamonds and clubs."""
FULL_DECK: Holding = sum(
    (1 << Card(16 * suit + rank) for suit in range(4) for rank in range(2, 15)), NO_CARDS
)


@dataclass(frozen=True)
class View:
    """Two hands are seen and two are hidden; before the opening lead the leader sees only his own.

    Nothing else about the hidden hands is in here. ``View.of`` and ``View.before_the_lead`` make one.
    """

    hands: tuple[Holding | None, Holding | None, Holding | None, Holding | None]
    """The seen hands as they were dealt, None for a hidden one."""
    play: Replay
    hidden: tuple[Seat, ...]
    """Two seats; three before the opening lead."""
    cards_each: int
    """How many cards a hand had when the play began: 13, but for an ending."""
    unseen: Holding
    """The cards that the hidden hands still hold between them."""

    @staticmethod
    def of(
        hands: Sequence[Holding | None],
        opening_leader: Seat,
        trump: int,
        cards: Sequence[Card] = (),
        deck: Holding = FULL_DECK,
    ) -> View:
        """What can be seen after ``cards`` have been played; ``hands`` are two hands as dealt, else None.

        Raises ``InputError`` if that cannot be.
        """
        hidden = [seat for seat, hand in zip(EVERY_SEAT, hands, strict=False) if hand is None]
        if len(hands) != 4 or len(hidden) != 2:
            raise InputError(f"two hands of four must be hidden, not {len(hidden)}")
        north, east, south, west = hands
        seen = 0
        sizes = set()
        for seat, hand in enumerate(hands):
            if hand is not None:
                if seen & hand:
                    raise InputError(f"{card_name(cards_of(seen & hand)[0])} is in two hands")
                if hand & ~deck:
                    raise InputError(f"{card_name(cards_of(hand & ~deck)[0])} is not in the pack")
                seen |= hand
                sizes.add(hand.bit_count())
                size, owner = hand.bit_count(), seat
        if len(sizes) != 1 or 4 * size != deck.bit_count():
            raise InputError(
                f"{SEAT_NAMES[owner]} has {size} of {deck.bit_count()} cards, which is not a quarter"
            )
        play = replay(hands, opening_leader, trump, cards)
        stray = play.gone & ~deck
        if stray:
            raise InputError(f"{card_name(cards_of(stray)[0])} was played but is not in the pack")
        return View((north, east, south, west), play, (hidden[0], hidden[1]), size, deck & ~seen & ~play.gone)

    @staticmethod
    def before_the_lead(seat: Seat, hand: Holding, trump: int) -> View:
        """What the opening leader sees."""
        hands: list[Holding | None] = [None, None, None, None]
        hands[seat] = hand
        north, east, south, west = hands
        play = replay(hands, seat, trump, ())
        hidden = tuple(other for other in EVERY_SEAT if other != seat)
        return View((north, east, south, west), play, hidden, hand.bit_count(), FULL_DECK & ~hand)

    def places(self, seat: Seat) -> int:
        """How many cards a hand still has."""
        return self.cards_each - self.play.played[seat].bit_count()
