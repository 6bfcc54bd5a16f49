"""Every default of a decision, and the only one: for the library, the commands and the batch alike.

Whoever asks about a board without saying more gets these layouts, this depth and these limits, so the same
question has the same answer through every door. A caller who says more overrides one of them at a time.
"""

from __future__ import annotations

import math

from ..engine.options import USUAL_MEMORY, USUAL_WORK, Limits

DEFAULT_WORLDS = 100
"""Layouts that are drawn. A share of a hundred is known to about ten points, of forty to about fifteen."""
DEFAULT_SEED = 1
DEFAULT_MOVES = 2
"""Cards of declarer's side looked ahead, as long as more than ``TO_THE_END`` tricks are left."""
TO_THE_END = 5
"""With so many tricks to come or fewer, the search goes to the end."""
WHOLE_FRONTS_UP_TO = 3
"""Looking further ahead, every card has its exact score, but not its whole front: that would take longer."""
DEFAULT_SECONDS = 14.0
"""Should the work take longer than that, because the machine is slow or many cards are out, time ends it:
processor time, so that a machine with more to do gives the same answer, later. It is that of the thread that
searches, whoever helps it: with more threads a search must not end sooner. A command that uses one thread has
answered by 15: it starts, draws layouts and explains."""


def moves_ahead(tricks_left: int, max_moves: int | None = None) -> int:
    """How many cards of declarer's side to look ahead."""
    if max_moves is not None:
        return max_moves
    return 2 * tricks_left if tricks_left <= TO_THE_END else DEFAULT_MOVES


def limits_of(
    tricks_left: int,
    max_moves: int | None = None,
    seconds: float | None = None,
    nodes: float | None = None,
    memory: float | None = None,
) -> Limits:
    """The limits of a search, those that were not given by default.

    Without a limit of time (``math.inf``) there is none of work either: then it takes what it takes.
    """
    return Limits(
        moves_ahead(tricks_left, max_moves),
        math.inf if seconds is None else seconds,
        math.inf if nodes is None else nodes,
        USUAL_MEMORY if memory is None else memory,
        USUAL_WORK if seconds is None else math.inf,
        DEFAULT_SECONDS if seconds is None else math.inf,
    )


def how_exact(max_moves: int, every_card: bool | None = None) -> tuple[bool, bool]:
    """Whether every card is valued exactly, and if so whether only its score is: True gives whole fronts."""
    if every_card is None:
        return True, max_moves > WHOLE_FRONTS_UP_TO
    return every_card, False
