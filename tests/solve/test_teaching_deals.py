"""The teaching deals in data/deals: each has a lesson, and solving it gives the answer that it states."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.bridge.cards import SEATS, hand_text
from alphamu_dds.formats.board import Board
from tests.helpers.reference import Ending, Hands, Reference, Wins, hands_from_text

FOLDER = Path(__file__).resolve().parents[2] / "data" / "deals"
THEMES = {
    "finesse or drop",
    "safety play",
    "hold-up",
    "avoidance",
    "combining chances",
    "restricted choice",
    "endplay",
    "simple squeeze",
    "trump control",
    "strategy fusion",
    "non-locality",
}
PIMC_GOES_WRONG = {"strategy fusion", "non-locality"}
ARGUMENTS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "--worlds": ("worlds", lambda value: None if value == "all" else int(value)),
    "-M": ("max_moves", int),
    "--seed": ("seed", int),
    "--leads": ("leads", str),
}


def problems() -> list[Path]:
    """The files that state an answer; the others are examples of something else."""
    return [path for path in sorted(FOLDER.glob("*.pbn")) if '[Answer "' in path.read_text(encoding="utf-8")]


def read(path: Path) -> Board:
    (board,) = am.read_boards(str(path))
    return board


def tags(board: Board) -> dict[str, str]:
    return {tag.name: tag.value for tag in board.tags}


def arguments(options: str) -> dict[str, Any]:
    """Options of ``alphamu solve`` as arguments of ``solve``."""
    words = iter(shlex.split(options))
    found: dict[str, Any] = {}
    for word in words:
        if word == "--no-bidding":
            found["bidding"] = False
        else:
            name, convert = ARGUMENTS[word]
            found[name] = convert(next(words))
    return found


@cache
def solved(path: Path) -> am.Decision:
    board = read(path)
    return am.solve(board, every_card=False, **arguments(tags(board)["SolveOptions"]))


every_problem = pytest.mark.parametrize("path", problems(), ids=lambda path: path.stem)
pimc_problems = pytest.mark.parametrize(
    "path",
    [path for path in problems() if tags(read(path))["Theme"] in PIMC_GOES_WRONG],
    ids=lambda path: path.stem,
)


class OnePlan(Reference):
    """What αμ would be if it kept at each of declarer's nodes only the plan that wins most worlds there."""

    def _front(
        self, worlds: dict[int, Hands], leader: int, trick: tuple[str, ...], need: int, moves: int
    ) -> set[Wins]:
        front = super()._front(worlds, leader, trick, need, moves)
        if (leader + len(trick)) % 2 != self.side:
            return front
        return {max(front, key=lambda wins: (len(wins), sorted(wins)))}


def test_at_least_twelve_deals_cover_every_theme() -> None:
    themes = [tags(read(path))["Theme"] for path in problems()]
    assert len(themes) >= 12
    assert set(themes) >= THEMES


@every_problem
def test_the_file_is_a_legal_board_under_its_own_name_with_a_lesson(path: Path) -> None:
    board = read(path)
    assert board.problems == ()
    assert all(hand is not None and hand.bit_count() == 13 for hand in board.hands)
    assert board.name == path.stem
    assert board.auction
    assert board.inferred == ()
    lesson = tags(board)["Lesson"]
    assert lesson
    assert f"; Lesson: {lesson}\n" in path.read_text(encoding="utf-8")


@every_problem
def test_declarers_side_is_to_play_where_the_record_ends(path: Path) -> None:
    decision = solved(path)
    assert decision.setting is not None
    assert decision.setting.seen.after == len(read(path).play)
    assert SEATS.index(decision.to_play) % 2 == decision.setting.seen.declarer % 2


@every_problem
def test_solving_gives_the_stated_card_and_percentage(path: Path) -> None:
    stated, decision = tags(read(path)), solved(path)
    assert decision.best in stated["Answer"].split()
    assert f"{100 * decision.mu:.1f}" == stated["AnswerPercent"]


@every_problem
def test_every_stated_card_is_right_and_every_other_card_is_worse(path: Path) -> None:
    answers, decision = tags(read(path))["Answer"].split(), solved(path)
    # A card that is not exact has a bound, which may reach the best score only if the card is an answer.
    assert {card.card for card in decision.cards if card.wins == decision.wins} == set(answers)


@pimc_problems
def test_pimc_prefers_another_card_which_is_worth_less(path: Path) -> None:
    answers, decision = tags(read(path))["Answer"].split(), solved(path)
    most = max(card.pimc_wins for card in decision.cards)
    favourites = [card for card in decision.cards if card.pimc_wins == most]
    assert not {card.card for card in favourites} & set(answers)
    assert all(card.wins < decision.wins for card in favourites)
    assert decision.complete


def test_one_plan_a_node_is_not_enough_where_the_theme_is_non_locality() -> None:
    path = FOLDER / "non-locality.pbn"
    decision = solved(path)
    position = decision.position
    worlds = tuple(
        hands_from_text("N:" + " ".join(hand_text(hand) for hand in layout)) for layout in position.layouts
    )
    ending = Ending(worlds, "N", position.leader, (), position.declarer, position.need)
    everything = decision.stats.max_moves
    fronts, local = Reference(ending).fronts(everything), OnePlan(ending).fronts(everything)
    wins = {card: max(map(len, front)) for card, front in fronts.items()}
    believed = {card: max(map(len, front)) for card, front in local.items()}
    assert max(wins, key=lambda card: wins[card]) == tags(read(path))["Answer"]
    preferred = max(believed, key=lambda card: believed[card])
    assert preferred != tags(read(path))["Answer"]
    assert wins[preferred] < decision.wins


def test_both_ways_in_which_pimc_goes_wrong_are_shown() -> None:
    assert {tags(read(path))["Theme"] for path in problems()} >= PIMC_GOES_WRONG
