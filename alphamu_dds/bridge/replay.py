"""The play card by card: who played what, who won it, who has shown out.

Hands may be hidden, so that the same replay serves a file reader that sees all four and a sampler that must
not. What a hidden hand is known to have done wrong (a card that another hand holds, a suit in which it has
shown out) is found all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import InputError
from .cards import NO_CARDS, SEAT_NAMES, SUIT_BITS, Card, Holding, Seat, card_name, next_seat, side_of
from .play import trick_winner

SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


class PlayError(InputError):
    """A card that could not be played; ``number`` counts from 1."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"card {number}: {message}")
        self.number = number


@dataclass(frozen=True)
class Replay:
    """Where the play stands."""

    trump: int
    opening_leader: Seat
    cards: tuple[Card, ...]
    """All cards in the order in which they were played."""
    owners: tuple[Seat, ...]
    """Who played each of them."""
    leader: Seat
    """Who led to the trick on the table, or is to lead."""
    trick: tuple[Card, ...]
    """The cards on the table, three at most."""
    won: tuple[int, int]
    """Tricks won by North-South and by East-West."""
    played: tuple[Holding, Holding, Holding, Holding]
    """What each seat has played, the cards on the table included."""
    voids: tuple[frozenset[int], frozenset[int], frozenset[int], frozenset[int]]
    """The suits in which each seat has shown out."""

    @property
    def to_play(self) -> Seat:
        """The seat whose card is next."""
        return next_seat(self.leader, len(self.trick))

    @property
    def gone(self) -> Holding:
        """All cards played, whoever played them."""
        return self.played[0] | self.played[1] | self.played[2] | self.played[3]


def replay(
    hands: Sequence[Holding | None], opening_leader: Seat, trump: int, cards: Sequence[Card]
) -> Replay:
    """Play cards in the order given, the winner of a trick leading to the next.

    ``hands`` are the cards of North, East, South and West before the first card; None for a hidden hand.
    Raises ``PlayError``, which says what is wrong with which card.
    """
    seen = 0
    for hand in hands:
        seen |= hand or 0
    left = [0 if hand is None else hand for hand in hands]
    hidden = [hand is None for hand in hands]
    played = [NO_CARDS] * 4
    voids: list[set[int]] = [set(), set(), set(), set()]
    owners: list[Seat] = []
    won = [0, 0]
    leader = opening_leader
    trick: tuple[Card, ...] = ()
    gone = NO_CARDS
    for number, card in enumerate(cards, 1):
        seat = next_seat(leader, len(trick))
        bit = 1 << card
        suit = card >> 4
        if gone & bit:
            raise PlayError(number, f"{card_name(card)} was played before")
        if hidden[seat]:
            if seen & bit:
                raise PlayError(number, _not_held(seat, card))
            if suit in voids[seat]:
                raise PlayError(
                    number,
                    f"{SEAT_NAMES[seat]} played {card_name(card)} after showing out of {SUIT_WORDS[suit]}",
                )
        elif not left[seat] & bit:
            raise PlayError(number, _not_held(seat, card))
        if trick and suit != trick[0] >> 4:
            led = trick[0] >> 4
            if left[seat] & SUIT_BITS << 16 * led:
                raise PlayError(
                    number,
                    f"{SEAT_NAMES[seat]} played {card_name(card)} on {card_name(trick[0])} "
                    "but could have followed suit",
                )
            voids[seat].add(led)
        left[seat] &= ~bit
        gone |= bit
        played[seat] |= bit
        owners.append(seat)
        trick += (card,)
        if len(trick) == 4:
            leader = next_seat(leader, trick_winner(trick, trump))
            won[side_of(leader)] += 1
            trick = ()
    return Replay(
        trump,
        opening_leader,
        tuple(cards),
        tuple(owners),
        leader,
        trick,
        (won[0], won[1]),
        (played[0], played[1], played[2], played[3]),
        (frozenset(voids[0]), frozenset(voids[1]), frozenset(voids[2]), frozenset(voids[3])),
    )


def _not_held(seat: Seat, card: Card) -> str:
    return f"{SEAT_NAMES[seat]} played {card_name(card)} without holding it"
