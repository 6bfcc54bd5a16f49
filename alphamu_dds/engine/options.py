"""What the search may do (options) and how much of it (limits)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import Enum

from ..errors import InputError, whole_number


@dataclass(frozen=True)
class Options:
    """One switch for every optimisation. No combination changes the score of the root.

    The comments give the paper's name; docs/algorithm.md says why each is sound.
    """

    table: bool = True
    """Transposition table: bounds and perfect-information values are remembered."""
    iterative_deepening: bool = True
    """Search 1, 2, ... M Max moves; off: only 1 (PIMC, which orders the moves) and M."""
    early_cut: bool = True
    """Early cut: leave a Min node whose known upper bound is below α."""
    root_cut: bool = True
    """Root cut: stop when a root move keeps the score of the previous iteration."""
    useful_worlds: bool = True
    """Maintaining useful worlds (U): forget worlds that are lost anyway."""
    empty_entry: bool = True
    """Empty entry (E): value a node by perfect information before searching it for the first time."""
    alpha_cut: bool = True
    """α cut: leave a Min node as soon as its front falls below the front of the Max node above."""
    deep_alpha_cut: bool = True
    """Deep α cut: compare with every Max node above, one at a time (off: only the nearest)."""
    world_cuts: bool = True
    """World cuts (W): stop where no or one useful world is left."""
    cut_on_win: bool = True
    """Cut on win: leave a Max node that wins every useful world."""
    beta_cut: bool = True
    """Not in the paper: leave a Max node as soon as no more can come of it at the Min nodes above."""
    merge_equal: bool = True
    """Not in the paper: search only one of several moves that are the same in all but name."""
    join_alpha: bool = True
    """Not in the paper: the deep α cut compares with the join of all Max nodes above."""
    score_cut: bool = True
    """Not in the paper: leave a node that cannot lead to a better score at the root."""
    inherit_values: bool = True
    """Not in the paper: a world that is won before a Min move is won after it, with open cards."""
    bulk_leaves: bool = True
    """Not in the paper: value all moves of a Max node together; off: each leaf on its own."""

    @classmethod
    def plain(cls) -> Options:
        """Everything off: the paper's αμ without optimisations."""
        return cls(**{switch.name: False for switch in fields(cls)})

    @classmethod
    def baseline(cls) -> Options:
        """The first row of the paper's tables: table, iterative deepening, early cut and root cut."""
        return cls.of("table", "iterative_deepening", "early_cut", "root_cut")

    @classmethod
    def paper(cls) -> Options:
        """Everything that the paper describes, and nothing else."""
        return cls(
            beta_cut=False,
            merge_equal=False,
            join_alpha=False,
            score_cut=False,
            inherit_values=False,
            bulk_leaves=False,
        )

    @classmethod
    def of(cls, *names: str) -> Options:
        """Only the named switches on."""
        known = cls.names()
        for name in names:
            if name not in known:
                raise InputError(f"unknown option, expected one of {', '.join(known)}: {name!r}")
        return cls(**{name: name in names for name in known})

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all switches."""
        return tuple(switch.name for switch in fields(cls))


class Want(Enum):
    """What a search shall know exactly about the root moves of Max; the first is the cheapest."""

    BEST = "best"
    """The score of the best move. The others carry upper bounds."""
    SCORES = "scores"
    """The score of every move. Of its front only plans that reach it are certain to be there."""
    FRONTS = "fronts"
    """The front of every move: no root cut, and no move is measured against another. Fronts can be large."""


USUAL_WORK = 500_000_000
"""Some five to ten seconds of work on fronts, or a hundred thousand values of worlds."""
USUAL_MEMORY = 512 << 20
"""Bytes; with a solver's tables and all the rest a process stays below 1 GiB."""


@dataclass(frozen=True)
class Limits:
    """Where the search stops.

    When time, nodes, memory or work run out, the iteration under way is dropped, and the last completed one
    is the answer. The first iteration (PIMC) is always completed, unless the limits hold ``from_start``: then
    there may be no answer, and ``LimitReached`` is raised. The same goes for ``stop``, from the start in any
    case. Nodes, memory and work are counted (``engine/budget.py``), so where they end a search does not
    depend on the machine; where time does, it does.
    """

    max_moves: int = 2
    """The paper's M: Max moves looked ahead. 1 is PIMC."""
    seconds: float = math.inf
    """By the clock on the wall."""
    nodes: float = math.inf
    memory: float = math.inf
    """Bytes for what the search remembers and for the fronts it works on, as ``Budget`` counts them."""
    work: float = math.inf
    """Comparisons of two vectors, and whatever takes as long."""
    processor: float = math.inf
    """Seconds of processor time of the searching thread: other programs may keep the machine busy."""
    from_start: bool = False
    """Whether the limits hold for the first iteration too; it then has half of the time."""
    stop: Callable[[], bool] | None = field(default=None, compare=False, repr=False)
    """Asked many times a second, by the searching thread, whether the search shall end now."""

    @classmethod
    def counted(cls, max_moves: int) -> Limits:
        """The usual limits without a clock, for what has to come out the same on every machine."""
        return cls(max_moves, memory=USUAL_MEMORY, work=USUAL_WORK)

    def __post_init__(self) -> None:
        object.__setattr__(self, "max_moves", whole_number(self.max_moves, "max_moves", 1))
        if self.stop is not None and not callable(self.stop):
            raise InputError(f"stop must be a function without arguments: {self.stop!r}")
        for name in ("seconds", "nodes", "memory", "work", "processor"):
            value = getattr(self, name)
            numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not numeric or not value >= 0:
                raise InputError(f"{name} must be a number, 0 or more: {value!r}")
