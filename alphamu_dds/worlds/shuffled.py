"""Layouts dealt by shuffling, where more than two hands are open."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..bridge.cards import EVERY_SEAT, Holding, Seat, cards_of
from .features import Deals
from .random_numbers import Random
from .view import FULL_DECK


def shuffled_deals(random: Random, seen: Mapping[Seat, Holding], size: int) -> Deals:
    """So many random layouts in which the seats of ``seen`` have these 13 cards."""
    held = sum(seen.values())
    cards = np.array([1 << card for card in cards_of(FULL_DECK & ~held)], dtype=np.uint64)
    shuffled = cards[random.shuffles(len(cards), size)]
    hands = [np.full(size, seen.get(seat, 0), dtype=np.uint64) for seat in EVERY_SEAT]
    for place, seat in enumerate(seat for seat in EVERY_SEAT if seat not in seen):
        hands[seat] = np.bitwise_or.reduce(shuffled[:, 13 * place : 13 * place + 13], axis=1)
    return Deals(hands, size)
