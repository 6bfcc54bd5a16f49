"""A line to expect: defenders play as players do, among cards that are alike to the solver."""

from __future__ import annotations

from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.bridge.cards import (
    EAST,
    NORTH,
    WEST,
    Layout,
    Seat,
    card_name,
    cards_of,
    next_seat,
    parse_card,
    parse_hand,
    parse_strain,
)
from alphamu_dds.bridge.game import BridgeGame
from alphamu_dds.bridge.habits import Defender
from alphamu_dds.bridge.play import follow, trick_winner
from alphamu_dds.bridge.position import Position
from alphamu_dds.solve.explain import explain
from alphamu_dds.solve.line import LineStep

DEALS = Path(__file__).resolve().parents[2] / "data" / "deals"
DUMMY = NORTH
"""North; so East plays after dummy and West before it."""
EVERYTHING = sum(1 << card for card in cards_of(parse_hand(".".join(["AKQJT98765432"] * 4))))


def usual(seat: Seat, hand: str, dummy: str, trick: str = "", strain: str = "N") -> str:
    """What a defender plays if all his cards are alike; all cards that he does not see are still held."""
    cards = tuple(parse_card(card) for card in trick.split())
    mine, dummys = parse_hand(hand), parse_hand(dummy)
    defender = Defender(
        seat=seat,
        hand=mine,
        dummy_seat=DUMMY,
        dummy=dummys,
        unseen=EVERYTHING & ~mine & ~dummys & ~sum(1 << card for card in cards),
        trump=parse_strain(strain),
        leader=next_seat(seat, -len(cards)),
        trick=cards,
    )
    return card_name(defender.usual(follow(mine, cards)))


@pytest.mark.parametrize(
    ("hand", "trick", "dummy", "card"),
    [
        ("..AQ42.", "D7", "..K8.", "D2"),  # second hand low
        ("..K42.", "DQ", "..83.", "DK"),  # an honour covers an honour
        ("..K42.", "DQ", "..J3.", "D2"),  # of touching honours the last
        ("..A42.", "DJ", "..83.", "D2"),  # an ace waits for a king or a queen
        ("..A42.", "DQ", "..83.", "DA"),
        ("..9542.", "DQ", "..83.", "D2"),  # what cannot win is low
    ],
)
def test_in_second_place_low_is_played_and_honours_are_covered(
    hand: str, trick: str, dummy: str, card: str
) -> None:
    assert usual(EAST, hand, dummy, trick) == card


def test_an_ace_is_taken_where_dummy_would_ruff_the_next_time() -> None:
    assert usual(EAST, "..A42.", "Q98...", "D7", strain="S") == "DA"
    assert usual(EAST, "..A42.", "Q98...", "D7", strain="N") == "D2"
    assert usual(WEST, "..A42.", "Q98..7.", "D3", strain="S") == "DA"


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("..K92.", "D3 D5 D7", "D9"),  # no higher than needed
        ("..K92.", "D3 D5 DT", "DK"),
        ("..A42.", "D3 D5 D7", "DA"),  # an ace over dummy's seven
        ("..A92.", "D5 DK D7", "D2"),  # partner has it
    ],
)
def test_in_fourth_place_a_trick_is_won_as_cheaply_as_can_be(hand: str, trick: str, card: str) -> None:
    assert usual(EAST, hand, "..8.", trick) == card


@pytest.mark.parametrize(
    ("seat", "hand", "trick", "dummy", "card"),
    [
        (EAST, "..K93.", "D2 D4", "..8.", "DK"),  # West led, declarer is to play: high
        (EAST, "..QJ3.", "D2 D4", "..8.", "DJ"),  # the lower of touching cards
        (EAST, "..A93.", "DK D4", "..8.", "D3"),  # partner has it
        (EAST, "..AQ3.", "D2 D4", "..K8.", "DQ"),  # the ace waits over dummy's king
        (WEST, "..AJ3.", "D2 D4", "..T8.", "DJ"),  # dummy is to play: no higher than needed
        (WEST, "..973.", "D2 D4", "..AT8.", "D7"),
    ],
)
def test_in_third_place_a_high_card_is_played_but_no_higher_than_needed(
    seat: Seat, hand: str, trick: str, dummy: str, card: str
) -> None:
    assert usual(seat, hand, dummy, trick) == card


