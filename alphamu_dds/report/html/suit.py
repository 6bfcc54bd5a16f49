"""The answer for one suit as a page for a browser: one file, nothing is fetched, no scripts."""

from __future__ import annotations

from markupsafe import Markup

from ...suit.solve import SuitAnswer
from ..text.suit import cells, headings, how_many, notes, percent_text, ranks_text, verdict
from .shell import Page, Section, shell, table


def page(answer: SuitAnswer) -> str:
    """The whole page."""
    found = Page(
        f"{ranks_text(answer.north)} opposite {ranks_text(answer.south)}",
        f"Missing: {ranks_text(answer.missing)}",
        verdict(answer),
        [
            Section("chances", "The chances", _chances(answer)),
            Section("line", "The line", Markup('<p class="line">{}</p>').format(answer.line)),
            Section("layouts", "The layouts", _layouts(answer)),
        ],
        notes(answer),
        contents=False,
    )
    return shell(found)


def _chances(answer: SuitAnswer) -> Markup:
    if answer.tricks is not None:
        return Markup()
    rows = [
        [str(one.tricks), percent_text(float(one.best)), str(one.best), percent_text(float(one.line))]
        for one in answer.chances
    ]
    return table(["tricks", "best chance", "exactly", "this line"], rows)


def _layouts(answer: SuitAnswer) -> Markup:
    west, east, *others = headings(answer)
    won = [place for place, row in enumerate(answer.layouts) if row.wins and answer.tricks is not None]
    rows = [cells(row, answer) for row in answer.layouts]
    return Markup("<p>{}</p>\n{}").format(
        how_many(answer), table([f"-{west}", f"-{east}", *others], rows, best=won)
    )
