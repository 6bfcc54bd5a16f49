"""A decision as text for a terminal."""

from __future__ import annotations

from ..bridge.cards import RANKS, SEAT_NAMES, SUITS, card_name, cards_of
from ..bridge.position import Position
from ..engine.score import Weight
from ..studies.decision import CardResult, Decision

SYMBOLS = "♠♥♦♣"
STRAIN_NAMES = ("spades", "hearts", "diamonds", "clubs", "notrump")
BAR = 20


def render(decision: Decision, ascii_only: bool = False) -> str:
    """The position that declarer sees, and one line per card, the best first."""
    text = "\n".join([*_position_lines(decision), "", *_card_lines(decision), "", *_summary_lines(decision)])
    if not ascii_only:
        return text
    for symbol, letter in zip(SYMBOLS, SUITS, strict=True):
        text = text.replace(symbol, letter)
    for symbol, plain in (("αμ", "alphamu"), ("█", "#"), ("–", "-"), ("≤", "<="), ("·", "-")):
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
    lines = [
        f"{SEAT_NAMES[declarer]} declares in {STRAIN_NAMES[position.trump]} and needs {position.need} "
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
    declaring = (position := decision.position).to_play & 1 == position.declarer & 1
    title = "card" if declaring else "lead" if not position.trick else "card"
    lines = [f"  {title:<5} {'αμ':>7}  {'layouts won':>14}  {'PIMC':>7}"]
    for result in decision.cards:
        lines.append(_card_line(result, decision))
    return lines


def _card_line(result: CardResult, decision: Decision) -> str:
    possible = sum(1 for character in result.front[0] if character != "x")
    total: Weight = decision.total if possible == decision.worlds else 0
    share = f"{number_text(result.wins)} of {number_text(total)}" if total else number_text(result.wins)
    mark = "≤" if result.bound == "upper" else ""
    pimc_share = f"{100 * float(result.pimc_wins) / float(total):.1f}%" if total else "–"
    bar = "█" * round(BAR * result.mu)
    return (
        f"  {card_text(result.card):<5} {mark + f'{100 * result.mu:.1f}%':>7}  {share:>14}  "
        f"{pimc_share:>7}  {bar}"
    ).rstrip()


def _summary_lines(decision: Decision) -> list[str]:
    position = decision.position
    stats = decision.stats
    lines = []
    if position.to_play & 1 != position.declarer & 1:
        lines.append(
            f"Against the best defence {SEAT_NAMES[position.declarer]} is sure of "
            f"{number_text(decision.wins)} of {number_text(decision.total)} layouts "
            f"({100 * decision.mu:.1f}%)."
        )
    else:
        exact = [card for card in decision.cards if card.bound == "exact" and card.wins == decision.wins]
        others = [card_text(card.card) for card in exact if card.card != decision.best]
        tie = f" (as good: {', '.join(others)})" if others else ""
        lines.append(
            f"Play {card_text(decision.best)}{tie}: one plan wins {number_text(decision.wins)} of "
            f"{number_text(decision.total)} layouts ({100 * decision.mu:.1f}%)."
        )
        lines.extend(_pimc_lines(decision))
    if any(card.bound == "upper" for card in decision.cards):
        lines.append("≤ marks cards that cannot be better than the best; --every-card values them exactly.")
    if stats.limit_reached:
        lines.append(f"The limit was reached: the answer looks {stats.max_moves} cards ahead.")
    lines.append(
        f"{decision.worlds} layouts · {stats.max_moves} cards of declarer's side looked ahead · "
        f"{stats.dds_calls} double dummy solves · {stats.seconds:.2f} s"
    )
    return lines


def _pimc_lines(decision: Decision) -> list[str]:
    best = decision.cards[0]
    tempting = max(decision.cards, key=lambda card: card.pimc_wins)
    if tempting.pimc_wins <= best.pimc_wins or tempting.bound != "exact" or tempting.wins >= best.wins:
        return []
    return [
        f"PIMC prefers {card_text(tempting.card)}: it counts {number_text(tempting.pimc_wins)} layouts "
        f"there, but no single plan wins more than {number_text(tempting.wins)} of them."
    ]


def number_text(number: Weight) -> str:
    """A count, or a weight with as many digits as it deserves.

    >>> number_text(3), number_text(2.5)
    ('3', '2.5')
    """
    return f"{float(number):.6g}"
