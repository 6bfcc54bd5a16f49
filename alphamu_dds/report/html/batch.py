"""A batch as a page for a browser, with a page of its own for each of the dearest mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from ...batch.summary import BatchSummary, Mistake, Tally, declarer_name
from ...bridge.cards import SEAT_NAMES, SEATS
from ...errors import count
from ...solve.effort import Effort
from ...solve.policy import DEFAULT_MOVES
from ..text.batch import place_text, unanswered_text
from ..words import card_text, contract_text, percent
from .decision import PlayedHere
from .parts import rich
from .shell import Section, links_to, parts, shell

SHOWN = 200
"""So many rows of a table."""


def played_of(mistake: Mistake, back: str) -> PlayedHere:
    """What the page of a mistake says of it; ``back`` is the address of the page of the whole batch."""
    record, choice = mistake.record, mistake.choice
    seat = SEAT_NAMES[SEATS.index(record.declarer or "")]
    who = f"{record.player} ({seat})" if record.player else seat
    hand = "" if SEATS[choice.turn] == record.declarer else " from dummy"
    said = (
        f"{place_text(record)}: in trick {choice.trick} {who} played {card_text(choice.move)}{hand}. "
        f"It cost {percent(choice.loss)}: {percent(choice.mu)} instead of {percent(choice.mu_best)}."
    )
    return PlayedHere(choice.move, said, back)


def render(
    summary: BatchSummary, mistakes: Sequence[Mistake], links: Mapping[int, str], asked: Effort
) -> str:
    """The page of the whole batch."""
    sections = [section for section in _sections(summary, mistakes, links) if section[2]]
    title = count(summary.boards, "board")
    header = (
        f"<h1>{title}</h1>\n"
        f'<p class="detail">{rich(_statuses(summary))}</p>\n'
        f'<p class="answer">{rich(_answer(summary))}</p>\n{links_to(sections)}'
    )
    return shell(title, header, parts(sections), f"<p>{rich(_effort(asked))}</p>", kind="broad")


def _sections(
    summary: BatchSummary, mistakes: Sequence[Mistake], links: Mapping[int, str]
) -> Iterator[Section]:
    """Name, title and content of each part; without content it is left out."""
    yield "errors", "The dearest mistakes", _mistakes(mistakes, links, summary.all.errors)
    yield "plots", "When, and how much", _plots(summary) if summary.all.errors else ""
    yield "declarers", "Declarers", _tallies("declarer", summary.declarers)
    contracts = {contract_text(name): tally for name, tally in summary.contracts.items()}
    yield "contracts", "Contracts", _tallies("contract", contracts)
    yield "chances", "Contracts without play", _chances(summary)
    yield "unanswered", "Without an answer", _unanswered(summary)


def _statuses(summary: BatchSummary) -> str:
    return ", ".join(f"{number} {status}" for status, number in sorted(summary.statuses.items()))


def _answer(summary: BatchSummary) -> str:
    tally = summary.all
    if not tally.decisions:
        return "There was no decision of declarer to look at."
    return (
        f"In {count(tally.decisions, 'decision')} declarer made {count(tally.errors, 'mistake')}; "
        f"{tally.undecided} more could not be decided. A decision cost "
        f"{percent(tally.average_loss)} on average."
    )


def _effort(asked: Effort) -> str:
    worlds = "All layouts" if asked.worlds is None else count(asked.worlds, "layout")
    ahead = DEFAULT_MOVES if asked.max_moves is None else asked.max_moves
    endings = " (endings to their end)" if asked.max_moves is None else ""
    return (
        f"{worlds} for each decision, {count(ahead, 'card')} of declarer's side looked ahead{endings}, "
        f"seed {asked.seed}. A loss is how much more the best card wins, as a share of the weight of all "
        "layouts."
    )


def _mistakes(mistakes: Sequence[Mistake], links: Mapping[int, str], errors: int) -> str:
    titles = ("loss", "-board", "-contract", "trick", "played", "best", "PIMC")
    rows = []
    for place, mistake in enumerate(mistakes):
        record, choice = mistake.record, mistake.choice
        where = rich(place_text(record))
        if place in links:
            where = f'<a href="{escape(links[place])}">{where}</a>'
        best = " ".join(card_text(card) for card in choice.best_moves[:4])
        contract = f"{contract_text(record.contract or '')} by {declarer_name(record)}"
        cells = (
            percent(choice.loss),
            where,
            rich(contract),
            str(choice.trick),
            f"{rich(card_text(choice.move))} {percent(choice.mu)}",
            f"{rich(best)} {percent(choice.mu_best)}",
            rich(card_text(choice.pimc)),
        )
        rows.append(_row(titles, cells))
    if not rows:
        return ""
    left = errors - len(rows)
    more = f" There {'is' if left == 1 else 'are'} {left} more in the records." if left > 0 else ""
    caption = (
        "A percentage is the share of layouts that one plan for all of them wins (αμ) after that card. PIMC, "
        "as most programs reckon, takes each layout alone and plays on in it with open cards; the column has "
        f"the card that it would choose.{' A link leads to the whole decision.' if links else ''}{more}"
    )
    return _table(titles, rows, caption, "stacked")


def _row(titles: Sequence[str], cells: Sequence[str]) -> str:
    """One line of a table; narrow windows show each cell behind its title."""
    first, *others = (
        f'{_kind(title)} data-title="{escape(title.removeprefix("-"))}">{cell}'
        for title, cell in zip(titles, cells, strict=True)
    )
    return f'<tr><th scope="row"{first}</th>{"".join(f"<td{cell}</td>" for cell in others)}</tr>'


def _kind(title: str) -> str:
    return ' class="text"' if title[0] == "-" else ""


def _tallies(title: str, tallies: Mapping[str, Tally]) -> str:
    ranked = sorted(tallies.items(), key=lambda entry: (-entry[1].loss, entry[0]))
    rows = [
        f'<tr><th scope="row" class="text">{rich(name)}</th><td>{tally.boards}</td><td>{tally.decisions}</td>'
        f"<td>{tally.errors}</td><td>{percent(tally.average_loss)}</td><td>{tally.loss:.2f}</td></tr>"
        for name, tally in ranked[:SHOWN]
    ]
    left = len(ranked) - SHOWN
    more = f" {left} more {'is' if left == 1 else 'are'} left out." if left > 0 else ""
    caption = f"Lost in all is counted in contracts: 1.00 is one thrown away for certain.{more}"
    titles = (f"-{title}", "boards", "decisions", "mistakes", "average loss", "lost in all")
    return _table(titles, rows, caption) if rows else ""


def _chances(summary: BatchSummary) -> str:
    if not summary.chance.boards:
        return ""
    rows = []
    entries = sorted((contract_text(name), tally) for name, tally in summary.chances.items())
    for name, tally in [*entries, ("all", summary.chance)]:
        found: dict[str, Any] = tally.to_dict()
        cells = "".join(f"<td>{percent(found[key])}</td>" for key in ("mu", "double_dummy", "flatters"))
        real = f"{tally.makes} of {tally.with_hands}" if tally.with_hands else "–"
        rows.append(
            f'<tr><th scope="row" class="text">{rich(name)}</th><td>{tally.boards}</td>{cells}'
            f"<td>{real}</td></tr>"
        )
    titles = ("-contract", "boards", "αμ is sure of", "double dummy", "flatters by", "makes as dealt")
    caption = (
        "Before the opening lead, averaged: what one plan wins against the best lead in each layout, and "
        "what can be won in the same layouts with open cards. The last column: as the cards lay."
    )
    return _table(titles, rows, caption)


def _unanswered(summary: BatchSummary) -> str:
    items = "".join(f"<li>{rich(unanswered_text(record))}</li>" for record in summary.unanswered[:SHOWN])
    return f"<ul>{items}</ul>" if items else ""


def _table(titles: Sequence[str], rows: Sequence[str], caption: str, kind: str = "") -> str:
    """A table of numbers; a dash before a title says that its column is text."""
    head = "".join(f'<th scope="col"{_kind(title)}>{rich(title.removeprefix("-"))}</th>' for title in titles)
    return (
        f'<table class="numbers{f" {kind}" if kind else ""}"><caption>{rich(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{chr(10).join(rows)}</tbody></table>"
    )


def _plots(summary: BatchSummary) -> str:
    sizes = [f"{5 * place + 5}%" for place in range(20)]
    tricks = [str(trick) for trick in range(1, 14)]
    return (
        '<div class="plots">'
        + _bars(
            [float(number) for number in summary.losses], sizes, "Mistakes by what they cost, up to so much"
        )
        + _bars(summary.trick_losses, tricks, "Contracts lost in all, by trick")
        + "</div>"
    )


def _bars(values: Sequence[float], names: Sequence[str], caption: str) -> str:
    """A bar chart of its own, so that nothing has to be fetched."""
    width, height, most = 400, 160, max(values) or 1.0
    step = width / len(values)
    every = -(-len(names) // 10)
    parts = [f'<line x1="0" x2="{width}" y1="{height}" y2="{height}"/>']
    for place, (value, name) in enumerate(zip(values, names, strict=True)):
        tall = (height - 16) * value / most
        middle = step * (place + 0.5)
        shown = f"{value:.0f}" if value == int(value) else f"{value:.2f}"
        parts.append(
            f'<rect x="{step * place + 2:.1f}" y="{height - tall:.1f}" width="{step - 4:.1f}" '
            f'height="{tall:.1f}"><title>{name}: {shown}</title></rect>'
        )
        if value == most:
            parts.append(
                f'<text x="{middle:.1f}" y="{height - tall - 4:.1f}" text-anchor="middle">{shown}</text>'
            )
        if (place + 1) % every == 0 or every == 1:
            parts.append(f'<text x="{middle:.1f}" y="{height + 14}" text-anchor="middle">{name}</text>')
    words = "; ".join(f"{name}: {value:.6g}" for value, name in zip(values, names, strict=True) if value)
    return (
        f'<figure><svg class="plot" viewBox="0 0 {width} {height + 18}" role="img" '
        f'aria-label="{escape(f"{caption}. {words}")}">{"".join(parts)}</svg>'
        f"<figcaption>{rich(caption)}</figcaption></figure>"
    )
