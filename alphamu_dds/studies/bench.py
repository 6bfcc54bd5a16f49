"""Benchmarks: the paper's tables on this machine, and a signature that is the same on every machine.

Positions come from games that are played out once (``studies.games``); every row of a table is then
measured on the same positions, so that ratios within a table mean something even when seconds do not.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any

from ..bridge.cache import LeafCache
from ..bridge.dds import lanes
from ..bridge.position import Position, read_position
from ..engine.options import Limits, Options
from ..errors import InputError, count
from .decision import SCHEMA, solve_position
from .games import decisions
from .paper_tables import PAPER_ROWS, PAPER_SECONDS, PAPER_THREADS

Progress = Callable[[int, int, str], None]
"""Called with steps done, steps in all, and what is being measured."""

Cell = str | int | float | None


@dataclass
class BenchTable:
    """A measured table."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, object]:
        """The JSON document of ``--json``."""
        return {
            "schema": SCHEMA,
            "bench": self.name,
            "title": self.title,
            "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows],
            "notes": self.notes,
        }

    def column(self, name: str) -> list[Cell]:
        """All cells of one column."""
        place = self.columns.index(name)
        return [row[place] for row in self.rows]


@dataclass(frozen=True)
class Variant:
    """One way to search: the switches of the engine and those of the leaves."""

    name: str
    options: Options
    warm: bool = False
    cache: bool = False
    claims: bool = False


@dataclass
class Cost:
    """What a setting has cost on a set of positions, a move on average."""

    seconds: float
    dds_seconds: float
    dds_calls: float
    nodes: float


def measure(positions: Sequence[Position], max_moves: int, setting: Variant, threads: int = 1) -> Cost:
    """Solve all positions and average. The best card's score is wanted, not every card's."""
    seconds = dds_seconds = 0.0
    calls = nodes = 0
    for position in positions:
        cache = LeafCache() if setting.cache else LeafCache(0)
        started = time.perf_counter()
        stats = solve_position(
            position,
            Limits(max_moves),
            setting.options,
            every_card=False,
            threads=threads,
            cache=cache,
            warm=setting.warm,
            claims=setting.claims,
        ).stats
        seconds += time.perf_counter() - started
        dds_seconds += stats.dds_seconds
        calls += stats.dds_calls
        nodes += stats.nodes
    count = len(positions)
    return Cost(seconds / count, dds_seconds / count, calls / count, nodes / count)


EVERYTHING = Variant("everything", Options(), warm=True, cache=True, claims=True)

SCALING_WORLDS = (20, 40, 80, 160, 320)
SCALING_MOVES = (1, 2, 3, 4)


def ablation_settings() -> list[Variant]:
    """The paper's twelve rows, then what was added, one thing on top of the other."""
    settings = []
    for row in PAPER_ROWS:
        useful, empty, alpha, worlds, win = (letter == "y" for letter in row)
        options = replace(
            Options.baseline(),
            useful_worlds=useful,
            empty_entry=empty,
            alpha_cut=alpha,
            deep_alpha_cut=alpha,
            world_cuts=worlds,
            cut_on_win=win,
        )
        name = "baseline" if row == "nnnnn" else "paper" if row == "yyyyy" else ""
        settings.append(Variant(name, options))
    step = Variant("paper", Options.paper())
    for name, switches in (
        ("+ leaves in bulk", {"bulk_leaves": True}),
        ("+ equal cards", {"merge_equal": True}),
        ("+ join α, β cut", {"join_alpha": True, "beta_cut": True}),
        ("+ inherited values", {"inherit_values": True}),
        ("+ score cut", {"score_cut": True}),
    ):
        step = Variant(name, replace(step.options, **switches))
        settings.append(step)
    warm = replace(step, name="+ warm DDS tables", warm=True)
    cached = replace(warm, name="+ relative ranks", cache=True)
    claiming = replace(cached, name="+ claims", claims=True)
    assert claiming == replace(EVERYTHING, name=claiming.name)
    return [*settings, warm, cached, claiming]


