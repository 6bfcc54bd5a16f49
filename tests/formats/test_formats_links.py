"""Hand-viewer links as people paste them: unescaped, quoted, several at once, broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from alphamu_dds.bridge.auction import Call
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.read import read_boards
from tests.helpers.format_samples import LIN, LIN_HANDS, PBN, read_one, sentences

VIEWER = "https://www.bridgebase.com/tools/handviewer.html?"
GIVEN = read_one(LIN)
PLAIN = VIEWER + "lin=" + LIN.replace("six cards", "six").replace("Board 7", "7")
"""A link without a space in it, nothing escaped."""
PLAIN_BOARD = read_one(PLAIN)
HANDS = f"n={LIN_HANDS[2]}&s={LIN_HANDS[0]}"


def alert(board: Board) -> str | None:
    return board.auction[4].alert


def test_a_link_that_holds_no_board_costs_no_neighbour(tmp_path: Path) -> None:
    text = f"{VIEWER}lin=\n{PLAIN}\n{VIEWER}lin=pn|a|\n{PLAIN}\n"
    path = tmp_path / "links.txt"
    path.write_text(text)
    for source in (text, text.encode(), path):
        boards = list(read_boards(source))
        assert [board.legal for board in boards] == [False, True, False, True]
        assert boards[1] == boards[3] == PLAIN_BOARD
        assert [board.source.line for board in boards] == [1, 2, 3, 4]
        (problem,) = boards[0].problems
        assert (problem.line, problem.tag, problem.value) == (1, "link", VIEWER + "lin=")
        assert problem.sentence.startswith("the link holds no board")


@pytest.mark.parametrize("between", ["\n", "\r\n", " ", "\t", " and "])
def test_a_text_that_begins_with_a_link_may_hold_several(between: str) -> None:
    assert list(read_boards(PLAIN + between + PLAIN)) == [PLAIN_BOARD, PLAIN_BOARD]
    link = f"{VIEWER}{HANDS}&d=s&a=1hppp"
    boards = list(read_boards(link + between + link))
    assert [len(board.auction) for board in boards] == [4, 4]
    assert all(board.legal for board in boards)
    (board,) = read_boards(f"{link}\nand some words\n")
    assert board.legal


def test_an_apostrophe_ends_a_link_only_if_one_opened_it() -> None:
    named = PLAIN.replace("Cyd", "O'Neil")
    board = replace(PLAIN_BOARD, players=(*PLAIN_BOARD.players[:2], "O'Neil", PLAIN_BOARD.players[3]))
    for text in (named, f"see {named}\n", f'<a href="{named}">x</a>\n', f"x\n{named}\n{named}\n"):
        assert set(read_boards(text)) == {board}
    text = f"<a href='{PLAIN}'>it's here</a> <a href='{PLAIN}'>that's it</a>\n"
    assert list(read_boards(text)) == [PLAIN_BOARD, PLAIN_BOARD]
    text = f"<a href='{VIEWER}{HANDS}&d=s&a=1hppp'>it's here</a>\n"
    assert [(board.legal, len(board.auction)) for board in read_boards(text)] == [(True, 4)]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("#5 or so", "#5 or so"),
        ("B&W", "B&W"),
        ("B & W", "B & W"),
        ("x&y=z", "x&y=z"),
        ("a?b", "a?b"),
        ("B &amp; W", "B & W"),
        ("R%26D", "R&D"),
        ("(http://x/?n=1&s=2)", "(http://x/?n=1&s=2)"),
    ],
)
def test_what_should_have_been_escaped_does_not_cut_the_board(written: str, told: str) -> None:
    wanted = list(GIVEN.auction)
    wanted[4] = Call("2H", told)
    link = VIEWER + "bbo=y&lin=" + LIN.replace("six cards", written)
    assert read_one(link) == replace(GIVEN, auction=tuple(wanted))
    assert read_one(link + "&tbt=y#top") == replace(GIVEN, auction=tuple(wanted))
    name = link.replace("ah|Board 7|", "ah|Board #7|")
    assert read_one(name) == replace(GIVEN, name="#7", auction=tuple(wanted))


def test_names_of_hands_may_have_what_should_have_been_escaped() -> None:
    board = read_one(f"{VIEWER}{HANDS}&nn=A & n=B&sn=No #1&d=s&a=1hppp&v=n#top")
    assert board.legal
    assert (board.players[0], board.players[2], board.vulnerable) == ("A & n=B", "No #1", "NS")
    assert len(board.auction) == 4


def test_a_space_in_a_text_does_not_cut_a_link_that_goes_on() -> None:
    link = VIEWER + "lin=" + LIN
    assert " " in link
    for text in (link, f"See {link} for more.\n", f"{link} and {link}\n", f'"{link}"\n'):
        assert set(read_boards(text)) == {GIVEN}
    spread = PLAIN.replace("|mb|", "| mb|")
    assert list(read_boards(f"See {spread} or | not\n")) == [PLAIN_BOARD]
    link = f"{VIEWER}{HANDS}&nn=Ann Lee&d=s&a=1hppp"
    board = read_one(f"See {link} for more\n")
    assert (board.players[0], len(board.auction), board.legal) == ("Ann Lee", 4, True)


def test_a_link_that_ends_inside_a_field_is_told() -> None:
    link = PLAIN[: PLAIN.index("pg|")] + "nt|a word"
    (board,) = read_boards(f"See {link} and so on\n")
    (problem,) = board.problems
    assert problem.tag == "link"
    assert problem.sentence.startswith("the link ends inside a field, at a space: '...")
    assert problem.value.endswith("nt|a")
    assert read_one(f"See {PLAIN}mc|9\n").legal


def test_links_stand_in_one_line_of_text() -> None:
    assert list(read_boards(f'x <a href="{PLAIN}">t</a> y')) == [PLAIN_BOARD]


def test_a_link_in_a_comment_does_not_hide_the_games_of_a_file() -> None:
    expected = list(read_boards(PBN + "\n" + PBN))
    for comment in (f"; from {PLAIN}\n", f"{{ from {PLAIN}\n{PLAIN} }}\n", f"% {PLAIN}\n"):
        assert list(read_boards(comment + PBN + "\n" + PBN)) == expected
    assert len(list(read_boards(f"{PLAIN}\n{PBN}"))) == 1


@pytest.mark.parametrize(
    ("change", "sentence", "value"),
    [
        ("&c=0099", "a claim is a number of tricks from 0 to 13: '0099'", "0099"),
        ("&c=14", "a claim is a number of tricks from 0 to 13: '14'", "14"),
        ("&c=" + "0" * 5000, "a claim is a number of tricks from 0 to 13: '000", "000"),
        ("&w=SZ", "West: 'Z' is not a card in the hand 'SZ'", "SZ"),
        ("&n=S2", f"n stands twice, first as '{LIN_HANDS[2]}': 'S2'", "S2"),
        ("&p=SAS2", "card 1: West played SA without holding it", "SA"),
    ],
)
def test_a_problem_of_a_link_names_the_value(change: str, sentence: str, value: str) -> None:
    board = read_one(f"{VIEWER}{HANDS}&e={LIN_HANDS[3]}&d=s&a=1hppp{change}")
    (problem,) = board.problems
    assert problem.sentence.startswith(sentence)
    assert problem.value.startswith(value)
    assert board.result is None


def test_calls_and_cards_before_what_cannot_be_read_are_kept() -> None:
    board = read_one(f"{VIEWER}{HANDS}&d=s&a=1hpzzz&p=S2S3")
    assert [call.name for call in board.auction] == ["1H", "Pass"]
    assert (board.contract, board.play) == (None, ())
    board = read_one(f"{VIEWER}{HANDS}&d=s&a=1hppp&p=C8C7Zz")
    assert (len(board.play), board.legal) == (2, False)
    assert board.play_as_seen == board.play


def test_a_dash_is_no_pass() -> None:
    link = f"{VIEWER}{HANDS}&d=s&a=--1hppp"
    assert sentences(link) == ["somebody's call is missing: '--1hppp'"]
    assert sentences(LIN.replace("mb|p|", "mb|-|", 1)) == [
        "somebody's call is missing: '-'",
        "there is play, but no contract and declarer are known",
    ]


def test_an_explanation_in_parentheses_is_kept_without_the_spaces_around_it() -> None:
    assert alert(read_one(f"{VIEWER}{HANDS}&d=s&a=1hp1sp2h!( six cards )ppp")) == "six cards"
