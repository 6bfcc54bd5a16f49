"""Perfect-information values of states, asked of the game once per state and world.

The value of a world depends on the public state alone, not on which other worlds are possible or
useful, so one memory serves the whole search. Only worlds that are asked for are valued; when others
become useful later, only those are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from .budget import Budget
from .fronts import Mask, worlds_of
from .game import Game, Move, State

Valued = tuple[Mask, Mask]
"""``(known, won)``: the worlds of one state whose perfect-information value is known, and those that are won.

Always ``won ⊆ known``: a world that has not been valued is not called won. Either may hold worlds that are
not possible at a node, since values belong to the state; whoever takes a bound from them looks at the
possible ones only.
"""

NOT_VALUED: Valued = (0, 0)


class Values(Generic[State, Move]):
    """What the game's ``evaluate`` said, remembered if ``remember`` is set."""

    def __init__(self, game: Game[State, Move], remember: bool, budget: Budget | None = None) -> None:
        self._game = game
        self._remember = remember
        self._budget = budget
        self._states: dict[State, Valued] = {}
        self._moves: dict[State, tuple[Mask, list[Mask]]] = {}

    def of_state(self, state: State, worlds: Mask) -> Valued:
        """What is known of a state once all of ``worlds`` are valued, and of others if they were before."""
        known, won = self._states.get(state, NOT_VALUED)
        missing = worlds & ~known
        for part in self._parts(missing) if missing else ():
            won |= self._game.evaluate(state, part)
            known |= part
            if self._remember:
                self._states[state] = known, won
            self._count(part)
        return known, won

    def of_moves(self, state: State, moves: Sequence[Move], worlds: Mask) -> tuple[Mask, list[Mask]]:
        """The same for the state after each move of a Max node: the worlds known, and those won by each.

        ``moves`` must be the same at every call for a state.
        """
        known, won = self._moves.get(state, (0, []))
        missing = worlds & ~known
        for part in self._parts(missing) if missing else ():
            fresh = self._game.evaluate_moves(state, moves, part)
            won = [old | new for old, new in zip(won, fresh, strict=True)] if known else fresh
            known |= part
            if self._remember:
                self._moves[state] = known, won
            self._count(part)
        return known, won or [0] * len(moves)

    def known_moves(self, state: State) -> Mask:
        """The worlds in which the moves of a state have been valued."""
        return self._moves.get(state, (0, []))[0]

    def _parts(self, worlds: Mask) -> list[Mask]:
        """The worlds, in parts if the budget wants to be looked at often, so that many can be stopped."""
        if self._budget is None or worlds.bit_count() <= self._budget.worlds_at_once:
            return [worlds]
        waiting, number = worlds_of(worlds), self._budget.worlds_at_once
        starts = range(0, len(waiting), number)
        return [sum(1 << world for world in waiting[start : start + number]) for start in starts]

    def _count(self, worlds: Mask) -> None:
        if self._budget is not None:
            self._budget.values(worlds.bit_count())
