"""The public side of the play: what has been played by whom, and whose turn it is."""

from __future__ import annotations

from typing import NamedTuple

from .cards import SUIT_BITS, Card, Holding, Seat
from .packed import Packed, place


class PlayState(NamedTuple):
    """What everybody at the table knows, beside the hands that were open at the start.

    Two states are equal exactly if the same things can still happen, so it serves as table key: the
    order in which earlier tricks were played is forgotten.
    """

    played: Packed
    """The cards played by each seat since the root, those on the table included."""
    gone: Holding
    """The same cards, whoever played them."""
    leader: Seat
    """Who led to the trick on the table, or is to lead."""
    trick: tuple[Card, ...]
    """The cards on the table in the order played, three at most."""
    need: int
    """Tricks still wanted by declarer's side, the one on the table included."""
    left: int
    """Tricks still to come, the one on the table included."""

    @property
    def to_play(self) -> Seat:
        """The seat whose card is next."""
        return (self.leader + len(self.trick)) & 3  # type: ignore[return-value]  # Seat() would be a call


def trick_winner(trick: tuple[Card, ...], trump: int) -> int:
    """The position (0 to 3) of the winning card among cards in the order played."""
    best = 0
    best_card = trick[0]
    for position in range(1, len(trick)):
        card = trick[position]
        if card >> 4 == best_card >> 4:
            if card > best_card:
                best, best_card = position, card
        elif card >> 4 == trump:
            best, best_card = position, card
    return best


def follow(hand: Holding, trick: tuple[Card, ...]) -> Holding:
    """The cards of a hand that may be played: in the suit led, if there are any."""
    if trick:
        in_suit = hand & SUIT_BITS << (trick[0] & ~15)
        if in_suit:
            return in_suit
    return hand


def after(state: PlayState, card: Card, trump: int, max_side: int) -> PlayState:
    """The state after the next card; ``max_side`` is 0 if North-South declare, 1 for East-West."""
    leader: int  # a seat, found here without calls
    played, gone, leader, trick, need, left = state
    played |= 1 << place((leader + len(trick)) & 3, card)
    gone |= 1 << card
    trick += (card,)
    if len(trick) == 4:
        leader = (leader + trick_winner(trick, trump)) & 3
        if leader & 1 == max_side:
            need -= 1
        left -= 1
        trick = ()
    # States are made by the thousand: this is PlayState(...) without a detour through keywords.
    return tuple.__new__(PlayState, (played, gone, leader, trick, need, left))
