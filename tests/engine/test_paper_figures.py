"""The five figures of the paper "Optimizing αμ", each as a game in which the cut must happen.

A figure is checked three ways: with the cut the node named in the figure is not searched, without
the cut it is, and both give the same front.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from alphamu_dds.engine.fronts import Front, prune
from alphamu_dds.engine.options import Limits, Options
from alphamu_dds.engine.score import Score
from alphamu_dds.engine.search import TreeSearch
from tests.helpers.abstract import GraphGame, Node

ALL = 0b111


def vector(text: str) -> int:
    """A vector as the paper prints it, world 1 first; x counts as 1."""
    return sum(1 << w for w, c in enumerate(text.split()) if c in "1x")


@dataclass
class Figure(GraphGame):
    """A game built by naming nodes as in the figure; remembers what the search looked at."""

    names: dict[str, Node] = field(default_factory=dict)
    opened: set[Node] = field(default_factory=set)
    valued: list[tuple[Node, int]] = field(default_factory=list)

    def node(self, name: str, kind: str, *edges: tuple[str, int]) -> None:
        self.kind[self[name]] = kind
        self.edges[self[name]] = [(self[target], legal) for target, legal in edges]

    def end(self, name: str, wins: str) -> None:
        self.kind[self[name]] = "end"
        self.wins[self[name]] = vector(wins)

    def __getitem__(self, name: str) -> Node:
        return self.names.setdefault(name, (0, len(self.names)))

    def moves(self, state: Node, possible: int, useful: int, merge: bool) -> list[tuple[int, int]]:
        self.opened.add(state)
        return super().moves(state, possible, useful, merge)

    def evaluate(self, state: Node, worlds: int) -> int:
        self.valued.append((state, worlds))
        return super().evaluate(state, worlds)

    def searched(self, name: str) -> bool:
        return self[name] in self.opened or any(state == self[name] for state, _ in self.valued)


def figure() -> Figure:
    return Figure(3, (0, 0), {}, {}, {})


def solve(game: Figure, name: str, max_moves: int, *switches: str) -> Front:
    """The front of a node searched with an open window and only the named switches."""
    game.opened.clear()
    game.valued.clear()
    tree = TreeSearch(game, Options.of(*switches), Limits(max_moves), Score(game.worlds))
    lower, upper = tree.node(game[name], ALL, max_moves, tree.open_window())
    assert lower == upper
    return lower


def front(*texts: str) -> Front:
    return prune(vector(text) for text in texts)


def early_cut_figure() -> Figure:
    game = figure()
    game.node("a", "max", ("b", ALL), ("c", ALL))
    game.node("b", "min", ("choice", ALL))
    game.node("choice", "max", ("d", ALL), ("e", ALL))
    game.end("d", "1 1 0")
    game.end("e", "0 1 1")
    game.node("c", "min", ("below c", ALL))
    game.node("below c", "max", ("f", ALL))
    game.end("f", "1 1 0")
    return game


def test_figure_early_cut_at_node_c() -> None:
    game = early_cut_figure()
    result = solve(game, "a", 2, "empty_entry", "early_cut")
    assert result == front("1 1 0", "0 1 1")
    assert game["c"] not in game.opened
    assert (game["c"], ALL) in game.valued  # the initial front of c is its double dummy vector
    assert solve(game, "a", 2, "empty_entry") == result
    assert game["c"] in game.opened


def test_figure_world_cut_with_no_useful_world_at_node_c() -> None:
    game = figure()
    game.node("root", "max", ("a", ALL))
    game.node("a", "min", ("b", ALL), ("c", 0b110))
    game.node("b", "max", ("b1", ALL))
    game.end("b1", "1 0 0")
    game.node("c", "max", ("c1", ALL), ("c2", ALL))
    game.end("c1", "0 1 0")
    game.end("c2", "0 0 1")
    result = solve(game, "root", 2, "useful_worlds", "world_cuts")
    assert result == front("1 0 0")
    assert not game.searched("c")
    assert solve(game, "root", 2) == result
    assert game.searched("c")


def test_figure_world_cut_with_one_useful_world_at_node_c() -> None:
    game = figure()
    game.node("root", "max", ("a", ALL))
    game.node("a", "min", ("b", ALL), ("c", 0b100))
    game.node("b", "max", ("b1", ALL), ("b2", ALL))
    game.end("b1", "1 0 1")
    game.end("b2", "0 1 1")
    game.node("c", "max", ("c1", ALL), ("c2", ALL))
    game.end("c1", "0 0 0")
    game.end("c2", "0 0 1")
    result = solve(game, "root", 3, "world_cuts")
    assert result == front("1 0 1", "0 1 1")
    assert game["c"] not in game.opened
    assert (game["c"], 0b100) in game.valued  # one double dummy solve, of the one world
    assert solve(game, "root", 3) == result
    assert game["c"] in game.opened


def test_figure_alpha_cut_at_node_c() -> None:
    game = figure()
    game.node("a", "max", ("b", ALL), ("c", ALL))
    game.node("b", "min", ("d", ALL), ("e", ALL))
    game.node("d", "max", ("d1", ALL), ("d2", ALL))
    game.end("d1", "1 1 0")
    game.end("d2", "0 1 1")
    game.node("e", "max", ("e1", ALL))
    game.end("e1", "1 1 1")
    game.node("c", "min", ("f", 0b110), ("g", 0b001))
    game.node("f", "max", ("f1", ALL))
    game.end("f1", "x 1 0")
    game.node("g", "max", ("g1", ALL))
    game.end("g1", "1 x x")
    result = solve(game, "a", 2, "alpha_cut")
    assert result == front("1 1 0", "0 1 1")
    assert game.searched("f")
    assert not game.searched("g")
    assert solve(game, "a", 2) == result
    assert game.searched("g")


def test_figure_deep_alpha_cut_at_node_d() -> None:
    game = figure()
    game.node("a", "max", ("z", ALL), ("y", ALL))
    game.end("z", "1 1 0")
    game.node("y", "min", ("b", ALL))
    game.node("b", "max", ("c", ALL), ("d", ALL))
    game.node("c", "min", ("c1", ALL))
    game.end("c1", "0 0 1")
    game.node("d", "min", ("d1", ALL), ("d2", ALL))
    game.end("d1", "1 0 0")
    game.end("d2", "1 0 1")
    result = solve(game, "a", 3, "alpha_cut", "deep_alpha_cut")
    assert result == front("1 1 0", "0 0 1")
    assert game.searched("d1")
    assert not game.searched("d2")
    # The Max node just above, b, has only [0 0 1]: a shallow cut does not see it.
    assert solve(game, "a", 3, "alpha_cut") == result
    assert game.searched("d2")


def test_alpha_against_the_join_of_all_ancestors_cuts_where_no_single_ancestor_does() -> None:
    game = figure()
    game.node("a", "max", ("z", ALL), ("y", ALL))
    game.end("z", "1 0 0")
    game.node("y", "min", ("b", ALL))
    game.node("b", "max", ("c", ALL), ("d", ALL))
    game.node("c", "min", ("c1", ALL))
    game.end("c1", "0 0 1")
    game.node("d", "min", ("choice", ALL), ("d2", ALL))
    game.node("choice", "max", ("d1", ALL), ("d1'", ALL))
    game.end("d1", "1 0 0")
    game.end("d1'", "0 0 1")
    game.end("d2", "1 1 1")
    result = solve(game, "a", 4, "alpha_cut", "deep_alpha_cut", "join_alpha")
    assert result == front("1 0 0", "0 0 1")
    assert not game.searched("d2")
    assert solve(game, "a", 4, "alpha_cut", "deep_alpha_cut") == result
    assert game.searched("d2")


def test_beta_cut_leaves_a_max_node_that_has_all_the_min_node_above_lets_through() -> None:
    game = figure()
    game.node("a", "max", ("m", ALL))
    game.node("m", "min", ("first", ALL), ("b", ALL))
    game.end("first", "1 1 0")
    game.node("b", "max", ("b1", ALL), ("b2", ALL))
    game.end("b1", "1 1 0")
    game.end("b2", "0 1 1")
    result = solve(game, "a", 3, "beta_cut")
    assert result == front("1 1 0")
    assert game.searched("b1")
    assert not game.searched("b2")
    # Cut on win is the special case in which all worlds are won: it does not apply here.
    assert solve(game, "a", 3, "cut_on_win") == result
    assert game.searched("b2")


def test_cut_on_win_leaves_a_max_node_that_wins_every_world() -> None:
    game = figure()
    game.node("a", "max", ("m", ALL))
    game.node("m", "min", ("b", ALL))
    game.node("b", "max", ("b1", ALL), ("b2", ALL))
    game.end("b1", "1 1 1")
    game.end("b2", "0 1 1")
    assert solve(game, "a", 3, "cut_on_win") == front("1 1 1")
    assert not game.searched("b2")
    assert solve(game, "a", 3) == front("1 1 1")
    assert game.searched("b2")
