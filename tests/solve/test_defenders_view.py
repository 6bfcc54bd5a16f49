"""A defender asks: what is shown and said is from his side of the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.bridge.cards import NO_CARDS
from alphamu_dds.players.table import turn_of
from alphamu_dds.players.turn import Knowledge
from alphamu_dds.report.html.decision import page
from alphamu_dds.report.html.parts import hand
from alphamu_dds.report.matrix import matrix_of
from alphamu_dds.report.text.decision import render
from alphamu_dds.report.words import suit_text
from alphamu_dds.solve.explain import explain

DEAL = Path(__file__).resolve().parents[2] / "tests" / "data" / "club-evening.pbn"


@pytest.fixture(scope="module")
def board() -> am.Board:
    return next(board for board in am.read_boards(DEAL) if board.play and all(board.hands))


@pytest.fixture(scope="module")
def decision(board: am.Board) -> am.Decision:
    """What the defender behind dummy sees in the first trick."""
    assert board.contract is not None
    play = replace(board, play=board.play[:2], owners=board.owners[:2]).replay()
    north, east, south, west = (hand or NO_CARDS for hand in board.hands)
    turn = turn_of((north, east, south, west), board.contract, play, False, 1, Knowledge())
    effort = am.Effort(worlds=6, few=0, max_moves=1, why=True)
    return am.answer(turn.seen, turn.assumptions, effort)


def test_a_defender_is_shown_his_own_hand_and_dummy_and_no_invented_one(
    board: am.Board, decision: am.Decision
) -> None:
    assert decision.setting is not None
    viewer, declarer = decision.setting.seen.viewer, decision.declarer
    assert viewer not in (declarer, (declarer + 2) % 4)
    text = render(decision)
    own = board.hands[viewer] or NO_CARDS
    assert all(suit_text(own, suit) in text for suit in range(4))
    assert text.count("13 hidden cards") + text.count("12 hidden cards") == 2
    shown = page(decision)
    assert shown.count("13 hidden cards") + shown.count("12 hidden cards") == 2
    assert str(hand(own)) in shown
    assert set(matrix_of(decision).hidden) == {declarer, (viewer + 2) % 4}


def test_what_is_needed_is_what_declarer_needs(decision: am.Decision) -> None:
    assert decision.setting is not None
    seen = decision.setting.seen
    assert seen.need != seen.goal
    assert f"0 tricks won, {seen.need} of the last {seen.left} needed" in render(decision)


def test_a_defenders_card_is_not_explained_as_if_he_declared(decision: am.Decision) -> None:
    assert decision.choosing
    assert decision.why is None
    with pytest.raises(am.InputError, match="only declarer's choices are explained"):
        explain(decision)
