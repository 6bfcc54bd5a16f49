"""Cards, hands and numbers as bridge players write them."""

from __future__ import annotations

import re

from ..bridge.cards import RANKS, SUITS, Holding, cards_of
from ..engine.score import Weight

SYMBOLS = "♠♥♦♣"
STRAIN_NAMES = ("spades", "hearts", "diamonds", "clubs", "notrump")
_CARD = re.compile(r"\b([SHDC])(10|[AKQJT2-9])\b")
_BID = re.compile(r"\b([1-7])([SHDC])(X{0,2})\b")


def card_text(card: str) -> str:
    """A card with its suit symbol.

    >>> card_text("ST")
    '♠10'
    """
    return SYMBOLS[SUITS.index(card[0])] + card[1:].replace("T", "10")


def cards_text(cards: tuple[str, ...]) -> str:
    """Equal cards as one.

    >>> cards_text(("SQ", "SJ", "ST"))
    '♠Q/J/10'
    """
    return card_text(cards[0]) + "".join("/" + card_text(card)[1:] for card in cards[1:])


def contract_text(name: str) -> str:
    """A contract or bid with its suit symbol.

    >>> contract_text("4SX"), contract_text("3NT")
    ('4♠X', '3NT')
    """
    return _BID.sub(lambda bid: bid[1] + SYMBOLS[SUITS.index(bid[2])] + bid[3], name)


def with_symbols(text: str) -> str:
    """Cards and bids in a sentence with suit symbols.

    >>> with_symbols("West holds HK and ST, bid 2S")
    'West holds ♥K and ♠10, bid 2♠'
    """
    return contract_text(_CARD.sub(lambda card: card_text(card[1] + card[2].replace("10", "T")), text))


def printable(text: str) -> str:
    """Text from a file without what would upset a terminal or a page.

    >>> printable("a\\x1b[0m")
    'a?[0m'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def suit_text(holding: Holding, suit: int) -> str:
    """The cards of one suit, with spaces; a dash if there are none.

    >>> suit_text(0b111 << 9, 0)
    'J 10 9'
    """
    ranks = [RANKS[(card & 15) - 2].replace("T", "10") for card in cards_of(holding) if card >> 4 == suit]
    return " ".join(ranks) if ranks else "–"


def number_text(number: Weight) -> str:
    """A count, or a weight with as many digits as it deserves.

    >>> number_text(3), number_text(2.5)
    ('3', '2.5')
    """
    return f"{float(number):.6g}"


def percent(share: float) -> str:
    """A share with one decimal.

    >>> percent(0.7714)
    '77.1%'
    """
    return f"{100 * share:.1f}%"
