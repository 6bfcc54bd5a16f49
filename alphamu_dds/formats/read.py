"""Boards from wherever they are: files, folders, patterns, standard input, text, links."""

from __future__ import annotations

import glob
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from ..errors import InputError
from .board import Board
from .check import shortened
from .handviewer import read_link
from .lin import read_lin
from .lines import BLOCK, beginning, decoded, lines_of
from .links import is_link, is_single_link, links_in, read_links
from .pbn import read_pbn

Source = str | bytes | os.PathLike[str]
OnError = Callable[[InputError], None]

SUFFIXES = (".pbn", ".lin")
_PBN = re.compile(r'^%|\[\s*\w+\s*"', re.MULTILINE)
_LIN = re.compile(
    r"(?:^|\|)[ \t]*(?:vg|rs|pn|qx|st|md|mb|mn|ah|sv|rh|bn|nt|pg|pc|mc|an)\|", re.IGNORECASE | re.MULTILINE
)
_PBN_COMMENT = re.compile(r"^;.*|\{[^{}]*\}", re.MULTILINE)
_BARE_DEAL = re.compile(r"\s*[NESW]:\s*[AKQJT0-9.-]+(?:\s+[AKQJT0-9.-]+){3}\s*", re.IGNORECASE)


def read_boards(source: Source | Iterable[Source], on_error: OnError | None = None) -> Iterator[Board]:
    """The boards of a source, one at a time and in order, whatever its format.

    ``source`` is the name of a file, a folder (all .pbn and .lin files below it), a pattern like ``*.pbn``,
    ``-`` for standard input, a hand-viewer link (read, not fetched), the text or bytes of any of these, or
    several of them. Whatever is wrong with a board comes with the board. A source that cannot be read at all
    raises ``InputError``; with ``on_error`` that is called instead, and the next source follows. Files that
    were only found in a folder or by a pattern raise nothing as long as one of them has a board; ``on_error``
    tells of each.

    It trusts whoever wrote ``source``: what that names is opened. For what a stranger typed there are
    ``read_text`` and ``read_link``, which open nothing.

    >>> board, = read_boards('[Board "7"][Deal "N:AKQJT98765432... - - -"]')
    >>> board.name, board.deal
    ('7', 'N:AKQJT98765432... - - -')
    """
    one_only = isinstance(source, (str, bytes, os.PathLike)) or not isinstance(source, Iterable)
    sources = cast("Iterable[Source]", [source] if one_only else source)
    for one in sources:
        try:
            yield from _read_source(one, on_error)
        except InputError as error:
            if on_error is None:
                raise
            on_error(error)


def _read_source(source: Source, on_error: OnError | None) -> Iterator[Board]:
    if isinstance(source, bytes):
        yield from read_stream(io.BytesIO(source), "text")
        return
    if not isinstance(source, (str, os.PathLike)):
        raise InputError(f"boards are read from a file, a folder, a link or text: {source!r}")
    name = os.fspath(source)
    if isinstance(source, str):
        if is_single_link(source.strip()):
            yield from read_link(decoded(encoded(source.strip())), "link", 1)
            return
        if name == "-":
            if sys.stdin is None:
                raise InputError("standard input is closed")
            yield from read_stream(sys.stdin.buffer, "standard input")
            return
        if _is_text(source):
            yield from read_stream(io.BytesIO(encoded(source)), "text")
            return
    yield from read_files(name, on_error)


def read_files(name: str, on_error: OnError | None = None) -> Iterator[Board]:
    """A file that was named must be read; of those that were only found, those that can be."""
    paths = _files(name)
    first_error: InputError | None = None
    empty = True
    for path in paths:
        try:
            for board in _read_file(path):
                empty = False
                yield board
        except InputError as error:
            if on_error is not None:
                on_error(error)
            elif paths == [name]:
                raise
            first_error = first_error or error
    if empty and first_error is not None and on_error is None:
        raise first_error


