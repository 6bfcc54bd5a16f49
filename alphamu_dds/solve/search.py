"""From layouts to a decision, within limits: if need be for fewer layouts."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from threading import Event

from ..bridge.cache import LeafCache
from ..bridge.cards import Card
from ..bridge.defence import game_of
from ..bridge.game import BridgeGame
from ..bridge.play import PlayState
from ..bridge.position import Position
from ..bridge.solver import DoubleDummy
from ..engine.budget import LimitReached
from ..engine.fronts import Mask
from ..engine.options import Limits, Options
from ..engine.root import MoveResult, RootSearch, SearchResult
from ..engine.score import Score, Weight
from ..errors import InputError, StoppedError, of_kind, whole_number
from .answer import CardResult, Decision, Stats
from .effort import Effort
from .policy import limits_of, what_is_wanted
from .watch import Moment, Watch

FEWEST = 8
"""With so few worlds the first iteration takes neither long nor much memory; with fewer it says nothing."""


def search_layouts(
    position: Position,
    weights: Sequence[Weight] | None,
    effort: Effort,
    watch: Watch | None = None,
    stop: Event | None = None,
    finish: Callable[[Decision], Decision] | None = None,
) -> Decision:
    """The decision for layouts that cannot be told apart; ``finish`` adds to it what the caller knows.

    The first iteration has half of the time. If it is stopped, by time or by another limit, it is tried again
    with so many worlds, chosen at random, that it should end early; ``FEWEST`` worlds are stopped by nobody
    but the caller. Raises ``StoppedError`` if he stops it before there is an answer.
    """
    of_kind(position, Position, "the position")
    limits = limits_of(effort, position.tricks_left)
    if stop is not None:
        limits = replace(limits, stop=stop.is_set)
    everything = len(position.layouts)
    kept: list[int] | None = None
    left = 1.0  # of the time
    while True:
        found, weighed = _only(position, weights, kept)
        number = len(found.layouts)

        def mark(decision: Decision, kept: list[int] | None = kept) -> Decision:
            if kept is not None:
                decision = replace(decision, kept=tuple(kept), left_out=everything - len(kept))
            return decision if finish is None else finish(decision)

        within = replace(
            limits,
            seconds=limits.seconds * left,
            processor=limits.processor * left,
            from_start=number > FEWEST,
        )
        try:
            return _search(found, weighed, effort, within, watch, mark)
        except LimitReached as reached:
            if reached.limit == "stop":
                raise StoppedError("the search was stopped before there was an answer") from None
            by_time = reached.limit in ("seconds", "processor")
            enough = max(reached.worlds_done // 2, number // 16) if by_time else number // 4
            left = left / 2 if by_time else left
            kept = _some(everything, max(FEWEST, min(enough, number // 2)), weights, effort.seed)


def _search(
    position: Position,
    weights: Sequence[Weight] | None,
    effort: Effort,
    limits: Limits,
    watch: Watch | None,
    mark: Callable[[Decision], Decision],
) -> Decision:
    solver = DoubleDummy(
        position.trump,
        whole_number(effort.threads, "the number of threads", 1),
        LeafCache(effort.cache_size) if effort.cache is None else effort.cache,
        effort.warm,
    )
    game = game_of(position, solver, effort.claims)
    score = Score(game.worlds, weights)
    run = RootSearch(
        game,
        limits,
        effort.options or Options(),
        score,
        what_is_wanted(effort, limits.max_moves),
        None if effort.only is None else _with_equals(game, effort.only),
        effort.preferred,
    )

    def decision(result: SearchResult[Card]) -> Decision:
        return mark(_decision(position, game, score, result))

    if watch is None:
        return decision(run.run())
    watch.attach(lambda: _moment(run, game))
    return decision(run.run(lambda result: watch.hear(decision(result))))


def _moment(run: RootSearch[PlayState, Card], game: BridgeGame) -> Moment:
    """How far a search is, as another thread may see it."""
    return Moment(
        depth=run.depth,
        depths=max(1, min(run.limits.max_moves, game.max_moves_left)),
        worlds_done=min(game.worlds, game.solver.solved),
        worlds=game.worlds,
        moves_done=min(run.moves_done, len(run.records)),
        moves=len(run.records),
        solves=game.solver.solved,
        seconds=time.perf_counter() - run.depth_since,
    )


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


def _with_equals(game: BridgeGame, cards: Collection[Card]) -> set[Card]:
    alike = game.equal_cards(game.root).values()
    found = {card for equals in alike if set(equals) & set(cards) for card in equals}
    if not found:
        raise InputError(f"none of the cards to look at can be played: {cards!r}")
    return found


def _decision(position: Position, game: BridgeGame, score: Score, result: SearchResult[Card]) -> Decision:
    records = {record.move: record for record in result.moves}
    results: dict[Card, CardResult] = {}
    for representative, equals in game.equal_cards(game.root).items():
        if representative not in records:
            continue
        alike = tuple(sorted(equals, reverse=True))
        for card in equals:
            # A record speaks for its equals, unless they were searched on their own.
            record = records.get(card, records[representative])
            results[card] = _card_result(card, alike, record, game.worlds, score)
    choosing = game.max_to_move(game.root)
    sign = -1 if choosing else 1

    def rank(card: Card) -> tuple[bool, bool, float, str, int, int]:
        """The best card first, then by worth to the side to move, then as players sort their cards."""
        found = results[card]
        return (card != result.best, math.isnan(found.mu), sign * found.mu, found.bound, card >> 4, -card)

    # Before another side's card no card has the plan that wins whatever is played.
    best_plan = results[result.best].won if choosing else max(result.front, key=score.vector, default=0)
    return Decision(
        wins=result.score,
        mu=float(result.score / score.total),
        cards=[results[card] for card in sorted(results, key=rank)],
        stats=Stats(
            nodes=result.nodes,
            dds_calls=game.solver.calls,
            cache_hits=game.solver.cache_hits,
            dds_seconds=game.solver.seconds,
            seconds=result.seconds,
            max_moves=result.max_moves,
            limit_reached=result.limit_reached,
            threads=game.solver.threads,
            limit=result.limit,
        ),
        turn=position.to_play,
        declarer=position.declarer,
        hidden=position.hidden,
        left=position.tricks_left,
        choosing=choosing,
        worlds=game.worlds,
        layouts_won=best_plan.bit_count(),
        total=score.total,
        complete=result.complete,
        position=position,
        weights=score.weights,
    )


def _card_result(
    card: Card, alike: tuple[Card, ...], record: MoveResult[Card], worlds: int, score: Score
) -> CardResult:
    legal: Mask = record.possible
    plan = max(record.front, key=lambda vector: score.vector(vector & legal), default=0) & legal
    won_open = record.perfect & legal
    wins = score.front(record.upper, legal)
    weight = score.vector(legal)
    exact = record.score_is_exact(score)
    return CardResult(
        move=card,
        alike=alike,
        wins=wins,
        mu=float(wins / weight) if weight else math.nan,
        possible=weight,
        pimc_wins=score.vector(won_open),
        bound="exact" if exact else "upper",
        worlds=worlds,
        legal=legal,
        won=plan,
        won_open=won_open,
        vectors=record.front,
        layouts_won=plan.bit_count() if exact else None,
        layouts_possible=legal.bit_count(),
        pimc_layouts_won=won_open.bit_count(),
    )
