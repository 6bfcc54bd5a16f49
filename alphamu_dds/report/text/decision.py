"""A decision as text for a terminal."""

from __future__ import annotations

import math
import re
import textwrap

from ...bridge.cards import SUITS
from ...solve.answer import Decision
from ...solve.setting import Setting
from ..rows import card_headings, card_rows, effort, heading, notes
from ..setting import ASSUMED, NOTHING_ASSUMED, setting_notes
from ..why import beaten_sentences, doubt_sentences, line_text, pimc_sentences, recommendation
from ..words import SYMBOLS, with_symbols
from .diagram import diagram
from .table import aligned

BAR = 20
WIDTH = 100
"""Sentences are wrapped at this column."""
_RED = "\x1b[31m"
_PLAIN = "\x1b[0m"
_RED_CARDS = re.compile(r"[♥♦](?: ?(?:10|[AKQJ2-9])(?=\b|/))*(?:/(?:10|[AKQJ2-9]))*")


def render(decision: Decision, ascii_only: bool = False, colour: bool = False) -> str:
    """What declarer sees, what was assumed, one line per card with the best first, and why."""
    parts = [[str(heading(decision))], diagram(decision)]
    if decision.setting is not None:
        parts.append(_setting_lines(decision.setting))
    parts += [_card_lines(decision), _summary_lines(decision)]
    text = "\n\n".join("\n".join(_wrapped(part)) for part in parts)
    if ascii_only:
        return as_ascii(text)
    return _RED_CARDS.sub(lambda found: f"{_RED}{found[0]}{_PLAIN}", text) if colour else text


def _wrapped(lines: list[str]) -> list[str]:
    """Sentences that are too long, on several lines; tables and diagrams are not."""
    found = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        wrap = textwrap.wrap(line, WIDTH, subsequent_indent=" " * (indent + 2 if indent else 0))
        found.extend(wrap if len(line) > WIDTH and "█" not in line else [line])
    return found


def as_ascii(text: str) -> str:
    """Text for a terminal that has letters only."""
    for symbol, letter in zip(SYMBOLS, SUITS, strict=True):
        text = text.replace(symbol, letter)
    for symbol, plain in (
        ("     αμ", "alphamu"),
        ("αμ", "alphamu"),
        ("█", "#"),
        ("–", "-"),
        ("≤", "<="),
        ("·", "-"),
        ("─", "-"),
        ("│", "|"),
    ):
        text = text.replace(symbol, plain)
    return re.sub("[┌┐└┘]", "+", text)


def _setting_lines(setting: Setting) -> list[str]:
    """What was assumed and from what, and how many layouts that left."""
    found = [[constraint.text, constraint.source] for constraint in setting.worlds.constraints]
    lines = aligned(found, lambda row, column: True, indent="  ")
    assumed = [f"{ASSUMED}:", *map(with_symbols, lines)] if lines else [NOTHING_ASSUMED]
    return [*assumed, *setting_notes(setting)]


def _card_lines(decision: Decision) -> list[str]:
    head = card_headings(decision)
    # As wide as cells may be, so that columns stand where they stood in the last answer.
    rows = [[head.name.ljust(5), head.share.rjust(7), head.sure, head.won.rjust(14), head.pimc.rjust(7), ""]]
    for row in card_rows(decision):
        rows.append([row.name, row.share, row.sure, row.won, row.pimc, _bar(row.card.mu)])
    if not head.sure:
        rows = [[*row[:2], *row[3:]] for row in rows]
    return aligned(rows, lambda row, column: column in (0, len(rows[0]) - 1), indent="  ")


def _bar(share: float) -> str:
    return "" if math.isnan(share) else "█" * round(BAR * share)


def _summary_lines(decision: Decision) -> list[str]:
    lines = [recommendation(decision)]
    why = decision.why
    if why is not None:
        lines += doubt_sentences(decision, why)
        lines += pimc_sentences(decision, why)
        lines += beaten_sentences(decision, why)
        expected = line_text(decision, why.line)
        lines += [expected] if expected else []
    return [*lines, *notes(decision), effort(decision)]
