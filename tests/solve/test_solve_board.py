"""From a board in a file to a card: where declarer stands, what he may know, and what he must not."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.bridge.cards import NO_CARDS, SEATS, cards_of, layout_text, parse_hand
from alphamu_dds.solve.question import ask, choose_board
from alphamu_dds.solve.seen import see
from tests.helpers.command import run

BOARD = """[Event "Test"]
[Board "4"]
[Dealer "W"]
[Vulnerable "None"]
[Deal "N:AQ52.K43.Q62.KJ5 T6.JT8.KT98.T763 KJ4.AQ5.J743.A92 9873.9762.A5.Q84"]
[Declarer "S"]
[Contract "3NT"]
[Auction "W"]
Pass Pass Pass 1NT
Pass 3NT Pass Pass
Pass
[Play "W"]
S9 S2 S6 SJ
D5 D2 D8 DJ
H7 H4 HT HA
"""
NO_AUCTION = BOARD.split("[Auction", maxsplit=1)[0] + "[Play" + BOARD.split("[Play")[1]


def board_of(text: str = BOARD) -> am.Board:
    (found,) = am.read_boards(text)
    assert found.problems == ()
    return found


def solve(path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return run("solve", str(path), "--worlds", "10", *more)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "board.pbn"
    path.write_text(BOARD)
    return path


# Where declarer stands


def test_the_default_is_the_end_of_the_record_if_declarers_side_is_to_play_there() -> None:
    standing = see(ask(board_of()))
    assert (standing.after, standing.won, standing.need, standing.left) == (12, 3, 6, 10)


def test_else_it_is_the_last_such_moment() -> None:
    standing = see(ask(board_of(BOARD.replace("H7 H4 HT HA", "- - - HA"))))
    assert standing.after == 8
    assert SEATS[standing.view.play.to_play] == "S"


def test_moments_at_which_the_contract_is_decided_are_passed_over() -> None:
    standing = see(ask(board_of(), tricks=3))
    assert (standing.after, standing.won, standing.need) == (10, 2, 1)
    assert SEATS[standing.view.play.to_play] == "N"


def test_without_a_record_it_is_before_the_lead_and_with_a_lead_after_it() -> None:
    bare = board_of(BOARD.split("[Play", maxsplit=1)[0])
    assert see(ask(bare)).after == 0
    led = see(ask(bare, lead="S9"))
    assert (led.after, SEATS[led.view.play.to_play]) == (1, "N")


def test_cards_can_be_taken_away_and_added() -> None:
    standing = see(ask(board_of(), after=4, play=["D3", "DA"]))
    assert standing.view.play.trick == (0x23, 0x2E)
    assert see(ask(board_of(), play=["H5", "H2"])).after == 14


def test_another_contract_can_be_looked_at() -> None:
    board = board_of()
    assert see(ask(board, tricks=10)).need == 7
    assert see(ask(board, contract="6N")).need == 9
    hearts = see(ask(board, contract="2H", declarer="N"))
    assert (hearts.after, hearts.declarer, hearts.need) == (0, 0, 8)


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (BOARD, {"after": 13}, "the record has 12 cards, so there is no moment after 13"),
        (BOARD, {"after": -1}, "the number of cards played must be a whole number, 0 or more: -1"),
        (BOARD, {"after": 4, "play": ["SA"]}, "card 5: South played SA without holding it"),
        (BOARD, {"lead": "S8"}, "the record has the opening lead S9, not S8"),
        (
            BOARD,
            {"tricks": 3, "after": 12},
            "3NT by South is made after 12 cards: 3 tricks won, 3 wanted",
        ),
        (BOARD, {"contract": "8C"}, "a contract is like 3NT, 4S or 6HX: '8C'"),
        (BOARD, {"declarer": "Q"}, "a seat is one of N, E, S, W: 'Q'"),
        (
            BOARD.replace('Contract "3NT"', 'Contract "7NT"').replace("1NT\nPass 3NT", "1NT\nPass 7NT"),
            {"after": 12, "play": ["C9", "CQ", "C5", "C3"]},
            "7NT by South is down after 16 cards: 10 more tricks needed, 9 left",
        ),
        (
            BOARD.replace("KJ4.AQ5.J743.A92 9873.9762.A5.Q84", "- -"),
            {},
            "South declares, so both hands of that side are needed, but the hand of South is hidden",
        ),
        (
            NO_AUCTION.replace('Contract "3NT"', 'Contract ""'),
            {},
            "the board has no contract; a contract and a declarer can be named",
        ),
        (
            BOARD.split("[Decl", maxsplit=1)[0] + '[Contract "Pass"]\n[Auction "W"]\nAP\n',
            {},
            "the board was passed out",
        ),
    ],
)
def test_a_moment_that_cannot_be_looked_at_is_explained(
    text: str, arguments: dict[str, object], message: str
) -> None:
    (board,) = am.read_boards(text)
    with pytest.raises(am.InputError) as caught:
        see(ask(board, **arguments))  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_one_board_of_many_is_chosen_by_name_or_place() -> None:
    texts = [BOARD.replace('Board "4"', f'Board "{name}"') for name in ("1-1", "1-2", "7", "7")]
    boards = list(am.read_boards("\n\n".join(texts)))
    assert choose_board(boards, "1-2").name == "1-2"
    assert choose_board(boards, "#1").name == "1-1"
    assert choose_board(boards[:1]).name == "1-1"
    for wanted, message in (
        (None, "there are 4 boards, so one must be named: 1-1, 1-2, 7, 7"),
        ("9", "there is no board '9' among 4 boards: 1-1, 1-2, 7, 7"),
        (7, "2 boards are called '7', so one must be named by its place: '#3' or '#4'"),
    ):
        with pytest.raises(am.InputError, match=message):
            choose_board(boards, wanted)
    with pytest.raises(am.InputError, match="there is no board to solve"):
        choose_board([])


TABLES = "\n\n".join(
    BOARD.replace(
        '[Board "4"]',
        f'[Board "8"]\n[Room "{room}"]\n[North "{north}"]\n[South "Smith"]',
    )
    for room, north in (("Open", "Jones"), ("Closed", "Brown"))
)
"""Board 8 at both tables of a match of teams."""


@pytest.mark.parametrize("command", ["solve", "review", "play"])
def test_both_tables_of_a_match_are_shown_with_room_and_players(command: str, tmp_path: Path) -> None:
    path = tmp_path / "match.pbn"
    path.write_text(TABLES)
    done = run(command, str(path), "--board", "8")
    assert done.returncode == 1
    assert done.stderr == (
        f"alphamu: {path}: 2 boards are called '8', so one must be named by its place or its "
        "room: '#1' (open room: N Jones, S Smith) or '#2' (closed room: N Brown, S Smith) (--board, --room)\n"
    )


def test_a_room_takes_one_of_two_tables(tmp_path: Path) -> None:
    path = tmp_path / "match.pbn"
    path.write_text(TABLES)
    lines = [number for number, line in enumerate(TABLES.split("\n"), 1) if "Room" in line]
    for room, north, before in (
        ("open", "Jones", lines[0]),
        ("Closed", "Brown", lines[1]),
        ("c", "Brown", lines[1]),
    ):
        board = choose_board(am.read_boards(str(path)), 8, room)
        assert board.players[0] == north
        done = run("solve", str(path), "--board", "8", "--room", room, "--json", "--worlds", "4", "-M", "1")
        assert json.loads(done.stdout)["board"]["line"] == board.source.line <= before
        found = am.solve(str(path), number=8, room=room, worlds=4, max_moves=1)
        assert found.setting is not None
        assert found.setting.seen.label.line == board.source.line
        # One room of one board needs no number.
        assert choose_board([board, *am.read_boards(BOARD)], room=room) == board
    for room in ("kitchen", ""):
        with pytest.raises(
            am.InputError, match=f"no board called '8' was played in the {room} room; there is"
        ):
            choose_board(am.read_boards(str(path)), 8, room)


# What declarer knows


def answer(path: Path, *more: str) -> dict[str, object]:
    done = solve(path, "--json", *more)
    assert done.returncode == 0, done.stderr
    document: dict[str, object] = json.loads(done.stdout)
    stats = document["stats"]
    assert isinstance(stats, dict)
    for seconds in ("seconds", "dds_seconds", "outside_seconds"):
        del stats[seconds]
    return document


@pytest.mark.parametrize("seed", range(5))
def test_permuting_the_unseen_cards_of_the_defenders_in_the_file_changes_nothing(
    file: Path, seed: int
) -> None:
    before = answer(file)
    board = board_of()
    rng = random.Random(seed)
    play = board.replay()
    unseen = [c for seat in (1, 3) for c in cards_of((board.hands[seat] or 0) & ~play.played[seat])]
    rng.shuffle(unseen)
    hands = [hand or NO_CARDS for hand in board.hands]
    places = 13 - play.played[1].bit_count()
    hands[1] = play.played[1] | sum(1 << card for card in unseen[:places])
    hands[3] = play.played[3] | sum(1 << card for card in unseen[places:])
    assert tuple(hands) != board.hands
    deal = layout_text((hands[0], hands[1], hands[2], hands[3]))
    file.write_text(BOARD.replace(board.deal, deal))
    assert board_of(file.read_text()).hands == tuple(hands)
    assert answer(file) == before


@pytest.mark.parametrize(
    ("east", "west"),
    [
        # East does not follow to the second diamond, though the first deal gives him two more; or plays a
        # heart that the file gives to West.
        ("T6.JT8.KT98.T763", "9873.9762.A5.Q84"),
        ("T63.JT87.8.T7643", "987.962.AKT95.Q8"),
        ("T63.T87.8.QT7643", "987.J962.AKT95.8"),
    ],
)
def test_a_revoke_that_only_the_defenders_cards_show_changes_nothing(
    file: Path, east: str, west: str
) -> None:
    revoke = BOARD.replace("D5 D2 D8 DJ\nH7 H4 HT HA", "D5 D2 D8 DJ\nDA D6 HJ D7\nH9 H3 HT HA")
    hidden = revoke.replace("T6.JT8.KT98.T763", "-").replace("9873.9762.A5.Q84", "-")
    file.write_text(hidden)
    before = answer(file)
    assert before["board"]["after"] == 16  # type: ignore[index]
    file.write_text(revoke.replace("T6.JT8.KT98.T763", east).replace("9873.9762.A5.Q84", west))
    assert answer(file) == before


def test_what_comes_later_in_the_record_changes_nothing(file: Path) -> None:
    full = answer(file, "--after", "4")
    file.write_text(BOARD.replace("D5 D2 D8 DJ\nH7 H4 HT HA\n", ""))
    assert answer(file, "--after", "4") == full


def test_hidden_hands_in_the_file_change_nothing(file: Path) -> None:
    full = answer(file)
    hidden = BOARD.replace("T6.JT8.KT98.T763", "-").replace("9873.9762.A5.Q84", "-")
    assert hidden != BOARD
    file.write_text(hidden)
    assert answer(file) == full


def test_the_library_and_the_command_give_the_same_answer(file: Path) -> None:
    document = answer(file, "--threads", "1", "--west", "hcp 4-9", "--seed", "5")
    decision = am.solve(str(file), worlds=10, hands={"W": "hcp 4-9"}, seed=5)
    library = json.loads(json.dumps(decision.to_dict()))
    for seconds in ("seconds", "dds_seconds", "outside_seconds"):
        del library["stats"][seconds]
    assert document == library


def test_worlds_of_a_board_are_what_solve_worlds_solves_with_their_weights() -> None:
    drawn = am.solve(BOARD, after=1, worlds=12, max_moves=2)
    setting = drawn.setting
    assert setting is not None
    assert setting.worlds.weights is not None
    assert set(setting.worlds.weights) == {1, 10}
    given = am.solve_worlds(
        [layout_text(layout) for layout in setting.worlds.layouts],
        "N",
        "W",
        9,
        trick=["S9"],
        weights=setting.worlds.weights,
        max_moves=2,
    )
    assert given.cards == drawn.cards
    assert given.total == sum(setting.worlds.weights)
    unweighted = am.solve(BOARD, after=1, worlds=12, max_moves=2, leads="off")
    assert unweighted.total == 12


def test_every_assumption_is_told_with_its_source(file: Path) -> None:
    done = solve(file, "--east", "spades 2+", "--condition", "hcp(west)<=9", "--after", "1")
    assert done.returncode == 0, done.stderr
    assert "East spades 2+" in done.stdout
    assert "as told" in done.stdout
    assert "hcp(west)<=9" in done.stdout
    assert "West hcp 0-11" in done.stdout
    assert "West's Pass" in done.stdout
    assert "West's lead of ♠9 is usual: counts 10 times, others once" in done.stdout
    assert "10 layouts were drawn (seed 1) of the 5,200,300 that the cards played leave open." in done.stdout
    quiet = solve(file, "--no-bidding", "--leads", "off", "--after", "1")
    assert "Nothing was assumed of the hidden hands but what the play has shown." in quiet.stdout


def test_calls_that_the_cards_disprove_are_relaxed_and_it_says_so(file: Path) -> None:
    # West, who passed as dealer, shows the ace and king of diamonds and the ace and king of clubs.
    play = "DA D2 D8 D3\nDK D6 D9 D4\nCA C5 C3 C2\nCK CJ C6 C9\nS9 S2 S6 SJ"
    file.write_text(
        BOARD.replace("AQ52.K43.Q62.KJ5", "AQ52.K43.Q62.QJ5")
        .replace("KJ4.AQ5.J743.A92", "KJ4.AQ5.J743.T92")
        .replace("9873.9762.A5.Q84", "9873.97.AK5.AK84")
        .replace("T6.JT8.KT98.T763", "T6.JT862.T98.763")
        .replace("S9 S2 S6 SJ\nD5 D2 D8 DJ\nH7 H4 HT HA", play)
    )
    done = solve(file, "--contract", "1N")
    assert done.returncode == 0, done.stderr
    relaxed = "West hcp 0-11 (West's Pass) relaxed to hcp 0-15: no layout fits it with all the rest"
    assert f"Not used: {relaxed}" in " ".join(done.stdout.split())
    document = answer(file, "--contract", "1N")
    assert document["not_used"] == [relaxed]
    assert str({"text": "West hcp 0-15", "source": "West's Pass"}) in str(document["assumptions"])
    assert "West hcp 0-11" not in str(document["assumptions"])


def test_what_the_user_says_is_never_given_up(file: Path) -> None:
    table = file.with_suffix(".toml")
    table.write_text('[opening]\n"Pass" = "hcp 0-2"\n')
    done = solve(file, "--bidding-table", str(table), "--west", "hcp 5+")
    # The auction says that West has next to nothing; the user knows better.
    assert done.returncode == 0, done.stderr
    assert "Not used: West hcp 0-2 (West's Pass) relaxed to hcp 0-" in " ".join(done.stdout.split())
    assert "West hcp 5+" in done.stdout
    done = solve(file, "--west", "hcp 12+")
    assert (done.returncode, done.stdout) == (1, "")
    assert "West hcp 12+ (as told)" in done.stderr


def test_fewer_layouts_than_wanted_are_all_used_and_it_says_so(file: Path) -> None:
    held = "holds S8 S7 S3 H9 H6 H2 DA CQ C8"
    done = solve(file, "--west", held, "--leads", "off", "--worlds", "40")
    assert "All 11 layouts that fit are used, fewer than the 40 wanted" in done.stdout


def test_too_few_layouts_are_explained(file: Path) -> None:
    done = solve(file, "--condition", "hcp(west)==10", "--attempts", "100", "--after", "0")
    assert done.returncode == 0, done.stderr
    assert "of 10 layouts were found in 100 attempts (acceptance " in done.stdout
    assert "hcp(west)==10 (a condition): " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--west", "hcp many"], 1, "board.pbn, board 4: 'hcp many' is not an assumption about a hand"),
        (["--south", "hcp 3"], 1, "South's hand is seen, so nothing can be assumed of it"),
        (["--condition", "hcp(west"], 1, "a condition is like hcp(west)>=12"),
        (["--west", "hcp 30+"], 1, "no layout fits all that is assumed"),
        (
            ["--attempts", "1", "--west", "hcp 9+", "--after", "0"],
            1,
            "none of 1 layout tried fits all that",
        ),
        (["--bidding-table", "no/such.toml"], 1, "no/such.toml: the table cannot be read"),
        (["--after", "99"], 1, "board.pbn, board 4: the record has 12 cards, so there is no moment after 99"),
        (["--board", "5"], 1, "there is no board '5' among 1 board: 4"),
        (["--worlds", "few"], 2, "'few' is neither a number nor 'all'"),
        (["--worlds", "all", "--after", "0"], 1, "10,400,600 are more than the attempts allowed: 1,000,000"),
        (["--worlds-file", "x"], 2, "exclude each other"),
        (["--need", "3"], 2, "--need belongs to --worlds-file"),
        (["--leads", "maybe"], 2, "'maybe' is not one of"),
    ],
)
def test_wrong_input_gets_a_sentence_and_an_exit_code(
    file: Path, arguments: list[str], code: int, message: str
) -> None:
    done = solve(file, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("option", ["--west", "--after", "--contract", "--seed", "--condition", "--leads"])
def test_options_of_a_board_are_refused_for_layouts_from_a_file(option: str) -> None:
    value = {"--after": "3", "--seed": "3", "--leads": "off"}.get(option, "x")
    done = run("solve", "--worlds-file", "-", "--strain", "N", "--leader", "S", "--need", "1", option, value)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option} belongs to a board, not to --worlds-file" in done.stderr


def test_tables_are_printed_as_they_are_used(tmp_path: Path, file: Path) -> None:
    for name, option in (("bidding", "--bidding-table"), ("leads", "--lead-table")):
        printed = run("tables", name)
        assert printed.returncode == 0
        path = tmp_path / f"{name}.toml"
        path.write_text(printed.stdout, encoding="utf-8")
        assert answer(file, option, str(path)) == answer(file)


def test_names_of_the_package_are_loaded_when_they_are_wanted() -> None:
    code = (
        "import sys, alphamu_dds as am\n"
        "before = 'numpy' in sys.modules\n"
        "assert set(am.__all__) <= set(dir(am))\n"
        "print(before, callable(am.solve), 'numpy' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False True True\n"
    with pytest.raises(AttributeError, match="has no attribute 'solved'"):
        am.solved  # noqa: B018


def test_a_hand_knows_its_cards() -> None:
    assert am.Hand(parse_hand("AK.Q.J.")).hcp == 10
