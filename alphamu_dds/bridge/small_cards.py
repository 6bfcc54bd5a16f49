"""``x`` in a layout: a card that is too small to be named, as in ``Kx``.

Which card it is follows from the rest: the deal lacks it. Some programs write the two of a suit so in the
hands that nobody sees.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import InputError
from .cards import NORTH, RANKS, SEATS, SUITS, Card, Seat, card_name, next_seat, parse_seat, places_from

_SUIT_NAMES = ("spade", "heart", "diamond", "club")


def name_small_cards(worlds: Sequence[str], trick: Sequence[Card], leader: Seat = NORTH) -> list[str]:
    """The same worlds with a rank for each ``x``: the lowest of its suit that is missing, then the next.

    Missing is what is in no hand and not on the table; but where hands still contain what their owners have
    played to the trick that ``leader`` led, an ``x`` can be that card. All worlds share one deck, so a card
    that another world names comes first. A text that is no layout stays as it is: whoever reads it complains.

    >>> name_small_cards(["N:A... K... x... x..."], [])
    ['N:A... K... 2... 3...']
    >>> name_small_cards(["N:A... K... x... Q...", "N:A... K... 5... Q..."], [])
    ['N:A... K... 5... Q...', 'N:A... K... 5... Q...']
    """
    result = list(worlds)
    written = {number: _suits(text) for number, text in enumerate(worlds)}
    if not any("X" in ranks for hands in written.values() for hand in hands for ranks in hand):
        return result
    for number, hands in written.items():
        _name_played(hands, worlds[number], trick, leader)
    for suit in range(4):
        gone = {card_name(card)[1] for card in trick if card >> 4 == suit}
        held = {number: "".join(hand[suit] for hand in hands) for number, hands in written.items()}
        named = set("".join(held.values()))
        for number, ranks in held.items():
            count = ranks.count("X")
            missing = [rank for rank in RANKS if rank not in gone and rank not in ranks]
            chosen = sorted(missing, key=lambda rank: rank not in named)[:count]
            if len(chosen) < count:
                cards = f"{_SUIT_NAMES[suit]}{'s are' if count > 1 else ' is'}"
                raise InputError(
                    f"world {number + 1}: {count} {cards} written as x but {len(chosen)} can be missing: "
                    f"{worlds[number]!r}"
                )
            names = iter(sorted(chosen, key=RANKS.index))
            for hand in written[number]:
                hand[suit] = "".join(next(names) if rank == "X" else rank for rank in hand[suit])
    for number, hands in written.items():
        if hands:
            first = worlds[number].partition(":")[0]
            result[number] = f"{first}:{' '.join('.'.join(hand) for hand in hands)}"
    return result


def _name_played(hands: list[list[str]], text: str, trick: Sequence[Card], leader: Seat) -> None:
    """Name the card that a hand has played but still contains, if it is written as x."""
    first = text.strip()[:1].upper() if isinstance(text, str) else ""
    if not hands or first not in SEATS:
        return
    lengths = [sum(map(len, hand)) for hand in hands]
    for offset, card in enumerate(trick):
        place = places_from(parse_seat(first), next_seat(leader, offset))
        suit, rank = card >> 4, card_name(card)[1]
        if lengths[place] == max(lengths) and rank not in hands[place][suit]:
            hands[place][suit] = hands[place][suit].replace("X", rank, 1)


def _suits(text: str) -> list[list[str]]:
    """The suits of each hand as they are written, or nothing if they are not four times four."""
    rest = text.partition(":")[2] if isinstance(text, str) else ""
    hands = [hand.split(".") for hand in rest.upper().replace("10", "T").split()]
    return hands if len(hands) == len(SUITS) and all(len(hand) == len(SUITS) for hand in hands) else []
