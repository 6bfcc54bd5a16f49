"""One suit by brute force, written from the rules; shares no code with ``alphamu_dds.suit`` or the engine.

Every layout of the missing cards is a world of its own, every defender's card a move of its own. A plan is a
tuple with the tricks that it takes in each world; a node keeps the plans that no other plan equals or beats
in all worlds. Nothing is cut, nothing is valued with open cards.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

RANKS = "23456789TJQKA"
Cards = frozenset[int]
Plan = tuple[int, ...]
"""Tricks from here on in each world; NOT_HERE where the world is not possible."""
NOT_HERE = 99


class Brute:
    """The plans of two holdings that no other plan beats."""

    def __init__(self, north: str, south: str, west_vacant: int = 13, east_vacant: int = 13) -> None:
        self.north = frozenset(RANKS.index(letter) for letter in north)
        self.south = frozenset(RANKS.index(letter) for letter in south)
        missing = sorted(set(range(13)) - self.north - self.south)
        self.worlds: list[tuple[Cards, Cards]] = []
        self.chances: list[Fraction] = []
        places = west_vacant + east_vacant
        for size in range(len(missing) + 1):
            for west in combinations(missing, size):
                ways = comb(places - len(missing), west_vacant - size) if west_vacant >= size else 0
                if ways:
                    self.worlds.append((frozenset(west), frozenset(missing) - frozenset(west)))
                    self.chances.append(Fraction(ways, comb(places, west_vacant)))
        self._known: dict[object, frozenset[Plan]] = {}
        everywhere = frozenset(range(len(self.worlds)))
        self.plans = self._before_trick(self.north, self.south, frozenset(), everywhere)

    def best_chance(self, tricks: int) -> Fraction:
        """The best chance of ``tricks`` tricks."""
        return max(
            sum((p for p, n in zip(self.chances, plan, strict=True) if n >= tricks), Fraction(0))
            for plan in self.plans
        )

    def best_expectation(self) -> Fraction:
        """The most tricks that one plan takes on average."""
        return max(
            sum((p * n for p, n in zip(self.chances, plan, strict=True)), Fraction(0)) for plan in self.plans
        )

    def _before_trick(
        self, north: Cards, south: Cards, gone: Cards, possible: frozenset[int]
    ) -> frozenset[Plan]:
        key = (north, south, gone, possible)
        if key not in self._known:
            found: set[Plan] = set()
            for seat, hand in (("N", north), ("S", south)):
                for card in self._different(hand, gone):
                    found |= self._in_trick(north, south, gone, possible, seat, ((seat, card),))
            self._known[key] = _maximal(found)
        plans = self._known[key]
        if not plans:  # no card is left
            return frozenset([tuple(0 if w in possible else NOT_HERE for w in range(len(self.worlds)))])
        return plans

    def _in_trick(
        self,
        north: Cards,
        south: Cards,
        gone: Cards,
        possible: frozenset[int],
        leader: str,
        trick: tuple[tuple[str, int | None], ...],
    ) -> frozenset[Plan]:
        if len(trick) == 4:
            played = frozenset(card for _, card in trick if card is not None)
            winner = max(trick, key=lambda play: -1 if play[1] is None else play[1])[0]
            later = self._before_trick(north - played, south - played, gone | played, possible)
            won = int(winner in "NS")
            return frozenset(tuple(n if n == NOT_HERE else n + won for n in plan) for plan in later)
        seat = "NESW"[("NESW".index(leader) + len(trick)) % 4]
        if seat in "NS":
            hand = north if seat == "N" else south
            cards: list[int | None] = [*self._different(hand, gone)] or [None]
            found: set[Plan] = set()
            for card in cards:
                found |= self._in_trick(north, south, gone, possible, leader, (*trick, (seat, card)))
            return _maximal(found)
        used = gone | frozenset(card for _, card in trick if card is not None)
        replies: dict[int | None, set[int]] = {}
        for world in possible:
            held = self.worlds[world]["WE".index(seat)] - used
            for card in held or [None]:
                replies.setdefault(card, set()).add(world)
        plans: frozenset[Plan] = frozenset([(NOT_HERE,) * len(self.worlds)])
        for card, worlds in replies.items():
            after = self._in_trick(north, south, gone, frozenset(worlds), leader, (*trick, (seat, card)))
            plans = _maximal({tuple(map(min, a, b)) for a in plans for b in after})
        return plans

    def _different(self, hand: Cards, gone: Cards) -> list[int]:
        """One of several neighbours in a hand; cards that have gone in earlier tricks don't part them."""
        cards = []
        for card in sorted(hand):
            above = card + 1
            while above in gone:
                above += 1
            if above not in hand:
                cards.append(card)
        return cards


def _maximal(plans: set[Plan]) -> frozenset[Plan]:
    kept: list[Plan] = []
    for plan in sorted(plans, key=sum, reverse=True):
        if not any(all(a <= b for a, b in zip(plan, other, strict=True)) for other in kept):
            kept.append(plan)
    return frozenset(kept)
