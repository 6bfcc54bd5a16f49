"""What is asked: a board and a moment of its play, or layouts that somebody else has made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bridge.auction import Contract, parse_contract
from ..bridge.cards import SEATS, Card, Seat, parse_card, parse_seat
from ..bridge.position import Position
from ..engine.score import Weight
from ..errors import Hint, InputError, count
from ..formats.board import Board

if TYPE_CHECKING:
    from ..formats.read import Source


@dataclass(frozen=True)
class Question:
    """A board, a moment, and what is wanted there. What is None is as the board has it."""

    board: Board
    after: int | None = None
    """After so many cards of the record; None: at the last open choice."""
    play: tuple[Card, ...] = ()
    """Cards played after that."""
    lead: Card | None = None
    """The opening lead, where the record has none."""
    contract: Contract | None = None
    """Another contract than the board's."""
    declarer: Seat | None = None
    tricks: int | None = None
    """Wanted in all, instead of those that the contract needs."""
    is_over: bool = False
    """Whether the record goes to its end: a question about all of it is then for a review."""


@dataclass(frozen=True)
class Given:
    """Layouts that the viewer cannot tell apart, from another program or another decision."""

    position: Position
    weights: Sequence[Weight] | None = None


def ask(
    source: Board | Source,
    *,
    number: str | int | None = None,
    room: str | None = None,
    after: int | None = None,
    play: Sequence[str] | str = (),
    lead: str | None = None,
    contract: str | None = None,
    declarer: str | None = None,
    tricks: int | None = None,
    trusted: bool = False,
) -> Question:
    """A question in words: ``source`` is a board, or what holds it (``formats.doors.read_any``).

    ``number`` and ``room`` choose among several boards. With ``trusted`` whatever a text names is opened, as
    a command line does: any file, standard input, a folder.
    """
    from ..formats.doors import read_any  # noqa: PLC0415 - who asks about given layouts reads no files
    from ..formats.read import read_boards  # noqa: PLC0415

    board = (
        source
        if isinstance(source, Board)
        else choose_board(read_boards(source) if trusted else read_any(source), number, room)
    )
    words = play.replace(",", " ").split() if isinstance(play, str) else play
    return Question(
        board,
        after,
        tuple(parse_card(card) for card in words),
        None if lead is None else parse_card(lead),
        None if contract is None else parse_contract(contract),
        None if declarer is None else parse_seat(declarer),
        tricks,
        board.is_over,
    )


def choose_board(boards: Iterable[Board], number: str | int | None = None, room: str | None = None) -> Board:
    """The board of that name, or ``#12`` for the twelfth; without a number there must be just one.

    Both tables of a match may have played it; then ``room`` says which of them, ``open`` or ``closed``.
    """
    wanted = None if number is None else str(number).strip()
    asked = None if room is None else _room(room)
    names = []
    found = []
    for place, board in enumerate(boards, 1):
        names.append(board.name or f"#{place}")
        if wanted is None or wanted in (board.name, f"#{place}"):
            found.append((place, board))
    if not names:
        raise InputError("there is no board to solve")
    if wanted is not None and not found:
        raise InputError(f"there is no board {wanted!r} among {count(len(names), 'board')}: {_some(names)}")
    chosen = [entry for entry in found if asked is None or _room(entry[1].room) == asked]
    if len(chosen) == 1:
        return chosen[0][1]
    if asked is not None and not chosen:
        called = "no board" if wanted is None else f"no board called {wanted!r}"
        raise InputError(f"{called} was played in the {asked} room; there is {_with_players(found)}")
    if wanted is None:
        raise InputError(f"there are {len(names)} boards, so one must be named: {_some(names)}", Hint.BOARD)
    rooms = {_room(board.room) for _, board in chosen}
    choice = "its place or its room" if len(rooms) > 1 else "its place"
    tables = _with_players(chosen)
    raise InputError(
        f"{len(chosen)} boards are called {wanted!r}, so one must be named by {choice}: {tables}",
        Hint.ROOM if len(rooms) > 1 else Hint.BOARD,
    )


def _room(name: str) -> str:
    """A room by its name or the first letter of it."""
    text = name.strip().lower()
    return next((room for room in ("open", "closed") if text and room.startswith(text)), text)


def _with_players(boards: Sequence[tuple[int, Board]]) -> str:
    """Boards by their places, with the room and the players of each."""
    return " or ".join(f"'#{place}'{_table(board)}" for place, board in boards[:4]) + (
        " or ..." if len(boards) > 4 else ""
    )


def _table(board: Board) -> str:
    players = [f"{seat} {name}" for seat, name in zip(SEATS, board.players, strict=True) if name]
    about = [f"{_room(board.room)} room"] if board.room else []
    about += [", ".join(players)] if players else []
    return f" ({': '.join(about)})" if about else ""


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
