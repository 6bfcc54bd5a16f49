"""What a batch says about one board, and what it makes of its records: summary, table, report."""

from __future__ import annotations

import csv
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from alphamu_cli.batch import progress_text

import alphamu_dds as am
from alphamu_dds.batch.plan import Item
from alphamu_dds.batch.review import Job, double_dummy_tricks, look
from alphamu_dds.batch.run import _head
from alphamu_dds.batch.summary import summarise
from alphamu_dds.bridge.auction import Call, Contract
from alphamu_dds.bridge.cards import SEATS, SOUTH, layout_text
from alphamu_dds.formats.write_pbn import write_pbn
from alphamu_dds.jobs.journal import as_line
from alphamu_dds.jobs.progress import Progress
from alphamu_dds.report.text.batch_csv import _cell
from alphamu_dds.report.words import card_text, percent
from alphamu_dds.solve.effort import Effort
from alphamu_dds.worlds.assume import Assumptions
from tests.batch.test_spoilt_input import DECISION, RECORD
from tests.helpers.batch_boards import sensible_board, short_boards
from tests.helpers.command import run
from tests.report.test_page import Reader
from tests.solve.test_solve_board import board_of

EFFORT = Effort(worlds=12, max_moves=2)


def review(
    board: am.Board, effort: Effort = EFFORT, assumptions: Assumptions | None = None
) -> dict[str, Any]:
    """The record of a board, as it is written."""
    found = look(Job(board, assumptions or Assumptions(), effort))
    head = _head(Item(1, "boards.pbn", 1, board))
    return replace(head, choices=found.choices, chance=found.chance).to_dict()


@pytest.fixture(scope="module")
def played() -> am.Board:
    """A board that was played to the end, with a few slips of declarer's."""
    return sensible_board(random.Random(3), 1)


@pytest.fixture(scope="module")
def found(played: am.Board) -> dict[str, Any]:
    return review(played)


# Boards with play


def test_every_decision_is_what_solve_says_of_it(played: am.Board, found: dict[str, Any]) -> None:
    assert len(found["decisions"]) > 5
    for decision in found["decisions"]:
        answer = am.solve(
            played, after=decision["after"], worlds=12, max_moves=EFFORT.max_moves, seed=decision["seed"]
        )
        by_card = {card.card: card for card in answer.cards}
        assert decision["seat"] == answer.to_play
        assert decision["best"] == [card.card for card in answer.cards if card.wins == answer.wins]
        assert decision["best_mu"] == answer.mu
        assert decision["played_mu"] == by_card[decision["played"]].mu
        assert decision["loss"] == pytest.approx(answer.mu - decision["played_mu"])
        assert by_card[decision["pimc"]].pimc_wins == max(card.pimc_wins for card in answer.cards)
        assert decision["pimc_differs"] == (by_card[decision["pimc"]].wins < answer.wins)
        assert decision["complete"] == answer.complete


def test_the_errors_of_a_board_are_ranked_by_what_they_cost(found: dict[str, Any]) -> None:
    for verdict, listed in (("mistake", found["errors"]), ("undecided", found["undecided"])):
        losses = {d["after"]: d["loss"] for d in found["decisions"] if d["verdict"] == verdict}
        assert losses
        assert listed == sorted(losses, key=lambda after: (-losses[after], after))


def test_every_real_choice_is_there_and_nothing_else(played: am.Board, found: dict[str, Any]) -> None:
    declarer = played.declarer
    assert declarer is not None
    expected = []
    for after in range(1, 52):
        if played.owners[after] & 1 != declarer & 1:
            continue
        try:
            answer = am.solve(played, after=after, worlds=2, few=0, max_moves=1)
        except am.InputError:  # decided
            continue
        if len({card.equals for card in answer.cards}) > 1:
            expected.append(after)
    assert [decision["after"] for decision in found["decisions"]] == expected


def test_the_defenders_cards_are_not_looked_at(played: am.Board, found: dict[str, Any]) -> None:
    declarer = played.declarer
    assert declarer is not None
    shown = [hand if seat & 1 == declarer & 1 else None for seat, hand in enumerate(played.hands)]
    hidden = replace(played, hands=(shown[0], shown[1], shown[2], shown[3]))
    assert review(hidden) == found


