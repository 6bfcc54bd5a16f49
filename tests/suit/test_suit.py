"""One suit: published chances, a brute force that shares no code, and plans that are played out."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.engine.options import Limits, Options
from alphamu_dds.engine.root import search
from alphamu_dds.errors import InputError
from alphamu_dds.suit.game import SuitGame
from alphamu_dds.suit.holdings import holding_text, read_suit
from alphamu_dds.suit.open_cards import OpenSuit, sure_tricks
from tests.helpers.suit_brute import Brute
from tests.helpers.suit_replay import RANKS, results, worth

PUBLISHED: list[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[1] / "data" / "suits.json").read_text(encoding="utf-8")
)
ROUNDED: list[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[1] / "data" / "suits_rounded.json").read_text(encoding="utf-8")
)
"""Published as whole percents, or as tricks on average where no number of tricks is given."""


def random_holdings(number: int, seed: int, fewest: int = 7) -> list[tuple[str, str]]:
    """Two holdings of no more than five cards; small enough for the brute force."""
    rng = random.Random(seed)
    found: list[tuple[str, str]] = []
    while len(found) < number:
        own = rng.randint(fewest, 10)
        cards = rng.sample(RANKS, own)
        north = rng.randint(own - 5, 5) if own > 5 else rng.randint(1, own)
        found.append(("".join(cards[:north]), "".join(cards[north:])))
    return found


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row['north']}-{row['south']}-{row['tricks']}")
def test_every_published_chance_to_four_decimals(row: dict[str, Any]) -> None:
    answer = am.solve_suit(row["north"], row["south"], tricks=row["tricks"])
    assert f"{answer.percent:.4f}" == f"{row['percent']:.4f}"


@pytest.mark.parametrize("row", ROUNDED, ids=lambda row: f"{row['north']}-{row['south']}-{row['tricks']}")
def test_every_rounded_chance_and_average_to_the_digits_published(row: dict[str, Any]) -> None:
    answer = am.solve_suit(row["north"], row["south"], tricks=row["tricks"])
    figure = float(answer.fraction) if row["tricks"] is None else answer.percent
    digits = len(row["published"].partition(".")[2])
    assert f"{figure:.{digits}f}" == row["published"]


def test_where_two_editions_differ_the_brute_force_says_which_is_right() -> None:
    # 51% in the 5th and 6th edition of the Encyclopedia, 58% in the 7th.
    chance = Brute("AT42", "953").best_chance(2)
    assert chance == am.solve_suit("AT42", "953", 2).fraction == Fraction(9259, 16100)
    assert f"{100 * float(chance):.0f}" == "58"


@pytest.mark.parametrize("row", PUBLISHED[:9], ids=lambda row: f"{row['north']}-{row['south']}")
def test_the_brute_force_agrees_with_the_published_chances(row: dict[str, Any]) -> None:
    chance = Brute(row["north"], row["south"]).best_chance(row["tricks"])
    assert f"{100 * float(chance):.4f}" == f"{row['percent']:.4f}"


@pytest.mark.parametrize(("north", "south"), random_holdings(24, seed=11, fewest=8))
def test_chances_and_averages_are_those_of_the_brute_force(north: str, south: str) -> None:
    brute = Brute(north, south)
    answer = am.solve_suit(north, south)
    assert answer.expected == brute.best_expectation()
    for chance in answer.chances:
        assert chance.best == brute.best_chance(chance.tricks)


def test_vacant_places_change_the_odds_as_in_the_brute_force() -> None:
    for west, east in ((9, 7), (13, 5), (3, 10), (5, 0)):
        brute = Brute("AJ98", "5432", west, east)
        answer = am.solve_suit("AJ98", "5432", west_vacant=west, east_vacant=east)
        assert answer.expected == brute.best_expectation()
        assert [chance.best for chance in answer.chances] == [brute.best_chance(n) for n in range(1, 5)]


@pytest.mark.parametrize(
    ("north", "south"), [*random_holdings(12, seed=5), ("AJ98", "5432"), ("AT9", "QJ2"), ("KJ9", "432")]
)
def test_layouts_alike_are_worth_what_all_layouts_are_worth(north: str, south: str) -> None:
    suit = read_suit(north, south)
    for tricks in range(1, suit.longest + 1):
        scores = []
        for alike in (True, False):
            game = SuitGame(suit, [tricks], alike=alike)
            found = search(game, Limits(max_moves=game.max_moves_left), Options(), game.weights)
            assert found.complete
            scores.append(found.score)
        assert scores[0] == scores[1]


def test_no_optimisation_of_the_search_changes_a_chance() -> None:
    suit = read_suit("AQT9", "432")
    scores = set()
    for options in (Options(), Options.plain(), Options.baseline(), Options.paper()):
        game = SuitGame(suit, [3])
        scores.add(search(game, Limits(max_moves=game.max_moves_left), options, game.weights).score)
    assert len(scores) == 1


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row['north']}-{row['south']}-{row['tricks']}")
def test_the_plan_wins_just_the_layouts_that_are_claimed(row: dict[str, Any]) -> None:
    answer = am.solve_suit(row["north"], row["south"], row["tricks"])
    document = json.loads(json.dumps(answer.to_dict()))
    assert worth(document) == answer.fraction == sum(row.chance for row in answer.layouts if row.wins)
    for west, _, taken in results(document):
        assert (taken >= row["tricks"]) == answer.wins(west)


@pytest.mark.parametrize(
    ("north", "south"), [*random_holdings(10, seed=3), ("KJ2", "A9876"), ("QJT", "A432")]
)
def test_plans_keep_their_promise_for_every_number_of_tricks(north: str, south: str) -> None:
    for tricks in (None, *range(1, max(len(north), len(south)) + 1)):
        answer = am.solve_suit(north, south, tricks, west_vacant=11)
        assert worth(json.loads(json.dumps(answer.to_dict()))) == answer.fraction


def brute_open(
    north: frozenset[int], south: frozenset[int], west: frozenset[int], east: frozenset[int]
) -> int:
    """Tricks with open cards, by trying everything."""
    hands = (north, east, south, west)

    def trick(leader: int, table: tuple[int, ...]) -> int:
        if len(table) == 4:
            winner = (leader + max(range(4), key=lambda place: table[place])) % 4
            left = [hands[(leader + place) % 4] - {card} for place, card in enumerate(table)]
            by_seat = {(leader + place) % 4: hand for place, hand in enumerate(left)}
            return (winner % 2 == 0) + brute_open(by_seat[0], by_seat[2], by_seat[3], by_seat[1])
        seat = (leader + len(table)) % 4
        results = [trick(leader, (*table, card)) for card in sorted(hands[seat]) or [-1]]
        return max(results) if seat % 2 == 0 else min(results)

    return max((trick(leader, ()) for leader in (0, 2) if hands[leader]), default=0)


def test_open_cards_are_those_of_trying_everything() -> None:
    rng = random.Random(7)
    solver = OpenSuit()
    for _ in range(150):
        cards = rng.sample(range(2, 15), rng.randint(5, 8))
        owners = [rng.randrange(4) for _ in cards]
        hands = [
            frozenset(card for card, at in zip(cards, owners, strict=True) if at == seat) for seat in range(4)
        ]
        if max(map(len, hands)) > 3:
            continue
        north, south, west, east = hands
        bits = [sum(1 << card for card in hand) for hand in hands]
        tricks = brute_open(north, south, west, east)
        for need in range(5):
            assert solver.reaches(*bits, need) == (tricks >= need)  # type: ignore[call-arg]
        assert sure_tricks(bits[0], bits[1], bits[2] | bits[3]) <= tricks


def test_x_is_the_lowest_card_that_nobody_names() -> None:
    suit = read_suit("AJxx", "K2x")
    assert (holding_text(suit.north), holding_text(suit.south)) == ("AJ54", "K32")
    assert am.solve_suit("AQx", "xxx", 2).fraction == am.solve_suit("AQ2", "345", 2).fraction


def test_a_holding_may_have_lower_case_a_ten_in_figures_and_spaces() -> None:
    assert am.solve_suit("aq10", "XX", 3) == am.solve_suit("AQT", "32", 3)
    assert am.solve_suit("A Q 10", " 3 x", 3) == am.solve_suit("AQT", "32", 3)


def test_simple_odds_are_known_to_everybody() -> None:
    assert am.solve_suit("AQ", "32", 2).fraction == Fraction(1, 2)
    assert am.solve_suit("AJT", "432", 2).percent == pytest.approx(76)
    assert am.solve_suit("AKQJT98765432", "-", 13).fraction == 1
    assert am.solve_suit("AKQJT98765432", "").expected == 13
    assert am.solve_suit("Q", "J", 1).fraction == 0


def test_the_answer_has_best_card_line_and_layouts() -> None:
    answer = am.solve_suit("AJ98", "5432", tricks=3)
    assert answer.fraction == Fraction(929, 2300)
    assert str(answer.best) == "2 from South"
    assert answer.line.startswith("Small to North's nine; then small to North's eight")
    assert answer.wins("KQT76")
    assert not answer.wins("-")
    assert sum(row.chance for row in answer.layouts) == 1
    assert sum(row.copies for row in answer.layouts) == 32


def test_cases_that_ask_for_the_same_are_told_once() -> None:
    texts = am.solve_suit("AT62", "Q84", 3).line.rstrip(".").split("\n")[1:]
    # Cases of the first trick with no cases below them.
    plain = [
        text.split(": ")[1]
        for text, following in zip(texts, [*texts[1:], ""], strict=True)
        if not text.startswith("   ") and not following.startswith("   ")
    ]
    assert len(plain) == len(set(plain)) == 4


def test_the_best_average_may_need_another_line_than_the_best_chance() -> None:
    answer = am.solve_suit("KJ2", "A9876")
    assert [chance.line < chance.best for chance in answer.chances] == [False, False, False, True, False]
    assert answer.expected == sum(chance.line for chance in answer.chances)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("AJ98", "J432", 3), "J is in both hands: 'AJ98' and 'J432'"),
        (("AA2", "43", 1), "A stands twice in the holding 'AA2'"),
        (("xxxxxxx", "xxxxxxx", 1), "a suit has no more than 13 cards: 'xxxxxxx' and 'xxxxxxx'"),
        (("AB2", "43", 1), "'B' is not a rank in the holding 'AB2'"),
        (("A1", "43", 1), "'1' is not a rank in the holding 'A1'"),
        (("Aß", "43", 1), "'ß' is not a rank in the holding 'Aß'"),
        (("a10T", "43", 1), "T stands twice in the holding 'a10T'"),
        (("-", "", 1), "declarer has no card of the suit: '-' and ''"),
        (("AQ", "43", 3), "with 2 cards in the longer hand, no more tricks can be had: 3"),
        (("AQ", "43", 0), "tricks must be a whole number, 1 or more: 0"),
        (("AQ", "43", True), "tricks must be a whole number, 1 or more: True"),
        ((None, "43", 1), "a holding is text like 'AJ98' or 'Kxx': None"),
    ],
)
def test_bad_questions_get_one_sentence(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        am.solve_suit(*arguments)
    assert str(error.value) == sentence


def test_vacant_places_must_fit() -> None:
    with pytest.raises(InputError, match=r"hold 9 cards of the suit, but have fewer vacant places: 4 \+ 4"):
        am.solve_suit("AQ", "43", 2, west_vacant=4, east_vacant=4)
    with pytest.raises(InputError, match="west_vacant must be no more than 13: 14"):
        am.solve_suit("AQ", "43", 2, west_vacant=14)
    with pytest.raises(InputError, match="east_vacant must be a whole number, 0 or more: -1"):
        am.solve_suit("AQ", "43", 2, east_vacant=-1)
