"""The hands that the viewer sees, as bridge players draw them."""

from __future__ import annotations

from ...bridge.cards import EVERY_SEAT, SEAT_NAMES, SEATS, Seat, next_seat, partner_of
from ...errors import count
from ...solve.answer import Decision
from ..words import SYMBOLS, card_text, suit_text

_SIDE = 22
"""The width of the columns for West and East."""
_MIDDLE = 26


def diagram(decision: Decision) -> list[str]:
    """North on top, South below, West and East beside the trick on the table; hidden hands are counted."""
    north, east, south, west = (_hand(decision, seat) for seat in EVERY_SEAT)
    table = _table(decision)
    lines = [" " * _SIDE + line for line in north]
    height = max(len(west), len(east), len(table))
    for row in range(height):
        left, middle, right = (part[row] if row < len(part) else "" for part in (west, table, east))
        lines.append(f"{left:<{_SIDE}}{middle:<{_MIDDLE}}{right}".rstrip())
    lines += [" " * _SIDE + line for line in south]
    return ["  " + line.rstrip() for line in lines]


def _hand(decision: Decision, seat: Seat) -> list[str]:
    name, partner = SEAT_NAMES[seat], partner_of(decision.declarer)
    if seat == decision.declarer:
        name += " (declarer)"
    elif seat == partner:
        name += " (dummy)"
    if seat in decision.hidden:
        cards = decision.position.layouts[0][seat].bit_count()
        return [name, count(cards, "hidden card")]
    return [
        name,
        *(
            f"{symbol} {suit_text(decision.position.layouts[0][seat], suit)}"
            for suit, symbol in enumerate(SYMBOLS)
        ),
    ]


def _table(decision: Decision) -> list[str]:
    """The four seats with their cards of the trick on the table; an arrow points to who is to play."""
    shown = ["  "] * 4
    for number, card in enumerate(decision.position.trick):
        shown[next_seat(decision.position.leader, number)] = card_text(card)
    shown[decision.turn] = "?"
    n, e, s, w = (text.strip() or SEATS[seat] for seat, text in enumerate(shown))
    return ["┌─────────┐", f"│{n:^9}│", f"│ {w:<4}{e:>3} │", f"│{s:^9}│", "└─────────┘"]
