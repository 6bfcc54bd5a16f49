"""PBN as people write it: what is read, what is inferred, what is reported."""

from __future__ import annotations

from dataclasses import replace

import pytest

from alphamu_dds.bridge.auction import Contract
from alphamu_dds.bridge.cards import EAST, NORTH, SOUTH, WEST, card_name, parse_hand
from alphamu_dds.formats.board import Board, Tag, Where
from alphamu_dds.formats.read import read_boards
from alphamu_dds.formats.write_pbn import write_pbn
from tests.helpers.format_samples import (
    AUCTION,
    DEAL,
    HANDS,
    HEAD,
    ORDER,
    OUTCOME,
    PBN,
    PLAY,
    ROWS,
    read_one,
    sentences,
)

GIVEN = read_one(PBN)


def test_everything_that_is_written_is_read() -> None:
    assert GIVEN.legal
    assert GIVEN.inferred == ()
    assert GIVEN.hands == tuple(parse_hand(hand) for hand in HANDS)
    assert (GIVEN.dealer, GIVEN.vulnerable, GIVEN.name, GIVEN.event) == (SOUTH, "NS", "7", "Club evening")
    assert GIVEN.players == ("Ada", "Bob", "Cyd", "Dan")
    assert [call.name for call in GIVEN.auction][:5] == ["1H", "Pass", "1S", "Pass", "2H"]
    assert [call.alert for call in GIVEN.auction] == [None] * 4 + ["six cards"] + [None] * 5
    assert GIVEN.contract == Contract(4, "H", 0, SOUTH)
    assert (GIVEN.declarer, GIVEN.dummy, GIVEN.opening_leader, GIVEN.trump) == (SOUTH, NORTH, WEST, 1)
    assert " ".join(card_name(card) for card in GIVEN.play) == ORDER
    assert GIVEN.owners[:8] == (WEST, NORTH, EAST, SOUTH, EAST, SOUTH, WEST, NORTH)
    assert GIVEN.result == 9
    assert GIVEN.tags == (Tag("Site", "Home"),)
    assert GIVEN.source == Where("text", 1)
    assert GIVEN.playable


def test_a_board_knows_where_its_play_stands() -> None:
    after = GIVEN.replay(6)
    assert (after.leader, after.to_play, after.won) == (EAST, WEST, (0, 1))
    assert GIVEN.replay().won == (9, 4)


@pytest.mark.parametrize(
    "text",
    [
        PBN.replace("\n", "\r\n"),
        PBN.replace("\n", "\r"),
        PBN + "\x1a",
        "\ufeff" + PBN,
        "% PBN 2.1\n%\n" + PBN.replace("[Auction", '%escaped [Deal "x"]\n[Auction'),
        PBN.replace('[Board "7"]', '[ Board"7" ] ; a comment [Deal "x"]'),
        PBN.replace('[Site "Home"]\n', '[Site "Home"] '),
        PBN.replace('[Board "7"]', '[\nBoard\n"7"\n]'),
        PBN.replace("[Auction", '{ a comment\n\nwith a blank line and [Deal "x"] }\n[Auction'),
        PBN.replace("1H Pass", "1H {a} $14 ! Pass").replace("C8 C7", "C8 {x\ny} !? $2 =3= C7 ; z\n"),
        PBN.replace("Pass 4H Pass\nPass Pass", "Pass 4H AP"),
        PBN.replace("Pass 4H Pass\nPass Pass", "Pass 4H all pass"),
        PBN.replace("Pass 4H Pass\nPass Pass", "Pass 4H Pass AP"),
        PBN.replace("Pass 4H Pass\nPass Pass", "Pass 4H ALL\nPass"),
        PBN.replace("2H =1= Pass", "2H* =1= Pass"),
        PBN.replace("1H Pass 1S Pass", "1h p 1♠ pass"),
        PBN.replace('[Auction "S"]\n', '[Auction "N"]\n-  -\n'),
        PBN.replace(DEAL, "W:" + " ".join([HANDS[3], *HANDS[:3]])),
        PBN.replace(DEAL, "n:" + " ".join(HANDS).lower()),
        PBN.replace(DEAL, DEAL.replace("T", "10")),
        PBN.replace('"NS"', '"N-S"').replace('Result "9"', 'Result "NS 9"'),
        PBN.replace('Result "9"', 'Result "EW 4"'),
        PBN.replace('Result "9"', 'Result "NS 9 EW 4"'),
        PBN.replace(ROWS, ROWS.replace("C3\nSQ", "C3 SQ")),
        PBN.replace(ROWS, ROWS.replace(" ", "\n")),
        PBN.replace(ROWS, ROWS + "*\n"),
        PBN.replace("[Event", "[event").replace("[Deal ", "[DEAL "),
        HEAD + AUCTION + PLAY + OUTCOME,
        "; words before\n{ the first game }\n\n\n" + PBN + "\n\n\n",
    ],
)
def test_what_people_write_differently_is_the_same_board(text: str) -> None:
    assert read_one(text) == GIVEN


