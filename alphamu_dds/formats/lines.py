"""The lines of a file of any size, in pieces that fit into memory, whatever its encoding and line ends."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

BLOCK = 1 << 18
LONGEST_LINE = 1 << 18
"""A longer line comes in several pieces."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Line(NamedTuple):
    """A line, or a piece of a very long one."""

    number: int
    text: str
    ends: bool
    """False if the line goes on in the next piece."""


def lines_of(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream of bytes: CR, LF or CRLF; UTF-8, or else the encoding of old Windows programs."""
    rest = stream.read(BLOCK)
    read: Callable[[int], bytes] = stream.read
    if rest[:2] in _UTF16:
        read = _as_utf8(rest, stream)
        rest = read(BLOCK)
    elif rest.startswith(codecs.BOM_UTF8):
        rest = rest[len(codecs.BOM_UTF8) :]
    number = 1
    more = True
    while more:
        block = read(BLOCK)
        more = bool(block)
        found = (rest + block).splitlines(keepends=True)
        # The last line may go on in the next block, and a CR at its end may have an LF there.
        rest = found.pop() if more and found and not found[-1].endswith(b"\n") else b""
        for line in found:
            yield from _pieces(number, line)
            number += 1
        while len(rest) > LONGEST_LINE:
            yield Line(number, decoded(rest[:LONGEST_LINE]), False)
            rest = rest[LONGEST_LINE:]


def _as_utf8(start: bytes, stream: BinaryIO) -> Callable[[int], bytes]:
    """Reads a stream of UTF-16 as UTF-8, a block at a time; nothing is an end only if nothing is left."""
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    waiting = [start]

    def read(size: int) -> bytes:
        while True:
            block = waiting.pop() if waiting else stream.read(size)
            text = decoder.decode(block, final=not block)
            if text or not block:
                return text.encode("utf-8", "replace")

    return read


def _pieces(number: int, line: bytes) -> Iterator[Line]:
    while len(line) > LONGEST_LINE:
        yield Line(number, decoded(line[:LONGEST_LINE]), False)
        line = line[LONGEST_LINE:]
    # Old DOS programs end a file with Ctrl-Z.
    yield Line(number, decoded(line.rstrip(b"\r\n\x1a")), True)


def decoded(data: bytes) -> str:
    """Bytes as text; every byte means something, so nothing is lost."""
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def beginning(data: bytes) -> str:
    """The first bytes of a file as text, to tell its format."""
    return data.decode("utf-16", "replace") if data[:2] in _UTF16 else decoded(data).lstrip("\ufeff")
