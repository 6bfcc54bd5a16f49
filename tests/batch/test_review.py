"""A board that was played is reviewed, and nobody is accused of a mistake that was none."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.batch.review import Job, review
from alphamu_dds.batch.verdict import WORTH_NAMING, judge
from alphamu_dds.bridge.cards import SEAT_NAMES, SEATS, parse_card
from alphamu_dds.engine.options import Limits
from alphamu_dds.formats.write_pbn import write_pbn
from alphamu_dds.report.words import card_text, percent
from alphamu_dds.solve import solve
from alphamu_dds.solve.effort import Effort
from alphamu_dds.worlds.assume import Assumptions
from tests.helpers.batch_boards import sensible_board
from tests.helpers.command import run

DEALS = Path(__file__).resolve().parents[2] / "data" / "deals"
FIELDS = ("after", "trick", "seat", "card", "best", "mu", "mu_best", "loss", "verdict")


@pytest.fixture(scope="module")
def played() -> am.Board:
    return sensible_board(random.Random(3), 1)


@pytest.fixture(scope="module")
def reviewed(played: am.Board) -> am.Review:
    return am.review(played, worlds=12, few=12)


@pytest.fixture(scope="module")
def file(played: am.Board, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "played.pbn"
    path.write_text(write_pbn([played]), encoding="utf-8")
    return path


def test_every_real_choice_is_valued_as_solve_values_it(played: am.Board, reviewed: am.Review) -> None:
    assert len(reviewed.decisions) > 5
    for choice in reviewed.decisions:
        answer = am.solve(played, after=choice.after, worlds=12, few=12)
        by_card = {card.card: card for card in answer.cards}
        assert choice.mu == by_card[choice.card].mu
        assert choice.mu_best == answer.cards[0].mu
        assert choice.trick == choice.after // 4 + 1
        assert choice.loss == pytest.approx(choice.mu_best - choice.mu)


def test_a_small_loss_is_fine_and_a_large_one_is_looked_at_again(reviewed: am.Review) -> None:
    verdicts = {choice.verdict for choice in reviewed.decisions}
    assert verdicts <= {"fine", "mistake", "undecided"}
    assert "fine" in verdicts
    assert len(verdicts) > 1
    assert WORTH_NAMING == 0.03
    for choice in reviewed.decisions:
        assert (choice.verdict == "fine") == (choice.loss < WORTH_NAMING)
        if choice.verdict == "mistake":
            assert all(check.loss >= WORTH_NAMING for check in choice.checks)
        elif choice.verdict == "undecided":
            last = choice.checks[-1]
            assert last.loss < WORTH_NAMING or not last.told_apart


@pytest.mark.slow
def test_a_loss_is_searched_deeper_and_on_other_layouts_before_it_is_called_a_mistake() -> None:
    looked = 0
    for number in range(3):
        board = sensible_board(random.Random(200 + number), number + 1)
        for choice in am.review(board, worlds=10, few=10, max_moves=1).decisions:
            decision = am.solve(board, after=choice.after, worlds=10, few=10, max_moves=1)
            assert decision.setting is not None
            wanted = []
            if choice.verdict != "fine":
                looked += 1
                wanted += [] if decision.complete else ["deeper"]
                survived = all(check.loss >= WORTH_NAMING for check in choice.checks[:1])
                sampled = not decision.setting.worlds.complete
                wanted += ["fresh"] if sampled and (survived or not wanted) else []
            assert [check.what for check in choice.checks] == wanted
            for check in choice.checks:
                if check.what == "deeper":
                    assert check.worlds == decision.worlds
                else:
                    assert check.worlds > decision.worlds
    assert looked > 5


def test_other_layouts_are_drawn_also_where_the_number_behind_the_first_ones_was_given(
    played: am.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    effort = Effort(worlds=12, few=12, max_moves=1, drawn_from=7)
    numbers = []
    draw = solve.draw_setting

    def listen(seen: am.Seen, assumptions: am.Assumptions | None, effort: am.Effort) -> am.Setting:
        numbers.append(effort.drawn_from)
        return draw(seen, assumptions, effort)

    monkeypatch.setattr(solve, "draw_setting", listen)
    found = review(played, effort=effort).decisions
    fresh = sum(check.what == "fresh" for choice in found for check in choice.checks)
    assert fresh
    assert numbers.count(None) == fresh
    assert numbers.count(7) == len(found)


def test_a_review_values_every_card_and_uses_the_cache_that_it_is_given(played: am.Board) -> None:
    effort = Effort(worlds=5, max_moves=1)
    cache = am.LeafCache()
    narrow = replace(effort, only=(played.play[0],), cache=cache)
    assert review(played, effort=narrow).decisions == review(played, effort=effort).decisions
    assert len(cache)


def test_what_is_lost_only_because_of_the_horizon_is_undecided() -> None:
    # With open cards (one move ahead) a guess looks like a certainty: other cards seem to lose by it.
    found = set()
    for name in ("strategy-fusion", "non-locality"):
        board = next(iter(am.read_boards(DEALS / f"{name}.pbn")))
        seen = am.solve(board, max_moves=1)
        best = am.solve(board).cards[0].move
        verdict, checks = judge(seen, best, Assumptions(), Effort(attempts=1000, few=200))
        found.add(verdict)
        assert checks[0].what == "deeper"
        assert checks[0].loss < WORTH_NAMING
    assert found == {"undecided"}


def test_a_loss_is_not_confirmed_by_a_search_that_a_limit_ended_before_it_looked_further(
    played: am.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    effort = Effort(worlds=12, few=12, max_moves=1)
    found = [
        choice
        for choice in review(played, effort=effort).decisions
        if choice.verdict == "mistake" and choice.checks[0].what == "deeper"
    ]
    assert found
    monkeypatch.setattr(Limits, "counted", lambda max_moves: Limits(max_moves, nodes=1))
    for choice in found:
        decision = Job(played, effort=effort).decision(choice.after)
        verdict, (check,) = judge(decision, choice.move, Assumptions(), effort)
        assert verdict == "undecided"
        assert (check.what, check.max_moves) == ("deeper", decision.stats.max_moves)
        assert check.loss >= WORTH_NAMING


def test_the_worst_choice_is_shown_whole(reviewed: am.Review, played: am.Board) -> None:
    assert reviewed.shown is None
    effort = Effort(worlds=12, few=12, why=True)
    found = review(played, Assumptions(), effort)
    assert found.decisions == reviewed.decisions
    worst, whole = found.worst, found.shown
    assert worst is not None
    assert worst == reviewed.worst
    assert whole is not None
    assert whole.why is not None
    assert whole.cards == Job(played, effort=effort).decision(worst.after).cards
    assert whole.mu == worst.mu_best


def test_solve_reviews_a_record_that_is_over_and_review_says_the_same(
    file: Path, reviewed: am.Review
) -> None:
    documents = []
    for command in ("solve", "review"):
        done = run(command, str(file), "--worlds", "12", "--few", "12", "--json")
        assert done.returncode == 0, done.stderr
        documents.append(json.loads(done.stdout))
    assert documents[0] == documents[1]
    assert documents[0]["schema"] == 1
    for shown, choice in zip(documents[0]["decisions"], reviewed.decisions, strict=True):
        assert {name: shown[name] for name in FIELDS} == {name: getattr(choice, name) for name in FIELDS}


def test_a_review_reads_like_a_score_sheet(file: Path, reviewed: am.Review) -> None:
    done = run("solve", str(file), "--worlds", "12", "--few", "12")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split("\n")
    assert lines[2].split() == ["trick", "hand", "played", "αμ", "best", "αμ", "loss"]
    rows = [line.split() for line in lines[3 : 3 + len(reviewed.decisions)]]
    for row, choice in zip(rows, reviewed.decisions, strict=True):
        hand = SEAT_NAMES[SEATS.index(choice.seat)]
        assert row[:4] == [str(choice.trick), hand, card_text(choice.move), percent(choice.mu)]
        assert row[4:7] == [card_text(parse_card(choice.best)), percent(choice.mu_best), percent(choice.loss)]
        assert row[7:] == ([choice.verdict] if choice.loss >= WORTH_NAMING else [])
    plain = run("solve", str(file), "--worlds", "12", "--few", "12", "--ascii").stdout.split("\n")
    assert plain[2].split() == ["trick", "hand", "played", "alphamu", "best", "alphamu", "loss"]
    assert [len(line) for line in plain[2:6]] == [len(line) for line in lines[2:6]]
    assert f"{len(reviewed.decisions)} real choices: " in done.stdout
    assert "Play " in done.stdout


def test_a_record_that_ends_with_a_claim_is_over(played: am.Board) -> None:
    cut = replace(played, play=played.play[:9], owners=played.owners[:9])
    assert cut.is_over
    assert not replace(cut, result=None).is_over


def test_after_asks_for_one_decision_of_a_record_that_is_over(file: Path, reviewed: am.Review) -> None:
    after = reviewed.decisions[-1].after
    done = run("solve", str(file), "--worlds", "12", "--few", "12", "--after", str(after), "--json")
    assert json.loads(done.stdout)["board"]["after"] == after


def test_a_record_that_stops_in_the_middle_is_solved_at_its_end() -> None:
    for deal in sorted(DEALS.glob("*.pbn")):
        assert not next(iter(am.read_boards(deal))).is_over
    board = next(iter(am.read_boards(DEALS / "hold-up.pbn")))
    done = run("solve", str(DEALS / "hold-up.pbn"), "--worlds", "10", "--json")
    assert json.loads(done.stdout)["board"]["after"] == len(board.play)


def test_a_board_without_play_cannot_be_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "bare.pbn"
    path.write_text((DEALS / "hold-up.pbn").read_text().split("[Play")[0] + "\n")
    done = run("review", str(path))
    assert done.returncode == 1
    assert "board hold-up: declarer's side has played no card, so there is nothing to review" in done.stderr


def test_the_page_is_written_where_there_is_no_picture(tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "picture.png"
    deal = DEALS / "hold-up.pbn"
    done = run(
        *("solve", str(deal), "--after", "0", "--worlds", "8", "--html", str(page), "--plot", str(picture))
    )
    assert done.returncode == 1
    assert page.exists()
    assert not picture.exists()
    assert "defender" in done.stderr
