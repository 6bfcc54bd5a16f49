"""The layouts that a player may imagine: of two hidden hands, and of three before the opening lead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..bridge.cards import SEAT_NAMES, Layout
from ..errors import InputError
from ..worlds.assume import assume, told
from ..worlds.fit import draw_fitting
from ..worlds.random_numbers import Random
from ..worlds.shuffled import fitting, shuffled_deals
from ..worlds.view import View
from .turn import Turn

ATTEMPTS = 1_000_000
"""Layouts tried before a player makes do with fewer, or gives up on what he was told."""
_AT_ONCE = 2_000


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

    If nothing fits what the calls show, no call is believed.
    """
    leader = turn.seat
    hidden = [seat for seat in range(4) if seat != leader]
    knowledge = turn.knowledge
    constraints = told(hidden, knowledge.dealer, knowledge.auction, knowledge.sources).constraints
    certain = [constraint for constraint in constraints if not constraint.inferred]
    for believed in (constraints, certain):
        random = Random(seed)
        found: dict[Layout, None] = {}
        for _ in range(0, ATTEMPTS, _AT_ONCE):
            deals = shuffled_deals(random, {leader: turn.hand}, _AT_ONCE)
            for number in np.flatnonzero(fitting(deals, hidden, believed)).tolist():
                found[deals.layout(number)] = None
                if len(found) == worlds:
                    return Imagined(tuple(found), None)
        if found:
            return Imagined(tuple(found), None)
    raise InputError(f"none of {ATTEMPTS:,} layouts fits what {SEAT_NAMES[leader]} is told")
