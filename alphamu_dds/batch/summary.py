"""What a batch has found, gathered from its records in one pass and bounded memory."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..bridge.cards import SEAT_NAMES, SEATS
from ..schema import SCHEMA
from .reading import board_records
from .records import DONE, MISTAKE, UNDECIDED, BoardRecord, Chance, Choice

WORST = 100
"""So many errors are remembered with all they say."""
NAMED = 1000
"""So many boards without an answer are named."""


@dataclass
class Tally:
    """Decisions counted."""

    boards: int = 0
    decisions: int = 0
    errors: int = 0
    """Mistakes: losses that stood when they were looked at again."""
    undecided: int = 0
    """Losses that did not stand."""
    loss: float = 0.0
    """What the mistakes cost, in contracts: 1.0 is one contract thrown away for certain."""
    pimc_differs: int = 0
    """Decisions in which PIMC would have played a card that αμ values lower."""

    average_loss: float = 0.0
    """The loss of a decision, on average."""

    def add(self, choices: Sequence[Choice]) -> None:
        """Count the decisions of one board."""
        self.boards += 1
        self.decisions += len(choices)
        for choice in choices:
            if choice.verdict == MISTAKE:
                self.loss += choice.loss
                self.errors += 1
            self.undecided += choice.verdict == UNDECIDED
            self.pimc_differs += choice.pimc_differs
        self.average_loss = self.loss / self.decisions if self.decisions else 0.0

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "boards": self.boards,
            "decisions": self.decisions,
            "errors": self.errors,
            "undecided": self.undecided,
            "loss": self.loss,
            "average_loss": self.average_loss,
            "pimc_differs": self.pimc_differs,
        }


@dataclass
class ChanceTally:
    """Contracts without play counted."""

    boards: int = 0
    mu: float = 0.0
    """The sum of what declarer is sure of."""
    double_dummy: float = 0.0
    """The sum of what double dummy says of the same layouts."""
    with_hands: int = 0
    """Boards of which all four hands are known."""
    makes: int = 0
    """Those of them that make with open cards."""

    def add(self, chance: Chance) -> None:
        """Count one board."""
        self.boards += 1
        self.mu += chance.mu
        self.double_dummy += chance.double_dummy
        self.with_hands += chance.makes is not None
        self.makes += bool(chance.makes)

    def to_dict(self) -> dict[str, object]:
        """For JSON: averages."""
        number = max(1, self.boards)
        return {
            "boards": self.boards,
            "mu": self.mu / number,
            "double_dummy": self.double_dummy / number,
            "flatters": (self.double_dummy - self.mu) / number,
            "with_hands": self.with_hands,
            "makes": self.makes,
        }


@dataclass(frozen=True)
class Mistake:
    """A card that was not the best, with the board it was played on."""

    record: BoardRecord = field(repr=False)
    """The record without its choices."""
    choice: Choice
    undecided: list[int] = field(default_factory=list, repr=False)
    """After how many cards a choice of the same board is undecided."""

    @property
    def rank(self) -> tuple[float, int, int]:
        """The dearest first, then in the order of the input."""
        return (-self.choice.loss, self.record.number, self.choice.after)

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {**self.record.head(), "undecided": self.undecided, "decision": self.choice.to_dict()}


@dataclass
class BatchSummary:
    """What a batch has found."""

    boards: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    all: Tally = field(default_factory=Tally)
    declarers: dict[str, Tally] = field(default_factory=dict)
    contracts: dict[str, Tally] = field(default_factory=dict)
    chance: ChanceTally = field(default_factory=ChanceTally)
    chances: dict[str, ChanceTally] = field(default_factory=dict)
    """Contracts without play, by contract."""
    worst: list[Mistake] = field(default_factory=list)
    """The dearest mistakes first."""
    unanswered: list[BoardRecord] = field(default_factory=list)
    """Records of boards without an answer."""
    losses: list[int] = field(default_factory=lambda: [0] * 20)
    """Errors by loss: up to 5 %, up to 10 %, and so on."""
    trick_losses: list[float] = field(default_factory=lambda: [0.0] * 13)
    """What was lost in each trick."""
    files_unread: int = 0

    @property
    def trouble(self) -> int:
        """Boards that failed, took too long, or lost their worker, and files that could not be read."""
        return sum(self.statuses.get(name, 0) for name in ("failed", "timeout", "died")) + self.files_unread

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "schema": SCHEMA,
            "boards": self.boards,
            "statuses": self.statuses,
            "all": self.all.to_dict(),
            "declarers": {name: tally.to_dict() for name, tally in self.declarers.items()},
            "contracts": {name: tally.to_dict() for name, tally in self.contracts.items()},
            "chance": self.chance.to_dict(),
            "chances": {name: tally.to_dict() for name, tally in self.chances.items()},
            "worst": [mistake.to_dict() for mistake in self.worst],
            "unanswered": [record.head() for record in self.unanswered],
        }


def summarise(path: str, worst: int = WORST) -> BatchSummary:
    """Read the records of a batch and sum them up."""
    summary = BatchSummary()
    heap: list[tuple[tuple[float, int, int], Mistake]] = []
    for record in board_records(path):
        _count(summary, record)
        for choice in record.choices or ():
            if choice.verdict == MISTAKE:
                undecided = record.named(UNDECIDED)
                _remember(heap, Mistake(replace(record, choices=None), choice, undecided), worst)
    summary.worst = [mistake for _, mistake in sorted(heap, key=lambda entry: entry[1].rank)]
    return summary


def _count(summary: BatchSummary, record: BoardRecord) -> None:
    summary.boards += 1
    summary.statuses[record.status] = summary.statuses.get(record.status, 0) + 1
    if record.status != DONE:
        summary.files_unread += record.kind == "file"
        if len(summary.unanswered) < NAMED:
            summary.unanswered.append(record)
    elif record.chance is not None:
        summary.chance.add(record.chance)
        summary.chances.setdefault(record.contract or "", ChanceTally()).add(record.chance)
    elif record.choices is not None:
        for tally in (
            summary.all,
            summary.declarers.setdefault(declarer_name(record), Tally()),
            summary.contracts.setdefault(record.contract or "", Tally()),
        ):
            tally.add(record.choices)
        for choice in record.choices:
            if choice.verdict == MISTAKE:
                summary.losses[min(19, math.ceil(choice.loss * 20 - 1e-9) - 1)] += 1
                summary.trick_losses[choice.after // 4] += choice.loss


def declarer_name(record: BoardRecord) -> str:
    """The player, or the seat if nobody is named."""
    if record.player or record.declarer is None:
        return record.player
    return SEAT_NAMES[SEATS.index(record.declarer)]


def _remember(heap: list[tuple[tuple[float, int, int], Mistake]], mistake: Mistake, most: int) -> None:
    """Keep the dearest; the top of the heap is the cheapest of them."""
    loss, number, after = mistake.rank
    entry = ((-loss, -number, -after), mistake)
    if len(heap) < most:
        heapq.heappush(heap, entry)
    elif heap and entry[0] > heap[0][0]:
        heapq.heapreplace(heap, entry)
