"""What is assumed about hidden hands, from words, conditions, calls and leads."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import numpy as np
import pytest

from alphamu_dds import InputError
from alphamu_dds.bridge.auction import Call, check_auction, parse_call
from alphamu_dds.bridge.cards import (
    EAST,
    NORTH,
    NOTRUMP,
    SEATS,
    SOUTH,
    WEST,
    Holding,
    Seat,
    layout_text,
    parse_card,
    parse_hand,
)
from alphamu_dds.worlds.assume import Assumptions, assume
from alphamu_dds.worlds.bidding import BiddingTable, read_auction
from alphamu_dds.worlds.condition import ConditionConstraint
from alphamu_dds.worlds.features import Deals, Hand
from alphamu_dds.worlds.hand_rule import parse_rule
from alphamu_dds.worlds.lead import LeadConstraint, LeadTable
from alphamu_dds.worlds.sample import draw
from alphamu_dds.worlds.tables import default_table
from alphamu_dds.worlds.view import View
from tests.helpers.worlds_help import deal

# The language


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("hcp 12-14, spades 5+, balanced", "hcp 12-14, spades 5+, balanced"),
        ("12+ HCP", "hcp 12+"),
        ("points 11-", "hcp 0-11"),
        ("5+ spades,  2 ♥", "spades 5+, hearts 2"),
        ("S5+, h 3-4", "spades 5+, hearts 3-4"),
        ("shape 5-3-3-2 or 4441", "5-3-3-2 or 4441"),
        ("5=4=3=1", "5=4=3=1"),
        ("controls 3", "controls 3"),
        ("holds SA hK, lacks D10", "holds SA HK, lacks DT"),
        ("semi-balanced, hcp 15-17", "hcp 15-17, semi-balanced"),
        ("hcp 10+, hcp 14-", "hcp 10-14"),
        ("hcp >= 12, spades<=3", "hcp 12+, spades 0-3"),
        ("12 – 14 hcp, spades: 4-5,", "hcp 12-14, spades 4-5"),
        ("holds ♠A KH, no D2", "holds SA HK, lacks D2"),
        ("not balanced", "unbalanced"),
    ],
)
def test_what_people_write_is_understood(text: str, meaning: str) -> None:
    assert str(parse_rule(text)) == meaning
    assert parse_rule(meaning) == parse_rule(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an assumption about a hand is like"),
        ("hcp", "'hcp' is not an assumption about a hand"),
        ("hcp 12-14 spades 5", "is not an assumption about a hand"),
        ("hcp 14-12", "no hand has that: 'hcp 14-12'"),
        ("hcp 38+", "no hand has that"),
        ("spades 14", "no hand has that: 'spades 14'"),
        ("spades 3-, spades 5+", "no hand has that: 'spades 5+'"),
        ("5-4-3-2", "a shape has 13 cards, not 14: '5-4-3-2'"),
        ("balanced, 5-5-2-1", "no hand has such a shape"),
        ("holds S1", "a card is a suit and a rank, like SA or H7: 's1' in 'holds S1'"),
        ("holds SA, lacks SA", "SA cannot be held and not held: 'lacks SA'"),
        ("hcp 12,,spades 3", "'' is not an assumption about a hand"),
        ("12-hcp", "'12-hcp' is not an assumption about a hand"),
    ],
)
def test_what_cannot_be_understood_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_rule(text)
    assert message in str(caught.value)


def test_shapes_with_hyphens_are_in_any_order_and_with_equals_signs_in_the_order_of_the_suits() -> None:
    any_order, exact = parse_rule("5-4-3-1"), parse_rule("5=4=3=1")
    assert any_order.fits((1, 3, 4, 5))
    assert not exact.fits((1, 3, 4, 5))
    assert exact.fits((5, 4, 3, 1))
    assert not parse_rule("balanced").fits((5, 4, 2, 2))
    assert parse_rule("semibalanced").fits((5, 4, 2, 2))
    assert parse_rule("semibalanced").fits((2, 6, 2, 3))
    assert parse_rule("unbalanced").fits((5, 4, 2, 2))
    assert not parse_rule("unbalanced").fits((4, 4, 3, 2))


# Conditions

CONDITIONS = [
    "hcp(west)>=12 && spades(west)>=5",
    "hcp(west, spades)>=4",
    "shape(east, any 4333 + any 4432 - 4432)",
    "shape(west, 5xxx)",
    "shape(west, any 54xx)",
    "controls(north)>=4 or losers(south)<=6",
    "aces(west)==2 || aces(west,hearts)==1",
    "hascard(west, AS)",
    "(hcp(west)>10) ? spades(west)>3 : hearts(west)>3",
    "top3(west,spades)>=2",
    "hcp(west)+hcp(east)>=20 and not hearts(east)<3",
    "losers(west, spades)==1",
    "c13(north)>12",
    "spades(west)+hearts(west)*2-1 > 10%4",
]


@pytest.fixture(scope="module")
def layouts() -> list[list[Holding]]:
    rng = random.Random(11)
    return [deal(rng) for _ in range(200)]


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_mean_what_endplay_says_they_mean(text: str, layouts: list[list[Holding]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from endplay.dealer.constraint import ConstraintInterpreter  # noqa: PLC0415
        from endplay.types import Deal  # noqa: PLC0415

        meaning = ConstraintInterpreter().lambdify(text)  # type: ignore[no-untyped-call]
    expected = [
        bool(meaning(Deal(layout_text((hands[0], hands[1], hands[2], hands[3]))))) for hands in layouts
    ]
    arrays = [np.array([hands[seat] for hands in layouts], dtype=np.uint64) for seat in range(4)]
    found = ConditionConstraint(text).passes(Deals(arrays, len(layouts)))
    assert found is not None
    assert found.tolist() == expected
    assert 0 < sum(expected) < len(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hcp(west", "it cannot be read from '(west' on: 'hcp(west'"),
        ("hcp(w)>3", "it cannot be read from '(w)>3' on"),
        ("", "its end is missing: ''"),
        ("cccc(west)>3", "'cccc' is not supported in the condition 'cccc(west)>3'"),
        ("tricks(west, notrump)>9", "'tricks' is not supported"),
        ("points", "'points' is not understood in the condition 'points'"),
    ],
)
def test_a_condition_that_cannot_be_read_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        ConditionConstraint(text)
    assert message in str(caught.value)


# The auction

PASSES = {"E Pass": "hcp 0-11", "W Pass": "hcp 0-11"}


def meanings(dealer: Seat, calls: str, table: BiddingTable | None = None) -> dict[str, str]:
    """What the calls of East and West show, in the order of the auction."""
    auction = [parse_call(call) for call in calls.split()]
    check_auction(dealer, auction)
    _, found = read_auction(dealer, auction, (EAST, WEST), table or BiddingTable.read())
    return {f"{SEATS[m.seat]} {m.call.name}": m.shows for m in found if m.shows}


@pytest.mark.parametrize(
    ("dealer", "calls", "expected"),
    [
        (WEST, "1S 1N p 3N p p p", {"W 1S": "hcp 10-21, spades 5+"}),
        (WEST, "1N p p p", {"W 1NT": "hcp 15-17, semibalanced", "E Pass": "hcp 0-9"}),
        (WEST, "p p p 1N p p p", {"W Pass": "hcp 0-11", "E Pass": "hcp 0-11"}),
        (WEST, "2H 2S p 4S p p p", {"W 2H": "hcp 4-11, hearts 6-7"}),
        (WEST, "3C 3N p p p", {"W 3C": "hcp 3-11, clubs 6+"}),
        # Third seat is lighter, fourth seat is not weak; a pass denies an opening in any seat.
        (EAST, "p p 1S 1N p p p", {"E Pass": "hcp 0-11", "W 1S": "hcp 8-21, spades 4+"}),
        (EAST, "p p 3D 3N p p p", {"E Pass": "hcp 0-11", "W 3D": "hcp 3-11, diamonds 6+"}),
        (NORTH, "p p p 2H 2S p p p", {"E Pass": "hcp 0-11", "W 2H": "hcp 8-13, hearts 6+"}),
        (NORTH, "p p p 3C 3S p p p", {"E Pass": "hcp 0-11", "W 3C": "hcp 7-13, clubs 6+"}),
        (SOUTH, "p p p 1H 2N p p p", {"W Pass": "hcp 0-11", "E 1H": "hcp 10-21, hearts 5+"}),
        # Overcalls: simple, jump, double jump, notrump, takeout doubles.
        (NORTH, "1S 2D 2S p p p", {"E 2D": "hcp 9-18, diamonds 5+"}),
        (NORTH, "1D 2S 3N p p p", {"E 2S": "hcp 4-11, spades 6+"}),
        (NORTH, "1D 3S 3N p p p", {"E 3S": "hcp 3-11, spades 7+"}),
        (NORTH, "1D 1N p p p", {"E 1NT": "hcp 15-18, semibalanced"}),
        (NORTH, "1D x 1H p 3N p p p", {"E X": "hcp 10+, spades 2+, hearts 2+, diamonds 0-3, clubs 2+"}),
        (NORTH, "1D p 1S x 1N p p p", {"W X": "hcp 10+, hearts 2+, diamonds 0-3, clubs 2+"}),
        (NORTH, "1H p 2H x p p p", {"W X": "hcp 10+, hearts 0-3"}),
        (NORTH, "1H p 2H 2S p p p", {"W 2S": "hcp 9-18, spades 5+"}),
        # In the pass-out seat, directly and after a pass over the opening.
        (NORTH, "1D p p x 1N p p p", {"W X": "hcp 8+, diamonds 0-3"}),
        (NORTH, "1D p p 1S 1N p p p", {"W 1S": "hcp 5-15, spades 5+"}),
        (NORTH, "1D p p 3S p p p", {"W 3S": "hcp 3-11, spades 7+"}),
        (NORTH, "1H p 2H p p x p p p", {"E X": "hcp 6-13, hearts 0-3"}),
        (NORTH, "1H p 2H p p 2S p p p", {"E 2S": "hcp 5-12, spades 5+"}),
        (NORTH, "1D p 1S p 2S p p 3C p p p", {"W 3C": "hcp 5-12, clubs 5+"}),
        # By a passed hand.
        (WEST, "p 1D p 1H 2C 2S p 3N p p p", {"W Pass": "hcp 0-11", "W 2C": "hcp 6-11, clubs 5+"}),
        (
            EAST,
            "p p p 1C x p p p",
            {**PASSES, "E X": "hcp 7-11, clubs 0-3"},
        ),
        # Over a preempt: directly, in the pass-out seat, by a passed hand.
        (NORTH, "2H x 3H p p p", {"E X": "hcp 11+, hearts 0-3"}),
        (NORTH, "3D 3S p 4S p p p", {"E 3S": "hcp 10-19, spades 5+", "W 4S": "hcp 3+, spades 2+"}),
        (NORTH, "2H p p x p p p", {"W X": "hcp 8+, hearts 0-3"}),
        (NORTH, "2H p p 3C p p p", {"W 3C": "hcp 8-18, clubs 5+"}),
        (WEST, "p 3D p p 3S p p p", {"W Pass": "hcp 0-11", "W 3S": "hcp 6-11, spades 5+"}),
        (EAST, "p 3D 3S p p p", {"E Pass": "hcp 0-11", "W 3S": "hcp 10-19, spades 5+"}),
        (
            EAST,
            "p p p 3D x p p p",
            {**PASSES, "E X": "hcp 7-11, diamonds 0-3"},
        ),
        # Raises and responses.
        (NORTH, "1D 1S 2C 2S 3N p p p", {"E 1S": "hcp 7-18, spades 5+", "W 2S": "hcp 3-13, spades 3+"}),
        (NORTH, "1D 1S p 4S p p p", {"E 1S": "hcp 7-18, spades 5+", "W 4S": "hcp 3+, spades 2+"}),
        (EAST, "1H p 2H 2S p p p", {"E 1H": "hcp 10-21, hearts 5+", "W 2H": "hcp 4-11, hearts 3+"}),
        (EAST, "1H p p 2S p p p", {"E 1H": "hcp 10-21, hearts 5+", "W Pass": "hcp 0-6"}),
        (EAST, "1H p 1N 2S p p p", {"E 1H": "hcp 10-21, hearts 5+", "W 1NT": "hcp 5-12"}),
        (EAST, "1C p 1H 2S p p p", {"E 1C": "hcp 10-21, clubs 3+", "W 1H": "hcp 4+, hearts 4+"}),
        # Nothing is assumed from Stayman, a cue bid, the unusual notrump, a bid over 1NT or a strong 2C,
        (WEST, "1N p 2C x 2H p p p", {"W 1NT": "hcp 15-17, semibalanced"}),
        (NORTH, "1D 2D 3N p p p", {}),
        (NORTH, "1D 2N 3N p p p", {}),
        (NORTH, "1N 2D 3N p p p", {}),
        (NORTH, "2C 2D 3N p p p", {}),
        # from a pass over an opening, which may hide anything,
        (NORTH, "1D p 1S p 3N p p p", {}),
        # from doubles of artificial or late bids, which ask for a lead or for blood,
        (NORTH, "1S p 3C x 4S p p p", {}),
        (NORTH, "1H p 2H p 3H x p p p", {}),
        (NORTH, "1H p 1S p 2C p 2D x 2N p p p", {}),
        # and from the second call of a hand that has acted, or of a partner of one that has doubled.
        (NORTH, "1D 1S p p 2D 2S p p p", {"E 1S": "hcp 7-18, spades 5+"}),
        (NORTH, "1D x p 1S p 2S p p p", {"E X": "hcp 10+, spades 2+, hearts 2+, diamonds 0-3, clubs 2+"}),
    ],
)
def test_calls_show_what_the_table_says(dealer: Seat, calls: str, expected: dict[str, str]) -> None:
    assert meanings(dealer, calls) == expected


def test_alerted_calls_show_nothing_unless_the_table_says_so(tmp_path: Path) -> None:
    auction = [Call("2D", alert="Multi"), Call("Pass"), Call("Pass"), Call("2NT")]
    table = BiddingTable.read()
    constraints, found = read_auction(WEST, auction, (EAST, WEST), table)
    assert not any(constraint.seat == WEST for constraint in constraints)
    assert (found[0].shows, found[0].note) == ("", "it was alerted")
    path = tmp_path / "mine.toml"
    path.write_text(
        default_table("bidding.toml").replace("read_alerted_calls = false", "read_alerted_calls = true")
    )
    _, found = read_auction(WEST, auction, (EAST, WEST), BiddingTable.read(str(path)))
    assert found[0].shows == "hcp 4-11, diamonds 6-7"


@pytest.mark.parametrize(
    ("dealer", "calls", "alerted", "expected"),
    [
        (NORTH, "1C 1S 3N p p p", 0, {}),
        (NORTH, "2D x 3N p p p", 0, {}),
        (WEST, "1C p 1D 1S p p p", 0, {}),
        (NORTH, "1D p 1H x 3N p p p", 2, {}),
        (NORTH, "1D 1S 2C 2S 3N p p p", 1, {}),
        (NORTH, "1D 1S 2C 2S 3N p p p", 2, {"E 1S": "hcp 7-18, spades 5+", "W 2S": "hcp 3-13, spades 3+"}),
    ],
)
def test_nothing_is_assumed_from_what_is_called_over_an_alerted_call(
    dealer: Seat, calls: str, alerted: int, expected: dict[str, str]
) -> None:
    auction = [
        parse_call(call, "" if number == alerted else None) for number, call in enumerate(calls.split())
    ]
    _, found = read_auction(dealer, auction, (EAST, WEST), BiddingTable.read())
    assert {f"{SEATS[m.seat]} {m.call.name}": m.shows for m in found if m.shows} == expected


def test_of_two_calls_that_contradict_each_other_the_earlier_is_believed_and_the_later_relaxed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[opening]\n"Pass" = "hcp 0-11"\n["overcall by a passed hand"]\n"1S" = "hcp 12+, spades 5+"\n'
    )
    auction = [parse_call(call) for call in ("p", "1D", "p", "p", "1S", "p", "p", "p")]
    constraints, found = read_auction(WEST, auction, (EAST, WEST), BiddingTable.read(str(path)))
    assert found[2].shows == "hcp 10+, spades 5+"
    assert found[2].note == "hcp 12+ (relaxed to hcp 10+) contradicts an earlier call"
    assert [str(constraint) for constraint in constraints] == [
        "West hcp 0-11 (West's Pass)",
        "West hcp 10+, spades 5+ (West's 1S)",
    ]


def test_lengths_that_contradict_an_earlier_call_are_relaxed_and_shapes_left_out(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[opening]\n"Pass" = "spades 0-4, balanced"\n'
        '["overcall by a passed hand"]\n"1S" = "spades 5+, 6-4-2-1, hcp 5+"\n'
    )
    auction = [parse_call(call) for call in ("p", "1D", "p", "p", "1S", "p", "p", "p")]
    _, found = read_auction(WEST, auction, (EAST, WEST), BiddingTable.read(str(path)))
    assert found[2].shows == "hcp 5+, spades 4+"
    assert found[2].note == "spades 5+ (relaxed to spades 4+), 6-4-2-1 contradicts an earlier call"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[[", "the table is not TOML"),
        ('[defence]\n"1S" = "hcp 3"', "there is no section of that name: 'defence'"),
        ('[opening]\n"8S" = "hcp 3"', "section 'opening': no call has that name: '8S'"),
        ('[opening]\n"1S" = "hcp many"', "section 'opening', '1S': 'hcp many' is not an assumption"),
        ('[opening]\n"1S" = 3', "section 'opening', '1S': what a call shows must be text: 3"),
        ("read_alerted_calls = 3", "read_alerted_calls must be true or false: 3"),
    ],
)
def test_a_broken_bidding_table_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        BiddingTable.read(str(path))
    assert str(caught.value).startswith(f"{path}")
    assert message in str(caught.value)


# The opening lead


@pytest.mark.parametrize(
    ("section", "holding", "led"),
    [
        ("notrump", "KQJ4", "K"),
        ("notrump", "KQ42", "2"),
        ("notrump", "QJ94", "Q"),
        ("notrump", "AJT93", "J"),
        ("notrump", "KJ852", "5"),
        ("notrump", "K52", "2"),
        ("notrump", "98", "9"),
        ("notrump", "9843", "9"),
        ("notrump", "9843", "8"),
        ("notrump", "86532", "3"),
        ("notrump", "KQ5", "K"),
        ("notrump", "QJ5", "Q"),
        ("notrump", "T95", "T"),
        ("notrump", "AK532", "A"),
        ("notrump", "AK532", "K"),
        ("notrump", "AK532", "3"),
        ("notrump", "AQT95", "T"),
        ("notrump", "7", "7"),
        ("suit", "AK42", "A"),
        ("suit", "AK", "K"),
        ("suit", "A842", "A"),
        ("suit", "KQ42", "K"),
        ("suit", "QJ4", "Q"),
        ("suit", "J8742", "4"),
        ("suit", "Q62", "2"),
        ("suit", "952", "9"),
        ("trump", "J8742", "J"),
    ],
)
def test_usual_leads_are_usual(section: str, holding: str, led: str) -> None:
    ranks = ["23456789TJQKA".index(rank) + 2 for rank in holding]
    table = LeadTable.read()
    assert table.is_usual(section, ranks, "23456789TJQKA".index(led) + 2)


@pytest.mark.parametrize(
    ("section", "holding", "led"),
    [
        ("notrump", "KQJ4", "Q"),
        ("notrump", "KJ852", "2"),
        ("notrump", "98", "8"),
        ("notrump", "KQ5", "5"),
        ("notrump", "AK5", "5"),
        ("suit", "A842", "2"),
        ("suit", "AK42", "K"),
        ("suit", "KQ42", "2"),
        ("suit", "Q62", "6"),
    ],
)
def test_unusual_leads_are_unusual(section: str, holding: str, led: str) -> None:
    ranks = ["23456789TJQKA".index(rank) + 2 for rank in holding]
    assert not LeadTable.read().is_usual(section, ranks, "23456789TJQKA".index(led) + 2)


def lead_view(lead: str, trump: int = NOTRUMP) -> View:
    hands = [parse_hand("AQ52.K43.Q62.KJ5"), None, parse_hand("KJ4.AQ5.J743.A92"), None]
    return View.of(hands, WEST, trump, [parse_card(lead)])


def test_as_weights_a_usual_lead_counts_ten_times_and_as_a_filter_alone() -> None:
    view = lead_view("DK")
    weighed = draw(view, [LeadConstraint(view, LeadTable.read())], worlds=300)
    assert weighed.weights is not None
    for layout, weight in zip(weighed.layouts, weighed.weights, strict=True):
        suit = Hand(layout[WEST] | 1 << parse_card("DK")).suit("D")
        # With the queen in dummy, the king is led from ace-king, from two, alone, or never else.
        usual = suit.startswith("AK") or len(suit) == 1 or (suit[0] == "K" and len(suit) == 2)
        assert weight == (10 if usual else 1), suit
    filtered = draw(view, [LeadConstraint(view, LeadTable.read(), "filter")], worlds=300)
    assert filtered.weights is None
    for layout in filtered.layouts:
        rest = Hand(layout[WEST]).suit("D")
        assert len(rest) <= 1 or rest[0] == "A"


def test_a_trump_lead_says_nothing_by_default() -> None:
    assert assume(lead_view("H2", trump=1)).constraints == ()
    assert len(assume(lead_view("H2")).constraints) == 1
    assert assume(lead_view("H2"), assumptions=Assumptions(lead="off")).constraints == ()


def test_a_place_that_the_suit_does_not_have_is_its_lowest_card(tmp_path: Path) -> None:
    path = tmp_path / "leads.toml"
    path.write_text("[[notrump]]\nlead = 5\n")
    table = LeadTable.read(str(path))
    assert table.is_usual("notrump", [14, 9, 4], 4)
    assert not table.is_usual("notrump", [14, 9, 4], 9)


def test_other_leads_that_count_nothing_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "leads.toml"
    path.write_text("fits = 3\notherwise = 0\n[[notrump]]\nlead = 1\n")
    view = lead_view("H9")
    found = draw(view, [LeadConstraint(view, LeadTable.read(str(path)))], worlds=50)
    assert found.weights is None
    assert all(Hand(layout[WEST]).suit("H")[:1] not in ("T", "J") for layout in found.layouts)


def test_a_lead_by_a_hand_that_is_seen_says_nothing() -> None:
    hands = [None, None, parse_hand("KJ4.AQ5.J743.A92"), parse_hand("AQ52.K43.Q62.KJ5")]
    view = View.of(hands, WEST, NOTRUMP, [parse_card("S2")])
    assert assume(view).constraints == ()
    with pytest.raises(InputError, match="an opening lead by a hidden hand is needed"):
        LeadConstraint(view, LeadTable.read())


def test_a_lead_table_of_ones_own_is_used(tmp_path: Path) -> None:
    path = tmp_path / "leads.toml"
    path.write_text('fits = 3\notherwise = 2\n[[notrump]]\nlead = "low"\n')
    view = lead_view("H7")
    found = draw(
        view,
        assume(view, assumptions=Assumptions(lead_table=LeadTable.read(str(path)))).constraints,
        worlds=100,
    )
    assert found.weights is not None
    for layout, weight in zip(found.layouts, found.weights, strict=True):
        lower = [rank for rank in Hand(layout[WEST]).suit("H") if rank in "2345678" and rank < "7"]
        assert weight == (2 if lower else 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fits = 0", "fits must be a whole number, 1 or more: 0"),
        ("[[against]]\nlead = 1", "there is no section of that name: 'against'"),
        ("[[suit]]\nlead = 0", "rule 1 of [[suit]]: a lead is 1 to 13 or 'low', or a list of these: 0"),
        ("[[suit]]\nlead = 1\n[[suit]]\nholding = 'QK'\nlead = 1", "rule 2 of [[suit]]: the ranks"),
        ("[[suit]]\nlead = 1\nholding = 'K1'", "a holding is ranks like 'KQT': 'K1'"),
        ("[[suit]]\nlead = 1\nlength = 'long'", "a length is like 2, '3-4' or '4+': 'long'"),
        ("[[suit]]\nlead = 1\nhonour = 'yes'", "honour must be true or false: 'yes'"),
        ("[[suit]]\nlead = 1\nlenght = 2", "a rule has holding, length, honour and lead, not 'lenght'"),
        ("[suit]\nlead = 1", "there is no section of that name: 'suit'"),
    ],
)
def test_a_broken_lead_table_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "leads.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        LeadTable.read(str(path))
    assert message in str(caught.value)


def test_a_table_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match=r"no/such\.toml: the table cannot be read"):
        assume(lead_view("H2"), assumptions=Assumptions(lead_table=LeadTable.read("no/such.toml")))


def test_all_sources_are_gathered_and_name_themselves() -> None:
    auction = [parse_call(call) for call in ("1H", "1N", "p", "3N", "p", "p", "p")]
    sources = Assumptions(
        hands={"W": "clubs 2-", "east": lambda hand: hand.hcp < 9},
        conditions=["diamonds(west) >= 2"],
        test=lambda hands: "HJ" in hands["W"],
    )
    found = assume(lead_view("H2"), WEST, auction, sources)
    assert [(type(c).__name__, c.source) for c in found.constraints] == [
        ("HandConstraint", "as told"),
        ("HandConstraint", "as told"),
        ("ConditionConstraint", "a condition"),
        ("LayoutConstraint", "a test"),
        ("HandConstraint", "West's 1H"),
        ("LeadConstraint", "the opening lead"),
    ]
    assert found.unread == []
    quiet = assume(lead_view("H2"), WEST, auction, Assumptions(bidding=False, lead="off"))
    assert quiet.constraints == ()


def test_calls_from_which_nothing_is_concluded_are_listed() -> None:
    auction = [parse_call(call) for call in ("1N", "p", "2D", "p", "2H", "p", "p", "2N")]
    assert assume(lead_view("H2"), WEST, auction).unread == ["East's 2D", "West's 2H"]


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (Assumptions(lead="loud"), "an opening lead is used as one of weights, filter, off: 'loud'"),
        (Assumptions(hands={"Q": "hcp 3"}), "a seat is one of N, E, S, W: 'Q'"),
        (Assumptions(hands={"N": "hcp 3"}), "North's hand is seen"),
        (Assumptions(hands={"W": 3}), "what is assumed about a hand is text, a HandRule or a function: 3"),  # type: ignore[dict-item]
    ],
)
def test_assumptions_that_make_no_sense_are_refused(sources: Assumptions, message: str) -> None:
    with pytest.raises(InputError, match=message):
        assume(lead_view("H2"), assumptions=sources)
