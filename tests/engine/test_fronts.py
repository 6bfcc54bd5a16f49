"""The lattice laws on which every cut rests."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphamu_dds.engine.budget import Budget, LimitReached
from alphamu_dds.engine.fronts import (
    BOTTOM,
    Front,
    Fronts,
    join,
    leq,
    meet,
    prune,
    show_vector,
    union,
    worlds_of,
)
from alphamu_dds.engine.options import Limits

WORLDS = 5
vectors = st.integers(0, (1 << WORLDS) - 1)
fronts = st.sets(vectors, min_size=1, max_size=5).map(prune)


def below(front: Front) -> set[int]:
    """All vectors that a front stands for, written out."""
    return {v for v in range(1 << WORLDS) if any(v & u == v for u in front)}


@given(st.lists(vectors))
def test_prune_keeps_exactly_the_maximal_vectors(given_vectors: list[int]) -> None:
    kept = prune(given_vectors)
    assert set(kept) == {v for v in given_vectors if not any(v != u and v & u == v for u in given_vectors)}
    assert list(kept) == sorted(kept, reverse=True)


@given(fronts, fronts)
def test_join_is_the_union_of_what_the_fronts_stand_for(f: Front, g: Front) -> None:
    assert below(join(f, g)) == below(f) | below(g)
    assert join(f, g) == prune(join(f, g))


@given(fronts, fronts)
def test_meet_is_the_intersection_of_what_the_fronts_stand_for(f: Front, g: Front) -> None:
    assert below(meet(f, g)) == below(f) & below(g)
    assert meet(f, g) == prune(meet(f, g))


@given(fronts, fronts)
def test_leq_is_inclusion(f: Front, g: Front) -> None:
    assert leq(f, g) == (below(f) <= below(g))


@given(fronts, fronts, fronts)
def test_fronts_form_a_distributive_lattice(f: Front, g: Front, h: Front) -> None:
    assert meet(f, join(g, h)) == join(meet(f, g), meet(f, h))
    assert join(f, meet(g, h)) == meet(join(f, g), join(f, h))


@given(fronts)
def test_bottom_and_top_are_neutral(f: Front) -> None:
    top = ((1 << WORLDS) - 1,)
    assert join(f, BOTTOM) == join(BOTTOM, f) == f
    assert meet(f, top) == meet(top, f) == f
    assert meet(f, BOTTOM) == BOTTOM
    assert not leq(f, BOTTOM)
    assert leq(BOTTOM, f)


@given(fronts)
def test_union_has_the_worlds_of_every_vector(f: Front) -> None:
    assert set(worlds_of(union(f))) == {w for v in f for w in worlds_of(v)}


def test_a_vector_as_text_has_a_character_per_world() -> None:
    assert show_vector(0b01011, possible=0b01110, worlds=5) == "x101x"


def large_front(seed: int, size: int) -> Front:
    rng = random.Random(seed)
    return prune([sum(1 << world for world in rng.sample(range(40), 20)) for _ in range(size)])


class Counting(Budget):
    """Counts, and never stops."""

    def __init__(self) -> None:
        super().__init__(Limits(), 64)
        self.looks = 0

    def work(self, comparisons: int) -> None:
        super().work(comparisons)
        self.looks += 1


def exhausted(seconds: float = math.inf, memory: float = math.inf, work: float = math.inf) -> Budget:
    return Budget(Limits(seconds=seconds, memory=memory, work=work, from_start=True), 64)


def test_work_on_large_fronts_can_be_interrupted_and_is_the_same_if_it_is_not() -> None:
    one, other = large_front(1, 80), large_front(2, 80)
    for work in (Fronts.meet, Fronts.join):
        patient = Counting()
        assert work(Fronts(patient), one, other) == work(Fronts(), one, other)
        assert patient.looks
        with pytest.raises(LimitReached, match="work"):
            work(Fronts(exhausted(work=0)), one, other)
        with pytest.raises(LimitReached, match="seconds"):
            work(Fronts(exhausted(seconds=0)), one, other)
        with pytest.raises(LimitReached, match="memory"):
            work(Fronts(exhausted(memory=1000)), one, other)
    with pytest.raises(LimitReached, match="memory"):
        Fronts(exhausted(memory=1000)).prune([a & b for a in one for b in other])
    with pytest.raises(LimitReached, match="work"):
        Fronts(exhausted(work=0)).leq(one, other)


def test_a_meet_is_stopped_before_it_fills_the_memory() -> None:
    one, other = large_front(1, 400), large_front(2, 400)
    budget = exhausted(memory=100_000)
    with pytest.raises(LimitReached, match="memory"):
        Fronts(budget).meet(one, other)
    # 100 kB hold less than a thousand vectors: two rows or three, and not all 160,000 products.
    assert budget.spent <= 4 * len(other)
