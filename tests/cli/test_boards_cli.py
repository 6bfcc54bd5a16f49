"""``alphamu boards`` as people and programs call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.command import ROOT, run
from tests.helpers.format_samples import DEAL, LIN, PBN

WRONG = PBN.replace('Result "9"', 'Result "10"')


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "club.pbn"
    path.write_text(PBN + "\n" + WRONG + '\n[Board "9"]\n[Contract "Pass"]\n', encoding="utf-8")
    return str(path)


def test_one_line_per_board_and_what_is_wrong_below_it(file: str) -> None:
    done = run("boards", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        file,
        "       7  4♥    by South  52 cards   9 tricks  -1",
        "       7  4♥    by South  52 cards  10 tricks  =",
        "          line 46, Result: declarer's side won 9 tricks, and not: 10",
        "       9  passed out       0 cards",
        "3 boards, 1 with problems",
    ]


def test_ascii_output_has_no_symbol(file: str) -> None:
    done = run("boards", file, "--ascii")
    assert done.stdout.isascii()
    assert "4H    by South" in done.stdout


def test_json_is_one_document_per_board(file: str) -> None:
    done = run("boards", "--json", file)
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(documents) == 3
    first, second, third = documents
    wanted = {
        "file": file,
        "line": 1,
        "board": "7",
        "contract": "4H",
        "declarer": "S",
        "deal": DEAL,
        "cards_played": 52,
        "result": 9,
        "problems": [],
    }
    assert {key: first[key] for key in wanted} == wanted
    assert second["problems"] == [
        {
            "line": 46,
            "tag": "Result",
            "value": "10",
            "sentence": "declarer's side won 9 tricks, and not: 10",
        }
    ]
    assert (third["contract"], third["declarer"], third["result"]) == ("Pass", None, None)


def test_several_sources_and_standard_input(file: str) -> None:
    done = run("boards", file, "-", stdin=LIN)
    assert done.returncode == 0
    assert "standard input\n       7  4♥" in done.stdout
    assert done.stdout.endswith("4 boards, 1 with problems\n")


def test_what_cannot_be_read_is_told_and_the_rest_is_read(file: str) -> None:
    done = run("boards", "no.pbn", file, "http://example.org/")
    assert done.returncode == 1
    assert "3 boards, 1 with problems" in done.stdout
    assert done.stderr.splitlines() == [
        "alphamu: no.pbn: the file cannot be read (No such file or directory)",
        "alphamu: the link holds no board, neither as lin= nor as n=, e=, s=, w=: 'http://example.org/'",
    ]


def test_a_file_without_a_board_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "empty.pbn"
    path.write_text("% PBN 2.1\n")
    done = run("boards", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"alphamu: there is no board in: {path}\n"


def test_control_characters_of_a_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "odd.pbn"
    path.write_text('[Board "\x1b[2J1"]\n[Dealer "\x07"]\n')
    done = run("boards", str(path))
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "?[2J1" in done.stdout


def test_nor_do_those_in_a_problem() -> None:
    done = run("boards", "https://x/handviewer.html?n=S2&s=H2&%1b[2J=1&%1b=1&%1b=2")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "?: ? stands twice, first as '1': '2'" in done.stdout


def test_no_file_is_usage() -> None:
    assert run("boards").returncode == 2


def test_the_docs_show_what_is_printed() -> None:
    shown = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").split("$ alphamu boards ")[1]
    files, *lines = shown.split("\n```")[0].splitlines()
    done = run("boards", *(str(ROOT / name) for name in files.split()))
    assert done.stdout.replace(f"{ROOT}/", "").splitlines() == lines


def test_the_docs_example_is_true(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    exec(text, {})
    assert capsys.readouterr().out.splitlines() == [
        "4H 2",
        "2H 3",
        "tests/data/club-evening.pbn, line 71, board 8, Play: card 7: South played SK without holding it",
        "3NT 2",
    ]
