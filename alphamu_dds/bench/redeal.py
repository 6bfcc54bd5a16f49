"""Deal the unseen cards again, as far as the play leaves them open.

The games of the benchmarks are dealt by this, so that they stay the same games: ``worlds.sample`` is the
sampler for everything else.
"""

from __future__ import annotations

import random

from ..bridge.cards import NO_CARDS, SUIT_BITS, Holding, cards_of


def redeal(
    rng: random.Random,
    unseen: Holding,
    lengths: tuple[int, int],
    voids: tuple[frozenset[int], frozenset[int]],
) -> tuple[Holding, Holding]:
    """Two hidden hands of the given lengths, all distributions of ``unseen`` being equally likely.

    ``voids`` are the suits in which each hand has shown out. A suit in which one hand is void belongs to
    the other; the rest is dealt without bias.
    """
    hands = [NO_CARDS, NO_CARDS]
    free = unseen
    for suit in range(4):
        cards = unseen & SUIT_BITS << 16 * suit
        for hand in (0, 1):
            if suit in voids[1 - hand]:
                hands[hand] |= cards
                free &= ~cards
    open_places = lengths[0] - hands[0].bit_count()
    for card in rng.sample(cards_of(free), open_places):
        hands[0] |= 1 << card
        free &= ~(1 << card)
    return hands[0], hands[1] | free
