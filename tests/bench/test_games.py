"""Games for benchmarks: repeatable, and no card that declarer has seen is dealt again."""

from __future__ import annotations

import random
from collections import Counter

from alphamu_dds.bench.games import decisions
from alphamu_dds.bench.redeal import redeal
from alphamu_dds.bridge.cards import cards_of, parse_hand


def test_a_game_follows_from_its_seed() -> None:
    first, again, other = (list(decisions(24, 8, seed)) for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_every_decision_is_a_legal_position_with_different_worlds() -> None:
    count = 0
    for seed in range(6):
        for position in decisions(28, 10, seed, "makeable" if seed % 2 else "contested"):
            count += 1
            assert len(set(position.layouts)) == len(position.layouts) <= 10
            assert 0 < position.need <= position.tricks_left
            assert position.to_play in (0, 2)
            assert len({(hands[0], hands[2]) for hands in position.layouts}) == 1
            assert len({hands[1] | hands[3] for hands in position.layouts}) == 1
    assert count > 20


def test_a_suit_in_which_one_hand_is_void_goes_to_the_other() -> None:
    rng = random.Random(1)
    unseen = parse_hand("KQJ.432..A")
    for _ in range(50):
        east, west = redeal(rng, unseen, (3, 4), (frozenset({0}), frozenset()))
        assert east & parse_hand("KQJ...") == 0
        assert (east.bit_count(), west.bit_count()) == (3, 4)
        assert east | west == unseen


def test_all_distributions_are_equally_likely() -> None:
    rng = random.Random(7)
    unseen = parse_hand("KQJT...")
    found = Counter(cards_of(redeal(rng, unseen, (2, 2), (frozenset(), frozenset()))[0]) for _ in range(6000))
    assert len(found) == 6
    # Six equal chances of 1000 each: chi-square with 5 degrees of freedom, 20.5 is beyond one in a thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 20.5
