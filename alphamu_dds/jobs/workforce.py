"""Who does the work: processes of this machine, or a cluster. None of this changes a result."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from ..errors import InputError, whole_number
from .cores import available_cores
from .workers import Crew, Outcome, Task


@dataclass(frozen=True)
class Workforce:
    """Processes, threads of each, and where they are."""

    jobs: int | None = None
    """Processes; one a core by default."""
    threads: int | None = None
    """Threads of each; by default its share of the cores."""
    timeout: float | None = None
    """Seconds for a piece of work."""
    scheduler: str | None = None
    """The address of a Dask scheduler: its workers do the work."""
    local_cluster: int | None = None
    """So many Dask workers are started on this machine."""

    def checked(self) -> Workforce:
        """The same; raises ``InputError`` for what makes no sense."""
        for name in ("jobs", "threads", "local_cluster"):
            value = getattr(self, name)
            if value is not None:
                whole_number(value, name.replace("_", " "), 1)
        timeout = self.timeout
        if timeout is not None and not (isinstance(timeout, (int, float)) and 0 < timeout < float("inf")):
            raise InputError(f"the time for a board must be a number of seconds above 0: {self.timeout!r}")
        if self.scheduler is not None and not re.fullmatch(r"\w+://\S+:\d+", str(self.scheduler)):
            raise InputError(f"a scheduler is given like tcp://host:8786: {self.scheduler!r}")
        if self.scheduler is not None and self.local_cluster is not None:
            raise InputError(f"a scheduler and a local cluster exclude each other: {self.scheduler!r}")
        return self

    @property
    def on_cluster(self) -> bool:
        """Whether the work is done by Dask."""
        return self.scheduler is not None or self.local_cluster is not None

    def processes(self, left: int) -> int:
        """How many are started for so many pieces of work."""
        return min(self.jobs or available_cores(), left)

    def threads_of_each(self, left: int) -> int:
        """How many threads each of them has."""
        if self.threads is not None:
            return self.threads
        return 1 if self.on_cluster else max(1, available_cores() // self.processes(left))

    def run(
        self, task: Task, work: Iterator[tuple[int, object]], left: int
    ) -> Generator[Outcome, None, None]:
        """Work on numbered jobs, ``left`` of them; outcomes come as they are ready."""
        if self.on_cluster:
            from .cluster import run_on_cluster  # noqa: PLC0415 - Dask is an extra

            return run_on_cluster(task, work, self.scheduler, self.local_cluster, self.timeout)
        return Crew(task, self.processes(left), self.timeout).run(work)
