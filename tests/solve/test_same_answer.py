"""The same question has the same answer, whether the library, the command or the batch is asked."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from alphamu_cli.main import cli
from click.testing import CliRunner

import alphamu_dds as am
from alphamu_dds.batch.review import Job
from alphamu_dds.formats.write_pbn import write_pbn
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.question import ask
from alphamu_dds.solve.seen import see
from tests.helpers.batch_boards import sensible_board

DEALS = sorted((Path(__file__).resolve().parents[2] / "data" / "deals").glob("*.pbn"))


def decisions(board: am.Board, most_tricks: int = 13) -> list[int]:
    """After how many cards declarer's side is to play with the contract open, and before the lead."""
    found = []
    for after in range(len(board.play) + 1):
        try:
            standing = see(ask(board, after=after))
        except am.InputError:
            continue
        if standing.left <= most_tricks and (after == 0 or standing.is_viewers_turn):
            found.append(after)
    return found


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    """All that a document says, but for what the cache and the clock decide."""
    stats = {name: document["stats"][name] for name in ("nodes", "max_moves", "limit")}
    cards = [{key: value for key, value in card.items() if key != "interval"} for card in document["cards"]]
    board = {key: value for key, value in document["board"].items() if key not in ("file", "line")}
    return {**document, "stats": stats, "cards": cards, "board": board}


def check_doors(file: Path, board: am.Board, after: int, worlds: int | None = None) -> None:
    wanted: dict[str, Any] = {} if worlds is None else {"worlds": worlds, "few": worlds}
    asked = [] if worlds is None else ["--worlds", str(worlds), "--few", str(worlds)]
    library = without_times(am.solve(board, after=after, **wanted).to_dict())
    done = CliRunner().invoke(
        cli, ["solve", str(file), "--after", str(after), "--json", *asked], standalone_mode=False
    )
    assert without_times(json.loads(done.stdout)) == library
    in_batch = Job(board, effort=Effort(**wanted)).decision(after)
    assert without_times(in_batch.to_dict()) == library


@pytest.mark.slow
@pytest.mark.parametrize("file", DEALS, ids=lambda file: file.stem)
def test_every_door_says_the_same_of_every_decision_of_the_teaching_deals(file: Path) -> None:
    board = next(iter(am.read_boards(file)))
    for after in decisions(board):
        check_doors(file, board, after, worlds=5)


@pytest.mark.parametrize("file", DEALS, ids=lambda file: file.stem)
def test_every_door_says_the_same_by_default(file: Path) -> None:
    board = next(iter(am.read_boards(file)))
    for after in decisions(board, most_tricks=3):
        check_doors(file, board, after)


@pytest.mark.slow
def test_every_door_says_the_same_of_twenty_boards(tmp_path: Path) -> None:
    checked = 0
    for number in range(20):
        board = sensible_board(random.Random(100 + number), number + 1)
        file = tmp_path / f"{number}.pbn"
        file.write_text(write_pbn([board]), encoding="utf-8")
        board = next(iter(am.read_boards(file)))
        for after in decisions(board, most_tricks=9)[::3]:
            check_doors(file, board, after, worlds=6)
            checked += 1
    assert checked > 40


def test_the_readmes_own_deal_has_one_answer() -> None:
    file = next(deal for deal in DEALS if deal.stem == "strategy-fusion")
    answer = am.solve(str(file))
    assert answer.best == "C6"
    assert answer.wins == 40
    assert answer.complete
