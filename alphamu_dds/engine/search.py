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
``node(s, P, m, window)`` returns two fronts, ``lower`` and ``upper``, with

(1) ``lower <= V(s, P, m) <= upper``: both are true bounds, always, whatever was cut;
(2) ``α v (β ^ upper) = α v (β ^ lower)``: where it matters to the caller they agree.

The *window* says what matters. α is what Max has already secured above: the front of the nearest Max node
(shallow), of each Max node above one at a time (deep), or the join of them all. β is what the Min nodes
above still leave open: the meet of their upper bounds. With α at the bottom and β at the top the two bounds
are equal, and exact. Because fronts form a distributive lattice, (2) at the children gives (2) at the
parent: at a Max node with children searched under α v (front so far), at a Min node under
β ^ (upper so far).

If the window has a *target*, α also holds every vector that scores less: only plans that bring the root to
the target matter. These vectors form a down-set like any other α, so everything said above stays true
(*score cut*). They are dropped from β where it is formed, in ``_hope``.

A *useful* world is one that some vector of β still wins. When only useful worlds are maintained (U)
and not β itself, β is the single vector of useful worlds: U is the shadow of β. Useless worlds are
not valued, and their defenders' moves are not tried; ``lower`` says 0 and ``upper`` 1 about them,
which keeps (1). Since the window travels down as an argument, and each node narrows its own, uselessness
cannot leak to a sibling.

``_max_node`` and ``_min_node`` are the two halves of the paper's algorithm "αμ with cuts". Each cut is a
step with its name in the paper, and follows from (2).
"""

from __future__ import annotations

from typing import Generic

from .budget import SCORE_WORK, Budget
from .fronts import BOTTOM, Front, Fronts, Mask, Vector, union
from .game import Game, Move, State
from .node import Node, Window
from .options import Limits, Options
from .score import Score, Weight
from .table import Table
from .values import NOT_VALUED, Valued, Values

Bounds = tuple[Front, Front]
"""A lower and an upper bound of a node's front."""

_MANY = 64
"""Fronts with more vectors are handled with more care; smaller ones are not worth the trouble."""


