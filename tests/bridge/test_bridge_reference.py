"""The engine on bridge endings, compared with the plain reference and with published fronts."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from alphamu_dds import Decision, LeafCache, Options, solve_worlds
from alphamu_dds.bench.tables import benchmark_positions
from tests.helpers.reference import Ending, Reference, contested_ending, hands_from_text

DATA = Path(__file__).resolve().parents[1] / "data"


def solve(
    ending: Ending,
    max_moves: int,
    options: Options | None = None,
    every_card: bool = True,
    threads: int = 1,
    cache: LeafCache | None = None,
) -> Decision:
    return solve_worlds(
        **ending.question(),
        max_moves=max_moves,
        options=options,
        every_card=every_card,
        threads=threads,
        cache=cache,
    )


def fronts(decision: Decision) -> dict[str, set[frozenset[int]]]:
    return {
        card.card: {frozenset(w for w, c in enumerate(v) if c == "1") for v in card.front}
        for card in decision.cards
    }


def load(name: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads((DATA / name).read_text())
    return data


def published(ending: dict[str, Any]) -> dict[str, Any]:
    """A published ending as the arguments of ``solve_worlds``."""
    return {name: ending[name] for name in ("worlds", "strain", "leader", "need")}


def assert_fronts(decision: Decision, wanted: dict[str, list[str]]) -> None:
    assert {card.card: sorted(card.front) for card in decision.cards} == {
        card: sorted(front) for card, front in wanted.items()
    }


# 5 strains are drawn at random; 4 places in the trick, both sides to play, 3 and 4 cards a hand: 360 endings.
@pytest.mark.parametrize("cards", [3, 4])
@pytest.mark.parametrize("on_table", [0, 1, 2, 3])
@pytest.mark.parametrize("defender_to_play", [False, True], ids=["declarer to play", "defender to play"])
def test_whole_root_fronts_equal_the_reference(cards: int, on_table: int, defender_to_play: bool) -> None:
    strains = set()
    shared = LeafCache()
    for seed in range(30 if not defender_to_play else 15):
        ending = contested_ending(seed, cards, 10 if cards == 3 else 6, on_table, defender_to_play)
        strains.add(ending.strain)
        max_moves = 1 + seed % 4 if cards == 3 else 1 + seed % 3
        decision = solve(ending, max_moves)
        reference = Reference(ending)
        wanted = reference.fronts(max_moves)
        assert fronts(decision) == wanted
        assert fronts(solve(ending, max_moves, threads=2, cache=shared)) == wanted
        assert decision.wins == max(len(won) for won in reference.root_front(max_moves))
        assert all(card.bound == "exact" for card in decision.cards)
    assert len(strains) > 2


@pytest.mark.parametrize("cards", [3, 4])
@pytest.mark.parametrize("on_table", [0, 1, 2, 3])
def test_scores_of_every_card_equal_the_reference(cards: int, on_table: int) -> None:
    for seed in range(100, 130):
        ending = contested_ending(seed, cards, 10 if cards == 3 else 6, on_table)
        max_moves = 1 + seed % 4 if cards == 3 else 1 + seed % 3
        wanted = {
            card: max(len(won) for won in front)
            for card, front in Reference(ending).fronts(max_moves).items()
        }
        for options in (Options(), Options.paper(), Options.of("score_cut", "table", "useful_worlds")):
            decision = solve_worlds(
                **ending.question(), max_moves=max_moves, scores_only=True, options=options
            )
            assert {card.card: card.wins for card in decision.cards} == wanted
            assert all(card.bound == "exact" for card in decision.cards)
            assert all(card.plan.count("1") == card.wins for card in decision.cards)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["endings3.json", "endings4.json"])
def test_published_fronts_come_out_exactly_for_every_card(name: str, threads: int) -> None:
    for ending in load(name):
        for moves, wanted in ending["fronts"].items():
            decision = solve_worlds(
                **published(ending),
                max_moves=int(moves),
                threads=threads,
            )
            assert_fronts(decision, wanted)


@pytest.mark.parametrize(
    "options",
    [
        Options.plain(),
        Options.baseline(),
        Options.paper(),
        Options(bulk_leaves=False),
        Options(merge_equal=False),
    ],
    ids=["plain", "baseline", "paper", "one leaf at a time", "without merging"],
)
def test_other_switches_give_the_same_fronts(options: Options) -> None:
    for ending in load("endings3.json") + load("endings4.json")[:4]:
        for moves, wanted in ending["fronts"].items():
            decision = solve_worlds(
                **published(ending),
                max_moves=int(moves),
                options=options,
            )
            assert_fronts(decision, wanted)


def test_without_every_card_the_score_is_the_same_and_bounds_are_called_bounds() -> None:
    bounds = 0
    for ending in load("endings3.json") + load("endings4.json"):
        for moves, wanted in ending["fronts"].items():
            decision = solve_worlds(
                **published(ending),
                max_moves=int(moves),
                every_card=False,
            )
            exact = {card: max(v.count("1") for v in front) for card, front in wanted.items()}
            assert decision.wins == max(exact.values()) == exact[decision.best]
            for card in decision.cards:
                assert (
                    card.wins == exact[card.card] if card.bound == "exact" else card.wins >= exact[card.card]
                )
                bounds += card.bound == "upper"
    assert bounds > 10


@pytest.mark.parametrize(
    "cards", [20, 32, pytest.param(52, marks=pytest.mark.slow)], ids=lambda cards: f"{cards} cards"
)
def test_scores_of_the_benchmark_positions(cards: int) -> None:
    for position in benchmark_positions():
        if position["cards"] != cards:
            continue
        for moves, wanted in position["prototype"].items():
            decision = solve_worlds(
                position["worlds"],
                position["strain"],
                position["leader"],
                position["need"],
                max_moves=int(moves),
                every_card=False,
                threads=2,
            )
            assert decision.wins == wanted["wins"]


def test_one_world_equals_double_dummy_at_every_depth() -> None:
    for seed in range(40):
        ending = contested_ending(seed, 4, 5)
        for hands in ending.worlds[:2]:
            alone = Ending((hands,), ending.strain, ending.leader, ending.trick, ending.declarer, ending.need)
            wanted = Reference(alone).double_dummy(hands, ending.leader, ending.trick, ending.need)
            for moves in (1, 3):
                assert solve(alone, moves, every_card=False).wins == wanted


def test_thirteen_cards_a_hand_down_to_one() -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    whole = solve_worlds([deal], "S", "W", 13, max_moves=1, trick=["CA"])
    assert (whole.wins, whole.to_play) == (1, "N")
    assert solve_worlds([deal], "S", "W", 13, max_moves=1).wins == 1  # before the opening lead
    assert solve_worlds([deal], "N", "W", 1, max_moves=1).wins == 0
    last = solve_worlds(["N:A... K... Q... J...", "N:A... J... Q... K..."], "N", "S", 1, max_moves=2)
    assert (last.best, last.wins) == ("SQ", 2)


def test_declarer_may_sit_in_any_seat() -> None:
    ending = contested_ending(3, 4, 6)
    for turn in range(1, 4):
        turned = Ending(
            tuple(
                hands_from_text("NESW"[turn] + Ending((hands,), "N", 0, (), 0, 1).layouts()[0][1:])
                for hands in ending.worlds
            ),
            ending.strain,
            (ending.leader + turn) % 4,
            ending.trick,
            (ending.declarer + turn) % 4,
            ending.need,
        )
        assert fronts(solve(turned, 3)) == fronts(solve(ending, 3))


def test_hands_may_still_contain_the_cards_on_the_table() -> None:
    ending = contested_ending(8, 4, 6, on_table=2)
    full = []
    for hands in ending.worlds:
        changed = list(hands)
        for offset, card in enumerate(ending.trick):
            changed[(ending.leader + offset) % 4] |= {card}
        full.append((changed[0], changed[1], changed[2], changed[3]))
    with_table = Ending(tuple(full), ending.strain, ending.leader, ending.trick, ending.declarer, ending.need)
    assert fronts(solve(with_table, 2)) == fronts(solve(ending, 2))


def test_a_defender_card_that_exists_only_in_worlds_without_weight_is_never_the_best() -> None:
    layouts = ["N:AQ.2.. K.AK.. 32..A. JT..K.", "N:AQ.2.. J.AK.. 32..A. KT..K."]
    decision = solve_worlds(layouts, "N", "W", 2, weights=[1, 0])
    weightless = next(card for card in decision.cards if card.card == "SK")
    assert math.isnan(weightless.mu)
    assert decision.best != "SK"
    assert decision.cards[-1] == weightless


def test_before_a_lead_the_best_card_is_the_same_with_and_without_every_card() -> None:
    for seed in range(20):
        ending = contested_ending(seed, 3, 8, defender_to_play=True)
        assert solve(ending, 3).best == solve(ending, 3, every_card=False).best


def test_a_search_to_the_end_is_called_complete() -> None:
    for seed in range(10):
        ending = contested_ending(seed, 3, 8, on_table=0)
        whole, short = solve(ending, 50), solve(ending, 1)
        reference = Reference(ending)
        assert whole.complete
        assert whole.stats.max_moves == 4
        assert whole.wins == max(len(won) for won in reference.root_front(6))
        assert not short.complete or short.wins == 0


def test_weights_count_as_so_many_worlds() -> None:
    ending = load("endings4.json")[0]
    layouts = ending["worlds"]
    weights = [1 + i % 3 for i in range(len(layouts))]
    repeated = [layout for layout, weight in zip(layouts, weights, strict=True) for _ in range(weight)]
    weighted = solve_worlds(
        layouts, ending["strain"], ending["leader"], ending["need"], max_moves=3, weights=weights
    )
    plain = solve_worlds(repeated, ending["strain"], ending["leader"], ending["need"], max_moves=3)
    assert {c.card: c.wins for c in weighted.cards} == {c.card: c.wins for c in plain.cards}
    assert weighted.mu == plain.mu
