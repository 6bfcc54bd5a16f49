"""What one player sees at one moment, and all that any search or sentence about it may know.

This is the barrier: there is no board behind it, so nothing that is given a ``Seen`` can reach a hidden
hand. It is made where a board is in reach: in ``solve/seen.py`` for a question, in ``players/table.py`` at a
table.

The *viewer* is whoever asks. He declares, and then plays two hands, or he defends and plays his own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ..bridge.auction import Call, Contract
from ..bridge.cards import NO_CARDS, SEATS, SUITS, Holding, Seat, card_name, hand_text, partner_of, side_of
from ..bridge.play import follow
from ..bridge.replay import Replay
from .view import View


class Label(NamedTuple):
    """What a board is called, for people."""

    file: str = ""
    line: int = 0
    board: str = ""


@dataclass(frozen=True)
class Seen:
    """One moment of a deal as the viewer sees it."""

    viewer: Seat
    contract: Contract
    """With its declarer."""
    view: View
    """The hands that he sees as they were dealt, and every card played so far."""
    target: int
    """The tricks that declarer's side wants in all, those already won included."""
    dealer: Seat | None = None
    auction: tuple[Call, ...] = ()
    label: Label = field(default_factory=Label)
    # What follows from these; plain values, so that whoever shows them computes nothing.
    declarer: Seat = field(init=False)
    declares: bool = field(init=False)
    """Whether the viewer is of declarer's side."""
    after: int = field(init=False)
    """How many cards have been played."""
    won: int = field(init=False)
    """Tricks that declarer's side has won."""
    need: int = field(init=False)
    """Tricks that declarer's side still wants; 0 or less if the contract is made."""
    left: int = field(init=False)
    """Tricks still to come, the one on the table included."""

    def __post_init__(self) -> None:
        declarer, play = self.contract.declarer, self.view.play
        assert declarer is not None
        won = play.won[side_of(declarer)]
        derived = {
            "declarer": declarer,
            "declares": side_of(declarer) == side_of(self.viewer),
            "after": len(play.cards),
            "won": won,
            "need": self.target - won,
            "left": self.view.cards_each - sum(play.won),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def play(self) -> Replay:
        """The cards played so far."""
        return self.view.play

    @property
    def is_viewers_turn(self) -> bool:
        """Whether the next card is for the viewer to choose: his own, or dummy's if he declares."""
        seat = self.play.to_play
        return seat == self.viewer or (self.declares and side_of(seat) == side_of(self.viewer))

    @property
    def is_open(self) -> bool:
        """Whether the tricks wanted are neither won nor out of reach."""
        return 0 < self.need <= self.left

    @property
    def goal(self) -> int:
        """Tricks that the viewer's side still wants, to make the contract or to beat it."""
        return self.need if self.declares else self.left - self.need + 1

    @property
    def hand(self) -> Holding:
        """What the seat whose card is next still holds; the viewer must see it."""
        seat = self.play.to_play
        dealt = self.view.hands[seat]
        assert dealt is not None
        return dealt & ~self.play.played[seat]

    @property
    def legal(self) -> Holding:
        """The cards that may be played."""
        return follow(self.hand, self.play.trick)

    @property
    def by_way(self) -> list[str]:
        """What is seen, with the way that led there: the same words wherever the file lies."""
        hands = [
            hand_text(self.view.hands[seat] or NO_CARDS) for seat in (self.viewer, partner_of(self.declarer))
        ]
        return [
            self.contract.name,
            SEATS[self.declarer],
            *hands,
            *(card_name(card) for card in self.play.cards),
        ]

    @property
    def by_position(self) -> list[str]:
        """What is seen, whatever the way that led there: tricks may have been cashed in another order."""
        play = self.play
        seen = ["-" if hand is None else hand_text(hand) for hand in self.view.hands]
        played = [hand_text(cards) for cards in play.played]
        voids = ["".join(SUITS[suit] for suit in sorted(suits)) or "-" for suits in play.voids]
        table = [SEATS[play.leader], *(card_name(card) for card in play.trick), *map(str, play.won)]
        contract = f"{self.contract.name} {SEATS[self.declarer]}"
        return [contract, SEATS[self.viewer], *seen, *played, *voids, *table]
