"""What a board says in two places must agree, and what stands after an end is not lost."""

from __future__ import annotations

import pytest

from alphamu_dds.bridge.cards import NORTH, WEST
from alphamu_dds.formats.write_pbn import write_pbn
from tests.helpers.format_samples import DEAL, HANDS, HEAD, ORDER, PBN, PLAY, ROWS, read_one, sentences

GIVEN = read_one(PBN)


def bid(contract: str, calls: str, declarer: str = "N") -> str:
    """A board with a contract and an auction that North begins."""
    return (
        f'[Dealer "N"]\n[Declarer "{declarer}"]\n[Contract "{contract}"]\n'
        f'[Deal "{DEAL}"]\n[Auction "N"]\n{calls}\n'
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (bid("Pass", "1S Pass *", ""), "the auction is higher, at 1S, than the contract: Pass"),
        (bid("Pass", "Pass Pass *", ""), None),
        (bid("4S", "4S X Pass *"), "the auction is higher, at 4SX, than the contract: 4S"),
        (bid("4SX", "4S X XX *"), "the auction is higher, at 4SXX, than the contract: 4SX"),
        (bid("4SX", "4S Pass *"), None),
        (bid("4SXX", "4S X *"), None),
        (bid("5C", "4S X *"), None),
        (bid("1H", "1S Pass *"), "the auction is higher, at 1S, than the contract: 1H"),
        (bid("4S", "1S Pass 4S *", "S"), "by the auction North is declarer, and not: S"),
        (bid("4S", "1S Pass 4S *"), None),
        (bid("4S", "1S Pass *", "S"), None),
        (bid("Pass", "AP"), "a passed out board has no declarer: N"),
        ('[Contract "Pass"]\n[Declarer "N"]', "a passed out board has no declarer: N"),
        ('[Contract "Pass"]\n[Result "NS 7"]', "a passed out board has no result: NS 7"),
        ('[Contract "Pass"]\n[Result "NS 0"]', None),
        (bid("1SX", "1S X X AP"), "call 3, X by South, is not allowed there: '1S X X"),
        (bid("1SX", "1S X Pass X"), "call 4, X by West, is not allowed there: '1S X Pass X'"),
        (bid("1SXX", "1S X Pass XX"), "call 4, XX by West, is not allowed there: '1S X Pass XX'"),
        (bid("", "1S Pass *\n2S", ""), "the auction goes on after its end: '2S'"),
    ],
)
def test_contract_declarer_and_result_agree_with_the_auction(text: str, found: str | None) -> None:
    told = sentences(text)
    assert (told == []) if found is None else (len(told) == 1 and told[0].startswith(found)), told


def test_the_result_of_a_side_on_a_passed_out_board_is_written_once() -> None:
    board = read_one('[Contract "Pass"]\n[Result "NS 7"]')
    assert board.tags == ()
    assert write_pbn(board).count("[Result ") == 1


def test_a_call_that_the_laws_do_not_allow_is_told_with_its_line() -> None:
    board = read_one(PBN.replace("Pass 4H Pass\n", "Pass 4H Pass\n2C "))
    (problem, *_) = board.problems
    assert (problem.line, problem.value) == (17, "2C")
    lines = read_one("md|1,,,|\nmb|1H|\nmb|1C|\nmb|p|\n")
    assert [(problem.line, problem.value) for problem in lines.problems] == [(3, "1C")]
    three = read_one(f'[Deal "{DEAL}"]\n[Dealer "N"]\n[Auction "N"]\n1C AP\n2C\n')
    assert [(problem.line, problem.value) for problem in three.problems] == [(5, "2C")]


def test_play_without_a_contract_names_its_first_card() -> None:
    (problem,) = read_one(HEAD + '[Play "W"]\nC8 C7\n').problems
    assert (problem.value, problem.line) == ("C8", 11)


def test_no_fourth_hand_is_made_up_where_a_card_stands_twice() -> None:
    board = read_one('[Deal "N:AKQ.JT9.876.5432 AT9.876.5432.AKQ 876.5432.AKQ.JT9 -"]')
    assert [problem.sentence for problem in board.problems] == ["a card is in two hands: SA"]
    assert (board.hands[WEST], board.inferred) == (None, ())


