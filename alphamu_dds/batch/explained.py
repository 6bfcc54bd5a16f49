"""The dearest mistakes of a batch looked at once more, to be shown whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..jobs.workforce import Workforce
from ..solve.answer import Decision
from .plan import Plan
from .records import DONE
from .review import Job
from .summary import Mistake


@dataclass(frozen=True)
class ExplainJob:
    """What a worker is given for one decision."""

    job: Job
    after: int


def explain_moment(moment: ExplainJob) -> Decision:
    """The decision as it was when the board was looked at, with the reasons."""
    return moment.job.decision(moment.after, why=True)


def explained(
    plan: Plan, mistakes: Sequence[Mistake], job: Job, workforce: Workforce
) -> Iterator[tuple[int, Decision]]:
    """Each mistake's place among ``mistakes`` and its decision, as they are ready; what fails is left out."""
    if not mistakes:
        return
    wanted: dict[int, list[tuple[int, int]]] = {}
    for place, mistake in enumerate(mistakes):
        wanted.setdefault(mistake.record.number, []).append((place, mistake.choice.after))

    effort = replace(job.effort, clock=False)  # as it was when the record was made

    def work() -> Iterator[tuple[int, ExplainJob]]:
        for item in plan.items():
            for place, after in wanted.get(item.number, ()):
                assert item.board is not None
                yield place, ExplainJob(Job(item.board, job.assumptions, effort), after)

    here = Workforce(workforce.jobs, timeout=workforce.timeout)
    for outcome in here.run(explain_moment, work(), len(mistakes)):
        if outcome.status == DONE:
            yield outcome.number, outcome.found
