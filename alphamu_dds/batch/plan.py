"""What a batch is about: which boards, in which order, from which files; the same every time it is asked."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..errors import InputError
from ..formats.board import Board
from ..formats.read import Source, files_of, read_bytes


@dataclass(frozen=True)
class Input:
    """One file, or what takes its place."""

    name: str
    size: int
    sha256: str
    boards: int
    error: str | None = None
    """Why it cannot be read."""
    data: bytes | None = field(default=None, repr=False)
    """The content, if it cannot be read again: standard input, text, a pipe."""

    def to_dict(self) -> dict[str, object]:
        """The part of the fingerprint."""
        return {"name": self.name, "size": self.size, "sha256": self.sha256}

    def read(self) -> Iterator[Board]:
        """Its boards. Raises ``InputError`` if the file is not what it was."""
        data = _content(self.name) if self.data is None else self.data
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise InputError(f"the file has changed since the batch began: {self.name}")
        return read_bytes(data, self.name)


@dataclass(frozen=True)
class Item:
    """A board with its place, or a file that cannot be read."""

    number: int
    """Its place in the batch, from 1."""
    file: str
    place: int
    """Its place in the file, from 1."""
    board: Board | None
    error: str | None = None


@dataclass(frozen=True)
class Plan:
    """All boards of a batch, without holding them."""

    inputs: tuple[Input, ...]

    @property
    def total(self) -> int:
        """How many records there will be."""
        return sum(1 if found.error else found.boards for found in self.inputs)

    def items(self) -> Iterator[Item]:
        """The boards in order; one file at a time is in memory."""
        number = 0
        for found in self.inputs:
            if found.error is not None:
                number += 1
                yield Item(number, found.name, 0, None, found.error)
                continue
            for place, board in enumerate(found.read(), 1):
                number += 1
                yield Item(number, found.name, place, board)


def plan_of(sources: Source | Iterable[Source], own: Sequence[str] = ()) -> Plan:
    """Look through the sources once. Raises ``InputError`` if there is no board in them.

    ``own`` are files, and folders of pages, that the batch itself writes. A pattern may fit them when the
    command is given again, so they are passed over; but a file that has boards in it is refused.
    """
    several = [sources] if isinstance(sources, (str, bytes)) or not isinstance(sources, Iterable) else sources
    places = [os.path.realpath(name) for name in own]
    inputs = [found for source in several for found in _inputs(source, places)]
    plan = Plan(tuple(inputs))
    if not any(found.boards for found in inputs):
        errors = [found.error for found in inputs if found.error]
        names = " ".join(dict.fromkeys(found.name for found in inputs))
        raise InputError(errors[0] if errors else f"there is no board in: {names or 'nothing'}")
    return plan


def _inputs(source: Source, own: Sequence[str]) -> Iterator[Input]:
    try:
        files = files_of(source)
    except InputError as error:
        name = source if isinstance(source, str) else str(source)
        yield Input(name, 0, "", 0, str(error))
        return
    if files is not None:
        for name in files:
            place = os.path.realpath(name)
            if os.path.dirname(place) in own and place.endswith(".html"):
                continue  # a page in a folder of pages, which may well show a board
            found = _input(name, None)
            if place not in own:
                yield found
            elif _has_hands(found):
                raise InputError(f"this file has boards to be read, so nothing can be written to it: {name}")
        return
    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed")
        yield _input("standard input", sys.stdin.buffer.read())
        return
    data = source if isinstance(source, bytes) else str(source).encode("utf-8", "surrogateescape")
    yield _input("text", data)


def _has_hands(found: Input) -> bool:
    """Whether there is a board with cards; a name alone is also seen in what is no file of boards."""
    return found.boards > 0 and any(hand for board in found.read() for hand in board.hands)


def _input(name: str, data: bytes | None) -> Input:
    try:
        content = _content(name) if data is None else data
        boards = sum(1 for _ in read_bytes(content, name))
    except InputError as error:
        return Input(name, 0, "", 0, str(error))
    kept = data if data is not None or os.path.isfile(name) else content
    return Input(name, len(content), hashlib.sha256(content).hexdigest(), boards, None, kept)


def _content(name: str) -> bytes:
    try:
        with open(name, "rb") as stream:
            return stream.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{name}: the file cannot be read ({reason})") from None
