"""Questions about one deal with open cards, each asked in one place: tricks, contracts, the best cards."""

from __future__ import annotations

from .cards import Card, Holding, Seat, cards_of
from .packed import Packed
from .solver import DoubleDummy

Trick = tuple[Card, ...]


def is_beaten(solver: DoubleDummy, board: Packed, leader: Seat, trick: Trick, left: int, need: int) -> bool:
    """Whether the defenders, who are to play, keep declarer from ``need`` of the ``left`` tricks to come."""
    return bool(solver.winning_cards([board], [0], leader, trick, left - need + 1)[0])


def tricks_against(solver: DoubleDummy, board: Packed, leader: Seat, left: int) -> int:
    """The tricks that the other side wins, if ``leader`` is to lead."""
    low, high = 0, left
    while low < high:
        middle = (low + high + 1) // 2
        if is_beaten(solver, board, leader, (), left, middle):
            high = middle - 1
        else:
            low = middle
    return low


def best_cards(
    solver: DoubleDummy, board: Packed, leader: Seat, trick: Trick, hand: Holding, left: int, goal: int
) -> list[Card]:
    """The cards with which the side to play wins the most tricks; none if it wins no trick.

    Whether a number of tricks can be had is cheap to ask: it is asked for ``goal`` first, and from there up
    or down.
    """

    def winning(target: int) -> list[Card]:
        return winning_cards(solver, board, 0, leader, trick, hand, target)

    goal = min(max(goal, 1), left)
    found = winning(goal)
    if found:
        while goal < left and (more := winning(goal + 1)):
            found, goal = more, goal + 1
    else:
        while goal > 1 and not found:
            goal -= 1
            found = winning(goal)
    return found


def tricks_of_cards(
    solver: DoubleDummy,
    board: Packed,
    world: int,
    leader: Seat,
    trick: Trick,
    hand: Holding,
    legal: Holding,
    left: int,
    guess: int,
) -> dict[Card, int]:
    """The tricks that the side to play wins with each legal card.

    The solver says which cards win a number of tricks. From a guess it is asked upwards until none does,
    and downwards until all do.
    """

    def winning(target: int) -> list[Card]:
        return winning_cards(solver, board, world, leader, trick, hand, target)

    tricks = dict.fromkeys(cards_of(legal), 0)
    first = winning(guess)
    found, target = first, guess
    while found:
        tricks.update(dict.fromkeys(found, target))
        if target == left:
            break
        target += 1
        found = winning(target)
    found, target = first, guess
    while len(found) < len(tricks) and target > 1:
        target -= 1
        found = winning(target)
        for card in found:
            tricks[card] = max(tricks[card], target)
    return tricks


def winning_cards(
    solver: DoubleDummy, board: Packed, world: int, leader: Seat, trick: Trick, hand: Holding, target: int
) -> list[Card]:
    """The cards of a hand with which its side wins ``target`` tricks or more."""
    answer = solver.winning_cards([board], [world], leader, trick, target, hand)[0]
    return [card for place, card in enumerate(cards_of(hand)) if answer >> place & 1]
