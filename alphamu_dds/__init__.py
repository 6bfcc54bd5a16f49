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
from .engine.options import Limits, Options, Want
from .errors import AlphaMuError, Hint, InputError, SolverError, StoppedError
from .version import __version__

for _room in ("batch", "match", "solve"):
    # These rooms are called like a function of the library. They are loaded now, and their names given free:
    # a room that is loaded later would take the place of its function.
    importlib.import_module(f".{_room}", __name__)
    del globals()[_room]

if TYPE_CHECKING:
    from .api import batch, match, pimc, play_board, review, solve, solve_worlds
    from .batch.records import BoardRecord, Chance, Check, Choice
    from .batch.review import Found, Job, Review
    from .batch.summary import BatchSummary
    from .formats.board import Board, Problem
    from .formats.doors import read_link, read_path, read_text
    from .formats.read import read_boards
    from .jobs.journal import JournalError
    from .jobs.progress import Progress
    from .match.result import MatchResult
    from .players.named import player_named
    from .players.play import PlayedBoard
    from .players.player import Player
    from .solve.answer import CardResult, Decision, Stats
    from .solve.effort import Effort
    from .solve.explain import Explanation
    from .solve.question import Given, Question, ask
    from .solve.solve import answer
    from .solve.watch import Moment, Watch
    from .suit.solve import SuitAnswer, solve_suit
    from .worlds.assume import Assumptions
    from .worlds.bidding import BiddingTable
    from .worlds.features import Hand
    from .worlds.hand_rule import HandRule
    from .worlds.lead import LeadTable
    from .worlds.sample import NoWorldsError
    from .worlds.seen import Seen

_WHEN_WANTED = {
    "api": "batch match pimc play_board review solve solve_worlds",
    "batch.records": "BoardRecord Chance Check Choice",
    "batch.review": "Found Job Review",
    "batch.summary": "BatchSummary",
    "formats.board": "Board Problem",
    "formats.doors": "read_link read_path read_text",
    "formats.read": "read_boards",
    "jobs.journal": "JournalError",
    "jobs.progress": "Progress",
    "match.result": "MatchResult",
    "players.named": "player_named",
    "players.play": "PlayedBoard",
    "players.player": "Player",
    "solve.answer": "CardResult Decision Stats",
    "solve.effort": "Effort",
    "solve.explain": "Explanation",
    "solve.question": "Given Question ask",
    "solve.solve": "answer",
    "solve.watch": "Moment Watch",
    "suit.solve": "SuitAnswer solve_suit",
    "worlds.assume": "Assumptions",
    "worlds.bidding": "BiddingTable",
    "worlds.features": "Hand",
    "worlds.hand_rule": "HandRule",
    "worlds.lead": "LeadTable",
    "worlds.sample": "NoWorldsError",
    "worlds.seen": "Seen",
}
"""Names whose modules are loaded when they are first used, because they need numpy or much else."""

_MODULE_OF = {name: module for module, names in _WHEN_WANTED.items() for name in names.split()}

__all__ = [
    "AlphaMuError",
    "Assumptions",
    "BatchSummary",
    "BiddingTable",
    "Board",
    "BoardRecord",
    "CardResult",
    "Chance",
    "Check",
    "Choice",
    "Decision",
    "Effort",
    "Explanation",
    "Found",
    "Given",
    "Hand",
    "HandRule",
    "Hint",
    "InputError",
    "Job",
    "JournalError",
    "LeadTable",
    "LeafCache",
    "Limits",
    "MatchResult",
    "Moment",
    "NoWorldsError",
    "Options",
    "PlayedBoard",
    "Player",
    "Problem",
    "Progress",
    "Question",
    "Review",
    "Seen",
    "SolverError",
    "Stats",
    "StoppedError",
    "SuitAnswer",
    "Want",
    "Watch",
    "__version__",
    "answer",
    "ask",
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


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})
