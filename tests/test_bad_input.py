"""What cannot be solved gets one sentence that names the value, and the number of the world."""

from __future__ import annotations

import math
from typing import Any

import pytest

from alphamu_dds import InputError, Limits, Options, solve_worlds

GOOD = ["N:AQ.2.. K.AK.. 32..A. JT..K.", "N:AQ.2.. J.AK.. 32..A. KT..K."]


def question(**changes: Any) -> dict[str, Any]:
    return {"worlds": GOOD, "strain": "N", "leader": "S", "need": 2, **changes}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"worlds": []}, "there is no world to solve"),
        ({"worlds": [GOOD[0], "N:AJ.2.. K.AK.. 32..A. QT..K."]}, "world 2: North must hold the same cards"),
        ({"worlds": [GOOD[0], "N:AQ.2.. K.AK.. 42..A. JT..K."]}, "world 2: South must hold the same cards"),
        ({"worlds": [GOOD[0], "N:AQ.2.. K.AK.. 32..A. 98..K."]}, "world 2: the defenders' cards differ"),
        ({"worlds": [GOOD[0], "N:AQ.2.. K.A.. 32..A. JT..K."]}, "world 2: East should have 3 cards, not 2"),
        ({"worlds": ["N:AQ.2.. K.AK.. 32..A. JTJ..K."]}, "world 1: SJ stands twice in the hand 'JTJ..K.'"),
        ({"worlds": ["N:AQ.2.. K.AK.. 32..A. AJ..K."]}, "world 1: SA is in two hands"),
        ({"worlds": ["N:AQ.2.. K.AK.. 32..A."]}, "world 1: a layout has four hands, not 3"),
        ({"worlds": ["N:AQ.2. K.AK.. 32..A. JT..K."]}, "world 1: a hand has four suits"),
        ({"worlds": ["N:AZ.2.. K.AK.. 32..A. JT..K."]}, "world 1: 'Z' is not a rank in the hand 'AZ.2..'"),
        ({"worlds": ["AQ.2.. K.AK.. 32..A. JT..K."]}, "world 1: a layout starts with a seat and a colon"),
        ({"worlds": ["Q:AQ.2.. K.AK.. 32..A. JT..K."]}, "world 1: a seat is one of N, E, S, W: 'Q'"),
        ({"worlds": ["N:... ... ... ..."]}, "world 1: no cards are left to play"),
        ({"worlds": [None]}, "world 1: a layout is text like"),
        ({"worlds": GOOD[0]}, "the worlds are a list of layouts: 'N:AQ"),
        ({"worlds": 5}, "the worlds are a list of layouts: 5"),
        ({"worlds": iter([])}, "there is no world to solve"),
        ({"trick": 5}, "the cards on the table are a list of cards: 5"),
        ({"options": "paper"}, "options must be an alphamu_dds.Options: 'paper'"),
        ({"weights": {0: 1, 1: 2}}, "the weights are a list of numbers: {0: 1, 1: 2}"),
        ({"weights": [10**400, 0.5]}, "the weights are too different in size"),
        ({"weights": 5}, "the weights are a list of numbers: 5"),
        ({"weights": [1e308, 1e308]}, "the weights must add up to a number above 0: inf"),
        ({"need": -1}, "the tricks needed must be a whole number, 0 or more: -1"),
        ({"need": 4}, "no more than 3 tricks can be needed: 4"),
        ({"need": 1.5}, "the tricks needed must be a whole number, 0 or more: 1.5"),
        ({"need": "2"}, "the tricks needed must be a whole number, 0 or more: '2'"),
        ({"strain": "X"}, "a strain is one of N, S, H, D, C: 'X'"),
        ({"strain": ""}, "a strain is one of N, S, H, D, C: ''"),
        ({"strain": None}, "a strain is one of N, S, H, D, C: None"),
        ({"leader": "Z"}, "a seat is one of N, E, S, W: 'Z'"),
        ({"declarer": ""}, "a seat is one of N, E, S, W: ''"),
        ({"max_moves": 0}, "max_moves must be a whole number, 1 or more: 0"),
        ({"max_moves": 2.0}, "max_moves must be a whole number, 1 or more: 2.0"),
        ({"seconds": -1}, "seconds must be a number, 0 or more: -1"),
        ({"seconds": math.nan}, "seconds must be a number, 0 or more: nan"),
        ({"nodes": "many"}, "nodes must be a number, 0 or more: 'many'"),
        ({"threads": 0}, "the number of threads must be a whole number, 1 or more: 0"),
        ({"weights": [1]}, "there must be one weight for each world, 2 and not 1"),
        ({"weights": [1, -1]}, "the weight of world 2 must be a number, 0 or more: -1"),
        ({"weights": [1, math.nan]}, "the weight of world 2 must be a number, 0 or more: nan"),
        ({"weights": [1, "1"]}, "the weight of world 2 must be a number, 0 or more: '1'"),
        ({"weights": [0, 0]}, "the weights must add up to a number above 0: 0"),
        ({"trick": ["S1"]}, "a card is a suit and a rank, like SA or H7: 'S1'"),
        ({"trick": ["SA", "SA"]}, "SA lies twice on the table"),
        ({"trick": ["SA", "S2", "S3", "S4"]}, "at most three cards lie on the table"),
        ({"trick": ["SA"]}, "world 1: SA was played by South but North holds it"),
        ({"trick": ["S9"]}, "world 1: South should have 2 cards, not 3"),
        (
            {"worlds": ["N:AQ.2.. .AK.. 32..A. JT..K."], "leader": "N", "trick": ["S9", "C2"]},
            "world 1: North should have 2 cards, not 3",
        ),
        (
            {"worlds": ["N:A.2.. K.A.. 32..A. JT..K."], "leader": "N", "trick": ["SQ", "HK"]},
            "world 1: East played HK on SQ but could have followed suit",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_sentence_names_the_value(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        solve_worlds(**question(**changes))
    message = str(caught.value)
    assert sentence in message
    assert "\n" not in message


def test_an_unknown_switch_is_named() -> None:
    with pytest.raises(InputError, match=r"unknown option, expected one of table, .*: 'gamma_cut'"):
        Options.of("gamma_cut")


def test_need_zero_is_answered_without_the_solver() -> None:
    decision = solve_worlds(**question(need=0, max_moves=3))
    assert (decision.wins, decision.mu, decision.stats.dds_calls) == (2, 1.0, 0)
    assert decision.complete
    for every_card in (True, False):
        cards = solve_worlds(**question(need=0, max_moves=3, every_card=every_card)).cards
        assert all(card.wins == 2 and card.bound == "exact" for card in cards)


def test_a_card_that_decides_the_contract_is_a_complete_answer() -> None:
    # South's ace wins the one trick that is needed.
    decision = solve_worlds(**question(need=1, max_moves=2, every_card=False))
    assert (decision.wins, decision.complete) == (2, True)


def test_a_trick_already_lost_leaves_too_few_and_is_answered() -> None:
    # East's king has won the trick whatever South plays: 3 of 3 tricks are out of reach.
    decision = solve_worlds(
        ["N:A.2.. .AK.. 32..A. T..K."], "N", "W", 3, trick=["SJ", "SQ", "SK"], max_moves=3
    )
    assert decision.wins == 0


def test_numbers_from_numpy_and_iterators_are_welcome() -> None:
    np = pytest.importorskip("numpy")
    plain = solve_worlds(**question(max_moves=2))
    other = solve_worlds(
        **question(
            worlds=np.array(GOOD), need=np.int64(2), max_moves=np.int32(2), weights=iter([1, 1]), trick=None
        )
    )
    assert [card.wins for card in other.cards] == [card.wins for card in plain.cards]


def test_huge_weights_are_exact() -> None:
    assert solve_worlds(**question(weights=[10**400, 10**400])).mu == 1.0


def test_every_error_can_be_caught_as_a_value_error() -> None:
    with pytest.raises(ValueError, match="there is no world"):
        solve_worlds([], "N", "S", 1)
    with pytest.raises(ValueError, match="max_moves"):
        Limits(max_moves=True)
