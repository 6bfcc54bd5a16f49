"""Boards as PBN that other programs accept: hidden hands as ``-``, the play in fixed columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..bridge.auction import check_auction
from ..bridge.cards import SEAT_NAMES, SEATS, card_name, places_from
from .board import HIDDEN, Board

_TAG_NAME = re.compile(r"\w+")
_NEEDS_ESCAPE = re.compile(r'\\(?=[\\"]|$)')
_LINE_END = re.compile(r"\r\n|\r|\n")
_INHERITED = re.compile(r"#|##.*", re.DOTALL)
_WRITTEN = {
    *("event", "board", "dealer", "vulnerable", "deal", "declarer", "contract", "auction", "play"),
    *(name.lower() for name in SEAT_NAMES),
}


def write_pbn(boards: Board | Iterable[Board]) -> str:
    """A PBN file. Reading it gives the same boards; comments of the file they came from are not in it.

    Of the notes to the play only the text is kept, as a tag, and not to which card they belong.
    """
    several = [boards] if isinstance(boards, Board) else boards
    return "% PBN 2.1\n" + "".join("\n".join(_game(board)) + "\n\n" for board in several)


def _game(board: Board) -> Iterator[str]:
    yield _tag("Event", _name(board.event) or "?")
    yield _tag("Board", _name(board.name))
    for seat in (3, 0, 1, 2):  # the order of the standard
        yield _tag(SEAT_NAMES[seat], _name(board.players[seat]) or "?")
    if board.dealer is not None:
        yield _tag("Dealer", SEATS[board.dealer])
    if board.vulnerable is not None:
        yield _tag("Vulnerable", "All" if board.vulnerable == "Both" else board.vulnerable)
    if board.hands != HIDDEN:
        yield _tag("Deal", board.deal)
    yield from _outcome(board)
    for tag in board.tags:
        # A name that came out of a link may be anything.
        has_result = board.passed_out and tag.name.lower() == "result"
        if _TAG_NAME.fullmatch(tag.name) and tag.name.lower() not in _WRITTEN and not has_result:
            yield _tag(tag.name, tag.value)
            yield from tag.rows
    yield from _auction(board)
    yield from _play(board)


def _tag(name: str, value: str) -> str:
    """A tag; a value that would mean one of the game before gets a space, because it cannot be escaped."""
    space = " " if _INHERITED.fullmatch(value) else ""
    escaped = _NEEDS_ESCAPE.sub(r"\\\\", _LINE_END.sub(" ", value)).replace('"', '\\"')
    return f'[{name} "{space}{escaped}"]'


def _name(text: str) -> str:
    """A question mark alone would mean that the name is not known."""
    return " ?" if text == "?" else text


def _outcome(board: Board) -> Iterator[str]:
    if board.passed_out:
        yield _tag("Declarer", "")
        yield _tag("Contract", "Pass")
        yield _tag("Result", "")
        return
    mark = dict.fromkeys(board.irregular, "^")
    yield _tag(
        "Declarer", mark.get("declarer", "") + ("?" if board.declarer is None else SEATS[board.declarer])
    )
    yield _tag("Contract", board.contract.name if board.contract else "?")
    if not any(tag.name == "Result" for tag in board.tags):
        result = "?" if board.result is None else mark.get("result", "") + str(board.result)
        yield _tag("Result", result)


def _auction(board: Board) -> Iterator[str]:
    if board.dealer is None or not board.auction:
        return
    yield _tag("Auction", SEATS[board.dealer])
    notes: dict[str, int] = {}
    words = []
    for call in board.auction:
        number = "" if call.alert is None else f" ={notes.setdefault(call.alert, len(notes) + 1)}="
        words.append(call.name + number)
    for start in range(0, len(words), 4):
        yield " ".join(words[start : start + 4])
    if not check_auction(board.dealer, board.auction).finished:
        yield "*"
    for text, number_of_note in notes.items():
        yield _tag("Note", f"{number_of_note}:{text}")


def _play(board: Board) -> Iterator[str]:
    leader = board.opening_leader
    if leader is None or not board.play:
        return
    yield _tag("Play", SEATS[leader])
    for start in range(0, len(board.play), 4):
        row = ["-", "-", "-", "-"]
        for card, owner in zip(board.play[start : start + 4], board.owners[start : start + 4], strict=True):
            row[places_from(leader, owner)] = card_name(card)
        yield " ".join(row)
    # A plus would say that the play goes on, but programs that know only PBN 1.0 stumble over it.
    if len(board.play) < 52:
        yield "*"
