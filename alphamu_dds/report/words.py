"""Cards, hands and numbers as bridge players write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..bridge.auction import Contract
from ..bridge.cards import RANKS, SUITS, Card, Holding
from ..engine.score import Weight

SYMBOLS = "♠♥♦♣"
STRAIN_NAMES = ("spades", "hearts", "diamonds", "clubs", "notrump")
_CARD = re.compile(r"\b([SHDC])(10|[AKQJT2-9])\b")
_BID = re.compile(r"\b([1-7])([SHDC])(X{0,2})\b")


def card_text(card: Card) -> str:
    """A card with its suit symbol.

    >>> card_text(10)
    '♠10'
    """
    return SYMBOLS[card >> 4] + rank_text(card)


def rank_text(card: Card) -> str:
    """The rank alone."""
    return RANKS[(card & 15) - 2].replace("T", "10")


def cards_text(cards: Sequence[Card]) -> str:
    """Equal cards as one.

    >>> cards_text((12, 11, 10))
    '♠Q/J/10'
    """
    return SYMBOLS[cards[0] >> 4] + "/".join(rank_text(card) for card in cards)


def bid_text(contract: Contract) -> str:
    """A contract as it was bid, with its suit symbol and what was done to it."""
    strain = "NT" if contract.strain == "N" else SYMBOLS[SUITS.index(contract.strain)]
    return f"{contract.level}{strain}{'X' * contract.risk}"


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
    return contract_text(
        _CARD.sub(lambda card: SYMBOLS[SUITS.index(card[1])] + card[2].replace("T", "10"), text)
    )


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
    found = [RANKS[rank - 2] for rank in range(14, 1, -1) if holding >> 16 * suit + rank & 1]
    return " ".join(found).replace("T", "10") if found else "–"


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
