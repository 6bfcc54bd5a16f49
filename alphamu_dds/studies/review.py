"""A board that was played: every real choice of declarer's side, and what it was worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError, whole_number
from ..formats.board import Board
from ..formats.doors import read_any
from ..formats.read import Source
from ..worlds.sample import DEFAULT_ATTEMPTS, DEFAULT_FEW
from .board_review import Job, ReviewOptions, choices, moment
from .decision import SCHEMA, Decision
from .policy import DEFAULT_SEED, DEFAULT_WORLDS
from .solve import choose_board
from .standing import stand


@dataclass(frozen=True)
class Choice:
    """One choice of declarer's side."""

    after: int
    """Cards played before it."""
    trick: int
    """From 1."""
    seat: str
    card: str
    """The card that was played."""
    best: str
    """The best card; the one that was played, if nothing is better."""
    mu: float
    """The share of the layouts (by weight) that one plan wins after the card played."""
    mu_best: float
    loss: float
    verdict: str
    """``fine``, ``mistake`` or ``undecided`` (``verdict.judge``)."""
    limit: str | None = None
    """The limit that ended the search of this choice, if one did: ``memory`` or ``work``."""
    checks: list[dict[str, Any]] = field(default_factory=list)
    """What was found when a loss was looked at again."""


@dataclass(frozen=True)
class Review:
    """What the play of a board was worth."""

    board: Board
    decisions: list[Choice]
    job: Job = field(repr=False)

    @property
    def worst(self) -> Choice | None:
        """The dearest mistake; if there is none, the dearest that is undecided."""
        named = [choice for choice in self.decisions if choice.verdict != "fine"]
        return max(named, key=lambda choice: (choice.verdict == "mistake", choice.loss), default=None)

    def decision(self, choice: Choice) -> Decision:
        """All that is known about one choice."""
        return moment(self.job, choice.after)

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        board = self.board
        return {
            "schema": SCHEMA,
            "board": {
                "file": board.source.file,
                "line": board.source.line,
                "board": board.name,
                "contract": board.contract.name if board.contract else None,
            },
            "decisions": [vars(choice) for choice in self.decisions],
        }


def review(
    board: Board | Source,
    *,
    number: str | int | None = None,
    room: str | None = None,
    worlds: int | None = DEFAULT_WORLDS,
    max_moves: int | None = None,
    seed: int = DEFAULT_SEED,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
    bidding: bool = True,
    leads: str = "weights",
    threads: int = 1,
    on_choice: Callable[[int], None] | None = None,
) -> Review:
    """Look at every real choice of declarer's side on a board that was played, as ``solve`` would.

    ``board`` is what ``solve`` takes, and trusts the caller likewise.

    A choice is real if the cards are not all the same and the contract is open. A loss of 3 % or more is
    called a mistake only if it stands when the two cards are searched again, deeper and on other, more
    layouts. ``on_choice`` is called before each choice with the number of cards played. Raises
    ``InputError`` if there is no play to look at.
    """
    chosen = board if isinstance(board, Board) else choose_board(read_any(board), number, room)
    options = ReviewOptions(
        None if worlds is None else whole_number(worlds, "the number of worlds", 1),
        None if max_moves is None else whole_number(max_moves, "max_moves", 1),
        whole_number(seed, "the seed", 0),
        few,
        attempts,
        bidding=bidding,
        leads=leads,
    )
    stand(chosen, after=0)  # says what is missing
    if len(chosen.play) < 2:
        raise InputError("declarer's side has played no card, so there is nothing to review")
    job = Job(chosen, options, threads)
    return Review(chosen, [_choice(found) for found in choices(job, on_choice)], job)


def is_complete(board: Board) -> bool:
    """Whether a record of play is over: all cards, a result, or nothing left to decide."""
    if len(board.play) < 2 or board.contract is None or board.declarer is None:
        return False
    if len(board.play) == 52 or board.result is not None:
        return True
    won = board.replay(len(board.play)).won
    ours, wanted = won[board.declarer & 1], board.contract.tricks
    return ours >= wanted or 13 - won[board.declarer & 1 ^ 1] < wanted


def _choice(found: dict[str, Any]) -> Choice:
    return Choice(
        after=found["after"],
        trick=found["trick"],
        seat=found["seat"],
        card=found["played"],
        best=found["best"][0] if found["loss"] > 0 else found["played"],
        mu=found["played_mu"],
        mu_best=found["best_mu"],
        loss=found["loss"],
        verdict=found["verdict"],
        limit=found["limit"],
        checks=found["checks"],
    )
