"""What is written is read back as the same board."""

from __future__ import annotations

import random

from alphamu_dds.formats.board import Board
from alphamu_dds.formats.read import read_boards
from alphamu_dds.formats.write_lin import handviewer_url, write_lin
from alphamu_dds.formats.write_pbn import write_pbn

from .board_maker import random_board


def generated(count: int, tags: bool) -> list[Board]:
    rng = random.Random(2024)
    return [random_board(rng, tags) for _ in range(count)]


def test_300_boards_are_the_same_after_pbn() -> None:
    boards = generated(300, tags=True)
    assert list(read_boards(write_pbn(boards))) == boards


def test_300_boards_are_the_same_after_lin() -> None:
    boards = generated(300, tags=False)
    assert list(read_boards("\n".join(write_lin(board) for board in boards))) == boards


def test_300_boards_are_the_same_after_a_link() -> None:
    for board in generated(300, tags=False):
        assert list(read_boards(handviewer_url(board))) == [board]


def test_links_stand_in_a_text_as_well() -> None:
    boards = generated(20, tags=False)
    text = "See these:\n" + "\n".join(f'<a href="{handviewer_url(board)}">board</a>' for board in boards)
    assert list(read_boards(text)) == boards
