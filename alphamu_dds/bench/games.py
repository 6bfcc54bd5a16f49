"""Games played out, to have positions as they occur at the table."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..bridge.cards import EAST, NO_CARDS, NOTRUMP, RANKS, SOUTH, WEST, Card, Holding, Layout, Seat, cards_of
from ..bridge.game import BridgeGame
from ..bridge.packed import pack
from ..bridge.play import follow
from ..bridge.position import Position
from ..bridge.solver import DoubleDummy
from ..bridge.tricks import tricks_against
from ..engine.root import pimc
from .redeal import redeal

CONTRACTS = ("contested", "makeable")


def decisions(cards: int, worlds: int, seed: int, contract: str = "contested") -> Iterator[Position]:
    """Every real decision of declarer's side in one random notrump game.

    ``cards`` are dealt to the four hands and West leads against South. A ``makeable`` contract is the
    highest that South makes with open cards; a ``contested`` one is as near as can be to being made in
    half of the layouts that South may imagine, with open cards. At each decision of South or North
    ``worlds`` different layouts are drawn, as far as there are so many. Declarer then plays PIMC's card,
    and the defenders, who see everything, the lowest card that beats the contract, if there is one. The
    game ends when the contract is decided. All of it follows from ``seed``.
    """
    rng = random.Random(seed)
    deck = [Card(16 * suit + rank) for suit in range(4) for rank in range(2, 2 + len(RANKS))]
    dealt = rng.sample(deck, cards)
    each = cards // 4
    hands = [sum((1 << card for card in dealt[i * each : (i + 1) * each]), NO_CARDS) for i in range(4)]
    solver = DoubleDummy(NOTRUMP)
    imagined = (
        _draw(rng, hands, {EAST: set(), WEST: set()}, 20) if contract == "contested" else [_layout(hands)]
    )
    tricks = sorted(tricks_against(solver, pack(layout), WEST, each) for layout in imagined)
    need = max(1, tricks[len(tricks) // 2])
    leader: Seat = WEST
    trick: tuple[Card, ...] = ()
    voids: dict[Seat, set[int]] = {EAST: set(), WEST: set()}
    while any(hands) and 0 < need <= max(hand.bit_count() for hand in hands):
        real = BridgeGame(Position((_layout(hands),), NOTRUMP, SOUTH, leader, trick, need), solver)
        state = real.root
        seat = state.to_play
        legal = follow(hands[seat], trick)
        if real.max_to_move(state):
            layouts = tuple(_draw(rng, hands, voids, worlds))
            position = Position(layouts, NOTRUMP, SOUTH, leader, trick, need)
            game = BridgeGame(position)
            if len(game.equal_cards(game.root)) > 1:
                yield position
                card = pimc(game).best
            else:
                card = cards_of(legal)[-1]
        else:
            beating = [c for c in cards_of(legal) if not real.evaluate(real.play(state, c), 1)]
            card = min(beating or cards_of(legal), key=lambda c: c & 15)
            if trick and card >> 4 != trick[0] >> 4:
                voids[seat].add(trick[0] >> 4)
        hands[seat] &= ~(1 << card)
        after = real.play(state, card)
        leader, trick, need = after.leader, after.trick, after.need


def _layout(hands: list[Holding]) -> Layout:
    return (hands[0], hands[1], hands[2], hands[3])


def _draw(rng: random.Random, hands: list[Holding], voids: dict[Seat, set[int]], worlds: int) -> list[Layout]:
    """Different layouts of the two hidden hands, drawn as declarer sees the play."""
    east, west = hands[EAST], hands[WEST]
    shown_out = (frozenset(voids[EAST]), frozenset(voids[WEST]))
    drawn: dict[Layout, None] = {}
    for _ in range(10 * worlds):
        if len(drawn) == worlds:
            break
        new_east, new_west = redeal(rng, east | west, (east.bit_count(), west.bit_count()), shown_out)
        drawn[hands[0], new_east, hands[2], new_west] = None
    return list(drawn)
