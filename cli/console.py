"""What the terminal can show, and how an interrupted command ends."""

from __future__ import annotations

import sys

from alphamu_dds.report.words import SYMBOLS

THREADS_VARIABLE = "ALPHAMU_THREADS"
"""The environment variable that says for every command how many threads it uses."""
INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def shows_symbols() -> bool:
    """Whether standard output has suit symbols in its encoding."""
    try:
        SYMBOLS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError, AttributeError):
        return False
    return True
