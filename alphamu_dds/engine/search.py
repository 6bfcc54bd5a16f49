"""αμ below the root: one recursive search, all cuts, and the specification they keep.

What a node is worth
--------------------
``V(s, P, m)`` is the front of state ``s`` with possible worlds ``P`` and ``m`` Max moves to look
ahead. It is defined by four lines; everything else in this file only computes it faster:

* ``s`` finished, or ``m = 0``: one vector, the worlds of P that are won with open cards;
* Max to move: the join of ``V(s·a, P, m - 1)`` over Max's moves ``a``;
* Min to move: the meet of ``V(s·a, P & legal(a), m)`` over the moves legal in some world of P;
* worlds outside P are 1 in every vector.

What ``node`` returns
---------------------
``node(s, P, m, alphas, beta)`` returns two fronts, ``lower`` and ``upper``, with

(1) ``lower <= V(s, P, m) <= upper``: both are true bounds, always, whatever was cut;
(2) ``α v (β ^ upper) = α v (β ^ lower)``: where it matters to the caller they agree.

α is what Max has already secured above: the front of the nearest Max node (shallow), of each Max node
above one at a time (deep), or the join of them all. β is what the Min nodes above still leave open:
the meet of their upper bounds. With α at the bottom and β at the top the two bounds are equal, and
exact. Because fronts form a distributive lattice, (2) at the children gives (2) at the parent:
at a Max node with children searched under α v (front so far), at a Min node under β ^ (upper so far).

With a ``target`` set, α also holds every vector that scores less: only plans that bring the root to the
target matter. These vectors form a down-set like any other α, so everything said above stays true
(*score cut*). They are dropped from β where it is formed, in ``window``.

A *useful* world is one that some vector of β still wins. When only useful worlds are maintained (U)
and not β itself, β is the single vector of useful worlds: U is the shadow of β. Useless worlds are
not valued, and their defenders' moves are not tried; ``lower`` says 0 and ``upper`` 1 about them,
which keeps (1). Since β travels down as an argument, uselessness cannot leak to a sibling.

Each cut below is marked with its name in the paper and follows from (2).
"""

from __future__ import annotations

from typing import Generic

from .budget import SCORE_WORK, Budget
from .fronts import BOTTOM, Front, Mask, join, leq, meet, prune, union
from .game import Game, Move, State
from .options import Limits, Options
from .score import Score, Weight
from .table import Entry, Table
from .values import Values

Bounds = tuple[Front, Front]
"""A lower and an upper bound of a node's front."""

_MANY = 64
"""Fronts with more vectors are handled with more care; smaller ones are not worth the trouble."""