def encoded(text: str) -> bytes:
    """Text as bytes: bytes that were no text are these again, and other halves of letters become ``?``."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def files_of(source: Source) -> list[str] | None:
    """The names of the files that a source stands for; None if it is no file but a link, text, or standard
    input. Raises ``InputError`` if a folder or pattern has none."""
    if isinstance(source, bytes) or (
        isinstance(source, str) and (source == "-" or is_link(source.strip()) or _is_text(source))
    ):
        return None
    return _files(os.fspath(source))


def read_bytes(data: bytes, name: str) -> Iterator[Board]:
    """The boards of a file that is in memory already; ``name`` is what it is called."""
    return read_stream(io.BytesIO(data), name)


def _is_text(source: str) -> bool:
    """Whether it is what a file contains, and not the name of one."""
    if "\n" in source or "\r" in source or not source.strip():
        return True
    return not os.path.lexists(source) and looks_like_boards(source)


def looks_like_boards(source: str) -> bool:
    """Whether a text has the signs of a format, or is none that could be a name."""
    if "\n" in source or "\r" in source or not source.strip():
        return True
    if is_link(source.strip()) or next(links_in(source), None) is not None:
        return True
    return bool(_BARE_DEAL.fullmatch(source) or _PBN.search(source) or _LIN.search(source))


def _files(name: str) -> list[str]:
    """The files that a name stands for."""
    try:
        if os.path.isdir(name):
            paths = Path(name).rglob("*")
            found = sorted(str(path) for path in paths if path.suffix.lower() in SUFFIXES and path.is_file())
            missing = f"there is no .pbn or .lin file in the folder: {name}"
        elif not os.path.lexists(name) and glob.has_magic(name):
            found = sorted(path for path in glob.glob(name, recursive=True) if os.path.isfile(path))
            missing = f"no file fits the pattern: {name}"
        else:
            return [name]
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise InputError(f"{shortened(name)!r}: the files cannot be listed ({_reason(error)})") from None
    if not found:
        raise InputError(missing)
    return found


def _read_file(path: str) -> Iterator[Board]:
    try:
        with open(path, "rb") as stream:
            yield from read_stream(stream, path)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{shortened(path, 200)}: the file cannot be read ({_reason(error)})") from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


class _Peeked(io.RawIOBase):
    """A stream whose beginning has been looked at."""

    def __init__(self, start: bytes, stream: BinaryIO) -> None:
        super().__init__()
        self._start = start
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """The next bytes; all that are left if there is no size."""
        if self._start:
            start, self._start = self._start, b""
            return start if size >= 0 else start + self._stream.read()
        return self._stream.read(size)


def read_stream(stream: BinaryIO, name: str) -> Iterator[Board]:
    """The boards of a stream of bytes; ``name`` is what it is called."""
    start = stream.read(BLOCK)
    text = beginning(start)
    kind = _kind(text, name)
    if kind == "deal":
        data = '[Deal "' + " ".join(text.split()) + '"]'
        yield from read_pbn(lines_of(io.BytesIO(data.encode())), name)
        return
    lines = lines_of(_Peeked(start, stream))  # type: ignore[arg-type]
    if kind == "links":
        for line in lines:
            yield from read_links(line, name)
    elif kind == "lin":
        yield from read_lin(lines, name)
    else:
        yield from read_pbn(lines, name)


def _kind(text: str, name: str) -> str:
    """The format of a file by its first tag or field; by its name only if there is none."""
    pbn = _PBN.search(text)
    # A link in a comment of a PBN file says only where a board came from.
    visible = _PBN_COMMENT.sub(lambda found: " " * len(found[0]), text) if pbn else text
    lin, link = _LIN.search(visible), next(links_in(visible), None)
    places = [(found.start(), kind) for found, kind in ((pbn, "pbn"), (lin, "lin")) if found]
    if link is not None:
        places.append((link.place, "links"))
    if places:
        return min(places)[1]
    if _BARE_DEAL.fullmatch(text) and len(text) < 1000:
        return "deal"
    if "\0" in text:
        raise InputError(f"{name}: this is not text, and so neither PBN nor LIN: {text[:8]!r}")
    return "lin" if name.lower().endswith(".lin") else "pbn"
