"""What a file says about the play, read against the hands and the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..bridge.cards import Card, Holding, Seat, card_name
from ..bridge.replay import PlayError, Replay, replay


@dataclass(frozen=True)
class Complaint:
    """What is wrong with the play, and where."""

    line: int
    value: str
    sentence: str


@dataclass(frozen=True)
class Played:
    """The play as far as it can have happened."""

    replay: Replay
    complaint: Complaint | None = None
    owners_guessed: bool = False
    """Whether the owners of the cards follow from the hands and not from the file."""


class PlayRecord(Protocol):
    """The play of a file before it is known who leads and what is trump."""

    @property
    def empty(self) -> bool:
        """Whether there is no card in it."""

    @property
    def line(self) -> int:
        """Where it starts."""

    @property
    def first(self) -> str:
        """Its first card as it is written."""

    @property
    def leader(self) -> Seat | None:
        """The opening leader, if the file names one."""

    def read(self, hands: Sequence[Holding | None], leader: Seat, trump: int) -> Played:
        """The cards in the order in which they were played, up to the first that is wrong."""


def legal_part(
    hands: Sequence[Holding | None], leader: Seat, trump: int, cards: Sequence[Card]
) -> tuple[Replay, PlayError | None]:
    """The play up to the first card that could not have been played, and what is wrong with that card."""
    try:
        return replay(hands, leader, trump, cards), None
    except PlayError as error:
        return replay(hands, leader, trump, cards[: error.number - 1]), error


class PlayedInOrder:
    """Cards one after the other, as in LIN: who played a card follows from who won the trick before."""

    leader = None

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.lines: list[int] = []
        self.broken: Complaint | None = None
        """Why there is nothing after the last card."""

    @property
    def empty(self) -> bool:
        """Whether there is no card in it."""
        return not self.cards and self.broken is None

    @property
    def line(self) -> int:
        """Where it starts."""
        return self.lines[0] if self.lines else self.broken.line if self.broken else 0

    @property
    def first(self) -> str:
        """Its first card as it is written."""
        return card_name(self.cards[0]) if self.cards else self.broken.value if self.broken else ""

    def add(self, card: Card, line: int) -> None:
        """The next card."""
        # A card more than the deck has is enough to be complained about.
        if self.broken is None and len(self.cards) <= 52:
            self.cards.append(card)
            self.lines.append(line)

    def read(self, hands: Sequence[Holding | None], leader: Seat, trump: int) -> Played:
        """The cards up to the first that is wrong."""
        found, error = legal_part(hands, leader, trump, self.cards)
        complaint = self.broken
        if error is not None:
            place = error.number - 1
            complaint = Complaint(self.lines[place], card_name(self.cards[place]), str(error))
        return Played(found, complaint, owners_guessed=True)
