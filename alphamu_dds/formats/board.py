"""A board as files hold it: hands, auction, play, result; where it stood, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ..bridge.auction import Call, Contract
from ..bridge.cards import (
    SEATS,
    STRAINS,
    Card,
    Holding,
    Seat,
    card_name,
    hand_text,
    next_seat,
    partner_of,
    side_of,
)
from ..bridge.replay import Replay, replay
from ..errors import InputError, count

Hands = tuple[Holding | None, Holding | None, Holding | None, Holding | None]
"""North, East, South and West before the first card; None for a hidden hand."""
HIDDEN: Hands = (None, None, None, None)
VULNERABLE = ("None", "NS", "EW", "Both")
FULL_HAND = 13


class Where(NamedTuple):
    """The place of a board."""

    file: str
    """The name of the file; ``text``, ``link`` or ``standard input`` if there is none."""
    line: int
    """The line on which it starts, from 1."""


class Tag(NamedTuple):
    """A tag that the board itself has no use for, kept as it was written."""

    name: str
    value: str
    rows: tuple[str, ...] = ()
    """The lines below it, if it has a table."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that cannot be right."""

    file: str = field(compare=False)
    line: int = field(compare=False)
    board: str
    """The name of the board, shortened if long; empty if it has none."""
    tag: str
    """The tag (PBN), field (LIN) or parameter (link) that is to blame."""
    value: str
    """What was written there, shortened if long."""
    sentence: str

    def __str__(self) -> str:
        board = f", board {self.board}" if self.board else ""
        return f"{self.file}, line {self.line}{board}, {self.tag}: {self.sentence}"

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"line": self.line, "tag": self.tag, "value": self.value, "sentence": self.sentence}


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a file.

    It is legal, or it carries its problems: what could not be read is None or empty, and ``play`` ends
    before the first card that could not have been played. What was not written but follows from the rest is
    named in ``inferred``. Boards are equal if they say the same, wherever they stood.
    """

    hands: Hands = HIDDEN
    dealer: Seat | None = None
    vulnerable: str | None = None
    """``None``, ``NS``, ``EW`` or ``Both`` as text; None if it is not known."""
    auction: tuple[Call, ...] = ()
    """The calls, the dealer's first."""
    contract: Contract | None = None
    """With its declarer, if that is known."""
    passed_out: bool = False
    play: tuple[Card, ...] = ()
    """The cards in the order in which they were played."""
    owners: tuple[Seat, ...] = ()
    """Who played each of them."""
    play_as_seen: tuple[Card, ...] | None = field(default=None, compare=False)
    """The cards as far as declarer sees nothing wrong with them; None if that is ``play``. It goes on where
    only the defenders' other cards show a mistake, a revoke say, so that it does not depend on these."""
    result: int | None = None
    """Tricks of declarer's side; None if it is not known."""
    name: str = ""
    """The number of the board, which may be any text."""
    event: str = ""
    players: tuple[str, str, str, str] = ("", "", "", "")
    """North, East, South and West."""
    tags: tuple[Tag, ...] = ()
    """Everything else, in the order of the file."""
    irregular: frozenset[str] = frozenset()
    """``declarer`` or ``result`` if the file marks it as settled by a director and not by auction or play."""
    source: Where = field(default=Where("", 0), compare=False)
    inferred: tuple[str, ...] = field(default=(), compare=False)
    """What was not written but follows: ``contract``, ``declarer``, ``dealer``, ``result``, ``owners`` of the
    cards, ``hand of West``, ``end of the auction`` (passes), ``end of the board`` (after a blank line)."""
    problems: tuple[Problem, ...] = ()

    @property
    def room(self) -> str:
        """``open`` or ``closed``, where two teams play the same board; empty if that is not known."""
        return next((tag.value.strip().lower() for tag in self.tags if tag.name.lower() == "room"), "")

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.problems

    @property
    def declarer(self) -> Seat | None:
        """The seat that plays the contract."""
        return self.contract.declarer if self.contract else None

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner."""
        declarer = self.declarer
        return None if declarer is None else partner_of(declarer)

    @property
    def opening_leader(self) -> Seat | None:
        """The seat on declarer's left."""
        declarer = self.declarer
        return None if declarer is None else next_seat(declarer)

    @property
    def trump(self) -> int | None:
        """The trump suit as a number, 4 for notrump."""
        return STRAINS.index(self.contract.strain) if self.contract else None

    @property
    def playable(self) -> bool:
        """Whether declarer's decisions can be looked at: a contract with its declarer, and the two hands that
        declarer sees, complete and with no card that another hand has as well."""
        declarer = self.declarer
        if declarer is None:
            return False
        seen = 0
        for hand in self.hands:
            if hand is not None:
                if seen & hand:
                    return False
                seen |= hand
        both = (self.hands[declarer], self.hands[partner_of(declarer)])
        return all(hand is not None and hand.bit_count() == FULL_HAND for hand in both)

    def replay(self, after: int | None = None) -> Replay:
        """Where the play stands after so many cards, by default after all that are known."""
        leader, trump = self.opening_leader, self.trump
        if leader is None or trump is None:
            raise InputError(f"the board has no contract with a declarer: {self.name!r}")
        cards = self.play if after is None else self.play[:after]
        if after is not None and not 0 <= after <= len(self.play):
            raise InputError(f"the board has {count(len(self.play), 'card')} of play, so not after: {after}")
        return replay(self.hands, leader, trump, cards)

    def is_decided(self, after: int | None = None) -> bool:
        """Whether the contract is made, or out of reach, after so many cards."""
        declarer, contract = self.declarer, self.contract
        assert declarer is not None
        assert contract is not None
        won, ours = self.replay(after).won, side_of(declarer)
        return won[ours] >= contract.tricks or 13 - won[1 - ours] < contract.tricks

    @property
    def is_over(self) -> bool:
        """Whether a record of play is over: all cards, a result, or nothing left to decide."""
        if len(self.play) < 2 or self.declarer is None:
            return False
        return len(self.play) == 52 or self.result is not None or self.is_decided()

    @property
    def deal(self) -> str:
        """The hands as in PBN, North first, ``-`` for a hidden one."""
        return "N:" + " ".join("-" if hand is None else hand_text(hand) for hand in self.hands)

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        declarer = self.declarer
        return {
            "file": self.source.file,
            "line": self.source.line,
            "board": self.name,
            "contract": "Pass" if self.passed_out else self.contract.name if self.contract else None,
            "declarer": None if declarer is None else SEATS[declarer],
            "deal": self.deal,
            "cards_played": len(self.play),
            "result": self.result,
            "problems": [problem.to_dict() for problem in self.problems],
            "inferred": list(self.inferred),
            "dealer": None if self.dealer is None else SEATS[self.dealer],
            "vulnerable": self.vulnerable,
            "auction": [call.name for call in self.auction],
            "alerts": {
                str(number): call.alert
                for number, call in enumerate(self.auction, 1)
                if call.alert is not None
            },
            "play": [card_name(card) for card in self.play],
            "owners": "".join(SEATS[seat] for seat in self.owners),
            "event": self.event,
            "players": dict(zip(SEATS, self.players, strict=True)),
        }
