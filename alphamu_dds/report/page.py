"""A decision as one page for a browser: nothing is fetched, and without scripts all can still be read.

The layouts are in the page once, as a table. The script only shows the row of that table which belongs to
a column of the picture, so that pages with a thousand layouts stay small.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ..errors import count
from ..studies.decision import Decision
from ..studies.explain import Explanation, is_declarers
from ..studies.setting import Setting
from .matrix import matrix_of
from .page_matrix import layouts, picture, plans
from .page_parts import bar, card_group, diagram, rich, sentences
from .rows import card_headings, card_rows, effort, heading, notes
from .setting import ASSUMED, NOTHING_ASSUMED, setting_notes
from .shell import data, links_to, parts, shell
from .why import beaten_sentences, doubt_sentences, line_text, pimc_sentences, recommendation
from .words import with_symbols


@dataclass(frozen=True)
class Played:
    """The card that was played at a decision, for the page of a mistake."""

    card: str
    said: str
    """Who played it where, and what it cost."""
    back: str
    """The address of the page that led here."""


def page(decision: Decision, why: Explanation | None = None, played: Played | None = None) -> str:
    """The whole page."""
    head = heading(decision)
    sections = [
        ("deal", "What declarer sees", _deal(decision)),
        ("cards", "The cards", _cards(decision, played)),
    ]
    if why is not None:
        sections.append(("why", "Why", _why(decision, why)))
    if is_declarers(decision):
        matrix = matrix_of(decision, why)
        sections += [
            ("layouts", "Card by layout", _matrix_text(decision) + picture(matrix)),
            ("list", "The layouts", _folded(decision, layouts(matrix, decision.position))),
            ("plans", "The plans", _PLANS_TEXT + plans(matrix, decision)),
        ]
    told = back = ""
    if played is not None:
        told = f'<p class="played">{rich(played.said)}</p>\n'
        back = f'<p class="back"><a href="{escape(played.back)}">← All boards</a></p>\n'
    header = (
        f"{back}<h1>{rich(head.title)}</h1>\n"
        f'<p class="detail">{rich(head.detail[0].upper() + head.detail[1:])}</p>\n'
        f'{told}<p class="answer">{rich(recommendation(decision))}</p>\n{links_to(sections)}'
    )
    footer = sentences([*notes(decision), effort(decision)])
    return shell(head.title, header, parts(sections), footer, data("page.js"))


def _deal(decision: Decision) -> str:
    assumed = "" if decision.setting is None else f'<div class="assumed">{_assumed(decision.setting)}</div>'
    return f'<div class="deal{"" if assumed else " alone"}">{diagram(decision.position)}{assumed}</div>'


def _assumed(setting: Setting) -> str:
    blocks = [f"<h3>{ASSUMED}</h3>"]
    if setting.worlds.constraints:
        rows = "".join(
            f"<tr><td>{rich(with_symbols(constraint.text))}</td>"
            f"<td>{rich(with_symbols(constraint.source))}</td></tr>"
            for constraint in setting.worlds.constraints
        )
        blocks.append(
            f'<table><thead><tr><th scope="col">assumed</th><th scope="col">from</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )
    else:
        blocks.append(f"<p>{NOTHING_ASSUMED}</p>")
    return "\n".join([*blocks, sentences(setting_notes(setting))])


def _cards(decision: Decision, played: Played | None) -> str:
    words = card_headings(decision)
    titles = [words.name, words.share, *([words.sure] if words.sure else []), words.won, words.pimc]
    head = "".join(f'<th scope="col">{rich(title)}</th>' for title in titles)
    rows = []
    for row in card_rows(decision):
        cells = [row.share, *([row.sure] if words.sure else []), row.won, row.pimc]
        best = ' class="best"' if row.card.equals == decision.cards[0].equals else ""
        here = played is not None and played.card in row.card.equals
        mark = " <small>played</small>" if here else ""
        rows.append(
            f'<tr{best}><th scope="row">{card_group(row.card.equals)}{mark}</th>'
            + "".join(f"<td>{rich(cell)}</td>" for cell in cells)
            + f'<td class="graph">{bar(row)}</td></tr>'
        )
    line = ", the line its interval" if words.sure else ""
    caption = f"{_TERMS} The bar is αμ's share{line}, the tick PIMC's."
    return (
        f'<table class="cards"><caption>{rich(caption)}</caption><thead><tr>{head}'
        f'<td class="graph"></td></tr></thead>\n<tbody>{chr(10).join(rows)}</tbody></table>'
    )


def _why(decision: Decision, why: Explanation) -> str:
    expected = line_text(decision.position, why.line)
    return sentences(
        [
            *doubt_sentences(decision, why),
            *pimc_sentences(decision, why),
            *beaten_sentences(decision, why),
            *([expected] if expected else []),
        ]
    )


def _matrix_text(decision: Decision) -> str:
    return (
        f"<p>A row is a card, a column one of {count(decision.worlds, 'layout')}. The columns are sorted by "
        "the first row, then by the second, and so on: layouts in which all cards do alike stand together."
        "</p>\n"
    )


_TERMS = (
    "αμ is the share of layouts that one plan for all of them wins. PIMC, as most programs reckon, takes "
    "each layout alone and plays on in it with open cards, as if declarer then knew where they are."
)

_PLANS_TEXT = (
    "<p>After each card there may be several plans of which none wins wherever another does. A line is one "
    "of them, with the number of layouts that it wins, in the order of the picture. Without "
    "<code>--every-card</code> only those are listed that were needed to be certain.</p>\n"
)


def _folded(decision: Decision, table: str) -> str:
    return (
        f"<details><summary>{count(decision.worlds, 'layout')} in the order of the picture</summary>\n"
        "<p>They are numbered as they were drawn or given, from 1.</p>\n"
        f"{table}</details>"
    )
