"""The heading, the table of cards and the notes of a decision, the same for every kind of output."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..bridge.cards import SEAT_NAMES
from ..errors import count
from ..solve.answer import CardResult, Decision
from ..solve.confidence import Interval
from .why import groups
from .words import STRAIN_NAMES, bid_text, cards_text, percent, printable


@dataclass(frozen=True)
class Heading:
    """What is to be decided; a sentence is made of all three."""

    title: str
    joint: str
    detail: str

    def __str__(self) -> str:
        return self.title + self.joint + self.detail


def heading(decision: Decision) -> Heading:
    """Who plays what, what is needed, and who is to play."""
    position = decision.position
    declarer = SEAT_NAMES[decision.declarer]
    left = count(decision.left, "trick")
    to_play = f"{SEAT_NAMES[decision.turn]} is to play."
    if decision.setting is None:
        strain = STRAIN_NAMES[position.trump]
        return Heading(
            f"{declarer} declares in {strain}", " and ", f"needs {position.need} of {left}. {to_play}"
        )
    seen = decision.setting.seen
    name = printable(seen.label.board)
    board = f"Board {name}: " if name else ""
    other = "" if seen.target == seen.contract.level + 6 else f" (for {count(seen.target, 'trick')})"
    contract = f"{bid_text(seen.contract)} by {declarer}{other}"
    last = decision.left
    need = "the last trick needed" if last == 1 else f"{seen.need} of the last {last} needed"
    return Heading(f"{board}{contract}", ", ", f"{count(seen.won, 'trick')} won, {need}. {to_play}")


@dataclass(frozen=True)
class CardRow:
    """One group of equal cards, as text."""

    card: CardResult
    name: str
    share: str
    interval: Interval | None
    sure: str
    """The interval as text; empty if there is none."""
    won: str
    pimc: str
    pimc_share: float
    """Not a number if there is none."""


def card_headings(decision: Decision) -> CardRow:
    """The words above the columns."""
    declaring = decision.choosing
    return CardRow(
        decision.cards[0],
        "card" if declaring or decision.position.trick else "lead",
        "αμ",
        None,
        "95% interval" if declaring and decision.sample else "",
        "layouts won" if declaring else "declarer wins",
        "PIMC",
        math.nan,
    )


def card_rows(decision: Decision) -> list[CardRow]:
    """One row for each group of equal cards, the best first."""
    return [_card_row(card, decision) for card in groups(decision)]


def _card_row(card: CardResult, decision: Decision) -> CardRow:
    """One group of equal cards; a defender's card is measured against the layouts in which he can play it."""
    declaring = decision.choosing
    mark = "≤" if card.bound == "upper" else ""
    won = f"{card.layouts_won} of {card.layouts_possible}"
    if mark:
        # A bound of the weight is a bound of the number only where all layouts count alike.
        won = "–" if decision.weights is not None else f"≤{card.wins} of {card.layouts_possible}"
    found = card.interval if declaring else None
    pimc = float(card.pimc_wins / card.possible) if card.possible else math.nan
    return CardRow(
        card=card,
        name=cards_text(card.alike),
        share="–" if math.isnan(card.mu) else f"{mark}{percent(card.mu)}",
        interval=found,
        sure=f"{100 * found.low:.0f}–{100 * found.high:.0f}%" if found else "",
        won=won,
        pimc="–" if math.isnan(pimc) else percent(pimc),
        pimc_share=pimc,
    )


LIMITS = {
    "seconds": "The limit of time was reached (--time-limit 0 lifts it)",
    "processor": "The usual limit of time was reached (--time-limit 0 lifts it)",
    "work": "The usual limit of work was reached (--time-limit 0 lifts it)",
    "memory": "The limit of memory was reached (--memory-limit sets another)",
    "nodes": "The limit of nodes was reached",
    "stop": "It was stopped",
}
"""What ended a search, by the names in ``Stats.limit``."""


def notes(decision: Decision) -> list[str]:
    """How the figures are to be read."""
    lines = []
    if decision.weights is not None:
        given = (
            "as they were given" if decision.setting is None else "by how usual the opening lead is in them"
        )
        lines.append(f"Percentages weigh the layouts {given}.")
    if not decision.complete:
        lines.append(
            "Behind that horizon all cards are taken as open, so looking further (-M) may find fewer."
        )
    if any(card.bound == "upper" for card in decision.cards):
        lines.append("≤ marks cards that cannot be better than the best; --every-card values them exactly.")
    if decision.stats.limit_reached:
        lines.append(f"{LIMITS[decision.stats.limit or 'seconds']} before the search was done.")
    return lines


def effort(decision: Decision) -> str:
    """What the answer has cost."""
    stats = decision.stats
    return (
        f"{count(decision.worlds, 'layout')} · {count(stats.max_moves, 'card')} of declarer's side looked "
        f"ahead · {count(stats.dds_calls, 'double dummy solve')} · {stats.seconds:.2f} s, "
        f"{stats.dds_seconds:.2f} of them in the solver"
    )
