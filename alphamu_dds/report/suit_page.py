"""The answer for one suit as a page for a browser: one file, nothing is fetched, no scripts."""

from __future__ import annotations

from html import escape

from ..suit.holdings import holding_text
from ..suit.solve import SuitAnswer
from .shell import parts, shell
from .suit import cells, headings, how_many, notes, percent_text, ranks_text, verdict


def page(answer: SuitAnswer) -> str:
    """The whole page."""
    title = f"{ranks_text(answer.north)} opposite {ranks_text(answer.south)}"
    header = (
        f"<h1>{escape(title)}</h1>\n"
        f'<p class="detail">Missing: {escape(ranks_text(holding_text(answer.suit.missing)))}</p>\n'
        f'<p class="answer">{escape(verdict(answer))}</p>'
    )
    sections = [
        ("chances", "The chances", _chances(answer)),
        ("line", "The line", f'<p class="line">{escape(answer.line)}</p>'),
        ("layouts", "The layouts", f"<p>{escape(how_many(answer))}</p>\n{_layouts(answer)}"),
    ]
    footer = "\n".join(f"<p>{escape(note)}</p>" for note in notes(answer))
    return shell(title, header, parts(section for section in sections if section[2]), footer)


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
    return _table(["tricks", "best chance", "exactly", "this line"], rows, 0)


def _layouts(answer: SuitAnswer) -> str:
    won = [row.wins and answer.tricks is not None for row in answer.layouts]
    return _table(headings(answer), [cells(row, answer) for row in answer.layouts], 2, won)


def _table(titles: list[str], rows: list[list[str]], left: int, won: list[bool] | None = None) -> str:
    """A table whose first ``left`` columns are cards; the rows in ``won`` stand out."""

    def kind(column: int) -> str:
        return ' class="text"' if column < left else ""

    head = "".join(f'<th scope="col"{kind(c)}>{escape(title)}</th>' for c, title in enumerate(titles))
    body = "\n".join(
        ('<tr class="won">' if won and won[number] else "<tr>")
        + "".join(f"<td{kind(c)}>{escape(cell)}</td>" for c, cell in enumerate(row))
        + "</tr>"
        for number, row in enumerate(rows)
    )
    return f'<table class="numbers"><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>'
