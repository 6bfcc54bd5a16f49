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
    from .batch.records import BoardRecord, Chance, Check, Choice, LeadChance, Sample
    from .batch.review import Found, Job, Review
    from .batch.summary import BatchSummary, ChanceTally, Mistake, Tally
    from .bridge.auction import Call, Contract
    from .bridge.cache import Key
    from .bridge.cards import Card, Holding, Layout, Seat
    from .bridge.packed import Packed
    from .bridge.position import Position
    from .bridge.replay import Replay
    from .engine.fronts import Front, Mask, Vector
    from .engine.node import Node, Window
    from .engine.score import Weight
    from .engine.table import Entry
    from .formats.board import Board, Hands, Problem, Tag, Where
    from .formats.doors import read_link, read_path, read_text
    from .formats.read import OnError, Source, read_boards
    from .jobs.journal import JournalError
    from .jobs.progress import Progress
    from .jobs.workers import Task
    from .match.options import MatchOptions
    from .match.records import DealPlayed, DealRecord, GameRecord
    from .match.result import MatchResult, Pairing, PlayerTally
    from .players.named import player_named
    from .players.play import PlayedBoard
    from .players.player import Player
    from .players.table import PlayedGame, Thinking
    from .players.turn import Turn
    from .solve.answer import CardResult, Decision, ShownLayout, Stats
    from .solve.clues import Clue, Fact, Finding
    from .solve.confidence import Comparison, Interval
    from .solve.effort import Effort
    from .solve.explain import Explanation
    from .solve.line import Fork, LineStep
    from .solve.question import Given, Question, ask
    from .solve.setting import Setting
    from .solve.solve import answer
    from .solve.watch import Moment, Watch
    from .suit.holdings import Ranks, Suit
    from .suit.solve import FirstCard, LayoutResult, SuitAnswer, SuitChance, solve_suit
    from .words import BatchWords, MatchWords, PlayWords, ReviewWords, SearchWords, SolveWords
    from .worlds.assume import Assumed, Assumptions, Dropped, HandAssumption
    from .worlds.bidding import BiddingTable, CallMeaning
    from .worlds.constraints import Constraint, LayoutTest, Truths, Weights
    from .worlds.features import Deals, Hand, Numbers, SuitTable
    from .worlds.hand_rule import HandRule, Range
    from .worlds.lead import LeadTable
    from .worlds.sample import NoWorldsError, Share, Worlds
    from .worlds.seen import Label, Seen
    from .worlds.view import Lengths, View

_WHEN_WANTED = {
    "api": "batch match pimc play_board review solve solve_worlds",
    "batch.records": "BoardRecord Chance Check Choice LeadChance Sample",
    "batch.review": "Found Job Review",
    "batch.summary": "BatchSummary ChanceTally Mistake Tally",
    "bridge.auction": "Call Contract",
    "bridge.cache": "Key",
    "bridge.cards": "Card Holding Layout Seat",
    "bridge.packed": "Packed",
    "bridge.position": "Position",
    "bridge.replay": "Replay",
    "engine.fronts": "Front Mask Vector",
    "engine.node": "Node Window",
    "engine.score": "Weight",
    "engine.table": "Entry",
    "formats.board": "Board Hands Problem Tag Where",
    "formats.doors": "read_link read_path read_text",
    "formats.read": "OnError Source read_boards",
    "jobs.journal": "JournalError",
    "jobs.progress": "Progress",
    "jobs.workers": "Task",
    "match.options": "MatchOptions",
    "match.records": "DealPlayed DealRecord GameRecord",
    "match.result": "MatchResult Pairing PlayerTally",
    "players.named": "player_named",
    "players.play": "PlayedBoard",
    "players.player": "Player",
    "players.table": "PlayedGame Thinking",
    "players.turn": "Turn",
    "solve.answer": "CardResult Decision ShownLayout Stats",
    "solve.clues": "Clue Fact Finding",
    "solve.confidence": "Comparison Interval",
    "solve.effort": "Effort",
    "solve.explain": "Explanation",
    "solve.line": "Fork LineStep",
    "solve.question": "Given Question ask",
    "solve.setting": "Setting",
    "solve.solve": "answer",
    "solve.watch": "Moment Watch",
    "suit.holdings": "Ranks Suit",
    "suit.solve": "FirstCard LayoutResult SuitAnswer SuitChance solve_suit",
    "words": "BatchWords MatchWords PlayWords ReviewWords SearchWords SolveWords",
    "worlds.assume": "Assumed Assumptions Dropped HandAssumption",
    "worlds.bidding": "BiddingTable CallMeaning",
    "worlds.constraints": "Constraint LayoutTest Truths Weights",
    "worlds.features": "Deals Hand Numbers SuitTable",
    "worlds.hand_rule": "HandRule Range",
    "worlds.lead": "LeadTable",
    "worlds.sample": "NoWorldsError Share Worlds",
    "worlds.seen": "Label Seen",
    "worlds.view": "Lengths View",
}
"""Names whose modules are loaded when they are first used, because they need numpy or much else."""

_MODULE_OF = {name: module for module, names in _WHEN_WANTED.items() for name in names.split()}

__all__ = [
    "AlphaMuError",
    "Assumed",
    "Assumptions",
    "BatchSummary",
    "BatchWords",
    "BiddingTable",
    "Board",
    "BoardRecord",
    "Call",
    "CallMeaning",
    "Card",
    "CardResult",
    "Chance",
    "ChanceTally",
    "Check",
    "Choice",
    "Clue",
    "Comparison",
    "Constraint",
    "Contract",
    "DealPlayed",
    "DealRecord",
    "Deals",
    "Decision",
    "Dropped",
    "Effort",
    "Entry",
    "Explanation",
    "Fact",
    "Finding",
    "FirstCard",
    "Fork",
    "Found",
    "Front",
    "GameRecord",
    "Given",
    "Hand",
    "HandAssumption",
    "HandRule",
    "Hands",
    "Hint",
    "Holding",
    "InputError",
    "Interval",
    "Job",
    "JournalError",
    "Key",
    "Label",
    "Layout",
    "LayoutResult",
    "LayoutTest",
    "LeadChance",
    "LeadTable",
    "LeafCache",
    "Lengths",
    "Limits",
    "LineStep",
    "Mask",
    "MatchOptions",
    "MatchResult",
    "MatchWords",
    "Mistake",
    "Moment",
    "NoWorldsError",
    "Node",
    "Numbers",
    "OnError",
    "Options",
    "Packed",
    "Pairing",
    "PlayWords",
    "PlayedBoard",
    "PlayedGame",
    "Player",
    "PlayerTally",
    "Position",
    "Problem",
    "Progress",
    "Question",
    "Range",
    "Ranks",
    "Replay",
    "Review",
    "ReviewWords",
    "Sample",
    "SearchWords",
    "Seat",
    "Seen",
    "Setting",
    "Share",
    "ShownLayout",
    "SolveWords",
    "SolverError",
    "Source",
    "Stats",
    "StoppedError",
    "Suit",
    "SuitAnswer",
    "SuitChance",
    "SuitTable",
    "Tag",
    "Tally",
    "Task",
    "Thinking",
    "Truths",
    "Turn",
    "Vector",
    "View",
    "Want",
    "Watch",
    "Weight",
    "Weights",
    "Where",
    "Window",
    "Worlds",
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