@pytest.mark.parametrize("hidden", ["-", "...", "-.-.-.-", "--"])
def test_a_hidden_hand_is_written_in_some_ways(hidden: str) -> None:
    board = read_one(f'[Deal "N:{HANDS[0]} {hidden} {HANDS[2]} {hidden}"]')
    assert board.legal
    assert board.hands == (GIVEN.hands[0], None, GIVEN.hands[2], None)


def test_a_dash_is_a_suit_without_a_card_and_nothing_else() -> None:
    assert read_one('[Deal "N:AKQJT98765432.-.-.- - - -"]').legal
    for hand in ("..", ".", "-.-", "AKQ-.J-T9.876.5432", "...."):
        board = read_one(f'[Deal "N:{hand} - - -"]')
        assert not board.legal
        assert board.hands[NORTH] is None


@pytest.mark.parametrize(
    ("rows", "cards", "value"),
    [
        (ROWS + "*\nZZ HK garbage\n", 52, "ZZ"),
        ("C8 C7 CT C3\n- - S2 * C5\nCK C7\n", 5, "C5"),
        ("C8 C7 CT C3\n*\nSQ S7 S2 SK\n", 4, "SQ"),
        ("* C8\n", 0, "C8"),
    ],
)
def test_cards_after_the_end_of_the_play_are_told(rows: str, cards: int, value: str) -> None:
    board = read_one(PBN.replace(ROWS, rows))
    (problem,) = board.problems
    assert (problem.tag, problem.value) == ("Play", value)
    assert problem.sentence == f"the play goes on after its end: '{value}'"
    assert board.play == board.play_as_seen == GIVEN.play[:cards]


@pytest.mark.parametrize("rows", [ROWS + "*\n", ROWS + "* - - -\n", ROWS + "*\n*\n=1= $2 !\n"])
def test_marks_after_the_end_of_the_play_say_nothing(rows: str) -> None:
    assert read_one(PBN.replace(ROWS, rows)) == GIVEN


def test_what_stands_after_the_end_hides_no_mistake_before_it() -> None:
    board = read_one(PBN.replace(ROWS, ROWS.replace("HA H3", "S3 H3") + "*\nZZ\n"))
    assert [problem.value for problem in board.problems] == ["S3"]
    assert board.play == GIVEN.play[:21]
    assert board.play_as_seen is not None
    assert len(board.play_as_seen) > 21  # that West still had a heart, declarer does not see


def test_owners_are_inferred_if_the_first_column_is_not_the_leaders() -> None:
    rows = [line.split() for line in ROWS.splitlines()]
    from_north = "\n".join(" ".join([n, e, s, w]) for w, n, e, s in rows)
    board = read_one(PBN.replace(PLAY, f'[Play "N"]\n{from_north}\n'))
    assert (board, board.inferred) == (GIVEN, ("owners",))
    assert read_one(PBN).inferred == ()


def test_the_longest_way_to_read_the_play_is_kept() -> None:
    words = ORDER.split()
    rows = "\n".join(" ".join(words[start : start + 4]) for start in range(0, 52, 4))
    for hands in (DEAL, f"N:{HANDS[0]} - {HANDS[2]} -"):
        board = read_one(PBN.replace(ROWS, rows.replace(" C9", " CZ") + "\n").replace(DEAL, hands))
        assert [problem.value for problem in board.problems] == ["CZ"]
        assert board.play == GIVEN.play[:51]
        assert board.play_as_seen == GIVEN.play[:51]


def test_a_call_may_have_two_notes_but_a_note_only_one_text() -> None:
    text = PBN.replace("2H =1=", "2H =1= =2=").replace("cards", 'cards"]\n[Note "2:weak')
    assert read_one(text).auction[4].alert == "six cards; weak"
    text = PBN.replace("cards", 'cards"]\n[Note "1:weak')
    assert sentences(text) == ["note 1 stands twice, first as 'six cards': 'weak'"]
    assert read_one(text).auction == GIVEN.auction
    assert read_one(PBN.replace("cards", 'cards"]\n[Note "1:six cards')) == GIVEN


def test_no_board_has_a_result_that_no_board_can_have() -> None:
    for result in ("14", "099", "9" * 5000, "0" * 5000, "-1", "^14", "NS 14", "EW 99"):
        board = read_one(PBN.replace('Result "9"', f'Result "{result}"'))
        assert not board.legal
        # It follows from the play, unless somebody else decided it.
        assert board.result in (9, None)