class TreeSearch(Generic[State, Move]):
    """The search below the root for one game; keeps the table from one iteration to the next."""

    def __init__(self, game: Game[State, Move], options: Options, limits: Limits, score: Score) -> None:
        self.game = game
        self.score = score
        self.target: Weight = 0
        """The score that the root wants to see reached; 0 if every vector counts."""
        self.options = options
        self.full: Mask = (1 << game.worlds) - 1
        self.top: Front = (self.full,)
        self.budget = Budget.of(limits, game.worlds)
        """Given to whatever works on large fronts; None if nothing is limited."""
        self.table = Table(self.top, self.budget)
        self.values = Values(game, options.table, self.budget)
        self.nodes = 0

    def node(
        self,
        state: State,
        possible: Mask,
        moves_left: int,
        alphas: tuple[Front, ...],
        beta: Front,
        known: Mask = 0,
        won: Mask = 0,
    ) -> Bounds:
        """Bounds of ``V(state, possible, moves_left)``; the module's docstring is the specification.

        ``known`` are worlds whose perfect-information value at this state the caller has at hand, and
        ``won`` those of them that are won.
        """
        useful = self.useful(possible, beta)
        if moves_left == 0 or self.game.finished(state) or self._world_cut(useful):
            return self._settled(state, possible, useful, known, won)
        if self.game.max_to_move(state):
            return self._max_node(state, possible, moves_left, alphas, beta, useful, won)
        return self._min_node(state, possible, moves_left, alphas, beta, useful, known, won)

    def useful(self, possible: Mask, beta: Front) -> Mask:
        """The possible worlds whose result can still matter."""
        return possible & union(beta) if self.options.useful_worlds else possible

    def window(self, beta: Front, upper: Front) -> Front:
        """What a node with this upper bound can still contribute."""
        if self.target and len(upper) > _MANY:
            upper = self._promising(upper)
        window = meet(beta, upper, self.budget)
        # Score cut: a plan that stays below the target is no better than what the root has.
        return self._promising(window) if self.target else window

    def _promising(self, front: Front) -> Front:
        """The vectors that reach the target."""
        target, score = self.target, self.score.vector
        if self.budget is not None and len(front) > _MANY:
            self.budget.work(SCORE_WORK * len(front))
        return tuple([vector for vector in front if score(vector) >= target])

    def lowered(self, upper: Front, child_upper: Front) -> Front:
        """The upper bound of a Min node after one more move: the meet, or a little more.

        Vectors below the target are in α already. When they are many they are left as they are: a bound
        that is looser there is as good, and the meet of two large fronts is the dearest thing there is.
        """
        if self.target and len(upper) > _MANY:
            promising = self._promising(upper)
            if len(promising) < len(upper):
                missing = set(upper).difference(promising)
                return prune([*missing, *meet(promising, child_upper, self.budget)], self.budget)
        return meet(upper, child_upper, self.budget)

    def narrow(self, beta: Front, window: Front) -> Front:
        """β for the children of a Min node; ``window`` is β met with the node's upper bound."""
        if self.options.beta_cut:
            return window
        if self.options.useful_worlds:
            return (union(window),)
        return beta

    def alphas_below(self, alphas: tuple[Front, ...], front: Front) -> tuple[Front, ...]:
        """α for the children of a Max node whose front so far is ``front``."""
        if not self.options.deep_alpha_cut:
            return (front,)
        if self.options.join_alpha:
            return (join(alphas[0], front, self.budget) if alphas else front,)
        return (*alphas, front)

    def _world_cut(self, useful: Mask) -> bool:
        # World cuts. No useful world: nothing here matters. One: Max cannot be torn between worlds, so
        # searching deeper changes nothing and the perfect-information value is the value.
        return self.options.world_cuts and not useful & (useful - 1)

    def _settled(self, state: State, possible: Mask, useful: Mask, known: Mask, won: Mask) -> Bounds:
        """Bounds of a node whose useful worlds are valued by perfect information.

        An impossible world stays 1: a world that is not here is no limit for the Min nodes above.
        """
        missing = useful & ~known
        if missing:
            won |= self.values.of_state(state, missing)[1]
        won &= useful
        return (self.full & ~possible | won,), (self.full & ~(useful & ~won),)

    def _max_node(
        self,
        state: State,
        possible: Mask,
        moves_left: int,
        alphas: tuple[Front, ...],
        beta: Front,
        useful: Mask,
        won_here: Mask,
    ) -> Bounds:
        options = self.options
        entry, lower, upper = self._remembered(state, possible, moves_left)
        window = self.window(beta, upper)
        if self._closed(window, lower, alphas if options.deep_alpha_cut else ()):
            return lower, upper
        if options.beta_cut:
            beta = window
            useful = self.useful(possible, beta)
        self._open_node()

        moves = [move for move, _ in self.game.moves(state, possible, useful, options.merge_equal)]
        children = [self.game.play(state, move) for move in moves]
        if options.cut_on_win:
            # Cut on win, before anything is valued: a move that ends the game with everything won.
            for move, child in zip(moves, children, strict=True):
                if self.game.finished(child) and self.game.evaluate(child, useful) == useful:
                    lower = join(lower, (self.full & ~possible | useful,))
                    self._store(state, possible, moves_left, lower, upper, move)
                    return lower, upper
        known, won = 0, [0] * len(moves)
        if options.bulk_leaves:
            # Empty entry: also inner nodes are valued, for the early cut at their children.
            ask = useful if moves_left == 1 or options.empty_entry else 0
            # A forced move: what is won here is won after it.
            forced = won_here if len(moves) == 1 else 0
            known, won = self.values.of_moves(state, moves, ask & ~forced)
            known = known & possible | forced
            if forced:
                won = [won[0] | forced]
        order = list(range(len(moves)))
        if len(order) > 1:
            order.sort(key=lambda i: -((won[i] & useful).bit_count()))
        if moves_left == 1 and options.bulk_leaves:
            outside = self.full & ~possible
            lower = join(lower, prune([outside | vector & known for vector in won]))
            upper = meet(upper, prune([self.full & ~(known & ~vector) for vector in won]))
            self._store(state, possible, moves_left, lower, upper, moves[order[0]])
            return lower, upper
        _to_front(order, moves, entry)

        best = moves[order[0]]
        uppers: list[int] = []
        for position, i in enumerate(order):
            child_lower, child_upper = self.node(
                children[i],
                possible,
                moves_left - 1,
                self.alphas_below(alphas, lower),
                beta,
                known,
                won[i],
            )
            uppers.extend(child_upper)
            joined = join(lower, child_lower, self.budget)
            if joined == lower:
                continue
            lower = joined
            best = moves[i]
            # Cut on win: all that can be won is won. β cut: what Max has is all that the Min nodes above let
            # through. Both leave the upper bounds of the moves not tried as they are known.
            won_all = options.cut_on_win and any(not useful & ~vector for vector in lower)
            if won_all or (options.beta_cut and self._closed(beta, lower, alphas)):
                uppers.extend(self.full & ~(known & ~won[j]) for j in order[position + 1 :])
                break
        upper = meet(upper, prune(uppers, self.budget), self.budget)
        self._store(state, possible, moves_left, lower, upper, best)
        return lower, upper

    def _min_node(
        self,
        state: State,
        possible: Mask,
        moves_left: int,
        alphas: tuple[Front, ...],
        beta: Front,
        useful: Mask,
        known: Mask,
        won: Mask,
    ) -> Bounds:
        options = self.options
        entry, lower, upper = self._remembered(state, possible, moves_left)
        if not options.bulk_leaves:
            # Empty entry: a node seen for the first time gets its perfect-information vector.
            ask = useful if options.empty_entry and entry is None else 0
            known, won = self.values.of_state(state, ask)
        if known:
            upper = meet(upper, (self.full & ~(possible & known & ~won),))
        window = self.window(beta, upper)
        # Early cut: even the optimistic bound is no better than what Max has.
        if self._closed(window, lower, alphas if options.early_cut else ()):
            return lower, upper
        beta = self.narrow(beta, window)
        useful = self.useful(possible, beta)
        if self._world_cut(useful):
            return self._world_cut_inside(state, possible, moves_left, useful, known, won, lower, upper)
        self._open_node()

        moves = list(self.game.moves(state, possible, useful, options.merge_equal))
        order = list(range(len(moves)))
        if len(order) > 1:
            order.sort(key=lambda i: -((moves[i][1] & useful).bit_count()))
        _to_front(order, [move for move, _ in moves], entry)
        best: Move | None = None
        secured: Front = self.top
        inherit = known if options.inherit_values else 0
        for i in order:
            move, legal = moves[i]
            if not legal & useful:
                continue
            child_lower, child_upper = self.node(
                self.game.play(state, move),
                legal,
                moves_left,
                alphas,
                beta,
                won & legal & inherit,
                won & legal & inherit,
            )
            secured = meet(secured, child_lower, self.budget)
            met = self.lowered(upper, child_upper)
            if met == upper:
                continue
            upper = met
            best = move
            window = self.window(beta, upper)
            # α cut, shallow and deep: the front has fallen to what Max has anyway. Not all moves were
            # tried, so nothing is secured beyond the lower bound that was known before.
            if self._closed(window, BOTTOM, alphas if options.alpha_cut else ()):
                self._store(state, possible, moves_left, lower, upper, best)
                return lower, upper
            beta = self.narrow(beta, window)
            useful = self.useful(possible, beta)
            if self._world_cut(useful):
                return self._world_cut_inside(state, possible, moves_left, useful, known, won, lower, upper)
        # Moves that exist only in useless worlds were not tried: claim nothing about those worlds.
        useless = possible & ~useful
        lower = join(lower, prune([vector & ~useless for vector in secured], self.budget), self.budget)
        self._store(state, possible, moves_left, lower, upper, best)
        return lower, upper

    def _world_cut_inside(
        self,
        state: State,
        possible: Mask,
        moves_left: int,
        useful: Mask,
        known: Mask,
        won: Mask,
        lower: Front,
        upper: Front,
    ) -> Bounds:
        """A world cut at a Min node that has just lost all but one useful world.

        That world's value at this node covers the moves not yet tried.
        """
        settled_lower, settled_upper = self._settled(state, possible, useful, known, won)
        lower = join(lower, settled_lower, self.budget)
        upper = meet(upper, settled_upper, self.budget)
        self._store(state, possible, moves_left, lower, upper, None)
        return lower, upper

    def _remembered(self, state: State, possible: Mask, moves_left: int) -> tuple[Entry | None, Front, Front]:
        entry = self.table.get(state, possible) if self.options.table else None
        lower, upper = self.table.bounds(entry, moves_left)
        return entry, lower, upper

    def _store(
        self, state: State, possible: Mask, moves_left: int, lower: Front, upper: Front, move: Move | None
    ) -> None:
        if self.options.table:
            self.table.store(state, possible, moves_left, lower, upper, move)

    def _open_node(self) -> None:
        self.nodes += 1
        if self.budget is not None:
            self.budget.node()

    def _closed(self, window: Front, front: Front, alphas: tuple[Front, ...]) -> bool:
        """Whether everything in ``window`` is below ``front``, or below it together with one α."""
        budget = self.budget
        return leq(window, front, budget) or any(leq(window, alpha + front, budget) for alpha in alphas)


def _to_front(order: list[int], moves: list[Move], entry: Entry | None) -> None:
    """Put the move that was best the last time first."""
    if entry is not None and entry.move in moves:
        first = moves.index(entry.move)
        order.remove(first)
        order.insert(0, first)
