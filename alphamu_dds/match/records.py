"""What is written down about a deal of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..schema import SCHEMA


@dataclass(frozen=True)
class GameRecord:
    """One player as declarer on one deal."""

    player: str
    made: bool
    ended: str
    cards: str
    """All cards in the order in which they were played."""
    moves: int
    """Cards for which declarer had a choice."""
    seconds: float
    defence_moves: int
    defence_seconds: float


@dataclass(frozen=True)
class DealPlayed:
    """One deal, played by all."""

    deal: str
    double_dummy: bool | None
    """Whether the contract is made with open cards, if that was asked for."""
    games: tuple[GameRecord, ...]


@dataclass(frozen=True)
class DealRecord:
    """One line of a match."""

    number: int
    status: str
    """``done``, ``failed``, ``timeout`` or ``died``."""
    reason: str | None
    played: DealPlayed | None = None
    """None if it could not be played."""

    @property
    def is_different(self) -> bool:
        """Whether the first player and the last did not end alike."""
        games = self.played.games if self.played is not None else ()
        return bool(games) and games[0].made != games[-1].made

    def to_dict(self) -> dict[str, object]:
        """The line."""
        head: dict[str, object] = {
            "schema": SCHEMA,
            "number": self.number,
            "status": self.status,
            "reason": self.reason,
        }
        if self.played is None:
            return head
        games = [asdict(game) for game in self.played.games]
        return {**head, "deal": self.played.deal, "double_dummy": self.played.double_dummy, "games": games}

    @staticmethod
    def of(found: Mapping[str, Any]) -> DealRecord:
        """From a line; raises whatever Python does if it makes no sense."""
        head = found["number"], found["status"], found["reason"]
        if found["status"] != "done":
            return DealRecord(*head)
        games = tuple(GameRecord(**game) for game in found["games"])
        return DealRecord(*head, DealPlayed(found["deal"], found["double_dummy"], games))
