"""From the auction to assumptions: a table says what a call shows, the auction says which call it was.

The table is a data file (``data/bidding.toml`` explains its words). Here a call gets its *names*, the
most exact one first, in the *situation* in which it was made; the first name that the table knows
decides. Calls that it does not know show nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..bridge.auction import BID_STRAINS, Call
from ..bridge.cards import SEAT_NAMES, SUITS, Seat, next_seat, same_side
from ..bridge.replay import SUIT_WORDS
from ..errors import InputError
from .constraints import HandConstraint
from .hand_rule import HandRule, parse_rule
from .relax import terms, together, wider_forms
from .tables import read_table

SITUATIONS: dict[str, tuple[str, ...]] = {
    "opening": ("opening",),
    "opening in third seat": ("opening in third seat", "opening"),
    "opening in fourth seat": ("opening in fourth seat", "opening"),
    "response": ("response",),
    "overcall": ("overcall",),
    "balancing": ("balancing", "overcall"),
    "late balancing": ("late balancing",),
    "overcall by a passed hand": ("overcall by a passed hand",),
    "overcall of a preempt": ("overcall of a preempt",),
    "balancing over a preempt": ("balancing over a preempt", "overcall of a preempt"),
    "overcall of a preempt by a passed hand": ("overcall of a preempt by a passed hand",),
    "advance": ("advance",),
}
"""For each situation the sections of the table where its calls are looked up."""

_NAME = re.compile(
    r"(Pass( over \dN?[CDHST])?"
    r"|[1-7](NT|[CDHS])( over [1-7](NT|[CDHS]))?"
    r"|((double )?jump to )?[1-7] of a suit"
    r"|raise to [2-7]"
    r"|X of [1-7]([CDHS]| of a suit))"
)


@dataclass(frozen=True)
class CallMeaning:
    """What was made of one call of a hidden hand."""

    seat: Seat
    call: Call
    shows: str
    """What is assumed; empty if nothing is."""
    note: str = ""
    """Why not all that the table says was used, or nothing."""


class BiddingTable:
    """What calls show; ``BiddingTable.read`` takes it from a file."""

    def __init__(
        self, sections: Mapping[str, Mapping[str, str]], read_alerted_calls: bool = False, text: str = ""
    ) -> None:
        self.sections = sections
        self.read_alerted_calls = read_alerted_calls
        self.text = text
        """What the file says."""

    @staticmethod
    def read(path: str | None = None) -> BiddingTable:
        """The table of a file, or the one that comes with the package. Everything in it is checked."""
        name, table, text = read_table(path, "bidding.toml")
        alerted = table.pop("read_alerted_calls", False)
        if not isinstance(alerted, bool):
            raise InputError(f"{name}: read_alerted_calls must be true or false: {alerted!r}")
        for section, calls in table.items():
            if section not in SITUATIONS or not isinstance(calls, dict):
                raise InputError(f"{name}: there is no section of that name: {section!r}")
            for call, shows in calls.items():
                if not _NAME.fullmatch(call):
                    raise InputError(f"{name}, section {section!r}: no call has that name: {call!r}")
                try:
                    for rule in _rules(shows, "S", "H", "DC"):
                        parse_rule(rule)
                except InputError as error:
                    raise InputError(f"{name}, section {section!r}, {call!r}: {error}") from None
        return BiddingTable(table, alerted, text)

    @staticmethod
    @cache
    def usual() -> BiddingTable:
        """The table of the package, read once."""
        return BiddingTable.read()

    def shows(self, situation: str, names: Sequence[str]) -> str:
        """What the table says about a call with these names, the most exact first; empty for nothing."""
        for section in SITUATIONS[situation]:
            for name in names:
                found = self.sections.get(section, {}).get(name)
                if found is not None:
                    return found
        return ""


def read_auction(
    dealer: Seat, calls: Sequence[Call], seats: Sequence[Seat], table: BiddingTable
) -> tuple[list[HandConstraint], list[CallMeaning]]:
    """What the calls of some seats show: a constraint for each call that shows something, and all meanings.

    Where two calls of a hand contradict each other (a pass that denies an opening, a strong call later),
    the earlier one is believed, and the later one as far as it can be (``relax``).
    """
    constraints = []
    meanings = []
    known: dict[Seat, HandRule] = {}
    for number, call in enumerate(calls):
        seat = next_seat(dealer, number)
        if seat not in seats:
            continue
        if call.alert is not None and not table.read_alerted_calls:
            meanings.append(CallMeaning(seat, call, "", "it was alerted"))
            continue
        shows = _meaning(table, dealer, calls, number)
        if not shows:
            meanings.append(CallMeaning(seat, call, ""))
            continue
        rule, note = _agree(known.get(seat, HandRule()), parse_rule(shows))
        known[seat] = known.get(seat, HandRule()).meet(rule)
        meanings.append(CallMeaning(seat, call, str(rule), note))
        if rule != HandRule():
            source = f"{SEAT_NAMES[seat]}'s {call.name}"
            constraints.append(HandConstraint(seat, rule, source, inferred=True))
    return constraints, meanings


def _meaning(table: BiddingTable, dealer: Seat, calls: Sequence[Call], number: int) -> str:
    """What the table says about a call, in the language of hand rules."""
    auction = _Auction(dealer, calls, number)
    situation = auction.situation()
    if situation is None:
        return ""
    shows = table.shows(situation, list(auction.names()))
    if not shows:
        return ""
    return ", ".join(_rules(shows, calls[number].strain, auction.opening_strain, auction.unbid()))


class _Auction:
    """An auction as the player sees it who makes a certain call."""

    def __init__(self, dealer: Seat, calls: Sequence[Call], number: int) -> None:
        self.call = calls[number]
        self._seat = next_seat(dealer, number)
        self._before = calls[:number]
        self._dealer = dealer
        opened = next((n for n, call in enumerate(self._before) if call.is_bid), None)
        self._opened = opened
        self._opening = None if opened is None else calls[opened]

    @property
    def opening_strain(self) -> str:
        """The strain of the first bid; empty if there was none."""
        return self._opening.strain if self._opening else ""

    @property
    def _opening_is_one_of_a_suit(self) -> bool:
        return self._opening is not None and self._opening.level == 1 and self._opening.strain != "N"

    def _is_ours(self, number: int) -> bool:
        return same_side(next_seat(self._dealer, number), self._seat)

    def _is_mine(self, number: int) -> bool:
        return next_seat(self._dealer, number) == self._seat

    def _others(self, ours: bool) -> list[Call]:
        """What one side has called so far, passes left out."""
        return [
            call
            for number, call in enumerate(self._before)
            if self._is_ours(number) == ours and call.name != "Pass"
        ]

    def situation(self) -> str | None:
        """The section of the table; None if it has none for this."""
        number = len(self._before)
        if self._opening is None or self._opened is None:
            if self.call.is_bid and number >= 2:
                return "opening in third seat" if number == 2 else "opening in fourth seat"
            return "opening"
        if self._opening.alert is not None:
            return None  # what is called after an artificial opening has a meaning of its own
        since = self._before[self._opened + 1 :]
        if self._is_ours(self._opened):
            return "response" if len(since) == 1 and since[0].name == "Pass" else None
        if self.call.name == "Pass" or self._opening.strain == "N" or self._opening.name == "2C":
            return None
        ours = self._others(ours=True)
        if ours:
            by_me = any(self._is_mine(n) and call.name != "Pass" for n, call in enumerate(self._before))
            return "advance" if len(ours) == 1 and not by_me and ours[0].alert is None else None
        return self._first_action(since)

    def _first_action(self, since: Sequence[Call]) -> str | None:
        """The situation of the first bid or double of a side after the opponents have opened."""
        assert self._opened is not None
        assert self._opening is not None
        passed_out = [call.name for call in since[-2:]] == ["Pass", "Pass"]
        if any(self._is_mine(number) for number in range(self._opened + 1, len(self._before))):
            # He has passed over the opening: only in the pass-out seat is it known what he does now.
            return "late balancing" if passed_out and self._opening.level == 1 else None
        if self.call.name == "X" and since and not passed_out and not self._is_natural(since[-1]):
            return None
        preempt = " of a preempt" if self._opening.level >= 2 else ""
        if any(self._is_mine(number) for number in range(self._opened)):
            return f"overcall{preempt} by a passed hand"
        if passed_out:
            return f"balancing{' over a preempt' if preempt else ''}"
        return f"overcall{preempt}"

    def _is_natural(self, response: Call) -> bool:
        """Whether the last bid of the opponents is of the kind that is doubled for takeout."""
        if response.alert is not None or self._opening is None:
            return False
        raised = response.strain == self._opening.strain and response.level == self._opening.level + 1
        return response.name == "Pass" or response.level == 1 or raised

    def names(self) -> Iterator[str]:
        """The names of the call in the table, the most exact first."""
        call = self.call
        opening = self._opening
        last_bid = next((c for c in reversed(self._before) if c.is_bid), None)
        if call.name == "X" and last_bid is not None and last_bid.strain != "N":
            yield f"X of {last_bid.name}"
            yield f"X of {last_bid.level} of a suit"
        elif call.name == "Pass" and opening is not None:
            yield f"Pass over {opening.name}"
            if self._opening_is_one_of_a_suit:
                yield "Pass"
        elif call.name == "Pass":
            yield "Pass"
        elif call.is_bid and (call.strain == "N" or not self._bid_by(call.strain, ours=False)):
            if opening is not None:
                yield f"{call.name} over {opening.name}"
                if self._is_ours(self._opened or 0) and not self._opening_is_one_of_a_suit:
                    return  # Stayman, transfers, relays: only what the table names expressly
            jump = self._jump(last_bid)
            if self._bid_by(call.strain, ours=True) and call.strain != "N":
                yield f"raise to {call.level}"
                return
            if not jump or opening is None:
                yield call.name
            if call.strain != "N":
                words = ("", "jump to ", "double jump to ")[0 if opening is None else min(jump, 2)]
                yield f"{words}{call.level} of a suit"

    def _bid_by(self, strain: str, ours: bool) -> bool:
        return any(call.strain == strain for call in self._others(ours))

    def _jump(self, last_bid: Call | None) -> int:
        """How many levels higher than necessary a bid is."""
        if last_bid is None:
            return self.call.level - 1
        higher = BID_STRAINS.index(self.call.strain) > BID_STRAINS.index(last_bid.strain)
        return self.call.level - last_bid.level - (0 if higher else 1)

    def unbid(self) -> str:
        """The suits that nobody has bid before this call."""
        bid = {call.strain for call in self._before}
        return "".join(suit for suit in SUITS if suit not in bid)


_WORDS = re.compile(r"\b(suit|theirs|unbid)\b")


def _rules(shows: object, suit: str, theirs: str, unbid: str) -> Iterator[str]:
    """The terms of what a call shows, with the words of the table replaced by suits."""
    if not isinstance(shows, str):
        raise InputError(f"what a call shows must be text: {shows!r}")
    for term in shows.split(","):
        found = _WORDS.search(term)
        letters = {"suit": suit, "theirs": theirs, "unbid": unbid}[found[1]] if found else " "
        for letter in letters:
            word = SUIT_WORDS[SUITS.index(letter)] if letter in SUITS else ""
            yield (_WORDS.sub(word, term) if found else term).strip()


def _agree(earlier: HandRule, later: HandRule) -> tuple[HandRule, str]:
    """What a later call shows, wide enough not to contradict earlier ones, and a note on that."""
    kept: list[HandRule] = []
    changed = []
    for term in terms(later):
        forms = (term, *wider_forms(term))
        form = next((form for form in forms if together([earlier, *kept, form]).is_possible), None)
        if form is not None:
            kept.append(form)
        if form is None:
            changed.append(str(term))
        elif form != term:
            changed.append(f"{term} (relaxed to {form})")
    return together(kept), f"{', '.join(changed)} contradicts an earlier call" if changed else ""
