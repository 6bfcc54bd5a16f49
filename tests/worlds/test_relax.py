"""What calls show and the cards disprove gives way term by term, and nothing else does."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphamu_dds.bridge.cards import EAST, NOTRUMP, WEST, Holding, Layout, Seat, parse_card, parse_hand
from alphamu_dds.worlds.assume import Assumed
from alphamu_dds.worlds.constraints import Constraint, HandConstraint, LayoutConstraint
from alphamu_dds.worlds.features import Hand
from alphamu_dds.worlds.fit import draw_fitting
from alphamu_dds.worlds.hand_rule import ALL_SHAPES, HandRule, Range, parse_rule
from alphamu_dds.worlds.lead import LeadConstraint, LeadRule, LeadTable
from alphamu_dds.worlds.relax import terms, together, wider_forms
from alphamu_dds.worlds.sample import LOOKED_AT_WHOLE, NoWorldsError, can_be_drawn, draw
from alphamu_dds.worlds.space import Holdings, Space
from alphamu_dds.worlds.view import View
from tests.helpers.worlds_help import as_dealt, every_layout, random_view

SEATS = {EAST: "East", WEST: "West"}


def strong_view(cards: str = "") -> View:
    """North and South have 26 points, so 14 are missing: ♥Q J, ♦A K, ♣Q J."""
    hands = [parse_hand("AQ52.K43.Q62.K52"), None, parse_hand("KJ4.A52.J743.A94"), None]
    return View.of(hands, WEST, NOTRUMP, [parse_card(card) for card in cards.split()])


def concluded(seat: Seat, text: str, call: str) -> HandConstraint:
    return HandConstraint(seat, parse_rule(text), f"{SEATS[seat]}'s {call}", inferred=True)


def settled(view: View, *constraints: Constraint, seed: int = 1, attempts: int = 20_000) -> Assumed:
    return draw_fitting(view, Assumed(constraints), 10, seed, attempts=attempts)[0]


# One rule, step by step


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("hcp 15-18", ["hcp 13-20", "hcp 11-22", "hcp 9-24", "hcp 7-26"]),
        ("hcp 18+", ["hcp 16+", "hcp 14+", "hcp 12+", "hcp 10+", "hcp 8+", "hcp 6+", "hcp 4+", "hcp 2+"]),
        ("hcp 0-11", ["hcp 0-13", "hcp 0-15", "hcp 0-17"]),
        ("spades 5+", ["spades 4+", "spades 3+", "spades 2+", "spades 1+"]),
        ("hearts 6-7", ["hearts 5-8", "hearts 4-9", "hearts 3-10"]),
        ("diamonds 0-3", ["diamonds 0-4", "diamonds 0-5"]),
        ("controls 3+", ["controls 2+", "controls 1+"]),
        ("balanced", ["semibalanced"]),
        ("5-3-3-2", ["semibalanced"]),
        ("semibalanced", []),
        ("unbalanced", []),
        ("6-4-2-1", []),
        ("holds SA", []),
        ("lacks SA", []),
    ],
)
def test_a_term_gives_way_two_points_or_a_card_at_a_time(text: str, forms: list[str]) -> None:
    found = [str(form) for form in wider_forms(parse_rule(text))]
    assert found[: len(forms)] == forms
    assert found if forms else not found


RULES = st.builds(
    lambda points, suits, shape: ", ".join([*points, *suits, *shape]),
    st.lists(st.sampled_from(["hcp 3-", "hcp 12-14", "hcp 20+", "controls 2-4"]), max_size=1),
    st.lists(
        st.sampled_from(["spades 5+", "hearts 0-1", "diamonds 4", "clubs 2-7", "holds SA", "lacks HK"]),
        unique=True,
        min_size=1,
    ),
    st.lists(st.sampled_from(["balanced", "5-4-3-1", "unbalanced", "semi-balanced"]), max_size=1),
)


@given(RULES)
def test_each_step_allows_more_and_the_last_is_followed_by_nothing(text: str) -> None:
    rule = parse_rule(text)
    assert together(terms(rule)) == rule
    assert str(together(terms(rule))) == str(rule)
    for term in terms(rule):
        # No range has more than 40 numbers, so there cannot be more steps.
        steps = [term, *itertools.islice(wider_forms(term), 41)]
        assert len(steps) <= 40
        for narrow, wide in itertools.pairwise(steps):
            assert wide not in (narrow, HandRule())
            assert narrow.meet(wide) == narrow
            assert all(wide.fits(shape) for shape in ALL_SHAPES if narrow.fits(shape))


# What gives way


def test_only_the_term_that_cannot_be_is_relaxed_and_other_calls_stay() -> None:
    one = concluded(WEST, "hcp 0-11, hearts 2+", "Pass")
    other = concluded(EAST, "hcp 15-18, semibalanced", "1NT")
    found = settled(strong_view(), one, other)
    assert found.constraints[0] is one
    assert found.unused == [
        "East hcp 15-18 (East's 1NT) relaxed to hcp 5-28: no layout fits it with all the rest"
    ]
    assert str(found.constraints[1]) == "East hcp 5-28, semibalanced (East's 1NT)"


def test_a_length_that_the_cards_disprove_is_relaxed_and_the_points_stay() -> None:
    """There are six spades in the hidden hands."""
    found = settled(strong_view(), concluded(WEST, "hcp 3-11, spades 7+", "3S"))
    assert [constraint.text for constraint in found.constraints] == ["West hcp 3-11, spades 2+"]
    assert found.unused == [
        "West spades 7+ (West's 3S) relaxed to spades 2+: no layout fits it with all the rest"
    ]


def test_the_least_likely_of_two_conclusions_gives_way_to_the_other() -> None:
    """Both can be alone; together they need a point more than is missing."""
    likely, unlikely = concluded(WEST, "hcp 5+", "1S"), concluded(EAST, "hcp 10-21", "1H")
    for order in ((likely, unlikely), (unlikely, likely)):
        found = settled(strong_view(), *order)
        assert likely in found.constraints
        assert [dropped.constraint.source for dropped in found.dropped] == ["East's 1H"]


def test_what_is_no_matter_of_degree_is_given_up_alone() -> None:
    held = concluded(EAST, "hcp 5+, holds SA", "1NT")
    found = settled(strong_view(), held, concluded(WEST, "clubs 3+", "1C"))
    assert [constraint.text for constraint in found.constraints] == ["East hcp 5+", "West clubs 3+"]
    assert found.unused == ["East holds SA (East's 1NT): no layout fits it with all the rest"]


def test_a_call_of_which_nothing_is_left_is_not_assumed() -> None:
    found = settled(strong_view(), concluded(EAST, "holds SA", "1NT"), concluded(WEST, "clubs 3+", "1C"))
    assert [constraint.text for constraint in found.constraints] == ["West clubs 3+"]


def test_a_lead_that_is_never_usual_is_given_up_and_the_calls_stay() -> None:
    """The table has the lowest card led, and West has shown a lower heart since."""
    view = strong_view("HQ H3 H8 HA H2 H7")
    lowest = LeadRule((), Range(1, 13), None, (-1,))
    lead = LeadConstraint(view, LeadTable({"notrump": [lowest]}, fits=10, otherwise=1), "filter")
    call = concluded(WEST, "hcp 4+, clubs 3+", "1C")
    found = settled(view, call, lead)
    assert found.constraints == (call,)
    assert [dropped.constraint for dropped in found.dropped] == [lead]


def test_what_the_user_says_is_neither_relaxed_nor_given_up() -> None:
    said = HandConstraint(EAST, parse_rule("hcp 0-4"), "as told")
    tested = LayoutConstraint(lambda hands: hands["W"].hcp >= 9, "a test")
    found = settled(strong_view(), said, concluded(EAST, "hcp 12+, hearts 4+", "1H"), tested)
    assert found.constraints[0] is said
    assert found.constraints[2] is tested
    assert [dropped.constraint.source for dropped in found.dropped] == ["East's 1H"]
    assert found.constraints[1].text.endswith("hearts 4+")


def test_if_what_the_user_says_cannot_be_that_is_the_answer() -> None:
    said = HandConstraint(EAST, parse_rule("hcp 15+"), "as told")
    with pytest.raises(NoWorldsError) as caught:
        settled(strong_view(), said, concluded(WEST, "hcp 0-11", "Pass"))
    assert [share.constraint for share in caught.value.shares] == [said]


def test_neither_the_order_of_calls_nor_the_seed_matters() -> None:
    calls = [
        concluded(EAST, "hcp 12-14, hearts 5+", "1H"),
        concluded(WEST, "hcp 0-11", "Pass"),
        concluded(WEST, "hcp 6-9, hearts 4+, balanced", "2H"),
        concluded(EAST, "clubs 7+", "3C"),
    ]
    found = {
        (
            frozenset(map(str, assumptions.constraints)),
            frozenset(map(str, assumptions.dropped)),
        )
        for seed, order in enumerate(itertools.permutations(calls))
        for assumptions in [settled(strong_view(), *order, seed=seed)]
    }
    assert len(found) == 1
    assert any("relaxed" in text for _, dropped in found for text in dropped)


def test_what_can_be_is_left_as_it_is() -> None:
    given_ones = (concluded(WEST, "hcp 9+, spades 5+", "1S"), concluded(EAST, "hcp 0-5", "Pass"))
    found = settled(strong_view(), *given_ones)
    assert (found.constraints, found.dropped) == (given_ones, ())


def test_hopeless_rules_are_not_tried_a_million_times_each(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[int] = []
    deal = Space.deal

    def counted(self: Space, numbers: npt.NDArray[np.int64]) -> tuple[Holdings, Holdings]:
        dealt.append(len(numbers))
        return deal(self, numbers)

    monkeypatch.setattr(Space, "deal", counted)
    view = strong_view()
    calls = [concluded(seat, f"hcp {low}+", "2C") for seat in (EAST, WEST) for low in range(16, 36, 4)]
    with pytest.raises(NoWorldsError):
        draw(view, calls, attempts=1_000_000)
    first = sum(dealt)
    dealt.clear()
    found = settled(view, *calls, attempts=1_000_000)
    assert len(found.dropped) == len(calls)
    # For each term: is it possible, how likely are its wider forms, is the one that is taken possible.
    assert sum(dealt) - first < (3 * len(calls) + 3) * LOOKED_AT_WHOLE


@pytest.mark.parametrize("seed", range(30))
def test_what_a_quick_look_finds_is_drawn(seed: int) -> None:
    rule = concluded(EAST, "hcp 11+, hearts 4+", "1H")
    attempts = 5 * (seed + 1)
    if can_be_drawn(strong_view(), [rule], seed, attempts):
        assert draw(strong_view(), [rule], 3, seed, attempts=attempts).layouts
    else:
        with pytest.raises(NoWorldsError):
            draw(strong_view(), [rule], 3, seed, attempts=attempts)


# The same from the definition: every layout of an ending, and rules as plain functions

Term = tuple[Seat, str, tuple[int, int]]
"""A seat, ``hcp`` or a suit, and the numbers allowed."""


def true_of(term: Term, hands: Sequence[Holding]) -> bool:
    seat, thing, (low, high) = term
    text = str(Hand(hands[seat])).split(".")
    points = sum("JQKA".index(card) + 1 for card in "".join(text) if card in "JQKA")
    return low <= (points if thing == "hcp" else len(text["SHDC".index(thing)])) <= high


def reference(layouts: list[list[Holding]], said: list[Term], shown: list[Term]) -> list[list[Holding]]:
    """The layouts that are left when all that was said and what can be of the rest is believed."""

    def left(terms_believed: list[Term]) -> list[list[Holding]]:
        return [hands for hands in layouts if all(true_of(term, hands) for term in terms_believed)]

    believed = list(said)
    start = left(believed)

    def share(term: Term, of: list[list[Holding]]) -> float:
        return sum(true_of(term, hands) for hands in of) / len(of)

    for term in sorted(shown, key=lambda term: -share(term, start)):
        seat, thing, (low, high) = term
        step, most = (2, 37) if thing == "hcp" else (1, 13)
        if not left([*believed, term]):
            rest = left(believed)
            while (low > 0 or high < most) and share((seat, thing, (low, high)), rest) < 0.75:
                low, high = max(0, low - step), high + step
        believed.append((seat, thing, (low, high)))
    return left(believed)


def some_terms(rng: random.Random, seat: Seat, points: Callable[[], tuple[int, int]]) -> list[Term]:
    """What a call may show of a hand: points and perhaps lengths."""
    found: list[Term] = [(seat, "hcp", points())]
    for suit in rng.sample("SHDC", rng.randrange(3)):
        low = rng.randrange(5)
        found.append((seat, suit, (low, low + rng.randrange(3))))
    return sorted(found, key=lambda term: ["hcp", "S", "H", "D", "C"].index(term[1]))


@pytest.mark.parametrize("seed", range(60))
def test_in_endings_what_is_left_is_what_the_definition_leaves(seed: int) -> None:
    rng = random.Random(seed)
    each = rng.randint(3, 5)
    view, _ = random_view(rng, each, rng.randrange(6))
    layouts = [as_dealt(view, layout) for layout in every_layout(view)]

    def points() -> tuple[int, int]:
        low = rng.randrange(18)
        return low, low + rng.randrange(5)

    certain = rng.choice(layouts)
    seat = rng.choice(view.hidden)
    suit = rng.choice("SHDC")
    length = len(str(Hand(certain[seat])).split(".")["SHDC".index(suit)])
    said: list[Term] = [(seat, suit, (length, 13))]
    calls = [some_terms(rng, rng.choice(view.hidden), points) for _ in range(rng.randint(1, 4))]

    def rule(call: list[Term]) -> HandRule:
        return parse_rule(", ".join(f"{thing} {low}-{high}" for _, thing, (low, high) in call))

    constraints: list[Constraint] = [HandConstraint(seat, rule(said), "as told")]
    constraints += [HandConstraint(call[0][0], rule(call), "a call", inferred=True) for call in calls]
    kept, drawn = draw_fitting(view, Assumed(tuple(constraints)), None)
    expected = reference(layouts, said, [term for call in calls for term in call])
    found: list[Layout] = list(drawn.layouts)
    assert sorted(as_dealt(view, layout) for layout in found) == sorted(expected)
    assert kept.constraints[0] is constraints[0]