def test_latin_1_and_utf_8_names_are_read() -> None:
    text = PBN.replace("Bob", "Zoë")
    for encoding in ("latin-1", "utf-8", "utf-8-sig", "utf-16"):
        (board,) = read_boards(text.encode(encoding))
        assert board.players[1] == "Zoë"
    (board,) = read_boards(text.replace("ë", "…").encode("cp1252"))
    assert board.players[1] == "Zo…"


def rotated() -> str:
    """The play with each trick in the order in which it was played."""
    words = ORDER.split()
    return "\n".join(" ".join(words[start : start + 4]) for start in range(0, 52, 4)) + "\n"


def test_rows_in_the_order_of_play_go_to_their_owners() -> None:
    board = read_one(PBN.replace(ROWS, rotated()))
    assert board == GIVEN
    assert board.inferred == ("owners",)


def test_rows_in_no_order_go_to_the_hands_that_hold_the_cards() -> None:
    mixed = ROWS.splitlines()
    mixed[1] = "S2 S7 SK SQ"
    mixed[4] = "H7 C6 CK CQ"
    board = read_one(PBN.replace(ROWS, "\n".join(mixed) + "\n"))
    assert board == GIVEN
    assert board.inferred == ("owners",)


def test_rows_in_the_order_of_play_are_recognised_with_two_hands_hidden() -> None:
    hidden = PBN.replace(DEAL, f"N:{HANDS[0]} - {HANDS[2]} ...")
    board = read_one(hidden.replace(ROWS, rotated()))
    assert board == replace(GIVEN, hands=(GIVEN.hands[0], None, GIVEN.hands[2], None))


@pytest.mark.parametrize(
    ("rows", "cards"),
    [
        ("C8 C7 CT C3\n- - S2 -\n*\n", 5),
        ("C8 C7 CT C3\n- - S2\n*\n", 5),
        ("C8 C7 CT C3\nSQ - S2 SK\n*\n", 7),
        ("C8 C7 CT C3\n+ - S2 SK\n", 6),
        ("C8 C7 CT C3\n-- -- S2 --\n", 5),
        ("C8\n", 1),
        ("+\n", 0),
        ("", 0),
    ],
)
def test_play_may_stop_anywhere(rows: str, cards: int) -> None:
    board = read_one(PBN.replace(ROWS, rows))
    assert board == replace(GIVEN, play=GIVEN.play[:cards], owners=GIVEN.owners[:cards])


def test_a_row_that_is_short_in_the_order_of_play_is_read() -> None:
    board = read_one(PBN.replace(ROWS, "C8 C7 CT C3\nS2 SK\n*\n"))
    assert board.legal
    assert len(board.play) == 6


def test_an_empty_play_tag_says_nothing() -> None:
    assert read_one(HEAD + OUTCOME + AUCTION + '[Play ""]\n') == replace(GIVEN, play=(), owners=())
    board = read_one(PBN.replace('[Play "W"]', '[Play ""]'))
    assert (board, board.inferred) == (GIVEN, ("owners",))


