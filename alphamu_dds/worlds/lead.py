"""From the opening lead to assumptions about the leader's suit.

A table (``data/leads.toml`` explains its words) says which card is led from which holding. The leader's
holding in the suit that he led is then judged in each layout: is the card that he led the one that the
table says?
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..bridge.cards import NOTRUMP, RANKS, SEAT_NAMES, SUIT_BITS, card_name
from ..errors import InputError, whole_number
from .constraints import Constraint, Truths, Weights
from .features import Deals, SuitTable
from .hand_rule import Range
from .tables import read_table
from .view import View

SECTIONS = ("notrump", "suit", "trump")
MODES = ("weights", "filter", "off")
_LENGTH = re.compile(r"(\d+)(?:(\+)|-(\d+))?")
_LOWEST_HONOUR = 10


@dataclass(frozen=True)
class LeadRule:
    """One rule of the table: which cards are led from a holding that fits it."""

    top: tuple[int, ...]
    """The highest cards, as ranks 2 to 14; empty for any."""
    length: Range
    honour: bool | None
    leads: tuple[int, ...]
    """Places counted from the highest card, which is 1; -1, or more than there are, for the lowest."""

    def fits(self, ranks: Sequence[int]) -> bool:
        """Whether the rule is about a holding, given as ranks from high to low."""
        return (
            self.length.low <= len(ranks) <= self.length.high
            and tuple(ranks[: len(self.top)]) == self.top
            and (self.honour is None or self.honour == (ranks[0] >= _LOWEST_HONOUR))
        )

    def cards(self, ranks: Sequence[int]) -> set[int]:
        """The ranks that are led from a holding."""
        return {ranks[-1] if place == -1 else ranks[min(place, len(ranks)) - 1] for place in self.leads}


class LeadTable:
    """Which card is led from which holding; ``LeadTable.read`` takes it from a file."""

    def __init__(self, rules: dict[str, list[LeadRule]], fits: int, otherwise: int, text: str = "") -> None:
        self.rules = rules
        self.fits = fits
        self.otherwise = otherwise
        self.text = text
        """What the file says."""

    @staticmethod
    def read(path: str | None = None) -> LeadTable:
        """The table of a file, or the one that comes with the package. Everything in it is checked."""
        name, table, text = read_table(path, "leads.toml")
        try:
            fits = whole_number(table.pop("fits", 10), "fits", 1)
            otherwise = whole_number(table.pop("otherwise", 1), "otherwise", 0)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        rules: dict[str, list[LeadRule]] = {}
        for section, entries in table.items():
            if section not in SECTIONS or not isinstance(entries, list):
                raise InputError(f"{name}: there is no section of that name: {section!r}")
            rules[section] = [
                _read_rule(f"{name}, rule {number} of [[{section}]]", entry)
                for number, entry in enumerate(entries, 1)
            ]
        return LeadTable(rules, fits, otherwise, text)

    @staticmethod
    @cache
    def usual() -> LeadTable:
        """The table of the package, read once."""
        return LeadTable.read()

    def is_usual(self, section: str, ranks: Sequence[int], led: int) -> bool:
        """Whether a rank is led from a holding, given as ranks from high to low; True if no rule fits."""
        for rule in self.rules.get(section, ()):
            if rule.fits(ranks):
                return led in rule.cards(ranks)
        return True


class LeadConstraint(Constraint):
    """What the opening lead says about the leader's suit, as weights or as a filter."""

    def __init__(self, view: View, table: LeadTable, mode: str = "weights") -> None:
        play = view.play
        if not play.cards or play.opening_leader not in view.hidden:
            raise InputError("an opening lead by a hidden hand is needed to conclude something from it")
        if mode not in MODES[:2]:
            raise InputError(f"an opening lead is used as one of {', '.join(MODES)}: {mode!r}")
        self._seat = play.opening_leader
        self._suit, self._led = play.cards[0] >> 4, play.cards[0] & 15
        self._filter = mode == "filter" or table.otherwise == 0
        self._table = table
        section = "notrump" if play.trump == NOTRUMP else "trump" if play.trump == self._suit else "suit"
        self.says_something = section in table.rules
        """Whether the table has rules for such a lead at all."""
        self._usual = self._judge(view, section)
        self.text = f"{SEAT_NAMES[self._seat]}'s lead of {card_name(play.cards[0])} is usual"
        if not self._filter:
            others = "once" if table.otherwise == 1 else f"{table.otherwise} times"
            self.text += f": counts {table.fits} times, others {others}"
        self.source = "the opening lead"
        self.inferred = True

    def _judge(self, view: View, section: str) -> SuitTable:
        """For each holding in the suit whether the card led is usual from it."""
        usual = np.zeros(1 << 15, dtype=np.int64)
        shift = 16 * self._suit
        held = view.play.played[self._seat] >> shift & SUIT_BITS
        unseen = view.unseen >> shift & SUIT_BITS
        ranks = [rank for rank in range(14, 1, -1) if (held | unseen) >> rank & 1]
        subset = unseen
        while True:
            cards = held | subset
            usual[cards] = self._table.is_usual(section, [r for r in ranks if cards >> r & 1], self._led)
            if not subset:
                return usual
            subset = (subset - 1) & unseen

    def passes(self, deals: Deals) -> Truths | None:
        """As a filter: only what is usual."""
        return self._usual[deals.suit(self._seat, self._suit)] == 1 if self._filter else None

    def weights(self, deals: Deals) -> Weights | None:
        """As weights: what is usual counts more."""
        if self._filter:
            return None
        usual = self._usual[deals.suit(self._seat, self._suit)] == 1
        return np.where(usual, self._table.fits, self._table.otherwise)


def _read_rule(where: str, entry: Any) -> LeadRule:
    if not isinstance(entry, dict):
        raise InputError(f"{where}: a rule has a lead and what it is led from: {entry!r}")
    unknown = sorted(set(entry) - {"holding", "length", "honour", "lead"})
    if unknown:
        raise InputError(f"{where}: a rule has holding, length, honour and lead, not {unknown[0]!r}")
    holding = entry.get("holding", "")
    if not isinstance(holding, str) or any(letter not in RANKS for letter in holding):
        raise InputError(f"{where}: a holding is ranks like 'KQT': {holding!r}")
    top = tuple(RANKS.index(letter) + 2 for letter in holding)
    if list(top) != sorted(set(top), reverse=True):
        raise InputError(f"{where}: the ranks of a holding go from high to low: {holding!r}")
    honour = entry.get("honour")
    if honour is not None and not isinstance(honour, bool):
        raise InputError(f"{where}: honour must be true or false: {honour!r}")
    leads = entry.get("lead")
    places = []
    for lead in leads if isinstance(leads, list) else [leads]:
        if lead == "low":
            places.append(-1)
        elif isinstance(lead, int) and not isinstance(lead, bool) and 1 <= lead <= 13:
            places.append(lead)
        else:
            raise InputError(f"{where}: a lead is 1 to 13 or 'low', or a list of these: {leads!r}")
    return LeadRule(top, _length(where, entry.get("length", "1+")), honour, tuple(places))


def _length(where: str, value: object) -> Range:
    found = _LENGTH.fullmatch(str(value)) if isinstance(value, (int, str)) else None
    if found is None:
        raise InputError(f"{where}: a length is like 2, '3-4' or '4+': {value!r}")
    low = int(found[1])
    return Range(low, 13 if found[2] else int(found[3] or low))
