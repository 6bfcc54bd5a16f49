"""LIN and hand-viewer links as BBO and others write them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from alphamu_dds.bridge.auction import Contract
from alphamu_dds.bridge.cards import SOUTH
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import HIDDEN, Board, Tag
from alphamu_dds.formats.read import read_boards
from tests.helpers.format_samples import LIN, LIN_AUCTION, LIN_HANDS, ORDER, PBN, read_one, sentences

GIVEN = replace(read_one(PBN), event="", tags=())
CARDS = ORDER.split()
VIEWER = "https://www.bridgebase.com/tools/handviewer.html?"
SEATS_LINK = (
    f"{VIEWER}s={LIN_HANDS[0]}&w={LIN_HANDS[1]}&n={LIN_HANDS[2].lower()}&e={LIN_HANDS[3]}&d=s&v=n&b=7"
    f"&a=1hp1sp2h!(six%20cards)p4hppp&p={''.join(CARDS).lower()}&sn=Cyd&wn=Dan&nn=Ada&en=Bob"
)


def cut(cards: int, end: str = "") -> str:
    """The sample with fewer cards."""
    return LIN[: LIN.index("pc|")] + "".join(f"pc|{card}|" for card in CARDS[:cards]) + end


def test_lin_says_the_same_as_pbn_and_the_rest_is_inferred() -> None:
    board = read_one(LIN)
    assert board == GIVEN
    assert board.inferred == ("contract", "declarer", "owners", "result")


@pytest.mark.parametrize(
    "text",
    [
        LIN.replace("|mb|", "|\nmb|").replace("|pc|", "|\r\npc|"),
        LIN.replace("," + LIN_HANDS[3], ","),
        LIN.replace("," + LIN_HANDS[3], ""),
        LIN.replace(LIN_HANDS[2], LIN_HANDS[2].lower()).replace("pc|C8|", "pc|c8|"),
        LIN.replace("md|1S", "md|1 s").replace("sv|n|", "sv|N|"),
        LIN.replace("mb|1S|mb|p|", "mb|1sp|"),
        LIN.replace("mb|p|mb|p|mb|p|pg", "mb|ppp|pg"),
        LIN.replace("pc|S2|pc|SK|", "pc|S2SK|"),
        LIN.replace("mb|1S|", "nt||mb|1S||"),
        LIN.replace("ah|Board 7|", "ah|7|"),
        LIN.replace("pg||pc|C8", "mb||pg||pc|C8"),
        LIN + "mc|9|",
        LIN.replace("mb|p|", "mb|Pass|").replace("2H!", "2H !"),
        LIN.lower().replace("six cards", "six cards").replace("cyd,dan,ada,bob", "Cyd,Dan,Ada,Bob"),
    ],
)
def test_what_programs_write_differently_is_the_same_board(text: str) -> None:
    assert read_one(text) == GIVEN


def test_a_missing_fourth_hand_is_inferred_and_two_missing_hands_are_hidden() -> None:
    assert "hand of East" in read_one(LIN.replace(LIN_HANDS[3], "")).inferred
    board = read_one(LIN.replace(LIN_HANDS[3], "").replace(LIN_HANDS[1], ""))
    assert board == replace(GIVEN, hands=(GIVEN.hands[0], None, GIVEN.hands[2], None))
    assert board.playable


def test_without_a_claim_the_result_is_known_only_if_all_cards_are() -> None:
    assert read_one(LIN).result == 9
    assert read_one(cut(51)).result is None
    assert read_one(cut(30, "mc|9|")).result == 9


def test_play_may_stop_in_the_middle_of_a_trick() -> None:
    assert read_one(cut(6)) == replace(GIVEN, play=GIVEN.play[:6], owners=GIVEN.owners[:6], result=None)


def test_no_names_four_names_and_eight_names() -> None:
    assert read_one(LIN.replace("pn|Cyd,Dan,Ada,Bob|", "")).players == ("", "", "", "")
    eight = LIN.replace("Cyd,Dan,Ada,Bob", "Cyd,Dan,Ada,Bob,Eve,Fay,Gus,Hal")
    board = read_one(eight)
    assert (board.players, "players" in board.inferred) == (GIVEN.players, True)
    board = read_one("qx|c7|" + eight)
    assert (board.players, "players" in board.inferred) == (("Gus", "Hal", "Eve", "Fay"), False)


def vugraph(results: str) -> str:
    body = LIN[LIN.index("st||") :].replace("ah|Board 7|", "")
    return (
        f"vg|Grand Final,Segment 2,I,7,8,Reds,0,Blues,0|\nrs|{results}|\n"
        "pn|Cyd,Dan,Ada,Bob,Eve,Fay,Gus,Hal|pg||\n"
        f"qx|o7|{body}\nnt|ann: hello|pg||\nqx|c7|{body}\nqx|o8|nt|no cards yet|pg||\nqx|c8|{body}\n"
    )


def test_a_vugraph_file_has_many_boards_two_rooms_and_a_list_of_results() -> None:
    boards = list(read_boards(vugraph("4HS-1,4HS-1,,4HS-1")))
    assert [board.legal for board in boards] == [True] * 3
    assert [(board.name, board.players[SOUTH]) for board in boards] == [
        ("7", "Cyd"),
        ("7", "Eve"),
        ("8", "Eve"),
    ]
    assert [board.event for board in boards] == ["Grand Final"] * 3
    rooms = [dict(tag[:2] for tag in board.tags)["Room"] for board in boards]
    assert rooms == ["Open", "Closed", "Closed"]
    assert Tag("nt", "ann: hello") in boards[0].tags
    assert "contract" not in boards[0].inferred
    assert [board.source.line for board in boards] == [4, 6, 8]


def test_the_list_of_results_is_compared_with_auction_and_claim() -> None:
    (problem,) = next(iter(read_boards(vugraph("3NS=,4HS-1,,4HS-1")))).problems
    assert problem.tag == "rs"
    assert problem.sentence == (
        "the auction leads to 4H by South and not as in the list of results to: 3NT by South"
    )
    text = vugraph("4HS-2,4HS-1,,4HS-1").replace("\nnt|ann", "mc|9|\nnt|ann")
    (problem,) = next(iter(read_boards(text))).problems
    assert problem.sentence == "the list of results gives 8 tricks, and not as here: 9"


def wrong_in_list(results: str) -> list[tuple[int, str, str]]:
    """What is wrong with a list of results, with the number of the board."""
    return [
        (number, problem.value, problem.sentence)
        for number, board in enumerate(read_boards(vugraph(results)))
        for problem in board.problems
        if (problem.tag, problem.line) == ("rs", 2)
    ]


@pytest.mark.parametrize(
    ("results", "number", "value", "sentence"),
    [
        (
            *("3NS=,4HS-1,,4HS-1", 0, "3NS="),
            "the auction leads to 4H by South and not as in the list of results to: 3NT by South",
        ),
        (
            *("4HS-1,PASS,,4HS-1", 1, "PASS"),
            "the auction leads to 4H by South and not as in the list of results to: Pass",
        ),
        (
            *("4HS-1,4HS-1,,4HN-1", 2, "4HN-1"),
            "the auction leads to 4H by South and not as in the list of results to: 4H by North",
        ),
        ("4HS-1,4HxS,,4HS-1", 1, "4HxS", "a result in the list is like 4SN=, 3NExx-1 or PASS: '4HxS'"),
        ("4HS-1,4HS-1,,4HS+9", 2, "4HS+9", "the list of results gives more than 13 tricks: 4HS+9"),
        (
            *("4HS-1,4HS-1,4HS-1", 0, "4HS-1,4HS-1,4HS-1"),
            "the list must have 4 results, for boards 7 to 8, and not: 3",
        ),
        (
            *("4HS-1,4HS-1,,4HS-1,4HS=", 0, "4HS-1,4HS-1,,4HS-1,4HS="),
            "the list must have 4 results, for boards 7 to 8, and not: 5",
        ),
    ],
)
def test_what_is_wrong_in_the_list_of_results_is_told_with_its_line(
    results: str, number: int, value: str, sentence: str
) -> None:
    assert wrong_in_list(results) == [(number, value, sentence)]


@pytest.mark.parametrize("results", ["", ",,,", "4HS-1,4HS-1,,4HS-1,,,", " 4HS-1 ,4hs-1, ,4HS-1", "4HS-1,,,"])
def test_a_list_of_results_may_have_gaps(results: str) -> None:
    assert all(board.legal for board in read_boards(vugraph(results)))


def test_a_board_passed_out_by_the_list_has_no_contract() -> None:
    head = "vg|Cup,1,I,7,7,A,0,B,0|rs|PASS,4HS-1|"
    board, other = read_boards(f"{head}qx|o7|md|1,,,|sv|n|qx|c7|md|1,,,|")
    assert (board.passed_out, board.legal, board.inferred) == (True, True, ())
    assert (other.contract, other.result, other.legal) == (Contract(4, "H", 0, SOUTH), 9, True)


def test_a_field_that_stands_twice_counts_once() -> None:
    board = read_one(cut(6, "mc|8|mc|9|"))
    assert (board.result, len(board.problems)) == (8, 1)
    assert sentences(cut(6, "mc|8|mc|8|")) == []
    assert sentences(LIN.replace("sv|n|", "sv|n|sv|e|")) == ["sv stands twice, first as 'n': 'e'"]


def test_a_board_has_one_number() -> None:
    assert sentences("qx|o3|" + LIN) == ["the board is 3 by qx, and not: 7"]
    assert sentences("qx|o7|" + LIN) == sentences("qx|o07|" + LIN) == []


def test_boards_one_after_the_other_need_nothing_between_them() -> None:
    without_names = LIN.replace("pn|Cyd,Dan,Ada,Bob|st||", "")
    boards = list(read_boards(LIN + LIN + without_names + without_names))
    nobody = replace(GIVEN, players=("", "", "", ""))
    assert boards == [GIVEN, GIVEN, nobody, nobody]


def test_a_passed_out_board_is_told_from_one_without_a_contract() -> None:
    start = LIN[: LIN.index("mb|")]
    assert read_one(start + "mb|p|mb|p|mb|p|mb|p|").passed_out
    board = read_one(start + "mb|p|mb|p|")
    assert (board.passed_out, board.contract, board.legal) == (False, None, True)


def test_cards_after_an_auction_without_its_last_passes_end_it() -> None:
    board = read_one(LIN.replace("mb|p|mb|p|mb|p|pg", "pg"))
    assert board.contract == Contract(4, "H", 0, SOUTH)
    assert "end of the auction" in board.inferred


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (LIN.replace("md|1", "md|9"), "the dealer is a number from 1 to 4: 9"),
        (LIN.replace("SK9H", "SK9ZH"), "South: 'Z' is not a card in the hand 'SK9ZHKQJ9875DKT9C3'"),
        (LIN.replace("SK9H", "SKKH"), "South: SK stands twice in the hand 'SKKHKQJ9875DKT9C3'"),
        (LIN.replace("SK9H", "SKAH"), "a card is in two hands: SA"),
        (LIN.replace("SK9H", "SKH"), "South must have 13 cards: 12"),
        (LIN.replace("|rh|", ",SA|rh|"), "a deal has four hands, not 5: "),
        (LIN.replace("sv|n|", "sv|q|"), "the vulnerability is one of o, n, e, b: 'q'"),
        (LIN.replace("mb|4H|", "mb|4Z|"), "a call is like 1S, 3N, p, d or r: '4Z'"),
        (LIN.replace("mb|4H|", "mb|1H|"), "call 7, 1H by North, is not higher than 2H"),
        (LIN.replace("md|1", "md|0"), "there is an auction but no dealer to begin it"),
        (LIN.replace("pc|SK|", "pc|SZ|"), "a card is a suit and a rank, like SA or H7: 'SZ'"),
        (LIN.replace("pc|SK|", "pc|H9|"), "card 6: South played H9 on S2 but could have followed suit"),
        (LIN + "mc|8|", "declarer's side won 9 tricks, and not: 8"),
        (LIN + "mc|0099|", "a claim is a number of tricks from 0 to 13: '0099'"),
        (LIN + f"mc|{'0' * 5000}|", "a claim is a number of tricks from 0 to 13: '000"),
        (LIN + "mc|٣|", "a claim is a number of tricks from 0 to 13: '٣'"),
        (LIN + "mc|99|", "a claim is a number of tricks from 0 to 13: '99'"),
        (LIN + "pc|SA|", "card 53: SA was played before"),
        (LIN.replace("mb|1S|", "mb1S|"), "the fields cannot be told apart after: 'mb1S'"),
        (LIN.replace("Cyd,", "A,B,C,D,E,F,"), "there are four players, or eight at two tables: 9"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, sentence: str) -> None:
    found = sentences(text)
    assert any(told.startswith(sentence) for told in found), found


def test_a_bad_board_costs_no_neighbour() -> None:
    for bad in ("md|rubbish|mb|9Z|pc|??|", "|||||", "pn|x|md|1S", LIN[:300], "words"):
        boards = list(read_boards(LIN + "\n" + bad + "\n" + LIN))
        assert replace(boards[0], problems=()) == GIVEN
        assert replace(boards[-1], problems=()) == GIVEN


def test_both_kinds_of_links_are_read() -> None:
    assert read_one(SEATS_LINK) == GIVEN
    assert read_one(SEATS_LINK.replace("&", "&amp;")) == GIVEN
    assert read_one(VIEWER + "bbo=y&lin=" + LIN.replace("|", "%7C").replace(" ", "%20")) == GIVEN
    assert read_one(VIEWER + "lin=" + LIN.replace(" ", "+")) == GIVEN
    assert (
        read_one(VIEWER + "lin=" + LIN.replace(" ", "%20").replace("six", "6+")).auction[4].alert
        == "6+ cards"
    )


def test_a_link_may_show_two_hands_or_only_an_auction() -> None:
    board = read_one(f"{VIEWER}n={LIN_HANDS[2]}&s={LIN_HANDS[0].replace('T', '10')}&e=s&p={{a comment}}")
    assert board == Board(hands=(GIVEN.hands[0], None, GIVEN.hands[2], None))
    board = read_one(f"{VIEWER}a=1cp1hp&d=e")
    assert board.hands == HIDDEN
    assert [call.name for call in board.auction] == ["1C", "Pass", "1H", "Pass"]


def test_parameters_without_a_meaning_here_are_kept() -> None:
    assert read_one(SEATS_LINK + "&tbt=y").tags == (Tag("tbt", "y"),)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("&d=s", "&d=q"), "a seat is one of N, E, S, W: 'q'"),
        (("&v=n", "&v=x"), "the vulnerability is one of -, n, e, b: 'x'"),
        (("1hp1s", "1hp1z"), "a call is like 1S, 3N, p, d or r: '1z"),
        (("c8c7", "c8z7"), "a card is a suit and a rank, like SA or H7: 'z7"),
        (("SK9H", "SK?H"), "South: '?' is not a card in the hand"),
    ],
)
def test_what_is_wrong_with_a_link_is_said(change: tuple[str, str], sentence: str) -> None:
    found = sentences(SEATS_LINK.replace(*change))
    assert any(told.startswith(sentence) for told in found), found


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org/",
        VIEWER,
        VIEWER + "lin=",
        VIEWER + "lin=nonsense",
        VIEWER + "myhand=M-1-2",
        "http://[",
        "https://",
    ],
)
def test_a_link_without_a_board_is_refused(link: str) -> None:
    with pytest.raises(InputError, match=r"no board|cannot be read"):
        list(read_boards(link))


def test_the_sample_has_its_alert() -> None:
    assert "an|six cards|" in LIN_AUCTION
    assert read_one(LIN).auction[4].alert == "six cards"