def test_layouts_depend_on_the_position_and_the_seed_alone(played: am.Board, found: dict[str, Any]) -> None:
    elsewhere = replace(played, name="77", event="Other", players=("A", "B", "C", "D"), play=played.play[:9])
    elsewhere = replace(elsewhere, owners=played.owners[:9])
    shorter = review(elsewhere)
    assert shorter["decisions"] == [one for one in found["decisions"] if one["after"] < 9]
    other = review(elsewhere, replace(EFFORT, seed=2))
    assert [one["seed"] for one in other["decisions"]] != [one["seed"] for one in shorter["decisions"]]


def test_calls_that_fit_no_layout_are_relaxed_and_it_says_so() -> None:
    calls = (
        "2C",
        "Pass",
        "Pass",
        "3NT",
        "Pass",
        "Pass",
        "Pass",
    )  # 18 points, and 14 are missing
    board = replace(board_of(), auction=tuple(Call(name) for name in calls))
    effort = Effort(worlds=3, max_moves=1, attempts=2000)
    record = review(board, effort, Assumptions(lead="off"))
    assert record["decisions"]
    for decision in record["decisions"]:
        (unused,) = decision["not_used"]
        how = r"West hcp 18\+ \(West's 2C\) relaxed to hcp (\d+)\+: no layout fits it with all the rest"
        relaxed = re.fullmatch(how, unused)
        assert relaxed
        assert int(relaxed[1]) <= 14
        assert f"West hcp {relaxed[1]}+" in decision["assumed"]


# Boards with only a contract


def test_a_contract_without_play_is_valued_before_the_lead() -> None:
    (board,) = (board for board in short_boards(5) if not board.play)
    record = review(board)
    chance = record["chance"]
    answer = am.solve(board, after=0, worlds=12, seed=chance["seed"])
    assert (record["kind"], chance["mu"]) == ("contract", answer.mu)
    for lead in chance["leads"]:
        card = next(card for card in answer.cards if card.card == lead["lead"][0])
        assert (lead["mu"], lead["possible"]) == (card.mu, card.possible / 12)
    assert {card for lead in chance["leads"] for card in lead["lead"]} == {card.card for card in answer.cards}


def test_double_dummy_is_asked_about_the_same_layouts_and_never_says_less() -> None:
    for board in [board for board in short_boards(40, seed=3) if not board.play][:4]:
        chance = review(board)["chance"]
        answer = am.solve(board, after=0, worlds=12, seed=chance["seed"])
        contract = board.contract
        assert contract is not None
        leader = SEATS[answer.position.leader]
        makes = [
            am.pimc([layout_text(layout)], contract.strain, leader, answer.position.need,
                    declarer=SEATS[answer.position.declarer]).wins
            for layout in answer.position.layouts
        ]  # fmt: skip
        assert chance["double_dummy"] == sum(makes) / 12
        assert chance["flatters"] == chance["double_dummy"] - chance["mu"] >= 0


def test_tricks_with_open_cards_are_those_of_the_real_layout() -> None:
    for board in short_boards(12, seed=4):
        contract = board.contract
        assert contract is not None
        tricks = double_dummy_tricks(board)
        assert tricks is not None
        for need in (tricks, tricks + 1):
            if 0 < need <= 13:
                leader = SEATS[board.opening_leader or 0]
                declarer = SEATS[board.declarer or 0]
                answer = am.pimc([board.deal], contract.strain, leader, need, declarer=declarer)
                assert answer.wins == (need == tricks)
    hidden = replace(board, hands=(*board.hands[:3], None))
    assert double_dummy_tricks(hidden) is None


