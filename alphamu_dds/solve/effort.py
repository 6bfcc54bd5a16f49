"""How much is to be done for an answer: what is not said is as ``policy`` has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..bridge.cache import DEFAULT_CAPACITY, LeafCache
from ..bridge.cards import Card
from ..engine.options import Limits, Options, Want
from ..errors import of_kind
from .policy import DEFAULT_ATTEMPTS, DEFAULT_FEW, DEFAULT_SEED, DEFAULT_WORLDS


@dataclass(frozen=True)
class Effort:
    """Layouts, depth and limits. Numbers are checked when they are used."""

    worlds: int | None = DEFAULT_WORLDS
    """Layouts that are drawn; None for all."""
    seed: int = DEFAULT_SEED
    """Layouts follow from it and from what is seen."""
    few: int = DEFAULT_FEW
    attempts: int = DEFAULT_ATTEMPTS
    max_moves: int | None = None
    """The paper's M; None: as ``policy.moves_ahead`` says."""
    want: Want | None = None
    """The best card, every card's score, or every card's front; None: as much as is cheap."""
    seconds: float | None = None
    """Of the clock on the wall, for the search; ``math.inf`` lifts the limits of time and work."""
    nodes: float | None = None
    memory: float | None = None
    """Bytes."""
    clock: bool = True
    """Without it nothing is measured, only counted: the answer is the same on every machine."""
    threads: int = 1
    options: Options | None = None
    limits: Limits | None = None
    """All limits at once, instead of those above."""
    why: bool = False
    """Whether the answer is explained."""
    only: tuple[Card, ...] | None = None
    """If given, no other cards than these and their equals are looked at."""
    drawn_from: int | None = None
    """The number that layouts are drawn from, if it is not to follow from the seed and what is seen."""
    preferred: Callable[[Card], Any] | None = field(default=None, repr=False)
    """A key: of cards that the search finds alike, the first in this order is best."""
    cache: LeafCache | None = field(default=None, repr=False, compare=False)
    """Answers of the solver, if more decisions are to share them."""
    cache_size: int = DEFAULT_CAPACITY
    """If they do not: so many answers are remembered."""
    warm: bool = True
    """Off: every world is solved from scratch; for comparisons, as is the next one."""
    claims: bool = True

    def check(self) -> None:
        """Raise ``InputError`` for what is of another kind; numbers are checked where they are used."""
        for name, kind in (("want", Want), ("options", Options), ("limits", Limits), ("cache", LeafCache)):
            value = getattr(self, name)
            if value is not None:
                of_kind(value, kind, name)
