"""What is asked: a board and a moment of its play, or layouts that somebody else has made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..bridge.auction import Contract, parse_contract
from ..bridge.cards import Card, Seat, parse_card, parse_seat
from ..bridge.position import Position
from ..engine.score import Weight
from ..errors import Hint, InputError
from ..formats.board import Board
from ..formats.read import Source, read_boards


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
) -> Question:
    """A question in words: ``source`` is a board, or anything that ``read_boards`` takes.

    ``number`` and ``room`` choose among several boards.
    """
    board = source if isinstance(source, Board) else choose_board(read_boards(source), number, room)
    words = play.replace(",", " ").split() if isinstance(play, str) else play
    return Question(
        board,
        after,
        tuple(parse_card(card) for card in words),
        None if lead is None else parse_card(lead),
        None if contract is None else parse_contract(contract),
        None if declarer is None else parse_seat(declarer),
        tricks,
    )


def choose_board(boards: Iterable[Board], number: str | int | None = None, room: str | None = None) -> Board:
    """The board of that name, or ``#12`` for the twelfth; without a number there must be just one."""
    wanted = None if number is None else str(number).strip()
    names = []
    found = []
    for place, board in enumerate(boards, 1):
        names.append(board.name or f"#{place}")
        if wanted is None or wanted in (board.name, f"#{place}"):
            found.append((place, board))
    if len(found) == 1:
        return found[0][1]
    if not names:
        raise InputError("there is no board to solve")
    if wanted is None:
        raise InputError(f"there are {len(names)} boards: {_some(names)}", Hint.CHOOSE_BOARD)
    if not found:
        raise InputError(f"no board is called {wanted!r} among the {len(names)}: {_some(names)}")
    places = " or ".join(f"'#{place}'" for place, _ in found[:4])
    raise InputError(f"{len(found)} boards are called {wanted!r}: {places}", Hint.BOARD_BY_PLACE)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
