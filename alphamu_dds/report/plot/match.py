"""The points of a match as a picture and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, fields
from typing import Any

from ...errors import InputError, count
from ...match.figure import Point
from ...match.result import MatchResult
from ..text.match import deals_text, player_text
from .names import check_plot_name


def figure_csv(points: Sequence[Point]) -> str:
    """A row for each point."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(Point)])
    writer.writerows(astuple(point) for point in points)
    return stream.getvalue()


def draw_figure(result: MatchResult, points: Sequence[Point], path: str) -> None:
    """Win rate (with its 95 % interval) and seconds a move over worlds, into a .png, .svg or .pdf."""
    check_plot_name(path)
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to import

    # Where no deal ended differently there is no win rate, and a panel for it would be empty.
    differ = any(point.won + point.lost for point in points)
    figure = Figure(figsize=(12 if differ else 9, 5.5), layout="constrained")
    panels = figure.subplots(1, 2 if differ else 1, squeeze=False)[0]
    times = panels[-1]
    moves = sorted({point.max_moves for point in points})
    worlds = sorted({point.worlds for point in points})
    for place, ahead in enumerate(moves):
        curve = sorted((p for p in points if p.max_moves == ahead), key=lambda p: p.worlds)
        label = "PIMC (M=1)" if ahead == 1 else f"αμ M={ahead}"
        colour = f"C{place}"
        if differ:
            _draw_rates(panels[0], curve, worlds, 0.06 * (place - (len(moves) - 1) / 2), label, colour)
        timed = [p for p in curve if p.seconds_a_move]
        times.plot(
            [worlds.index(p.worlds) for p in timed],
            [p.seconds_a_move or 0.0 for p in timed],
            "o-",
            color=colour,
            label=label,
        )
    row = result.rows[0]
    if differ:
        panels[0].axhline(0.5, color="grey", linewidth=0.8, linestyle="--")
        panels[0].set_ylim(0, 1)
        panels[0].set_ylabel(f"win rate against {player_text(row.p2)}, defence {player_text(row.defence)}")
    if any(point.seconds_a_move for point in points):
        times.set_yscale("log")
    times.set_ylabel("seconds a move")
    for axes in panels:
        axes.set_xticks(range(len(worlds)), [str(number) for number in worlds])
        axes.set_xlabel("worlds")
        axes.legend()
    alike = "" if differ else "\nno deal ended differently, so there is no win rate"
    figure.suptitle(f"{count(result.deals, 'deal')}: {deals_text(result.options)}{alike}")
    try:
        figure.savefig(path)
    except OSError as error:
        raise InputError(f"{path}: the plot cannot be written ({error.strerror or error})") from None


def _draw_rates(
    axes: Any, curve: Sequence[Point], worlds: Sequence[int], aside: float, label: str, colour: str
) -> None:
    """One curve of win rates; it stands a little aside, so that the intervals can be seen."""
    known = [p for p in curve if p.win_rate is not None and p.low is not None and p.high is not None]
    axes.errorbar(
        [worlds.index(p.worlds) + aside for p in known],
        [p.win_rate or 0.0 for p in known],
        yerr=[
            [max(0.0, (p.win_rate or 0.0) - (p.low or 0.0)) for p in known],
            [max(0.0, (p.high or 0.0) - (p.win_rate or 0.0)) for p in known],
        ],
        fmt="o-",
        color=colour,
        label=label,
        capsize=2,
        elinewidth=0.7,
    )
