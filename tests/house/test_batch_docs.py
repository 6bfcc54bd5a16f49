"""docs/batch.md shows what its commands print; here for one of its boards, because all take a minute."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from alphamu_dds.formats.write_pbn import write_pbn
from tests.helpers.batch_boards import sensible_boards
from tests.helpers.command import ROOT, run

PAGE = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder with the board that the page looks at closely, and the words of its command."""
    command = re.search(r"^\$ alphamu (solve .*)$", PAGE, re.MULTILINE)
    assert command
    words = shlex.split(command[1])
    how = rf"^python -m tests.helpers.batch_boards (\d+) (\d+) > {re.escape(words[1])}$"
    made = re.search(how, PAGE, re.MULTILINE)
    assert made
    folder = tmp_path_factory.mktemp("page")
    name = words[words.index("--board") + 1]
    (board,) = [board for board in sensible_boards(int(made[1]), int(made[2])) if board.name == name]
    (folder / words[1]).parent.mkdir()
    (folder / words[1]).write_text(write_pbn(board), encoding="utf-8")
    return folder, words


def test_the_mistakes_on_the_page_are_those_of_its_boards(example: tuple[Path, list[str]]) -> None:
    folder, words = example
    place = f"{words[1]}, board {words[words.index('--board') + 1]}:"
    shown = [line for line in PAGE.splitlines() if place in line]
    assert len(shown) > 1
    done = run("batch", "boards", "-o", "results.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    printed = [line for line in done.stdout.splitlines() if place in line]
    assert printed[: len(shown)] == shown


def test_the_decision_on_the_page_is_what_solve_prints(example: tuple[Path, list[str]]) -> None:
    folder, words = example
    shown = PAGE[PAGE.index("$ alphamu solve ") :]
    parts = shown[shown.index("\n") : shown.index("```")].split("\n...")
    assert sum(bool(part.strip()) for part in parts) == 2
    done = run(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    for part in parts:
        assert part.strip("\n") in done.stdout
