"""Everything that may be assumed about the hidden hands, gathered from all sources, and said for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..bridge.auction import Call
from ..bridge.cards import SEAT_NAMES, Seat, parse_seat
from ..errors import InputError, of_kind
from .bidding import BiddingTable, CallMeaning, read_auction
from .condition import ConditionConstraint
from .constraints import Constraint, HandConstraint, LayoutConstraint, LayoutTest
from .features import HandTest
from .hand_rule import HandRule, parse_rule
from .lead import MODES, LeadConstraint, LeadTable
from .view import View

HandAssumption = str | HandRule | HandTest
"""``"hcp 12-14, spades 5+"``, a rule, or a function that gets a ``Hand`` and says whether it may be."""


@dataclass(frozen=True)
class Assumptions:
    """What may be assumed, and from what. Each part can be left out."""

    hands: Mapping[str, HandAssumption] = field(default_factory=dict)
    """For a seat, what is known about its hand."""
    conditions: str | Sequence[str] = ()
    """Conditions in the language of the program dealer, or one of them."""
    test: LayoutTest | None = None
    """A function that gets the four hands by the letters of their seats, and says whether they may be."""
    bidding: bool = True
    """Whether the calls of the hidden hands are read."""
    bidding_table: BiddingTable | None = None
    """None for the table of the package."""
    lead: str = "weights"
    """How the opening lead is used: ``weights``, ``filter`` or ``off``."""
    lead_table: LeadTable | None = None
    """None for the table of the package."""
    constraints: Sequence[Constraint] = ()
    """Anything else, ready made."""

    def check(self) -> None:
        """Raise ``InputError`` for a table that is none; words are checked where they are read."""
        for name, kind in (("bidding_table", BiddingTable), ("lead_table", LeadTable)):
            value = getattr(self, name)
            if value is not None:
                of_kind(value, kind, name)


@dataclass(frozen=True)
class Dropped:
    """Something that was concluded from a call or a lead, but cannot be with the cards that are known."""

    constraint: Constraint
    """As it was concluded: one term of what a call shows."""
    instead: HandRule | None
    """The wider form of it that is assumed; None if nothing is."""

    def __str__(self) -> str:
        relaxed = f" relaxed to {self.instead}" if self.instead else ""
        return f"{self.constraint}{relaxed}: no layout fits it with all the rest"


@dataclass(frozen=True)
class Assumed:
    """What was made of the assumptions for one moment: what is assumed, and what is not."""

    constraints: tuple[Constraint, ...]
    calls: tuple[CallMeaning, ...] = ()
    """What was made of each call of a hidden hand."""
    dropped: tuple[Dropped, ...] = ()
    """What was concluded and is not assumed, or not in full."""
    unused: list[str] = field(init=False, compare=False)
    """What the tables say about a call, and was not used because of other calls or the cards."""
    unread: list[str] = field(init=False, compare=False)
    """Calls of hidden hands from which nothing was concluded, passes left out."""

    def __post_init__(self) -> None:
        unused = [
            f"{_name(meaning)}: {meaning.note}" for meaning in self.calls if meaning.note and meaning.shows
        ]
        unread = [
            _name(meaning) + (f" ({meaning.note})" if meaning.note else "")
            for meaning in self.calls
            if not meaning.shows and meaning.call.name != "Pass"
        ]
        object.__setattr__(self, "unused", unused + [str(dropped) for dropped in self.dropped])
        object.__setattr__(self, "unread", unread)


def _name(meaning: CallMeaning) -> str:
    return f"{SEAT_NAMES[meaning.seat]}'s {meaning.call.name}"


def assume(
    view: View,
    dealer: Seat | None = None,
    auction: Sequence[Call] = (),
    assumptions: Assumptions | None = None,
) -> Assumed:
    """Constraints from options, from the auction and from the opening lead, in this order.

    Raises ``InputError`` for what cannot be understood.
    """
    assumptions = assumptions or Assumptions()
    if assumptions.lead not in MODES:
        raise InputError(f"an opening lead is used as one of {', '.join(MODES)}: {assumptions.lead!r}")
    assumed = told(view.hidden, dealer, auction, assumptions)
    constraints = list(assumed.constraints)
    if assumptions.lead != "off" and view.play.cards and view.play.opening_leader in view.hidden:
        lead = LeadConstraint(view, assumptions.lead_table or LeadTable.usual(), assumptions.lead)
        if lead.says_something:
            constraints.append(lead)
    for constraint in constraints:
        constraint.check(view)
    return Assumed(tuple(constraints), assumed.calls)


def told(
    hidden: Sequence[Seat], dealer: Seat | None, auction: Sequence[Call], assumptions: Assumptions
) -> Assumed:
    """Constraints from options and from the auction: all that can be assumed before a card is seen."""
    constraints: list[Constraint] = []
    if not isinstance(assumptions.hands, Mapping):
        raise InputError(f"hands are given by their seats, like {{'W': 'hcp 12-14'}}: {assumptions.hands!r}")
    for seat, about in assumptions.hands.items():
        constraints.append(_about_hand(parse_seat(seat), about))
    given = assumptions.conditions
    conditions = (given,) if isinstance(given, str) else given
    constraints.extend(ConditionConstraint(text, "a condition") for text in conditions)
    if assumptions.test is not None:
        if not callable(assumptions.test):
            raise InputError(f"a test is a function that gets the four hands: {assumptions.test!r}")
        constraints.append(LayoutConstraint(assumptions.test, "a test"))
    constraints.extend(assumptions.constraints)
    calls: list[CallMeaning] = []
    if assumptions.bidding and dealer is not None and auction:
        table = assumptions.bidding_table or BiddingTable.usual()
        shown, calls = read_auction(dealer, auction, hidden, table)
        constraints.extend(shown)
    return Assumed(tuple(constraints), tuple(calls))


def _about_hand(seat: Seat, about: HandAssumption) -> HandConstraint:
    source = "as told"
    if isinstance(about, str):
        return HandConstraint(seat, parse_rule(about), source)
    if isinstance(about, HandRule):
        return HandConstraint(seat, about, source)
    if callable(about):
        return HandConstraint(seat, HandRule(), source, about)
    raise InputError(f"what is assumed about a hand is text, a HandRule or a function: {about!r}")
