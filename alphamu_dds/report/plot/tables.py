"""Measured tables as pictures; matplotlib is imported when the first one is drawn."""

from __future__ import annotations

import math
from typing import Any

from ...bench.tables import BenchTable
from ...errors import InputError, count
from .names import check_plot_name


def plot(table: BenchTable, path: str) -> None:
    """Draw a table into a file; its name ends in .png, .svg or .pdf."""
    check_plot_name(path)
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to import

    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.subplots()
    axes.set_title(table.title)
    draw = {
        "ablation": _ablation,
        "threads": _threads,
        "scaling": _scaling,
        "signature": _signature,
        "worlds": _worlds,
    }[table.name]
    draw(table, axes)
    try:
        figure.savefig(path)
    except OSError as error:
        raise InputError(f"{path}: the plot cannot be written ({error.strerror or error})") from None


def _numbers(table: BenchTable, column: str) -> list[float]:
    return [float(cell) if isinstance(cell, (int, float)) else float("nan") for cell in table.column(column)]


def _ablation(table: BenchTable, axes: Any) -> None:
    names = []
    for row in table.rows:
        on = [name for name, cell in zip(table.columns[:5], row[:5], strict=True) if cell == "y"]
        names.append(str(row[5]) or " ".join(on))
    places = range(len(names))
    # Points, because the length of a bar means nothing on a scale that has no zero.
    axes.plot(_numbers(table, "seconds"), places, "o", label="here")
    paper = _numbers(table, "paper")
    if not all(math.isnan(figure) for figure in paper):
        axes.plot(paper, places, "s", color="tab:red", label="the paper")
    axes.set_yticks(places, names)
    axes.grid(axis="y", alpha=0.3)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("seconds a move")
    axes.legend()


def _threads(table: BenchTable, axes: Any) -> None:
    names = [f"M={row[0]}\n{count(int(row[1] or 0), 'world')}" for row in table.rows]
    places = range(len(names))
    several = table.columns[3]
    axes.bar([p - 0.2 for p in places], _numbers(table, "one_thread"), 0.4, label="1 thread")
    axes.bar(
        [p + 0.2 for p in places],
        _numbers(table, several),
        0.4,
        label=several.replace("threads_", "threads: "),
    )
    axes.set_xticks(places, names)
    axes.set_ylabel("seconds a move")
    axes.legend()


def _scaling(table: BenchTable, axes: Any) -> None:
    for moves in sorted({int(cell or 0) for cell in table.column("M")}):
        rows = [row for row in table.rows if row[1] == moves]
        axes.plot([row[0] for row in rows], [row[2] for row in rows], "o-", label=f"M={moves}")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    worlds = sorted({int(cell or 0) for cell in table.column("worlds")})
    axes.set_xticks(worlds, [str(number) for number in worlds])
    axes.set_xlabel("worlds")
    axes.set_ylabel("seconds a move")
    axes.legend()


def _signature(table: BenchTable, axes: Any) -> None:
    axes.plot(_numbers(table, "M"), _numbers(table, "dds_calls"), "o-", label="DDS calls")
    axes.plot(_numbers(table, "M"), _numbers(table, "prototype_calls"), "o--", label="prototype")
    axes.set_xlabel("M")
    axes.legend()


def _worlds(table: BenchTable, axes: Any) -> None:
    places = range(len(table.rows))
    axes.barh(places, _numbers(table, "seconds"))
    axes.set_yticks(places, [f"{count(int(row[1] or 0), 'layout')}, {row[0]}" for row in table.rows])
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
