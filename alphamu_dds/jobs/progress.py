"""How far many pieces of work are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """What can be said while the work goes on."""

    done: int
    """Records on disk."""
    total: int
    before: int
    """Those of them that an earlier run had written."""
    noted: int
    """What is counted in this run: mistakes in a batch, deals that ended differently in a match."""
    trouble: int
    """Pieces of work, in this run, that failed, took too long, or lost their worker."""
    seconds: float
    """Since this run began."""

    @property
    def rate(self) -> float:
        """Pieces of work a minute in this run."""
        return 60 * (self.done - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At the rate so far; None if nothing can be said yet."""
        return 60 * (self.total - self.done) / self.rate if self.rate else None
