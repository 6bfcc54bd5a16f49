"""Layouts that fit assumptions which may be too much to assume."""

from __future__ import annotations

from dataclasses import replace

from .assume import Assumptions
from .sample import DEFAULT_ATTEMPTS, DEFAULT_FEW, DEFAULT_WORLDS, NoWorldsError, Worlds, draw
from .view import View


def draw_fitting(
    view: View,
    assumptions: Assumptions,
    worlds: int | None = DEFAULT_WORLDS,
    seed: int = 1,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
) -> tuple[Assumptions, Worlds]:
    """Draw layouts; the assumptions that come back are those that were kept.

    Players do bid on a point less or a card less, and other systems. So if nothing fits, what was concluded
    from calls and leads is given up, the least likely first; what the user has said never is.
    """
    while True:
        try:
            return assumptions, draw(view, assumptions.constraints, worlds, seed, few, attempts)
        except NoWorldsError as error:
            doubtful = [share for share in error.shares if share.constraint.inferred and share.alone < 1]
            if not doubtful:
                raise
            least = min(doubtful, key=lambda share: share.alone).constraint
            assumptions = replace(
                assumptions,
                constraints=tuple(c for c in assumptions.constraints if c is not least),
                dropped=(*assumptions.dropped, least),
            )