def test_a_first_column_that_is_not_the_leader_is_believed() -> None:
    rows = [line.split() for line in ROWS.splitlines()]
    from_north = "\n".join(" ".join([n, e, s, w]) for w, n, e, s in rows)
    assert read_one(PBN.replace(PLAY, f'[Play "N"]\n{from_north}\n')) == GIVEN


def test_what_follows_is_marked_as_inferred() -> None:
    board = read_one(HEAD.replace('[Dealer "S"]\n', "") + AUCTION + PLAY)
    assert board == GIVEN
    assert board.inferred == ("dealer", "contract", "declarer", "result")
    board = read_one(HEAD + '[Contract "4H"]\n' + PLAY)
    assert board == replace(GIVEN, auction=())
    assert board.inferred == ("declarer", "result")
    board = read_one(HEAD.replace(HANDS[3], "-") + OUTCOME)
    assert (board.hands, board.inferred) == (GIVEN.hands, ("hand of West",))


def test_the_result_of_a_side_waits_for_the_declarer() -> None:
    board = read_one(HEAD + '[Result "EW 4"]\n' + AUCTION)
    assert (board.result, board.inferred) == (9, ("contract", "declarer"))
    board = read_one(HEAD + '[Result "EW 4"]\n')
    assert board.legal
    assert (board.result, board.tags[-1]) == (None, Tag("Result", "EW 4"))
    assert read_one(write_pbn(board)) == board


def test_an_unknown_value_is_unknown_and_no_problem() -> None:
    for unknown in ("", "?"):
        text = "".join(
            f'[{tag} "{unknown}"]\n' for tag in ("Dealer", "Vulnerable", "Declarer", "Contract", "Result")
        )
        board = read_one(f'[Deal "{DEAL}"]\n{text}')
        assert board == Board(hands=GIVEN.hands)


@pytest.mark.parametrize(
    ("word", "value"),
    [("None", "None"), ("Love", "None"), ("-", "None"), ("All", "Both"), ("both", "Both"), ("ew", "EW")],
)
def test_vulnerability_has_several_names(word: str, value: str) -> None:
    assert read_one(f'[Vulnerable "{word}"]').vulnerable == value


@pytest.mark.parametrize(
    "text",
    [
        '[Dealer "S"]\n[Contract "Pass"]',
        '[Dealer "S"]\n[Auction "S"]\nAP',
        '[Dealer "S"]\n[Auction "S"]\nPass Pass Pass Pass\n[Contract "Pass"][Declarer ""][Result ""]',
    ],
)
def test_a_passed_out_board_has_no_contract(text: str) -> None:
    board = read_one(text)
    assert board.legal
    assert (board.passed_out, board.contract, board.result) == (True, None, None)


def test_an_irregular_declarer_and_result_are_not_compared() -> None:
    board = read_one(PBN.replace('Declarer "S"', 'Declarer "^N"').replace(PLAY, ""))
    assert board.legal
    assert (board.declarer, board.irregular) == (NORTH, frozenset({"declarer"}))
    board = read_one(PBN.replace('Result "9"', 'Result "^7"'))
    assert board.legal
    assert (board.result, board.irregular) == (7, frozenset({"result"}))


def test_values_are_inherited_from_the_game_before() -> None:
    text = """[Event "##League"]
[Site "#"]
[Board "1"]
[West "Dan"]
[Room "Open"]

[Board "2"]
[West "#"]
[Room "##"]

[Board "3"]
[West ""]
[Event "#"]

[Board "4"]
[West "#"]
[Room "Closed"]

[Board "5"]
[Contract "#"]
"""
    boards = list(read_boards(text))
    assert [board.event for board in boards] == ["League", "League", "League", "", ""]
    assert [board.players[WEST] for board in boards] == ["Dan", "Dan", "", "", ""]
    rooms = [dict(tag[:2] for tag in board.tags).get("Room") for board in boards]
    assert rooms == ["Open", "Open", "Open", "Closed", None]
    assert [problem.sentence for board in boards for problem in board.problems] == [
        "the game before has no Contract to inherit: #"
    ]


