"""Random legal boards: whatever a file can say about one, now and then.

``python -m tests.helpers.board_maker 10000`` prints so many as PBN, all played to the end.
"""

from __future__ import annotations

import random
import sys

from alphamu_dds.bridge.auction import Call, check_auction
from alphamu_dds.bridge.cards import STRAINS, Card, Holding, Seat, cards_of, next_seat
from alphamu_dds.bridge.play import follow, trick_winner
from alphamu_dds.bridge.replay import replay
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import VULNERABLE, Board, Hands, Tag
from alphamu_dds.formats.write_pbn import write_pbn

ALERTS = ["", "15-17", "Stayman: 4+ !H or !S", 'he said "strong"', "größer als 10; {nice}", "a=b & 100% [x]"]
PLAYERS = ["", "Müller", "O'Hara", "van der Å", "R2-D2", "王"]


def random_hands(rng: random.Random) -> list[Holding]:
    deck = [16 * suit + rank for suit in range(4) for rank in range(2, 15)]
    rng.shuffle(deck)
    return [Holding(sum(1 << card for card in deck[13 * i : 13 * i + 13])) for i in range(4)]


def play_out(
    rng: random.Random, hands: list[Holding], leader: Seat, trump: int, count: int = 52
) -> tuple[list[Card], list[Seat]]:
    """So many cards of a random legal play, and their owners."""
    left = list(hands)
    cards: list[Card] = []
    owners: list[Seat] = []
    trick: tuple[Card, ...] = ()
    for _ in range(count):
        seat = next_seat(leader, len(trick))
        card = rng.choice(cards_of(follow(left[seat], trick)))
        left[seat] &= ~(1 << card)
        trick += (card,)
        cards.append(card)
        owners.append(seat)
        if len(trick) == 4:
            leader = next_seat(leader, trick_winner(trick, trump))
            trick = ()
    return cards, owners


def random_auction(rng: random.Random, dealer: Seat) -> list[Call]:
    """A finished auction."""
    names = [
        "Pass",
        "Pass",
        "Pass",
        "X",
        "XX",
        *(f"{n}{s}" for n in range(1, 8) for s in ["C", "D", "H", "S", "NT"]),
    ]
    calls: list[Call] = []
    while not check_auction(dealer, calls).finished:
        name = rng.choice(names[: 5 + 5 * rng.randrange(1, 8)]) if rng.random() < 0.5 else "Pass"
        alert = rng.choice(ALERTS) if rng.random() < 0.15 else None
        try:
            check_auction(dealer, [*calls, Call(name)])
        except InputError:
            continue
        calls.append(Call(name, alert))
    return calls


def random_board(rng: random.Random, tags: bool = True) -> Board:
    """A legal board; without ``tags`` only what LIN can say."""
    dealer = Seat(rng.randrange(4))
    dealt = random_hands(rng)
    auction = random_auction(rng, dealer)
    contract = check_auction(dealer, auction).contract
    cards: list[Card] = []
    owners: list[Seat] = []
    result = None
    if contract is not None and contract.declarer is not None:
        leader, trump = next_seat(contract.declarer), STRAINS.index(contract.strain)
        cards, owners = play_out(rng, dealt, leader, trump, rng.choice([0, 1, 52, rng.randrange(53)]))
        won = replay(dealt, leader, trump, cards).won
        ours = won[contract.declarer % 2]
        if len(cards) == 52 or rng.random() < 0.7:
            result = ours + rng.randrange(14 - sum(won))
    hidden = rng.choice([set(), set(), {0, 1}, {1, 3}, {0, 1, 2, 3}, {0, 2, 3}])
    shown = [None if seat in hidden else hand for seat, hand in enumerate(dealt)]
    hands: Hands = (shown[0], shown[1], shown[2], shown[3])
    others = [Tag("Site", 'a "quoted" \\ place'), Tag("Room", "Open"), Tag("Date", "1999.12.31")]
    others.append(Tag("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R", ("N NT  6", "N  S 10")))
    return Board(
        hands=hands,
        dealer=dealer,
        vulnerable=rng.choice([*VULNERABLE, None]),
        auction=tuple(auction),
        contract=contract,
        passed_out=contract is None,
        play=tuple(cards),
        owners=tuple(owners),
        result=result,
        name=rng.choice(["1", "32", "1-1", "A 7", ""]),
        event=rng.choice(["", "Cup; {2024}", "Round % one", "#1"]),
        players=tuple(rng.choice(PLAYERS) for _ in range(4)),  # type: ignore[arg-type]
        tags=tuple(rng.sample(others, rng.randrange(5))) if tags else (),
    )


if __name__ == "__main__":
    generator = random.Random(1)
    left = int(sys.argv[1])
    while left:
        made = random_board(generator)
        if len(made.play) == 52:
            sys.stdout.write(write_pbn(made))
            left -= 1
