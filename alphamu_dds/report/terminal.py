"""A decision as text for a terminal."""

from __future__ import annotations

import math
import re
import textwrap

from ..bridge.cards import SEAT_NAMES, SUITS
from ..studies.decision import CardResult, Decision
from ..studies.explain import Explanation, interval_of, is_sample, weights_of
from .diagram import diagram
from .setting import setting_lines
from .why import (
    beaten_sentences,
    doubt_sentences,
    groups,
    line_text,
    pimc_sentences,
    recommendation,
    won_text,
)
from .words import STRAIN_NAMES, SYMBOLS, cards_text, contract_text, count, number_text, percent

BAR = 20
WIDTH = 100
"""Sentences are wrapped at this column."""
_RED = "\x1b[31m"
_PLAIN = "\x1b[0m"
_RED_CARDS = re.compile(r"[♥♦](?: ?(?:10|[AKQJ2-9])(?=\b|/))*(?:/(?:10|[AKQJ2-9]))*")


def render(
    decision: Decision, ascii_only: bool = False, why: Explanation | None = None, colour: bool = False
) -> str:
    """What declarer sees, what was assumed, one line per card with the best first, and why."""
    parts = [_heading(decision), diagram(decision.position)]
    if decision.setting is not None:
        parts.append(setting_lines(decision.setting))
    parts += [_card_lines(decision), _summary_lines(decision, why)]
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


def _heading(decision: Decision) -> list[str]:
    position = decision.position
    declarer = SEAT_NAMES[position.declarer]
    left = count(position.tricks_left, "trick")
    to_play = f"{SEAT_NAMES[position.to_play]} is to play."
    if decision.setting is None:
        strain = STRAIN_NAMES[position.trump]
        return [f"{declarer} declares in {strain} and needs {position.need} of {left}. {to_play}"]
    standing = decision.setting.standing
    # A name from a file may hold what would upset a terminal.
    name = "".join(letter if letter.isprintable() else "?" for letter in standing.board.name)
    board = f"Board {name}: " if name else ""
    other = "" if standing.target == standing.contract.tricks else f" (for {count(standing.target, 'trick')})"
    contract = f"{contract_text(standing.contract.name)} by {declarer}{other}"
    need = f"{position.need} of the last {position.tricks_left} needed"
    return [f"{board}{contract}, {count(standing.won, 'trick')} won, {need}. {to_play}"]


def _card_lines(decision: Decision) -> list[str]:
    position = decision.position
    declaring = position.to_play & 1 == position.declarer & 1
    rows = [_card_row(card, decision, declaring) for card in groups(decision)]
    title = "card" if declaring or position.trick else "lead"
    heading = "layouts won" if declaring else "declarer wins"
    rows.insert(0, (title, "αμ", "95% interval" if is_sample(decision) else "", heading, "PIMC", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = []
    for row in rows:
        cells = [row[0].ljust(max(5, widths[0])), row[1].rjust(7)]
        cells += [row[2].rjust(widths[2])] if widths[2] else []
        cells += [row[3].rjust(max(14, widths[3])), row[4].rjust(7), row[5]]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def _card_row(card: CardResult, decision: Decision, declaring: bool) -> tuple[str, str, str, str, str, str]:
    """One group of equal cards; a defender's card is measured against the layouts in which he can play it."""
    mark = "≤" if card.bound == "upper" else ""
    weight = card.wins if math.isnan(card.mu) else card.possible
    if declaring and weights_of(decision) is not None:
        won = won_text(card, decision).removesuffix(" layouts").removesuffix(" layout") if not mark else "–"
    else:
        won = f"{mark}{number_text(card.wins)} of {number_text(weight)}"
    share = "–" if math.isnan(card.mu) else f"{mark}{percent(card.mu)}"
    found = interval_of(decision, card.mu) if declaring and not mark else None
    sure = f"{100 * found.low:.0f}–{100 * found.high:.0f}%" if found else ""
    pimc = percent(float(card.pimc_wins / weight)) if weight else "–"
    bar = "" if math.isnan(card.mu) else "█" * round(BAR * card.mu)
    return cards_text(card.equals), share, sure, won, pimc, bar


def _summary_lines(decision: Decision, why: Explanation | None) -> list[str]:
    stats = decision.stats
    lines = [recommendation(decision)]
    if why is not None:
        lines += doubt_sentences(decision, why)
        lines += pimc_sentences(decision, why)
        lines += beaten_sentences(decision, why)
        expected = line_text(decision.position, why.line)
        lines += [expected] if expected else []
    if weights_of(decision) is not None:
        lines.append("Percentages weigh the layouts by how usual the opening lead is in them.")
    if not decision.complete:
        lines.append("Behind that horizon all cards are taken as open, so a higher -M may find fewer.")
    if any(card.bound == "upper" for card in decision.cards):
        lines.append("≤ marks cards that cannot be better than the best; --every-card values them exactly.")
    if stats.limit_reached:
        lines.append("The limit was reached before the search was done.")
    lines.append(
        f"{count(decision.worlds, 'layout')} · {count(stats.max_moves, 'card')} of declarer's side looked "
        f"ahead · {count(stats.dds_calls, 'double dummy solve')} · {stats.seconds:.2f} s, "
        f"{stats.dds_seconds:.2f} of them in the solver"
    )
    return lines
