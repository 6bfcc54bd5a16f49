"""Does a layout fit? The only place that asks constraints about layouts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..bridge.cards import Seat
from .constraints import Constraint, Truths
from .features import LENGTH, Deals, points_table


def passing(deals: Deals, constraints: Sequence[Constraint]) -> Truths:
    """Which layouts pass what cannot be struck out beforehand: points, cards not held, tests.

    Enough where the layouts were dealt with the lengths and the cards that are assumed (``space.Space``).
    """
    truths = np.ones(deals.size, dtype=np.bool_)
    for constraint in constraints:
        passed = constraint.passes(deals)
        if passed is not None:
            truths &= passed
    return truths


def holding(deals: Deals, hidden: Sequence[Seat], constraints: Sequence[Constraint]) -> Truths:
    """In which layouts the hidden hands have the cards that they are said to hold."""
    truths = np.ones(deals.size, dtype=np.bool_)
    for constraint in constraints:
        for seat in hidden:
            held = np.uint64(constraint.held(seat))
            truths &= deals.hands[seat] & held == held
    return truths


def fitting(deals: Deals, hidden: Sequence[Seat], constraints: Sequence[Constraint]) -> Truths:
    """Which layouts fit, however they were dealt: lengths and cards of the hidden hands, and the rest."""
    truths = passing(deals, constraints) & holding(deals, hidden, constraints)
    table = points_table(LENGTH)
    for seat in hidden:
        lengths = np.stack([deals.count(seat, table, (suit,)) for suit in range(4)], axis=1)
        # Far fewer shapes than layouts are to be judged.
        shapes, which = np.unique(lengths[truths], axis=0, return_inverse=True)
        fit = [
            all(constraint.allows(seat, (s, h, d, c)) for constraint in constraints)
            for s, h, d, c in shapes.tolist()
        ]
        truths[truths] = np.array(fit, dtype=np.bool_)[which.reshape(-1)]
    return truths
