"""Small abstract games with hidden information, and αμ on them written from the definition.

The games are layered graphs: a node may be reached by several ways (transpositions), also with
different numbers of Max moves behind it; Min may move several times in a row; which moves Min has
differs from world to world. Nothing here uses the engine: fronts are sets of sets of world numbers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Node = tuple[int, int]


@dataclass
class GraphGame:
    """A game given as a table; answers the engine's ``Game`` protocol."""

    worlds: int
    root: Node
    kind: dict[Node, str]
    """``max``, ``min`` or ``end`` for every node."""
    edges: dict[Node, list[tuple[Node, int]]]
    """Successors with the mask of worlds in which the move is legal."""
    wins: dict[Node, int]
    """The worlds won at each end node."""
    evaluations: int = 0
    _values: dict[tuple[Node, int], bool] = field(default_factory=dict)

    @property
    def max_moves_left(self) -> int:
        return len(self.kind)

    def max_to_move(self, state: Node) -> bool:
        return self.kind[state] == "max"

    def finished(self, state: Node) -> bool:
        return self.kind[state] == "end"

    def moves(self, state: Node, possible: int, useful: int, merge: bool) -> list[tuple[int, int]]:
        found = []
        seen = set()
        for index, (target, legal) in enumerate(self.edges[state]):
            if self.kind[state] == "min" and not legal & useful:
                continue
            if merge:
                if (target, legal & useful) in seen:
                    continue
                seen.add((target, legal & useful))
            found.append((index, legal & possible))
        return found

    def play(self, state: Node, move: int) -> Node:
        return self.edges[state][move][0]

    def evaluate(self, state: Node, worlds: int) -> int:
        self.evaluations += worlds.bit_count()
        return sum(1 << w for w in bits(worlds) if self.value(state, w))

    def evaluate_moves(self, state: Node, moves: Sequence[int], worlds: int) -> list[int]:
        return [self.evaluate(self.play(state, move), worlds) for move in moves]

    def value(self, state: Node, world: int) -> bool:
        """The outcome in one world if both sides see everything."""
        key = (state, world)
        if key not in self._values:
            if self.kind[state] == "end":
                self._values[key] = bool(self.wins[state] >> world & 1)
            else:
                outcomes = [self.value(t, world) for t, legal in self.edges[state] if legal >> world & 1]
                self._values[key] = any(outcomes) if self.kind[state] == "max" else all(outcomes)
        return self._values[key]


def bits(mask: int) -> list[int]:
    return [w for w in range(mask.bit_length()) if mask >> w & 1]


def random_game(
    seed: int, worlds: int | None = None, layers: int | None = None, root: str | None = None
) -> GraphGame:
    """A random layered game; small enough for the definition to be computed."""
    rng = random.Random(seed)
    worlds = worlds or rng.randint(2, 6)
    layers = layers or rng.randint(3, 7)
    width = rng.randint(1, 4)
    full = (1 << worlds) - 1
    win_rate = rng.choice([0.4, 0.5, 0.6, 0.75])
    max_rate = rng.choice([0.35, 0.5])
    game = GraphGame(worlds, (0, 0), {}, {}, {})
    for layer in range(layers + 1):
        for number in range(1 if layer == 0 else width):
            node = (layer, number)
            if layer == layers or (layer > 1 and rng.random() < 0.08):
                game.kind[node] = "end"
                game.wins[node] = sum(1 << w for w in range(worlds) if rng.random() < win_rate)
                continue
            kind = "max" if rng.random() < max_rate else "min"
            if layer == 0:
                kind = root or ("max" if rng.random() < 0.75 else "min")
            game.kind[node] = kind
            targets = [(layer + 1, rng.randrange(width)) for _ in range(rng.randint(1, 3))]
            if kind == "max":
                game.edges[node] = [(target, full) for target in targets]
                continue
            masks = [0] * len(targets)
            for w in range(worlds):
                # Every world has at least one legal move.
                legal = [i for i in range(len(targets)) if rng.random() < 0.6]
                for i in legal or [rng.randrange(len(targets))]:
                    masks[i] |= 1 << w
            game.edges[node] = [(t, m) for t, m in zip(targets, masks, strict=True) if m]
    return game


Wins = frozenset[int]


def maximal(vectors: set[Wins]) -> set[Wins]:
    return {v for v in vectors if not any(v < other for other in vectors)}


def reference_front(game: GraphGame, state: Node, possible: frozenset[int], moves: int) -> set[Wins]:
    """The front from the definition: the sets of possible worlds that a strategy of Max wins."""
    if game.kind[state] == "end" or moves == 0:
        return {frozenset(w for w in possible if game.value(state, w))}
    if game.kind[state] == "max":
        union: set[Wins] = set()
        for target, _ in game.edges[state]:
            union |= reference_front(game, target, possible, moves - 1)
        return maximal(union)
    # One strategy for each answer of Min; a world is won if it is won after every move legal in it.
    choices: set[Wins] = {possible}
    for target, legal in game.edges[state]:
        there = frozenset(w for w in possible if legal >> w & 1)
        if there:
            after = reference_front(game, target, there, moves)
            choices = maximal({c - (there - v) for c in choices for v in after})
    return choices


def reference_score(front: set[Wins], weights: Sequence[float] | None) -> float:
    return max(sum(weights[w] if weights else 1 for w in sorted(v)) for v in front)


class Entries:
    """Checks table entries of one game against the definition: lower <= value <= upper."""

    def __init__(self, game: GraphGame) -> None:
        self.game = game
        self.checked = 0
        self._values: dict[tuple[Node, int, int], set[Wins]] = {}

    def first_false(self, table: Any) -> str | None:
        """The first entry of an engine's table that claims too much, or None."""
        for state, possible, entry in table.entries():
            self.checked += 1
            lower, upper = self._sets(entry.lower, possible), self._sets(entry.upper, possible)
            if not _below(lower, self._value(state, possible, entry.lower_moves)):
                return f"lower bound too high at {state}, worlds {possible:b}: {entry.lower}"
            if not _below(self._value(state, possible, entry.upper_moves), upper):
                return f"upper bound too low at {state}, worlds {possible:b}: {entry.upper}"
        return None

    def _value(self, state: Node, possible: int, moves: int) -> set[Wins]:
        key = (state, possible, moves)
        if key not in self._values:
            self._values[key] = reference_front(self.game, state, frozenset(bits(possible)), moves)
        return self._values[key]

    @staticmethod
    def _sets(front: Sequence[int], possible: int) -> set[Wins]:
        return {frozenset(bits(vector & possible)) for vector in front}


def _below(first: set[Wins], second: set[Wins]) -> bool:
    return all(any(v <= other for other in second) for v in first)
