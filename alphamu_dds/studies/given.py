"""Which card, for worlds that somebody else has made?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..bridge.cache import LeafCache
from ..bridge.position import Position, read_position
from ..engine.budget import LimitReached
from ..engine.options import Limits, Options
from ..engine.score import Weight
from .decision import Decision, solve_position
from .policy import how_exact, limits_of
from .watch import Watch

FEWEST = 8
"""With so few worlds the first iteration takes neither long nor much memory; with fewer it says nothing."""


def solve_worlds(
    worlds: Sequence[str],
    strain: str,
    leader: str,
    need: int,
    *,
    max_moves: int | None = None,
    trick: Sequence[str] = (),
    declarer: str = "S",
    weights: Sequence[Weight] | None = None,
    every_card: bool | None = None,
    scores_only: bool = False,
    threads: int = 1,
    options: Options | None = None,
    seconds: float | None = None,
    nodes: float = math.inf,
    memory: float | None = None,
    cache: LeafCache | None = None,
    on_iteration: Callable[[Decision], None] | None = None,
) -> Decision:
    """Find the best card for worlds that cannot be told apart.

    ``worlds`` are full layouts in PBN (``"N:AQ.2.. K.AK.. 32..A. JT..K."``) that share the cards of
    ``declarer`` and dummy. ``leader`` led to the current trick, of which ``trick`` lies on the table
    ("SA" and so on), or is to lead. ``need`` tricks are still wanted, the current one included.
    ``max_moves`` is the paper's M: how many cards of declarer's side are looked ahead; 1 is PIMC.

    ``every_card=True`` gives each card its own exact front; with ``scores_only`` its exact score, and only
    a part of its front, which is cheaper with many worlds. With ``every_card=False`` the search stops as soon
    as the best card is certain, and the other cards carry upper bounds. What is not said is as ``policy`` has
    it: two moves ahead, endings to their end, every card exact. When ``seconds``, ``nodes`` or ``memory``
    (bytes) run out, the last completed iteration is returned, and if there is none, some of the worlds are
    left out (``Decision.kept``); ``math.inf`` lifts a limit. ``threads`` share the double
    dummy solves; the answer does not depend on them. ``cache`` may be one ``LeafCache`` for all decisions of
    a deal; without it every search has its own. The side to play may also be the defenders: then each card
    says what declarer can still get after it, and the best card is the one that leaves least.

    Raises ``InputError`` for a question that makes no sense.
    """
    position = read_position(worlds, strain, leader, need, trick, declarer)
    limits = limits_of(position.tricks_left, max_moves, seconds, nodes, memory)
    exact, scores = how_exact(limits.max_moves, every_card)
    return solve_within(
        position,
        limits,
        options,
        weights=weights,
        every_card=exact,
        scores_only=scores or scores_only,
        threads=threads,
        cache=cache,
        on_iteration=on_iteration,
    )


def pimc(
    worlds: Sequence[str],
    strain: str,
    leader: str,
    need: int,
    *,
    trick: Sequence[str] = (),
    declarer: str = "S",
    weights: Sequence[Weight] | None = None,
    threads: int = 1,
) -> Decision:
    """Perfect Information Monte Carlo on given worlds: ``solve_worlds`` with one Max move."""
    position = read_position(worlds, strain, leader, need, trick, declarer)
    return solve_position(position, Limits(max_moves=1), weights=weights, threads=threads)


def solve_within(
    position: Position,
    limits: Limits,
    options: Options | None = None,
    *,
    weights: Sequence[Weight] | None = None,
    seed: int = 1,
    every_card: bool = True,
    scores_only: bool = False,
    threads: int = 1,
    cache: LeafCache | None = None,
    on_iteration: Callable[[Decision], None] | None = None,
    watch: Watch | None = None,
) -> Decision:
    """``solve_position`` within its limits whatever they are, if need be with fewer worlds.

    The first iteration has half of the time. If it is stopped, by time or by another limit, it is tried again
    with so many worlds, chosen at random, that it should end early; with ``FEWEST`` worlds no limit ends it.
    Whoever asks for a ``stop`` (``Limits``) before there is an answer gets ``LimitReached``.
    """
    everything = len(position.layouts)
    kept: list[int] | None = None
    left = 1.0  # of the time
    while True:
        found, weighed = _only(position, weights, kept)
        number = len(found.layouts)

        def mark(decision: Decision, kept: list[int] | None = kept) -> Decision:
            if kept is None:
                return decision
            return replace(decision, kept=tuple(kept), left_out=everything - len(kept))

        def report(decision: Decision) -> None:
            if on_iteration is not None:
                on_iteration(mark(decision))

        try:
            return mark(
                solve_position(
                    found,
                    replace(
                        limits,
                        seconds=limits.seconds * left,
                        processor=limits.processor * left,
                        from_start=number > FEWEST,
                    ),
                    options,
                    weights=weighed,
                    every_card=every_card,
                    scores_only=scores_only,
                    threads=threads,
                    cache=cache,
                    on_iteration=report if on_iteration is not None else None,
                    watch=watch,
                )
            )
        except LimitReached as reached:
            if reached.limit == "stop":
                raise
            by_time = reached.limit in ("seconds", "processor")
            enough = max(reached.worlds_done // 2, number // 16) if by_time else number // 4
            left = left / 2 if by_time else left
            kept = _some(everything, max(FEWEST, min(enough, number // 2)), weights, seed)


def _only(
    position: Position, weights: Sequence[Weight] | None, kept: list[int] | None
) -> tuple[Position, Sequence[Weight] | None]:
    if kept is None:
        return position, weights
    layouts = tuple(position.layouts[place] for place in kept)
    return replace(position, layouts=layouts), None if weights is None else [weights[place] for place in kept]


def _some(everything: int, number: int, weights: Sequence[Weight] | None, seed: int) -> list[int]:
    """So many worlds, each set of them being equally likely, but for one that weighs nothing."""
    from ..worlds.random_numbers import Random  # noqa: PLC0415 - numpy is loaded when it is wanted

    kept: list[int] = Random(seed).some(everything, number).tolist()
    if weights is not None and not any(weights[place] for place in kept):
        kept[0] = next(place for place, weight in enumerate(weights) if weight)
    return sorted(kept)
