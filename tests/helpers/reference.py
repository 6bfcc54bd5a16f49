"""αμ on bridge written from the definition: no cuts, no table, its own perfect-information search.

Slow and plain on purpose. It shares nothing with the package: cards are strings, hands are frozensets,
fronts are sets of sets of world numbers. The engine must agree with it to the last world.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

ORDER = "23456789TJQKA"
Hands = tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]
Wins = frozenset[int]


@dataclass(frozen=True)
class Ending:
    """Worlds as dealt, and the public part of the position."""

    worlds: tuple[Hands, ...]
    strain: str
    leader: int
    trick: tuple[str, ...]
    declarer: int
    need: int

    def question(self) -> dict[str, Any]:
        """The ending as the arguments of ``solve_worlds``."""
        return {
            "worlds": self.layouts(),
            "strain": self.strain,
            "leader": "NESW"[self.leader],
            "need": self.need,
            "trick": self.trick,
            "declarer": "NESW"[self.declarer],
        }

    def layouts(self) -> list[str]:
        return ["N:" + " ".join(hand_as_text(hand) for hand in hands) for hands in self.worlds]


def hand_as_text(hand: frozenset[str]) -> str:
    return ".".join(
        "".join(sorted((c[1] for c in hand if c[0] == suit), key=ORDER.index, reverse=True))
        for suit in "SHDC"
    )


def hands_from_text(text: str) -> Hands:
    first, rest = text.split(":")
    hands: list[frozenset[str]] = [frozenset()] * 4
    for offset, hand in enumerate(rest.split()):
        cards = frozenset(s + r for s, ranks in zip("SHDC", hand.split("."), strict=True) for r in ranks)
        hands[("NESW".index(first) + offset) % 4] = cards
    return (hands[0], hands[1], hands[2], hands[3])


def legal(hand: frozenset[str], trick: tuple[str, ...]) -> list[str]:
    following = [card for card in hand if trick and card[0] == trick[0][0]]
    return sorted(following or hand)


def winner(trick: tuple[str, ...], strain: str) -> int:
    def strength(position: int) -> tuple[bool, bool, int]:
        card = trick[position]
        return card[0] == strain, card[0] == trick[0][0], ORDER.index(card[1])

    return max(range(4), key=strength)


def without(hands: Hands, seat: int, card: str) -> Hands:
    changed = list(hands)
    changed[seat] = hands[seat] - {card}
    return (changed[0], changed[1], changed[2], changed[3])


class Reference:
    """The definition, for one ending."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        self.side = ending.declarer % 2
        self.double_dummy = lru_cache(maxsize=None)(self._double_dummy)

    def fronts(self, max_moves: int) -> dict[str, set[Wins]]:
        """The front after each legal card of the side to move."""
        e = self.ending
        seat = (e.leader + len(e.trick)) % 4
        everything = frozenset(range(len(e.worlds)))
        cards = sorted({card for hands in e.worlds for card in legal(hands[seat], e.trick)})
        result = {}
        for card in cards:
            there = frozenset(w for w in everything if card in legal(e.worlds[w][seat], e.trick))
            left = max_moves - 1 if seat % 2 == self.side else max_moves
            result[card] = self._after(
                {w: e.worlds[w] for w in there}, e.leader, e.trick, e.need, seat, card, left
            )
        return result

    def root_front(self, max_moves: int) -> set[Wins]:
        e = self.ending
        return self._front(dict(enumerate(e.worlds)), e.leader, e.trick, e.need, max_moves)

    def _after(
        self,
        worlds: dict[int, Hands],
        leader: int,
        trick: tuple[str, ...],
        need: int,
        seat: int,
        card: str,
        moves: int,
    ) -> set[Wins]:
        worlds = {w: without(hands, seat, card) for w, hands in worlds.items()}
        leader, trick, need = self._next(leader, (*trick, card), need)
        return self._front(worlds, leader, trick, need, moves)

    def _next(self, leader: int, trick: tuple[str, ...], need: int) -> tuple[int, tuple[str, ...], int]:
        if len(trick) < 4:
            return leader, trick, need
        leader = (leader + winner(trick, self.ending.strain)) % 4
        return leader, (), need - (leader % 2 == self.side)

    def _front(
        self, worlds: dict[int, Hands], leader: int, trick: tuple[str, ...], need: int, moves: int
    ) -> set[Wins]:
        seat = (leader + len(trick)) % 4
        played_out = not any(any(hands) for hands in worlds.values())
        if moves == 0 or played_out:
            return {
                frozenset(w for w, hands in worlds.items() if self.double_dummy(hands, leader, trick, need))
            }
        if seat % 2 == self.side:
            some = next(iter(worlds.values()))
            union: set[Wins] = set()
            for card in legal(some[seat], trick):
                union |= self._after(worlds, leader, trick, need, seat, card, moves - 1)
            return _maximal(union)
        cards = sorted({card for hands in worlds.values() for card in legal(hands[seat], trick)})
        choices: set[Wins] = {frozenset(worlds)}
        for card in cards:
            there = {w: hands for w, hands in worlds.items() if card in legal(hands[seat], trick)}
            after = self._after(there, leader, trick, need, seat, card, moves)
            choices = _maximal({choice - (set(there) - won) for choice in choices for won in after})
        return choices

    def _double_dummy(self, hands: Hands, leader: int, trick: tuple[str, ...], need: int) -> bool:
        """Whether declarer's side takes ``need`` more tricks when all cards are open."""
        if need <= 0:
            return True
        seat = (leader + len(trick)) % 4
        if not hands[seat]:
            return False
        outcomes = (
            self.double_dummy(without(hands, seat, card), *self._next(leader, (*trick, card), need))
            for card in legal(hands[seat], trick)
        )
        return any(outcomes) if seat % 2 == self.side else all(outcomes)


