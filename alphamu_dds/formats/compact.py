"""Hands, calls and cards written without a space between them, as in LIN and in links."""

from __future__ import annotations

import re

from ..bridge.auction import Call, parse_call
from ..bridge.cards import RANKS, SUITS, Card, Holding, card_name, cards_of, parse_card
from ..errors import InputError
from .check import MOST_CALLS, shortened

_RANK_OF = {letter: number for number, letter in enumerate(RANKS, 2)}
_CALL = re.compile(
    r"\s*([1-7](?:NT?|[SHDC♠♥♦♣])|PASS|P|DBLE?|DOUBLE|D|XX|X|RE?DBL|REDOUBLE|R|-)\s*(!?)\s*(?:\(([^()]*)\))?\s*",
    re.IGNORECASE,
)
_CARD = re.compile(r"\s*([SHDC♠♥♦♣](?:10|[2-9TJQKA]))\s*", re.IGNORECASE)
_SYMBOLS = str.maketrans("♠♥♦♣", SUITS)


def parse_suits(text: str) -> Holding | None:
    """A hand as suits and ranks in any order; None if there is no card, so that it is hidden.

    >>> parse_suits("SAKHQJD10C") == parse_suits("cdthjqska")
    True
    """
    holding = 0
    suit: int | None = None
    for letter in text.translate(_SYMBOLS).upper().replace("10", "T"):
        if letter in SUITS:
            suit = SUITS.index(letter)
        elif letter in _RANK_OF and suit is not None:
            bit = 1 << 16 * suit + _RANK_OF[letter]
            if holding & bit:
                raise InputError(f"{SUITS[suit] + letter} stands twice in the hand {shortened(text)!r}")
            holding |= bit
        elif not letter.isspace() and letter not in "-.":
            raise InputError(f"{letter!r} is not a card in the hand {shortened(text)!r}")
    return holding or None


def suits_text(holding: Holding) -> str:
    """A hand as in LIN.

    >>> suits_text(parse_suits("ST9HAD2"))
    'ST9HAD2C'
    """
    suits = list(SUITS)
    for card in cards_of(holding):
        suits[card >> 4] += card_name(card)[1]
    return "".join(suits)


def parse_calls(text: str) -> list[Call]:
    """Calls one after the other; ``!`` and an explanation in parentheses after an alerted one.

    >>> [(call.name, call.alert) for call in parse_calls("1n(15-17)p2c!pp")]
    [('1NT', '15-17'), ('Pass', None), ('2C', ''), ('Pass', None), ('Pass', None)]
    """
    calls: list[Call] = []
    position = 0
    while position < len(text) and len(calls) < MOST_CALLS:
        found = _CALL.match(text, position)
        if found is None:
            raise InputError(f"a call is like 1S, 3N, p, d or r: {shortened(text[position:], 20)!r}")
        alert = found[3] if found[3] is not None else "" if found[2] else None
        calls.append(parse_call(found[1], alert))
        position = found.end()
    return calls


def parse_cards(text: str) -> list[Card]:
    """Cards one after the other; more than a deck are not read."""
    cards: list[Card] = []
    position = 0
    while position < len(text) and len(cards) <= 52:
        found = _CARD.match(text, position)
        if found is None:
            raise InputError(
                f"a card is a suit and a rank, like SA or H7: {shortened(text[position:], 20)!r}"
            )
        cards.append(parse_card(found[1].translate(_SYMBOLS)))
        position = found.end()
    return cards
