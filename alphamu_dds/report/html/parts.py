"""Pieces of the page: text from files made harmless, hands, the diagram, strips of layouts."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Sequence
from html import escape

from markupsafe import Markup

from ...bridge.cards import EVERY_SEAT, SEAT_NAMES, SEATS, Card, Holding, Seat, next_seat, same_side
from ...engine.score import Weight
from ...errors import count
from ...solve.answer import Decision
from ..matrix import Cell, runs
from ..rows import CardRow
from ..words import SYMBOLS, card_text, cards_text, printable, rank_text, suit_text

_SUIT = re.compile("[♠♥♦♣]")
_OPTION = re.compile(r"(?<= )--?[A-Za-z][-a-z]*")
_AS_TEXT = "\ufe0e"
"""After a suit symbol: phones would show a coloured picture otherwise."""


def rich(text: str) -> Markup:
    """Text as HTML, with suits in their colours; what cannot be printed becomes a question mark.

    >>> rich("<b>")
    Markup('&lt;b&gt;')
    """
    if isinstance(text, Markup):
        return text
    return Markup(_OPTION.sub(r"<code>\g<0></code>", _SUIT.sub(_suit, escape(printable(text)))))


def _suit(found: re.Match[str]) -> str:
    # Red suits are the rule's exception, so only they are marked: a page has thousands of symbols.
    symbol = found[0] + _AS_TEXT
    return f"<i>{symbol}</i>" if found[0] in "♥♦" else symbol


def card_group(cards: Sequence[Card]) -> Markup:
    """Equal cards as one; if they are many, a line may break between them."""
    if len(cards) <= 4:
        return rich(cards_text(cards))
    names = [cards_text(cards[:1]), *(rank_text(card) for card in cards[1:])]
    return Markup('<span class="many">{}</span>').format(Markup("/<wbr>").join(rich(name) for name in names))


def hand(holding: Holding) -> Markup:
    """A hand as four spans, a suit each; how they stand is for the style sheet to say."""
    suits = (f"<span>{rich(symbol)} {suit_text(holding, suit)}</span>" for suit, symbol in enumerate(SYMBOLS))
    return Markup(" ".join(suits))


def sentences(lines: Iterable[str]) -> Markup:
    """Paragraphs; lines that are set in become a list."""
    parts: list[str] = []
    items: list[str] = []
    for line in [*lines, ""]:
        if line.startswith("  "):
            items.append(f"<li>{rich(line.strip())}</li>")
            continue
        if items:
            parts.append(f"<ul>{''.join(items)}</ul>")
            items = []
        if line:
            parts.append(f"<p>{rich(line)}</p>")
    return Markup("\n".join(parts))


def diagram(decision: Decision) -> Markup:
    """The hands that the viewer sees around the trick on the table; hidden hands are counted."""
    seats = "".join(_seat(decision, seat) for seat in EVERY_SEAT)
    shown = [SEATS[seat] for seat in EVERY_SEAT]
    words = []
    for number, card in enumerate(decision.position.trick):
        seat = next_seat(decision.position.leader, number)
        shown[seat] = f"<b>{rich(card_text(card))}</b>"
        words.append(f"{SEAT_NAMES[seat]} played {card_text(card)}")
    shown[decision.turn] = "<b>?</b>"
    words.append(f"{SEAT_NAMES[decision.turn]} is to play")
    places = "".join(f'<span class="{SEATS[seat].lower()}">{text}</span>' for seat, text in enumerate(shown))
    table = (
        f'<div class="table" role="img" aria-label="On the table: {escape("; ".join(words))}.">{places}</div>'
    )
    return Markup(f'<div class="diagram">{seats}{table}</div>')


def _seat(decision: Decision, seat: Seat) -> str:
    name, held = SEAT_NAMES[seat], decision.position.layouts[0][seat]
    role = "declarer" if seat == decision.declarer else "dummy" if same_side(seat, decision.declarer) else ""
    start = f'<div class="seat {SEATS[seat].lower()}"><h3>{name}'
    start += f" <small>{role}</small></h3>" if role else "</h3>"
    if seat in decision.hidden:
        return f'{start}<p class="quiet">{count(held.bit_count(), "hidden card")}</p></div>'
    return f'{start}<div class="hand">{hand(held)}</div></div>'


def bar(row: CardRow) -> Markup:
    """αμ's share as a bar, its interval as a line, PIMC's share as a tick."""
    if math.isnan(row.card.mu):
        return Markup()
    parts = [f'<rect class="{_kind(row)}" width="{100 * row.card.mu:.1f}" height="9" y="2"/>']
    if row.interval is not None:
        low, high = 100 * row.interval.low, 100 * row.interval.high
        parts.append(f'<path class="interval" d="M{low:.1f} 14H{high:.1f}"/>')
    if not math.isnan(row.pimc_share):
        parts.append(f'<path class="tick" d="M{100 * row.pimc_share:.1f} 0V13"/>')
    return _svg(100, 16, "".join(parts), "bar")


def _kind(row: CardRow) -> str:
    return "bound" if row.card.bound == "upper" else "won"


def strip(cells: Sequence[Cell], bound: bool = False, over: str = "") -> Markup:
    """A row of the matrix: full height where the plan wins, low where only open cards do."""
    won, low = lines_of(cells, Cell.WON, 0.5), lines_of(cells, Cell.OPEN, 0.82)
    paths = f'<path class="{"bound" if bound else "won"}" d="{won}"/>' if won else ""
    paths += f'<path class="{"open bound" if bound else "open"}" d="{low}"/>' if low else ""
    return _svg(len(cells), 1, f"{paths}{over}", "strip")


def flag_strip(flags: Sequence[bool]) -> Markup:
    """A row that is marked where something is true."""
    marked = lines_of(flags, True, 0.5)
    return _svg(len(flags), 1, f'<path class="clue" d="{marked}"/>' if marked else "", "strip")


def weight_strip(weights: Sequence[Weight]) -> Markup:
    """How much each layout counts, as a skyline."""
    most = max(weights)
    heights = [f"{1 - float(weight / most):.3g}" for weight in weights]
    steps = "".join(f"V{height}h{length}" for height, _, length in runs(heights))
    return _svg(len(weights), 1, f'<path class="weight" d="M0 1{steps}V1z"/>', "strip")


def lines_of(values: Sequence[Hashable], wanted: Hashable, height: float) -> str:
    """The path of lines along the columns that have a value; a stroke gives them their height.

    >>> lines_of("aabba", "a", 0.5)
    'M0 .5h2m2 0h1'
    """
    parts: list[str] = []
    end = 0
    for value, start, length in runs(values):
        if value == wanted:
            move = f"m{start - end} 0" if parts else f"M{start} {height:g}".replace(" 0.", " .")
            parts.append(f"{move}h{length}")
            end = start + length
    return "".join(parts)


def _svg(width: int, height: int, content: str, kind: str) -> Markup:
    return Markup(
        f'<svg class="{kind}" viewBox="0 0 {width} {height}" preserveAspectRatio="none" aria-hidden="true">'
        f"{content}</svg>"
    )
