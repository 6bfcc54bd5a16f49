"""The one line on a terminal that says how far work is."""

from __future__ import annotations

import io
import sys
import threading

import pytest
from alphamu_cli import progress
from alphamu_cli.progress import ProgressLine

CLEARED = "\r\x1b[K"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Called by the test itself, because pytest has its own standard error for each phase."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setattr(progress, "FIRST", 0.0)
    return found


@pytest.mark.parametrize("asks", [True, False])
def test_the_latest_is_shown_in_one_line_and_taken_away(asks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    shown = threading.Event()

    def text(told: str, columns: int) -> str:
        shown.set()
        return told * columns * 2

    line = ProgressLine(text, (lambda: "x") if asks else None)
    if not asks:
        line("y")
        line("x")
    with line:
        assert shown.wait(60)
    assert terminal.getvalue().startswith(f"{CLEARED}{'x' * 79}{CLEARED}"), "a longer line would wrap"
    assert terminal.getvalue().endswith(f"x{CLEARED}")


def test_work_that_has_said_nothing_leaves_the_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with ProgressLine[str](lambda told, columns: told):
        pass
    assert terminal.getvalue() == ""
