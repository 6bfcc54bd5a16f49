"""What the terminal can show."""

from __future__ import annotations

import sys

SYMBOLS = "♠♥♦♣"


def shows_symbols() -> bool:
    """Whether standard output has suit symbols in its encoding."""
    try:
        SYMBOLS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError, AttributeError):
        return False
    return True


def printable(text: str) -> str:
    """Text of a file without what would upset a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
