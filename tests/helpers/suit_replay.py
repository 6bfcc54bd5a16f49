"""Plays the plan of ``alphamu suit --json`` by its published meaning, against every defence.

Nothing of ``alphamu_dds.suit`` is used: the plan is read from JSON, cards are numbers, every layout is dealt.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

RANKS = "23456789TJQKA"
Cards = frozenset[int]
Hands = tuple[Cards, Cards, Cards, Cards]
"""North, East, South, West."""
NO_CARD = -2
SEATS = ("North", "East", "South", "West")


def cards(text: str) -> Cards:
    return frozenset(RANKS.index(letter) for letter in text if letter != "-")


def deals(north: str, south: str) -> list[Hands]:
    """Every layout of the missing cards."""
    missing = sorted(set(range(13)) - cards(north) - cards(south))
    return [
        (cards(north), frozenset(missing) - frozenset(west), cards(south), frozenset(west))
        for size in range(len(missing) + 1)
        for west in combinations(missing, size)
    ]


def results(document: dict[str, Any]) -> Iterator[tuple[str, Fraction, int]]:
    """West's cards, how likely they are, and the tricks that the plan takes then, for every layout."""
    west_vacant, east_vacant = document["west_vacant"], document["east_vacant"]
    for hands in deals(document["north"], document["south"]):
        room = west_vacant - len(hands[3])
        others = west_vacant + east_vacant - len(hands[1]) - len(hands[3])
        if 0 <= room <= others:
            chance = Fraction(comb(others, room), comb(west_vacant + east_vacant, west_vacant))
            yield "".join(RANKS[card] for card in hands[3]), chance, tricks_of(document["plan"], hands)


def worth(document: dict[str, Any]) -> Fraction:
    """The chance of the tricks wanted if the plan is played; without them, the average number of tricks."""
    wanted = document["tricks"]
    return sum(
        (chance * (taken if wanted is None else taken >= wanted) for _, chance, taken in results(document)),
        Fraction(0),
    )


def tricks_of(plan: dict[str, Any], hands: Hands) -> int:
    """The tricks that the plan takes in a layout against the best defence.

    Where the plan says nothing any more, or names a card that has gone, no further trick is counted.
    """
    if not hands[0] and not hands[2]:
        return 0
    seat = _leader(plan, hands)
    lead = max(hands[seat], default=NO_CARD) if "rest" in plan else _named(plan["lead"], hands[seat])
    if lead == NO_CARD:
        return 0
    table = {seat: lead}
    return min(
        _third(plan, _without(hands, seat, lead), seat, {**table, (seat + 1) % 4: second})
        for second in _defender(hands[(seat + 1) % 4])
    )


def _third(plan: dict[str, Any], hands: Hands, leader: int, table: dict[int, int]) -> int:
    second = table[(leader + 1) % 4]
    seat = (leader + 2) % 4
    hands = _without(hands, (leader + 1) % 4, second)
    third = _answer(plan, hands[seat], table[leader], second)
    if third == NO_CARD:
        return 0
    hands = _without(hands, seat, third)
    results = []
    for fourth in _defender(hands[(leader + 3) % 4]):
        left = _without(hands, (leader + 3) % 4, fourth)
        won = max(table[leader], third) > max(second, fourth)
        then = _then(plan, second, fourth)
        results.append(0 if then is None else won + tricks_of(then, left))
    return min(results)


def _leader(plan: dict[str, Any], hands: Hands) -> int:
    if "rest" not in plan:
        return SEATS.index(plan["hand"])
    north, south = hands[0], hands[2]
    missing = max(hands[1] | hands[3], default=-1)
    shorter, longer = (0, 2) if len(north) <= len(south) else (2, 0)
    if hands[shorter] and max(hands[shorter]) > missing:
        return shorter
    return shorter if max(hands[shorter], default=-1) > max(hands[longer], default=-1) else longer


def _answer(plan: dict[str, Any], hand: Cards, lead: int, second: int) -> int:
    """Third hand's card; -1 is a discard."""
    if not hand:
        return -1
    if "rest" in plan:
        return min(hand)
    for exception in plan["except"]:
        if second in cards(exception["second"]) or (second < 0 and exception["second"] == "-"):
            return _named(exception["third"], hand)
    card = _named(plan["third"], hand)
    if card == NO_CARD or plan["ducks"] or second < max(lead, card):
        return card
    return min((higher for higher in hand if higher > second), default=min(hand))


def _named(text: str, hand: Cards) -> int:
    if text == "lowest":
        return min(hand, default=NO_CARD)
    card = RANKS.index(text)
    return card if card in hand else NO_CARD


def _then(plan: dict[str, Any], second: int, fourth: int) -> dict[str, Any] | None:
    if "rest" in plan:
        return plan
    for case in plan["cases"]:
        for seen in case["seen"]:
            if _is(seen[0], second) and _is(seen[1], fourth):
                then: dict[str, Any] = case["then"]
                return then
    return None


def _is(group: str, card: int) -> bool:
    return card in cards(group) or (card < 0 and group == "-")


def _defender(hand: Cards) -> list[int]:
    return sorted(hand) or [-1]


def _without(hands: Hands, seat: int, card: int) -> Hands:
    after = list(hands)
    after[seat] = after[seat] - {card}
    return (after[0], after[1], after[2], after[3])
