"""How fast layouts are drawn."""

from __future__ import annotations

import time

from ..bridge.cards import NOTRUMP, WEST, parse_card, parse_hand
from ..worlds.assume import Assumptions, assume
from ..worlds.sample import draw
from ..worlds.view import View
from .tables import BenchTable, OnStep

HANDS = ("AQ52.K43.Q62.J75", "K74.A85.A743.Q92")
"""North and South in all rows."""
CASES: tuple[tuple[str, int, str, dict[str, str], str | None], ...] = (
    ("nothing assumed", 10_000, "", {}, None),
    ("a 1NT opening", 1_000, "", {"W": "hcp 15-17, balanced"}, None),
    ("a weak two", 1_000, "", {"W": "hcp 5-10, hearts 6-7"}, None),
    ("an overcall, partner passed", 1_000, "", {"W": "hcp 7-17, hearts 5+", "E": "hcp 0-11"}, None),
    ("a takeout double", 1_000, "", {"E": "hcp 11+, diamonds 0-3, spades 3+, hearts 3+, clubs 3+"}, None),
    ("a condition", 1_000, "", {}, "hcp(west)>=10 && hearts(west)>=5"),
    ("a lead as weights", 1_000, "HJ", {}, None),
    ("a lead and a void", 1_000, "HJ HK HT H5 S2 S3 SK D5", {}, None),
)


def worlds(progress: OnStep, repeats: int = 5) -> BenchTable:
    """Seconds to draw layouts from a full deal, the best of several runs."""
    table = BenchTable(
        "worlds",
        f"layouts drawn of a full deal, best of {repeats} runs",
        ("assumed", "layouts", "seconds", "acceptance", "dealt_from"),
        notes=[
            "seconds: from the cards seen to the layouts, with reading the assumptions",
            "acceptance: of the layouts dealt; dealt_from: layouts left when lengths and voids are kept",
        ],
    )
    north, south = (parse_hand(hand) for hand in HANDS)
    for number, (name, wanted, played, hands, condition) in enumerate(CASES):
        progress(number, len(CASES), name)
        best = float("inf")
        for seed in range(repeats):
            started = time.perf_counter()
            cards = [parse_card(card) for card in played.split()]
            view = View.of([north, None, south, None], WEST, NOTRUMP, cards)
            about = Assumptions(hands=hands, conditions=[condition] if condition else ())
            found = draw(view, assume(view, assumptions=about).constraints, wanted, seed)
            best = min(best, time.perf_counter() - started)
        table.rows.append((name, len(found.layouts), round(best, 4), round(found.acceptance, 4), found.dealt))
    progress(len(CASES), len(CASES), "done")
    return table
