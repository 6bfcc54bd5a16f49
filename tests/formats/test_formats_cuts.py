"""Where one board ends and the next begins, in files that do not say it well."""

from __future__ import annotations

from dataclasses import replace

import pytest

from alphamu_dds.bridge.cards import EAST, SOUTH
from alphamu_dds.formats.board import Tag
from alphamu_dds.formats.read import read_boards
from alphamu_dds.formats.write_pbn import write_pbn
from tests.helpers.format_samples import (
    AUCTION,
    DEAL,
    HEAD,
    LIN,
    LIN_HANDS,
    ORDER,
    OUTCOME,
    PBN,
    PLAY,
    read_one,
    sentences,
)

GIVEN = read_one(PBN)
DEALT = f'[Deal "{DEAL}"]'
IN_LIN = read_one(LIN)


def seen(text: str) -> list[tuple[str, int, bool]]:
    """Name, line and whether nothing is wrong, of all boards."""
    return [(board.name, board.source.line, board.legal) for board in read_boards(text)]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "\n" + OUTCOME + AUCTION + PLAY,
        HEAD + "\n" + OUTCOME + "\n" + AUCTION + "\n" + PLAY,
        HEAD + OUTCOME + AUCTION.replace("[Note", "\n[Note") + PLAY,
        PBN.replace('[Dealer "S"]\n', "") + '\n[Dealer "S"]\n',
        HEAD.replace('[Vulnerable "NS"]\n', "") + OUTCOME + AUCTION + PLAY + '\n[Vulnerable "NS"]\n',
    ],
)
def test_what_a_blank_line_cut_off_is_put_back_and_marked(text: str) -> None:
    boards = list(read_boards(f"{text}\n\n{PBN}\n\n{text}"))
    assert boards == [GIVEN] * 3
    assert [board.inferred for board in boards] == [("end of the board",), (), ("end of the board",)]


def test_tables_and_notes_after_a_blank_line_belong_to_the_board_before() -> None:
    table = '[OptimumResultTable "Declarer;Denomination"]\nN NT 6\n'
    board = read_one(f'{PBN}\n{table}\n[Note "1:lead"]\n')
    wanted = (Tag("OptimumResultTable", "Declarer;Denomination", ("N NT 6",)), Tag("Note", "1:lead"))
    assert board == replace(GIVEN, tags=(*GIVEN.tags, *wanted))


@pytest.mark.parametrize(
    "text",
    [
        f'{DEALT}\n[Contract "4H"]\n[Declarer "S"]\n\n[Contract "3NT"]\n[Declarer "S"]\n',
        f'{DEALT}\n\n[Contract "4H"]\n[Event "x"]\n',
        f'{DEALT}\n\n[Contract "4H"]\n[Board "2"]\n',
        f'{DEALT}\n\n[Contract "4H"]\n{DEALT}\n',
        '[Event "x"]\n\n[Contract "Pass"]\n',
        '[Scoring "MP"]\n\n[Auction "N"]\nPass\n',
    ],
)
def test_what_may_be_a_game_is_a_game(text: str) -> None:
    boards = list(read_boards(text))
    assert len(boards) == 2
    assert [board.inferred for board in boards] == [(), ()] or boards[1].inferred == ("dealer",)


def test_what_cannot_be_read_is_kept_away_from_what_can() -> None:
    boards = list(read_boards(f'{PBN}\n[Remark "x"]\n[Broken tag]\n\n{PBN}'))
    assert [board.legal for board in boards] == [True, False, True]
    assert boards[0] == boards[2] == GIVEN


def test_a_board_that_is_put_together_is_not_longer_than_others() -> None:
    many = '[Note "1:x"]\n\n' * 30_000
    boards = list(read_boards(f"{PBN}\n{many}"))
    assert 2 <= len(boards) < 30_000
    assert max(len(board.tags) for board in boards) < 20_000


