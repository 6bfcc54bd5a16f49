"""Worlds in which the smallest cards are written as x."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from alphamu_dds import solve_worlds
from alphamu_dds.bridge.cards import SUITS, Card, card_name, cards_of, hand_text, layout_text, parse_hand
from alphamu_dds.bridge.position import read_position
from alphamu_dds.bridge.small_cards import name_small_cards
from alphamu_dds.errors import InputError
from tests.cli.test_alphamju import read, run, write
from tests.helpers.worlds_help import holding

DECK = [Card(16 * suit + rank) for suit in range(4) for rank in range(2, 15)]


def worlds_of_a_decision(rng: random.Random, each: int, led: bool) -> tuple[list[str], list[str]]:
    """Worlds as BEN writes them, West first, with East's card on the table or nothing; and that card."""
    twos = rng.sample(DECK[::13], 2)
    rest = rng.sample([card for card in DECK if card % 16 != 2], 4 * each - 2)
    hidden, seen = twos + rest[: 2 * each - 2], rest[2 * each - 2 :]
    table = [hidden.pop()] if led and each > 1 else []
    north, south = (hand_text(holding(cards)) for cards in (seen[:each], seen[each:]))
    worlds = []
    for _ in range(12):
        rng.shuffle(hidden)
        west, east = (hand_text(holding(cards)) for cards in (hidden[:each], hidden[each:]))
        worlds.append(f"W:{west} {north} {east} {south}")
    return worlds, [card_name(card) for card in table]


def as_ben_spells(world: str) -> str:
    hands = world[2:].split()
    return world[:2] + " ".join(
        hand if seat % 2 else hand.replace("2", "x") for seat, hand in enumerate(hands)
    )


@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize("trick", range(7, 14))
def test_alphamju_answers_as_if_the_twos_that_ben_writes_as_x_were_written_out(
    trick: int, led: bool, tmp_path: Path
) -> None:
    rng = random.Random(100 * trick + led)
    each = 14 - trick
    worlds, table = worlds_of_a_decision(rng, each, led)
    spelled = [as_ben_spells(world) for world in worlds]
    assert all(world.count("x") == 2 for world in spelled)
    call = ["E" if table else "S", *table]
    need, strain = max(each // 2, 1), rng.choice("NSHDC")
    plain = read(run(2, 0, need, strain, write(tmp_path / "plain.pbn", worlds), *call))
    assert read(run(2, 0, need, strain, write(tmp_path / "ben.pbn", spelled), *call)) == plain


def test_the_library_and_the_command_read_x_in_worlds_too(tmp_path: Path) -> None:
    worlds, _ = worlds_of_a_decision(random.Random(5), 4, False)
    spelled = [as_ben_spells(world) for world in worlds]
    assert (
        solve_worlds(spelled, "N", "S", 2, max_moves=2).cards
        == solve_worlds(worlds, "N", "S", 2, max_moves=2).cards
    )
    command = [sys.executable, "-c", "from alphamu_cli.main import main; main()", "solve", "--worlds-file"]
    answers = []
    for name, texts in (("plain.pbn", worlds), ("ben.pbn", spelled)):
        path = write(tmp_path / name, texts)
        done = subprocess.run(
            [*command, path, *["--strain", "N", "--leader", "S", "--need", "2", "-M", "2", "--json"]],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        answers.append(json.loads(done.stdout)["cards"])
    assert answers[0] == answers[1]


def named(*worlds: str, trick: tuple[str, ...] = (), leader: str = "S") -> list[str]:
    return [layout_text(layout) for layout in read_position(worlds, "N", leader, 0, trick).layouts]


def test_x_is_the_lowest_card_that_is_in_no_hand_and_not_on_the_table() -> None:
    assert named("N:Ax... KX... 42... 76...") == ["N:A3... K5... 42... 76..."]
    assert named("N:A.K.. K.x.. 5.4.. 7.3..") == ["N:A.K.. K.2.. 5.4.. 7.3.."]
    # The two lies on the table, and so it is not the x.
    assert named("N:A... x... 54... 76...", trick=("S2", "SQ"), leader="N") == ["N:A... 3... 54... 76..."]


def test_x_can_be_the_card_on_the_table_where_hands_still_contain_it() -> None:
    with_it = ["N:A3... Kx... 75... 94...", "E:Kx... 75... 94... A3..."]
    for world in with_it:
        assert named(world, trick=("S2",), leader="E") == ["N:A3... K... 75... 94..."]
        assert named(world, trick=("S2", "S5"), leader="E") == ["N:A3... K... 7... 94..."]
    # Both small cards are x, and one of them has been played.
    assert named("W:94... A3... xx... 75...", trick=("S6",), leader="E") == ["N:A3... 2... 75... 94..."]
    # What is not in the hand any more is no x.
    assert named("N:A3... x... 75... 94...", trick=("S2",), leader="E") == ["N:A3... 6... 75... 94..."]


def test_worlds_with_x_have_the_deck_of_those_without() -> None:
    assert named("N:A... x... 7... K...", "N:A... K... 7... 2...") == [
        "N:A... 2... 7... K...",
        "N:A... K... 7... 2...",
    ]
    assert named("N:A... x... 7... K...", "N:A... K... 7... 5...")[0] == "N:A... 5... 7... K..."
    assert named("N:A... x... 7... K...", "N:A... K... 7... x...", "N:A... 3... 7... x...") == [
        "N:A... 3... 7... K...",
        "N:A... K... 7... 3...",
        "N:A... 3... 7... K...",
    ]


def test_an_x_that_cannot_be_placed_is_named() -> None:
    full = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    too_many = full.replace("...AK", "x...AK").replace("65432... ", "6543x... ")
    with pytest.raises(InputError, match="world 1: 2 spades are written as x but 1 can be missing: 'N:"):
        read_position([too_many], "N", "S", 0)
    with pytest.raises(InputError, match="world 2: 1 heart is written as x but 0 can be missing"):
        read_position([full, full.replace("...AK", ".x..AK")], "N", "S", 0)
    with pytest.raises(InputError, match="world 2: the defenders' cards differ from those of world 1"):
        read_position(["N:A... x... 7... K...", "N:A... x... 7... .2.."], "N", "S", 0)
    for text in ("N:x... x...", "x... x... x... x...", "N:x x x x", "Q:x... K... Q... J..."):
        with pytest.raises(InputError, match="world 1: "):
            read_position([text], "N", "S", 0)


def test_every_set_of_missing_small_cards_is_found_again() -> None:
    rng = random.Random(3)
    for _ in range(300):
        dealt = rng.sample(DECK, 4 * 6)
        hands = [holding(dealt[6 * seat : 6 * seat + 6]) for seat in range(4)]
        lacking = [card for card in DECK if card not in dealt]
        small = {card for card in dealt if not any(low // 16 == card // 16 and low < card for low in lacking)}
        text = [[""] * 4 for _ in hands]
        for seat, hand in enumerate(hands):
            for card in cards_of(hand):
                text[seat][card // 16] += "x" if card in small and rng.random() < 0.6 else card_name(card)[1]
        (found,) = name_small_cards(["N:" + " ".join(".".join(suits) for suits in text)], ())
        there = [parse_hand(hand) for hand in found[2:].split()]
        assert sum(there) == sum(hands)
        for suit in range(len(SUITS)):
            lengths = [(hand >> 16 * suit & 0xFFFF).bit_count() for hand in hands]
            assert [(hand >> 16 * suit & 0xFFFF).bit_count() for hand in there] == lengths
