"""On how many boards what defenders' calls are taken to show is false of the hands they held.

    python -m tests.helpers.shut_out FILES

Counted are boards where the table says something of a defender's call, and of these where one rule or more
is false: as concluded, and as assumed at the first decision of declarer's side after the lead and after three
tricks; how many terms were widened there, and of how many the wider form is true. The same if ``worlds.fit``
did otherwise where no layout fits. docs/worlds.md shows what came out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from unittest.mock import patch

import numpy as np

import alphamu_dds as am
from alphamu_dds.bridge.cards import Holding
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.question import Question
from alphamu_dds.solve.seen import see
from alphamu_dds.solve.solve import draw_setting
from alphamu_dds.worlds import fit
from alphamu_dds.worlds.assume import assume
from alphamu_dds.worlds.constraints import Constraint, HandConstraint
from alphamu_dds.worlds.features import Deals, Hand
from alphamu_dds.worlds.seen import Seen

MOMENTS = {"after the lead": 1, "after three tricks": 12}
WAYS = ("as it is", "the whole call given up", "widened until a layout fits")


def way(name: str) -> AbstractContextManager[object]:
    """``worlds.fit`` as it is or otherwise."""
    if name == "the whole call given up":
        return patch.multiple(fit, _parts=lambda whole: [whole], _widened=lambda *_: None)
    return patch.object(fit, "BELIEVED", 0.0) if name == "widened until a layout fits" else nullcontext()


def from_calls(constraints: Sequence[Constraint]) -> list[HandConstraint]:
    """What calls have shown; a lead is no rule about a hand."""
    return [found for found in constraints if isinstance(found, HandConstraint) and found.inferred]


def is_true(rule: HandConstraint, hands: Sequence[Holding]) -> bool:
    """Whether a rule is true of hands as they were dealt."""
    hand, held = hands[rule.seat], rule.held(rule.seat)
    passed = rule.passes(Deals([np.array([dealt], dtype=np.uint64) for dealt in hands], 1))
    fits = rule.allows(rule.seat, Hand(hand).lengths) and hand & held == held
    return fits and (passed is None or bool(passed.all()))


def first_decision(board: am.Board, after: int) -> Seen | None:
    """The first of declarer's side after so many cards; None if the record or the contract ends before."""
    for number in range(after, len(board.play) + 1):
        try:
            standing = see(Question(board, number))
        except am.InputError:
            return None
        if standing.is_viewers_turn:
            return standing
    return None


def count(board: am.Board, counts: Counter[str]) -> None:
    """Add what one board has to say."""
    hands = [hand for hand in board.hands if hand is not None]
    lead = first_decision(board, 1) if board.playable and len(hands) == 4 else None
    if lead is None:
        return
    rules = from_calls(assume(lead.view, board.dealer, board.auction).constraints)
    if not rules:
        return
    counts["boards with a conclusion from a defender's call"] += 1
    counts["false as concluded"] += not all(is_true(rule, hands) for rule in rules)
    for moment, after in MOMENTS.items():
        standing = first_decision(board, after)
        if standing is None:
            continue
        counts[f"{moment}: boards"] += 1
        for name in WAYS:
            with way(name):
                settled = draw_setting(standing, None, Effort(worlds=5)).assumed
            assumed = from_calls(settled.constraints)
            counts[f"{moment}, {name}: false"] += not all(is_true(rule, hands) for rule in assumed)
            for dropped in settled.dropped:
                if isinstance(dropped.constraint, HandConstraint) and dropped.instead is not None:
                    wider = dropped.constraint.with_rule(dropped.instead)
                    counts[f"{moment}, {name}: terms widened"] += 1
                    counts[f"{moment}, {name}: the wider form true"] += is_true(wider, hands)


def main() -> None:
    """Print the counts."""
    counts: Counter[str] = Counter()
    for file in sys.argv[1:]:
        for board in am.read_boards(file):
            counts["boards"] += 1
            count(board, counts)
    for what, number in counts.items():
        print(f"{number:6,}  {what}")


if __name__ == "__main__":
    main()
