"""Many boards: planned, shared out to workers, recorded in the order of the input."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

from ..bridge.cards import SEATS
from ..errors import InputError, whole_number
from ..formats.board import Board
from ..jobs.journal import Journal
from ..jobs.progress import Progress
from ..jobs.workers import Task
from ..jobs.workforce import Workforce
from ..schema import SCHEMA
from ..solve.effort import Effort
from ..version import __version__
from ..worlds.assume import Assumptions
from ..worlds.lead import MODES
from .plan import Item, Plan
from .records import DONE, MISTAKE, TROUBLE, BoardRecord
from .review import Found, Job, look

LOOK_AHEAD = 16
"""Boards for each process among which those that take longest are begun first."""


def run_plan(
    plan: Plan,
    output: str,
    assumptions: Assumptions | None = None,
    effort: Effort | None = None,
    workforce: Workforce | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    task: Task = look,
    retry: bool = False,
) -> None:
    """Work through what is left of a plan, with ``retry`` also of what died or took too long."""
    started = time.monotonic()
    job = Job(Board(), assumptions or Assumptions(), effort or Effort())
    workforce = (workforce or Workforce()).checked()
    again = _is_of_the_machine if retry else None
    with Journal(output, fingerprint(plan, job), plan.total, again) as journal:
        before = len(journal)
        mistakes = trouble = 0

        def report() -> None:
            if on_progress is not None:
                seconds = time.monotonic() - started
                on_progress(Progress(len(journal), plan.total, before, mistakes, trouble, seconds))

        report()
        if before < plan.total:
            missing = (item for item in plan.items() if item.number not in journal)
            # Closed whatever happens, so that no worker goes on when this ends.
            with closing(_records(missing, plan.total - before, job, workforce, task)) as found:
                for record in found:
                    journal.add(record.to_dict())
                    mistakes += len(record.named(MISTAKE))
                    trouble += record.status in TROUBLE
                    report()
        journal.finish()


def _is_of_the_machine(record: Mapping[str, Any]) -> bool:
    """Whether a board has no answer for reasons that may be gone."""
    return record.get("status") in ("died", "timeout")


def fingerprint(plan: Plan, job: Job) -> dict[str, object]:
    """What makes two runs the same batch; raises ``InputError`` for what makes no sense."""
    assumptions, effort = job.assumptions, job.effort
    assumptions.check()
    effort.check()
    if assumptions.lead not in MODES:
        raise InputError(f"an opening lead is used as one of {', '.join(MODES)}: {assumptions.lead!r}")
    tables = (assumptions.bidding_table, assumptions.lead_table)
    bidding, leads = (None if table is None else table.text for table in tables)
    options = {
        "worlds": None if effort.worlds is None else whole_number(effort.worlds, "the number of worlds", 1),
        "max_moves": None if effort.max_moves is None else whole_number(effort.max_moves, "max_moves", 1),
        "seed": whole_number(effort.seed, "the seed", 0),
        "few": whole_number(effort.few, "the number of layouts used whole", 0),
        "attempts": whole_number(effort.attempts, "the number of attempts", 1),
        "bidding": bool(assumptions.bidding),
        "bidding_table": bidding,
        "leads": assumptions.lead,
        "lead_table": leads,
    }
    inputs = [found.to_dict() for found in plan.inputs]
    return {"schema": SCHEMA, "version": __version__, "options": options, "inputs": inputs}


def _records(
    items: Iterator[Item], left: int, job: Job, workforce: Workforce, task: Task
) -> Generator[BoardRecord, None, None]:
    """The records of items, as they are ready."""
    heads: dict[int, BoardRecord] = {}
    settled: list[BoardRecord] = []
    # No clock: records are the same wherever they are made.
    effort = replace(job.effort, threads=workforce.threads_of_each(left), clock=False)
    jobs = workforce.processes(left)

    def work() -> Iterator[tuple[int, Job]]:
        ahead = LOOK_AHEAD * jobs if jobs > 1 or workforce.on_cluster else 0
        for item in longest_first(items, ahead):
            head = _head(item)
            if head.status != DONE or head.kind == "passed":
                settled.append(head)
                continue
            heads[item.number] = head
            assert item.board is not None
            yield item.number, Job(item.board, job.assumptions, effort)

    with closing(workforce.run(task, work(), left)) as outcomes:
        for outcome in outcomes:
            yield from _drain(settled)
            head = replace(heads.pop(outcome.number), status=outcome.status, reason=outcome.reason)
            if outcome.found is not None:
                found: Found = outcome.found
                kind = "contract" if found.choices is None else "play"
                head = replace(head, kind=kind, choices=found.choices, chance=found.chance)
            yield head
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


def _drain(settled: list[BoardRecord]) -> Iterator[BoardRecord]:
    while settled:
        yield settled.pop(0)


def _head(item: Item) -> BoardRecord:
    """The part of a record that takes no time; its status is ``done`` if there is something to work on."""
    board = item.board
    if board is None:
        return BoardRecord(item.number, item.file, item.place, reason=item.error)
    declarer = board.declarer
    reason = None if board.passed_out else _unplayable(board)
    return BoardRecord(
        item.number,
        item.file,
        item.place,
        line=board.source.line,
        board=board.name,
        contract=board.contract.name if board.contract else "Pass" if board.passed_out else None,
        declarer=None if declarer is None else SEATS[declarer],
        player="" if declarer is None else board.players[declarer],
        result=board.result,
        problems=tuple(problem.sentence for problem in board.problems),
        kind="passed" if board.passed_out else "play" if len(board.play) > 1 else "contract",
        status=DONE if reason is None else "unreadable",
        reason=reason,
    )


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
