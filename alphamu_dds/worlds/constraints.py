"""Constraints on the hidden hands: what they say about lengths is dealt, the rest is tried and rejected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..bridge.cards import NO_CARDS, SEAT_NAMES, SEATS, Holding, Seat, partner_of
from ..errors import InputError
from .features import CONTROLS, HCP, Deals, Hand, HandTest, points_table
from .hand_rule import ANY, HandRule
from .view import Lengths, View

Truths: TypeAlias = npt.NDArray[np.bool_]
Weights: TypeAlias = npt.NDArray[np.int64]
LayoutTest: TypeAlias = Callable[[Mapping[str, Hand]], bool]
"""Gets the four hands as dealt, by the letters of their seats."""


class Constraint:
    """Something that is assumed about the hidden hands, and from what.

    A constraint may forbid suit lengths, name cards that a hand must hold, reject layouts, or weigh them.
    This base class does none of these.
    """

    text: str
    """What is assumed, for people."""
    source: str
    """From what: a call, the lead, an option."""
    inferred: bool = False
    """Whether it was concluded from what a player did, who may have done it for another reason."""

    def allows(self, seat: Seat, lengths: Lengths) -> bool:
        """Whether a hidden hand may have these suit lengths."""
        return True

    def held(self, seat: Seat) -> Holding:
        """The cards that a hidden hand must hold."""
        return NO_CARDS

    def passes(self, deals: Deals) -> Truths | None:
        """Which layouts are allowed, as far as lengths and cards held do not say so; None for all."""
        return None

    def weights(self, deals: Deals) -> Weights | None:
        """How much each layout counts; None if all count alike."""
        return None

    def check(self, view: View) -> None:
        """Raise ``InputError`` if the constraint makes no sense for what is seen."""

    def __str__(self) -> str:
        return f"{self.text} ({self.source})" if self.source else self.text


class HandConstraint(Constraint):
    """A rule about one hidden hand, and perhaps a test written in Python."""

    def __init__(
        self,
        seat: Seat,
        rule: HandRule,
        source: str = "",
        test: HandTest | None = None,
        inferred: bool = False,
    ) -> None:
        self.seat = seat
        self.inferred = inferred
        self.rule = rule
        self.source = source
        self._test = test
        what = [str(rule)] if rule != HandRule() else [] if test else ["anything"]
        if test is not None:
            what.append(f"passes {getattr(test, '__name__', 'a test')}")
        self.text = f"{SEAT_NAMES[seat]} {', '.join(what)}"

    def allows(self, seat: Seat, lengths: Lengths) -> bool:
        """Whether a hidden hand may have these suit lengths."""
        return seat != self.seat or self.rule.fits(lengths)

    def held(self, seat: Seat) -> Holding:
        """The cards that a hidden hand must hold."""
        return self.rule.holds if seat == self.seat else NO_CARDS

    def passes(self, deals: Deals) -> Truths | None:
        """Points, controls, cards not held, and the test."""
        truths: Truths | None = None
        for allowed, points in ((self.rule.hcp, HCP), (self.rule.controls, CONTROLS)):
            if allowed != ANY:
                counted = deals.count(self.seat, points_table(points))
                truths = _both(truths, (allowed.low <= counted) & (counted <= allowed.high))
        if self.rule.lacks:
            truths = _both(truths, deals.hands[self.seat] & np.uint64(self.rule.lacks) == 0)
        if self._test is not None:
            test = self._test
            hands = deals.hands[self.seat].tolist()
            found = [(truths is None or bool(truths[i])) and bool(test(Hand(h))) for i, h in enumerate(hands)]
            truths = np.array(found, dtype=np.bool_)
        return truths

    def with_rule(self, rule: HandRule) -> HandConstraint:
        """The same hand, source and test with another rule."""
        return HandConstraint(self.seat, rule, self.source, self._test, self.inferred)

    def check(self, view: View) -> None:
        """Raise ``InputError`` if the hand is not hidden."""
        if self.seat not in view.hidden:
            raise InputError(
                f"{SEAT_NAMES[self.seat]}'s hand is seen, so nothing can be assumed of it: {self}"
            )


class LayoutConstraint(Constraint):
    """Any test of a whole layout, written in Python."""

    def __init__(self, test: LayoutTest, source: str = "", text: str = "") -> None:
        self._test = test
        self.source = source
        self.text = text or f"the layout passes {getattr(test, '__name__', 'a test')}"

    def passes(self, deals: Deals) -> Truths | None:
        """What the test says, layout by layout."""
        found = []
        for number in range(deals.size):
            layout = deals.layout(number)
            hands = {letter: Hand(holding) for letter, holding in zip(SEATS, layout, strict=True)}
            found.append(bool(self._test(hands)))
        return np.array(found, dtype=np.bool_)


class SideConstraint(Constraint):
    """The high card points of two partners together."""

    def __init__(self, seat: Seat, low: int, high: int, source: str = "") -> None:
        self.seat = seat
        self.low = low
        self.high = high
        self.source = source
        names = " and ".join(SEAT_NAMES[place] for place in sorted((seat, partner_of(seat))))
        points = f"{low}" if low == high else f"{low} to {high}"
        self.text = f"{names} {points} points together"

    def passes(self, deals: Deals) -> Truths | None:
        """Points are counted, not dealt."""
        table = points_table(HCP)
        points = deals.count(self.seat, table) + deals.count(partner_of(self.seat), table)
        found: Truths = (self.low <= points) & (points <= self.high)
        return np.broadcast_to(found, (deals.size,))


def _both(one: Truths | None, other: Truths) -> Truths:
    return other if one is None else one & other
