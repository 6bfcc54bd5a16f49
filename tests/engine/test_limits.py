"""Time, memory and work end a search, and what was found before is the answer."""

from __future__ import annotations

import json
import math
import time
import tracemalloc
from itertools import count
from pathlib import Path

import pytest
from alphamu_cli.main import cli
from click import Context
from click.testing import CliRunner

import alphamu_dds as am
from alphamu_dds.batch.review import Job, choices_of
from alphamu_dds.bridge.game import BridgeGame
from alphamu_dds.bridge.position import Position
from alphamu_dds.bridge.solver import DoubleDummy
from alphamu_dds.engine import options
from alphamu_dds.engine.budget import LimitReached
from alphamu_dds.engine.options import Limits, Options, Want
from alphamu_dds.engine.root import RootSearch, search
from alphamu_dds.engine.score import Score
from alphamu_dds.report.text.review import review_text
from alphamu_dds.solve import policy
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.question import ask
from alphamu_dds.solve.search import search_layouts
from alphamu_dds.solve.seen import see
from alphamu_dds.solve.solve import draw_setting, position_of
from alphamu_dds.worlds.assume import Assumptions
from tests.engine.test_abstract_games import reference_root
from tests.helpers.abstract import random_game, reference_score
from tests.helpers.command import run

DEALS = Path(__file__).resolve().parents[2] / "data" / "deals"
WIDE = DEALS / "combining-chances.pbn"


def wide_position(after: int = 32) -> tuple[Position, tuple[int, ...] | None]:
    setting = draw_setting(see(ask(next(iter(am.read_boards(WIDE))), after=after)), None, Effort())
    return position_of(setting), setting.worlds.weights


@pytest.mark.parametrize("limit", ["memory", "work"])
def test_a_counted_limit_returns_the_last_completed_iteration(limit: str) -> None:
    interrupted = 0
    for seed in range(60):
        game = random_game(seed, layers=7)
        for amount in (0, 20_000, 60_000):
            limits = Limits(5, memory=amount) if limit == "memory" else Limits(5, work=amount)
            result = search(game, limits, Options() if seed % 2 else Options.plain())
            assert result.score == reference_score(reference_root(game, result.max_moves), None)
            assert result.limit == (limit if result.limit_reached else None)
            interrupted += result.limit_reached
    assert interrupted > 20


def test_a_wide_ending_ends_at_the_same_place_whoever_asks() -> None:
    position, weights = wide_position()
    limits = Limits(10, work=30_000_000)
    answers = [
        search_layouts(position, weights, Effort(limits=limits, want=Want.SCORES, threads=threads))
        for threads in (1, 2)
    ]
    for answer in answers:
        assert answer.stats.limit == "work"
        assert answer.stats.max_moves >= 4
        assert not answer.complete
    assert answers[0].cards == answers[1].cards
    assert answers[0].stats.nodes == answers[1].stats.nodes


def test_the_command_says_which_limit_ended_the_search() -> None:
    done = run("solve", str(WIDE), "--after", "32", "--memory-limit", "2", "--no-why")
    assert done.returncode == 0
    assert "The limit of memory was reached" in done.stdout
    assert "Play " in done.stdout


def test_no_time_limit_means_no_limit_of_work_either() -> None:
    answer = am.solve(str(WIDE), after=34, seconds=math.inf)
    assert answer.complete
    assert answer.stats.limit is None


