"""A batch as a page for a browser, with a page of its own for each of the dearest mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from markupsafe import Markup

from ...batch.summary import BatchSummary, Mistake, Tally, declarer_name
from ...bridge.cards import SEAT_NAMES, SEATS
from ...errors import count
from ...solve.effort import Effort
from ...solve.policy import DEFAULT_MOVES
from ..text.batch import chance_cells, place_text, tally_cells, unanswered_text
from ..words import card_text, contract_text, percent
from .decision import PlayedHere
from .parts import rich, sentences
from .shell import Page, Section, shell, table

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
    found = Page(
        count(summary.boards, "board"),
        ", ".join(f"{number} {status}" for status, number in sorted(summary.statuses.items())),
        _answer(summary),
        _sections(summary, mistakes, links),
        [_effort(asked)],
        kind="broad",
    )
    return shell(found)


def _sections(
    summary: BatchSummary, mistakes: Sequence[Mistake], links: Mapping[int, str]
) -> Iterator[Section]:
    yield Section("errors", "The dearest mistakes", _mistakes(mistakes, links, summary.all.errors))
    yield Section("plots", "When, and how much", _plots(summary))
    yield Section("declarers", "Declarers", _tallies("declarer", summary.declarers))
    contracts = {contract_text(name): tally for name, tally in summary.contracts.items()}
    yield Section("contracts", "Contracts", _tallies("contract", contracts))
    yield Section("chances", "Contracts without play", _chances(summary))
    yield Section("unanswered", "Without an answer", _unanswered(summary))


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


def _mistakes(mistakes: Sequence[Mistake], links: Mapping[int, str], errors: int) -> Markup:
    rows = []
    for place, mistake in enumerate(mistakes):
        record, choice = mistake.record, mistake.choice
        where = rich(place_text(record))
        if place in links:
            where = Markup('<a href="{}">{}</a>').format(links[place], where)
        best = " ".join(card_text(card) for card in choice.best_moves[:4])
        rows.append(
            [
                percent(choice.loss),
                where,
                f"{contract_text(record.contract or '')} by {declarer_name(record)}",
                str(choice.trick),
                f"{card_text(choice.move)} {percent(choice.mu)}",
                f"{best} {percent(choice.mu_best)}",
                card_text(choice.pimc),
            ]
        )
    left = errors - len(rows)
    more = f" There {'is' if left == 1 else 'are'} {left} more in the records." if left > 0 else ""
    caption = (
        "A percentage is the share of layouts that one plan for all of them wins (αμ) after that card. PIMC, "
        "as most programs reckon, takes each layout alone and plays on in it with open cards; the column has "
        f"the card that it would choose.{' A link leads to the whole decision.' if links else ''}{more}"
    )
    titles = ("loss", "-board", "-contract", "trick", "played", "best", "PIMC")
    return table(titles, rows, caption, "numbers stacked") if rows else Markup()


def _tallies(title: str, tallies: Mapping[str, Tally]) -> Markup:
    ranked = sorted(tallies.items(), key=lambda entry: (-entry[1].loss, entry[0]))
    rows = [[name, *tally_cells(tally)] for name, tally in ranked[:SHOWN]]
    left = len(ranked) - SHOWN
    more = f" {left} more {'is' if left == 1 else 'are'} left out." if left > 0 else ""
    caption = f"Lost in all is counted in contracts: 1.00 is one thrown away for certain.{more}"
    titles = (f"-{title}", "boards", "decisions", "mistakes", "average loss", "lost in all")
    return table(titles, rows, caption) if rows else Markup()


def _chances(summary: BatchSummary) -> Markup:
    if not summary.chance.boards:
        return Markup()
    rows = []
    entries = sorted((contract_text(name), tally) for name, tally in summary.chances.items())
    for name, tally in [*entries, ("all", summary.chance)]:
        real = f"{tally.makes} of {tally.with_hands}" if tally.with_hands else "–"
        rows.append([name, *chance_cells(tally), real])
    titles = ("-contract", "boards", "αμ is sure of", "double dummy", "flatters by", "makes as dealt")
    caption = (
        "Before the opening lead, averaged: what one plan wins against the best lead in each layout, and "
        "what can be won in the same layouts with open cards. The last column: as the cards lay."
    )
    return table(titles, rows, caption)


def _unanswered(summary: BatchSummary) -> Markup:
    return sentences(f"  {unanswered_text(record)}" for record in summary.unanswered[:SHOWN])


def _plots(summary: BatchSummary) -> Markup:
    if not summary.all.errors:
        return Markup()
    sizes = [f"{5 * place + 5}%" for place in range(20)]
    tricks = [str(trick) for trick in range(1, 14)]
    return Markup('<div class="plots">{}{}</div>').format(
        _bars(summary.losses, sizes, "Mistakes by what they cost, up to so much"),
        _bars(summary.trick_losses, tricks, "Contracts lost in all, by trick"),
    )


def _bars(values: Sequence[float], names: Sequence[str], caption: str) -> Markup:
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
    return Markup(
        f'<figure><svg class="plot" viewBox="0 0 {width} {height + 18}" role="img" '
        f'aria-label="{escape(f"{caption}. {words}")}">{"".join(parts)}</svg>'
        f"<figcaption>{rich(caption)}</figcaption></figure>"
    )
