"""Perfect-information values of states, asked of the game once per state and world.

The value of a world depends on the public state alone, not on which other worlds are possible or
useful, so one memory serves the whole search. Only worlds that are asked for are valued; when others
become useful later, only those are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from .fronts import Mask
from .game import Game, Move, State


class Values(Generic[State, Move]):
    """What the game's ``evaluate`` said, remembered if ``remember`` is set."""

    def __init__(self, game: Game[State, Move], remember: bool) -> None:
        self._game = game
        self._remember = remember
        self._states: dict[State, tuple[Mask, Mask]] = {}
        self._moves: dict[State, tuple[Mask, list[Mask]]] = {}

    def of_state(self, state: State, worlds: Mask) -> tuple[Mask, Mask]:
        """The worlds whose value is known, among them all of ``worlds``, and those that are won."""
        known, won = self._states.get(state, (0, 0))
        missing = worlds & ~known
        if missing:
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
        missing = worlds & ~known
        if missing:
            fresh = self._game.evaluate_moves(state, moves, missing)
            won = [old | new for old, new in zip(won, fresh, strict=True)] if known else fresh
            known |= missing
            if self._remember:
                self._moves[state] = (known, won)
        return known, won if known else [0] * len(moves)
