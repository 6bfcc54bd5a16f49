"""``alphamu suit`` as people and programs call it."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from alphamu_dds import solve_suit
from tests.helpers.command import run


def test_json_is_one_document_with_the_fields_of_the_library() -> None:
    done = run("suit", "AJ98", "5432", "--tricks", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document, library = json.loads(done.stdout), solve_suit("AJ98", "5432", 3).to_dict()
    assert document["schema"] == 1
    assert (document["fraction"], document["percent"]) == ("929/2300", 929 / 23)
    assert {k: v for k, v in document.items() if k != "stats"} == {
        k: v for k, v in library.items() if k != "stats"
    }


def test_without_tricks_every_number_and_the_best_average() -> None:
    done = run("suit", "AJ98", "5432")
    assert done.returncode == 0, done.stderr
    assert "     2        92.39%      92.39%" in done.stdout
    assert "Best average: 2.3278 tricks (2677/1150)." in done.stdout


def test_vacant_places_are_told() -> None:
    done = run(*["suit", "AQ", "32", "--tricks", "2", "--west-vacant", "9", "--east-vacant", "7"])
    assert "Best chance of 2 tricks: 56.25% (9/16)." in done.stdout
    assert "Vacant places: West 9, East 7." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("AJ98 J432", "J is in both hands: 'AJ98' and 'J432'"),
        ("xxxxxxxx xxxxxx", "a suit has no more than 13 cards: 'xxxxxxxx' and 'xxxxxx'"),
        ("AJ98 5z", "'z' is not a rank in the holding '5z'"),
        ("AJ98 5432 --tricks 5", "with 4 cards in the longer hand, no more tricks can be had: 5"),
        ("AQ 32 --west-vacant 1 --east-vacant 2", "fewer vacant places: 1 + 2"),
        ("AQ 32 --html /nowhere/at/all.html", "/nowhere/at/all.html: there is no such folder"),
        ("AQ 32 --html /", "/: this is a folder, not a file"),
    ],
)
def test_what_cannot_be_solved_is_one_sentence_and_exit_code_1(arguments: str, sentence: str) -> None:
    done = run("suit", *arguments.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("alphamu: ")
    assert done.stderr.endswith(sentence + "\n")
    assert done.stderr.count("\n") == 1


def test_wrong_usage_is_exit_code_2() -> None:
    assert run("suit", "AJ98").returncode == 2
    assert run("suit", "AJ98", "5432", "--tricks", "many").returncode == 2


class Reader(HTMLParser):
    """Collects the rows of tables, and anything that would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = 0
        self.outside: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.rows += tag == "tr"
        if tag in ("script", "img", "iframe") or any(name == "src" for name, _ in attrs):
            self.outside.append(tag)
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_one_file_with_the_table_of_layouts(tmp_path: Path) -> None:
    for arguments in ("AJ98 5432 --tricks 3", "AJ98 5432"):
        file = tmp_path / "suit.html"
        done = run("suit", *arguments.split(), "--html", str(file))
        assert done.returncode == 0, done.stderr
        text = file.read_text(encoding="utf-8")
        reader = Reader()
        reader.feed(text)
        assert not reader.open
        assert not reader.outside
        assert reader.rows >= 1 + len(solve_suit("AJ98", "5432").layouts)
        assert "http:" not in text
        assert "https:" not in text
        assert "(K/Q)" in text
        assert "prefers-color-scheme: dark" in text
