"""The command ``alphamju`` as another program runs and reads it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from alphamu_cli.alphamju import percent

from alphamu_dds import solve_worlds
from alphamu_dds.formats.worlds_file import read_worlds_file

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "data" / "worlds-of-one-decision.pbn"
WORLDS = read_worlds_file(FILE)
CALLERS_PATTERN = r":([SHDC][AKQJT98765432])\s+(\d+)\b"
CALL = "from alphamu_cli.alphamju import main; main()"


def run(*arguments: object, code: str = CALL, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "ALPHAMU_THREADS": "", **environment},
        check=False,
    )


def read(done: subprocess.CompletedProcess[str]) -> list[tuple[str, int]]:
    """What the caller reads; everything that was printed is part of it."""
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(rf"({CALLERS_PATTERN}\n)+", done.stdout)
    return [(card, int(number)) for card, number in re.findall(CALLERS_PATTERN, done.stdout)]


def write(path: Path, worlds: Sequence[str]) -> Path:
    path.write_text("\n".join(f'[Deal "{world}"]' for world in worlds))
    return path


def holding(*wanted: tuple[int, str]) -> list[str]:
    """The worlds in which hand 0 (West) or 2 (East) holds a card."""
    found = []
    for world in WORLDS:
        hands = [hand.split(".") for hand in world[2:].split()]
        if all(card[1] in hands[seat]["SHDC".index(card[0])] for seat, card in wanted):
            found.append(world)
    return found


def without(world: str, seat: int, card: str) -> str:
    hands = [hand.split(".") for hand in world[2:].split()]
    suit = "SHDC".index(card[0])
    hands[seat][suit] = hands[seat][suit].replace(card[1], "")
    return world[:2] + " ".join(".".join(hand) for hand in hands)


def exact(worlds: Sequence[str], suit: str, tricks: int, decisions: int, **more: object) -> dict[str, int]:
    """The same from the library, with whole fronts."""
    answer = solve_worlds(worlds, suit, need=tricks, max_moves=decisions, **{"leader": "S", **more})  # type: ignore[arg-type]
    assert all(card.bound == "exact" for card in answer.cards)
    return {card.card: percent(int(card.wins), answer.worlds) for card in answer.cards}


@pytest.mark.parametrize("suit", ["N", "S", "D"])
@pytest.mark.parametrize("tricks", [1, 2, 3, 4])
def test_every_number_is_that_of_the_library(suit: str, tricks: int) -> None:
    for decisions in (1, 2, 3, 4):
        found = read(run(decisions, 1, tricks, suit, FILE, "S"))
        assert dict(found) == exact(WORLDS, suit, tricks, decisions)
        assert len(found) == 5
        assert [number for _, number in found] == sorted((number for _, number in found), reverse=True)


def test_the_worlds_of_the_test_make_a_difference() -> None:
    shallow, deep = read(run(2, 0, 3, "N", FILE, "S")), read(run(4, 0, 3, "N", FILE, "S"))
    assert shallow == [("HA", 98), ("SA", 88), ("CQ", 78), ("SQ", 43), ("HQ", 38)]
    assert deep == [("HA", 85), ("SA", 83), ("CQ", 70), ("SQ", 40), ("HQ", 35)]


MIDDLES = [
    ("E", ["HK"], [(2, "HK")]),
    ("E", ["D9"], [(2, "D9")]),
    ("N", ["HJ", "H9"], [(1, "HJ"), (2, "H9")]),
    ("W", ["H9", "HJ", "HK"], [(0, "H9"), (1, "HJ"), (2, "HK")]),
]


@pytest.mark.parametrize(("leader", "cards", "owners"), MIDDLES, ids=str)
def test_in_the_middle_of_a_trick_with_the_cards_in_the_hands_and_without(
    leader: str, cards: list[str], owners: list[tuple[int, str]], tmp_path: Path
) -> None:
    worlds = holding(*owners)
    assert len(worlds) > 5
    gone = list(worlds)
    for seat, card in owners:
        gone = [without(world, seat, card) for world in gone]
    in_hands, on_table = write(tmp_path / "with.pbn", worlds), write(tmp_path / "without.pbn", gone)
    for tricks in (2, 3, 4):
        wanted = exact(worlds, "N", tricks, 3, leader=leader, trick=cards)
        assert dict(read(run(3, 0, tricks, "N", in_hands, leader, *cards))) == wanted
        assert dict(read(run(3, 0, tricks, "N", on_table, leader, *cards))) == wanted
    assert set(wanted) == ({"HA", "HQ"} if cards[0][0] == "H" else {"SA", "SQ", "HA", "HQ", "CQ"})


def test_equal_cards_have_a_line_each_and_so_has_a_single_card(tmp_path: Path) -> None:
    worlds = ["N:AQ.2.. K.AK.. 32..A. JT..K.", "N:AQ.2.. J.AK.. 32..A. KT..K."]
    found = read(run(3, 0, 2, "N", write(tmp_path / "w.pbn", worlds), "S"))
    assert dict(found) == exact(worlds, "N", 2, 3)
    assert {card for card, _ in found} == {"S3", "S2", "DA"}
    assert dict(found)["S3"] == dict(found)["S2"]
    assert read(run(3, 0, 1, "N", write(tmp_path / "w.pbn", worlds), "E", "HA")) != []
    last = write(tmp_path / "last.pbn", ["W:K... A... Q... J...", "W:Q... A... K... J..."])
    assert read(run(4, 0, 1, "H", last, "S")) == [("SJ", 100)]
    assert read(run(4, 0, 1, "H", write(tmp_path / "last.pbn", ["W:K... T... Q... J..."]), "S")) == [
        ("SJ", 0)
    ]


def test_tricks_that_are_won_already_or_out_of_reach_get_numbers_too() -> None:
    for tricks, number in ((0, 100), (-2, 100), (6, 0), (13, 0)):
        found = read(run(4, 1, tricks, "N", FILE, "S"))
        assert found == [(card, number) for card in ("SA", "SQ", "HA", "HQ", "CQ")]


def test_small_letters_and_other_line_ends_and_repeated_worlds_make_no_difference(tmp_path: Path) -> None:
    cards = ["HJ", "H9"]
    worlds = holding((2, "H9"))
    wanted = exact(worlds, "N", 3, 3, leader="N", trick=cards)
    path = tmp_path / "the wörlds.pbn"
    path.write_bytes(b"".join(f'[Deal "{world}"]\r\n'.encode() for world in worlds + worlds))
    assert dict(read(run(3, 0, 3, "n", path, "n", "hj", "h9"))) == wanted
    assert dict(read(run(3, 0, 3, "N", path, "N", "HJ H9"))) == wanted
    assert dict(read(run(3, 0, 3, "N", path, "N", *cards, ALPHAMU_THREADS="1"))) == wanted


def test_more_than_a_hundred_worlds_are_taken_as_they_are(tmp_path: Path) -> None:
    worlds = WORLDS * 7
    found = read(run(2, 0, 3, "N", write(tmp_path / "w.pbn", worlds), "S"))
    assert dict(found) == exact(WORLDS, "N", 3, 2)


@pytest.mark.parametrize(("level", "lines"), [(-1, 0), (0, 0), (1, 0), (2, 3), (9, 3)])
def test_messages_go_to_standard_error(level: int, lines: int) -> None:
    done = run(3, level, 3, "N", FILE, "S")
    assert done.returncode == 0
    assert done.stdout == run(3, 0, 3, "N", FILE, "S").stdout
    assert done.stderr.count("alphamju: looked ") == done.stderr.count("\n") == lines


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "usage: alphamju DECISIONS LOGLEVEL TRICKS SUIT WORLDSFILE LEADER [CARD...]"),
        ("--help", "usage: alphamju"),
        ("3 0 3 N FILE", "usage: alphamju"),
        ("0 0 3 N FILE S", "DECISIONS must be 1 or more: '0'"),
        ("two 0 3 N FILE S", "DECISIONS must be a whole number: 'two'"),
        ("3 loud 3 N FILE S", "LOGLEVEL must be a whole number: 'loud'"),
        ("3 0 2.5 N FILE S", "TRICKS must be a whole number: '2.5'"),
        ("3 0 3 X FILE S", "a strain is one of N, S, H, D, C: 'X'"),
        ("3 0 3 N FILE Q", "a seat is one of N, E, S, W: 'Q'"),
        ("3 0 3 N FILE W", "South must be to play, not West: West led, 0 on the table"),
        ("3 0 3 N FILE S SA", "South must be to play, not West: South led, 1 on the table"),
        ("3 0 3 N FILE E ZZ", "a card is a suit and a rank, like SA or H7: 'ZZ'"),
        ("3 0 3 N FILE E SA", "world 1: SA was played by East but South holds it"),
        ("3 0 3 N FILE E HK", "HK was played by East but West holds it"),
        ("3 0 3 N FILE E S2 S3 S4 S5", "at most three cards lie on the table"),
        ("3 0 3 N no/such/file S", "the file cannot be read"),
        ("3 0 3 N . S", "the file cannot be read"),
    ],
)
def test_a_question_that_cannot_be_answered_gets_one_sentence(arguments: str, message: str) -> None:
    done = run(*(str(FILE) if word == "FILE" else word for word in arguments.split()))
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert done.stderr.startswith("alphamju: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("worlds", "message"),
    [
        ([], "the file has no world"),
        (["W:K... A... Q... J...", "W:K... J... Q... A..."], "world 2: South must hold the same cards"),
        (["W:K... A... Q... J...", "W:K... T... Q... J..."], "world 2: North must hold the same cards"),
        (["W:K... A... Q... J...", "W:K... A... T... J..."], "world 2: the defenders' cards differ"),
        (["W:K... A... Q... JT..."], "world 1: West should have 2 cards, not 1"),
        (["W:K... A... K... J..."], "world 1"),
        (["K... A... K... J..."], "world 1"),
    ],
)
def test_worlds_that_do_not_go_together_are_named(worlds: list[str], message: str, tmp_path: Path) -> None:
    done = run(2, 1, 1, "N", write(tmp_path / "w.pbn", worlds), "S")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_number_of_threads_that_is_none_is_named() -> None:
    for threads, message in (
        ("many", "ALPHAMU_THREADS must be a whole number: 'many'"),
        ("0", "1 or more: 0"),
    ):
        done = run(2, 0, 3, "N", FILE, "S", ALPHAMU_THREADS=threads)
        assert (done.returncode, done.stdout) == (1, "")
        assert message in done.stderr


SLOW = f"""
import threading
import alphamu_cli.alphamju as command

