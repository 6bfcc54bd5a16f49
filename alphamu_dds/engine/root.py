"""The root: iterative deepening, the root cut, and one result for every root move."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic

from .budget import LimitReached
from .fronts import BOTTOM, Front, Mask, Vector, leq, union
from .game import Game, Move, State
from .node import Window
from .options import Limits, Options, Want
from .score import Score, Weight
from .search import TreeSearch


@dataclass
class MoveResult(Generic[Move]):
    """What is known about one root move after the last completed iteration."""

    move: Move
    possible: Mask
    """The worlds in which the move is legal; all of them for Max."""
    perfect: Vector
    """The worlds won after the move with open cards; for Max this is what PIMC counts."""
    lower: Front
    upper: Front

    @property
    def exact(self) -> bool:
        """Whether ``upper`` is the move's front, and not only a bound of it."""
        return leq(self.upper, self.lower) or not union(self.upper) & self.possible

    def score_is_exact(self, score: Score) -> bool:
        """Whether the best score of ``upper`` is also that of ``lower``."""
        best = score.front(self.upper, self.possible)
        return score.front(self.lower, self.possible) >= best

    @property
    def front(self) -> Front:
        """The whole front if it is known; else the plans known to be there; else the bound."""
        return self.upper if self.exact or not self.lower else self.lower


@dataclass
class Iteration:
    """The figures of one completed iteration."""

    max_moves: int
    score: Weight
    nodes: int
    seconds: float


@dataclass
class SearchResult(Generic[Move]):
    """The answer of a search.

    ``score`` is the best score of the root front, exactly. ``front`` is the front of the root; with the
    root cut it may be only a part of it, in which the best score does occur.
    """

    best: Move
    score: Weight
    front: Front
    moves: list[MoveResult[Move]]
    max_moves: int
    """The Max moves looked ahead; fewer than asked for when a limit was reached or the game is shorter."""
    nodes: int
    seconds: float
    complete: bool = False
    """Whether looking further ahead could change nothing: the score is what one plan really wins. If
    not, it is an upper bound of that, because beyond the horizon all cards are open."""
    limit: str | None = None
    """The field of ``Limits`` that ended the search before its last iteration."""
    iterations: list[Iteration] = field(default_factory=list)

    @property
    def limit_reached(self) -> bool:
        """Whether a limit ended the search."""
        return self.limit is not None


Order = Callable[[Move], Any]
"""A key to sort moves by."""


def search(
    game: Game[State, Move],
    limits: Limits | None = None,
    options: Options | None = None,
    weights: Sequence[Weight] | None = None,
    want: Want = Want.BEST,
    *,
    only: Collection[Move] | None = None,
    order: Order[Move] | None = None,
    on_iteration: Callable[[SearchResult[Move]], None] | None = None,
) -> SearchResult[Move]:
    """Search ``game`` from its root.

    ``want`` says what shall be exact. With ``only`` no other root moves are looked at, and among moves that
    are found alike the first in ``order`` is the best; without it, the first in the order of the game.
    ``on_iteration`` is called with the result so far after each completed iteration. The root may be a
    Max node or a Min node (then every move has its own exact front anyway); it must have moves.

    Raises ``LimitReached`` if ``limits`` end the search before there is an answer.
    """
    score = Score(game.worlds, weights)
    run = RootSearch(game, limits or Limits(), options or Options(), score, want, only, order)
    return run.run(on_iteration)


def pimc(
    game: Game[State, Move],
    options: Options | None = None,
    weights: Sequence[Weight] | None = None,
) -> SearchResult[Move]:
    """Perfect Information Monte Carlo: αμ that looks one Max move ahead."""
    return search(game, Limits(max_moves=1), options, weights, Want.FRONTS)


