"""Calls, auctions, and the contract that they lead to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..errors import InputError
from .cards import SEAT_NAMES, SEATS, Seat, next_seat, same_side, side_of

BID_STRAINS = "CDHSN"
"""Strains in the order in which they outrank each other."""
_BID = re.compile(r"([1-7])(C|D|H|S|NT?)")
_WORDS = {
    "P": "Pass",
    "PASS": "Pass",
    "-": "Pass",
    "X": "X",
    "D": "X",
    "DBL": "X",
    "DBLE": "X",
    "DOUBLE": "X",
    "XX": "XX",
    "R": "XX",
    "RDBL": "XX",
    "REDBL": "XX",
    "REDOUBLE": "XX",
}
_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")
_CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT?)(|X|XX|D|R|DBL|RDBL)")
_RISK = {"": 0, "X": 1, "D": 1, "DBL": 1, "XX": 2, "R": 2, "RDBL": 2}


@dataclass(frozen=True)
class Call:
    """One call of an auction."""

    name: str
    """``Pass``, ``X``, ``XX``, or a bid like ``1S`` and ``3NT``."""
    alert: str | None = None
    """None if the call was not alerted; else what was said about it, or nothing."""

    @property
    def is_bid(self) -> bool:
        """Whether it is a bid: not a pass, a double or a redouble."""
        return self.name[0].isdigit()

    @property
    def level(self) -> int:
        """1 to 7; 0 if it is not a bid."""
        return int(self.name[0]) if self.is_bid else 0

    @property
    def strain(self) -> str:
        """C, D, H, S or N; empty if it is not a bid."""
        return self.name[1] if self.is_bid else ""

    @property
    def rank(self) -> int:
        """Bids in the order in which they outrank each other; -1 if it is not a bid."""
        return 5 * self.level + BID_STRAINS.index(self.strain) if self.is_bid else -1


def parse_call(text: str, alert: str | None = None) -> Call:
    """A call as people write it: ``1S``, ``1♠``, ``3N``, ``3NT``, ``p``, ``Pass``, ``X``, ``dbl``, ``XX``.

    >>> [parse_call(text).name for text in ("1s", "3n", "p", "dbl")]
    ['1S', '3NT', 'Pass', 'X']
    """
    cleaned = text.strip().translate(_SYMBOLS).upper() if isinstance(text, str) else ""
    name = _WORDS.get(cleaned)
    if name is None:
        bid = _BID.fullmatch(cleaned)
        if bid is None:
            raise InputError(f"a call is like 1S, 3NT, Pass, X or XX: {text!r}")
        name = bid[1] + bid[2][0] + ("T" if bid[2][0] == "N" else "")
    return Call(name, alert)


@dataclass(frozen=True)
class Contract:
    """What was bid, by whom, and whether it was doubled."""

    level: int
    strain: str
    """S, H, D, C or N."""
    risk: int = 0
    """0, 1 if doubled, 2 if redoubled."""
    declarer: Seat | None = None

    @property
    def name(self) -> str:
        """As in PBN: ``4S``, ``3NT``, ``6HX``.

        >>> Contract(3, "N", 1).name
        '3NTX'
        """
        return f"{self.level}{self.strain}{'T' if self.strain == 'N' else ''}{'X' * self.risk}"

    @property
    def tricks(self) -> int:
        """The tricks that declarer's side has to win."""
        return self.level + 6

    def by(self, declarer: Seat) -> Contract:
        """The same contract with a declarer."""
        return replace(self, declarer=declarer)


def parse_contract(text: str, declarer: Seat | None = None) -> Contract:
    """A contract as people write it: ``3NT``, ``4S``, ``4♠X``, ``6NXX``."""
    cleaned = "".join(text.split()).translate(_SYMBOLS).upper() if isinstance(text, str) else ""
    found = _CONTRACT.fullmatch(cleaned.replace("*", "X"))
    if found is None:
        raise InputError(f"a contract is like 3NT, 4S or 6HX: {text!r}")
    return Contract(int(found[1]), found[2][0], _RISK[found[3]], declarer)


class AuctionError(InputError):
    """A call that the laws do not allow; ``number`` counts from 1."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"call {number}, {message}")
        self.number = number


@dataclass(frozen=True)
class AuctionResult:
    """What an auction has come to."""

    finished: bool
    """Whether three players in a row (four at the start) have passed."""
    contract: Contract | None
    """The last bid with its declarer, also if the auction is not finished; None if nobody bid."""


def check_auction(dealer: Seat, calls: Sequence[Call]) -> AuctionResult:
    """The outcome of an auction; raises ``AuctionError`` at the first call that the laws do not allow."""
    last_bid: Call | None = None
    bidder: Seat = dealer
    risk = passes = 0
    finished = False
    first_to_name: dict[tuple[int, str], Seat] = {}
    for number, call in enumerate(calls, 1):
        seat = next_seat(dealer, number - 1)
        said = f"{call.name} by {SEAT_NAMES[seat]},"
        if finished:
            raise AuctionError(number, f"{said} comes after the end of the auction: {_text(calls)!r}")
        if call.is_bid:
            if last_bid is not None and call.rank <= last_bid.rank:
                raise AuctionError(number, f"{said} is not higher than {last_bid.name}: {_text(calls)!r}")
            last_bid, bidder, risk, passes = call, seat, 0, 0
            first_to_name.setdefault((side_of(seat), call.strain), seat)
        elif call.name == "Pass":
            passes += 1
            finished = passes == (4 if last_bid is None else 3)
        else:
            theirs = last_bid is not None and not same_side(seat, bidder)
            allowed = (theirs and risk == 0) if call.name == "X" else (not theirs and risk == 1)
            if last_bid is None or not allowed:
                raise AuctionError(number, f"{said} is not allowed there: {_text(calls)!r}")
            risk, passes = (1 if call.name == "X" else 2), 0
    if last_bid is None:
        return AuctionResult(finished, None)
    declarer = first_to_name[side_of(bidder), last_bid.strain]
    return AuctionResult(finished, Contract(last_bid.level, last_bid.strain, risk, declarer))


def _text(calls: Sequence[Call]) -> str:
    return " ".join(call.name for call in calls)


def auction_text(dealer: Seat, calls: Sequence[Call]) -> str:
    """An auction on one line: the dealer, then the calls.

    >>> auction_text(3, [parse_call("1N"), parse_call("p")])
    'W: 1NT Pass'
    """
    return f"{SEATS[dealer]}: {_text(calls)}"
