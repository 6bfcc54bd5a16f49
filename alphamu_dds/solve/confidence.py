"""How sure a percentage is that was found in a sample, and whether two cards can be told apart.

The layouts are a random sample of all that fit. A share of them carries Wilson's interval; with weights,
for as many layouts as they are worth, (sum w)^2 / (sum w^2), after Kish. Two cards are compared in the
layouts in which only one of them wins (McNemar): what both win or both lose says nothing about the
difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.fronts import Mask, worlds_of
from ..engine.score import Weight

NORMAL_95 = 1.959964
"""Of a normal distribution 95 % lie within so many standard deviations."""
NORMAL_80 = 0.841621
"""80 % lie below so many."""


@dataclass(frozen=True)
class Interval:
    """Where the true share lies with a probability of 95 %."""

    low: float
    high: float


def effective_number(weights: Sequence[Weight] | None, number: int) -> float:
    """As many layouts of equal weight would tell as much."""
    if weights is None:
        return float(number)
    squares = sum(float(weight) ** 2 for weight in weights)
    return float(sum(weights)) ** 2 / squares if squares else 0.0


def interval(share: float, number: float) -> Interval:
    """Wilson's interval for a share that was found in so many layouts.

    >>> found = interval(0.5, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.404, 0.596)
    """
    if number <= 0:
        return Interval(0.0, 1.0)
    z = NORMAL_95
    middle = share + z * z / (2 * number)
    spread = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    scale = 1 + z * z / number
    # The share itself is always inside; rounding must not put it out at 0 and 1.
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return Interval(max(0.0, min(share, low)), min(1.0, max(share, high)))


@dataclass(frozen=True)
class Comparison:
    """Two cards in the same layouts."""

    only_first: float
    """The weight of layouts that only the first card wins, in layouts of equal weight."""
    only_second: float
    told_apart: bool
    """Whether the difference is larger than chance explains, 19 times of 20."""
    worlds_needed: int | None
    """So many layouts would tell them apart four times of five, if the difference is as it seems; None for no
    difference."""


def compare(first: Mask, second: Mask, number: int, weights: Sequence[Weight] | None = None) -> Comparison:
    """Compare two cards by the layouts that each wins."""
    scale = effective_number(weights, number) / (
        float(sum(weights)) if weights is not None else max(1, number)
    )

    def worth(mask: Mask) -> float:
        if weights is None:
            return float(mask.bit_count())
        return scale * sum(float(weights[world]) for world in worlds_of(mask))

    one, other = worth(first & ~second), worth(second & ~first)
    difference = one - other
    if difference == 0:
        return Comparison(one, other, False, None)
    # The square of the difference in standard errors grows as the number of layouts. To be told apart four
    # times of five, and not only every other time, it has to be expected a little beyond the limit.
    squared = difference**2 / (one + other)
    needed = math.ceil(number * (NORMAL_95 + NORMAL_80) ** 2 / squared)
    return Comparison(one, other, _sign_test(one, other) <= 0.05, needed)


def by_chance(hits: int, total: int, other_hits: int, other_total: int) -> float:
    """How often chance would put so many of all hits, or more, among ``total``: Fisher's exact test.

    >>> by_chance(2, 2, 1, 2)
    0.5
    """
    chosen = hits + other_hits
    as_many = sum(
        math.comb(total, number) * math.comb(other_total, chosen - number)
        for number in range(hits, min(total, chosen) + 1)
    )
    return as_many / math.comb(total + other_total, chosen)


def _sign_test(one: float, other: float) -> float:
    """How often a fair coin is as uneven as that: the sign test.

    >>> _sign_test(5, 0), _sign_test(6, 0)
    (0.0625, 0.03125)
    """
    tosses, fewer = round(one + other), round(min(one, other))
    as_uneven = sum(math.comb(tosses, heads) for heads in range(fewer + 1))
    return min(1.0, float(2 * as_uneven / 2**tosses))