real, late = command.answer, threading.Event()

def never_ending(question, effort, **more):
    if FIRST:
        real(question, effort=command.replace(effort, limits=command.Limits(2)), **more)
    late.set()
    threading.Event().wait()

class Clock:
    def __init__(self, seconds, strike):
        self.strike = strike
    def start(self):
        threading.Thread(target=lambda: (late.wait(), self.strike()), daemon=True).start()

command.answer = never_ending
command.threading.Timer = Clock
{CALL}
"""


def test_when_the_clock_strikes_the_deepest_completed_search_is_the_answer() -> None:
    done = run(4, 1, 3, "N", FILE, "S", code=SLOW.replace("FIRST", "True"))
    assert done.returncode == 0
    assert done.stdout == run(2, 0, 3, "N", FILE, "S").stdout != run(4, 0, 3, "N", FILE, "S").stdout
    assert done.stderr == "alphamju: looked 2 of 4 DECISIONS ahead when 7.5 seconds were over\n"
    done = run(4, 1, 3, "N", FILE, "S", code=SLOW.replace("FIRST", "False"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "alphamju: not even one card could be looked ahead in 7.5 seconds\n"


def test_when_there_is_no_time_for_one_depth_fewer_layouts_are_used() -> None:
    code = SLOW.replace("FIRST", "True").replace("command.answer = never_ending", "command.SECONDS = 0")
    done = run(4, 1, 3, "N", FILE, "S", code=code)
    assert done.returncode == 0
    assert done.stdout.count(":") == run(4, 1, 3, "N", FILE, "S").stdout.count(":")
    assert "8 of the 40 layouts are used, to answer in time" in done.stderr


def test_a_mistake_of_ours_is_one_sentence_too() -> None:
    code = f"import alphamu_cli.alphamju as command\ncommand.answer = None\n{CALL}"
    done = run(4, 1, 3, "N", FILE, "S", code=code)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("alphamju: this is a mistake in alphamu-dds, please report it: TypeError(")
    assert done.stderr.count("\n") == 1
    assert "Traceback" in run(4, 2, 3, "N", FILE, "S", code=code).stderr


def test_only_what_is_needed_is_loaded() -> None:
    code = (
        "import os, sys\n"
        "leave = os._exit\n"
        "heavy = {'numpy', 'click', 'matplotlib', 'endplay', 'alphamu_dds.formats.pbn'}\n"
        "def end(code):\n"
        "    print(sorted(heavy & set(sys.modules)), file=sys.stderr, flush=True)\n"
        "    leave(code)\n"
        "os._exit = end\n"
        f"{CALL}"
    )
    done = run(2, 0, 3, "N", FILE, "S", code=code)
    assert (done.returncode, done.stderr) == (0, "[]\n")


@pytest.mark.parametrize("redirect", [">&-", ">/dev/full"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a Unix shell and /dev/full")
def test_an_answer_that_cannot_be_written_is_an_error(redirect: str) -> None:
    command = f'"{sys.executable}" -c "{CALL}" 2 0 3 N "{FILE}" S {redirect}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("alphamju: the answer cannot be written")
    assert done.stderr.count("\n") == 1


def test_control_characters_of_a_name_do_not_reach_the_terminal() -> None:
    done = run(2, 1, 3, "N", "no\x1b[2Jsuch\nfile", "S")
    assert done.returncode == 1
    assert done.stderr.startswith("alphamju: no?[2Jsuch?file: the file cannot be read")
    assert done.stderr.count("\n") == 1


def test_the_command_is_installed() -> None:
    name = "alphamju.exe" if os.name == "nt" else "alphamju"
    command = Path(sys.executable).parent / name
    if not command.exists():
        pytest.skip("the scripts are not beside this interpreter")
    done = subprocess.run(
        [command, "2", "1", "3", "N", FILE, "S"], capture_output=True, text=True, check=False
    )
    assert read(done) == read(run(2, 1, 3, "N", FILE, "S"))


def test_a_percent_is_exact_at_its_ends_and_tells_different_shares_apart() -> None:
    for worlds in range(1, 101):
        shares = [percent(wins, worlds) for wins in range(worlds + 1)]
        assert shares == sorted(set(shares))
        assert all(abs(share - 100 * wins / worlds) <= 0.5 for wins, share in enumerate(shares))
    for worlds in (101, 250, 9999):
        shares = [percent(wins, worlds) for wins in range(worlds + 1)]
        assert shares == sorted(shares)
        assert (shares.count(0), shares.count(100)) == (1, 1)


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a Unix shell")
def test_the_examples_in_the_documentation_print_what_they_say() -> None:
    text = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
    scripts = Path(sys.executable).parent
    if not (scripts / "alphamju").exists():
        pytest.skip("the scripts are not beside this interpreter")
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    examples = re.findall(r"```\n\$ (.*)\n((?:.*\n)*?)```", text)
    python, printed = re.findall(r"```python\n((?:.*\n)*?)```\n\nprints\n\n```\n((?:.*\n)*?)```", text)[0]
    assert len(examples) == 4
    for command, shown in [*examples, (f"python - <<'END'\n{python}END", printed)]:
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stdout + done.stderr == shown
