"""What a search may still spend: time, memory, nodes and work, counted while it runs.

Everything that can grow without bound asks here: a node that is opened, worlds that are valued, and the three
operations on fronts, because one meet of two large fronts can take longer than all time there is, and more
memory than the machine has.

Time is measured, on the wall or of the processor, so it depends on the machine. Memory and work are
*counted*, and the counts depend on nothing but the question: two computers, and two ways to ask, stop at the
same place with the same answer.
Work is counted in comparisons of two vectors, and everything else in what takes as long, roughly.
"""

from __future__ import annotations

import math
import sys
import time

from .options import Limits

NODE_WORK = 2_000
"""Opening a node takes as long as so many comparisons of two vectors."""
VALUE_WORK = 5_000
"""The same for the value of one world in an ending. Before that it takes longer, as only the clock sees."""
SCORE_WORK = 16
"""The same for the score of one vector."""
LOOK_AFTER = 16
"""Worlds that are valued between two looks at the clock."""
STOP_AFTER = 4
"""The same if somebody may stop the search, since he waits: a hard world takes a tenth of a second."""
NODE_BYTES = 1_200
"""What is remembered of a node and its values beside its fronts; measured, as is the next one."""
SET_BYTES = 60
"""A vector of a large front that is being made, beside the number itself: its places in sets and lists."""


class LimitReached(Exception):  # noqa: N818 - a signal, not an error
    """Raised inside the search when something runs out; ``limit`` is its name in ``Limits``."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit
        self.worlds_done = 0
        """If it ends the first iteration: about so many worlds could have been searched."""


class Budget:
    """Counts what one search spends, and raises ``LimitReached`` when a limit is passed.

    ``armed`` is False as long as no limit may end the search. What was spent before counts all the same; and
    whoever asks for a ``stop`` gets it at once.
    The first iteration, if it may be stopped at all, has half of the time: what follows an answer that came
    too late would be none.
    """

    def __init__(self, limits: Limits, worlds: int) -> None:
        self.armed = limits.from_start
        self.spent = 0
        """Work so far."""
        self._limits = limits
        self._clocks = [
            (name, clock, clock(), limit)
            for name, clock, limit in (
                ("seconds", time.perf_counter, limits.seconds),
                ("processor", time.thread_time, limits.processor),
            )
            if limit < math.inf
        ]
        self._stop = limits.stop
        self.worlds_at_once = STOP_AFTER if self._stop else LOOK_AFTER if self._clocks else worlds
        """So many worlds may be valued before somebody looks at the clock, or asks whether to stop."""
        self._share_of_time = 0.5
        self._vector_bytes = sys.getsizeof((1 << worlds) - 1) + 8
        self._nodes = 0
        self._kept = 0

    @staticmethod
    def of(limits: Limits, worlds: int) -> Budget | None:
        """A budget, or None if nothing is limited: then nobody has to count."""
        bounded = (limits.seconds, limits.nodes, limits.memory, limits.work, limits.processor)
        return Budget(limits, worlds) if min(bounded) < math.inf or limits.stop is not None else None

    def begin_second(self) -> None:
        """The first iteration is done: there is an answer, and all of the time may be used."""
        self.armed = True
        self._share_of_time = 1.0

    @property
    def memory(self) -> int:
        """About how many bytes are in use for what is remembered."""
        return self._nodes * NODE_BYTES + self._kept * self._vector_bytes

    def node(self) -> None:
        """A node is opened."""
        self._nodes += 1
        if self.armed and self._nodes > self._limits.nodes:
            raise LimitReached("nodes")
        self.work(NODE_WORK)
        self.room(0)

    def values(self, number: int) -> None:
        """So many worlds have been valued."""
        self.work(VALUE_WORK * number)

    def keep(self, vectors: int) -> None:
        """So many vectors more (or fewer) are kept in the table."""
        self._kept += vectors

    def work(self, comparisons: int) -> None:
        """So many comparisons of vectors are made."""
        self.spent += comparisons
        if self._stop is not None and self._stop():
            raise LimitReached("stop")
        if self.armed:
            if self.spent > self._limits.work:
                raise LimitReached("work")
            for name, clock, started, limit in self._clocks:
                if clock() - started > limit * self._share_of_time:
                    raise LimitReached(name)

    def room(self, vectors: int) -> None:
        """So many vectors of a front are being made."""
        wanted = self.memory + vectors * (self._vector_bytes + SET_BYTES)
        if self.armed and wanted > self._limits.memory:
            raise LimitReached("memory")
