"""A node while it is searched, and the window through which its caller looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from .fronts import Front, Mask
from .game import Move, State
from .score import Weight

if TYPE_CHECKING:
    from .table import Entry


@dataclass(slots=True)
class Window:
    """What of a node's front matters to its caller; ``search`` says how. Nobody changes one: it is shared."""

    alphas: tuple[Front, ...]
    """α: each holds by itself; the last one is that of the nearest Max node."""
    beta: Front
    useful: Mask
    """The shadow of β: the worlds that one of its vectors wins. All worlds if they are not maintained."""
    target: Weight
    """The score that the root wants to see reached; 0 if every vector counts."""


@dataclass(slots=True, eq=False)
class Node(Generic[State, Move]):
    """A node while it is searched. Its bounds are true at every moment, and close in."""

    state: State
    possible: Mask
    moves_left: int
    window: Window
    """The caller's; β falls with the node's own upper bound."""
    useful: Mask
    """The possible worlds whose result can still matter under this window."""
    entry: Entry | None
    """What the table knew before the search."""
    lower: Front
    upper: Front
    best: Move | None = None
    """The move that raised ``lower`` (Max) or lowered ``upper`` (Min) last."""
