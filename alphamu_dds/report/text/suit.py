"""The answer for one suit, for the terminal."""

from __future__ import annotations

import textwrap

from ...errors import count
from ...suit.solve import LayoutResult, SuitAnswer
from .table import aligned

WIDTH = 100
ASSUMED = (
    "Assumed: declarer can lead from either hand each time; the defenders see all cards, and never lead the "
    "suit."
)
COVERING = (
    "If second hand plays higher than the card named, cover as cheaply as you can; if you can't, play small."
)


def render(answer: SuitAnswer) -> str:
    """The whole answer as text."""
    parts = [_heading(answer), _chances(answer), line_text(answer), _layouts(answer)]
    parts.append("\n".join(textwrap.fill(note, WIDTH) for note in notes(answer)))
    return "\n\n".join(parts)


def percent_text(share: float) -> str:
    """A chance with two decimals.

    >>> percent_text(0.403913)
    '40.39%'
    """
    return f"{100 * share:.2f}%"


def ranks_text(cards: str) -> str:
    """A holding with spaces, the ten as players write it; patterns stay as they are.

    >>> ranks_text("AT9")
    'A 10 9'
    """
    return " ".join(cards).replace("T", "10") if cards != "-" else "–"


def verdict(answer: SuitAnswer) -> str:
    """The answer in one sentence."""
    if answer.tricks is None:
        return f"Best average: {float(answer.fraction):.4f} tricks ({answer.fraction})."
    share = percent_text(float(answer.fraction))
    return f"Best chance of {count(answer.tricks, 'trick')}: {share} ({answer.fraction})."


def notes(answer: SuitAnswer) -> list[str]:
    """What the reader has to know beside the figures."""
    suit = answer.suit
    found = [ASSUMED]
    if answer.leads_towards:
        found.append(COVERING)
    if (suit.west_vacant, suit.east_vacant) != (13, 13):
        found.append(f"Vacant places: West {suit.west_vacant}, East {suit.east_vacant}.")
    if answer.small:
        found.append(f"x is any of {ranks_text(answer.small)}.")
    return found


def how_many(answer: SuitAnswer) -> str:
    """In how many layouts the line does what is wanted."""
    every = sum(row.copies for row in answer.layouts)
    if answer.tricks is None:
        return f"{count(every, 'layout')}, and the tricks that the line is sure of:"
    won = sum(row.copies for row in answer.layouts if row.wins)
    return f"The line wins {won} of {count(every, 'layout')}:"


def cells(row: LayoutResult, answer: SuitAnswer) -> list[str]:
    """One line of the table of layouts."""
    result = str(row.tricks) if answer.tricks is None else "wins" if row.wins else "–"
    return [
        row.west_pattern,
        row.east_pattern,
        str(row.copies),
        f"{100 * float(row.chance):.4f}",
        result,
    ]


HEADINGS = ["West", "East", "layouts", "%"]


def headings(answer: SuitAnswer) -> list[str]:
    """The titles over ``cells``."""
    return [*HEADINGS, "tricks" if answer.tricks is None else "line"]


def line_text(answer: SuitAnswer) -> str:
    """The line of play, wrapped; cases stay below each other."""
    wrapped = []
    for text in answer.line.split("\n"):
        indent = " " * (len(text) - len(text.lstrip()))
        wrapped.append(textwrap.fill(text, WIDTH, subsequent_indent=indent + "    "))
    return "\n".join(wrapped)


def _heading(answer: SuitAnswer) -> str:
    hands = (
        ("North", answer.north),
        ("South", answer.south),
        ("missing", answer.missing),
    )
    return "\n".join(aligned([[name, ranks_text(cards)] for name, cards in hands], lambda row, column: True))


def _chances(answer: SuitAnswer) -> str:
    if answer.tricks is not None:
        return verdict(answer)
    rows = [["tricks", "best chance", "this line"]]
    for chance in answer.chances:
        rows.append([str(chance.tricks), *(percent_text(float(one)) for one in (chance.best, chance.line))])
    return "\n".join([*aligned(rows, lambda row, column: False, gap="   "), "", verdict(answer)])


def _layouts(answer: SuitAnswer) -> str:
    rows = [headings(answer), *(cells(row, answer) for row in answer.layouts)]
    return "\n".join([how_many(answer), *aligned(rows, lambda row, column: column < 2, indent="  ")])
