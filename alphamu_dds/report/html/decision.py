"""A decision as one page for a browser: nothing is fetched, and without scripts all can still be read.

The layouts are in the page once, as a table. The script only shows the row of that table which belongs to
a column of the picture, so that pages with a thousand layouts stay small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ...bridge.cards import Card
from ...errors import count
from ...solve.answer import Decision
from ...solve.explain import Explanation
from ...solve.setting import Setting
from ..matrix import matrix_of
from ..rows import card_headings, card_rows, effort, heading, notes
from ..setting import ASSUMED, NOTHING_ASSUMED, setting_notes
from ..why import beaten_sentences, doubt_sentences, line_text, pimc_sentences, recommendation
from ..words import with_symbols
from .matrix import layouts, picture, plans
from .parts import bar, card_group, diagram, sentences
from .shell import Page, Section, data, shell, table


@dataclass(frozen=True)
class PlayedHere:
    """The card that was played at a decision, for the page of a mistake."""

    card: Card
    said: str
    """Who played it where, and what it cost."""
    back: str
    """The address of the page that led here."""


def page(decision: Decision, played: PlayedHere | None = None) -> str:
    """The whole page."""
    head = heading(decision)
    found = Page(
        head.title,
        head.detail[0].upper() + head.detail[1:],
        recommendation(decision),
        _sections(decision, played),
        [*notes(decision), effort(decision)],
        script=data("page.js"),
        played="" if played is None else played.said,
        back="" if played is None else played.back,
    )
    return shell(found)


def _sections(decision: Decision, played: PlayedHere | None) -> Iterator[Section]:
    yield Section("deal", "What declarer sees", _deal(decision))
    yield Section("cards", "The cards", _cards(decision, played))
    if decision.why is not None:
        yield Section("why", "Why", _why(decision, decision.why))
    if decision.choosing:
        matrix = matrix_of(decision)
        listed = layouts(matrix, decision.position)
        number = count(decision.worlds, "layout")
        yield Section("layouts", "Card by layout", _MATRIX_TEXT.format(number) + picture(matrix))
        yield Section("list", "The layouts", _FOLDED.format(number, listed))
        yield Section("plans", "The plans", _PLANS_TEXT + plans(matrix, decision))


def _deal(decision: Decision) -> Markup:
    if decision.setting is None:
        return Markup('<div class="deal alone">{}</div>').format(diagram(decision))
    return Markup('<div class="deal">{}<div class="assumed"><h3>{}</h3>\n{}\n{}</div></div>').format(
        diagram(decision), ASSUMED, _assumed(decision.setting), sentences(setting_notes(decision.setting))
    )


def _assumed(setting: Setting) -> Markup:
    found = setting.worlds.constraints
    rows = [[with_symbols(constraint.text), with_symbols(constraint.source)] for constraint in found]
    return table(["assumed", "from"], rows, kind="") if rows else sentences([NOTHING_ASSUMED])


def _cards(decision: Decision, played: PlayedHere | None) -> Markup:
    words, found = card_headings(decision), card_rows(decision)
    interval = [words.sure] if words.sure else []
    rows = []
    for row in found:
        here = played is not None and played.card in row.card.alike
        name = card_group(row.card.alike) + (Markup(" <small>played</small>") if here else "")
        rows.append([name, row.share, *([row.sure] if interval else []), row.won, row.pimc, bar(row)])
    best = [place for place, row in enumerate(found) if row.card.alike == decision.cards[0].alike]
    line = ", the line its interval" if interval else ""
    caption = f"{_TERMS} The bar is αμ's share{line}, the tick PIMC's."
    return table(
        [words.name, words.share, *interval, words.won, words.pimc, ""], rows, caption, "cards", best
    )


def _why(decision: Decision, why: Explanation) -> Markup:
    expected = line_text(decision, why.line)
    return sentences(
        [
            *doubt_sentences(decision, why),
            *pimc_sentences(decision, why),
            *beaten_sentences(decision, why),
            *([expected] if expected else []),
        ]
    )


_TERMS = (
    "αμ is the share of layouts that one plan for all of them wins. PIMC, as most programs reckon, takes "
    "each layout alone and plays on in it with open cards, as if declarer then knew where they are."
)

_MATRIX_TEXT = Markup(
    "<p>A row is a card, a column one of {}. The columns are sorted by the first row, then by the second, "
    "and so on: layouts in which all cards do alike stand together.</p>\n"
)

_FOLDED = Markup(
    "<details><summary>{} in the order of the picture</summary>\n"
    "<p>They are numbered as they were drawn or given, from 1.</p>\n{}</details>"
)

_PLANS_TEXT = Markup(
    "<p>After each card there may be several plans of which none wins wherever another does. A line is one "
    "of them, with the number of layouts that it wins, in the order of the picture. Without "
    "<code>--every-card</code> only those are listed that were needed to be certain.</p>\n"
)
