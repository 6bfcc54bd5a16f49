"""Boards for batches: contracts near what the cards are worth, played sensibly but for a slip now and then.

``python -m tests.helpers.batch_boards 100 [SEED]`` prints so many as PBN, every fifth without play. Those of
docs/batch.md and docs/performance.md are made by it, so what it prints for a seed must stay as it is.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from alphamu_dds.batch.review import double_dummy_tricks
from alphamu_dds.bridge.auction import Contract
from alphamu_dds.bridge.cards import EVERY_SEAT, STRAINS, Card, Holding, Seat, cards_of, next_seat
from alphamu_dds.bridge.packed import pack
from alphamu_dds.bridge.play import follow, trick_winner
from alphamu_dds.bridge.solver import DoubleDummy
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.write_pbn import write_pbn
from tests.helpers.board_maker import play_out, random_hands

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal")


def short_boards(number: int, seed: int = 1, cards: int = 10) -> list[Board]:
    """Boards with a few random cards of play, quick to look at; every fifth without play."""
    rng = random.Random(seed)
    found = []
    for place in range(1, number + 1):
        hands = random_hands(rng)
        contract = Contract(rng.randrange(1, 4), rng.choice(STRAINS), 0, Seat(rng.randrange(4)))
        found.append(_board(rng, hands, contract, place, 0 if place % 5 == 0 else cards))
    return found


def sensible_board(rng: random.Random, place: int, cards: int = 52, slips: float = 0.15) -> Board:
    """A board in about the best contract of a random strain, played with open eyes but for slips."""
    hands = random_hands(rng)
    declarer, strain = Seat(rng.randrange(4)), rng.choice(STRAINS)
    tricks = 0
    for seat in EVERY_SEAT:
        board = _board(rng, hands, Contract(1, strain, 0, seat), place, 0)
        found = double_dummy_tricks(board) or 0
        if found > tricks:
            tricks, declarer = found, seat
    level = max(1, min(7, tricks - 6 + rng.choice([0, 0, 0, 1])))
    contract = Contract(level, strain, 0, declarer)
    board = _board(rng, hands, contract, place, 0)
    return _played(rng, board, hands, cards, slips) if cards else board


def _board(rng: random.Random, hands: list[Holding], contract: Contract, place: int, cards: int) -> Board:
    declarer = contract.declarer
    assert declarer is not None
    played, owners = play_out(rng, hands, next_seat(declarer), STRAINS.index(contract.strain), cards)
    first = 4 * (place % 2)
    return Board(
        hands=(hands[0], hands[1], hands[2], hands[3]),
        dealer=declarer,
        vulnerable="None",
        contract=contract,
        play=tuple(played),
        owners=tuple(owners),
        name=str(place),
        players=(NAMES[first], NAMES[first + 1], NAMES[first + 2], NAMES[first + 3]),
    )


def _played(rng: random.Random, board: Board, hands: list[Holding], count: int, slips: float) -> Board:
    declarer, trump, contract = board.declarer, board.trump, board.contract
    assert declarer is not None
    assert trump is not None
    assert contract is not None
    solver = DoubleDummy(trump)
    left = list(hands)
    leader, trick, won = next_seat(declarer), (), 0
    cards: list[Card] = []
    owners: list[Seat] = []
    table: tuple[Card, ...] = trick
    while len(cards) < count:
        seat = next_seat(leader, len(table))
        legal = follow(left[seat], table)
        declaring = seat & 1 == declarer & 1
        tricks_left = 13 - len(cards) // 4
        need = contract.tricks - won
        target = need if declaring else tricks_left - need + 1
        good = 0
        if 0 < target <= tricks_left and rng.random() >= slips and tricks_left > 1:
            packed = [pack((left[0], left[1], left[2], left[3]))]
            mask = solver.winning_cards(packed, [0], leader, table, target, left[seat])[0]
            good = sum(1 << c for place, c in enumerate(cards_of(left[seat])) if mask >> place & 1)
        card = min(cards_of(good & legal or legal), key=lambda c: (c & 15, rng.random()))
        left[seat] &= ~(1 << card)
        cards.append(card)
        owners.append(seat)
        table += (card,)
        if len(table) == 4:
            leader = next_seat(leader, trick_winner(table, trump))
            won += leader & 1 == declarer & 1
            table = ()
    return Board(
        **{name: getattr(board, name) for name in ("hands", "dealer", "vulnerable", "name", "players")},
        contract=contract,
        play=tuple(cards),
        owners=tuple(owners),
        result=won if count == 52 else None,
    )


def sensible_boards(number: int, seed: int = 1) -> Iterator[Board]:
    """Sensible boards, every fifth without play."""
    rng = random.Random(seed)
    for place in range(1, number + 1):
        yield sensible_board(rng, place, 0 if place % 5 == 0 else 52)


def main() -> None:
    for board in sensible_boards(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        sys.stdout.write(write_pbn(board))


if __name__ == "__main__":
    main()