@pytest.mark.parametrize("first", ["Site", "Date", "West", "North", "East", "South", "Dealer", "Vulnerable"])
def test_games_without_blank_lines_may_begin_with_any_early_tag(first: str) -> None:
    values = {"Dealer": ("N", "E"), "Vulnerable": ("NS", "EW")}.get(first, ("a", "b"))
    texts = [f'[{first} "{value}"]\n[Board "{value}"]\n{DEALT}\n' for value in values]
    boards = list(read_boards("".join(texts)))
    assert boards == [read_one(text) for text in texts]
    assert [board.source.line for board in boards] == [1, 4]
    same = list(read_boards(texts[0] + texts[0]))
    assert same == [boards[0]] * 2


def test_an_early_tag_that_stands_twice_does_not_split_a_board() -> None:
    twice = (Tag("Site", "here"), Tag("Date", "1999.12.31"), Tag("Site", "there"), Tag("Date", "?"))
    board = replace(GIVEN, tags=twice)
    assert list(read_boards(write_pbn([board, GIVEN]))) == [board, GIVEN]
    # Before the deal it cannot be the next game.
    text = HEAD.replace("[Deal ", '[North "Eve"]\n[Deal ')
    assert sentences(text + OUTCOME) == ["North stands twice, first as 'Ada': 'Eve'"]
    assert sentences(HEAD + '[North "Eve"]\n' + OUTCOME) == ["North stands twice, first as 'Ada': 'Eve'"]
    assert read_one(HEAD + '[North "Ada"]\n' + OUTCOME + AUCTION + PLAY) == GIVEN


@pytest.mark.parametrize(
    "begins",
    [
        '[Board "2"]',
        '[Board "2"] ; second',
        '[Board "2"] [Site "x"]',
        '[Event "a \\"b\\" c"]\n[Board "2"]',
        '[North "Ann"]\n[Board "2"]',
        '[board "2"]',
        ' [Vulnerable "NS"]\n[Board "2"]',
        '[Board "2"] {a comment}',
        '{a comment}\n[Board "2"]',
    ],
)
def test_an_unclosed_comment_costs_the_next_board_nothing(begins: str) -> None:
    rest = f'\n[Dealer "E"]\n{DEALT}\n'
    first, second = read_boards(f'[Board "1"]\n{{ oops\n\n{begins}{rest}')
    if begins.startswith("{"):  # the first brace closes it
        assert first.legal
    else:
        assert [problem.sentence for problem in first.problems] == ["a comment is not closed: {"]
    assert (first.name, second) == ("1", read_one(begins + rest))
    assert (second.name, second.dealer) == ("2", EAST)


def test_a_comment_that_is_closed_may_hold_whole_games() -> None:
    for comment in (
        '{ see\n\n[Deal "N:- - - -"]\nend }\n',
        f"{{\n\n{PBN}\n\n{PBN}\n}}",
        '{\n\n% }\n[Board "x"]\n% {\n}\n',
    ):
        assert read_one(PBN.replace("[Auction", comment + "\n[Auction")) == GIVEN


def test_the_end_of_a_comment_is_not_looked_for_for_ever() -> None:
    games = [PBN.replace('Board "7"', f'Board "{number}"') for number in range(1000)]
    text = '[Board "x"]\n{ open\n\n' + "\n".join(games) + "\n}\n"
    assert [name for name, _, _ in seen(text)] == ["x", *map(str, range(1000))]


@pytest.mark.parametrize("between", ["st||", "ah|Board 7|", "sv|n|", "rh||", "pn|Cyd,Dan,Ada,Bob|"])
def test_a_field_after_the_auction_does_not_tear_a_board_in_two(between: str) -> None:
    text = LIN.replace("pg||pc|C8|", between + "nt|hm|pc|C8|")
    assert text != LIN
    assert replace(read_one(text), tags=()) == IN_LIN
    later = LIN.replace("pc|S3|", between + "pc|S3|")
    assert list(read_boards(later + LIN + later)) == [IN_LIN] * 3