def test_other_tags_and_tables_are_kept_as_they_are() -> None:
    table = '[ScoreTable "Rank\\3R;Names\\20L"]\n  1 "Ann; Bo"\n{not a row}\n 12 "Cy { Di"   \n'
    board = read_one('[Scoring "IMP"]\n' + table + '[Stage "a \\"b\\" \\\\ c\\d"]\n')
    assert board.tags == (
        Tag("Scoring", "IMP"),
        Tag("ScoreTable", "Rank\\3R;Names\\20L", ('  1 "Ann; Bo"', ' 12 "Cy { Di"   ')),
        Tag("Stage", 'a "b" \\ c\\d'),
    )


def test_quotes_inside_a_value_are_read_as_they_are_meant() -> None:
    assert read_one('[Event "The "Big" Game"]').event == 'The "Big" Game'


def test_notes_of_the_play_stay_tags() -> None:
    board = read_one(PBN + '[Note "1:top of nothing"]\n')
    assert board.tags == (Tag("Site", "Home"), Tag("Note", "1:top of nothing"))
    assert board.auction == GIVEN.auction


def test_games_need_no_blank_line_between_them() -> None:
    boards = list(read_boards(PBN + PBN.replace('"7"', '"1-1"') + f'[Deal "{DEAL}"]\n[Deal "{DEAL}"]\n'))
    assert [board.name for board in boards] == ["7", "1-1", "", ""]
    assert [board.legal for board in boards] == [True] * 4


def test_a_star_at_a_call_is_an_alert_and_alone_the_end_of_the_auction() -> None:
    board = read_one('[Dealer "N"]\n[Auction "N"]\n1S 3C 4C* P\n4S P P P\n')
    assert (board.legal, board.contract) == (True, Contract(4, "S", 0, NORTH))
    assert [call.name for call in board.auction[:3]] == ["1S", "3C", "4C"]
    assert [call.alert for call in board.auction[:4]] == [None, None, "", None]
    ended = '[Dealer "N"]\n[Auction "N"]\n1S 3C 4C * P\n'
    assert sentences(ended) == ["the auction goes on after its end: 'P'"]


@pytest.mark.parametrize("between", ["\n", ""])
def test_a_tag_without_quotes_is_charged_to_its_own_board(between: str) -> None:
    following = PBN.replace('[Event "Club evening"]', "[Event Random]").replace('Board "7"', 'Board "8"')
    before, after = read_boards(PBN + between + following)
    assert (before, before.legal) == (GIVEN, True)
    assert (after.name, after.event) == ("8", "Random")
    assert [problem.sentence for problem in after.problems] == [
        "a tag is like [Name \"value\"]: '[Event Random]'"
    ]


def test_what_is_no_tag_is_charged_to_the_board_that_it_begins_or_else_to_the_last_one() -> None:
    before, after = read_boards(PBN + "\n[no tag]\n" + PBN)
    assert before.legal
    charged = [(problem.line, problem.sentence) for problem in after.problems]
    assert charged == [(PBN.count("\n") + 2, "a tag is like [Name \"value\"]: '[no tag]'")]
    assert sentences(PBN + "\n[no tag]\n") == ["a tag is like [Name \"value\"]: '[no tag]'"]


@pytest.mark.parametrize(
    ("dashes", "blanks"),
    [
        ("W:- NORTH - SOUTH", "W: NORTH  SOUTH"),
        ("N:NORTH - SOUTH -", "N:NORTH  SOUTH "),
        ("N:NORTH - SOUTH -", "N:NORTH  SOUTH"),
        ("S:SOUTH - - EAST", "S:SOUTH   EAST"),
    ],
)
def test_two_known_hands_may_have_blanks_for_the_others_instead_of_dashes(dashes: str, blanks: str) -> None:
    texts = []
    for deal in (dashes, blanks):
        for seat, name in enumerate(("NORTH", "EAST", "SOUTH")):
            deal = deal.replace(name, HANDS[seat])  # noqa: PLW2901
        texts.append((HEAD + OUTCOME).replace(DEAL, deal))
    board = read_one(texts[1])
    assert (board, board.legal) == (read_one(texts[0]), True)
    assert sum(hand is not None for hand in board.hands) == 2