# From records to a summary, a table and a report


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a batch with names that want to do harm."""
    folder = tmp_path_factory.mktemp("results")
    boards = [sensible_board(random.Random(12), 1), *short_boards(6)]
    names = ("=1+1", "@SUM(A1)", "<script>alert(1)</script>", "Müller")
    boards = [replace(board, players=names, name=str(n)) for n, board in enumerate(boards, 1)]
    boards[3] = replace(boards[3], contract=None)
    (folder / "boards.pbn").write_text(write_pbn(boards), encoding="utf-8")
    done = run(
        *("batch", str(folder), "-o", str(folder / "results.jsonl"), "--worlds", "8", "-M", "1"),
        *("--csv", str(folder / "table.csv"), "--report", str(folder / "my report.html")),
        *("--report-errors", "3"),
    )
    assert done.returncode == 0, done.stderr
    (folder / "printed.txt").write_text(done.stdout, encoding="utf-8")
    return folder


def parsed(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_summary_adds_up(results: Path) -> None:
    summary = summarise(str(results / "results.jsonl"))
    decisions = [decision for record in parsed(results) for decision in record.get("decisions", [])]
    assert summary.boards == 7
    assert summary.all.decisions == len(decisions)
    mistakes = [decision for decision in decisions if decision["verdict"] == "mistake"]
    assert len(mistakes) >= 3
    assert summary.all.errors == len(mistakes)
    assert summary.all.undecided == sum(decision["verdict"] == "undecided" for decision in decisions)
    assert summary.all.loss == pytest.approx(sum(decision["loss"] for decision in mistakes))
    for tallies in (summary.declarers, summary.contracts):
        assert sum(tally.decisions for tally in tallies.values()) == summary.all.decisions
        assert sum(tally.errors for tally in tallies.values()) == summary.all.errors
        assert sum(tally.loss for tally in tallies.values()) == pytest.approx(summary.all.loss)
    losses = [mistake.choice.loss for mistake in summary.worst]
    assert losses == sorted((d["loss"] for d in mistakes), reverse=True)
    assert sum(summary.losses) == summary.all.errors
    assert sum(summary.trick_losses) == pytest.approx(summary.all.loss)
    assert [record.board for record in summary.unanswered] == ["4"]


def test_only_the_dearest_mistakes_are_remembered(tmp_path: Path) -> None:
    losses = [round(random.Random(n).random(), 2) for n in range(200)]
    path = tmp_path / "results"
    with path.open("wb") as stream:
        for number, loss in enumerate(losses, 1):
            decision = {**DECISION, "loss": loss}
            stream.write(as_line({**RECORD, "number": number, "decisions": [decision]}))
    kept = [(m.choice.loss, m.record.number) for m in summarise(str(path), 30).worst]
    assert kept == sorted(((loss, n) for n, loss in enumerate(losses, 1)), key=lambda e: (-e[0], e[1]))[:30]


def test_a_mistake_says_what_else_is_undecided_on_its_board(tmp_path: Path) -> None:
    choices = [{**DECISION, "after": 8}, {**DECISION, "after": 20, "verdict": "undecided"}]
    path = tmp_path / "results"
    path.write_bytes(as_line({**RECORD, "decisions": choices}))
    (mistake,) = summarise(str(path)).worst
    assert mistake.choice.after == 8
    assert mistake.to_dict()["undecided"] == [20]


def test_the_table_has_a_row_for_each_decision_and_no_formula(results: Path) -> None:
    data = (results / "table.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    with (results / "table.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    wanted = [len(record.get("decisions", [])) or 1 for record in parsed(results)]
    assert len(rows) == sum(wanted)
    for row in rows:
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row.values())
    assert {row["player"] for row in rows} <= {
        "'=1+1",
        "'@SUM(A1)",
        "<script>alert(1)</script>",
        "Müller",
        "",
    }
    valued = [row for row in rows if row["after"]]
    assert all(float(row["loss"]) >= 0 for row in valued)


def test_a_cell_of_the_table_is_neither_a_formula_nor_a_control_character() -> None:
    for letter in "=+-@＝＋－＠":
        assert _cell(f"{letter}1+1") == f"'{letter}1+1"
    assert _cell("a\x1b[2Jb\x07") == "a?[2Jb?"
    assert _cell("\t=1") == "?=1"
    assert _cell(["SA", "HK"]) == "SA HK"


def test_the_report_is_one_page_with_a_link_to_each_mistake(results: Path) -> None:
    text = (results / "my report.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert "as a share of the weight of all layouts" in text
    assert not re.search(r'(?:src|href)="https?:', text)
    assert text.count("<svg") == 2
    links = re.findall(r'href="(my%20report_files/[^"]+)"', text)
    assert len(links) == 3
    worst = summarise(str(results / "results.jsonl")).worst[:3]
    for link, mistake in zip(links, worst, strict=True):
        page = (results / link.replace("%20", " ")).read_text(encoding="utf-8")
        assert f"{100 * mistake.choice.mu_best:.1f}%" in page
        assert f"{100 * mistake.choice.mu:.1f}%" in page
        assert f"board-{mistake.record.number}-after-{mistake.choice.after}.html" in link
    assert "alert(1)" not in text or "&lt;script&gt;" in text


def test_a_mistakes_page_names_file_player_card_and_cost_and_leads_back(results: Path) -> None:
    text = (results / "my report.html").read_text(encoding="utf-8")
    links = re.findall(r'href="(my%20report_files/[^"]+)"', text)
    for link, mistake in zip(links, summarise(str(results / "results.jsonl")).worst[:3], strict=True):
        record, choice = mistake.record, mistake.choice
        file = results / unquote(link)
        found = Reader(file.read_text(encoding="utf-8"))
        (said,) = [element.words for element in found.all("p", **{"class": "played"})]
        assert said.startswith(f"{record.file}, board {record.board}: in trick {choice.trick} ")
        seat = {"N": "North", "E": "East", "S": "South", "W": "West"}[record.declarer or ""]
        assert f"{record.player} ({seat}) played {card_text(choice.move)}" in said
        assert (" from dummy" in said) == (choice.seat != record.declarer)
        assert f"It cost {percent(choice.loss)}: {percent(choice.mu)} instead of" in said
        (back,) = [
            element.attributes["href"] for element in found.all("a") if element.words == "← All boards"
        ]
        assert (file.parent / unquote(back)).resolve() == (results / "my report.html").resolve()
        (row,) = [e.words for e in found.all("th", scope="row") if e.words.endswith(" played")]
        assert card_text(choice.move)[1:] in row


def test_the_printed_summary_names_what_has_no_answer(results: Path) -> None:
    text = (results / "printed.txt").read_text(encoding="utf-8")
    assert "7 boards: 6 done, 1 unreadable" in text
    assert "board 4: unreadable (the board has no contract)" in text
    assert "αμ is sure of" in text


def test_a_report_without_mistakes_has_no_pages(tmp_path: Path) -> None:
    board = replace(short_boards(1)[0], play=(), owners=(), contract=Contract(1, "N", 0, SOUTH))
    file = tmp_path / "board.pbn"
    file.write_text(write_pbn(board))
    report = tmp_path / "report.html"
    done = run(
        *("batch", str(file), "-o", str(tmp_path / "r"), "--worlds", "4", "-M", "1", "--report", str(report))
    )
    assert done.returncode == 0, done.stderr
    assert "There was no decision of declarer to look at." in report.read_text(encoding="utf-8")
    assert not (tmp_path / "report_files").exists()


def test_results_that_somebody_has_edited_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "results"
    for record in ({"number": 1}, {"number": 1, "status": "done", "kind": "play", "decisions": 3}):
        path.write_bytes(as_line(record))
        with pytest.raises(am.InputError, match="results, line 1: this is no record of such a run"):
            summarise(str(path))


def test_the_progress_fits_into_the_terminal_whatever_it_says() -> None:
    for progress in (
        Progress(0, 1, 0, 0, 0, 0.0),
        Progress(30, 120, 10, 1, 1, 60.0),
        Progress(12345, 54321, 0, 98765, 432, 1e5),
    ):
        for columns in (20, 40, 79, 80, 100, 200):
            assert len(progress_text(progress, columns)) <= columns
        assert progress_text(progress, 200).startswith(("█" * 4, "·" * 20))


def test_the_progress_knows_the_rate_and_the_time_left() -> None:
    progress = Progress(done=30, total=120, before=10, noted=7, trouble=1, seconds=60.0)
    assert (progress.rate, progress.seconds_left) == (20.0, 270.0)
    assert Progress(0, 10, 0, 0, 0, 0.0).seconds_left is None


def test_the_worst_in_json_have_what_their_record_says_and_their_own_decision(tmp_path: Path) -> None:
    mistake = {**DECISION, "verdict": "mistake", "loss": 0.5, "after": 8}
    doubtful = {**DECISION, "verdict": "undecided", "loss": 0.4, "after": 12}
    record = {**RECORD, "decisions": [mistake, doubtful], "errors": [8], "undecided": [12]}
    output = tmp_path / "results.jsonl"
    output.write_bytes(as_line(record))
    found: dict[str, Any] = summarise(str(output)).to_dict()
    (worst,) = found["worst"]
    brief = {name: value for name, value in record.items() if name not in ("decisions", "errors")}
    assert worst == {**brief, "decision": mistake}
