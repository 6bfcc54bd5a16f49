"""Tricks that the side on lead can take at once, wherever the hidden cards lie.

A player would claim. The search need not ask the solver in such a position: one plan wins in every
world, however far it looks ahead. Only a lower bound is computed; what it misses, the solver finds.

A *winner* is a card higher than every hidden card of its suit. While winners are cashed the hidden cards
are taken as unchanged, so a winner stays one. When defenders still have trumps only trumps can be winners.
"""

from __future__ import annotations

from functools import lru_cache

from .cards import NOTRUMP, SUIT_BITS, Card, Holding


def can_claim(leader: Holding, partner: Holding, hidden: Holding, trump: int, tricks: int) -> bool:
    """Whether the hand on lead and its partner surely take the next ``tricks`` tricks in a row."""
    winners = (leader | partner) & high_cards(hidden, trump)
    if winners.bit_count() < tricks:
        return False
    most = 0
    for suit in range(4):
        ranks = SUIT_BITS << 16 * suit
        length = max((leader & ranks).bit_count(), (partner & ranks).bit_count())
        most += min(length, (winners & ranks).bit_count())
    return most >= tricks and _cash(leader, partner, winners, tricks)


def can_claim_in_trick(
    trick: tuple[Card, ...],
    position: int,
    owner: Holding,
    partner: Holding,
    hidden: Holding,
    trump: int,
    tricks: int,
) -> bool:
    """The same in the middle of a trick that the card at ``position`` wins, if it surely does.

    ``owner`` and ``partner`` are what the two hands of the claiming side still hold.
    """
    led = trick[0] >> 4
    card = trick[position]
    if card >> 4 != led or not high_cards(hidden, trump) >> card & 1:
        return False
    for other in trick:
        if (other >> 4 == led and other > card) or (other >> 4 == trump and led != trump):
            return False
    if owner.bit_count() < partner.bit_count():
        # Partner has still to play to this trick: low, but that may be high enough to win it instead.
        follows = _lowest(partner & SUIT_BITS << 16 * led)
        partner &= ~(follows or _lowest(partner))
        if follows > 1 << card:
            owner, partner = partner, owner
    return can_claim(owner, partner, hidden, trump, tricks - 1)


@lru_cache(maxsize=1 << 14)
def high_cards(hidden: Holding, trump: int) -> int:
    """The cards that no hidden card beats, wherever they are."""
    high = 0
    for suit in range(4):
        if trump not in (NOTRUMP, suit) and hidden & SUIT_BITS << 16 * trump:
            continue
        ranks = SUIT_BITS << 16 * suit
        against = hidden & ranks
        high |= ranks & ~((1 << against.bit_length()) - 1) if against else ranks
    return high


def _cash(leader: Holding, partner: Holding, winners: Holding, tricks: int) -> bool:
    """Whether ``tricks`` can be cashed, trying the ways to play each suit."""
    if (leader & winners).bit_count() >= tricks and not partner & winners:
        return True
    if tricks == 0:
        return True
    for suit in range(4):
        ranks = SUIT_BITS << 16 * suit
        mine = leader & ranks
        if not mine:
            continue
        his = partner & ranks
        for my_card in {_lowest(mine), _lowest(mine & winners)} - {0}:
            # Partner plays low, or wins the trick; whoever has the higher card of the suit leads next.
            answers = {_lowest(his), _lowest(his & winners)} - {0} if his else {_discard(partner, winners)}
            for his_card in answers:
                best = max(my_card, his_card) if his else my_card
                if not best & winners:
                    continue
                mine_left, his_left = leader & ~my_card, partner & ~his_card
                if best == my_card:
                    done = _cash(mine_left, his_left, winners, tricks - 1)
                else:
                    done = _cash(his_left, mine_left, winners, tricks - 1)
                if done:
                    return True
    return False


def _lowest(cards: Holding) -> Holding:
    return cards & -cards


def _discard(hand: Holding, winners: Holding) -> Holding:
    """A card to throw away: one that is no winner, if there is one."""
    return _lowest(hand & ~winners) or _lowest(hand)