@pytest.mark.parametrize("places", ["N:{} {}", "N: {} {}", "N:{}    {}", "N:  {}  {}"])
def test_two_hands_whose_places_cannot_be_told_are_no_deal(places: str) -> None:
    deal = places.format(HANDS[0], HANDS[2])
    assert sentences((HEAD + OUTCOME).replace(DEAL, deal))[0].startswith("a deal is a seat, a colon and four")


def test_a_blank_line_before_auction_or_play_does_not_end_the_board() -> None:
    board = read_one(
        PBN.replace("[Auction", "\n[Auction").replace("[Play", "\n[Play").replace("S4 H6", "\nS4 H6")
    )
    assert (board, board.inferred) == (GIVEN, ("end of the board",))


def test_a_game_without_a_deal_is_a_board_with_hidden_hands() -> None:
    board = read_one('[Scoring "MP"]')
    assert board.legal
    assert board.hands == (None,) * 4
    assert not board.playable


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (PBN.replace("J7.63", "JX.63"), "North: 'X' is not a rank in the hand 'JX.63.AJ543.AQJ7'"),
        (PBN.replace("J7.63", "A7.63"), "a card is in two hands: SA"),
        (PBN.replace("J7.63.", "J72.63."), "a card is in two hands: S2"),
        (PBN.replace("J7.63.", "J.63."), "North must have 13 cards: 12"),
        (PBN.replace(DEAL, "N:a b c"), "a deal is a seat, a colon and four hands: 'N:a b c'"),
        (PBN.replace(DEAL, "X:a b c d"), "a seat is one of N, E, S, W: 'X'"),
        (f'[Deal "{DEAL}"]\n[Dealer "Black"]', "a seat is one of N, E, S, W: 'Black'"),
        ('[Deal "N:A... K... Q... J..."]', "an ending is not a board, which has 13 cards a hand: 1"),
        (PBN.replace('"NS"', '"E"'), "the vulnerability is one of None, NS, EW, All: 'E'"),
        (PBN.replace('"4H"', '"4Hearts"'), "a contract is like 3NT, 4S or 6HX: '4Hearts'"),
        (PBN.replace('"4H"', '"4HX"'), "the auction leads to 4H and not to: 4HX"),
        (PBN.replace('"4H"', '"Pass"'), "the auction leads to 4H and not to: Pass"),
        (PBN.replace('Declarer "S"', 'Declarer "N"'), "by the auction South is declarer, and not: N"),
        (
            PBN.replace('Declarer "S"', 'Declarer "^S"'),
            "the declarer is marked as irregular, but the auction agrees: S",
        ),
        (HEAD + '[Contract "4H"]', "the contract has no declarer: 4H"),
        (
            PBN.replace(HANDS[1], "-").replace(HANDS[3], "-").replace('Play "W"', 'Play "E"'),
            "West has to lead, but the first column belongs to: East",
        ),
        (HEAD + '[Declarer "S"]', "there is a declarer but no contract: S"),
        (HEAD + '[Play "W"]\nC8', "there is play, but no contract and declarer are known"),
        (
            PBN.replace("2H =1= Pass", "1H =1= Pass"),
            "call 5, 1H by South, is not higher than 1S: '1H Pass 1S Pass 1H",
        ),
        (PBN.replace("2H =1=", "^I 1H"), "an irregular call cannot be followed: ^I"),
        (PBN.replace("2H =1=", "2Z"), "a call is like 1S, 3NT, Pass, X or XX: '2Z'"),
        (PBN.replace("2H =1=", "-"), "somebody's call is missing: '-'"),
        (PBN.replace("1S Pass\n", "1S Pass +\n"), "the auction goes on after its end: '2H'"),
        (
            PBN.replace('Auction "S"', 'Auction "W"'),
            "South is dealer but the first call stands below West: [Auction 'W']",
        ),
        ('[Auction ""]\n1C', "there is an auction but no dealer to begin it"),
        (PBN + '[Declarer "N"]', "Declarer stands twice, first as 'S': 'N'"),
        (PBN.replace("HA H3", "S3 H3"), "card 22: West played S3 on H8 but could have followed suit"),
        (PBN.replace("C8 C7", "C8 D7"), "card 2: North played D7 without holding it"),
        (
            PBN.replace("D8 D5", "^R D8 D5"),
            "an irregular card is marked, so the play is kept only up to it: ^R D8",
        ),
        (PBN.replace("D8 D5", "D1 D5"), "a card is a suit and a rank, like SA or H7: 'D1'"),
        (PBN.replace("D8 D5", "- D5"), "a card before it is missing: D5"),
        (PBN.replace("D8 D5", "+ +"), "the play can be continued in one place only: +"),
        (PBN.replace('Result "9"', 'Result "10"'), "declarer's side won 9 tricks, and not: 10"),
        (PBN.replace('Result "9"', 'Result "14"'), "a result is a number of tricks from 0 to 13: '14'"),
        (
            PBN.replace('Result "9"', 'Result "NS 9 EW 5"'),
            "a result is a number of tricks from 0 to 13: 'NS 9 EW 5'",
        ),
        ('[Contract "Pass"]\n[Result "3"]', "a passed out board has no result: 3"),
        (
            PBN.replace(ROWS, "\n".join(ROWS.splitlines()[:6])).replace('Result "9"', 'Result "1"'),
            "declarer's side has won 4 tricks and lost 2 when the record ends, so the result cannot be: 1",
        ),
        (HEAD + "[Event No_quotes]\n", "a tag is like [Name \"value\"]: '[Event No_quotes]'"),
        (HEAD + '[Note "2:open\n', 'a tag is like [Name "value"]: \'[Note "2:open\''),
        (HEAD + "some words\nmore words\n", "there is text that belongs to no tag: 'some words'"),
        (HEAD + "{ open\n", "a comment is not closed: {"),
        ('[Auction "#"]\n1C', "Auction cannot be inherited: #"),
        (
            '[ActionTable "Rank;Text"]\n1 {\n2 x\n}\n',
            "a comment begins in a row of a table and takes the next lines with it: {",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, sentence: str) -> None:
    found = sentences(text)
    assert any(told.startswith(sentence) for told in found), found


