"""Hidden hands stay hidden: nothing behind a decision, or behind what a player is given, leads to them."""

from __future__ import annotations

import gc
import types
from collections.abc import Iterator

import alphamu_dds as am
from alphamu_dds.bridge.auction import Contract
from alphamu_dds.bridge.cards import SOUTH, WEST, Card, parse_layout
from alphamu_dds.bridge.replay import replay
from alphamu_dds.players.table import turn_of
from alphamu_dds.players.turn import Knowledge

TEXT = """[Board "4"]
[Dealer "S"]
[Deal "N:AQ52.K43.Q62.KJ5 T6.JT8.KT98.T763 KJ4.AQ5.J743.A92 9873.9762.A5.Q84"]
[Declarer "S"]
[Contract "3NT"]
[Play "W"]
S9 S2 S6 SJ
"""
LAYOUT = parse_layout("N:AQ52.K43.Q62.KJ5 T6.JT8.KT98.T763 KJ4.AQ5.J743.A92 9873.9762.A5.Q84")


def reachable(start: object) -> Iterator[object]:
    """Everything that can be reached from an object, but for code and what it holds."""
    seen: set[int] = set()
    waiting: list[object] = [start]
    code = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, code):
            continue
        seen.add(id(found))
        yield found
        waiting.extend(gc.get_referents(found))


def holdings(start: object) -> set[int]:
    """All numbers, so all hands, that can be reached."""
    return {found for found in reachable(start) if isinstance(found, int)}


def test_a_decision_leads_to_no_board_and_to_no_hidden_hand() -> None:
    (board,) = am.read_boards(TEXT)
    _, east, _, west = LAYOUT
    decision = am.solve(board, worlds=10, few=0, after=4)
    left = {(east & ~(1 << 6)), (west & ~(1 << 9))}
    drawn = {hand for layout in decision.position.layouts for hand in layout}
    assert not left & drawn, "the sample has the true hands: take another seed"
    assert not any(isinstance(found, am.Board) for found in reachable(decision))
    assert not {east, west, *left} & holdings(decision)
    # The test sees what is there: the hands that declarer does see are found.
    assert LAYOUT[0] in holdings(decision)
    assert any(isinstance(found, am.Board) for found in reachable([decision, board]))


def test_what_a_player_is_given_leads_to_no_hand_that_he_does_not_see() -> None:
    contract = Contract(3, "N", 0, SOUTH)
    cards = [Card(9), Card(2), Card(6), Card(11)]
    for played in range(5):
        play = replay(LAYOUT, WEST, 4, cards[:played])
        turn = turn_of(LAYOUT, contract, play, False, 1, Knowledge())
        seat = play.to_play
        seen = {0, 2} if seat in (0, 2) else {0, seat} if played else {seat}
        found = holdings(turn)
        for other, hand in enumerate(LAYOUT):
            assert (hand in found) == (other in seen), (played, other)
