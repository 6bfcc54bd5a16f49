"""A line on standard error that says how far long work is."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

import click

from alphamu_dds.errors import count
from alphamu_dds.solve.watch import Moment, Watch

Latest = TypeVar("Latest")

FIRST = 1.0
"""Seconds before anything is said: most work is done by then."""
EVERY = 0.25


class ProgressLine(Generic[Latest]):
    """Shows how far work is, from a thread of its own; nothing if standard error is not a terminal.

    ``text`` makes a line of what it was told last, for so many columns; what is longer is cut, because a line
    that wraps would stay.
    With ``look`` it asks by itself; None is for work that has not begun.
    """

    def __init__(
        self, text: Callable[[Latest, int], str], look: Callable[[], Latest | None] | None = None
    ) -> None:
        self.latest: Latest | None = None
        self._text = text
        self._look = look or (lambda: self.latest)
        self._done = threading.Event()
        self._thread: threading.Thread | None = None
        self._shown = False

    def __call__(self, progress: Latest) -> None:
        """Hear how far it is."""
        self.latest = progress

    def __enter__(self) -> ProgressLine[Latest]:
        if sys.stderr is not None and sys.stderr.isatty():
            self._thread = threading.Thread(target=self._show, name="alphamu-progress", daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)

    def _show(self) -> None:
        pause = FIRST
        while not self._done.wait(pause):
            pause = EVERY
            latest = self._look()
            if latest is not None:
                self._shown = True
                columns = _columns() - 1
                click.echo(f"\r\x1b[K{self._text(latest, columns)[:columns]}", nl=False, err=True)


def search_progress(watch: Watch, time_limit: float | None = None) -> ProgressLine[Moment]:
    """Shows what a ``Watch`` sees, and when the time limit ends it."""
    started = time.monotonic()

    def text(moment: Moment, columns: int) -> str:
        left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        return progress_text(moment, left)

    return ProgressLine(text, watch.moment)


def progress_text(moment: Moment, limit_left: float | None = None) -> str:
    """One line: the iteration, what is done of it, and when it may be over.

    >>> progress_text(Moment(1, 2, 30, 120, 0, 9, 30, 2.0))
    'looking 1 of 2 cards ahead: 30 of 120 layouts, about 6 s left for this step'
    >>> progress_text(Moment(2, 2, 120, 120, 3, 9, 4100, 2.0), limit_left=1.0)
    'looking 2 of 2 cards ahead: 3 of 9 cards, 4,100 solves, at most 1 s left'
    """
    if moment.depth <= 1:
        done = f"{moment.worlds_done} of {count(moment.worlds, 'layout')}"
    else:
        done = f"{moment.moves_done} of {count(moment.moves, 'card')}, {count(moment.solves, 'solve')}"
    left = moment.seconds_left
    if limit_left is not None and (left is None or limit_left < left):
        when = f", at most {limit_left:.0f} s left"
    else:
        when = "" if left is None else f", about {left:.0f} s left for this step"
    return f"looking {moment.depth} of {count(moment.depths, 'card')} ahead: {done}{when}"


def _columns() -> int:
    """The width of the terminal behind standard error; standard output may be a file."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80


def with_bar(text: str, done: int, total: int, columns: int) -> str:
    """A line with a bar before it, which gives way if the line gets too long: one that wraps would stay.

    >>> with_bar("5 of 20", 5, 20, 18), with_bar("5 of 20", 5, 20, 12), with_bar("5 of 20", 5, 20, 4)
    ('██·······  5 of 20', '5 of 20', '5 of')
    """
    width = min(20, columns - len(text) - 2)
    if width >= 5:
        full = width * done // max(1, total)
        text = f"{'█' * full}{'·' * (width - full)}  {text}"
    return text[:columns]


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(7.25), duration(270), duration(7400)
    ('7 s', '4:30 min', '2:03 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds) // 60
    if minutes < 60:
        return f"{minutes}:{round(seconds) % 60:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"
