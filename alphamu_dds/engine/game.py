"""The few questions that the search asks of a game."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from .fronts import Mask

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class Game(Protocol[State, Move]):
    """A two-sided game in which Max does not know which of several worlds is the real one.

    Max is the side whose strategy is wanted (declarer and dummy in bridge). Min is the other side; it
    is assumed to see everything. A *state* is what Max sees: it is public, hashable, and together with
    the set of possible worlds it determines everything that can still happen.

    Masks are sets of worlds. Every method is a pure function of its arguments.
    """

    @property
    def worlds(self) -> int:
        """How many worlds there are."""

    @property
    def root(self) -> State:
        """The state to be searched; every world is possible there."""

    @property
    def max_moves_left(self) -> int:
        """How many moves of Max can matter from the root on; looking further ahead changes nothing."""

    def max_to_move(self, state: State) -> bool:
        """Whether Max chooses the next move."""

    def finished(self, state: State) -> bool:
        """Whether the result is settled, so that ``evaluate`` needs no look-ahead."""

    def moves(self, state: State, possible: Mask, useful: Mask, merge: bool) -> Sequence[tuple[Move, Mask]]:
        """The moves, each with the set of ``possible`` worlds in which it is legal.

        Max knows its own moves: they are the same in all worlds, whatever ``possible`` and ``useful`` are.
        For Min only moves that are legal in some ``useful`` world are wanted. If ``merge`` is set, moves
        that lead to the same value in every useful world may be represented by one of them.
        """

    def play(self, state: State, move: Move) -> State:
        """The state after a move."""

    def evaluate(self, state: State, worlds: Mask) -> Mask:
        """Those of ``worlds`` that Max wins from here if both sides see everything."""

    def evaluate_moves(self, state: State, moves: Sequence[Move], worlds: Mask) -> list[Mask]:
        """``evaluate`` for the state after each move of a Max node, in one go."""
