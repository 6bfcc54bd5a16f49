"""Layouts for the opening leader, who sees one hand only: the other 39 cards are dealt again and again."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ..bridge.cards import SEAT_NAMES, Layout
from ..errors import InputError
from .assume import Assumed
from .constraints import Constraint
from .fit import settle
from .fits import fitting
from .random_numbers import Random
from .sample import Worlds
from .shuffled import shuffled_deals
from .view import View

_AT_ONCE = 2_000
_LOOKED_AT = 20_000
_OPEN = math.factorial(39) // math.factorial(13) ** 3
"""So many ways there are to deal three hands."""


def draw_before_the_lead(
    view: View, assumed: Assumed, worlds: int, seed: int, attempts: int
) -> tuple[Assumed, Worlds]:
    """So many different layouts; fewer if ``attempts`` deals have no more that fit.

    If nothing fits what the calls show, they are believed as far as the first layouts dealt allow.
    """
    hidden = view.hidden
    leader = view.play.opening_leader
    hand = view.hands[leader]
    assert hand is not None
    seen = {leader: hand}

    def some(assumed: Assumed) -> tuple[Assumed, Worlds] | None:
        random = Random(seed)
        found: dict[Layout, None] = {}
        tried = passed = 0
        while tried < attempts and len(found) < worlds:
            deals = shuffled_deals(random, seen, _AT_ONCE)
            fit = np.flatnonzero(fitting(deals, hidden, assumed.constraints)).tolist()
            tried += _AT_ONCE
            passed += len(fit)
            for number in fit:
                found[deals.layout(number)] = None
                if len(found) == worlds:
                    break
        if not found:
            return None
        return assumed, Worlds(
            layouts=tuple(found),
            weights=None,
            view=view,
            constraints=assumed.constraints,
            wanted=worlds,
            complete=False,
            open=_OPEN,
            dealt=_OPEN,
            tried=tried,
            fitting=passed,
        )

    def settled() -> Assumed:
        deals = shuffled_deals(Random(seed), seen, _LOOKED_AT)

        def possible(constraints: Sequence[Constraint]) -> bool:
            return bool(fitting(deals, hidden, constraints).any())

        def likely(constraints: Sequence[Constraint], given: Sequence[Constraint]) -> list[float]:
            left = fitting(deals, hidden, given)
            number = max(1, int(left.sum()))
            return [float((left & fitting(deals, hidden, [one])).sum() / number) for one in constraints]

        return settle(assumed, possible, likely)

    drawn = some(assumed) or some(settled())
    if drawn is None:
        raise InputError(f"none of {attempts:,} layouts fits what {SEAT_NAMES[leader]} is told")
    return drawn