def test_a_problem_names_file_line_board_tag_and_value() -> None:
    (board,) = read_boards(PBN.replace('Result "9"', 'Result "10"'))
    (problem,) = board.problems
    assert (problem.file, problem.line, problem.board) == ("text", 13, "7")
    assert (problem.tag, problem.value) == ("Result", "10")
    assert str(problem) == "text, line 13, board 7, Result: declarer's side won 9 tricks, and not: 10"


def test_a_problem_in_the_play_names_the_line_of_the_card_and_keeps_what_is_legal() -> None:
    board = read_one(PBN.replace("C2 DJ C9 HK", "C2 DJ C9 HZ"))
    assert board.problems[0].line == 1 + PBN[: PBN.index("C2 DJ")].count("\n")
    assert board.play == GIVEN.play[:48]


def test_a_legal_ending_is_readable_and_says_what_it_is() -> None:
    board = read_one('[Deal "N:A... K... Q... J..."]')
    assert board.deal == "N:A... K... Q... J..."
    assert not board.legal


def test_a_hand_that_cannot_be_read_is_not_made_up_from_the_other_three() -> None:
    board = read_one(PBN.replace("J7.63", "JX.63"))
    assert board.hands[NORTH] is None


@pytest.mark.parametrize(
    "bad",
    [
        '[Deal "N:rubbish"]',
        "{ never closed\n\n",
        '[Event "never closed',
        "text without a tag",
        "[[[[]]]]",
        '[Play "W"]\nXX YY ZZ\n[Auction "Q"]\n9Z',
        '[Deal "#"]\n[Auction "#"]',
        "\x00\x01\xff",
        '[ActionTable "x"]\n1 {',
    ],
)
def test_a_bad_game_costs_no_neighbour(bad: str) -> None:
    boards = list(read_boards(f"{PBN}\n{bad}\n\n{PBN}\n{bad}\n\n{PBN}"))
    whole = [board for board in boards if replace(board, problems=()) == GIVEN]
    assert len(whole) == 3
    assert sum(len(board.problems) for board in boards) >= 2
