"""Hands, calls, cards and claims as LIN and links write them: without a space between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..bridge.auction import Call, parse_call
from ..bridge.cards import NO_CARDS, RANKS, SUITS, Card, Holding, card_name, cards_of, parse_card
from ..errors import InputError
from .check import MOST_CALLS, shortened

_RANK_OF = {letter: number for number, letter in enumerate(RANKS, 2)}
_CALL = re.compile(
    r"\s*([1-7](?:NT?|[SHDC♠♥♦♣])|PASS|P|DBLE?|DOUBLE|D|XX|X|RE?DBL|REDOUBLE|R)\s*(!?)\s*(?:\(([^()]*)\))?\s*",
    re.IGNORECASE,
)
_CARD = re.compile(r"\s*([SHDC♠♥♦♣](?:10|[2-9TJQKA]))\s*", re.IGNORECASE)
_SYMBOLS = str.maketrans("♠♥♦♣", SUITS)
_TRICKS = re.compile(r"[0-9]{1,2}")


def parse_suits(text: str) -> Holding | None:
    """A hand as suits and ranks in any order; None if there is no card, so that it is hidden.

    >>> parse_suits("SAKHQJD10C") == parse_suits("cdthjqska")
    True
    """
    holding = NO_CARDS
    suit: int | None = None
    for letter in text.translate(_SYMBOLS).upper().replace("10", "T"):
        if letter in SUITS:
            suit = SUITS.index(letter)
        elif letter in _RANK_OF and suit is not None:
            bit = 1 << Card(16 * suit + _RANK_OF[letter])
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


def parse_calls(text: str) -> Iterator[Call]:
    """Calls one after the other; ``!`` and an explanation in parentheses after an alerted one.

    Those before one that cannot be read are given, then comes the ``InputError``.

    >>> [(call.name, call.alert) for call in parse_calls("1n(15-17)p2c!pp")]
    [('1NT', '15-17'), ('Pass', None), ('2C', ''), ('Pass', None), ('Pass', None)]
    """
    position = count = 0
    while position < len(text) and count < MOST_CALLS:
        found = _CALL.match(text, position)
        if found is None:
            if text[position:].lstrip().startswith("-"):
                raise InputError(f"somebody's call is missing: {shortened(text[position:], 20)!r}")
            raise InputError(f"a call is like 1S, 3N, p, d or r: {shortened(text[position:], 20)!r}")
        alert = found[3].strip() if found[3] is not None else "" if found[2] else None
        yield parse_call(found[1], alert)
        position = found.end()
        count += 1


def parse_cards(text: str) -> Iterator[Card]:
    """Cards one after the other; more than a deck are not read.

    Those before one that cannot be read are given, then comes the ``InputError``.
    """
    position = count = 0
    while position < len(text) and count <= 52:
        found = _CARD.match(text, position)
        if found is None:
            raise InputError(
                f"a card is a suit and a rank, like SA or H7: {shortened(text[position:], 20)!r}"
            )
        yield parse_card(found[1].translate(_SYMBOLS))
        position = found.end()
        count += 1


def parse_claim(text: str) -> int:
    """The tricks of declarer's side that a claim names.

    >>> parse_claim("9")
    9
    """
    # Digits are counted before they become a number, because Python refuses very long ones.
    if not _TRICKS.fullmatch(text) or int(text) > 13:
        raise InputError(f"a claim is a number of tricks from 0 to 13: {shortened(text)!r}")
    return int(text)
