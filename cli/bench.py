"""``alphamu bench``: the paper's tables on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

from alphamu_dds.bench import tables as study
from alphamu_dds.bench.drawing import worlds as measure_worlds
from alphamu_dds.bench.games import CONTRACTS
from alphamu_dds.report.plot.names import check_plot_name
from alphamu_dds.report.plot.tables import plot
from alphamu_dds.report.text.tables import as_csv, as_text

from .outputs import check_folder, write_text
from .progress import ProgressLine

Function = TypeVar("Function", bound=Callable[..., Any])


@click.group()
def bench() -> None:
    """Measure the search: seconds, double dummy solves and nodes."""


def _output_options(function: Function) -> Function:
    """The options that all benchmarks share."""
    for option in (
        click.option("--plot", "plot_file", metavar="FILE", help="Draw it: .png, .svg or .pdf."),
        click.option("--csv", "csv_file", metavar="FILE", help="Write it for a spreadsheet; - prints it."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
    ):
        function = option(function)
    return function


def _game_options(cards: int, games: int) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        for option in (
            click.option(
                "--contract",
                type=click.Choice(CONTRACTS),
                default=CONTRACTS[0],
                show_default=True,
                help="Makeable with open cards, or made in half of the layouts.",
            ),
            click.option("--seed", default=1, show_default=True, help="The first game; the others follow."),
            click.option("--games", default=games, show_default=True, help="How many games are played out."),
            click.option("--cards", default=cards, show_default=True, help="Cards at the start of a game."),
        ):
            function = option(function)
        return function

    return decorate


class _Output:
    """Where a table goes. What cannot be written is found out before anything is measured."""

    def __init__(self, as_json: bool, csv_file: str | None, plot_file: str | None) -> None:
        self._as_json = as_json
        self._csv_file = csv_file
        self._plot_file = plot_file
        if plot_file:
            check_plot_name(plot_file)
        for name in (csv_file, plot_file):
            if name and name != "-":
                check_folder(name)

    def show(self, measure: Callable[[study.OnStep], study.BenchTable]) -> None:
        """Measure, print the table, then write the files, so that nothing is lost if that fails."""
        with ProgressLine[str](lambda step, columns: step) as progress:
            table = measure(lambda done, steps, what: progress(f"{done}/{steps} {what}"))
        if self._csv_file == "-":
            click.echo(as_csv(table), nl=False)
        else:
            click.echo(json.dumps(table.to_dict()) if self._as_json else as_text(table))
        if self._csv_file and self._csv_file != "-":
            write_text(self._csv_file, as_csv(table), "the table")
        if self._plot_file:
            plot(table, self._plot_file)


@bench.command()
@_game_options(cards=32, games=10)
@click.option("--worlds", default=20, show_default=True)
@click.option("-M", "--max-moves", default=3, show_default=True)
@_output_options
def ablation(
    cards: int,
    games: int,
    seed: int,
    contract: str,
    worlds: int,
    max_moves: int,
    as_json: bool,
    csv_file: str | None,
    plot_file: str | None,
) -> None:
    """Tables 1 to 3 of the paper: what each optimisation saves."""
    output = _Output(as_json, csv_file, plot_file)
    played = study.Games(cards, games, seed, contract)
    output.show(lambda progress: study.ablation(played, worlds, max_moves, progress))


@bench.command()
@_game_options(cards=52, games=1)
@click.option("--threads", default=2, show_default=True, help="Compared with one thread.")
@_output_options
def threads(
    cards: int,
    games: int,
    seed: int,
    contract: str,
    threads: int,
    as_json: bool,
    csv_file: str | None,
    plot_file: str | None,
) -> None:
    """The paper's last table: one thread against several."""
    output = _Output(as_json, csv_file, plot_file)
    played = study.Games(cards, games, seed, contract)
    output.show(lambda progress: study.threads(played, threads, progress))


@bench.command()
@_game_options(cards=52, games=1)
@click.option("--worlds", default=study.SCALING_WORLDS, show_default=True, multiple=True)
@click.option("-M", "--max-moves", "moves", default=study.SCALING_MOVES, show_default=True, multiple=True)
@click.option(
    "--fixed",
    is_flag=True,
    help="Measure the positions of `signature` and no games.",
)
@_output_options
def scaling(
    cards: int,
    games: int,
    seed: int,
    contract: str,
    worlds: tuple[int, ...],
    moves: tuple[int, ...],
    fixed: bool,
    as_json: bool,
    csv_file: str | None,
    plot_file: str | None,
) -> None:
    """The paper's time figure: seconds a move over worlds and M (repeat the options to choose)."""
    output = _Output(as_json, csv_file, plot_file)
    played = study.Games(cards, games, seed, contract)
    output.show(lambda progress: study.scaling(played, progress, worlds, moves, fixed))


@bench.command()
@click.option("--largest", default=32, show_default=True, help="Leave out positions with more cards.")
@click.option("--without", multiple=True, metavar="SWITCH", help="Turn a switch off; may be repeated.")
@_output_options
def signature(
    largest: int, without: tuple[str, ...], as_json: bool, csv_file: str | None, plot_file: str | None
) -> None:
    """Nodes and solves on fixed positions: the same on every machine."""
    output = _Output(as_json, csv_file, plot_file)
    output.show(lambda progress: study.signature(progress, largest, without))


@bench.command()
@_output_options
def worlds(as_json: bool, csv_file: str | None, plot_file: str | None) -> None:
    """Seconds to draw layouts of the hidden hands."""
    output = _Output(as_json, csv_file, plot_file)
    output.show(measure_worlds)
