"""Many boards: planned, shared out to workers, recorded in the order of the input."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from ..bridge.cards import SEATS
from ..errors import InputError, whole_number
from ..formats.board import Board
from ..formats.read import Source
from ..worlds.bidding import BiddingTable
from ..worlds.lead import MODES, LeadTable
from ..worlds.sample import DEFAULT_ATTEMPTS, DEFAULT_FEW
from .batch_summary import BatchSummary, summarise
from .board_review import Job, ReviewOptions, review
from .journal import Journal, own_files
from .plan import Item, Plan, plan_of
from .policy import DEFAULT_SEED, DEFAULT_WORLDS
from .workers import Analyse, Crew, Outcome

SCHEMA = 2
"""The number of the format of a record; it changes when a field changes its meaning or goes away."""
TROUBLE = ("failed", "timeout", "died")
LOOK_AHEAD = 16
"""Boards for each process among which those that take longest are begun first."""


@dataclass(frozen=True)
class BatchProgress:
    """How far a batch is."""

    done: int
    """Records on disk."""
    total: int
    before: int
    """Those of them that an earlier run had written."""
    errors: int
    """Mistakes of declarer's side in this run."""
    trouble: int
    """Boards, in this run, that failed, took too long, or lost their worker."""
    seconds: float
    """Since this run began."""

    @property
    def rate(self) -> float:
        """Boards a minute in this run."""
        return 60 * (self.done - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At the rate so far; None if nothing can be said yet."""
        return 60 * (self.total - self.done) / self.rate if self.rate else None


@dataclass(frozen=True)
class Where:
    """Who does the work. None of this changes a record."""

    jobs: int | None = None
    """Processes; one a core by default."""
    threads: int | None = None
    """Threads of each; by default its share of the cores."""
    board_timeout: float | None = None
    """Seconds for a board."""
    scheduler: str | None = None
    """The address of a Dask scheduler: its workers do the work."""
    local_cluster: int | None = None
    """So many Dask workers are started on this machine."""

    def __post_init__(self) -> None:
        for name in ("jobs", "threads", "local_cluster"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, whole_number(value, name.replace("_", " "), 1))
        timeout = self.board_timeout
        if timeout is not None and not 0 < timeout < float("inf"):
            raise InputError(f"the time for a board must be a number of seconds above 0: {timeout!r}")
        if self.scheduler is not None and not re.fullmatch(r"\w+://\S+:\d+", self.scheduler):
            raise InputError(f"a scheduler is given like tcp://host:8786: {self.scheduler!r}")
        if self.scheduler is not None and self.local_cluster is not None:
            raise InputError(f"a scheduler and a local cluster exclude each other: {self.scheduler!r}")


def batch(
    sources: Source | Iterable[Source],
    output: str | os.PathLike[str],
    *,
    worlds: int | None = DEFAULT_WORLDS,
    max_moves: int | None = None,
    seed: int = DEFAULT_SEED,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
    bidding: bool = True,
    bidding_table: str | None = None,
    leads: str = "weights",
    lead_table: str | None = None,
    jobs: int | None = None,
    threads: int | None = None,
    board_timeout: float | None = None,
    scheduler: str | None = None,
    local_cluster: int | None = None,
    retry: bool = False,
    on_progress: Callable[[BatchProgress], None] | None = None,
    analyse: Analyse = review,
) -> BatchSummary:
    """Look at every board of the sources, and write a record for each into ``output`` (JSON Lines).

    On boards with play, every real choice of declarer's side is valued; of boards with only a contract, the
    chance of making it is found, beside the double dummy answer. If the output is there already, and from
    the same sources and options, it is continued. The first group of options decides the answers; ``jobs``
    and what follows only who does the work. ``retry`` does boards again whose worker died or that took too
    long. ``analyse`` replaces the analysis of a board: a function at the
    top of a module that gets a ``Job``.

    Raises ``InputError`` if there is no board or the output belongs to something else, ``JournalError`` if
    it cannot be written. After any exception, Ctrl-C included, the same call goes on where it stood.
    """
    options = options_of(worlds, max_moves, seed, few, attempts, bidding, bidding_table, leads, lead_table)
    where = Where(jobs, threads, board_timeout, scheduler, local_cluster)
    path = os.fspath(output)
    plan = plan_of(sources, own_files(path))
    run_plan(plan, path, options, where, on_progress, analyse, retry)
    return summarise(path)


def options_of(
    worlds: int | None,
    max_moves: int | None,
    seed: int,
    few: int,
    attempts: int,
    bidding: bool,
    bidding_table: str | None,
    leads: str,
    lead_table: str | None,
) -> ReviewOptions:
    """The options of a batch, checked; tables are read here, because workers may not have the files."""
    if leads not in MODES:
        raise InputError(f"an opening lead is used as one of {', '.join(MODES)}: {leads!r}")
    return ReviewOptions(
        None if worlds is None else whole_number(worlds, "the number of worlds", 1),
        None if max_moves is None else whole_number(max_moves, "max_moves", 1),
        whole_number(seed, "the seed", 0),
        whole_number(few, "the number of layouts used whole", 0),
        whole_number(attempts, "the number of attempts", 1),
        bool(bidding),
        _table(bidding_table, BiddingTable.read),
        leads,
        _table(lead_table, LeadTable.read),
    )


def _table(path: str | None, read: Callable[[str], object]) -> str | None:
    if path is None:
        return None
    read(path)  # complains if it makes no sense
    with open(path, encoding="utf-8") as stream:
        return stream.read() + "\n"


def run_plan(
    plan: Plan,
    output: str,
    options: ReviewOptions,
    where: Where,
    on_progress: Callable[[BatchProgress], None] | None = None,
    analyse: Analyse = review,
    retry: bool = False,
) -> None:
    """Work through what is left of a plan, with ``retry`` also of what died or took too long."""
    started = time.monotonic()
    again = _is_of_the_machine if retry else None
    with Journal(output, fingerprint(plan, options), plan.total, again) as journal:
        before = len(journal)
        errors = trouble = 0

        def report() -> None:
            if on_progress is not None:
                seconds = time.monotonic() - started
                on_progress(BatchProgress(len(journal), plan.total, before, errors, trouble, seconds))

        report()
        if before < plan.total:
            missing = (item for item in plan.items() if item.number not in journal)
            # Closed whatever happens, so that no worker goes on when this ends.
            with closing(_records(missing, plan.total - before, options, where, analyse)) as found:
                for record in found:
                    journal.add(record)
                    errors += len(record.get("errors", ()))
                    trouble += record["status"] in TROUBLE
                    report()
        journal.finish()


def _is_of_the_machine(record: Mapping[str, Any]) -> bool:
    """Whether a board has no answer for reasons that may be gone."""
    return record.get("status") in ("died", "timeout")


def fingerprint(plan: Plan, options: ReviewOptions) -> dict[str, object]:
    """What makes two runs the same batch."""
    from .. import __version__  # noqa: PLC0415 - the package is not complete when this module is loaded

    return {
        "schema": SCHEMA,
        "version": __version__,
        "options": asdict(options),
        "inputs": [found.to_dict() for found in plan.inputs],
    }


def _records(
    items: Iterator[Item], left: int, options: ReviewOptions, where: Where, analyse: Analyse
) -> Generator[dict[str, Any], None, None]:
    """The records of items, as they are ready."""
    heads: dict[int, dict[str, Any]] = {}
    settled: list[dict[str, Any]] = []
    cores = available_cores()
    jobs = min(where.jobs or cores, left)
    threads = where.threads or (max(1, cores // jobs) if not _on_cluster(where) else 1)

    def work() -> Iterator[tuple[int, Job]]:
        for item in longest_first(items, LOOK_AHEAD * jobs if jobs > 1 or _on_cluster(where) else 0):
            head = _head(item)
            if head["status"] != "done" or head["kind"] == "passed":
                settled.append(head)
                continue
            heads[item.number] = head
            assert item.board is not None
            yield item.number, Job(item.board, options, threads)

    with closing(_outcomes(work(), jobs, where, analyse)) as outcomes:
        for outcome in outcomes:
            yield from _drain(settled)
            head = heads.pop(outcome.number)
            yield {**head, "status": outcome.status, "reason": outcome.reason, **outcome.found}
    yield from _drain(settled)


def longest_first(items: Iterable[Item], ahead: int) -> Iterator[Item]:
    """Items in their order, but for those without play, which are given out up to ``ahead`` places early.

    They take longest by far, and one that is begun last leaves all other processes without work. Not all of
    them come first: then the records would wait for their turn until the batch is nearly over.
    """
    near: deque[Item] = deque()
    long: deque[Item] = deque()
    for item in items:
        (long if item.board is not None and len(item.board.play) < 2 else near).append(item)
        if len(near) + len(long) > ahead:
            waiting = near and item.number - near[0].number > 2 * ahead
            yield (near if waiting else long or near).popleft()
    yield from long
    yield from near


def _outcomes(
    work: Iterator[tuple[int, Job]], jobs: int, where: Where, analyse: Analyse
) -> Generator[Outcome, None, None]:
    if _on_cluster(where):
        from .cluster import run_on_cluster  # noqa: PLC0415 - Dask is an extra

        return run_on_cluster(analyse, work, where.scheduler, where.local_cluster, where.board_timeout)
    return Crew(analyse, jobs, where.board_timeout).run(work)


def _on_cluster(where: Where) -> bool:
    return where.scheduler is not None or where.local_cluster is not None


def _drain(settled: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    while settled:
        yield settled.pop(0)


def _head(item: Item) -> dict[str, Any]:
    """The part of a record that takes no time; its status is ``done`` if there is something to work on."""
    board = item.board
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "number": item.number,
        "file": item.file,
        "place": item.place,
        "line": 0,
        "board": "",
        "contract": None,
        "declarer": None,
        "player": "",
        "result": None,
        "problems": [],
        "kind": "file",
        "status": "unreadable",
        "reason": item.error,
    }
    if board is None:
        return head
    declarer = board.declarer
    head |= {
        "line": board.source.line,
        "board": board.name,
        "contract": board.contract.name if board.contract else "Pass" if board.passed_out else None,
        "declarer": None if declarer is None else SEATS[declarer],
        "player": "" if declarer is None else board.players[declarer],
        "result": board.result,
        "problems": [problem.sentence for problem in board.problems],
        "kind": "passed" if board.passed_out else "play" if len(board.play) > 1 else "contract",
    }
    reason = None if board.passed_out else _unplayable(board)
    return {**head, "status": "done" if reason is None else "unreadable", "reason": reason}


def _unplayable(board: Board) -> str | None:
    """Why a board cannot be looked at."""
    if board.playable:
        return None
    if board.problems:
        return "; ".join(problem.sentence for problem in board.problems)
    if board.contract is None:
        return "the board has no contract"
    if board.declarer is None:
        return f"nobody is named as declarer of {board.contract.name}"
    return "both hands of declarer's side are needed"


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
