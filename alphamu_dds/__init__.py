"""αμ for bridge: which card wins in the most layouts that declarer cannot tell apart.

    import alphamu_dds as am
    answer = am.solve("board.pbn")
    answer = am.solve_worlds(["N:AQ.2.. K.AK.. 32..A. JT..K.", ...], strain="N", leader="S", need=2)

Importing this package is cheap: the double dummy solver and numpy are loaded when they are first wanted.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .bridge.cache import LeafCache
from .engine.options import Limits, Options
from .errors import AlphaMuError, InputError, SolverError
from .studies.decision import CardResult, Decision, Stats
from .studies.given import pimc, solve_worlds

if TYPE_CHECKING:
    from .formats.board import Board, Problem
    from .formats.doors import read_link, read_path, read_text
    from .formats.read import read_boards
    from .players.named import player_named
    from .studies.batch import batch
    from .studies.match_result import MatchResult, match
    from .studies.play import PlayedBoard, play_board
    from .studies.review import Review, review
    from .studies.solve import solve
    from .suit.solve import SuitAnswer, solve_suit
    from .worlds.features import Hand
    from .worlds.hand_rule import HandRule
    from .worlds.sample import NoWorldsError

__version__ = "0.1.0"

__all__ = [
    "AlphaMuError",
    "Board",
    "CardResult",
    "Decision",
    "Hand",
    "HandRule",
    "InputError",
    "LeafCache",
    "Limits",
    "MatchResult",
    "NoWorldsError",
    "Options",
    "PlayedBoard",
    "Problem",
    "Review",
    "SolverError",
    "Stats",
    "SuitAnswer",
    "__version__",
    "batch",
    "match",
    "pimc",
    "play_board",
    "player_named",
    "read_boards",
    "read_link",
    "read_path",
    "read_text",
    "review",
    "solve",
    "solve_suit",
    "solve_worlds",
]

_WHEN_WANTED = {
    "Board": "formats.board",
    "Problem": "formats.board",
    "read_boards": "formats.read",
    "read_link": "formats.doors",
    "read_path": "formats.doors",
    "read_text": "formats.doors",
    "player_named": "players.named",
    "batch": "studies.batch",
    "MatchResult": "studies.match_result",
    "match": "studies.match_result",
    "PlayedBoard": "studies.play",
    "play_board": "studies.play",
    "Review": "studies.review",
    "review": "studies.review",
    "solve": "studies.solve",
    "SuitAnswer": "suit.solve",
    "solve_suit": "suit.solve",
    "Hand": "worlds.features",
    "HandRule": "worlds.hand_rule",
    "NoWorldsError": "worlds.sample",
}
"""Names whose modules are loaded when they are first used, because they need numpy or much else."""


def __getattr__(name: str) -> object:
    if name not in _WHEN_WANTED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module(f".{_WHEN_WANTED[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHEN_WANTED})
