"""Perfect-information values of states, asked of the game once per state and world.

The value of a world depends on the public state alone, not on which other worlds are possible or
useful, so one memory serves the whole search. Only worlds that are asked for are valued; when others
become useful later, only those are added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from .budget import Budget
from .fronts import Mask, worlds_of
from .game import Game, Move, State

AT_ONCE = 16
"""With a limit of time the game is asked about so many worlds at a time."""


class Values(Generic[State, Move]):
    """What the game's ``evaluate`` said, remembered if ``remember`` is set."""

    def __init__(self, game: Game[State, Move], remember: bool, budget: Budget | None = None) -> None:
        self._game = game
        self._remember = remember
        self._budget = budget
        self._states: dict[State, tuple[Mask, Mask]] = {}
        self._moves: dict[State, tuple[Mask, list[Mask]]] = {}

    def of_state(self, state: State, worlds: Mask) -> tuple[Mask, Mask]:
        """The worlds whose value is known, among them all of ``worlds``, and those that are won."""
        known, won = self._states.get(state, (0, 0))
        for missing in self._parts(worlds & ~known):
            won |= self._game.evaluate(state, missing)
            known |= missing
            if self._remember:
                self._states[state] = (known, won)
        return known, won

    def of_moves(self, state: State, moves: Sequence[Move], worlds: Mask) -> tuple[Mask, list[Mask]]:
        """The same for the state after each move of a Max node.

        ``moves`` must be the same at every call for a state.
        """
        known, won = self._moves.get(state, (0, []))
        for missing in self._parts(worlds & ~known):
            fresh = self._game.evaluate_moves(state, moves, missing)
            won = [old | new for old, new in zip(won, fresh, strict=True)] if known else fresh
            known |= missing
            if self._remember:
                self._moves[state] = (known, won)
        return known, won if known else [0] * len(moves)

    def known_moves(self, state: State) -> Mask:
        """The worlds in which the moves of a state have been valued."""
        return self._moves.get(state, (0, []))[0]

    def _parts(self, worlds: Mask) -> Iterator[Mask]:
        """The worlds in parts, with a look at the budget after each, so that many can be stopped half way."""
        budget = self._budget
        if budget is None or not budget.watches_time:
            if worlds:
                yield worlds
                if budget is not None:
                    budget.values(worlds.bit_count())
            return
        waiting = worlds_of(worlds)
        for start in range(0, len(waiting), AT_ONCE):
            part = waiting[start : start + AT_ONCE]
            yield sum(1 << world for world in part)
            budget.values(len(part))
