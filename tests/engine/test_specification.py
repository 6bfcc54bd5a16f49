"""What the docstring of ``engine/search.py`` promises, checked at every node of searches on random games."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

from alphamu_dds.engine import Front, Limits, Options, Score, Want, leq, meet, search, union
from alphamu_dds.engine.node import Window
from alphamu_dds.engine.search import TreeSearch
from alphamu_dds.engine.values import NOT_VALUED, Valued
from tests.helpers.abstract import GraphGame, Node, bits, random_game

real_node: Any = TreeSearch.node


def check_values(game: GraphGame, state: Node, valued: Valued) -> None:
    """``won ⊆ known``, and both are true."""
    known, won = valued
    assert not won & ~known
    assert won == sum(1 << world for world in bits(known) if game.value(state, world))


def check_window(tree: TreeSearch[Node, int], window: Window) -> None:
    """The useful worlds are the shadow of β, and β is only that if it is not maintained itself."""
    assert window.useful == (union(window.beta) if tree.options.useful_worlds else tree.full)
    if not tree.options.beta_cut:
        assert window.beta == (window.useful,)


def check_bounds(tree: TreeSearch[Node, int], window: Window, lower: Front, upper: Front) -> bool:
    """``lower <= upper``, and (2): where it matters to the caller they agree. True if not elsewhere."""
    assert leq(lower, upper)
    secured = tuple(vector for alpha in window.alphas for vector in alpha) + lower
    for vector in meet(window.beta, upper):
        if tree.score.vector(vector) >= window.target:
            assert leq((vector,), secured)
    return lower != upper


@pytest.mark.parametrize("many", [64, 0], ids=["fronts as they are", "every front is large"])
def test_every_node_keeps_the_specification(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    visited = apart = 0

    def node(
        self: Any, state: Node, possible: int, moves_left: int, window: Window, valued: Valued = NOT_VALUED
    ) -> Any:
        nonlocal visited, apart
        check_values(self.game, state, valued)
        check_window(self, window)
        lower, upper = real_node(self, state, possible, moves_left, window, valued)
        visited += 1
        apart += check_bounds(self, window, lower, upper)
        return lower, upper

    monkeypatch.setattr(TreeSearch, "node", node)
    monkeypatch.setattr(importlib.import_module("alphamu_dds.engine.search"), "_MANY", many)
    rng = random.Random(many)
    for seed in range(300):
        game = random_game(seed, layers=6)
        some = Options.of(*[name for name in Options.names() if rng.random() < 0.7])
        for options in (Options(), Options.paper(), some):
            weights = rng.choice([None, [rng.choice([0, 1, 2, 0.5]) for _ in range(game.worlds - 1)] + [1]])
            search(game, Limits(4), options, weights, rng.choice(list(Want)))
    assert visited > 5_000
    assert apart > 500, "cuts leave bounds: without them the second promise says little"


def test_a_window_is_never_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is handed to several children, so what one of them finds must not reach the next."""

    def node(self: Any, *asked: Any) -> Any:
        window = next(part for part in asked if isinstance(part, Window))
        before = (window.alphas, window.beta, window.useful, window.target)
        bounds = real_node(self, *asked)
        assert before == (window.alphas, window.beta, window.useful, window.target)
        return bounds

    monkeypatch.setattr(TreeSearch, "node", node)
    for seed in range(60):
        search(random_game(seed, layers=6), Limits(4), Options() if seed % 2 else Options.paper())


def test_a_window_open_on_all_sides_gives_the_front() -> None:
    for seed in range(60):
        game = random_game(seed)
        for options in (Options(), Options.paper(), Options.plain()):
            tree: TreeSearch[Node, int] = TreeSearch(game, options, Limits(), Score(game.worlds))
            lower, upper = tree.node(game.root, tree.full, 3, tree.open_window())
            assert lower == upper