@dataclass(frozen=True)
class Games:
    """Which games are played out for a benchmark."""

    cards: int
    number: int
    seed: int
    contract: str = "contested"

    def __str__(self) -> str:
        return f"{count(self.number, 'game')} with {self.contract} contracts, seed {self.seed}"


def played_positions(games: Games, worlds: int) -> list[Position]:
    """The decisions of the games."""
    cards = games.cards
    if cards % 4 or not 4 <= cards <= 52:
        raise InputError(f"the number of cards must be a multiple of 4 up to 52: {cards}")
    if games.number < 1:
        raise InputError(f"the number of games must be 1 or more: {games.number}")
    if worlds < 1:
        raise InputError(f"the number of worlds must be 1 or more: {worlds}")
    found = [
        position
        for game in range(games.number)
        for position in decisions(cards, worlds, games.seed + game, games.contract)
    ]
    if not found:
        raise InputError(f"there is no decision to measure in {games}")
    return found


def ablation(games: Games, worlds: int, max_moves: int, progress: Progress) -> BenchTable:
    """Tables 1 to 3 of the paper."""
    cards = games.cards
    positions = played_positions(games, worlds)
    table = BenchTable(
        "ablation",
        f"{cards} cards, M={max_moves}, {count(worlds, 'world')}: "
        f"{count(len(positions), 'decision')} of {games}",
        (
            "U",
            "E",
            "α",
            "W",
            "Win",
            "added",
            "seconds",
            "dds_calls",
            "nodes",
            "times",
            "paper",
            "paper_times",
        ),
        notes=[
            "seconds, dds_calls and nodes are averages a move; times: the baseline's seconds by the row's",
            "rows below the paper's twelve have all of the paper's switches, and each adds to the one above",
        ],
    )
    published = PAPER_SECONDS.get((cards, worlds)) if max_moves == 3 else None
    settings = ablation_settings()
    base: float | None = None
    for number, setting in enumerate(settings):
        progress(number, len(settings), setting.name or PAPER_ROWS[number])
        cost = measure(positions, max_moves, setting)
        base = base or cost.seconds
        paper = published[number] if published and number < len(published) else None
        flags = PAPER_ROWS[number] if number < len(PAPER_ROWS) else "yyyyy"
        table.rows.append(
            (
                *flags,
                setting.name,
                round(cost.seconds, 5),
                round(cost.dds_calls, 1),
                round(cost.nodes, 1),
                round(base / cost.seconds, 2),
                paper,
                round(published[0] / paper, 2) if published and paper else None,
            )
        )
    progress(len(settings), len(settings), "done")
    return table


def threads(games: Games, number: int, progress: Progress) -> BenchTable:
    """The paper's last table: one thread against several."""
    most = lanes().count
    if not 2 <= number <= most:
        raise InputError(
            f"the solver has {count(most, 'thread')} on this machine, compare 2 or more of them: {number}"
        )
    table = BenchTable(
        "threads",
        f"{games.cards} cards, decisions of {games}: 1 thread against {number}",
        ("M", "worlds", "one_thread", f"threads_{number}", "times", "paper_1", "paper_6", "paper_times"),
        notes=["seconds a move; the two numbers of threads take turns on the same positions"],
    )
    for place, (max_moves, worlds, one, six) in enumerate(PAPER_THREADS):
        progress(place, len(PAPER_THREADS), f"M={max_moves}, {worlds} worlds")
        positions = played_positions(games, worlds)
        costs = [measure(positions, max_moves, EVERYTHING, n).seconds for n in (1, number, 1, number)]
        single, several = min(costs[0::2]), min(costs[1::2])
        table.rows.append(
            (
                max_moves,
                worlds,
                round(single, 5),
                round(several, 5),
                round(single / several, 2),
                one,
                six,
                round(one / six, 2),
            )
        )
    progress(len(PAPER_THREADS), len(PAPER_THREADS), "done")
    return table


