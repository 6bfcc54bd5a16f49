"""The summary of a batch as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...batch.records import BoardRecord
from ...batch.summary import BatchSummary, ChanceTally, Mistake, Tally, declarer_name
from ...errors import count
from ..words import card_text, contract_text, percent
from .table import aligned

SHOWN = 10
"""So many lines of each list; the files have all."""


def summary_text(summary: BatchSummary, shown: int = SHOWN) -> str:
    """What a batch has found, for a terminal."""
    parts = [_heading(summary)]
    if summary.all.boards:
        parts.append(_tallies("declarer", summary.declarers, shown))
        contracts = {contract_text(name): tally for name, tally in summary.contracts.items()}
        parts.append(_tallies("contract", contracts, shown))
    if summary.worst:
        title = "The dearest mistakes" if summary.all.errors > shown else "The mistakes, the dearest first"
        parts.append("\n".join([title, *(_mistake(mistake) for mistake in summary.worst[:shown])]))
    if summary.chance.boards:
        parts.append(_chances(summary))
    if summary.unanswered:
        names = [f"  {unanswered_text(record)}" for record in summary.unanswered[:shown]]
        more = sum(number for status, number in summary.statuses.items() if status != "done") - len(names)
        names += [f"  and {more} more"] if more > 0 else []
        parts.append("\n".join(["Without an answer", *names]))
    return "\n\n".join(parts)


def _heading(summary: BatchSummary) -> str:
    tally = summary.all
    lines = [
        f"{count(summary.boards, 'board')}: "
        + ", ".join(f"{number} {status}" for status, number in sorted(summary.statuses.items()))
    ]
    if tally.boards:
        lines.append(
            f"{count(tally.decisions, 'decision')} of declarer on {count(tally.boards, 'board')} with play: "
            f"{count(tally.errors, 'mistake')}, {tally.undecided} undecided; "
            f"average loss {percent(tally.average_loss)} a decision"
        )
        lines.append(f"PIMC would have erred in {count(tally.pimc_differs, 'decision')}")
    return "\n".join(lines)


def _tallies(title: str, tallies: Mapping[str, Tally], shown: int) -> str:
    """A table, those who lost most first."""
    ranked = sorted(tallies.items(), key=lambda entry: (-entry[1].loss, entry[0]))
    rows = [[title, "boards", "decisions", "mistakes", "average loss", "lost in all"]]
    rows += [[name, *tally_cells(tally)] for name, tally in ranked[:shown]]
    lines = aligned(rows)
    if len(ranked) > shown:
        lines.append(f"  and {len(ranked) - shown} more")
    return "\n".join(lines)


def _mistake(mistake: Mistake) -> str:
    record, choice = mistake.record, mistake.choice
    best = " or ".join(card_text(card) for card in choice.best_moves[:3])
    return (
        f"  {percent(choice.loss):>6}  {place_text(record)}: {contract_text(record.contract or '')} by "
        f"{declarer_name(record)}, trick {choice.trick} {card_text(choice.move)} "
        f"({percent(choice.mu)}), best {best} ({percent(choice.mu_best)})"
    )


def _chances(summary: BatchSummary) -> str:
    rows = [["contract without play", "boards", "αμ is sure of", "double dummy", "flatters by"]]
    entries = sorted((contract_text(name), tally) for name, tally in summary.chances.items())
    rows += [[name, *chance_cells(tally)] for name, tally in [*entries, ("all", summary.chance)]]
    lines = aligned(rows)
    known = summary.chance.with_hands
    if known:
        lines.append(f"As the cards really lay, {summary.chance.makes} of {known} make double dummy.")
    return "\n".join(lines)


def tally_cells(tally: Tally) -> list[str]:
    """What a table says of several boards with play."""
    numbers = (tally.boards, tally.decisions, tally.errors)
    return [*map(str, numbers), percent(tally.average_loss), f"{tally.loss:.2f}"]


def chance_cells(tally: ChanceTally) -> list[str]:
    """What a table says of several contracts without play."""
    found: dict[str, Any] = tally.to_dict()
    return [str(tally.boards), *(percent(found[key]) for key in ("mu", "double_dummy", "flatters"))]


def place_text(record: BoardRecord) -> str:
    """Where a board stands: its file, and its name or place."""
    if record.kind == "file":
        return record.file
    return f"{record.file}, board {record.board or f'#{record.place}'}"


def unanswered_text(record: BoardRecord) -> str:
    """Which board has no answer, and why."""
    reason, name = str(record.reason), place_text(record)
    return reason if record.kind == "file" else f"{name}: {record.status} ({reason})"