class RootSearch(Generic[State, Move]):
    """One search from the root; ``search`` is the way to call it. ``tree`` keeps the table."""

    def __init__(
        self,
        game: Game[State, Move],
        limits: Limits,
        options: Options,
        score: Score,
        want: Want = Want.BEST,
        only: Collection[Move] | None = None,
        order: Order[Move] | None = None,
    ) -> None:
        self.game = game
        self.limits = limits
        self.options = options
        self.score = score
        self.want = want
        self.tree = TreeSearch(game, options, limits, score)
        self.max_root = game.max_to_move(game.root)
        full = self.tree.full
        moves = [
            (move, legal)
            for move, legal in game.moves(game.root, full, full, options.merge_equal)
            if only is None or move in only
        ]
        self.records = [MoveResult(move, legal, legal, BOTTOM, self.tree.top) for move, legal in moves]
        # A move that decides the game is worth the same however far one looks ahead.
        self.deciding = [game.finished(game.play(game.root, move)) for move, _ in moves]
        self.order = list(range(len(moves)))
        if order is not None:
            self.order.sort(key=lambda i: order(moves[i][0]))
        # What another thread may look at while this one searches.
        self.depth = 0
        self.depth_since = time.perf_counter()
        self.moves_done = 0

    def run(self, on_iteration: Callable[[SearchResult[Move]], None] | None = None) -> SearchResult[Move]:
        """Deepen until a limit; the last completed iteration is the answer.

        If there is none ``LimitReached`` is raised.
        """
        started = time.perf_counter()
        last = max(1, min(self.limits.max_moves, self.game.max_moves_left))
        depths = range(1, last + 1) if self.options.iterative_deepening else sorted({1, last})
        result: SearchResult[Move] | None = None
        for max_moves in depths:
            self.depth, self.depth_since, self.moves_done = max_moves, time.perf_counter(), 0
            try:
                records, front = self.iterate(max_moves, result)
            except LimitReached as reached:
                if result is None:
                    reached.worlds_done = self.worlds_done()
                    raise
                result.limit = reached.limit
                break
            score = self.score.front(front)
            self.records = records
            best = self.choose(records)
            seconds = time.perf_counter() - started
            iterations = [*result.iterations] if result else []
            iterations.append(Iteration(max_moves, score, self.tree.nodes, seconds))
            result = SearchResult(
                records[best].move, score, front, records, max_moves, self.tree.nodes, seconds
            )
            result.iterations = iterations
            lost = not any(union(record.upper) & record.possible for record in records)
            decided = self.deciding[best] if self.max_root else all(self.deciding)
            result.complete = lost or decided or max_moves >= self.game.max_moves_left
            if lost:
                result.max_moves = last  # deeper can only say the same
            self.reorder(best)
            if on_iteration is not None:
                on_iteration(result)
            if lost:
                break
            if self.tree.budget is not None:
                self.tree.budget.begin_second()
        assert result is not None
        result.nodes = self.tree.nodes
        result.seconds = time.perf_counter() - started
        return result

    def worlds_done(self) -> int:
        """In the first iteration: how many worlds are valued at the root, or would be at this pace."""
        if self.max_root and self.options.bulk_leaves:
            return self.tree.values.known_moves(self.game.root).bit_count()
        return self.game.worlds * self.moves_done // len(self.records)

    def iterate(
        self, max_moves: int, previous: SearchResult[Move] | None
    ) -> tuple[list[MoveResult[Move]], Front]:
        """One iteration; records are copies, so that an interrupted iteration leaves no trace."""
        records = [
            MoveResult(r.move, r.possible, r.perfect, r.lower if decides else BOTTOM, r.upper)
            for r, decides in zip(self.records, self.deciding, strict=True)
        ]
        if self.max_root:
            return records, self.iterate_max(max_moves, previous, records)
        return records, self.iterate_min(max_moves, previous, records)

    def iterate_max(
        self, max_moves: int, previous: SearchResult[Move] | None, records: list[MoveResult[Move]]
    ) -> Front:
        """Join the root moves of Max, and stop when no better score can come."""
        tree, options, state = self.tree, self.options, self.game.root
        known, won = 0, [0] * len(records)
        if options.bulk_leaves:
            known, won = tree.values.of_moves(state, [r.move for r in records], tree.full)

        def search_move(i: int, window: Window) -> None:
            record = records[i]
            child = self.game.play(state, record.move)
            lower, upper = tree.node(child, tree.full, max_moves - 1, window, (known, won[i]))
            record.lower = tree.fronts.join(record.lower, lower)
            record.upper = tree.fronts.meet(record.upper, upper)
            self.moves_done += 1
            if previous is None:
                record.perfect = union(upper)

        # The first iteration values every move: it is PIMC, and orders the next one.
        each = self.want is not Want.BEST
        if previous is None or self.want is Want.FRONTS or (each and not options.score_cut):
            for i in self.order:
                search_move(i, tree.open_window())
            return tree.fronts.prune([vector for record in records for vector in record.lower])
        if options.score_cut:
            return self.iterate_by_score(records, search_move)
        front = BOTTOM
        for i in self.order:
            search_move(i, tree.open_window((front,)))
            front = tree.fronts.join(front, records[i].lower)
            reached = self.score.front(front)
            # Root cut: deeper is never better than the previous iteration, so this is the best score.
            # Cut on win at the root: nothing is better than all worlds.
            if options.root_cut and reached >= previous.score:
                break
            if options.cut_on_win and reached == self.score.total:
                break
        return front

    def iterate_by_score(
        self, records: list[MoveResult[Move]], search_move: Callable[[int, Window], None]
    ) -> Front:
        """Ask the most promising move whether it keeps its promise, until one does.

        With the target at the highest upper bound of all moves, a move that reaches it is best, and one
        that does not gets a lower upper bound. If every move's score is wanted, each is asked on its own
        until it keeps its promise.
        """
        if self.want is Want.SCORES:
            for i in self.order:
                while not self.keeps_promise(records[i], partial(search_move, i)):
                    pass
            return self.tree.fronts.prune([v for record in records for v in record.lower]) or (0,)
        while True:
            best = max(self.order, key=lambda i: self.score.front(records[i].upper))
            if self.keeps_promise(records[best], partial(search_move, best)):
                return records[best].lower or (0,)

    def keeps_promise(self, record: MoveResult[Move], search_move: Callable[[Window], None]) -> bool:
        """Whether a move reaches the best score of its upper bound, which then is its exact score.

        If not, its upper bound has fallen: asked again and again, the move ends at its exact score.
        """
        target = self.score.front(record.upper)
        if self.score.front(record.lower) >= target:
            return True
        search_move(self.tree.open_window(target=target))
        kept = self.score.front(record.lower) >= target
        assert kept or self.score.front(record.upper) < target, "a move that misses must promise less"
        return kept

    def iterate_min(
        self, max_moves: int, previous: SearchResult[Move] | None, records: list[MoveResult[Move]]
    ) -> Front:
        """Meet the root moves of Min. A lead exists in some worlds only, so each is searched on its own."""
        tree, state = self.tree, self.game.root
        front = tree.top
        for record in records:
            child = self.game.play(state, record.move)
            lower, upper = tree.node(child, record.possible, max_moves, tree.open_window())
            record.lower, record.upper = lower, tree.fronts.meet(record.upper, upper)
            self.moves_done += 1
            if previous is None:
                record.perfect = union(upper)
            front = tree.fronts.meet(front, upper)
        return front

    def choose(self, records: list[MoveResult[Move]]) -> int:
        """The best move for the side to move; among equals one that decides, then what open cards like."""

        def merit(i: int) -> tuple[Weight, Weight, Weight]:
            record = records[i]
            possible = record.possible
            if self.max_root:
                score = self.score.front(record.lower)
                return score, self.deciding[i], self.score.vector(record.perfect)
            # A defender's move exists in some worlds only: compare shares, and prefer what Max likes least.
            weight = self.score.vector(possible)
            if not weight:
                return -2, 0, -2
            lost = -self.score.front(record.upper, possible) / weight
            return lost, 0, -self.score.vector(record.perfect & possible) / weight

        return max(self.order, key=merit)

    def reorder(self, best: int) -> None:
        """Next time: the best move first, then by what each can still reach."""
        sign = 1 if self.max_root else -1

        def promise(i: int) -> Weight:
            record = self.records[i]
            return sign * self.score.front(record.upper, record.possible)

        self.order.sort(key=promise, reverse=True)
        self.order.remove(best)
        self.order.insert(0, best)
