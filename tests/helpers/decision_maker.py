"""Decisions for tests of what is shown: real ones, solved once, and invented ones of any size."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from pathlib import Path

import alphamu_dds as am
from alphamu_dds.bridge.cards import EAST, NORTH, SOUTH, WEST, Holding, cards_of, parse_layout
from alphamu_dds.bridge.position import Position
from alphamu_dds.engine.fronts import Mask
from alphamu_dds.formats.worlds_file import read_worlds_file
from alphamu_dds.solve.answer import CardResult, Decision, Stats
from alphamu_dds.solve.explain import explain

DATA = Path(__file__).resolve().parents[1] / "data"
DOCS = Path(__file__).resolve().parents[2] / "docs"
HOSTILE = '</title><script>alert(1)</script>" onload="x" $\\frac --all ♥'
BOARD = """[Board "NAME"]
[Dealer "W"]
[Deal "N:AQ52.K43.Q62.KJ5 T6.JT8.KT98.T763 KJ4.AQ5.J743.A92 9873.9762.A5.Q84"]
[Declarer "E"]
[Contract "2D"]
[Play "S"]
HA H2 H3 H8
S4
"""
"""East declares, and dummy is to play to a trick on the table."""


def with_reasons(decision: Decision, max_moves: int = 2) -> Decision:
    """The same decision, explained."""
    return replace(decision, why=explain(decision, max_moves))


@functools.cache
def two_finesses(every_card: bool = True) -> Decision:
    worlds = read_worlds_file(DATA / "two-finesses.pbn")
    return with_reasons(am.solve_worlds(worlds, "N", "S", 3, max_moves=3, every_card=every_card))


@functools.cache
def drawn() -> Decision:
    """With weights, assumptions, and a sample of the layouts."""
    decision = am.solve(str(DOCS / "read-the-auction.pbn"), worlds=30, max_moves=1, tricks=10)
    return with_reasons(decision, max_moves=1)


@functools.cache
def east_west() -> Decision:
    """A name that would do harm if it were not escaped, East as declarer, a card on the table."""
    (board,) = am.read_boards(BOARD.replace("NAME", "x"))
    decision = am.solve(replace(board, name=HOSTILE), worlds=20, max_moves=1, tricks=4)
    return with_reasons(decision, max_moves=1)


@functools.cache
def defence() -> Decision:
    """Before the opening lead."""
    return am.solve(BOARD.replace("NAME", "7").split("[Play", maxsplit=1)[0], worlds=10, max_moves=1)


def invented(
    worlds: int, vectors: int = 300, seed: int = 1, seen: str = "N:AKQJ.AKQ.AKQ.AKQ ... T98.JT9.JT9.JT98 ..."
) -> Decision:
    """A decision in which nothing hangs together: thirteen cards, and every cell a matter of chance."""
    random_ = random.Random(seed)
    north, _, south, _ = parse_layout(seen)
    hidden = [16 * suit + rank for suit in range(4) for rank in range(2, 15)]
    hidden = [card for card in hidden if not (north | south) >> card & 1]
    layouts = []
    for _ in range(worlds):
        random_.shuffle(hidden)
        east, west = (Holding(sum(1 << card for card in half)) for half in (hidden[:13], hidden[13:]))
        layouts.append((north, east, south, west))

    def vector(share: float) -> Mask:
        return sum(1 << world for world in range(worlds) if random_.random() < share)

    cards = []
    for place, card in enumerate(cards_of(south)):
        pimc = vector(0.7)
        plan = pimc & vector(0.7)
        is_exact = place < 5
        cards.append(
            CardResult(
                move=card,
                alike=(card,),
                wins=plan.bit_count(),
                mu=plan.bit_count() / worlds,
                possible=worlds,
                pimc_wins=pimc.bit_count(),
                bound="exact" if is_exact else "upper",
                worlds=worlds,
                legal=(1 << worlds) - 1,
                won=plan,
                won_open=pimc,
                vectors=tuple(vector(0.5) for _ in range(vectors)),
                layouts_won=plan.bit_count() if is_exact else None,
                layouts_possible=worlds,
                pimc_layouts_won=pimc.bit_count(),
            )
        )
    return Decision(
        wins=cards[0].wins,
        mu=cards[0].mu,
        cards=cards,
        stats=Stats(1, 1, 0, 0.0, 0.0, 2, False, 1),
        turn=SOUTH,
        declarer=SOUTH,
        hidden=(WEST, EAST),
        left=13,
        choosing=True,
        worlds=worlds,
        layouts_won=cards[0].won.bit_count(),
        total=worlds,
        complete=True,
        position=Position(tuple(layouts), 4, SOUTH, SOUTH, (), 9),
    )


def long_suits() -> Decision:
    """West and East are seen, and hold suits that need much room."""
    decision = invented(20, 5, seen="N:AKQJT9876543.2.. ... .AKQJT9876543..2 ...")
    layouts = tuple((e, s, w, n) for n, e, s, w in decision.position.layouts)
    position = replace(decision.position, layouts=layouts, viewer=EAST, leader=EAST)
    alike = tuple(card.move for card in decision.cards[:11])
    cards = [replace(decision.cards[0], alike=alike), *decision.cards[11:]]
    return replace(decision, cards=cards, position=position, turn=EAST, declarer=EAST, hidden=(NORTH, SOUTH))
