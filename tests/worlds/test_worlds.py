"""Layouts of the hidden hands: all of them, or a fair sample without duplicates."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphamu_dds import InputError
from alphamu_dds.bridge.cards import (
    EAST,
    NO_CARDS,
    NOTRUMP,
    SOUTH,
    WEST,
    Layout,
    card_name,
    cards_of,
    layout_text,
    parse_card,
    parse_hand,
)
from alphamu_dds.worlds import sample as sampling
from alphamu_dds.worlds.constraints import Constraint, HandConstraint, LayoutConstraint, Weights
from alphamu_dds.worlds.features import Deals, Hand
from alphamu_dds.worlds.hand_rule import HandRule, Range, parse_rule
from alphamu_dds.worlds.lead import LeadConstraint, LeadTable
from alphamu_dds.worlds.sample import NoWorldsError, draw, shares
from alphamu_dds.worlds.view import View
from tests.helpers.worlds_help import as_dealt, every_layout, random_view

SEEN = (parse_hand("AQ52.K43.Q62.KJ5"), parse_hand("KJ4.AQ5.J743.A92"))


def full_view(cards: str = "", trump: int = NOTRUMP) -> View:
    hands = [SEEN[0], None, SEEN[1], None]
    return View.of(hands, WEST, trump, [parse_card(card) for card in cards.split()])


def chi_square_is_plausible(counts: Counter[Any], outcomes: int) -> bool:
    """Whether such counts come about by chance more often than once in a thousand (Wilson and Hilferty)."""
    expected = sum(counts.values()) / outcomes
    missing = (outcomes - len(counts)) * expected
    statistic = missing + sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = outcomes - 1
    spread = 2 / (9 * freedom)
    normal = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    return -3.29 < float(normal) < 3.09


@pytest.mark.parametrize("seed", range(40))
def test_enumeration_equals_brute_force_in_endings_and_in_mid_trick(seed: int) -> None:
    rng = random.Random(seed)
    each = rng.randint(2, 6)
    view, hands = random_view(rng, each, rng.randrange(4 * each))
    found = draw(view, worlds=None)
    expected = sorted(every_layout(view))
    assert sorted(found.layouts) == expected
    assert found.complete
    assert found.open == found.dealt == found.tried == found.fitting == len(expected)
    assert tuple(hand & ~view.play.played[seat] for seat, hand in enumerate(hands)) in expected


def rules(hand: Hand) -> list[tuple[str, bool]]:
    """Rules that may be true of a hand, and whether they are, by other means than those of the package."""
    text = str(hand).split(".")
    points = sum("JQKA".index(letter) + 1 for letter in str(hand) if letter in "JQKA")
    controls = str(hand).count("A") * 2 + str(hand).count("K")
    return [
        ("hcp 3-7", 3 <= points <= 7),
        ("hcp 5+, spades 1+", points >= 5 and len(text[0]) >= 1),
        ("hearts 0-1", len(text[1]) <= 1),
        ("controls 1-2", 1 <= controls <= 2),
        ("diamonds 2, clubs 1+", len(text[2]) == 2 and len(text[3]) >= 1),
        ("lacks SA HA DA", not ({"A"} & {*text[0], *text[1], *text[2]})),
        ("hcp 6-", points <= 6),
    ]


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("seed", range(6))
def test_enumeration_under_constraints_equals_brute_force(number: int, seed: int) -> None:
    rng = random.Random(100 * number + seed)
    view, _ = random_view(rng, 5, rng.randrange(9))
    seat = rng.choice(view.hidden)

    def true_of(layout: Layout) -> bool:
        return rules(Hand(as_dealt(view, layout)[seat]))[number][1]

    text = rules(Hand(NO_CARDS))[number][0]
    expected = sorted(filter(true_of, every_layout(view)))
    constraint = HandConstraint(seat, parse_rule(text))
    if expected:
        assert sorted(draw(view, [constraint], worlds=None).layouts) == expected
    else:
        with pytest.raises(NoWorldsError):
            draw(view, [constraint], worlds=None)


@pytest.mark.parametrize(
    "constraints",
    [
        [],
        [HandConstraint(WEST, parse_rule("spades 2-3"))],
        [HandConstraint(WEST, parse_rule("hcp 2-6")), HandConstraint(EAST, parse_rule("hearts 1+"))],
        [HandConstraint(WEST, parse_rule("holds SK, hcp 4+"))],
    ],
)
@pytest.mark.parametrize("rejecting", [False, True])
def test_every_layout_is_drawn_equally_often(
    constraints: list[Constraint], rejecting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = [parse_hand("A3.A.A3."), None, parse_hand("2.32.2.A"), None]
    deck = parse_hand("AKQJ32.AKJ32.AK32.AK965")
    view = View.of(hands, WEST, NOTRUMP, [], deck=deck)
    exist = len(draw(view, constraints, worlds=None).layouts)
    assert exist > 20
    if rejecting:
        # The way that large spaces go: random numbers are drawn until enough of them fit.
        monkeypatch.setattr(sampling, "LOOKED_AT_WHOLE", 0)
    counts: Counter[Layout] = Counter()
    for seed in range(60 * exist // 5):
        found = draw(view, constraints, worlds=5, seed=seed, few=0)
        assert len(set(found.layouts)) == 5
        counts.update(found.layouts)
    assert chi_square_is_plausible(counts, exist)


def test_the_test_of_uniformity_can_fail() -> None:
    rng = random.Random(1)
    fair = Counter({(i, 0, 0, 0): 0 for i in range(50)})
    fair.update((rng.randrange(50), 0, 0, 0) for _ in range(3000))
    assert chi_square_is_plausible(fair, 50)
    biased = fair + Counter((rng.randrange(5), 0, 0, 0) for _ in range(120))
    assert not chi_square_is_plausible(biased, 50)


@settings(max_examples=500, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 51))
def test_every_world_fits_every_constraint_and_all_cards_played(seed: int, played: int) -> None:
    rng = random.Random(seed)
    view, hands = random_view(rng, 13, played)
    seat, other = view.hidden if rng.random() < 0.5 else view.hidden[::-1]
    hand, partner = Hand(hands[seat]), Hand(hands[other])
    spades, clubs = hand.lengths[0], hand.lengths[3]
    low, high = max(0, hand.hcp - rng.randrange(4)), hand.hcp + rng.randrange(4)
    held = card_name(rng.choice(cards_of(hands[seat])))
    # All of it is true of the real layout, so that there is always something to find.
    constraints: list[Constraint] = [
        HandConstraint(seat, parse_rule(f"hcp {low}-{high}, spades {spades}, clubs {max(0, clubs - 1)}+")),
        HandConstraint(seat, parse_rule(f"holds {held}")),
        HandConstraint(other, parse_rule(f"controls {partner.controls}-, lacks {held}")),
        LayoutConstraint(lambda hands: hands["NESW"[seat]].controls >= hand.controls - 2),
    ]
    table = LeadTable.read()
    led = bool(view.play.cards) and view.play.opening_leader in view.hidden
    if led:
        constraints.append(LeadConstraint(view, table))
    found = draw(view, constraints, worlds=20, seed=seed)
    assert len(set(found.layouts)) == len(found.layouts)
    assert len(found.layouts) == 20 or found.complete
    weights = []
    for layout in found.layouts:
        assert sum(layout) == sum(hands) & ~view.play.gone
        for place in range(4):
            assert layout[place].bit_count() == 13 - view.play.played[place].bit_count()
            assert not any(card >> 4 in view.play.voids[place] for card in cards_of(layout[place]))
            if place not in view.hidden:
                assert layout[place] == hands[place] & ~view.play.played[place]
        full = as_dealt(view, layout)
        mine, his = Hand(full[seat]), Hand(full[other])
        assert low <= mine.hcp <= high
        assert mine.lengths[0] == spades
        assert mine.lengths[3] >= clubs - 1
        assert held in mine
        assert held not in his
        assert his.controls <= partner.controls
        assert mine.controls >= hand.controls - 2
        if led:
            leader, lead = Hand(full[view.play.opening_leader]), view.play.cards[0]
            suit = [("23456789TJQKA".index(rank) + 2) for rank in leader.suit("SHDC"[lead >> 4])]
            strain = "notrump" if view.play.trump == NOTRUMP else "suit"
            usual = view.play.trump == lead >> 4 or table.is_usual(strain, suit, lead & 15)
            weights.append(10 if usual else 1)
    # Where all count alike, there are no weights.
    assert found.weights == (tuple(weights) if len(set(weights)) > 1 else None)


def test_a_seed_gives_these_layouts_on_any_machine() -> None:
    # Written down once. A change here changes what every user sees for a seed he has noted.
    constraints = [HandConstraint(WEST, parse_rule("hcp 8-11, hearts 5+"))]
    found = draw(full_view("H2"), constraints, worlds=3, seed=7)
    assert [layout_text(layout) for layout in found.layouts] == GOLDEN
    assert draw(full_view("H2"), constraints, worlds=3, seed=7).layouts == found.layouts
    assert draw(full_view("H2"), constraints, worlds=3, seed=8).layouts != found.layouts


GOLDEN = [
    "N:AQ52.K43.Q62.KJ5 T9863.86.T5.Q874 KJ4.AQ5.J743.A92 7.JT97.AK98.T63",
    "N:AQ52.K43.Q62.KJ5 9873.98.T98.QT76 KJ4.AQ5.J743.A92 T6.JT76.AK5.843",
    "N:AQ52.K43.Q62.KJ5 T9863.T9.98.QT73 KJ4.AQ5.J743.A92 7.J876.AKT5.864",
]


def test_cards_of_a_suit_in_which_one_defender_is_void_are_with_the_other() -> None:
    # West shows out of spades in the second trick.
    found = draw(full_view("D8 D2 DT D3 S3 SK H2 S2"), worlds=50)
    for layout in found.layouts:
        assert not layout[WEST] & 0xFFFF
        assert (layout[EAST] & 0xFFFF).bit_count() == 5
    assert found.open < full_open()


def full_open() -> int:
    return draw(full_view(), worlds=1).open


def test_the_space_of_a_full_deal_is_counted_exactly() -> None:
    assert full_open() == 10_400_600


def test_lengths_and_shapes_are_dealt_and_not_rejected() -> None:
    rare = parse_rule("spades 6, hearts 0, 7-6-0-0 or 6-5-2-0")
    found = draw(full_view(), [HandConstraint(WEST, rare)], worlds=50)
    assert found.acceptance == 1.0
    assert found.dealt < found.open / 1000
    assert {Hand(layout[WEST]).lengths[:2] for layout in found.layouts} == {(6, 0)}


def test_when_few_layouts_exist_all_are_used() -> None:
    view = full_view()
    constraint = HandConstraint(WEST, parse_rule("holds S3 S6 S7 S8 S9 ST H2 H6 H7 H8 H9 HT"))
    found = draw(view, [constraint], worlds=40)
    assert found.complete
    assert len(found.layouts) == 14
    assert found.wanted == 40
    assert not found.is_short
    assert draw(view, [constraint], worlds=5).complete, "a few are used whole"
    assert len(draw(view, [constraint], worlds=5, few=0).layouts) == 5


def test_a_card_of_a_suit_in_which_a_hand_has_shown_out_cannot_be_held() -> None:
    view = full_view("D8 D2 DT D3 S3 SK H2 S2")  # West has shown out of spades
    with pytest.raises(NoWorldsError, match="none can be dealt"):
        draw(view, [HandConstraint(WEST, parse_rule("holds S9"))])
    found = shares(view, [HandConstraint(WEST, parse_rule("holds C8"))])
    assert 0.3 < found[0].alone < 0.7


def test_where_random_draws_find_too_little_each_layout_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "LOOKED_AT_WHOLE", 0)
    view, hands = random_view(random.Random(4), 13, 22)
    seat = view.hidden[0]
    rare = HandConstraint(seat, parse_rule(f"hcp {Hand(hands[seat]).hcp}"))
    found = draw(view, [rare], worlds=5000)
    assert found.complete
    assert found.tried == found.dealt
    assert len(found.layouts) == found.fitting == len(draw(view, [rare], worlds=None).layouts)


def test_weights_of_several_constraints_are_multiplied() -> None:
    class Weighing(Constraint):
        text = source = "test"

        def __init__(self, card: str, factor: int) -> None:
            self._card, self._factor = parse_card(card), factor

        def weights(self, deals: Deals) -> Weights | None:
            held = deals.suit(WEST, self._card >> 4) >> (self._card & 15) & 1
            return 1 + held * (self._factor - 1)

    found = draw(full_view(), [Weighing("ST", 3), Weighing("HT", 5)], worlds=60)
    assert found.weights is not None
    for layout, weight in zip(found.layouts, found.weights, strict=True):
        hand = Hand(layout[WEST])
        assert weight == (3 if "ST" in hand else 1) * (5 if "HT" in hand else 1)


def test_the_attempts_are_limited_and_what_was_found_is_returned() -> None:
    rare = LayoutConstraint(lambda hands: hands["W"].suit("S")[:1] == "T" and hands["W"].hcp == 9)
    found = draw(full_view(), [rare], worlds=2000, attempts=2000)
    assert found.is_short
    assert found.tried == 2000
    assert 0 < len(found.layouts) < 2000
    assert found.acceptance == pytest.approx(len(found.layouts) / 2000, rel=0.01)


def test_nothing_left_names_each_constraint_and_what_it_lets_through() -> None:
    constraints = [
        HandConstraint(WEST, parse_rule("hcp 5-6"), "West's 2S"),
        HandConstraint(EAST, parse_rule("hcp 12+"), "as told"),
    ]
    with pytest.raises(NoWorldsError) as caught:
        draw(full_view(), constraints, attempts=50_000)
    message = str(caught.value)
    tried = "none of 50,000 layouts tried fits all that is assumed (acceptance below 2e-05): "
    assert message.startswith(tried + "West hcp 5-6 (West's 2S): ")
    assert "; East hcp 12+ (as told): 0.00% of the open layouts" in message
    west, east = caught.value.shares
    assert 0.1 < west.alone < 0.5
    assert (east.alone, east.together) == (0.0, 0.0)


def test_shares_are_exact_where_all_layouts_are_looked_at() -> None:
    rng = random.Random(3)
    view, _ = random_view(rng, 5, 2)
    seat = view.hidden[0]
    layouts = list(every_layout(view))
    first = [layout for layout in layouts if Hand(as_dealt(view, layout)[seat]).hcp >= 4]
    both = [layout for layout in first if Hand(as_dealt(view, layout)[seat]).lengths[1] >= 1]
    found = shares(
        view, [HandConstraint(seat, parse_rule("hcp 4+")), HandConstraint(seat, parse_rule("hearts 1+"))]
    )
    assert found[0].alone == found[0].together == pytest.approx(len(first) / len(layouts))
    assert found[1].together == pytest.approx(len(both) / len(layouts))


def test_all_layouts_of_a_full_deal_are_refused_and_not_begun() -> None:
    with pytest.raises(InputError, match="10,400,600 are more than the attempts allowed: 1,000,000"):
        draw(full_view(), worlds=None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"worlds": 0}, "the number of worlds must be a whole number, 1 or more: 0"),
        ({"seed": -1}, "the seed must be a whole number, 0 or more: -1"),
        ({"attempts": 0}, "the number of attempts must be a whole number, 1 or more: 0"),
        ({"few": 1.5}, "the number of layouts used whole must be a whole number, 0 or more: 1.5"),
    ],
)
def test_bad_numbers_are_named(change: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw(full_view(), **change)  # type: ignore[arg-type]


def test_nothing_can_be_assumed_of_a_hand_that_is_seen() -> None:
    with pytest.raises(InputError, match="South's hand is seen, so nothing can be assumed of it"):
        draw(full_view(), [HandConstraint(SOUTH, parse_rule("hcp 3+"))])


def test_a_card_held_by_somebody_else_cannot_be_assumed() -> None:
    with pytest.raises(NoWorldsError, match="none can be dealt"):
        draw(full_view(), [HandConstraint(WEST, parse_rule("holds SA"))])
    with pytest.raises(NoWorldsError, match="none can be dealt"):
        draw(full_view("H2"), [HandConstraint(EAST, parse_rule("holds H2"))])
    assert draw(full_view("H2"), [HandConstraint(WEST, parse_rule("holds H2"))], worlds=3).layouts


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (["AK32.32.432.5432", None, "A...", None], "SA is in two hands"),
        (
            ["AK32.32.432.5432", None, "QJ54.QJ54.QJ5.", None],
            "South has 11 of 52 cards",
        ),
        (["AK32.32.432.5432", None, None, None], "two hands of four must be hidden, not 3"),
    ],
)
def test_a_view_that_cannot_be_is_refused(hands: list[str | None], message: str) -> None:
    with pytest.raises(InputError, match=message):
        View.of([None if hand is None else parse_hand(hand) for hand in hands], WEST, NOTRUMP)


def test_rules_in_python_and_in_words_are_the_same() -> None:
    rule = HandRule(hcp=Range(5, 8), lengths=(Range(3, 13), Range(), Range(0, 4), Range()))
    written = parse_rule("5-8 hcp, spades 3-13, d 4-")
    assert rule == written
    views = full_view("C3")
    one, other = (draw(views, [HandConstraint(WEST, r)], seed=3).layouts for r in (rule, written))
    assert one == other


def test_python_functions_are_constraints() -> None:
    def long_clubs(hand: Hand) -> bool:
        return len(hand.suit("C")) > len(hand.suit("D"))

    constraint = HandConstraint(EAST, HandRule(), "", long_clubs)
    assert str(constraint) == "East passes long_clubs"
    assert all(
        long_clubs(Hand(layout[EAST])) for layout in draw(full_view(), [constraint], worlds=30).layouts
    )
