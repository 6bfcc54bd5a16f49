"""The layouts that a player may imagine: of two hidden hands, and of three before the opening lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..bridge.cards import SEAT_NAMES, Layout
from ..errors import InputError
from ..worlds.assume import Assumptions, assume, told
from ..worlds.constraints import Constraint
from ..worlds.fit import draw_fitting, settle
from ..worlds.random_numbers import Random
from ..worlds.shuffled import fitting, shuffled_deals
from ..worlds.view import View
from .turn import Turn

ATTEMPTS = 1_000_000
"""Layouts tried before a player makes do with fewer, or gives up on what he was told."""
_AT_ONCE = 2_000
_LOOKED_AT = 20_000


@dataclass(frozen=True)
class Imagined:
    """Layouts of what all four still hold, and how much each counts; None if all count alike."""

    layouts: tuple[Layout, ...]
    weights: tuple[int, ...] | None


def imagine(turn: Turn, worlds: int) -> Imagined:
    """So many different layouts that fit what the player sees and knows, or all if there are no more.

    If what he was told is very rare, there may be fewer: as many as ``ATTEMPTS`` tries have found. They
    depend on nothing but that and on ``turn.seed``: players who see the same imagine the same.
    """
    seed = turn.seed_for("worlds")
    knowledge = turn.knowledge
    if turn.hands.count(None) > 2:
        return _before_the_lead(turn, worlds, seed)
    view = View.of(turn.hands, turn.play.opening_leader, turn.play.trump, turn.play.cards)
    assumptions = assume(view, knowledge.dealer, knowledge.auction, knowledge.sources)
    _, drawn = draw_fitting(view, assumptions, worlds, seed, few=0, attempts=ATTEMPTS)
    return Imagined(drawn.layouts, drawn.weights)


def _before_the_lead(turn: Turn, worlds: int, seed: int) -> Imagined:
    """The opening leader sees one hand only: the other 39 cards are dealt again and again.

    If nothing fits what the calls show, they are believed as far as the first layouts dealt allow.
    """
    seen = {turn.seat: turn.hand}
    hidden = [seat for seat in range(4) if seat != turn.seat]
    knowledge = turn.knowledge

    def some(believed: Sequence[Constraint]) -> Imagined | None:
        random = Random(seed)
        found: dict[Layout, None] = {}
        for _ in range(0, ATTEMPTS, _AT_ONCE):
            deals = shuffled_deals(random, seen, _AT_ONCE)
            for number in np.flatnonzero(fitting(deals, hidden, believed)).tolist():
                found[deals.layout(number)] = None
                if len(found) == worlds:
                    return Imagined(tuple(found), None)
        return Imagined(tuple(found), None) if found else None

    def settled(assumptions: Assumptions) -> Assumptions:
        deals = shuffled_deals(Random(seed), seen, _LOOKED_AT)

        def possible(constraints: Sequence[Constraint]) -> bool:
            return bool(fitting(deals, hidden, constraints).any())

        def likely(constraints: Sequence[Constraint], given: Sequence[Constraint]) -> list[float]:
            left = fitting(deals, hidden, given)
            number = max(1, int(left.sum()))
            return [float((left & fitting(deals, hidden, [one])).sum() / number) for one in constraints]

        return settle(assumptions, possible, likely)

    assumptions = told(hidden, knowledge.dealer, knowledge.auction, knowledge.sources)
    found = some(assumptions.constraints) or some(settled(assumptions).constraints)
    if found is None:
        raise InputError(f"none of {ATTEMPTS:,} layouts fits what {SEAT_NAMES[turn.seat]} is told")
    return found
