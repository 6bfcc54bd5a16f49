"""Every default of a decision, and the only one: for library, commands, batch and players alike.

Whoever asks about a board without saying more gets these layouts, this depth and these limits, so the same
question has the same answer through every door. A caller who says more overrides one of them at a time
(``effort.Effort``).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..engine.options import USUAL_MEMORY, USUAL_WORK, Limits, Want

if TYPE_CHECKING:
    from .effort import Effort

DEFAULT_WORLDS = 100
"""Layouts that are drawn. A share of a hundred is known to about ten points, of forty to about fifteen."""
DEFAULT_SEED = 1
DEFAULT_FEW = 200
"""So many layouts or fewer are used whole, even if less are wanted."""
DEFAULT_ATTEMPTS = 1_000_000
"""Layouts dealt and tested before fewer have to do."""
DEFAULT_MOVES = 2
"""Cards of declarer's side looked ahead, as long as more than ``TO_THE_END`` tricks are left."""
PLAYER_WORLDS = 20
"""Layouts that a player imagines at the table: as many as in the paper's games."""
TO_THE_END = 5
"""With so many tricks to come or fewer, the search goes to the end."""
WHOLE_FRONTS_UP_TO = 3
"""Looking further ahead, every card has its exact score, but not its whole front: that would take longer."""
DEFAULT_SECONDS = 14.0
"""Should the work take longer than that, because the machine is slow or many cards are out, time ends it:
processor time, so that a machine with more to do gives the same answer, later. It is that of the thread that
searches, whoever helps it: with more threads a search must not end sooner. A command that uses one thread has
answered by 15: it starts, draws layouts and explains."""
WHY_SECONDS = 0.5
"""With the usual limit, so much processor time more is left to explain what was found."""


def moves_ahead(effort: Effort, tricks_left: int) -> int:
    """How many cards of the viewer's side to look ahead."""
    if effort.max_moves is not None:
        return effort.max_moves
    return 2 * tricks_left if tricks_left <= TO_THE_END else DEFAULT_MOVES


def limits_of(effort: Effort, tricks_left: int) -> Limits:
    """The limits of a search, those that were not given by default.

    Where a limit of time is given (``math.inf`` for none), the usual ones of time and work are not set.
    """
    if effort.limits is not None:
        return effort.limits
    usual = effort.seconds is None
    return Limits(
        moves_ahead(effort, tricks_left),
        math.inf if effort.seconds is None else effort.seconds,
        math.inf if effort.nodes is None else effort.nodes,
        USUAL_MEMORY if effort.memory is None else effort.memory,
        USUAL_WORK if usual else math.inf,
        DEFAULT_SECONDS if usual and effort.clock else math.inf,
    )


def what_is_wanted(effort: Effort, max_moves: int) -> Want:
    """The best card, the exact score of every card, or every card's whole front."""
    if effort.want is not None:
        return effort.want
    return Want.SCORES if max_moves > WHOLE_FRONTS_UP_TO else Want.FRONTS