def _maximal(vectors: set[Wins]) -> set[Wins]:
    return {v for v in vectors if not any(v < other for other in vectors)}


def random_ending(
    seed: int,
    cards: int,
    worlds: int,
    on_table: int | None = None,
    defender_to_play: bool | None = None,
) -> Ending:
    """A random ending; ``on_table`` cards have been played to the trick by their owners."""
    rng = random.Random(seed)
    strain = rng.choice("SHDCN")
    declarer = rng.randrange(4)
    on_table = rng.randrange(4) if on_table is None else on_table
    while True:
        leader = rng.randrange(4)
        to_play = (leader + on_table) % 4
        if defender_to_play is None or defender_to_play == (to_play % 2 != declarer % 2):
            break
    suits = rng.sample("SHDC", rng.choice([2, 2, 3, 4]))
    deck = [s + r for s in suits for r in ORDER[-max(8, -(-4 * cards // len(suits))) :]]
    while True:
        rng.shuffle(deck)
        hands = [frozenset(deck[i * cards : (i + 1) * cards]) for i in range(4)]
        trick: list[str] = []
        for offset in range(on_table):
            seat = (leader + offset) % 4
            card = rng.choice(legal(hands[seat], tuple(trick)))
            hands[seat] -= {card}
            trick.append(card)
        found = _redeal(rng, hands, leader, tuple(trick), declarer, worlds)
        if found:
            need = rng.randint(1, cards)
            return Ending(tuple(found), strain, leader, tuple(trick), declarer, need)


def contested_ending(
    seed: int, cards: int, worlds: int, on_table: int | None = None, defender_to_play: bool | None = None
) -> Ending:
    """A random ending that is won in some worlds and lost in others when all cards are open."""
    for attempt in range(10_000):
        ending = random_ending(seed * 10_000 + attempt, cards, worlds, on_table, defender_to_play)
        for need in range(1, cards + 1):
            candidate = replace(ending, need=need)
            reference = Reference(candidate)
            won = [
                reference.double_dummy(hands, ending.leader, ending.trick, need) for hands in ending.worlds
            ]
            if any(won) and not all(won):
                return candidate
    raise AssertionError("no contested ending found")


def _redeal(
    rng: random.Random,
    hands: Sequence[frozenset[str]],
    leader: int,
    trick: tuple[str, ...],
    declarer: int,
    count: int,
) -> list[Hands]:
    """Different layouts of the defenders' cards in which nobody has revoked; the given one is first."""
    west, east = (declarer + 1) % 4, (declarer + 3) % 4
    hidden = sorted(hands[west] | hands[east])
    found: list[Hands] = []
    for _ in range(count * 4):
        if len(found) == count:
            break
        layout = list(hands)
        if found:
            mine = frozenset(rng.sample(hidden, len(hands[west])))
            layout[west], layout[east] = mine, frozenset(hidden) - mine
        for offset, card in enumerate(trick):
            if card[0] != trick[0][0] and any(c[0] == trick[0][0] for c in layout[(leader + offset) % 4]):
                break
        else:
            full = (layout[0], layout[1], layout[2], layout[3])
            if full not in found:
                found.append(full)
    return found
