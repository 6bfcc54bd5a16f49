"""A defender's search, compared with the definition."""

from __future__ import annotations

import importlib
import itertools
from typing import Any

import pytest

from alphamu_dds.bridge.cards import STRAINS, Seat, card_name, parse_card, parse_layout
from alphamu_dds.bridge.defence import DefenceGame, by_rank, lowest
from alphamu_dds.bridge.position import Position
from alphamu_dds.engine.fronts import worlds_of
from alphamu_dds.engine.options import Limits, Options, Want
from alphamu_dds.engine.root import search
from tests.helpers.mutants import mutant
from tests.helpers.reference import Ending, Wins
from tests.helpers.reference_defence import DefenceReference, defenders_ending

PAPER = ("useful_worlds", "empty_entry", "alpha_cut", "world_cuts", "cut_on_win", "early_cut", "table")


def game_of(ending: Ending) -> DefenceGame:
    """The game as the package has it now, which may be a mutant."""
    layouts = tuple(parse_layout(text) for text in ending.layouts())
    trick = tuple(parse_card(card) for card in ending.trick)
    trump = STRAINS.index(ending.strain)
    defence: Any = importlib.import_module("alphamu_dds.bridge.defence")
    return defence.DefenceGame(  # type: ignore[no-any-return]
        Position(layouts, trump, Seat(ending.declarer), Seat(ending.leader), trick, ending.need)
    )


def fronts(ending: Ending, max_moves: int, options: Options | None = None) -> dict[str, set[Wins]]:
    """Every card's front; equal cards have that of the card which represents them."""
    game = game_of(ending)
    result = search(game, Limits(max_moves), options, want=Want.FRONTS)
    by_card = {record.move: {frozenset(worlds_of(v)) for v in record.upper} for record in result.moves}
    return {
        card_name(card): by_card[representative]
        for representative, equals in game.equal_cards(game.root).items()
        for card in equals
    }


@pytest.mark.parametrize("block", range(10))
def test_every_front_of_a_defender_is_that_of_the_definition(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        cards = 3 + seed % 2
        ending = defenders_ending(seed, cards, 5 if cards == 3 else 4)
        reference = DefenceReference(ending)
        for max_moves in (1, 2, cards):
            wanted = reference.fronts(max_moves)
            assert fronts(ending, max_moves) == wanted, (seed, max_moves)
            # Every state is asked about on its own, also those at which partner is to play.
            one_by_one = Options(bulk_leaves=False, inherit_values=False)
            assert fronts(ending, max_moves, one_by_one) == wanted, (seed, max_moves)


def test_no_switch_changes_what_a_defender_can_be_sure_of() -> None:
    for seed in (0, 40, 41, 82):  # endings in which looking ahead matters
        ending = defenders_ending(seed, 4, 8)
        best = max(len(wins) for front in DefenceReference(ending).fronts(3).values() for wins in front)
        for switches in itertools.product((True, False), repeat=len(PAPER)):
            options = Options(**dict(zip(PAPER, switches, strict=True)))
            assert search(game_of(ending), Limits(3), options).score == best, (seed, options)


@pytest.mark.parametrize("seed", [0, 40, 41, 82, 117, 135, 164, 181, 182, 229, 265, 271, 290, 318, 319, 349])
def test_where_looking_further_ahead_matters_the_fronts_are_those_of_the_definition(seed: int) -> None:
    """It matters in one random ending of thirty: these were picked because it does."""
    ending = defenders_ending(seed, 4, 8)
    reference = DefenceReference(ending)
    assert reference.fronts(1) != reference.fronts(4)
    for max_moves in (1, 2, 3, 4):
        assert fronts(ending, max_moves) == reference.fronts(max_moves), max_moves


TRAPS = {
    "partner plays against us": ("bridge.defence", "if seat != self._me ^ 2:", "if seat is not None:"),
    "partner plays his highest card": ("bridge.defence", "lowest(winning or legal)", "max(winning or legal)"),
    "partner does not think": ("bridge.defence", "lowest(winning or legal)", "lowest(legal)"),
    "a defender claims as if he saw partner's hand": ("bridge.defence", "claims=False", "claims=True"),
    "a leaf at partner's turn is valued for the other side": (
        "bridge.game",
        "max_side = state.to_play & 1 == self.max_side",
        "max_side = self.max_to_move(state)",
    ),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_mistake_in_a_defenders_game_is_noticed(trap: str) -> None:
    module, right, wrong = TRAPS[trap]
    seeds = (0, 40, 41, 82, 117, 135)
    with mutant(module, (right, wrong)):
        for seed in seeds:
            ending = defenders_ending(seed, 4, 8)
            for options in (Options(), Options(bulk_leaves=False, inherit_values=False)):
                if fronts(ending, 3, options) != DefenceReference(ending).fronts(3):
                    return
    raise AssertionError(f"nobody notices that {trap}")


def test_the_lowest_card_is_by_rank_and_then_by_suit() -> None:
    cards = [parse_card(text) for text in ("SA", "H3", "D3", "S4")]
    assert card_name(lowest(cards)) == "H3"
    assert [card_name(card) for card in sorted(cards, key=by_rank)] == ["H3", "D3", "S4", "SA"]
