"""A rule about a hand made wider: a card more or less, two points more or less, until nothing is left of it.

A rule is taken apart into its terms, because a hand that cannot have the points of a call may well have
its suit: only the term that is in the way is widened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .hand_rule import ANY, SEMIBALANCED, HandRule, Range, replace_length

POINTS = 2
"""By so many points a rule is widened in a step."""


def terms(rule: HandRule) -> list[HandRule]:
    """The rule as rules of one term each, all of which must be true."""
    alone = [HandRule(hcp=rule.hcp), HandRule(controls=rule.controls)]
    alone += [replace_length(HandRule(), suit, allowed) for suit, allowed in enumerate(rule.lengths)]
    alone.append(HandRule(shapes=rule.shapes, shape_text=rule.shape_text))
    alone += [HandRule(holds=rule.holds), HandRule(lacks=rule.lacks)]
    return [term for term in alone if term != HandRule()]


def together(rules: Sequence[HandRule]) -> HandRule:
    """One rule that says what all of these say."""
    whole = HandRule()
    for rule in rules:
        whole = whole.meet(rule)
    return whole


def wider_forms(term: HandRule) -> Iterator[HandRule]:
    """The term wider and wider, as long as it says something.

    >>> from alphamu_dds.worlds.hand_rule import parse_rule
    >>> [str(form) for form in wider_forms(parse_rule("spades 4+"))]
    ['spades 3+', 'spades 2+', 'spades 1+']
    """
    term = _wider(term)
    while term != HandRule():
        yield term
        term = _wider(term)


def _wider(term: HandRule) -> HandRule:
    """One step wider at both ends. Cards held or not held are no matter of degree: they are given up."""
    wider = HandRule(hcp=_widen(term.hcp, POINTS, 37), controls=_widen(term.controls, 1, 12))
    for suit, allowed in enumerate(term.lengths):
        wider = replace_length(wider, suit, _widen(allowed, 1, 13))
    if term.shapes is not None and term.shapes < SEMIBALANCED:
        wider = replace(wider, shapes=SEMIBALANCED, shape_text="semibalanced")
    return wider


def _widen(allowed: Range, by: int, most: int) -> Range:
    high = allowed.high + by
    return Range(max(allowed.low - by, 0), high if high < most else ANY.high)
