"""A decision as text for a terminal."""

from __future__ import annotations

import math

from ..bridge.cards import RANKS, SEAT_NAMES, SUITS, card_name, cards_of
from ..bridge.position import Position
from ..engine.score import Weight
from ..studies.decision import CardResult, Decision
from .setting import setting_lines

SYMBOLS = "♠♥♦♣"
STRAIN_NAMES = ("spades", "hearts", "diamonds", "clubs", "notrump")
BAR = 20


def render(decision: Decision, ascii_only: bool = False) -> str:
    """The position that declarer sees, and one line per card, the best first."""
    parts = [_position_lines(decision), _card_lines(decision), _summary_lines(decision)]
    if decision.setting is not None:
        parts.insert(1, setting_lines(decision.setting))
    text = "\n\n".join("\n".join(part) for part in parts)
    if not ascii_only:
        return text
    for symbol, letter in zip(SYMBOLS, SUITS, strict=True):
        text = text.replace(symbol, letter)
    for symbol, plain in (
        ("     αμ", "alphamu"),
        ("αμ", "alphamu"),
        ("█", "#"),
        ("–", "-"),
        ("≤", "<="),
        ("·", "-"),
    ):
        text = text.replace(symbol, plain)
    return text


def card_text(card: str) -> str:
    """A card with its suit symbol.

    >>> card_text("ST")
    '♠10'
    """
    return SYMBOLS[SUITS.index(card[0])] + card[1:].replace("T", "10")


def _position_lines(decision: Decision) -> list[str]:
    position = decision.position
    declarer = position.declarer
    dummy = declarer ^ 2
    left = position.tricks_left
    standing = decision.setting.standing if decision.setting is not None else None
    board = f"Board {standing.board.name}: " if standing is not None and standing.board.name else ""
    lines = [
        f"{board}{SEAT_NAMES[declarer]} declares in {STRAIN_NAMES[position.trump]} and needs {position.need} "
        f"of {left} trick{'s' if left != 1 else ''}. {SEAT_NAMES[position.to_play]} is to play.",
        "",
    ]
    for seat, role in ((dummy, "dummy"), (declarer, "declarer")):
        lines.append(f"  {SEAT_NAMES[seat] + ' (' + role + ')':<18}{_hand(position, seat)}")
    if position.trick:
        played = ", ".join(
            f"{SEAT_NAMES[(position.leader + i) & 3]} {card_text(card_name(c))}"
            for i, c in enumerate(position.trick)
        )
        lines.append(f"  {'on the table':<18}{played}")
    return lines


def _hand(position: Position, seat: int) -> str:
    suits = []
    for suit, symbol in enumerate(SYMBOLS):
        ranks = [
            RANKS[(card & 15) - 2].replace("T", "10")
            for card in cards_of(position.layouts[0][seat])
            if card >> 4 == suit
        ]
        suits.append(symbol + " " + (" ".join(ranks) if ranks else "–"))
    return "   ".join(suits)


def _card_lines(decision: Decision) -> list[str]:
    position = decision.position
    declaring = position.to_play & 1 == position.declarer & 1
    title = "card" if declaring or position.trick else "lead"
    heading = "layouts won" if declaring else "declarer wins"
    lines = [f"  {title:<5} {'αμ':>7}  {heading:>14}  {'PIMC':>7}"]
    lines.extend(_card_line(result, decision) for result in decision.cards)
    return lines


def _card_line(result: CardResult, decision: Decision) -> str:
    """One card; a defender's card is measured against the layouts in which he can play it."""
    weight = result.wins if math.isnan(result.mu) else result.possible
    mark = "≤" if result.bound == "upper" else ""
    share = f"{mark}{number_text(result.wins)} of {number_text(weight)}"
    percent = "–" if math.isnan(result.mu) else f"{mark}{100 * result.mu:.1f}%"
    pimc = f"{100 * float(result.pimc_wins / weight):.1f}%" if weight else "–"
    bar = "" if math.isnan(result.mu) else "█" * round(BAR * result.mu)
    return f"  {card_text(result.card):<5} {percent:>7}  {share:>14}  {pimc:>7}  {bar}".rstrip()


def _summary_lines(decision: Decision) -> list[str]:
    position = decision.position
    stats = decision.stats
    won = f"{number_text(decision.wins)} of {_count(decision.total, 'layout')} ({100 * decision.mu:.1f}%)"
    ahead = f"looking {_count(stats.max_moves, 'card')} of declarer's side ahead"
    lines = []
    if position.to_play & 1 != position.declarer & 1:
        sure = "is sure of" if decision.complete else "wins at most"
        lines.append(
            f"Against the best defence {SEAT_NAMES[position.declarer]} {sure} {won}"
            f"{'' if decision.complete else ', ' + ahead}."
        )
    else:
        exact = [card for card in decision.cards if card.bound == "exact" and card.wins == decision.wins]
        others = [card_text(card.card) for card in exact if card.card != decision.best]
        tie = f" (as good: {', '.join(others)})" if others else ""
        plan = f"one plan wins {won}" if decision.complete else f"it wins at most {won}, {ahead}"
        lines.append(f"Play {card_text(decision.best)}{tie}: {plan}.")
        lines.extend(_pimc_lines(decision))
    if not decision.complete:
        lines.append("Behind that horizon all cards are taken as open, so a higher -M may find fewer.")
    if any(card.bound == "upper" for card in decision.cards):
        lines.append("≤ marks cards that cannot be better than the best; --every-card values them exactly.")
    if stats.limit_reached:
        lines.append("The limit was reached before the search was done.")
    lines.append(
        f"{_count(decision.worlds, 'layout')} · {_count(stats.max_moves, 'card')} of declarer's side looked "
        f"ahead · {_count(stats.dds_calls, 'double dummy solve')} · {stats.seconds:.2f} s, "
        f"{stats.dds_seconds:.2f} of them in the solver"
    )
    return lines


def _pimc_lines(decision: Decision) -> list[str]:
    best = decision.cards[0]
    tempting = max(decision.cards, key=lambda card: card.pimc_wins)
    if tempting.pimc_wins <= best.pimc_wins or tempting.wins >= best.wins:
        return []
    return [
        f"PIMC prefers {card_text(tempting.card)}: it counts {_count(tempting.pimc_wins, 'layout')} "
        f"there, but no single plan wins more than {number_text(tempting.wins)} of them."
    ]


def _count(number: Weight, noun: str) -> str:
    return f"{number_text(number)} {noun}{'' if number == 1 else 's'}"


def number_text(number: Weight) -> str:
    """A count, or a weight with as many digits as it deserves.

    >>> number_text(3), number_text(2.5)
    ('3', '2.5')
    """
    return f"{float(number):.6g}"
