"""αμ for any turn-based game with hidden information; knows no bridge and no native library.

    from alphamu_dds.engine import Game, Limits, search
    result = search(game, Limits(max_moves=3))

A game answers the questions of ``Game``; docs/engine.md shows one in full. The name ``search`` is the
function here; the module of that name, which is the specification, is found by ``from ... import`` only.
"""

from __future__ import annotations

from .budget import LimitReached
from .fronts import Front, Mask, Vector, join, leq, meet, prune, show_vector, union, worlds_of
from .game import Game
from .options import Limits, Options, Want
from .root import Iteration, MoveResult, SearchResult, pimc, search
from .score import Score, Weight

__all__ = [
    "Front",
    "Game",
    "Iteration",
    "LimitReached",
    "Limits",
    "Mask",
    "MoveResult",
    "Options",
    "Score",
    "SearchResult",
    "Vector",
    "Want",
    "Weight",
    "join",
    "leq",
    "meet",
    "pimc",
    "prune",
    "search",
    "show_vector",
    "union",
    "worlds_of",
]
