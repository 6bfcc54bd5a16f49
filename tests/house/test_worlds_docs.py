"""docs/worlds.md shows what its commands print."""

from __future__ import annotations

import re
import shlex

import pytest

from tests.helpers.command import ROOT, commands_shown_in, run

PAGE = "worlds.md"


@pytest.mark.parametrize(
    ("command", "shown"),
    [example for example in commands_shown_in(PAGE) if example[0].startswith("solve docs/")],
)
def test_the_page_on_worlds_shows_what_is_printed(command: str, shown: str) -> None:
    done = run(*shlex.split(command), cwd=ROOT)
    parts = [part.strip("\n") for part in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)]
    assert any(parts)
    for part in parts:
        assert part in done.stdout + done.stderr
    assert done.returncode == (1 if parts[0].startswith("alphamu: ") else 0)


def test_the_page_on_worlds_has_examples_and_no_empty_block() -> None:
    assert len([command for command, _ in commands_shown_in(PAGE) if command.startswith("solve docs/")]) == 4
    blocks = (ROOT / "docs" / PAGE).read_text(encoding="utf-8").split("```")[1::2]
    assert all(block.partition("\n")[2].strip() for block in blocks)