def test_players_at_the_end_of_a_board_are_its_players() -> None:
    names = "pn|Cyd,Dan,Ada,Bob|"
    assert read_one(LIN.replace(names, "") + names) == IN_LIN
    assert sentences(LIN + "pn|x,y,z,w|") == ["pn stands twice, first as 'Cyd,Dan,Ada,Bob': 'x,y,z,w'"]


def test_players_between_two_boards_are_the_next_ones() -> None:
    nobody = LIN.replace("pn|Cyd,Dan,Ada,Bob|", "")
    first, second, third = read_boards(
        f"qx|o1|{nobody}nt|hm|pn|a,b,c,d|pg||qx|o2|{nobody}qx|o3|{nobody}".replace("ah|Board 7|", "")
    )
    assert first.players == ("", "", "", "")
    assert second.players == third.players == ("c", "d", "a", "b")
    assert Tag("nt", "hm") in first.tags
    boards = list(read_boards(nobody + "sv|e|mb|1C|mb|p|"))
    assert [len(board.auction) for board in boards] == [10, 0]
    assert boards[1].vulnerable == "EW"


def test_a_match_after_another_has_its_own_head() -> None:
    head = "vg|{},S,I,7,7,A,0,B,0|rs|4HS-1,4HS-1|pn|{}1,x,x,x,x,x,x,x|"
    body = LIN[LIN.index("st||") :]
    text = "".join(head.format(name, name) + f"qx|o7|{body}" for name in "XY")
    assert [(board.event, board.players[SOUTH]) for board in read_boards(text)] == [("X", "X1"), ("Y", "Y1")]


def test_calls_after_fields_that_cannot_be_told_apart_are_not_believed() -> None:
    calls = "mb|1N|mb|p|mb|2H|mb|p|mb|p|mb|p|"
    start = f"md|1{','.join(LIN_HANDS)}|"
    board = read_one(start + "sv|n " + calls + "pc|C8|")
    assert (board.auction, board.contract, board.play) == ((), None, ())
    assert "the fields cannot be told apart after: '1N'" in [problem.sentence for problem in board.problems]
    board = read_one(start + "mb|1N|mb|p|zz|mb|2H|mb|p|mb|p|mb|p|")
    assert [call.name for call in board.auction] == ["1NT", "Pass"]


def test_cards_after_fields_that_cannot_be_told_apart_are_not_believed() -> None:
    board = read_one(LIN.replace("pc|S2|", "pcS2|"))
    assert board.auction == IN_LIN.auction
    assert (board.contract, board.play) == (IN_LIN.contract, IN_LIN.play[:4])
    assert [(problem.tag, problem.value) for problem in board.problems] == [("fields", "pcS2"), ("pc", "SK")]
    assert board.play_as_seen == IN_LIN.play[:4]
    assert board.problems[1].sentence == "after fields that cannot be told apart no card is certain: 'SK'"
    # The auction is over, so that nothing of it can be missing.
    board = read_one(LIN.replace("pg||pc|C8|", "zz|pc|C8|"))
    assert (board.contract, board.play) == (IN_LIN.contract, ())


def test_a_bar_too_many_before_the_board_costs_nothing() -> None:
    board = read_one("words|" + LIN)
    assert replace(board, problems=()) == IN_LIN
    assert len(board.problems) == 1


def test_calls_and_cards_before_what_cannot_be_read_are_kept() -> None:
    board = read_one(LIN.replace("mb|4H|mb|p|mb|p|mb|p|", "mb|4Hpzz|"))
    assert board.auction == IN_LIN.auction[:8]
    words = ORDER.split()
    board = read_one(LIN[: LIN.index("pc|")] + f"pc|{words[0]}{words[1]}Q|pc|{words[3]}|")
    assert board.play == IN_LIN.play[:2]
    assert [problem.sentence for problem in board.problems] == [
        "a card is a suit and a rank, like SA or H7: 'Q'"
    ]


def test_the_place_of_the_first_board_is_told() -> None:
    assert seen("\n\n" + LIN + "\n\n" + LIN) == [("7", 3, True), ("7", 5, True)]