class TreeSearch(Generic[State, Move]):
    """The search below the root for one game; keeps the table from one iteration to the next."""

    def __init__(self, game: Game[State, Move], options: Options, limits: Limits, score: Score) -> None:
        self.game = game
        self.score = score
        self.options = options
        self.full: Mask = (1 << game.worlds) - 1
        self.top: Front = (self.full,)
        self.budget = Budget.of(limits, game.worlds)
        """What the search may still spend; None if nothing is limited."""
        self.fronts = Fronts(self.budget)
        self.table = Table(self.top, self.budget)
        self.values = Values(game, options.table, self.budget)
        self.nodes = 0

    def open_window(self, alphas: tuple[Front, ...] = (), target: Weight = 0) -> Window:
        """The window with nothing above but these; without them, what ``node`` returns is a node's front."""
        return Window(alphas, self.top, self.full, target)

    def node(
        self, state: State, possible: Mask, moves_left: int, window: Window, valued: Valued = NOT_VALUED
    ) -> Bounds:
        """Bounds of ``V(state, possible, moves_left)``; the module's docstring is the specification.

        ``valued`` is what the caller has at hand of this state's perfect-information values.
        """
        useful = possible & window.useful
        if moves_left == 0 or self.game.finished(state) or self._world_cut(useful):
            return self._settled(state, possible, useful, valued)
        entry = self.table.get(state, possible) if self.options.table else None
        lower, upper = self.table.bounds(entry, moves_left)
        node: Node[State, Move] = Node(state, possible, moves_left, window, useful, entry, lower, upper)
        if self.game.max_to_move(state):
            self._max_node(node, valued)
        else:
            self._min_node(node, valued)
        return node.lower, node.upper

    # Max: the join of its moves.

    def _max_node(self, node: Node[State, Move], valued: Valued) -> None:
        options, fronts = self.options, self.fronts
        hope = self._hope(node)
        # Early cut, here against α of the Max nodes above: what was known before settles the matter.
        if self._closed(hope, node.lower, node.window.alphas if options.deep_alpha_cut else ()):
            return
        if options.beta_cut:
            self._narrow(node, hope)
        self._open_node()
        moves = [m for m, _ in self.game.moves(node.state, node.possible, node.useful, options.merge_equal)]
        children = [self.game.play(node.state, move) for move in moves]
        if options.cut_on_win and self._won_at_once(node, moves, children):
            self._store(node)
            return
        known, won = self._values_after(node, moves, valued)
        order = _most_first(won, node.useful)
        if node.moves_left == 1 and options.bulk_leaves:
            node.best = moves[order[0]]
            self._join_leaves(node, known, won)
            self._store(node)
            return
        if node.entry is not None:
            _to_front(order, moves, node.entry.move)
        node.best = moves[order[0]]
        uppers: list[Vector] = []
        below = self._below(node)
        for tried, i in enumerate(order, 1):
            lower, upper = self.node(children[i], node.possible, node.moves_left - 1, below, (known, won[i]))
            uppers.extend(upper)
            joined = fronts.join(node.lower, lower)
            if joined == node.lower:
                continue
            node.lower, node.best = joined, moves[i]
            if self._cut_on_win(node) or self._beta_cut(node):
                # Of the moves not tried no more is known than what open cards say.
                uppers.extend(self._not_lost(node, known, [won[j] for j in order[tried:]]))
                break
            below = self._below(node)
        node.upper = fronts.meet(node.upper, fronts.prune(uppers))
        self._store(node)

    def _won_at_once(self, node: Node[State, Move], moves: list[Move], children: list[State]) -> bool:
        """Cut on win before anything is valued: a move that ends the game with everything won."""
        for move, child in zip(moves, children, strict=True):
            if self.game.finished(child) and self.game.evaluate(child, node.useful) == node.useful:
                node.lower = self.fronts.join(node.lower, (self.full & ~node.possible | node.useful,))
                node.best = move
                return True
        return False

    def _values_after(
        self, node: Node[State, Move], moves: list[Move], valued: Valued
    ) -> tuple[Mask, list[Mask]]:
        """The worlds whose value after every move is known, and for each move those that are won."""
        if not self.options.bulk_leaves:
            return 0, [0] * len(moves)
        # Empty entry: also inner nodes are valued, for the early cut at their children.
        ask = node.useful if node.moves_left == 1 or self.options.empty_entry else 0
        # A forced move: what is won here is won after it.
        forced = valued[1] if len(moves) == 1 else 0
        known, won = self.values.of_moves(node.state, moves, ask & ~forced)
        return (known | forced, [won[0] | forced]) if forced else (known, won)

    def _join_leaves(self, node: Node[State, Move], known: Mask, won: list[Mask]) -> None:
        """The last Max move: every child is a leaf, and one vector each."""
        fronts, impossible = self.fronts, self.full & ~node.possible
        node.lower = fronts.join(node.lower, fronts.prune([impossible | vector for vector in won]))
        node.upper = fronts.meet(node.upper, fronts.prune(self._not_lost(node, known, won)))

    def _not_lost(self, node: Node[State, Move], known: Mask, won: list[Mask]) -> list[Vector]:
        """For each move all worlds but those that are lost even with open cards, where no plan wins."""
        full, valued = self.full, node.possible & known
        return [full & ~(valued & ~mask) for mask in won]

    def _below(self, node: Node[State, Move]) -> Window:
        """The window for the children of a Max node: what the node has so far is another α."""
        window = node.window
        if not self.options.deep_alpha_cut:
            alphas: tuple[Front, ...] = (node.lower,)
        elif not node.lower:
            return window
        elif window.alphas and self.options.join_alpha:
            alphas = (self.fronts.join(window.alphas[0], node.lower),)
        else:
            alphas = (*window.alphas, node.lower)
        return Window(alphas, window.beta, window.useful, window.target)

    def _cut_on_win(self, node: Node[State, Move]) -> bool:
        """All that can be won is won."""
        useful = node.useful
        return self.options.cut_on_win and useful in [useful & vector for vector in node.lower]

    def _beta_cut(self, node: Node[State, Move]) -> bool:
        """What Max has is all that the Min nodes above let through: cut on win is the special case."""
        return self.options.beta_cut and self._closed(node.window.beta, node.lower, node.window.alphas)

    # Min, who knows the world: the meet of its moves.

    def _min_node(self, node: Node[State, Move], valued: Valued) -> None:
        options, fronts = self.options, self.fronts
        if not options.bulk_leaves:
            # Empty entry: a node seen for the first time gets its perfect-information vector.
            ask = node.useful if options.empty_entry and node.entry is None else 0
            valued = self.values.of_state(node.state, ask)
        known, won = valued
        if known:
            node.upper = fronts.meet(node.upper, (self.full & ~(node.possible & known & ~won),))
        hope = self._hope(node)
        # Early cut: even the optimistic bound is no better than what Max has.
        if self._closed(hope, node.lower, node.window.alphas if options.early_cut else ()):
            return
        self._narrow(node, hope)
        if self._world_cut(node.useful):
            self._settle(node, valued)
            self._store(node)
            return
        self._open_node()
        moves = self.game.moves(node.state, node.possible, node.useful, options.merge_equal)
        order = _most_first([legal for _, legal in moves], node.useful)
        if node.entry is not None:
            _to_front(order, [move for move, _ in moves], node.entry.move)
        secured = self.top
        for i in order:
            move, legal = moves[i]
            if not legal & node.useful:
                continue
            # With open cards, what is won before a Min move is won after it.
            still_won = won & legal if options.inherit_values else 0
            child = self.game.play(node.state, move)
            lower, upper = self.node(child, legal, node.moves_left, node.window, (still_won, still_won))
            secured = fronts.meet(secured, lower)
            lowered = self._lowered(node, upper)
            if lowered == node.upper:
                continue
            node.upper, node.best = lowered, move
            hope = self._hope(node)
            # α cut, shallow and deep: the front has fallen to what Max has anyway.
            if self._closed(hope, BOTTOM, node.window.alphas if options.alpha_cut else ()):
                break
            self._narrow(node, hope)
            if self._world_cut(node.useful):
                self._settle(node, valued)
                break
        else:
            # Only now have all moves been tried, but for those that exist only in useless worlds: nothing is
            # claimed about these. After a cut nothing is secured beyond what was known before.
            useless = node.possible & ~node.useful
            node.lower = fronts.join(node.lower, fronts.prune([vector & ~useless for vector in secured]))
        self._store(node)

    def _narrow(self, node: Node[State, Move], hope: Front) -> None:
        """Useful worlds (or, more sharply, β): the children need not look beyond what is hoped for here."""
        window, options = node.window, self.options
        useful = union(hope) if options.useful_worlds else self.full
        beta = hope if options.beta_cut else (useful,)
        if beta != window.beta:
            node.window = Window(window.alphas, beta, useful, window.target)
            node.useful = node.possible & useful

    def _lowered(self, node: Node[State, Move], child_upper: Front) -> Front:
        """The upper bound of a Min node after one more move: the meet, or a little more.

        Vectors below the target are in α already. When they are many they are left as they are: a bound
        that is looser there is as good, and the meet of two large fronts is the dearest thing there is.
        """
        upper, target, fronts = node.upper, node.window.target, self.fronts
        if target and len(upper) > _MANY:
            promising = self._promising(upper, target)
            if len(promising) < len(upper):
                missing = set(upper).difference(promising)
                return fronts.prune([*missing, *fronts.meet(promising, child_upper)])
        return fronts.meet(upper, child_upper)

    def _settle(self, node: Node[State, Move], valued: Valued) -> None:
        """A world cut at a Min node that has just lost all but one useful world.

        That world's value at this node covers the moves not yet tried.
        """
        lower, upper = self._settled(node.state, node.possible, node.useful, valued)
        node.lower, node.upper = self.fronts.join(node.lower, lower), self.fronts.meet(node.upper, upper)
        node.best = None

    # Both.

    def _world_cut(self, useful: Mask) -> bool:
        """Whether no or one world is useful.

        No useful world: nothing here matters. One: Max cannot be torn between worlds, so searching deeper
        changes nothing and the perfect-information value is the value.
        """
        return self.options.world_cuts and not useful & (useful - 1)

    def _settled(self, state: State, possible: Mask, useful: Mask, valued: Valued) -> Bounds:
        """Bounds of a node whose useful worlds are valued by perfect information.

        An impossible world stays 1: a world that is not here is no limit for the Min nodes above.
        """
        known, won = valued
        missing = useful & ~known
        if missing:
            won |= self.values.of_state(state, missing)[1]
        won &= useful
        return (self.full & ~possible | won,), (self.full & ~(useful & ~won),)

    def _hope(self, node: Node[State, Move]) -> Front:
        """What the node may still do for its caller: β ^ upper."""
        window, upper = node.window, node.upper
        target = window.target
        if not target:
            return self.fronts.meet(window.beta, upper)
        # Score cut: a plan that stays below the target is no better than what the root has.
        if len(upper) > _MANY:
            upper = self._promising(upper, target)
        return self._promising(self.fronts.meet(window.beta, upper), target)

    def _promising(self, front: Front, target: Weight) -> Front:
        """The vectors that reach the target."""
        score = self.score.vector
        if self.budget is not None and len(front) > _MANY:
            self.budget.work(SCORE_WORK * len(front))
        return tuple([vector for vector in front if score(vector) >= target])

    def _closed(self, hope: Front, front: Front, alphas: tuple[Front, ...]) -> bool:
        """Whether all that is hoped for is below ``front``, or below it together with one α."""
        leq = self.fronts.leq
        if leq(hope, front):
            return True
        for alpha in alphas:  # noqa: SIM110 - any() is slower, and this is asked at every node
            if leq(hope, alpha + front):
                return True
        return False

    def _open_node(self) -> None:
        self.nodes += 1
        if self.budget is not None:
            self.budget.node()

    def _store(self, node: Node[State, Move]) -> None:
        if self.options.table:
            self.table.store(node)


def _most_first(masks: list[Mask], useful: Mask) -> list[int]:
    """The places of the masks, those with the most useful worlds first."""
    order = list(range(len(masks)))
    if len(order) > 1:
        order.sort(key=lambda i: -(masks[i] & useful).bit_count())
    return order


def _to_front(order: list[int], moves: list[Move], best: Move | None) -> None:
    """Put the move that was best the last time first."""
    if best in moves:
        first = moves.index(best)
        order.remove(first)
        order.insert(0, first)
