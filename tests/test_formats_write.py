"""What is written is read back as the same board."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from alphamu_dds.bridge.auction import Call, Contract
from alphamu_dds.bridge.cards import parse_hand
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board, Tag
from alphamu_dds.formats.read import read_boards
from alphamu_dds.formats.to_endplay import to_endplay
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


def test_another_reader_accepts_what_is_written() -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    lin = pytest.importorskip("endplay.parsers.lin")
    shown = [b for b in generated(400, tags=True) if None not in b.hands and b.name.isdecimal()]
    assert len(shown) > 20
    for board in shown:
        expected = to_endplay(board)
        (found,) = pbn.loads(write_pbn(board))
        tricks = len(board.play) // 4 * 4  # it reads a dash as a card
        assert found.deal.to_pbn() == expected.deal.to_pbn()
        assert found.auction == expected.auction or any(call.alert is not None for call in board.auction)
        assert found.play[:tricks] == expected.play[:tricks]
        assert found.dealer == expected.dealer
        if board.vulnerable is not None:
            assert found.vul == expected.vul
        if board.result is not None:
            assert str(found.contract) == str(expected.contract)
        if tricks == len(board.play) or board.result is not None:  # it stumbles over half a trick
            (found,) = lin.loads(write_lin(board))
            assert (found.deal.to_pbn(), found.play) == (expected.deal.to_pbn(), expected.play)


def test_notes_that_belong_to_no_call_come_back_as_notes() -> None:
    (board, *_) = (b for b in generated(50, tags=False) if any(call.alert for call in b.auction))
    board = replace(board, tags=(Tag("Note", "1:about a card"), Tag("Note", "no number"), Tag("Date", "?")))
    assert list(read_boards(write_pbn(board))) == [board]


def test_irregular_declarers_and_results_come_back() -> None:
    contract = Contract(4, "S", 1, 2)
    board = Board(dealer=0, contract=contract, result=7, irregular=frozenset({"declarer", "result"}))
    assert list(read_boards(write_pbn(board))) == [board]


def test_chat_rooms_and_unknown_dealers_come_back_from_lin() -> None:
    hand = parse_hand("AKQJT98765432...")
    tags = (Tag("Room", "Closed"), Tag("nt", "ann: hello"))
    board = Board(hands=(None, hand, None, None), name="12", event="Cup", tags=tags)
    assert list(read_boards(write_lin(board))) == [board]


def test_what_would_break_a_field_of_lin_is_replaced() -> None:
    board = Board(dealer=0, name="1|2", event="a\nb", players=("A, B", "", "", ""))
    (found,) = read_boards(write_lin(replace(board, auction=(Call("Pass"),))))
    assert (found.name, found.event, found.players[0]) == ("1/2", "a b", "A  B")


@pytest.mark.parametrize(
    "board",
    [
        Board(dealer=0, contract=Contract(4, "S", 0, 2)),
        Board(dealer=0, auction=(Call("1S"),), contract=Contract(1, "S", 0, 0)),
        Board(contract=Contract(4, "S")),
    ],
)
def test_a_contract_without_its_auction_has_no_place_in_lin(board: Board) -> None:
    for write in (write_lin, handviewer_url):
        with pytest.raises(InputError, match=r"the auction does not lead to: [14]S"):
            write(board)


def test_boards_can_be_members_of_a_set() -> None:
    boards = generated(50, tags=True)
    assert set(read_boards(write_pbn(boards))) == set(boards)


def test_a_board_without_a_contract_has_no_play_to_stand_in() -> None:
    with pytest.raises(InputError, match="the board has no contract with a declarer: '3'"):
        Board(name="3").replay()
    board = next(b for b in generated(50, tags=False) if len(b.play) == 52)
    with pytest.raises(InputError, match="the board has 52 cards of play, so not after: 53"):
        board.replay(53)
