"""`alphamu play`: a board played to its end, shown and written."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from alphamu_dds.bridge.cards import parse_card
from alphamu_dds.errors import InputError
from alphamu_dds.formats.read import read_boards

from .test_match import COMMAND, run

DEAL = Path(__file__).parent.parent / "data" / "deals" / "hold-up.pbn"


def test_play_shows_every_trick_and_the_score_and_writes_pbn(tmp_path: Path) -> None:
    written = tmp_path / "played.pbn"
    answer = run("play", str(DEAL), "--declarer", "dds", "--defence", "dds", "--pbn", str(written))
    assert answer.exit_code == 0, answer.output
    lines = answer.stdout.splitlines()
    tricks = [line for line in lines if line[:5].strip().isdigit()]
    assert len(tricks) == 13
    assert all(line.count("*") == 1 and line.count(">") == 1 for line in tricks)
    assert any("to North-South" in line or "to East-West" in line for line in lines)
    (board,) = read_boards(str(written))
    assert board.legal
    assert len(board.play) == 52
    (original,) = read_boards(str(DEAL))
    assert board.hands == original.hands
    assert board.contract == original.contract
    game = board.replay()
    assert board.declarer is not None
    assert board.result == game.won[board.declarer & 1]
    assert board.players == ("dds",) * 4


def test_play_goes_on_after_a_record(tmp_path: Path) -> None:
    whole = tmp_path / "whole.pbn"
    run("play", str(DEAL), "--declarer", "random", "--defence", "random", "--pbn", str(whole))
    (before,) = read_boards(str(whole))
    document = json.loads(run("play", str(whole), "--after", "30", "--declarer", "dds", "--json").stdout)
    assert document["before"] == 30
    assert [parse_card(card) for card in document["play"][:30]] == list(before.play[:30])
    assert len(document["play"]) == 52
    assert document["schema"] == 1


def test_another_contract_is_played_by_whom_it_is_said(tmp_path: Path) -> None:
    command = ["play", str(DEAL), "--contract", "1NTX", "--by", "W", "--declarer", "dds", "--json"]
    document = json.loads(run(*command).stdout)
    assert (document["contract"], document["declarer"]) == ("1NTX", "W")
    assert document["owners"][0] == "N"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--declarer", "gib"], "a player is one of"),
        (["--contract", "3XX"], "a contract is like"),
        (["--by", "Z"], "a seat is one of"),
        (["--after", "99"], "so not after: 99"),
        (["--after", "-1"], "the number of cards played must be a whole number"),
        (["--board", "12"], "there is no board '12'"),
        (["--pbn", "nowhere/x.pbn"], "there is no such folder"),
        (["--pbn", "-"], "the board needs the name of a file: '-'"),
        (["--worlds", "0"], "the number of worlds must be a whole number, 1 or more: 0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments: list[str], sentence: str) -> None:
    process = subprocess.run(
        [*COMMAND, "play", str(DEAL), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1
    assert process.stdout == ""
    assert sentence in process.stderr
    assert process.stderr.count("\n") == 1


def test_the_file_that_is_read_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "boards.pbn"
    file.write_text(DEAL.read_text())
    answer = run("play", str(file), "--pbn", str(tmp_path / "." / "boards.pbn"))
    assert isinstance(answer.exception, InputError)
    assert "the boards that are read would be lost" in str(answer.exception)
    assert file.read_text() == DEAL.read_text()


def test_a_board_with_hidden_hands_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "two.pbn"
    file.write_text(
        '[Board "7"]\n[Deal "N:AK32.AK2.432.432 - QT7.Q876.AKQ.AK5 -"]\n[Declarer "S"]\n[Contract "3NT"]\n'
    )
    answer = run("play", str(file))
    assert isinstance(answer.exception, InputError)
    assert "board 7" in str(answer.exception)
    assert "East has 0 cards" in str(answer.exception)