def test_a_busy_machine_gives_the_same_answer_later(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = am.solve(str(WIDE), after=34)
    hours = count(step=3600)
    monkeypatch.setattr(time, "perf_counter", lambda: next(hours))
    later = am.solve(str(WIDE), after=34)
    assert later.cards == answer.cards
    assert later.stats.limit is None
    monkeypatch.setattr(time, "thread_time", lambda: next(hours))
    assert am.solve(str(WIDE), after=34).stats.limit == "processor"


def test_a_busy_machine_explains_the_same_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def why() -> object:
        done = CliRunner().invoke(
            cli, ["solve", str(WIDE), "--after", "34", "--json", "--why"], standalone_mode=False
        )
        return json.loads(done.stdout)["why"]

    reasons = why()
    hours = count(step=3600)
    monkeypatch.setattr(time, "perf_counter", lambda: next(hours))
    assert why() == reasons


def test_commands_ask_with_the_librarys_defaults() -> None:
    asked = {**vars(Effort()), "leads": Assumptions().lead}
    for name in ("solve", "review", "batch"):
        context = Context(cli)
        command = cli.get_command(context, name)
        assert command is not None
        found = {option.name: option for option in command.params}
        for option in ("worlds", "seed", "few", "attempts", "leads"):
            default = found[option].get_default(context)
            assert (int(default) if option == "worlds" else default) == asked[option], (name, option)


def test_a_suit_that_takes_too_much_is_refused_in_one_sentence() -> None:
    with pytest.raises(am.InputError, match=r"limit of time .* for KJ975 opposite 3$"):
        am.solve_suit("KJ975", "3", seconds=0)
    with pytest.raises(am.InputError, match=r"limit of memory .* for KJ975 opposite 3$"):
        am.solve_suit("KJ975", "3", memory=0)
    done = run("suit", "KJ975", "3", "--memory-limit", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("alphamu: the limit of memory is too low")
    assert run("suit", "AJ9", "432", "--time-limit", "0", "--memory-limit", "0").returncode == 0


def test_a_review_says_where_a_limit_ended_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    board = next(iter(am.read_boards(WIDE)))
    assert all(choice.limit is None for choice in am.review(board, worlds=8, few=8).decisions)
    for module in (options, policy):
        monkeypatch.setattr(module, "USUAL_WORK", 1_000_000)
    found = am.review(board, worlds=8, few=8)
    ended = [choice.after for choice in found.decisions if choice.limit == "work"]
    assert ended
    assert f"At {len(ended)} choices a limit of time, work or memory was reached" in review_text(found)


@pytest.mark.slow
def test_what_is_counted_as_memory_is_no_less_than_what_is_used() -> None:
    position, weights = wide_position(after=34)
    game = BridgeGame(position, DoubleDummy(position.trump), True)
    run_ = RootSearch(game, Limits(5, memory=1 << 40), Options(), Score(game.worlds, weights), Want.SCORES)
    tracemalloc.start()
    run_.run()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    counted = run_.tree.budget
    assert counted is not None
    assert used < counted.memory < 5 * used


def test_the_first_iteration_can_be_stopped_and_fewer_layouts_are_taken() -> None:
    position, weights = wide_position(after=3)
    with pytest.raises(LimitReached, match="work") as stopped:
        search(
            BridgeGame(position), Limits(2, work=200_000, from_start=True), weights=weights, want=Want.FRONTS
        )
    assert 0 < stopped.value.worlds_done <= len(position.layouts)
    effort = Effort(limits=Limits(2, work=200_000), want=Want.FRONTS)
    answer = search_layouts(position, weights, effort)
    assert answer.kept is not None
    assert answer.worlds == len(answer.kept) == len(position.layouts) - answer.left_out
    assert [position.layouts[place] for place in answer.kept] == list(answer.position.layouts)
    assert len(answer.layouts) == answer.worlds
    # What is left is searched as if nobody had ever spoken of the others.
    assert answer.best in {card.card for card in answer.cards}


def test_a_few_layouts_are_always_answered() -> None:
    answer = am.solve(str(WIDE), after=3, seconds=0)
    assert answer.worlds == 8
    assert answer.left_out == 92


def test_layouts_left_out_are_told() -> None:
    done = run("solve", str(WIDE), "--after", "1", "--time-limit", "0.02", "--no-why", "--worlds", "400")
    assert done.returncode == 0, done.stderr
    assert "Of 400 layouts drawn (seed 1), 8 are used, to answer in time" in done.stdout


def test_layouts_are_given_in_the_order_of_the_vectors() -> None:
    file = DEALS / "strategy-fusion.pbn"
    answer = am.solve(str(file))
    assert len(answer.layouts) == answer.worlds == len(answer.cards[0].plan)
    hidden = [shown["deal"] for shown in answer.layouts]
    again = am.solve_worlds(hidden, "N", "S", 3, weights=[shown["weight"] for shown in answer.layouts])
    assert [(card.card, card.wins, card.plan) for card in again.cards] == [
        (card.card, card.wins, card.plan) for card in answer.cards
    ]
    assert answer.to_dict()["layouts"] == answer.layouts


def test_weights_go_with_their_layouts() -> None:
    answer = am.solve(str(WIDE), after=30)
    weighed = sum(shown["weight"] for shown in answer.layouts)
    assert weighed == answer.total
    best = answer.cards[0]
    won = sum(s["weight"] for s, letter in zip(answer.layouts, best.plan, strict=True) if letter == "1")
    assert won == best.wins


def test_a_board_number_belongs_to_a_board_and_not_to_a_worlds_file(tmp_path: Path) -> None:
    file = tmp_path / "worlds.pbn"
    file.write_text('[Deal "N:AQ.2.. K.AK.. 32..A. JT..K."]\n')
    done = run(
        *(
            "solve",
            "--worlds-file",
            str(file),
            "--strain",
            "N",
            "--leader",
            "S",
            "--need",
            "2",
            "--board",
            "3",
        )
    )
    assert done.returncode == 2
    assert "--board belongs to a board, not to --worlds-file" in done.stderr


def test_the_same_layouts_are_left_out_every_time() -> None:
    position, weights = wide_position(after=3)
    effort = Effort(limits=Limits(2, work=9_000), want=Want.FRONTS)
    kept = [search_layouts(position, weights, effort).kept for _ in range(2)]
    assert kept[0] is not None
    assert kept[0] == kept[1]


def test_a_review_keeps_to_the_usual_limit_of_time_and_a_batch_to_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The commands that answer a person have limits of time by default; records follow from counts alone."""
    board = next(iter(am.read_boards(WIDE)))
    monkeypatch.setattr(policy, "DEFAULT_SECONDS", 0.0)
    found = am.review(board, worlds=12, few=12, max_moves=2)
    assert {choice.limit for choice in found.decisions} == {"processor"}
    job = Job(board, effort=Effort(worlds=12, few=12, max_moves=2, clock=False))
    assert {choice.limit for choice in choices_of(job)} == {None}
