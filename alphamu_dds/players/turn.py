"""What a player is given when it is his turn, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..bridge.auction import Call
from ..bridge.cards import Card, Layout, Seat
from ..worlds.assume import Assumptions
from ..worlds.random_numbers import seed_from
from ..worlds.seen import Seen


@dataclass(frozen=True)
class Knowledge:
    """What everybody at the table knows beside the cards."""

    dealer: Seat | None = None
    auction: tuple[Call, ...] = ()
    assumptions: Assumptions = field(default_factory=lambda: Assumptions(lead="off"))
    """About the hidden hands. Leads tell nothing: these players have no conventions."""


@dataclass(frozen=True)
class Turn:
    """One card is wanted."""

    seen: Seen
    assumptions: Assumptions
    seed: int
    """Where a player needs random numbers, they follow from this and from what he sees."""
    layout: Layout | None = None
    """What all four still hold, for a player who sees all cards."""

    def seed_for(self, purpose: str) -> int:
        """A seed from the position as the player sees it and from ``seed``, whatever the way that led there.

        Whoever sees the same gets the same: two players who come to the same position draw the same worlds,
        also if they have cashed their tricks in another order.
        """
        return seed_from(purpose, self.seed, *self.seen.by_position)


def only_card(seen: Seen) -> Card | None:
    """The card to play if all legal cards are the same; the lowest of them.

    Cards of one hand are the same if no card that is still in play, or on the table, lies between.
    """
    legal = seen.legal
    lowest = (legal & -legal).bit_length() - 1
    highest = legal.bit_length() - 1
    if lowest >> 4 != highest >> 4:
        return None
    gone = seen.play.gone
    for card in seen.play.trick:
        gone &= ~(1 << card)
    for between in range(lowest, highest + 1):
        if not legal >> between & 1 and not gone >> between & 1:
            return None
    return Card(lowest)
