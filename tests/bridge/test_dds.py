"""The bridge to DDS: what it relies on, and what it does with a refusal."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from alphamu_dds import SolverError
from alphamu_dds.bridge.cards import (
    EAST,
    SOUTH,
    WEST,
    Holding,
    Seat,
    card_name,
    cards_of,
    parse_card,
    parse_layout,
)
from alphamu_dds.bridge.dds import Lane, bindings, lanes
from alphamu_dds.bridge.packed import pack


def ask(hands: str, leader: Seat, trick: list[str], target: int, all_cards: bool = True) -> list[str]:
    def solve(lane: Lane) -> list[str]:
        lane.ask(4, leader, tuple(parse_card(card) for card in trick), target, all_cards)
        before = lane.seconds
        found = lane.winning_cards(pack(parse_layout(hands)))
        assert lane.seconds > before
        return [card_name(card) for card in cards_of(found)]

    return lanes().lend(solve)


def test_the_structures_have_the_sizes_that_are_written_and_read() -> None:
    dds = bindings()
    assert ctypes.sizeof(dds.deal) == 4 * (2 + 3 + 3 + 16)
    assert ctypes.sizeof(dds.futureTricks) == 4 * (2 + 4 * 13)


def test_a_known_solve() -> None:
    hands = "N:AQ.2.. K.AK.. 32..A. JT..K."
    assert ask(hands, SOUTH, [], 1) == ["S3", "S2", "DA"]
    assert ask(hands, SOUTH, [], 3) == ["DA"]
    assert ask(hands, SOUTH, [], 3, all_cards=False) == ["DA"]


def test_a_target_that_no_card_reaches_gives_no_card() -> None:
    assert ask("N:AQ.2.. K.AK.. 32..A. T..K.", WEST, ["SJ"], 3) == []


def test_a_forced_last_card_is_valued() -> None:
    assert ask("N:A... K... Q... J...", SOUTH, [], 1) == ["SQ"]
    assert ask("N:Q... K... T... J...", SOUTH, [], 1) == []


def test_the_king_and_the_jack_are_not_equal_while_the_queen_lies_on_the_table() -> None:
    assert ask("N:.A2.. .3.. KJ... .54..", EAST, ["SQ"], 2) == ["SK"]


@pytest.mark.parametrize(
    ("hands", "target", "code"),
    [
        ("N:A... K... Q... J...", 14, "code -7"),
        ("N:AT... KT... QT... JT...", 1, "code -4"),
        ("N:... ... ... ...", 1, "code -2"),
    ],
    ids=["target out of range", "a card twice", "no cards"],
)
def test_a_refusal_names_code_and_position(
    hands: str, target: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # DDS leaves a file dump.txt behind when it refuses
    suits = [
        Holding(sum(1 << 2 + "23456789TJQKA".index(c) for c in hand.split(".")[0]))
        for hand in hands[2:].split()
    ]

    def refused(lane: Lane) -> None:
        lane.ask(4, SOUTH, (), target, True)
        lane.winning_cards(pack((suits[0], suits[1], suits[2], suits[3])))

    with pytest.raises(SolverError, match="refused a position") as caught:
        lanes().lend(refused)
    message = str(caught.value)
    assert code in message
    assert hands in message
    assert f"strain N, leader S, no card on the table, target {target}" in message


def test_there_is_a_lane_for_every_core_that_dds_knows() -> None:
    assert lanes().count >= 1
    assert lanes() is lanes()


def test_importing_the_package_loads_neither_the_solver_nor_matplotlib() -> None:
    heavy = "{'endplay', 'endplay._dds', 'matplotlib', 'numpy'}"
    code = f"import sys, alphamu_dds; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_endplay_can_be_imported_later_and_uses_the_same_solver() -> None:
    code = (
        "from alphamu_dds.bridge.dds import bindings\n"
        "first = bindings()\n"
        "import endplay\n"
        "import endplay._dds\n"
        "print(endplay._dds is first, bindings() is first)\n"
        "from endplay.types import Deal\n"
        "from endplay.dds import solve_board\n"
        "print(len(list(solve_board(Deal('N:A... K... Q... J...')))))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n1\n"
