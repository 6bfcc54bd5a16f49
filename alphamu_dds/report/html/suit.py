"""The answer for one suit as a page for a browser: one file, nothing is fetched, no scripts."""

from __future__ import annotations

from html import escape

from ...suit.holdings import holding_text
from ...suit.solve import SuitAnswer
from ..text.suit import cells, headings, how_many, notes, percent_text, ranks_text, verdict

STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1d2733; --paper: #fff; --soft: #5b6672; --rule: #d5dbe1; --won: #e3f3e6;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ec; --paper: #14191f; --soft: #9aa5b1; --rule: #36404b; --won: #1c3a26; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.answer { font-size: 1.2rem; font-weight: 600; }
.line { white-space: pre-wrap; border-left: .25rem solid var(--rule); padding-left: 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid var(--rule); }
.cards { text-align: left; } tr.won { background: var(--won); }
.scroll { overflow-x: auto; } footer { color: var(--soft); margin-top: 2rem; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(answer: SuitAnswer) -> str:
    """The whole page."""
    title = f"{ranks_text(answer.north)} opposite {ranks_text(answer.south)}"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p>Missing: {escape(ranks_text(holding_text(answer.suit.missing)))}</p>
<p class="answer">{escape(verdict(answer))}</p>
{_chances(answer)}<h2>The line</h2>
<p class="line">{escape(answer.line)}</p>
<h2>The layouts</h2>
<p>{escape(how_many(answer))}</p>
{_layouts(answer)}
<footer>
{"".join(f"<p>{escape(note)}</p>" for note in notes(answer))}
</footer>
</main>
</body>
</html>
"""


def _chances(answer: SuitAnswer) -> str:
    if answer.tricks is not None:
        return ""
    rows = [
        [
            str(chance.tricks),
            percent_text(float(chance.best)),
            str(chance.best),
            percent_text(float(chance.line)),
        ]
        for chance in answer.chances
    ]
    return _table(["tricks", "best chance", "exactly", "this line"], rows, 0) + "\n"


def _layouts(answer: SuitAnswer) -> str:
    won = [row.wins and answer.tricks is not None for row in answer.layouts]
    return _table(headings(answer), [cells(row, answer) for row in answer.layouts], 2, won)


def _table(titles: list[str], rows: list[list[str]], left: int, won: list[bool] | None = None) -> str:
    """A table whose first ``left`` columns are cards; the rows in ``won`` stand out."""

    def style(column: int) -> str:
        return ' class="cards"' if column < left else ""

    head = "".join(f'<th scope="col"{style(c)}>{escape(title)}</th>' for c, title in enumerate(titles))
    body = "\n".join(
        ('<tr class="won">' if won and won[number] else "<tr>")
        + "".join(f"<td{style(c)}>{escape(cell)}</td>" for c, cell in enumerate(row))
        + "</tr>"
        for number, row in enumerate(rows)
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'