def scaling(
    games: Games,
    progress: Progress,
    worlds: Sequence[int] = SCALING_WORLDS,
    moves: Sequence[int] = SCALING_MOVES,
    fixed: bool = False,
) -> BenchTable:
    """The paper's time figure: seconds a move over the number of worlds, for each M.

    ``fixed`` measures the positions of ``signature`` instead of games.
    """
    cards = games.cards
    where = "fixed positions" if fixed else f"decisions of {games}"
    table = BenchTable(
        "scaling",
        f"{cards} cards, {where}",
        ("worlds", "M", "seconds", "dds_calls", "nodes", "pimc_units", "outside_dds", "peak_mib"),
        notes=[
            "pimc_units: seconds divided by those of M=1 with as many worlds; outside_dds: share of the time"
        ],
    )
    steps = len(worlds) * len(moves)
    for number in worlds:
        positions = (
            [_position(p) for p in benchmark_positions() if (p["cards"], len(p["worlds"])) == (cards, number)]
            if fixed
            else played_positions(games, number)
        )
        if not positions:
            raise InputError(f"there are no fixed positions with {cards} cards and so many worlds: {number}")
        measure(positions, 1, EVERYTHING)  # the first solves of a process are slower
        pimc = min(measure(positions, 1, EVERYTHING).seconds for _ in range(2))
        for max_moves in moves:
            progress(len(table.rows), steps, f"{count(number, 'world')}, M={max_moves}")
            cost = measure(positions, max_moves, EVERYTHING)
            table.rows.append(
                (
                    number,
                    max_moves,
                    round(cost.seconds, 5),
                    round(cost.dds_calls, 1),
                    round(cost.nodes, 1),
                    round(cost.seconds / pimc, 2),
                    round(1 - cost.dds_seconds / cost.seconds, 3),
                    _peak_mib(),
                )
            )
    progress(steps, steps, "done")
    return table


def signature(progress: Progress, largest: int = 32, without: Sequence[str] = ()) -> BenchTable:
    """Nodes and DDS calls on fixed positions: the same on every machine, until the search changes.

    ``without`` are switches to turn off, to see what they are worth.
    """
    names = Options.names()
    options = Options.of(*(name for name in names if name not in without))
    for name in without:
        if name not in names:
            raise InputError(f"unknown switch, expected one of {', '.join(names)}: {name!r}")
    table = BenchTable(
        "signature",
        f"fixed positions of up to {largest} cards{' without ' if without else ''}{', '.join(without)}",
        ("M", "positions", "wins", "nodes", "dds_calls", "cache_hits", "prototype_calls"),
        notes=["prototype_calls: what an early prototype needed on the same positions"],
    )
    positions = [p for p in benchmark_positions() if p["cards"] <= largest]
    if not positions:
        raise InputError(f"the smallest fixed position has 20 cards: {largest}")
    depths = sorted({int(moves) for p in positions for moves in p["prototype"]})
    for number, max_moves in enumerate(depths):
        progress(number, len(depths), f"M={max_moves}")
        wins = nodes = calls = hits = prototype = count = 0
        for entry in positions:
            known = entry["prototype"].get(str(max_moves))
            if known is None:
                continue
            decision = solve_position(_position(entry), Limits(max_moves), options, every_card=False)
            count += 1
            wins += int(decision.wins)
            nodes += decision.stats.nodes
            calls += decision.stats.dds_calls
            hits += decision.stats.cache_hits
            prototype += known["dds_calls"]
        table.rows.append((max_moves, count, wins, nodes, calls, hits, prototype))
    progress(len(depths), len(depths), "done")
    total_nodes = sum(int(cell or 0) for cell in table.column("nodes"))
    total_calls = sum(int(cell or 0) for cell in table.column("dds_calls"))
    table.notes.insert(0, f"signature: {total_nodes} nodes, {total_calls} DDS calls")
    return table


def benchmark_positions() -> list[dict[str, Any]]:
    """The fixed positions: 20, 32 and 52 cards, 20 or 40 worlds, South on lead.

    ``prototype[M]`` has the exact best score (``wins``) and what an early prototype needed.
    """
    text = resources.files(__package__).joinpath("data/positions.json").read_text(encoding="utf-8")
    positions: list[dict[str, Any]] = json.loads(text)
    return positions


def _position(entry: dict[str, Any]) -> Position:
    return read_position(entry["worlds"], entry["strain"], entry["leader"], entry["need"])


def _peak_mib() -> float | None:
    """The largest resident memory of this process so far."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - not on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1)
