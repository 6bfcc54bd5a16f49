"""Laws that hold whatever the game: checked on games that hypothesis chooses and shrinks."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from alphamu_dds.engine.options import Limits, Options
from alphamu_dds.engine.root import search
from tests.helpers.abstract import GraphGame, Node, random_game

seeds = st.integers(0, 1_000_000)
depths = st.integers(1, 4)
all_switches = st.builds(lambda names: Options.of(*names), st.sets(st.sampled_from(Options.names())))
many = settings(max_examples=150, deadline=None)


def permute_mask(mask: int, order: list[int]) -> int:
    return sum(1 << new for new, old in enumerate(order) if mask >> old & 1)


def with_worlds(game: GraphGame, order: list[int]) -> GraphGame:
    """The game whose world i is world ``order[i]`` of the given one; an index may occur twice."""
    return GraphGame(
        len(order),
        game.root,
        game.kind,
        {node: [(t, permute_mask(m, order)) for t, m in edges] for node, edges in game.edges.items()},
        {node: permute_mask(wins, order) for node, wins in game.wins.items()},
    )


def score(game: GraphGame, moves: int, options: Options, weights: list[float] | None = None) -> float:
    return float(search(game, Limits(moves), options, weights).score)


@many
@given(seeds, depths, all_switches, st.randoms(use_true_random=False))
def test_the_order_of_worlds_does_not_matter(
    seed: int, moves: int, options: Options, rng: random.Random
) -> None:
    game = random_game(seed)
    order = list(range(game.worlds))
    rng.shuffle(order)
    assert score(with_worlds(game, order), moves, options) == score(game, moves, options)


@many
@given(seeds, depths, all_switches, st.randoms(use_true_random=False))
def test_the_order_of_moves_does_not_matter(
    seed: int, moves: int, options: Options, rng: random.Random
) -> None:
    game = random_game(seed)
    edges: dict[Node, list[tuple[Node, int]]] = {}
    for node, targets in game.edges.items():
        edges[node] = rng.sample(targets, len(targets))
    shuffled = replace(game, edges=edges, _values={})
    assert score(shuffled, moves, options) == score(game, moves, options)


@many
@given(seeds, depths, all_switches, st.integers(0, 5))
def test_a_world_twice_is_the_same_as_weight_two(seed: int, moves: int, options: Options, which: int) -> None:
    game = random_game(seed)
    doubled = which % game.worlds
    weights = [2.0 if w == doubled else 1.0 for w in range(game.worlds)]
    twice = with_worlds(game, [*range(game.worlds), doubled])
    assert score(twice, moves, options) == score(game, moves, options, weights)


@many
@given(seeds, depths, all_switches)
def test_a_deeper_search_never_scores_higher(seed: int, moves: int, options: Options) -> None:
    game = random_game(seed)
    assert score(game, moves + 1, options) <= score(game, moves, options)


@many
@given(seeds, depths, all_switches)
def test_one_world_is_perfect_information(seed: int, moves: int, options: Options) -> None:
    game = random_game(seed, worlds=1)
    assert score(game, moves, options) == game.value(game.root, 0)
