"""What a player is given when it is his turn, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..bridge.auction import Call, Contract
from ..bridge.cards import SEATS, SUITS, Card, Holding, Layout, Seat, card_name, hand_text
from ..bridge.play import follow
from ..bridge.replay import Replay
from ..worlds.assume import Sources
from ..worlds.random_numbers import seed_from

SeenHands = tuple[Holding | None, Holding | None, Holding | None, Holding | None]


@dataclass(frozen=True)
class Knowledge:
    """What everybody at the table knows beside the cards."""

    dealer: Seat | None = None
    auction: tuple[Call, ...] = ()
    sources: Sources = field(default_factory=lambda: Sources(lead="off"))
    """From what the hidden hands are judged. Leads tell nothing: these players have no conventions."""


@dataclass(frozen=True)
class Turn:
    """One card is wanted. Hands that the player does not see are None."""

    contract: Contract
    hands: SeenHands
    """As they were dealt."""
    play: Replay
    """The cards played so far."""
    seed: int
    """Where a player needs random numbers, they follow from this and from what he sees."""
    knowledge: Knowledge = field(default_factory=Knowledge)
    layout: Layout | None = None
    """What all four still hold, for a player who sees all cards."""

    @property
    def declarer(self) -> Seat:
        """The seat that plays the contract."""
        assert self.contract.declarer is not None
        return self.contract.declarer

    @property
    def seat(self) -> Seat:
        """Whose card is wanted."""
        return self.play.to_play

    @property
    def is_declarers(self) -> bool:
        """Whether it is a card of declarer's side."""
        return self.seat & 1 == self.declarer & 1

    @property
    def viewer(self) -> Seat:
        """Who decides: for dummy it is declarer."""
        return self.declarer if self.is_declarers else self.seat

    @property
    def hand(self) -> Holding:
        """What the seat whose card is wanted still holds."""
        dealt = self.hands[self.seat]
        assert dealt is not None
        return dealt & ~self.play.played[self.seat]

    @property
    def legal(self) -> Holding:
        """The cards that may be played."""
        return follow(self.hand, self.play.trick)

    @property
    def left(self) -> int:
        """Tricks still to come, the one on the table included."""
        return 13 - sum(self.play.won)

    @property
    def need(self) -> int:
        """Tricks that declarer's side still wants; 0 or less if the contract is made."""
        return self.contract.tricks - self.play.won[self.declarer & 1]

    @property
    def goal(self) -> int:
        """Tricks that the side to play still wants, to make the contract or to beat it."""
        return self.need if self.is_declarers else self.left - self.need + 1

    @property
    def is_open(self) -> bool:
        """Whether the contract is neither made nor beaten."""
        return 0 < self.need <= self.left

    def seed_for(self, purpose: str) -> int:
        """A seed from the position as the player sees it and from ``seed``, whatever the way that led there.

        Whoever sees the same gets the same: two players who come to the same position draw the same worlds,
        also if they have cashed their tricks in another order.
        """
        play = self.play
        seen = ["-" if hand is None else hand_text(hand) for hand in self.hands]
        played = [hand_text(cards) for cards in play.played]
        voids = ["".join(SUITS[suit] for suit in sorted(suits)) or "-" for suits in play.voids]
        table = [SEATS[play.leader], *(card_name(card) for card in play.trick), *play.won]
        contract = f"{self.contract.name} {SEATS[self.declarer]}"
        return seed_from(purpose, self.seed, contract, SEATS[self.viewer], *seen, *played, *voids, *table)


def only_card(turn: Turn) -> Card | None:
    """The card to play if all legal cards are the same; the lowest of them.

    Cards of one hand are the same if no card that is still in play, or on the table, lies between.
    """
    legal = turn.legal
    lowest = (legal & -legal).bit_length() - 1
    highest = legal.bit_length() - 1
    if lowest >> 4 != highest >> 4:
        return None
    gone = turn.play.gone
    for card in turn.play.trick:
        gone &= ~(1 << card)
    for card in range(lowest, highest + 1):
        if not legal >> card & 1 and not gone >> card & 1:
            return None
    return lowest
