"""Keywords of the library's functions, and the objects that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from .bridge.cache import LeafCache
from .engine.options import Options, Want
from .errors import whole_number
from .jobs.workforce import Workforce
from .solve.answer import Decision
from .solve.effort import Effort
from .worlds.assume import Assumptions, HandAssumption
from .worlds.bidding import BiddingTable
from .worlds.constraints import LayoutTest
from .worlds.lead import LeadTable


class QuestionWords(TypedDict, total=False):
    """Which board, and which moment of it (``question.Question``)."""

    number: str | int | None
    """Which of several boards; ``#12`` for the twelfth."""
    room: str | None
    """``open`` or ``closed``, where both have a board of that number."""
    after: int | None
    play: Sequence[str] | str
    lead: str | None
    contract: str | None
    declarer: str | None
    tricks: int | None


class AssumptionWords(TypedDict, total=False):
    """What may be assumed of the hidden hands (``worlds.assume.Assumptions``)."""

    hands: Mapping[str, HandAssumption] | None
    condition: str | Sequence[str]
    test: LayoutTest | None
    bidding: bool
    bidding_table: str | None
    """A file; None for the table of the package."""
    leads: str
    lead_table: str | None


class SearchWords(TypedDict, total=False):
    """How far to search, and with what (``effort.Effort``)."""

    max_moves: int | None
    every_card: bool | None
    """True: the whole front of every card; False: only the best card for certain."""
    threads: int
    options: Options | None
    seconds: float | None
    nodes: float | None
    memory: float | None
    cache: LeafCache | None
    on_iteration: Callable[[Decision], None] | None


class SampleWords(TypedDict, total=False):
    """Which layouts are drawn (``effort.Effort``)."""

    worlds: int | None
    seed: int
    few: int
    attempts: int


class SolveWords(QuestionWords, AssumptionWords, SampleWords, SearchWords, total=False):
    """All keywords of ``alphamu_dds.solve``."""


class JudgeWords(SampleWords, total=False):
    """What decides a review."""

    max_moves: int | None
    bidding: bool
    leads: str


class ReviewWords(JudgeWords, total=False):
    """The keywords of ``alphamu_dds.review``."""

    threads: int


class BatchWords(JudgeWords, total=False):
    """The keywords of ``alphamu_dds.batch``; the last five say who does the work (``jobs.workforce``)."""

    bidding_table: str | None
    lead_table: str | None
    jobs: int | None
    threads: int | None
    board_timeout: float | None
    scheduler: str | None
    local_cluster: int | None
    retry: bool


class MatchWords(TypedDict, total=False):
    """What decides a match (``match.options.MatchOptions``)."""

    contract: str
    declarer: str
    strength: tuple[int, int] | None
    double_dummy: str
    conditions: Sequence[str]
    seed: int
    max_moves: int
    worlds: int


class PlayWords(TypedDict, total=False):
    """How a board is played out."""

    contract: str | None
    seat: str | None
    after: int
    seed: int
    bidding: bool


def check_words(function: str, words: Mapping[str, object], *known: type) -> None:
    """Refuse a keyword that the function does not have, as Python itself would."""
    for name in words:
        if not any(name in kind.__annotations__ for kind in known):
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")


def chosen(words: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """Those of the words that a kind has."""
    return {name: words[name] for name in words if name in kind.__annotations__}


def assumptions_from(words: Mapping[str, Any]) -> Assumptions:
    """The assumptions that the words stand for; tables are read here, once."""
    condition = words.get("condition", ())
    bidding, leads = words.get("bidding_table"), words.get("lead_table")
    return Assumptions(
        hands=words.get("hands") or {},
        conditions=[condition] if isinstance(condition, str) else condition,
        test=words.get("test"),
        bidding=words.get("bidding", True),
        bidding_table=None if bidding is None else BiddingTable.read(bidding),
        lead=words.get("leads", "weights"),
        lead_table=None if leads is None else LeadTable.read(leads),
    )


def effort_from(words: Mapping[str, Any]) -> Effort:
    """The effort that the words stand for; what is not said is as ``policy`` has it."""
    given = {name: words[name] for name in words if name in Effort.__dataclass_fields__}
    if given.get("threads", 1) is None:
        del given["threads"]
    every_card = words.get("every_card")
    if every_card is not None:
        given["want"] = Want.FRONTS if every_card else Want.BEST
    if given.get("max_moves") is not None:
        given["max_moves"] = whole_number(given["max_moves"], "max_moves", 1)
    return Effort(**given)


def workforce_from(words: Mapping[str, Any]) -> Workforce:
    """Who does the work."""
    given = {name: words[name] for name in ("jobs", "threads", "scheduler", "local_cluster") if name in words}
    return Workforce(timeout=words.get("board_timeout"), **given)
