"""Mistakes in ``suit/`` put there on purpose: the comparison with the brute force must notice each."""

from __future__ import annotations

import importlib
from functools import cache

import pytest

from .mutants import mutant
from .suit_brute import Brute

HOLDINGS = [
    ("AJ98", "5432"),
    ("AQT", "9432"),
    ("KT9", "AJ432"),
    ("KJ2", "A9876"),
    ("AT32", "Q654"),
    ("A", "KQ32"),
]

TRAPS = [
    ("East plays from the top of a group too", "suit.game", "else cards & -cards for cards", "else highest(cards) for cards"),
    ("a layout that stands for several counts once", "suit.holdings", "ways * copies, copies)", "ways, copies)"),
    ("a defender always follows suit", "suit.game", "        if void & useful:\n", "        if False:\n"),
    ("declarer leads from North only", "suit.game", "else (NORTH, SOUTH)\n", "else (NORTH,) if state.north else (SOUTH,)\n"),
    ("cards are equal over a card on the table", "suit.game", "state.missing if state.ours else state.missing | state.best", "state.missing"),
    ("more winners than the longer hand has cards are cashed", "suit.open_cards", "return min(winners, max(", "return max(winners, max("),
    ("a trick won by the defenders counts", "suit.game", "won + ours)", "won + 1)"),
]  # fmt: skip


@cache
def truth(north: str, south: str) -> tuple[list[object], object]:
    brute = Brute(north, south)
    longest = max(len(north), len(south))
    return [brute.best_chance(tricks) for tricks in range(1, longest + 1)], brute.best_expectation()


def agrees() -> bool:
    solve = importlib.import_module("alphamu_dds.suit.solve").solve_suit
    for north, south in HOLDINGS:
        try:
            answer = solve(north, south)
        except (AssertionError, ValueError, IndexError):
            return False
        chances, expected = truth(north, south)
        if [chance.best for chance in answer.chances] != chances or answer.expected != expected:
            return False
    return True


def test_without_a_mistake_all_agree() -> None:
    assert agrees()


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap[0])
def test_each_mistake_is_noticed(trap: tuple[str, str, str, str]) -> None:
    _, module, old, new = trap
    with mutant(module, (old, new)):
        assert not agrees()
