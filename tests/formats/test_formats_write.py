"""What is written is read back as the same board."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from alphamu_dds.bridge.auction import Call, Contract
from alphamu_dds.bridge.cards import EAST, NORTH, SOUTH, parse_hand
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board, Tag
from alphamu_dds.formats.read import read_boards
from alphamu_dds.formats.to_endplay import to_endplay
from alphamu_dds.formats.write_lin import handviewer_url, write_lin
from alphamu_dds.formats.write_pbn import write_pbn
from tests.helpers.board_maker import random_board


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
    contract = Contract(4, "S", 1, SOUTH)
    board = Board(dealer=NORTH, contract=contract, result=7, irregular=frozenset({"declarer", "result"}))
    assert list(read_boards(write_pbn(board))) == [board]


def test_chat_rooms_and_unknown_dealers_come_back_from_lin() -> None:
    hand = parse_hand("AKQJT98765432...")
    tags = (Tag("Room", "Closed"), Tag("nt", "ann: hello"))
    board = Board(hands=(None, hand, None, None), name="12", event="Cup", tags=tags)
    assert list(read_boards(write_lin(board))) == [board]


def test_what_would_break_a_field_of_lin_is_replaced() -> None:
    board = Board(dealer=NORTH, name="1|2", event="a\nb", players=("A, B", "", "", ""))
    (found,) = read_boards(write_lin(replace(board, auction=(Call("Pass"),))))
    assert (found.name, found.event, found.players[0]) == ("1/2", "a b", "A  B")


@pytest.mark.parametrize(
    "board",
    [
        Board(dealer=NORTH, contract=Contract(4, "S", 0, SOUTH)),
        Board(dealer=NORTH, auction=(Call("1S"),), contract=Contract(1, "S", 0, NORTH)),
        Board(contract=Contract(4, "S")),
    ],
)
def test_a_contract_without_its_auction_has_no_place_in_lin(board: Board) -> None:
    for write in (write_lin, handviewer_url):
        with pytest.raises(InputError, match=r"the auction does not lead to: [14]S"):
            write(board)


def test_passed_out_without_an_auction_becomes_four_passes_in_lin() -> None:
    board = Board(dealer=EAST, passed_out=True)
    (found,) = read_boards(write_lin(board))
    assert found == replace(board, auction=(Call("Pass"),) * 4)
    assert list(read_boards(write_pbn(board))) == [board]
    for write in (write_lin, handviewer_url):
        with pytest.raises(InputError, match="but it has no dealer: Pass"):
            write(Board(passed_out=True))
    assert list(read_boards(write_pbn(Board(passed_out=True)))) == [Board(passed_out=True)]


def test_a_result_against_the_play_has_no_place_in_lin() -> None:
    board = next(b for b in generated(50, tags=False) if len(b.play) == 52 and b.result != 13)
    assert board.result is not None
    wrong = replace(board, result=board.result + 1, irregular=frozenset({"result"}))
    assert list(read_boards(write_pbn(wrong))) == [wrong]
    for write in (write_lin, handviewer_url):
        with pytest.raises(InputError, match=f"that the play contradicts: {wrong.result}"):
            write(wrong)
    early = replace(wrong, play=board.play[:4], owners=board.owners[:4], result=board.result)
    assert list(read_boards(write_lin(early))) == [replace(early, irregular=frozenset())]


@pytest.mark.parametrize(
    "text", ["#", "##", "##x", "#1", "?", "??", "# ?", 'a"b', "\\", "a\\", "%", "{x", "; y", "[z]"]
)
def test_a_name_may_be_anything(text: str) -> None:
    before = Board(name="b", event="e", players=("n", "e", "s", "w"))
    board = Board(name=text, event=text, players=(text, "", text, text))
    boards = [before, board, before]
    assert list(read_boards(write_pbn(boards))) == boards


def test_a_tag_that_would_be_inherited_gets_a_space() -> None:
    boards = [Board(name="1", tags=(Tag("Stage", "x"),)), Board(name="2", tags=(Tag("Stage", "#"),))]
    _, found = read_boards(write_pbn(boards))
    assert found.tags == (Tag("Stage", " #"),)


@pytest.mark.parametrize("end", ["\x85", "\x0b", "\x0c", "\x1c", "\u2028"])
def test_only_what_ends_a_line_is_replaced(end: str) -> None:
    board = Board(
        dealer=NORTH, event=f"a{end}b", players=(f"c{end}d", "", "", ""), auction=(Call("Pass", f"e{end}f"),)
    )
    for text in (write_pbn(board), write_lin(board), handviewer_url(board)):
        assert list(read_boards(text)) == [board]
    for line_end in ("\r\n", "\n", "\r"):
        broken = replace(board, event=f"a{line_end}b")
        for text in (write_pbn(broken), write_lin(broken)):
            assert list(read_boards(text)) == [replace(board, event="a b")]


def test_a_passed_out_board_has_one_result_tag() -> None:
    board = Board(dealer=NORTH, passed_out=True, tags=(Tag("Result", "NS 7"), Tag("Site", "x")))
    assert write_pbn(board).count("[Result") == 1
    assert list(read_boards(write_pbn(board))) == [replace(board, tags=(Tag("Site", "x"),))]


def test_what_is_not_complete_ends_with_an_asterisk() -> None:
    board = next(b for b in generated(50, tags=False) if len(b.play) == 52 and b.result != 0)
    assert "*" not in write_pbn(board)
    for count in (51, 48, 5, 4, 1):
        for result in (None, board.result):
            cut = replace(board, play=board.play[:count], owners=board.owners[:count], result=result)
            text = write_pbn(cut)
            assert text.endswith("\n*\n\n")
            assert list(read_boards(text)) == [cut]
    short = Board(dealer=NORTH, auction=(Call("Pass"), Call("1C", "strong"), Call("X")))
    text = write_pbn(short)
    assert text.endswith('[Auction "N"]\nPass 1C =1= X\n*\n[Note "1:strong"]\n\n')
    assert list(read_boards(text)) == [short]


def test_tags_stand_in_the_order_of_the_standard() -> None:
    text = write_pbn(generated(1, tags=False))
    names = [line.split()[0][1:] for line in text.splitlines() if line.startswith("[")]
    wanted = ["Event", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Declarer"]
    assert [name for name in names if name in wanted] == [name for name in wanted if name in names]


def test_endplay_has_no_unknown_result_and_no_endless_number() -> None:
    pytest.importorskip("endplay")
    board = next(b for b in generated(50, tags=False) if b.contract and b.result is None)
    assert to_endplay(board).contract.result == 0
    assert "just made" in (to_endplay.__doc__ or "")
    assert to_endplay(replace(board, name="9" * 5000)).board_num is None


def test_boards_can_be_members_of_a_set() -> None:
    boards = generated(50, tags=True)
    assert set(read_boards(write_pbn(boards))) == set(boards)


def test_a_board_without_a_contract_has_no_play_to_stand_in() -> None:
    with pytest.raises(InputError, match="the board has no contract with a declarer: '3'"):
        Board(name="3").replay()
    board = next(b for b in generated(50, tags=False) if len(b.play) == 52)
    with pytest.raises(InputError, match="the board has 52 cards of play, so not after: 53"):
        board.replay(53)
