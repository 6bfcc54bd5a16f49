"""A decision as one page for a browser: nothing is fetched, and without scripts all can still be read.

The layouts are in the page once, as a table. The script only shows the row of that table which belongs to
a column of the picture, so that pages with a thousand layouts stay small.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib import resources

from ..errors import count
from ..studies.decision import Decision
from ..studies.explain import Explanation, is_declarers
from ..studies.setting import Setting
from .matrix import matrix_of
from .page_matrix import fronts, layouts, picture
from .page_parts import bar, card_group, diagram, rich, sentences
from .rows import card_headings, card_rows, effort, heading, notes
from .setting import ASSUMED, NOTHING_ASSUMED, setting_notes
from .why import beaten_sentences, doubt_sentences, line_text, pimc_sentences, recommendation
from .words import printable, with_symbols


def page(decision: Decision, why: Explanation | None = None) -> str:
    """The whole page."""
    style, script = _data("page.css"), _data("page.js")
    head = heading(decision)
    sections = [
        ("deal", "What declarer sees", _deal(decision)),
        ("cards", "The cards", _cards(decision)),
    ]
    if why is not None:
        sections.append(("why", "Why", _why(decision, why)))
    if is_declarers(decision):
        matrix = matrix_of(decision, why)
        sections += [
            ("layouts", "Card by layout", _matrix_text(decision) + picture(matrix)),
            ("list", "The layouts", _folded(decision, layouts(matrix, decision.position))),
            ("fronts", "The fronts", _FRONTS_TEXT + fronts(matrix, decision)),
        ]
    links = " ".join(f'<a href="#{name}">{title}</a>' for name, title, _ in sections)
    body = "\n".join(
        f'<section id="{name}" aria-labelledby="{name}-title">\n<h2 id="{name}-title">{title}</h2>\n'
        f"{content}\n</section>"
        for name, title, content in sections
    )
    # Only this style and this script are allowed, and nothing can be fetched, whatever a file has in it.
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(printable(head.title))} – αμ</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<main>
<header>
<h1>{rich(head.title)}</h1>
<p class="detail">{rich(head.detail[0].upper() + head.detail[1:])}</p>
<p class="answer">{rich(recommendation(decision))}</p>
<nav aria-label="On this page">{links}</nav>
</header>
{body}
<footer>
{sentences([*notes(decision), effort(decision)])}
</footer>
</main>
<script>{script}</script>
</body>
</html>
"""


def _deal(decision: Decision) -> str:
    assumed = "" if decision.setting is None else f'<div class="assumed">{_assumed(decision.setting)}</div>'
    return f'<div class="deal{"" if assumed else " alone"}">{diagram(decision.position)}{assumed}</div>'


def _assumed(setting: Setting) -> str:
    parts = [f"<h3>{ASSUMED}</h3>"]
    if setting.worlds.constraints:
        rows = "".join(
            f"<tr><td>{rich(with_symbols(constraint.text))}</td>"
            f"<td>{rich(with_symbols(constraint.source))}</td></tr>"
            for constraint in setting.worlds.constraints
        )
        parts.append(
            f'<table><thead><tr><th scope="col">assumed</th><th scope="col">from</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )
    else:
        parts.append(f"<p>{NOTHING_ASSUMED}</p>")
    return "\n".join([*parts, sentences(setting_notes(setting))])


def _cards(decision: Decision) -> str:
    words = card_headings(decision)
    titles = [words.name, words.share, *([words.sure] if words.sure else []), words.won, words.pimc]
    head = "".join(f'<th scope="col">{rich(title)}</th>' for title in titles)
    rows = []
    for row in card_rows(decision):
        cells = [row.share, *([row.sure] if words.sure else []), row.won, row.pimc]
        best = ' class="best"' if row.card.equals == decision.cards[0].equals else ""
        rows.append(
            f'<tr{best}><th scope="row">{card_group(row.card.equals)}</th>'
            + "".join(f"<td>{rich(cell)}</td>" for cell in cells)
            + f'<td class="graph">{bar(row)}</td></tr>'
        )
    line = ", the line its interval" if words.sure else ""
    caption = f"The bar is αμ's share{line}, the tick PIMC's."
    return (
        f'<table class="cards"><caption>{caption}</caption><thead><tr>{head}'
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


_FRONTS_TEXT = (
    "<p>After each card there may be several plans of which none wins wherever another does. A line is one "
    "of them, with the number of layouts that it wins, in the order of the picture. Without "
    "<code>--every-card</code> only those are listed that were needed to be certain.</p>\n"
)


def _folded(decision: Decision, table: str) -> str:
    return (
        f"<details><summary>{count(decision.worlds, 'layout')} in the order of the picture</summary>\n"
        "<p>The numbers are those of the vectors in the JSON document, from 1.</p>\n"
        f"{table}</details>"
    )


def _data(name: str) -> str:
    return resources.files(__package__).joinpath("data").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
