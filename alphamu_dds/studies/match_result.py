"""What a match has shown: the paper's columns, with an interval and the time for a card."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..errors import InputError
from .confidence import Interval, interval
from .journal import records
from .match import MatchOptions, MatchProgress, match_options, run_match

SCHEMA = 1
"""The number of the JSON format; it changes when a field changes its meaning or goes away."""


@dataclass
class Tally:
    """What one player did, as declarer or in defence."""

    player: str
    made: int = 0
    """Contracts made."""
    moves: int = 0
    """Cards for which there was a choice."""
    seconds: float = 0.0

    @property
    def seconds_a_move(self) -> float | None:
        """None if there was nothing to choose."""
        return self.seconds / self.moves if self.moves else None


@dataclass(frozen=True)
class Row:
    """A line of the paper's table: P1 and P2 on the same deals, against the same defence."""

    p1: str
    p2: str
    defence: str
    won: int
    """Deals that P1 made and P2 did not."""
    lost: int
    """Deals that P2 made and P1 did not."""

    @property
    def different(self) -> int:
        """Deals with different outcomes."""
        return self.won + self.lost

    @property
    def win_rate(self) -> float | None:
        """The share of these that P1 won; None if there are none."""
        return self.won / self.different if self.different else None

    @property
    def sigma(self) -> float | None:
        """The standard deviation of the win rate, as in the paper.

        >>> Row("", "", "", 302, 165).sigma  # the paper: 0.0221 for 0.647 of 467
        0.0221...
        """
        rate = self.win_rate
        return None if rate is None else math.sqrt(rate * (1 - rate) / self.different)

    @property
    def interval(self) -> Interval | None:
        """Where the win rate lies with a probability of 95 %, after Wilson."""
        rate = self.win_rate
        return None if rate is None else interval(rate, self.different)

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        found = self.interval
        return {
            **asdict(self),
            "different": self.different,
            "win_rate": self.win_rate,
            "sigma": self.sigma,
            "interval": None if found is None else [found.low, found.high],
        }


@dataclass
class MatchResult:
    """All that the records of a match say."""

    options: MatchOptions
    deals: int = 0
    """Deals that were played."""
    trouble: list[dict[str, Any]] = field(default_factory=list)
    """Records of deals that could not be played."""
    players: list[Tally] = field(default_factory=list)
    """In the order of the options; a player who stands there twice has two."""
    defence: Tally = field(default_factory=lambda: Tally(""))
    rows: list[Row] = field(default_factory=list)

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "schema": SCHEMA,
            "options": asdict(self.options),
            "deals": self.deals,
            "failed": len(self.trouble),
            "rows": [row.to_dict() for row in self.rows],
            "players": [{**asdict(tally), "seconds_a_move": tally.seconds_a_move} for tally in self.players],
            "defence": {
                "player": self.options.defence,
                "moves": self.defence.moves,
                "seconds": self.defence.seconds,
                "seconds_a_move": self.defence.seconds_a_move,
            },
        }


def match(
    players: Sequence[str],
    output: str | os.PathLike[str],
    deals: int = 100,
    defence: str = "dds",
    *,
    contract: str = "7NT",
    declarer: str = "S",
    strength: tuple[int, int] | None = None,
    double_dummy: str = "any",
    conditions: Sequence[str] = (),
    seed: int = 1,
    max_moves: int = 2,
    worlds: int = 20,
    jobs: int | None = None,
    on_progress: Callable[[MatchProgress], None] | None = None,
) -> MatchResult:
    """Let players play the same deals against the same defence, and compare all with the last of them.

    A player is text: ``alphamu``, ``alphamu:M=3,worlds=40``, ``pimc``, ``dds``, ``random``; ``max_moves`` and
    ``worlds`` are for those who do not say theirs. Every deal is played in ``contract`` by ``declarer``.
    ``strength`` (points of declarer's side; else what such contracts usually need) and ``conditions`` limit
    the deals, and all players know them;
    ``double_dummy`` limits them to those that make or fail with open cards, which nobody knows. Records go
    to ``output``, which is continued if it is there already.
    """
    options = match_options(
        players,
        defence,
        contract=contract,
        declarer=declarer,
        strength=strength,
        double_dummy=double_dummy,
        conditions=conditions,
        seed=seed,
        max_moves=max_moves,
        worlds=worlds,
    )
    path = os.fspath(output)
    run_match(options, deals, path, jobs=jobs, on_progress=on_progress)
    return match_result(options, path)


def match_result(options: MatchOptions, output: str) -> MatchResult:
    """Sum up the records of a match, as far as it has come."""
    try:
        return _sum_up(options, records(output))
    except (KeyError, TypeError, ValueError, IndexError, ArithmeticError) as error:
        raise InputError(f"{output}: a record was changed, and makes no sense now ({error!r})") from None


def _sum_up(options: MatchOptions, found: Iterable[dict[str, Any]]) -> MatchResult:
    result = MatchResult(
        options, players=[Tally(name) for name in options.players], defence=Tally(options.defence)
    )
    last = len(options.players) - 1
    won, lost = [0] * last, [0] * last
    for record in found:
        if record["status"] != "done":
            result.trouble.append(record)
            continue
        result.deals += 1
        games = record["games"]
        for tally, game in zip(result.players, games, strict=True):
            tally.made += game["made"]
            tally.moves += game["moves"]
            tally.seconds += game["seconds"]
            result.defence.moves += game["defence_moves"]
            result.defence.seconds += game["defence_seconds"]
        for place in range(last):
            won[place] += games[place]["made"] and not games[last]["made"]
            lost[place] += games[last]["made"] and not games[place]["made"]
    result.rows = [
        Row(options.players[place], options.players[last], options.defence, won[place], lost[place])
        for place in range(last)
    ]
    return result
