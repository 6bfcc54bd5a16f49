"""Layouts dealt by shuffling, where more than two hands are open, and which of them fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..bridge.cards import Holding, Seat, cards_of
from .constraints import Constraint, Truths
from .features import LENGTH, Deals, points_table
from .random_numbers import Random
from .view import FULL_DECK


def shuffled_deals(random: Random, seen: Mapping[Seat, Holding], size: int) -> Deals:
    """So many random layouts in which the seats of ``seen`` have these 13 cards."""
    held = sum(seen.values())
    cards = np.array([1 << card for card in cards_of(FULL_DECK & ~held)], dtype=np.uint64)
    shuffled = cards[random.shuffles(len(cards), size)]
    hands = [np.full(size, seen.get(seat, 0), dtype=np.uint64) for seat in range(4)]
    for place, seat in enumerate(seat for seat in range(4) if seat not in seen):
        hands[seat] = np.bitwise_or.reduce(shuffled[:, 13 * place : 13 * place + 13], axis=1)
    return Deals(hands, size)


def fitting(deals: Deals, hidden: Sequence[Seat], constraints: Sequence[Constraint]) -> Truths:
    """Which layouts fit: lengths and cards of the hidden hands, and the rest."""
    truths = np.ones(deals.size, dtype=np.bool_)
    for constraint in constraints:
        passed = constraint.passes(deals)
        if passed is not None:
            truths &= passed
        for seat in hidden:
            held = np.uint64(constraint.held(seat))
            truths &= deals.hands[seat] & held == held
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
