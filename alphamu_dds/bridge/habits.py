"""Which card a defender plays among cards that do equally well: what is usual at the table.

To the solver an ace that is held up for nothing and a shift into dummy's long suit are as good as anything,
wherever they cost no trick that matters. A player follows low, covers an honour, wins what can be won
cheaply, leads from length or from a sequence and not into dummy's strength, and keeps the guards of honours.
All is judged from what he sees: his hand, dummy, and the cards that have been played.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import NOTRUMP, SUIT_BITS, Card, Holding, Seat, cards_of, next_seat, same_side
from .play import follow, trick_winner

TEN, JACK, QUEEN, ACE = 10, 11, 12, 14
GUARDS = 3
"""An honour that more cards beat is not guarded any more: a jack with three cards below is."""


@dataclass(frozen=True)
class Defender:
    """A defender to play, and what he sees."""

    seat: Seat
    hand: Holding
    dummy_seat: Seat
    dummy: Holding
    unseen: Holding
    """What declarer and partner still hold."""
    trump: int
    leader: Seat
    trick: tuple[Card, ...]

    def usual(self, among: Holding) -> Card:
        """The most usual of some cards, which are all legal."""
        return min(cards_of(among), key=lambda card: (*self._oddity(card), card & 15, card))

    def _oddity(self, card: Card) -> tuple[float, ...]:
        """The less, the more usual the card is."""
        if not self.trick:
            return self._lead(card)
        if card >> 4 == self.trick[0] >> 4:
            return (0.0 if card == self._follow() else 1.0,)
        if card >> 4 == self.trump:
            return (-1.0 if self._ruffs(card) else 100.0,)
        return self._discard(card)

    # Leading

    def _lead(self, card: Card) -> tuple[float, ...]:
        mine, dummys = self._suit(self.hand, card), self._suit(self.dummy, card)
        top, low = _top(mine), _lowest(mine)
        length = mine.bit_count()
        trumps = self.trump != NOTRUMP
        sequence = top & 15 >= TEN and self._next_below(top, mine)
        wins = top > max(_top(dummys), _top(self._suit(self.unseen, card)))
        # Dummy's high cards win, and his long suit grows; up to them is worse than through them.
        strong = sum(1 for found in cards_of(dummys) if found & 15 >= JACK)
        good = length - strong * (2 if self.dummy_seat == next_seat(self.seat, 3) else 1)
        good -= max(0, dummys.bit_count() - length) if strong else 0
        good -= 2 if strong > 1 and dummys.bit_count() > 3 else 0
        wanted = top if length == 2 and top & 15 <= JACK else low
        if sequence:
            good, wanted = good + 2, top
        elif top & 15 == ACE and not (trumps or length < 3):
            pass  # from a long suit with the ace a low one
        elif wins:
            good, wanted = good + (-1 if top & 15 == ACE else 1), top
        elif top & 15 > JACK:
            good -= 1  # away from an honour
        if (trumps and card >> 4 == self.trump) or (not dummys and self._can_ruff(self.dummy)):
            good -= 3
        return (-good, 0.0 if card == wanted else 1.0)

    # Following suit

    def _follow(self) -> Card:
        """The usual card of the suit that was led."""
        mine = cards_of(follow(self.hand, self.trick))
        low = mine[-1]
        winner = trick_winner(self.trick, self.trump)
        high = self.trick[winner]
        if high >> 4 != self.trick[0] >> 4:
            return low
        beating = [card for card in reversed(mine) if card > high]
        if not beating:
            return low
        partners = same_side(next_seat(self.leader, winner), self.seat)
        place = len(self.trick)
        if place == 3:
            return low if partners else beating[0]
        if place == 2:
            return self._third(low, beating, high, partners)
        return self._second(low, beating, high)

    def _second(self, low: Card, beating: list[Card], led: Card) -> Card:
        """Low, but an honour covers an honour, and an ace takes what dummy could ruff the next time."""
        dummys = self._suit(self.dummy, led)
        from_dummy = self.leader == self.dummy_seat
        top = beating[-1]
        wins = top > max(_top(dummys), _top(self._suit(self.unseen, led)))
        if from_dummy and wins and not dummys and self._can_ruff(self.dummy):
            return self._lowest_alike(top)
        single = dummys.bit_count() == 1 and (_top(dummys) & 15 >= JACK or self._can_ruff(self.dummy))
        if not from_dummy and wins and single:
            return self._lowest_alike(top)
        # An ace is for a king or a queen.
        honours = [card for card in beating if card & 15 >= JACK and (card & 15 < ACE or led & 15 >= QUEEN)]
        # Of touching honours in dummy the last one is covered.
        more = from_dummy and any(self._touching(led, card) for card in cards_of(dummys) if card < led)
        if led & 15 >= TEN and honours and not more:
            return honours[0]
        return low

    def _third(self, low: Card, beating: list[Card], high: Card, partners: bool) -> Card:
        """High, but no higher than needed against what is seen in dummy."""
        dummys = self._suit(self.dummy, high)
        if self.dummy_seat == next_seat(self.seat):
            against = _top(dummys)
            if partners and high > against:
                return low
            enough = [card for card in beating if card > against]
            # Where dummy has a better card than any of these, he is made to play it, if that takes no honour.
            return enough[0] if enough else low if partners or beating[0] & 15 >= JACK else beating[0]
        top = beating[-1]
        if partners and self._touching(high, top):
            return low
        if partners and high > _top(self._suit(self.unseen, high)):
            return low
        # Over dummy's honour the better one waits, if another is good enough.
        below = [card for card in beating if card & 15 >= TEN and card < _top(dummys) < top]
        return self._lowest_alike(below[-1] if below else top)

    # Without a card of the suit

    def _ruffs(self, card: Card) -> bool:
        """Whether a trump wins a trick that partner does not win without it."""
        winner = trick_winner(self.trick, self.trump)
        high = self.trick[winner]
        if high >> 4 == self.trump:
            if card < high:
                return False
            return not same_side(next_seat(self.leader, winner), self.seat)
        led_top = max(_top(self._suit(self.unseen, high)), _top(self._suit(self.dummy, high)))
        if same_side(next_seat(self.leader, winner), self.seat):
            return len(self.trick) == 2 and high < led_top
        # In second place nobody ruffs a card that partner may beat.
        return len(self.trick) != 1 or high > _top(self._suit(self.unseen, high))

    def _discard(self, card: Card) -> tuple[float, ...]:
        """From length, and not what guards an honour or holds dummy's long suit."""
        mine, dummys = self._suit(self.hand, card), self._suit(self.dummy, card)
        others = dummys | self._suit(self.unseen, card)
        length = mine.bit_count()
        cost = 0.0
        higher = (others >> _top(mine)).bit_count()
        if higher <= min(GUARDS, length - 1):
            # The guard of an honour, or the honour itself.
            worth = 1 + GUARDS - higher
            cost = worth * ((length - 1 <= higher) + (card == _top(mine)))
            cost += worth * (not others)
        if dummys.bit_count() > 1 and length == dummys.bit_count() and _top(mine) > _lowest(dummys):
            cost += 1  # as long as dummy
        return (cost, 0.0 if card == _lowest(mine) else 1.0, -float(length))

    # What is alike

    def _suit(self, cards: Holding, like: int) -> Holding:
        return cards & SUIT_BITS << (like & ~15)

    def _can_ruff(self, hand: Holding) -> bool:
        return self.trump != NOTRUMP and bool(self._suit(hand, self.trump << 4))

    def _touching(self, one: Card, other: Card) -> bool:
        """Whether nobody else has a card between the two."""
        low, high = min(one, other), max(one, other)
        between = (1 << high) - (1 << low + 1) if high > low else 0
        return not (self.unseen | self.dummy) & between

    def _next_below(self, card: Card, mine: Holding) -> bool:
        """Whether the hand holds a card that touches this one from below."""
        below = mine & (1 << card) - 1
        return bool(below) and self._touching(_top(below), card)

    def _lowest_alike(self, card: Card) -> Card:
        """The lowest of touching cards of the hand."""
        alike = [c for c in cards_of(self._suit(self.hand, card)) if c <= card and self._touching(c, card)]
        return alike[-1]


def _top(cards: Holding) -> Card:
    """The highest card of one suit; -1 if there is none."""
    return Card(cards.bit_length() - 1)


def _lowest(cards: Holding) -> Card:
    return Card((cards & -cards).bit_length() - 1)
