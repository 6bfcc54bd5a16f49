"""The layouts that a player may imagine: of two hidden hands, and of three before the opening lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..bridge.cards import SEAT_NAMES, Holding, Layout, Seat, cards_of
from ..errors import InputError
from ..worlds.assume import assume, told
from ..worlds.constraints import Constraint, Truths
from ..worlds.features import LENGTH, Deals, points_table
from ..worlds.fit import draw_fitting
from ..worlds.random_numbers import Random
from ..worlds.view import FULL_DECK, View
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
            deals = _deal(random, turn.hand, hidden, _AT_ONCE)
            for number in np.flatnonzero(_fit(deals, hidden, believed)).tolist():
                found[deals.layout(number)] = None
                if len(found) == worlds:
                    return Imagined(tuple(found), None)
        if found:
            return Imagined(tuple(found), None)
    raise InputError(f"none of {ATTEMPTS:,} layouts fits what {SEAT_NAMES[leader]} is told")


def _deal(random: Random, own: Holding, hidden: Sequence[Seat], size: int) -> Deals:
    """Random layouts in which the one hand that is seen has its own cards."""
    cards = np.array([1 << card for card in cards_of(FULL_DECK & ~own)], dtype=np.uint64)
    shuffled = cards[random.shuffles(len(cards), size)]
    hands = [np.full(size, own, dtype=np.uint64)] * 4
    for place, seat in enumerate(hidden):
        hands[seat] = np.bitwise_or.reduce(shuffled[:, 13 * place : 13 * place + 13], axis=1)
    return Deals(hands, size)


def _fit(deals: Deals, hidden: Sequence[Seat], constraints: Sequence[Constraint]) -> Truths:
    """Which layouts fit: lengths, cards held, and the rest."""
    truths = np.ones(deals.size, dtype=np.bool_)
    for constraint in constraints:
        passed = constraint.passes(deals)
        if passed is not None:
            truths &= passed
        for seat in hidden:
            held = np.uint64(constraint.held(seat))
            truths &= deals.hands[seat] & held == held
    left = np.flatnonzero(truths)
    table = points_table(LENGTH)
    for seat in hidden:
        lengths = np.stack([deals.count(seat, table, (suit,)) for suit in range(4)], axis=1)
        for number in left.tolist():
            s, h, d, c = lengths[number].tolist()
            if not all(constraint.allows(seat, (s, h, d, c)) for constraint in constraints):
                truths[number] = False
    return truths
