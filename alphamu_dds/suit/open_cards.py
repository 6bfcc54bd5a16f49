"""One suit with open cards: can declarer take so many tricks if everybody sees everything?

Before each trick declarer chooses the hand that leads. Only the order of the cards counts, so answers are
remembered by relative ranks: who holds the highest card, the second highest and so on.
"""

from __future__ import annotations

from .holdings import Ranks, highest, runs


def sure_tricks(north: Ranks, south: Ranks, missing: Ranks) -> int:
    """The tricks that declarer can cash from the top, wherever the missing cards lie.

    With a and b winners in two hands and free entries a + b tricks can be cashed, but no more than the longer
    hand has cards: whoever is not winning a trick can always be made to follow with another card.
    """
    top = missing.bit_length()
    winners = (north >> top).bit_count() + (south >> top).bit_count()
    return min(winners, max(north.bit_count(), south.bit_count()))


class OpenSuit:
    """Answers for open cards, remembered."""

    def __init__(self) -> None:
        self._bounds: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def reaches(self, north: Ranks, south: Ranks, west: Ranks, east: Ranks, need: int) -> bool:
        """Whether declarer takes ``need`` more tricks, before a trick."""
        left = max(north.bit_count(), south.bit_count())
        if need <= 0:
            return True
        if need > left:
            return False
        missing = west | east
        if sure_tricks(north, south, missing) >= need:
            return True
        # The defenders can arrange their winners in the same way, as long as tricks are played.
        if left - min(left, sure_tricks(west, east, north | south)) < need:
            return False
        key = _relative(north, south, west, east)
        low, high = self._bounds.get(key, (0, left))
        if need <= low:
            return True
        if need > high:
            return False
        found = self._search(*key, need)
        low, high = self._bounds.get(key, (0, left))
        self._bounds[key] = (max(low, need), high) if found else (low, min(high, need - 1))
        return found

    def _search(self, north: Ranks, south: Ranks, west: Ranks, east: Ranks, need: int) -> bool:
        for leader, hand in ((0, north), (2, south)):
            for run in runs(hand, west | east):
                card = highest(run)
                hands = [north, east, south, west]
                hands[leader] ^= card
                if self.in_trick(hands[0], hands[2], hands[3], hands[1], leader, 1, card, True, need):
                    return True
        return False

    def in_trick(
        self,
        north: Ranks,
        south: Ranks,
        west: Ranks,
        east: Ranks,
        leader: int,
        played: int,
        best: Ranks,
        ours: bool,
        need: int,
    ) -> bool:
        """The same in a trick of ``played`` cards; ``best`` lies highest, and is declarer's if ``ours``."""
        if played == 4:
            return self.reaches(north, south, west, east, need - ours)
        seat = (leader + played) & 3
        declaring = not seat & 1
        hand = (north, east, south, west)[seat]
        if not hand:
            return self.in_trick(north, south, west, east, leader, played + 1, best, ours, need)
        # Cards of one's own side do not separate cards: entries are free, so it is all one who wins.
        # If the other side's card on the table does, the higher one takes the trick, and is never worse.
        others = west | east if declaring else north | south
        # Declarer tries high cards first, the defenders low ones.
        for run in runs(hand, others) if declaring else reversed(runs(hand, others)):
            card = highest(run)
            wins = card > best
            found = self.in_trick(
                north & ~card,
                south & ~card,
                west & ~card,
                east & ~card,
                leader,
                played + 1,
                card if wins else best,
                declaring if wins else ours,
                need,
            )
            if found == declaring:
                return found
        return not declaring


def _relative(north: Ranks, south: Ranks, west: Ranks, east: Ranks) -> tuple[int, int, int, int]:
    """The same cards with the ranks closed up."""
    hands = [north, south, west, east]
    closed = [0, 0, 0, 0]
    present = north | south | west | east
    bit = 1
    while present:
        card = present & -present
        present ^= card
        for number, hand in enumerate(hands):
            if hand & card:
                closed[number] |= bit
        bit <<= 1
    return closed[0], closed[1], closed[2], closed[3]
