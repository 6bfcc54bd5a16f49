"""Auctions lead to contracts, and the play is replayed card by card, as the laws have it."""

from __future__ import annotations

import random

import pytest

from alphamu_dds.bridge.auction import check_auction, parse_call, parse_contract
from alphamu_dds.bridge.cards import (
    EAST,
    NORTH,
    SOUTH,
    SUIT_BITS,
    WEST,
    Card,
    Holding,
    Seat,
    parse_card,
    parse_hand,
    parse_layout,
)
from alphamu_dds.bridge.replay import PlayError, replay
from alphamu_dds.errors import InputError
from tests.helpers.board_maker import play_out, random_hands


def outcome(dealer: Seat, calls: str) -> tuple[bool, str, int | None]:
    found = check_auction(dealer, [parse_call(call) for call in calls.split()])
    contract = found.contract
    return found.finished, contract.name if contract else "", contract.declarer if contract else None


@pytest.mark.parametrize(
    ("dealer", "calls", "expected"),
    [
        (NORTH, "1N p 3N p p p", (True, "3NT", NORTH)),
        (WEST, "1H p 2H 2S 4H x p p xx p p p", (True, "4HXX", WEST)),
        (SOUTH, "p p p p", (True, "", None)),
        (SOUTH, "p p p", (False, "", None)),
        (EAST, "1C 1S 2C 2S p p x p p p", (True, "2SX", SOUTH)),
        (EAST, "1C 1S", (False, "1S", SOUTH)),
        # East named spades first for the other side: that does not make North declarer.
        (EAST, "1S p 2C 2S p p p", (True, "2S", NORTH)),
        (NORTH, "1S X 2S p p 3H p p p", (True, "3H", EAST)),
    ],
)
def test_the_declarer_is_the_first_of_the_side_to_name_the_strain(
    dealer: Seat, calls: str, expected: tuple[bool, str, int | None]
) -> None:
    assert outcome(dealer, calls) == expected


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ("1H 1D", "call 2, 1D by East, is not higher than 1H"),
        ("p p p p 1C", "call 5, 1C by North, comes after the end of the auction"),
        ("1H p p p p", "call 5, Pass by North, comes after"),
        ("x", "call 1, X by North, is not allowed there"),
        ("1H p x", "call 3, X by South, is not allowed there"),
        ("1H x x", "call 3, X by South, is not allowed there"),
        ("1H xx", "call 2, XX by East, is not allowed there"),
        ("1H x p xx", "call 4, XX by West, is not allowed there"),
        ("1H x xx xx", "call 4, XX by West, is not allowed there"),
    ],
)
def test_a_call_against_the_laws_is_named(calls: str, message: str) -> None:
    with pytest.raises(InputError, match="^" + message):
        outcome(NORTH, calls)


def test_a_double_is_forgotten_when_somebody_bids_on() -> None:
    assert outcome(NORTH, "1H x 2H p p p") == (True, "2H", NORTH)
    assert outcome(NORTH, "1H x 2H x p p p") == (True, "2HX", NORTH)


def test_contracts_are_read_as_people_write_them() -> None:
    for text, name in (
        ("3n", "3NT"),
        ("4 ♠ x", "4SX"),
        ("6HDbl", "6HX"),
        ("7NTR", "7NTXX"),
        ("2c**", "2CXX"),
    ):
        assert parse_contract(text).name == name
    for bad in ("8C", "", "3Z", "Pass", "0NT", "4", "4SXXX"):
        with pytest.raises(InputError, match="a contract is like"):
            parse_contract(bad)
    for bad in ("8C", "", "1", "3NTX", "passed"):
        with pytest.raises(InputError, match="a call is like"):
            parse_call(bad)


def random_game(rng: random.Random) -> tuple[list[Holding], Seat, int, list[Card], list[Seat]]:
    """Hands, opening leader, trump, cards and owners of a random legal game."""
    hands = random_hands(rng)
    leader, trump = Seat(rng.randrange(4)), rng.randrange(5)
    return hands, leader, trump, *play_out(rng, hands, leader, trump)


def voids_of(cards: list[Card], owners: list[Seat]) -> list[set[int]]:
    """Who did not follow to what, trick by trick."""
    voids: list[set[int]] = [set(), set(), set(), set()]
    for number, card in enumerate(cards):
        led = cards[number - number % 4]
        if card >> 4 != led >> 4:
            voids[owners[number]].add(led >> 4)
    return voids


def test_a_replay_finds_owners_voids_and_tricks_with_open_and_with_hidden_hands() -> None:
    rng = random.Random(5)
    for _ in range(200):
        hands, leader, trump, cards, owners = random_game(rng)
        stop = rng.randrange(53)
        hidden = set(rng.sample(range(4), rng.randrange(5)))
        shown = [None if seat in hidden else hand for seat, hand in enumerate(hands)]
        found = replay(shown, leader, trump, cards[:stop])
        assert list(found.owners) == owners[:stop]
        assert sum(found.won) == stop // 4
        assert len(found.trick) == stop % 4
        assert found.gone == sum(1 << card for card in cards[:stop])
        assert [set(suits) for suits in found.voids] == voids_of(cards[:stop], owners)
        for seat in range(4):
            remaining = hands[seat] & ~found.played[seat]
            assert found.played[seat] & ~hands[seat] == 0
            for suit in found.voids[seat]:
                assert not remaining & SUIT_BITS << 16 * suit
        if stop < 52:
            assert found.to_play == owners[stop]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("SA H2", "card 2: North played H2 without holding it"),
        ("SA CA", "card 2: North played CA on SA but could have followed suit"),
        ("SA SQ SA", "card 3: SA was played before"),
        ("SA SQ HK", "card 3: East played HK without holding it"),
        ("SA SQ DA S2 SJ SK ST", "card 7: East played ST after showing out of spades"),
    ],
)
def test_what_cannot_have_been_played_is_named_also_for_hidden_hands(cards: str, message: str) -> None:
    hands = [parse_hand("KQ...A"), None, parse_hand("32.K.."), None]
    with pytest.raises(PlayError, match="^" + message):
        replay(hands, WEST, 4, [parse_card(card) for card in cards.split()])


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    layout = parse_layout("N:A2... 3.2.. 54... 76...")
    found = replay(layout, WEST, 1, [parse_card(card) for card in ["S7", "SA", "S3", "S4", "S2", "H2"]])
    assert (found.leader, found.won, found.to_play) == (NORTH, (1, 0), SOUTH)