@pytest.mark.parametrize(
    ("seat", "hand", "dummy", "strain", "card"),
    [
        (EAST, "854.9642.73.82", "KQ3.T8.AKJ74.Q93", "N", "H2"),  # from length
        (EAST, "8.964.8732.82", "KQ3.T87.AKJ74.Q93", "N", "H4"),  # not into a long suit of dummy
        (WEST, "J9.54.K62.KT984", "863.Q2.AJT4.AQ72", "H", "SJ"),  # nor through one; high from two
        (EAST, "QJT.9642.73.82", "983.K87.854.A93", "N", "SQ"),  # from a sequence, the top
        (WEST, "K54.9642.73.82", "983.J87.854.A93", "N", "H2"),
        (EAST, "K54.T96.732.82", "9832.87.AQ54.Q93", "S", "HT"),  # no trump, nothing away from an honour
    ],
)
def test_a_lead_is_from_length_or_a_sequence_and_not_into_dummys_strength(
    seat: Seat, hand: str, dummy: str, strain: str, card: str
) -> None:
    assert usual(seat, hand, dummy, strain=strain) == card


@pytest.mark.parametrize(
    ("hand", "dummy", "card"),
    [
        ("Q32.8642..K2", "985.K3..A94", "H2"),  # the guards of queen and king are kept
        ("QT32.J86..92", "985.K3..A94", "S2"),  # a queen with two guards is enough
        ("9742.J86..", "A865.K3..A94", "H6"),  # as long as dummy
        ("A.32..K2", "985.K3..A94", "H2"),
    ],
)
def test_what_is_thrown_away_is_no_guard_and_no_trick(hand: str, dummy: str, card: str) -> None:
    assert usual(EAST, hand, dummy, "DA D4") == card


def test_a_trick_is_ruffed_if_partner_does_not_win_it() -> None:
    assert usual(EAST, "32.86..K2", "85.K3.43.A94", "DJ D9 D3", strain="S") == "S2"
    assert usual(EAST, "32.86..K2", "85.K3.43.A94", "DA D3", strain="S")[0] != "S"
    assert usual(EAST, "32.86..K2", "85.K3.43.A94", "DJ D9 S9", strain="S")[0] != "S"
    assert usual(EAST, "T2.86..K2", "85.K3.43.A94", "DJ D9 S9", strain="S") == "ST"


def oddities(position: Position, layout: Layout, line: tuple[LineStep, ...]) -> list[str] | None:
    """What no defender with these cards would do, found without ``habits``; None if the line cannot be."""
    game = BridgeGame(
        Position((layout,), position.trump, position.declarer, position.leader, position.trick, position.need)
    )
    state, found = game.root, []
    for step in line:
        assert state.to_play == step.seat
        legal = follow(layout[step.seat] & ~state.gone, state.trick)
        if not legal >> step.card & 1:
            return None
        if not game.max_to_move(state) and state.left > 1:
            beats = [card for card in cards_of(legal) if not game.evaluate(game.play(state, card), 1)]
            alike = beats or list(cards_of(legal))
            name = card_name(step.card)
            if step.card not in alike:
                found.append(f"{name} lets the contract make")
            if len(state.trick) == 3:
                winner = (state.leader + trick_winner(state.trick, position.trump)) & 3
                wins = [card for card in alike if trick_winner((*state.trick, card), position.trump) == 3]
                if winner & 1 != step.seat & 1 and wins and step.card not in wins:
                    found.append(f"{name} does not take the trick")
            if not state.trick:
                dummy = layout[position.declarer ^ 2] & ~state.gone
                suits = [dummy >> 16 * suit & 0xFFFF for suit in range(4)]
                weak = any(suits[card >> 4] < 1 << 11 for card in alike)
                suit = suits[step.card >> 4]
                if weak and suit.bit_count() > 2 and (suit >> 11).bit_count() > 1:
                    found.append(f"{name} is a shift into dummy's suit")
        state = game.play(state, step.card)
    return found


@pytest.mark.parametrize(
    ("deal", "after"),
    [
        ("endplay", 1),  # a shift into KJ3
        ("endplay", 11),  # an ace not taken
        ("finesse-or-drop", 4),
        ("hold-up", 3),  # a shift into AJT98
        ("non-locality", 12),
        ("restricted-choice", 5),
        ("squeeze", 5),  # a lead that lets the contract make
        ("squeeze", 30),
    ],
)
def test_a_line_to_expect_holds_only_plays_that_a_defender_makes(deal: str, after: int) -> None:
    """There is a layout in which all that the defenders do makes sense."""
    decision = am.solve(str(DEALS / f"{deal}.pbn"), after=after, max_moves=2, worlds=40)
    line = explain(decision).line
    seats = {step.seat & 1 for step in line}
    assert seats == {0, 1}
    found = [oddities(decision.position, layout, line) for layout in decision.position.layouts]
    assert sum(odd is not None for odd in found) == line[-1].layouts
    assert [] in found, min((odd for odd in found if odd), key=len)
