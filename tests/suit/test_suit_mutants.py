"""Mistakes in ``suit/`` put there on purpose: the brute force or the play must notice each.

An answer is compared with the brute force, which shares no code with the package, and its plan is played out.
The first test shows that the unchanged code passes the very same checks.
"""

from __future__ import annotations

import importlib
import json
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.helpers.mutants import mutant
from tests.helpers.suit_brute import Brute
from tests.helpers.suit_replay import worth

QUESTIONS = [
    ("AJ98", "5432", 13, 13),
    ("AT32", "Q654", 9, 7),
    ("KJ2", "A9876", 13, 13),
    ("AKQ", "J8765", 13, 13),
    ("J85", "T764", 13, 13),
]


class Trap(NamedTuple):
    """A mistake, and the change that makes it."""

    name: str
    module: str
    old: str
    new: str


TRAPS = [
    Trap(
        "East plays from the top of a group too",
        "suit.game",
        "else cards & -cards for cards",
        "else highest(cards) for cards",
    ),
    Trap(
        "a layout that stands for several counts once",
        "suit.holdings",
        "ways * copies, copies)",
        "ways, copies)",
    ),
    Trap(
        "vacant places don't count",
        "suit.holdings",
        "room = self.west_vacant - west",
        "room = others // 2 + self.missing.bit_count() // 2 - west",
    ),
    # Whoever shows out has shown all cards, so the chance is right even so; but the plan has no answer.
    Trap("a defender always follows suit", "suit.game", "        if void & useful:\n", "        if False:\n"),
    Trap(
        "declarer leads from North only",
        "suit.game",
        "else (NORTH, SOUTH)\n",
        "else (NORTH,) if state.north else (SOUTH,)\n",
    ),
    Trap(
        "a defender's card does not part declarer's",
        "suit.game",
        "runs(hand & ~idle, state.missing)",
        "runs(hand & ~idle, 0)",
    ),
    Trap(
        "low cards of the longer hand are idle too",
        "suit.holdings",
        "if shorter.bit_count() == longer.bit_count():",
        "if True:",
    ),
    Trap(
        "cards of the shorter hand are idle though the longer one has lower cards",
        "suit.holdings",
        "idle = shorter & (longer & -longer) - 1",
        "idle = shorter & (1 << longer.bit_length() - 1) - 1",
    ),
    Trap(
        "more winners than the longer hand has cards are cashed",
        "suit.open_cards",
        "return min(winners, max(",
        "return max(winners, max(",
    ),
    Trap("a trick won by the defenders counts", "suit.game", "won + ours)", "won + 1)"),
    Trap(
        "a trick counts as won while the defenders have a higher card",
        "suit.game",
        "if ours and not best >> top:",
        "if ours and not best:",
    ),
    Trap(
        "a trick is given up while declarer has a higher card",
        "suit.game",
        "return won, most if own else most - 1",
        "return won, most - 1",
    ),
    Trap(
        "third hand has played before its turn",
        "suit.game",
        "if played == 2 and not (north if following == NORTH else south):",
        "if played == 2:",
    ),
    Trap(
        "open cards are remembered by the cards of one defender",
        "suit.open_cards",
        "        for number, hand in enumerate(hands):\n",
        "        for number, hand in enumerate(hands[:3]):\n",
    ),
    Trap(
        "cards of one's own are equal over the other side's, with open cards",
        "suit.open_cards",
        "for run in runs(hand, others) if declaring",
        "for run in runs(hand, 0) if declaring",
    ),
    Trap(
        "a bound of one number of tricks is kept for another",
        "suit.open_cards",
        "else (low, min(high, need - 1))",
        "else (low, min(high, need - 2))",
    ),
    Trap(
        "the rest of a plan is called simple if one of the defenders' cards is harmless",
        "suit.plan",
        "        return all(\n            self.rest_wins(",
        "        return any(\n            self.rest_wins(",
    ),
    Trap(
        "the rest of a plan is called simple if it is so in one of several situations",
        "suit.plan",
        "        if all(self.rest_wins(*situation) for situation in situations):\n",
        "        if any(self.rest_wins(*situation) for situation in situations):\n",
    ),
    Trap(
        "third hand doesn't cover",
        "suit.plan",
        "    if ducks or state.ours or card > state.best:\n",
        "    if True:\n",
    ),
    Trap(
        "the exceptions of a step are not told",
        "suit.solve",
        "for cards, card in node.except_for],",
        "for cards, card in ()],",
    ),
]


@cache
def truth(north: str, south: str, west: int, east: int) -> tuple[list[Fraction], Fraction]:
    brute = Brute(north, south, west, east)
    longest = max(len(north), len(south))
    return [brute.best_chance(tricks) for tricks in range(1, longest + 1)], brute.best_expectation()


def disagreement() -> str | None:
    """The first answer of the package now importable that is wrong or not kept by its plan, or None."""
    solve: Any = importlib.import_module("alphamu_dds.suit.solve")
    for question in QUESTIONS:
        north, south, west, east = question
        try:
            answer = solve.solve_suit(north, south, west_vacant=west, east_vacant=east)
        except Exception as error:  # a mutant is also caught when it falls over
            return repr(error)
        found = [chance.best for chance in answer.chances], answer.expected
        if found != truth(*question):
            return f"{found} instead of {truth(*question)}: {question}"
        played = worth(json.loads(json.dumps(answer.to_dict())))
        if played != answer.expected:
            return f"the plan takes {played} tricks instead of {answer.expected}: {question}"
    return None


def test_the_unchanged_code_passes_the_checks_that_the_mutants_must_fail() -> None:
    assert disagreement() is None


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_a_mistake_in_the_suit_game_is_noticed(trap: Trap) -> None:
    with mutant(trap.module, (trap.old, trap.new)):
        assert disagreement() is not None
