"""Layouts are counted in layouts and shares are shares of their weight, wherever people or programs read."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.engine.score import Weight
from alphamu_dds.formats.worlds_file import read_worlds_file
from alphamu_dds.report.html.decision import page
from alphamu_dds.report.text.decision import render
from alphamu_dds.report.words import percent
from alphamu_dds.solve.answer import Decision
from alphamu_dds.solve.explain import explain
from tests.helpers.decision_maker import defence, drawn, with_reasons

DATA = Path(__file__).resolve().parents[1] / "data"
WORLDS = read_worlds_file(DATA / "two-finesses.pbn")


@functools.cache
def weighed(kind: str = "whole", leader: str = "S") -> Decision:
    """Two finesses with layouts that count differently; as bare layouts, without a board."""
    weights: dict[str, list[Weight]] = {
        "whole": [1 + world % 7 for world in range(70)],
        "fractions": [Fraction(1 + world % 7, 3) for world in range(70)],
        "tiny": [(1 + world % 7) * 1e-9 for world in range(70)],
    }
    need = 3 if leader == "S" else 2
    return am.solve_worlds(WORLDS, "N", leader, need, max_moves=3, weights=weights[kind])


CASES: dict[str, Callable[[], Decision]] = {
    "whole": weighed,
    "fractions": lambda: weighed("fractions"),
    "tiny": lambda: weighed("tiny"),
    "a defender's turn": lambda: weighed(leader="W"),
    "drawn": drawn,
    "before the lead": defence,
    "alike": lambda: am.solve_worlds(WORLDS, "N", "S", 3, max_moves=2),
}
each_case = pytest.mark.parametrize("case", CASES)


@each_case
def test_a_number_of_layouts_is_never_more_than_there_are(case: str) -> None:
    decision = CASES[case]()
    text = render(with_reasons(decision) if decision.choosing else decision)
    body = text.split("\n\n", 2)[2].replace("\n", " ")
    counted = [int(whole) for whole in re.findall(r"\d of (\d+)", body)]
    assert counted
    assert max(counted) <= decision.worlds
    assert f"{decision.layouts_won} of {decision.worlds} layouts ({percent(decision.mu)}" in body


@each_case
def test_json_counts_layouts_beside_the_weights(case: str) -> None:
    decision = CASES[case]()
    found: dict[str, Any] = json.loads(json.dumps(decision.to_dict()))
    weights = decision.weights or (1,) * decision.worlds

    def weight(vector: str) -> float:
        return float(sum(w for w, letter in zip(weights, vector, strict=True) if letter == "1"))

    assert 0 <= found["layouts_won"] <= found["worlds"] == decision.worlds
    assert found["mu"] == pytest.approx(found["wins"] / found["total"])
    for card in found["cards"]:
        assert card["layouts_possible"] == sum(letter != "x" for letter in card["plan"])
        assert card["layouts_won"] == card["plan"].count("1")
        assert card["pimc_layouts_won"] == card["pimc"].count("1")
        assert card["wins"] == pytest.approx(weight(card["plan"]))
        assert card["pimc_wins"] == pytest.approx(weight(card["pimc"]))
    if decision.choosing:
        assert found["layouts_won"] == found["cards"][0]["layouts_won"]


def test_a_bound_is_no_number_of_layouts() -> None:
    weights = [1 + world % 7 for world in range(70)]
    decision = am.solve_worlds(WORLDS, "N", "S", 3, max_moves=3, weights=weights, every_card=False)
    bounds = [card for card in decision.cards if card.bound == "upper"]
    assert bounds
    assert {card.layouts_won for card in bounds} == {None}
    assert re.search(r"≤\d+\.\d%\s+–", render(decision))


def test_what_is_lost_is_told_by_number_and_by_weight() -> None:
    decision = weighed()
    why = explain(decision)
    assert decision.weights is not None
    lost = [world for world, letter in enumerate(decision.cards[0].plan) if letter == "0"]
    share = sum(decision.weights[world] for world in lost) / sum(decision.weights)
    assert why.lost == len(lost)
    assert why.lost_share == pytest.approx(float(share))
    assert percent(why.lost_share) != percent(why.lost / decision.worlds)
    text = render(replace(decision, why=why)).replace("\n", " ")
    assert f"loses at least {len(lost)} of 70 layouts ({percent(why.lost_share)} by weight)" in text
    for found in why.beaten_by:
        assert f"{found.hits} of {found.total} lost ({percent(found.share)} by weight); otherwise" in text
    assert why.to_dict()["lost_share"] == why.lost_share


def test_a_fork_is_told_by_number_and_by_weight() -> None:
    decision = am.solve_worlds(
        WORLDS, "N", "S", 3, max_moves=3, weights=[2 + world % 2 for world in range(70)]
    )
    fork = explain(decision).fork
    assert fork is not None
    text = render(with_reasons(decision)).replace("\n", " ")
    assert f"({fork.first_wins} won, {percent(fork.first_share)} by weight)" in text
    assert f"to win {fork.either} of {fork.layouts} in all, {percent(fork.either_share)} by weight" in text
    assert max(fork.first_share, fork.second_share) < fork.either_share <= 1


def test_without_weights_nothing_is_said_of_them() -> None:
    decision = CASES["alike"]()
    assert "weight" not in render(with_reasons(decision))
    assert "by weight" not in page(with_reasons(decision))


def test_the_page_shows_plans_of_weighed_layouts_with_their_share() -> None:
    decision = weighed()
    assert decision.weights is not None
    text = page(with_reasons(decision))
    total = sum(decision.weights)
    for vector in decision.cards[0].front:
        weight = sum(w for w, letter in zip(decision.weights, vector, strict=True) if letter == "1")
        share = percent(float(weight / total))
        assert f'wins {vector.count("1")} of 70 layouts, {share} by weight"' in text
