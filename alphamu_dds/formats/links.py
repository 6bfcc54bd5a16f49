"""Links to the hand viewer wherever they stand: alone, or somewhere in a text, an e-mail, a web page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ..errors import InputError
from .board import Board, Problem, Where
from .check import shortened
from .handviewer import PARAMETER, has_board, read_link
from .lines import Line

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_ANOTHER = re.compile(r"\shttps?://", re.IGNORECASE)
_TO_SPACE = re.compile(r"[^\s\"<>]*")
_TO_QUOTE = re.compile(r"[^\s\"'<>]*")
_BEYOND = re.compile(r"[\"<>]|https?://", re.IGNORECASE)
"""What never belongs to a link that has begun."""
_WORD = re.compile(r"\s+[^\s\"<>]*")
_FIELD = re.compile(r"\s+[a-z]\w\|", re.IGNORECASE)
_SPACE = re.compile(r"\s")


class Link(NamedTuple):
    """A link in a text that holds a board."""

    place: int
    """Where it begins."""
    address: str
    cut: bool
    """Whether it ends inside a value because a space stands there."""


def is_link(text: str) -> bool:
    """Whether it begins as an address of the web."""
    return _ADDRESS.match(text) is not None


def is_single_link(text: str) -> bool:
    """Whether it is one address of the web and nothing else; spaces inside are let pass."""
    several_lines = "\n" in text or "\r" in text
    return is_link(text) and not several_lines and _ANOTHER.search(text) is None


def links_in(text: str) -> Iterator[Link]:
    """The links in a line that hold a board; links to other things are left alone."""
    position = 0
    while True:
        found = _ADDRESS.search(text, position)
        if found is None:
            return
        start = found.start()
        position, cut = _end_of_link(text, start)
        if has_board(text[start:position]):
            yield Link(start, text[start:position], cut)


def _end_of_link(text: str, start: int) -> tuple[int, bool]:
    """Where the link ends that starts there, and whether that is inside a value."""
    quote = text[start - 1] if start and text[start - 1] in "\"'" else ""
    # Most quotes are closed soon: looking further first would take long if each of many links is in quotes.
    soon = _end(_TO_QUOTE, text, start)
    if quote and text.startswith(quote, soon):
        return soon, False
    end = _end(_TO_SPACE, text, start)
    beyond = _BEYOND.search(text, end)
    limit = beyond.start() if beyond is not None else len(text)
    closed = text.find(quote, start, limit + 1) if quote else -1
    if closed >= 0:
        return closed, False
    return _past_spaces(text, start, end, limit) if has_board(text[start:end]) else (end, False)


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return start if found is None else found.end()


def _past_spaces(text: str, start: int, end: int, limit: int) -> tuple[int, bool]:
    """Where a link ends that seems to end at a space, and whether that is inside a value.

    Not everybody writes a space as %20. A link goes on if a field of LIN is open, or if more fields or
    parameters follow.
    """
    lin = text.find("lin=", start, end)
    if lin >= 0:
        is_open = text.count("|", lin, end) % 2 == 1
        place = end
        while place < limit and (is_open or _FIELD.match(text, place, limit)):
            word = _WORD.match(text, place, limit)
            if word is None:
                break
            place = word.end()
            is_open ^= word[0].count("|") % 2 == 1
            if not is_open:
                end = place
        return end, is_open and bool(text[end:limit].strip())
    starts = [found.end() for found in PARAMETER.finditer(text, end, limit)]
    if starts:
        space = _SPACE.search(text, starts[-1], limit)
        end = limit if space is None else space.start()
    return end, False


def read_links(line: Line, file: str) -> Iterator[Board]:
    """The boards of all links in a line; a link without a board is a board that says so."""
    for link in links_in(line.text):
        try:
            for board in read_link(link.address, file, line.number):
                if link.cut:
                    sentence = f"the link ends inside a field, at a space: {_tail(link.address)!r}"
                    problem = Problem(file, line.number, board.name, "link", _tail(link.address), sentence)
                    yield replace(board, problems=(*board.problems, problem))
                else:
                    yield board
        except InputError as error:
            problem = Problem(file, line.number, "", "link", shortened(link.address), str(error))
            yield Board(source=Where(file, line.number), problems=(problem,))


def _tail(address: str) -> str:
    return address if len(address) <= 40 else "..." + address[-37:]
