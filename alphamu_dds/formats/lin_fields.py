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
_MATCH = frozenset(("vg", "rs"))
"""Fields of a whole match, after which another board begins."""
_BETWEEN = frozenset((*_MATCH, "pn", "mn", "bn", "st", "rh", "ah", "sv"))
"""Fields that stand before the cards and calls of a board, so that after those they may begin the next."""
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
    """In order; one without a name is a place where they cannot be told apart."""
    header: dict[str, Field] = field(default_factory=dict)


def boards_of(lines: Iterable[Line]) -> Iterator[RawLin]:
    """The boards of a file, those without cards, calls and claims left out."""
    header: dict[str, Field] = {}
    board = RawLin(1, header=header)
    seen: set[str] = set()
    waiting: list[Field] = []
    """Fields of which only the next cards or calls tell whether they belong to this board or to the next."""
    for item in _fields(lines):
        name = item.name
        done = bool(seen & _DONE)
        # Calls after a heading are of the next board if this one has some; cards and a claim are of this one.
        next_board = bool(waiting) and (name == "md" or (name == "mb" and done))
        if next_board or name == "qx" or (name == "md" and "md" in seen) or (name in _MATCH and done):
            begun = [*waiting, item] if next_board else [item]
            if not next_board:
                _add(board, [f for f in waiting if f.name not in _BETWEEN])
            if seen & _CONTENT:
                yield board
                said = [] if next_board else waiting
            else:
                said = board.fields
            # What stands before a board and belongs to none is said of all that follow.
            header = {**header, **{f.name: f for f in said if f.name in _BETWEEN}}
            board = RawLin(item.line, header=header)
            _add(board, begun)
            seen = {f.name for f in begun}
            waiting = []
        elif (waiting and name not in _DONE) or (name in _BETWEEN and (done or {name, "md"} <= seen)):
            if len(waiting) < MOST_FIELDS:
                waiting.append(item)
        else:
            _add(board, [*waiting, item])
            seen.update(f.name for f in (*waiting, item))
            waiting = []
    _add(board, waiting)
    if seen & _CONTENT:
        yield board


def _add(board: RawLin, items: list[Field]) -> None:
    if items and not board.fields:
        board.line = items[0].line
    board.fields.extend(items[: MOST_FIELDS - len(board.fields)])


def _fields(lines: Iterable[Line]) -> Iterator[Field]:
    """The fields in order; one with an empty name is a place where they could not be told apart."""
    name: tuple[int, str] | None = None
    text = _Text()
    for line in lines:
        parts = line.text.split("|")
        if text.at_line_start and len(parts) > 1 and parts[0].strip().lower() in KNOWN:
            # A field begins with the line, so whatever was open has lost its end.
            if name is not None:
                yield Field(name[0], name[1].lower(), text.take())
            elif not text.blank:
                yield Field(text.line, "", text.take().strip())
            name = None
        for part in parts[:-1]:
            text.add(part, line.number)
            started, value = text.line, text.take()
            if name is None:
                name = (started, value.strip()) if value.strip() else None
            elif len(name[1]) != 2 or (name[1].lower() not in KNOWN and value.strip().lower() in KNOWN):
                # A bar too many or too few: what looks like a value is the next name.
                yield Field(name[0], "", name[1])
                name = (started, value.strip()) if value.strip() else None
            else:
                yield Field(name[0], name[1].lower(), value)
                name = None
        # An end of line inside a value is a space.
        text.add(parts[-1] + " " if line.ends else parts[-1], line.number)
        text.at_line_start = line.ends
    if name is not None:
        yield Field(name[0], name[1].lower(), text.take())


class _Text:
    """What was read since the last bar."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._size = 0
        self.blank = True
        self.line = 1
        """Where it begins."""
        self.at_line_start = True

    def add(self, part: str, line: int) -> None:
        if self.blank:
            self._parts, self._size = [], 0
            self.line = line
            self.blank = not part.strip()
        if self._size < LONGEST_VALUE:
            self._parts.append(part)
            self._size += len(part)

    def take(self) -> str:
        """The text, and nothing from now on."""
        text = "".join(self._parts)[:LONGEST_VALUE]
        self._parts, self._size, self.blank = [], 0, True
        return text
