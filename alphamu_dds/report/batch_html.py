"""A batch as a page for a browser, with a page of its own for each of the dearest mistakes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..bridge.cards import SEAT_NAMES, SEATS
from ..errors import InputError, count
from ..studies.batch_summary import BatchSummary, Mistake, Tally, declarer_name
from ..studies.board_review import Job, ReviewOptions, moment
from ..studies.explain import explain
from ..studies.journal import write_whole
from ..studies.plan import Plan
from ..studies.policy import DEFAULT_MOVES
from ..studies.workers import Crew
from .batch_text import place_text, unanswered_text
from .page import Played, page
from .page_parts import rich
from .shell import Section, links_to, parts, shell
from .words import card_text, contract_text, percent

SHOWN = 200
"""So many rows of a table."""


@dataclass(frozen=True)
class PageJob:
    """What a worker is given for the page of one decision."""

    job: Job
    after: int
    played: Played


def solve_page(job: PageJob) -> dict[str, object]:
    """The page of one decision, as ``alphamu solve --html`` writes it, with the card that was played."""
    decision = moment(job.job, job.after)
    why = explain(decision, decision.stats.max_moves, job.job.threads)
    return {"page": page(decision, why, job.played)}


def write_report(
    plan: Plan,
    summary: BatchSummary,
    options: ReviewOptions,
    path: str,
    errors: int,
    jobs: int,
    timeout: float | None = None,
) -> int:
    """Write the report, and beside it the pages of the ``errors`` dearest mistakes; how many are missing."""
    mistakes = summary.worst[:errors]
    links = _write_pages(plan, mistakes, options, path, jobs, timeout)
    text = render(summary, mistakes, links, options)

    def write(name: str) -> None:
        Path(name).write_text(text, encoding="utf-8", errors="replace", newline="\n")

    write_whole(path, write)
    return len(mistakes) - len(links)


def folder_of(path: str) -> Path:
    """Where the pages of the mistakes are, for a report of that name."""
    return Path(path).with_name(f"{Path(path).stem}_files")


def _write_pages(
    plan: Plan,
    mistakes: Sequence[Mistake],
    options: ReviewOptions,
    path: str,
    jobs: int,
    timeout: float | None,
) -> dict[int, str]:
    """Write the pages; the link of each that could be made, by its place in ``mistakes``."""
    folder = folder_of(path)
    with _as_sentence(folder):
        # Pages of an earlier report would be taken for pages of this one.
        for old in folder.glob("board-*-after-*.html"):
            old.unlink()
        if not mistakes:
            with contextlib.suppress(OSError):
                folder.rmdir()
            return {}
        folder.mkdir(exist_ok=True)
    wanted: dict[int, list[tuple[int, int]]] = {}
    for place, mistake in enumerate(mistakes):
        wanted.setdefault(mistake.record["number"], []).append((place, mistake.decision["after"]))

    def work() -> Iterator[tuple[int, PageJob]]:
        for item in plan.items():
            for place, after in wanted.get(item.number, ()):
                assert item.board is not None
                played = _played(mistakes[place], path)
                yield place, PageJob(Job(item.board, options), after, played)

    links = {}
    for outcome in Crew(solve_page, min(jobs, len(mistakes)), timeout).run(work()):
        if outcome.status != "done":
            continue
        mistake, text = mistakes[outcome.number], str(outcome.found["page"])
        name = f"board-{mistake.record['number']}-after-{mistake.decision['after']}.html"
        with _as_sentence(folder):
            (folder / name).write_text(text, encoding="utf-8", errors="replace", newline="\n")
        links[outcome.number] = f"{quote(folder.name)}/{name}"
    return links


def _played(mistake: Mistake, report: str) -> Played:
    """What the page of a mistake says of it, and the way back to the report."""
    record, decision = mistake.record, mistake.decision
    seat = SEAT_NAMES[SEATS.index(record["declarer"])]
    who = f"{record['player']} ({seat})" if record["player"] else seat
    hand = "" if decision["seat"] == record["declarer"] else " from dummy"
    said = (
        f"{place_text(record)}: in trick {decision['trick']} {who} played "
        f"{card_text(decision['played'])}{hand}. "
        f"It cost {percent(decision['loss'])}: {percent(decision['played_mu'])} instead of "
        f"{percent(decision['best_mu'])}."
    )
    return Played(decision["played"], said, f"../{quote(Path(report).name)}")


@contextlib.contextmanager
def _as_sentence(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{folder}: the pages cannot be written ({error.strerror or error})") from None


def render(
    summary: BatchSummary, mistakes: Sequence[Mistake], links: Mapping[int, str], options: ReviewOptions
) -> str:
    """The page of the whole batch."""
    sections = [section for section in _sections(summary, mistakes, links) if section[2]]
    title = count(summary.boards, "board")
    header = (
        f"<h1>{title}</h1>\n"
        f'<p class="detail">{rich(_statuses(summary))}</p>\n'
        f'<p class="answer">{rich(_answer(summary))}</p>\n{links_to(sections)}'
    )
    return shell(title, header, parts(sections), f"<p>{rich(_effort(options))}</p>", kind="broad")


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


def _effort(options: ReviewOptions) -> str:
    worlds = "All layouts" if options.worlds is None else count(options.worlds, "layout")
    ahead = DEFAULT_MOVES if options.max_moves is None else options.max_moves
    endings = " (endings to their end)" if options.max_moves is None else ""
    return (
        f"{worlds} for each decision, {count(ahead, 'card')} of declarer's side looked ahead{endings}, "
        f"seed {options.seed}. A loss is how much more the best card wins, as a share of the weight of all "
        "layouts."
    )


def _mistakes(mistakes: Sequence[Mistake], links: Mapping[int, str], errors: int) -> str:
    titles = ("loss", "-board", "-contract", "trick", "played", "best", "PIMC")
    rows = []
    for place, mistake in enumerate(mistakes):
        record, decision = mistake.record, mistake.decision
        where = rich(place_text(record))
        if place in links:
            where = f'<a href="{escape(links[place])}">{where}</a>'
        best = " ".join(card_text(card) for card in decision["best"][:4])
        contract = f"{contract_text(record['contract'])} by {declarer_name(record)}"
        cells = (
            percent(decision["loss"]),
            where,
            rich(contract),
            str(decision["trick"]),
            f"{rich(card_text(decision['played']))} {percent(decision['played_mu'])}",
            f"{rich(best)} {percent(decision['best_mu'])}",
            rich(card_text(decision["pimc"])),
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
