"""The one board of a file that a command is about, and errors that name it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.read import read_boards
from alphamu_dds.studies.solve import choose_board


def one_board(file: str, number: str | None, room: str | None = None) -> Board:
    """The board that was asked for; what is wrong is said with the file."""
    try:
        return choose_board(read_boards(file), number, room)
    except InputError as error:
        # Reading names the file by itself.
        raise InputError(str(error) if file in str(error) else f"{file}: {error}") from None


@contextmanager
def naming(board: Board) -> Iterator[None]:
    """What is wrong with a board is said with its file and its name."""
    try:
        yield
    except InputError as error:
        name = f", board {board.name}" if board.name else ""
        raise InputError(f"{board.source.file}{name}: {error}") from None
