"""The paper's two figures: win rate and thinking time over the number of worlds, a curve for each M."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import InputError
from ..players.named import player_named
from ..players.searching import AlphaMu
from .result import MatchResult

WORLDS = (20, 40, 80, 160, 320)
MOVES = (1, 2, 3, 4)


def figure_players(worlds: Sequence[int] = WORLDS, moves: Sequence[int] = MOVES) -> list[str]:
    """The players of the figure's points, to be compared with one more; M=1 is PIMC."""
    if not worlds or not moves:
        raise InputError("a figure needs numbers of worlds and of moves")
    return [AlphaMu(ahead, number).name for number in worlds for ahead in moves]


@dataclass(frozen=True)
class Point:
    """One player of the figure."""

    worlds: int
    max_moves: int
    seconds_a_move: float | None
    made: int
    won: int
    lost: int
    win_rate: float | None
    """Against the player whom all are compared with; None if no deal ended differently."""
    low: float | None
    high: float | None


def points(result: MatchResult) -> list[Point]:
    """The points of a figure, from a match of ``figure_players``."""
    found = []
    for row, tally in zip(result.rows, result.players, strict=False):  # P2 has no row
        player = player_named(row.p1)
        if isinstance(player, AlphaMu):
            interval = row.interval
            found.append(
                Point(
                    player.worlds,
                    player.max_moves,
                    tally.seconds_a_move,
                    tally.made,
                    row.won,
                    row.lost,
                    row.win_rate,
                    None if interval is None else interval.low,
                    None if interval is None else interval.high,
                )
            )
    return found
