"""A LIN file cut into boards: fields ``name|value|`` with their lines, and nothing understood yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .lines import Line

KNOWN = frozenset(
    (
        *("vg", "rs", "pn", "qx", "st", "md", "mb", "an", "pc", "mc", "pg", "nt", "at", "ah", "rh", "sv"),
        *("bn", "mn", "mp", "px", "pw", "sk", "ha", "hf", "bm", "up", "lb", "bt", "bg", "tu", "wt", "va"),
    )
)
_BETWEEN = frozenset(("vg", "rs", "pn", "mn", "bn", "st", "rh", "ah", "sv"))
"""Fields that stand before the cards and calls of a board, so that after those they begin the next."""
_CONTENT = frozenset(("md", "mb", "pc", "mc"))
_DONE = frozenset(("mb", "pc", "mc"))
LONGEST_VALUE = 1 << 14
MOST_FIELDS = 20_000
"""Fields of one board; a long vugraph board with all its chat has some hundreds."""


class Field(NamedTuple):
    """A field, and the line on which it begins."""

    line: int
    name: str
    value: str


@dataclass
class RawLin:
    """The fields of one board, and those before the first board of the file."""

    line: int
    fields: list[Field] = field(default_factory=list)
    header: dict[str, str] = field(default_factory=dict)
    complaints: list[tuple[int, str, str]] = field(default_factory=list)
    """Line, value, sentence."""


def boards_of(lines: Iterable[Line]) -> Iterator[RawLin]:
    """The boards of a file, those without cards, calls and claims left out."""
    header: dict[str, str] = {}
    board = RawLin(1, header=header)
    seen: set[str] = set()
    for item in _fields(lines):
        name = item.name
        if name == "qx" or (name == "md" and "md" in seen) or _begins(name, seen):
            if seen & _CONTENT:
                yield board
            else:
                header = {**header, **{f.name: f.value for f in board.fields if f.name in _BETWEEN}}
            board = RawLin(item.line, header=header)
            seen = set()
        if name == "":
            board.complaints.append((item.line, item.value, "the fields cannot be told apart after"))
            del board.complaints[10:]
        elif len(board.fields) < MOST_FIELDS:
            board.fields.append(item)
            seen.add(name)
    if seen & _CONTENT:
        yield board


def _begins(name: str, seen: set[str]) -> bool:
    return name in _BETWEEN and (bool(seen & _DONE) or (name in seen and "md" in seen))


def _fields(lines: Iterable[Line]) -> Iterator[Field]:
    """The fields in order; one with an empty name is a place where they could not be told apart."""
    name: tuple[int, str] | None = None
    for line, part in _parts(lines):
        if name is None:
            command = part.strip()
            if command:
                name = (line, command)
            continue
        started, command = name
        lowered = command.lower()
        if len(command) != 2 or (lowered not in KNOWN and part.strip().lower() in KNOWN):
            # A bar too many or too few: what looks like a value is the next name.
            yield Field(started, "", command)
            name = (line, part.strip()) if part.strip() else None
            continue
        yield Field(started, lowered, part)
        name = None


def _parts(lines: Iterable[Line]) -> Iterator[tuple[int, str]]:
    """What stands between the bars. An end of line inside a value is a space."""
    waiting: list[str] = []
    size = 0
    started = 1
    for line in lines:
        parts = line.text.split("|")
        for part in parts[:-1]:
            if size < LONGEST_VALUE:
                waiting.append(part)
            yield started, "".join(waiting)[:LONGEST_VALUE]
            waiting, size, started = [], 0, line.number
        if not waiting:
            started = line.number
        if size < LONGEST_VALUE and (parts[-1] or waiting):
            waiting.append(parts[-1] + " " if line.ends else parts[-1])
            size += len(waiting[-1])
    yield started, "".join(waiting)[:LONGEST_VALUE]
