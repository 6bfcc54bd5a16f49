"""Looking at a search from another thread while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .answer import Decision


@dataclass(frozen=True)
class Moment:
    """How far a search has come."""

    depth: int
    """The iteration: Max moves looked ahead."""
    depths: int
    """The last iteration that will be made."""
    worlds_done: int
    """In the first iteration, the worlds that are solved."""
    worlds: int
    moves_done: int
    """In this iteration, the root moves that are searched."""
    moves: int
    solves: int
    """Double dummy solves so far."""
    seconds: float
    """Time since the start of this iteration."""

    @property
    def share(self) -> float:
        """How much of this iteration is done, roughly."""
        if self.depth == 1:
            return self.worlds_done / max(1, self.worlds)
        return self.moves_done / max(1, self.moves)

    @property
    def seconds_left(self) -> float | None:
        """When this iteration may be done, at the pace so far; None if nothing can be said yet."""
        return self.seconds * (1 - self.share) / self.share if self.share > 0 else None


@dataclass(eq=False)
class Watch:
    """Give one to ``answer``, and ask it from any thread how far the search is and what it has found."""

    on_decision: Callable[[Decision], None] | None = None
    """Called, by the searching thread, after each completed iteration."""
    latest: Decision | None = None
    """The answer so far; None before the first iteration is done."""
    _look: Callable[[], Moment] | None = field(default=None, init=False, repr=False)

    def attach(self, look: Callable[[], Moment]) -> None:
        """Called when a search begins, with a function that says how far it is."""
        self.latest = None  # what an earlier search has found is no answer to this question
        self._look = look

    def hear(self, decision: Decision) -> None:
        """Called with the answer so far."""
        self.latest = decision
        if self.on_decision is not None:
            self.on_decision(decision)

    def moment(self) -> Moment | None:
        """How far the search is; None if it has not begun."""
        return None if self._look is None else self._look()
