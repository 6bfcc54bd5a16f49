"""A defender's αμ written from the definition, on top of the plain reference for declarer's.

The defender sees his own hand and dummy's. In each world partner plays the lowest card that still beats the
contract with open cards, else his lowest; declarer and dummy see everything.
"""

from __future__ import annotations

import random

from tests.helpers.reference import (
    ORDER,
    Ending,
    Hands,
    Reference,
    Wins,
    _maximal,
    legal,
    random_ending,
    without,
)


def in_order(card: str) -> tuple[int, int]:
    return ORDER.index(card[1]), "SHDC".index(card[0])


class DefenceReference(Reference):
    """``ending.declarer`` is the defender who looks ahead, ``ending.need`` what the defenders want."""

    def fronts(self, max_moves: int) -> dict[str, set[Wins]]:
        e = self.ending
        me = e.declarer
        cards = legal(e.worlds[0][me], e.trick)
        return {
            card: self._after(dict(enumerate(e.worlds)), e.leader, e.trick, e.need, me, card, max_moves - 1)
            for card in cards
        }

    def _front(
        self, worlds: dict[int, Hands], leader: int, trick: tuple[str, ...], need: int, moves: int
    ) -> set[Wins]:
        seat = (leader + len(trick)) % 4
        played_out = not any(any(hands) for hands in worlds.values())
        if moves == 0 or played_out:
            return {
                frozenset(w for w, hands in worlds.items() if self.double_dummy(hands, leader, trick, need))
            }
        me = self.ending.declarer
        if seat == me:
            some = next(iter(worlds.values()))
            union: set[Wins] = set()
            for card in legal(some[seat], trick):
                union |= self._after(worlds, leader, trick, need, seat, card, moves - 1)
            return _maximal(union)
        if seat == (me + 2) % 4:
            choice = {w: self._partners_card(hands, seat, leader, trick, need) for w, hands in worlds.items()}
            legal_there = {card: {w for w in worlds if choice[w] == card} for card in set(choice.values())}
        else:
            cards = {card for hands in worlds.values() for card in legal(hands[seat], trick)}
            legal_there = {
                card: {w for w, hands in worlds.items() if card in legal(hands[seat], trick)}
                for card in cards
            }
        choices: set[Wins] = {frozenset(worlds)}
        for card, there in sorted(legal_there.items()):
            after = self._after({w: worlds[w] for w in there}, leader, trick, need, seat, card, moves)
            choices = _maximal({choice_ - (there - won) for choice_ in choices for won in after})
        return choices

    def _partners_card(self, hands: Hands, seat: int, leader: int, trick: tuple[str, ...], need: int) -> str:
        cards = sorted(legal(hands[seat], trick), key=in_order)
        for card in cards:
            if self.double_dummy(without(hands, seat, card), *self._next(leader, (*trick, card), need)):
                return card
        return cards[0]


def defenders_ending(seed: int, cards: int, worlds: int) -> Ending:
    """A random ending in which a defender is to play; partner's and declarer's cards differ in the worlds."""
    rng = random.Random(seed)
    while True:
        real = random_ending(rng.randrange(1 << 30), cards, 1)
        me = (real.leader + len(real.trick)) % 4
        declarer = (me + rng.choice((1, 3))) % 4
        partner = (me + 2) % 4
        hands = real.worlds[0]
        hidden = sorted(hands[declarer] | hands[partner])
        found: list[Hands] = [hands]
        for _ in range(8 * worlds):
            if len(found) == worlds:
                break
            theirs = frozenset(rng.sample(hidden, len(hands[declarer])))
            layout = list(hands)
            layout[declarer], layout[partner] = theirs, frozenset(hidden) - theirs
            candidate = (layout[0], layout[1], layout[2], layout[3])
            revoked = any(
                card[0] != real.trick[0][0] and any(held[0] == real.trick[0][0] for held in candidate[seat])
                for card, seat in zip(
                    real.trick, [(real.leader + place) % 4 for place in range(4)], strict=False
                )
            )
            if candidate not in found and not revoked:
                found.append(candidate)
        for need in range(1, cards + 1):
            ending = Ending(tuple(found), real.strain, real.leader, real.trick, me, need)
            reference = DefenceReference(ending)
            won = [reference.double_dummy(h, ending.leader, ending.trick, need) for h in found]
            if any(won) and not all(won):
                return ending
