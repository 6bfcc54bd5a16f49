"""A claim must be right whatever the defenders hold: compared with the double dummy value of every layout."""

from __future__ import annotations

from dataclasses import replace

from alphamu_dds.bridge.cards import NOTRUMP, parse_card, parse_hand
from alphamu_dds.bridge.claim import can_claim, can_claim_in_trick
from alphamu_dds.bridge.game import BridgeGame
from alphamu_dds.bridge.position import read_position
from tests.helpers.reference import Ending, Reference, random_ending


def game_of(ending: Ending, claims: bool) -> BridgeGame:
    position = read_position(
        **ending.question(),
    )
    return BridgeGame(position, claims=claims)


def test_what_is_claimed_is_won_in_every_world() -> None:
    claimed = in_trick = with_trumps = 0
    for seed in range(6000):
        ending = random_ending(seed, 3 + seed % 2, 4)
        game = game_of(ending, claims=True)
        if game.finished(game.root):
            claimed += 1
            in_trick += bool(ending.trick)
            with_trumps += ending.strain != "N"
            reference = Reference(ending)
            for hands in ending.worlds:
                assert reference.double_dummy(hands, ending.leader, ending.trick, ending.need), ending
    assert claimed > 500
    assert in_trick > 200
    assert with_trumps > 300


def test_what_is_claimed_with_more_cards_is_what_the_solver_says() -> None:
    claimed = 0
    for seed in range(6000):
        ending = random_ending(seed, 5 + seed % 2, 2)
        game = game_of(replace(ending, need=1 + seed % 4), claims=True)
        if game.finished(game.root):
            claimed += 1
            plain = game_of(replace(ending, need=1 + seed % 4), claims=False)
            everything = (1 << plain.worlds) - 1
            assert plain.evaluate(plain.root, everything) == everything, ending
    assert claimed > 500


def test_top_cards_in_both_hands_can_be_cashed_with_an_entry() -> None:
    leader, partner = parse_hand("A3.2.."), parse_hand("4.AK..")
    hidden = parse_hand("KQJT.QJ..")
    assert can_claim(leader, partner, hidden, NOTRUMP, 3)


def test_blocked_winners_are_not_claimed() -> None:
    leader, partner = parse_hand("A..2."), parse_hand("K.A..")
    hidden = parse_hand("QJ.KQ.A3.")
    assert can_claim(leader, partner, hidden, NOTRUMP, 1)
    assert not can_claim(leader, partner, hidden, NOTRUMP, 2)


def test_side_winners_count_only_when_the_trumps_are_drawn() -> None:
    leader, partner = parse_hand("A.A.."), parse_hand("3.2..")
    clubs = 3
    assert can_claim(leader, partner, parse_hand(".K.KQJ."), clubs, 2)
    assert not can_claim(leader, partner, parse_hand(".K.QJ.2"), clubs, 1)


def test_the_lead_moves_when_partner_has_only_a_higher_card() -> None:
    trick = (parse_card("DT"),)
    owner, partner, hidden = parse_hand("..AJ."), parse_hand(".Q8.K."), parse_hand(".KT9.987.")
    assert not can_claim_in_trick(trick, 0, owner, partner, hidden, 3, 2)
    assert can_claim_in_trick(trick, 0, owner, parse_hand(".Q83.."), hidden, 3, 2)
