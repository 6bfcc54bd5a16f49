"""What is assumed about one hand: points, lengths, shapes, controls, cards held or not held.

The language that people write it in: terms with commas between, all of which must be true.

    hcp 12-14, spades 5+, balanced, controls 3+, holds SA SK, lacks HQ, 5-3-3-2 or 5-4-2-2

A number is ``12-14``, ``12+``, ``11-`` (at most) or ``12``; a suit is ``spades``, ``S`` or ``♠``, before
or after its number. A shape with hyphens (``5-3-3-2``) is in any order, with equals signs (``5=3=3=2``)
in the order spades, hearts, diamonds, clubs. ``balanced`` is 4-3-3-3, 4-4-3-2 or 5-3-3-2,
``semibalanced`` also 5-4-2-2 and 6-3-2-2, ``unbalanced`` all that is not balanced.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..bridge.cards import NO_CARDS, SUITS, Holding, card_name, cards_of, parse_card
from ..bridge.replay import SUIT_WORDS
from ..errors import InputError
from .view import Lengths

MOST = 40
"""No hand has more points than 37."""


class Range(NamedTuple):
    """A smallest and a largest number, both allowed."""

    low: int = 0
    high: int = MOST

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        if self.high >= MOST:
            return f"{self.low}+"
        return f"{self.low}-{self.high}"

    def meet(self, other: Range) -> Range:
        """What both allow; empty if ``low`` is above ``high``."""
        return Range(max(self.low, other.low), min(self.high, other.high))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is allowed."""
        return self.low > self.high


ANY = Range()


def orders(shape: Lengths) -> frozenset[Lengths]:
    """A shape in any order of the suits."""
    return frozenset((s, h, d, c) for s, h, d, c in itertools.permutations(shape))


ALL_SHAPES = frozenset(
    (s, h, d, 13 - s - h - d) for s, h, d in itertools.product(range(14), repeat=3) if 13 - s - h - d >= 0
)
BALANCED = orders((4, 3, 3, 3)) | orders((4, 4, 3, 2)) | orders((5, 3, 3, 2))
SEMIBALANCED = BALANCED | orders((5, 4, 2, 2)) | orders((6, 3, 2, 2))
SHAPE_WORDS = {
    "balanced": BALANCED,
    "semibalanced": SEMIBALANCED,
    "semi-balanced": SEMIBALANCED,
    "unbalanced": ALL_SHAPES - BALANCED,
}


@dataclass(frozen=True)
class HandRule:
    """What is assumed about one hand as it was dealt. ``parse_rule`` makes one from text."""

    hcp: Range = ANY
    controls: Range = ANY
    lengths: tuple[Range, Range, Range, Range] = (ANY, ANY, ANY, ANY)
    """For spades, hearts, diamonds and clubs."""
    shapes: frozenset[Lengths] | None = None
    """The shapes allowed, in the order of the suits; None for all."""
    holds: Holding = NO_CARDS
    lacks: Holding = NO_CARDS
    shape_text: str = field(default="", compare=False)

    def fits(self, lengths: Lengths) -> bool:
        """Whether a hand with these suit lengths is allowed."""
        if self.shapes is not None and lengths not in self.shapes:
            return False
        return all(low <= length <= high for length, (low, high) in zip(lengths, self.lengths, strict=True))

    def meet(self, other: HandRule) -> HandRule:
        """What both allow; perhaps nothing (``is_possible``)."""
        s, h, d, c = (one.meet(two) for one, two in zip(self.lengths, other.lengths, strict=True))
        shapes = [rule.shapes for rule in (self, other) if rule.shapes is not None]
        return HandRule(
            hcp=self.hcp.meet(other.hcp),
            controls=self.controls.meet(other.controls),
            lengths=(s, h, d, c),
            shapes=frozenset.intersection(*shapes) if shapes else None,
            holds=self.holds | other.holds,
            lacks=self.lacks | other.lacks,
            shape_text=", ".join(text for text in (self.shape_text, other.shape_text) if text),
        )

    @property
    def is_possible(self) -> bool:
        """Whether its terms leave a hand, as far as they do not depend on which cards are where."""
        if self.hcp.is_empty or self.controls.is_empty or self.holds & self.lacks:
            return False
        return any(self.fits(shape) for shape in ALL_SHAPES)

    def __str__(self) -> str:
        terms = [f"hcp {self.hcp}"] if self.hcp != ANY else []
        terms += [
            f"{SUIT_WORDS[suit]} {allowed}" for suit, allowed in enumerate(self.lengths) if allowed != ANY
        ]
        if self.shape_text:
            terms.append(self.shape_text)
        if self.controls != ANY:
            terms.append(f"controls {self.controls}")
        for word, cards in (("holds", self.holds), ("lacks", self.lacks)):
            if cards:
                terms.append(word + " " + " ".join(card_name(card) for card in cards_of(cards)))
        return ", ".join(terms)


def replace_length(rule: HandRule, suit: int, allowed: Range) -> HandRule:
    """The rule with another length of one suit."""
    s, h, d, c = (allowed if place == suit else length for place, length in enumerate(rule.lengths))
    return replace(rule, lengths=(s, h, d, c))


