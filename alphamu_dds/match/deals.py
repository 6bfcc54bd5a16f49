"""The deals of a match: each follows from its number and the options."""

from __future__ import annotations

import numpy as np

from ..bridge.auction import Contract
from ..bridge.cards import EVERY_SEAT, STRAINS, Layout, next_seat
from ..bridge.packed import pack
from ..bridge.solver import DoubleDummy
from ..bridge.tricks import is_beaten
from ..errors import InputError
from ..worlds.fits import fitting
from ..worlds.random_numbers import Random, seed_from
from ..worlds.shuffled import shuffled_deals
from .options import MatchOptions

ATTEMPTS = 20_000_000
"""Deals tried before it is said that there are none."""
_AT_ONCE = 2_000


def deal_of(options: MatchOptions, number: int) -> tuple[Layout, bool | None]:
    """A deal of a match, and whether it is made with open cards, if that was asked for."""
    deal_options = (options.contract, options.declarer, options.strength, options.conditions)
    random = Random(seed_from("deal", options.seed, *deal_options, options.double_dummy, number))
    constraints = options.constraints
    for _ in range(0, ATTEMPTS, _AT_ONCE):
        deals = shuffled_deals(random, {}, _AT_ONCE)
        for place in np.flatnonzero(fitting(deals, EVERY_SEAT, constraints)).tolist():
            layout = deals.layout(place)
            if options.double_dummy == "any":
                return layout, None
            makes = _makes(layout, options.played_contract)
            if makes == (options.double_dummy == "makes"):
                return layout, makes
    raise InputError(f"none of {ATTEMPTS:,} deals is as wanted: {_wanted(options)}")


def _wanted(options: MatchOptions) -> str:
    words = [constraint.text for constraint in options.constraints]
    if options.double_dummy != "any":
        words.append(f"{options.contract} {options.double_dummy} double dummy")
    return ", ".join(words)


def _makes(layout: Layout, contract: Contract) -> bool:
    assert contract.declarer is not None
    solver = DoubleDummy(STRAINS.index(contract.strain))
    return not is_beaten(solver, pack(layout), next_seat(contract.declarer), (), 13, contract.tricks)
