"""From what is seen and what may be assumed to layouts: the one door to this room for a decision."""

from __future__ import annotations

from .assume import Assumed, Assumptions, assume, told
from .before_lead import draw_before_the_lead
from .fit import draw_fitting
from .sample import Worlds
from .seen import Seen


def draw_layouts(
    seen: Seen, assumptions: Assumptions, worlds: int | None, seed: int, few: int, attempts: int
) -> tuple[Assumed, Worlds]:
    """Layouts of the hidden hands, and what was assumed for them.

    What was concluded from calls and leads is given up where nothing fits it; what the user says never is.
    Raises ``InputError`` for what cannot be understood, ``NoWorldsError`` if nothing is left.
    """
    view = seen.view
    if len(view.hidden) == 2:
        assumed = assume(view, seen.dealer, seen.auction, assumptions)
        return draw_fitting(view, assumed, worlds, seed, few, attempts)
    assumed = told(view.hidden, seen.dealer, seen.auction, assumptions)
    return draw_before_the_lead(view, assumed, worlds or attempts, seed, attempts)