_NUMBER = r"(?P<low>\d{1,2})(?:(?P<plus>\+)|(?P<minus>-)(?P<high>\d{1,2})?)?"
_SUIT_NAMES = {
    name: suit
    for suit, word in enumerate(SUIT_WORDS)
    for name in (word, word[:-1], SUITS[suit].lower(), "♠♥♦♣"[suit])
}
_THING = "|".join(["hcp", "points?", "controls?", *sorted(_SUIT_NAMES, key=len, reverse=True)])
_COUNTED = re.compile(rf"(?P<thing>{_THING})\s*{_NUMBER}")
# "12-hcp" may mean anything, "12- hcp" is at most twelve.
_COUNTED_LAST = re.compile(rf"{_NUMBER}(?:(?<!-)|(?=\s))\s*(?P<thing>{_THING})")
_SHAPE = re.compile(r"(\d{1,2})([-=])(\d{1,2})\2(\d{1,2})\2(\d{1,2})")
_CARDS = re.compile(r"(holds?|has|lacks?|not|no)\s+(\S.*)")
_AT_LEAST = re.compile(r">=\s*(\d+)")
_AT_MOST = re.compile(r"<=\s*(\d+)")
_RANGE = re.compile(r"(\d)\s*[-–—−]\s*(?=\d)")
_CARD_REVERSED = re.compile(r"([akqjt2-9]|10)([shdc♠♥♦♣])")
_SYMBOLS = str.maketrans("♠♥♦♣", "shdc")


def parse_rule(text: str) -> HandRule:
    """Read the small language of this module; raises ``InputError`` that names the term.

    >>> str(parse_rule("12-14 hcp, ♠ 5+, Balanced"))
    'hcp 12-14, spades 5+, balanced'
    """
    rule = HandRule()
    if not isinstance(text, str) or not text.strip():
        raise InputError(f'an assumption about a hand is like "hcp 12-14, spades 5+": {text!r}')
    terms = text.split(",")
    if not terms[-1].strip():
        terms.pop()
    for term in terms:
        rule = _add_term(rule, " ".join(term.split()), text)
    return rule


def _usual_spelling(term: str) -> str:
    """A term in lower case, with what people write for ranges in one spelling.

    >>> _usual_spelling("HCP >= 12"), _usual_spelling("Spades: 4 – 5"), _usual_spelling("not balanced")
    ('hcp 12+', 'spades 4-5', 'unbalanced')
    """
    lower = term.lower().replace("≥", ">=").replace("≤", "<=").replace(":", " ")
    lower = _AT_MOST.sub(r"\1-", _AT_LEAST.sub(r"\1+", lower))
    lower = _RANGE.sub(r"\1-", lower).replace("not balanced", "unbalanced")
    return " ".join(lower.split()).removeprefix("shape ")


def _add_term(rule: HandRule, term: str, text: str) -> HandRule:
    lower = _usual_spelling(term)
    cards = _CARDS.fullmatch(lower)
    if cards:
        return _add_cards(rule, cards[1][0] in "ln", cards[2], term)
    counted = _COUNTED.fullmatch(lower) or _COUNTED_LAST.fullmatch(lower)
    if counted:
        return _add_range(rule, counted["thing"], _range(counted), term)
    shapes: set[Lengths] = set()
    for word in re.split(r"\s+or\s+|\s*\|\s*", lower):
        found = _shapes(word)
        if not found:
            raise InputError(
                f'{term!r} is not an assumption about a hand, like "hcp 12-14", "spades 5+", "balanced", '
                f'"5-3-3-2" or "holds SA": {text!r}'
            )
        shapes |= found
    allowed = frozenset(shapes) if rule.shapes is None else rule.shapes & shapes
    if not allowed:
        raise InputError(f"no hand has such a shape: {text!r}")
    both = ", ".join(part for part in (rule.shape_text, lower) if part)
    return replace(rule, shapes=allowed, shape_text=both)


def _range(counted: re.Match[str]) -> Range:
    low = int(counted["low"])
    if counted["plus"]:
        return Range(low, MOST)
    if counted["minus"]:
        return Range(low, int(counted["high"])) if counted["high"] else Range(0, low)
    return Range(low, low)


def _add_range(rule: HandRule, thing: str, allowed: Range, term: str) -> HandRule:
    if thing in _SUIT_NAMES:
        suit = _SUIT_NAMES[thing]
        most, met = 13, rule.lengths[suit].meet(allowed)
        rule = replace_length(rule, suit, met)
    elif thing.startswith("control"):
        most, met = 12, rule.controls.meet(allowed)
        rule = replace(rule, controls=met)
    else:
        most, met = 37, rule.hcp.meet(allowed)
        rule = replace(rule, hcp=met)
    if met.is_empty or met.low > most:
        raise InputError(f"no hand has that: {term!r}")
    return rule


def _shapes(word: str) -> frozenset[Lengths]:
    if word in SHAPE_WORDS:
        return SHAPE_WORDS[word]
    if len(word) == 4 and word.isascii() and word.isdigit():
        word = "-".join(word)
    found = _SHAPE.fullmatch(word)
    if not found:
        return frozenset()
    shape = (int(found[1]), int(found[3]), int(found[4]), int(found[5]))
    if sum(shape) != 13:
        raise InputError(f"a shape has 13 cards, not {sum(shape)}: {word!r}")
    return orders(shape) if found[2] == "-" else frozenset([shape])


def _add_cards(rule: HandRule, lacks: bool, names: str, term: str) -> HandRule:
    cards = 0
    for name in names.split():
        written = _CARD_REVERSED.sub(r"\2\1", name).translate(_SYMBOLS)
        try:
            cards |= 1 << parse_card(written)
        except InputError as error:
            raise InputError(f"{error} in {term!r}") from None
    rule = replace(rule, lacks=rule.lacks | cards) if lacks else replace(rule, holds=rule.holds | cards)
    both = rule.holds & rule.lacks
    if both:
        raise InputError(f"{card_name(cards_of(both)[0])} cannot be held and not held: {term!r}")
    return rule
