"""One decision: which card, for worlds that are given."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, TypedDict

from ..bridge.cache import LeafCache
from ..bridge.cards import SEATS, Card, card_name, layout_text
from ..bridge.game import BridgeGame
from ..bridge.position import Position
from ..bridge.solver import DoubleDummy
from ..engine.fronts import show_vector
from ..engine.options import Limits, Options, Want
from ..engine.root import MoveResult, RootSearch, SearchResult
from ..engine.score import Score, Weight
from ..errors import InputError, whole_number
from .watch import Watch

if TYPE_CHECKING:  # drawing worlds needs numpy, which solving given worlds does not
    from .setting import Setting

SCHEMA = 1
"""The number of the JSON format; it changes when a field changes its meaning or goes away."""


@dataclass(frozen=True)
class CardResult:
    """What one card is worth."""

    card: str
    """Suit, then rank: ``SA``."""
    wins: Weight
    """The (weighted) worlds that the best strategy after this card wins."""
    mu: float
    """``wins`` as a share of the worlds in which the card can be played; nan if these weigh nothing."""
    possible: Weight
    """The (weighted) worlds in which the card can be played: all, if declarer's side is to play."""
    pimc_wins: Weight
    """The worlds won after this card if declarer could see all hands from then on."""
    bound: str
    """``exact``, or ``upper`` if ``wins`` is only known to be no more than this."""
    front: list[str]
    """The vectors to choose from; a character per world: ``1`` won, ``0`` lost, ``x`` impossible. With
    ``every_card``, and without ``scores_only``, it is the whole front of the card."""
    plan: str
    """The best of ``front``: the worlds that the strategy behind ``wins`` wins, if ``bound`` is exact."""
    pimc: str
    """The worlds won after this card with open cards, which ``pimc_wins`` counts."""
    equals: tuple[str, ...]
    """This card and those that are worth the same because no card in play lies between, high to low."""

    @property
    def layouts_won(self) -> int | None:
        """The layouts that ``plan`` wins, by their number; None if ``bound`` is not exact."""
        return self.plan.count("1") if self.bound == "exact" else None

    @property
    def layouts_possible(self) -> int:
        """The layouts in which the card can be played, by their number."""
        return len(self.plan) - self.plan.count("x")

    @property
    def pimc_layouts_won(self) -> int:
        """The layouts won after this card with open cards, by their number."""
        return self.pimc.count("1")

    def to_dict(self) -> dict[str, object]:
        """The fields as JSON wants them."""
        return {
            "card": self.card,
            "wins": _plain(self.wins),
            "mu": None if math.isnan(self.mu) else self.mu,
            "possible": _plain(self.possible),
            "pimc_wins": _plain(self.pimc_wins),
            "layouts_won": self.layouts_won,
            "layouts_possible": self.layouts_possible,
            "pimc_layouts_won": self.pimc_layouts_won,
            "bound": self.bound,
            "front": list(self.front),
            "plan": self.plan,
            "pimc": self.pimc,
            "equals": list(self.equals),
        }


@dataclass(frozen=True)
class Stats:
    """What the answer has cost."""

    nodes: int
    """Nodes of the search tree that were opened."""
    dds_calls: int
    """Calls of the double dummy solver."""
    cache_hits: int
    """Questions to the solver that needed no call."""
    dds_seconds: float
    """Time inside the solver; with several threads, the time that the search waited for them."""
    seconds: float
    """Time of the whole search; what is not ``dds_seconds`` was spent outside the solver."""
    max_moves: int
    """The Max moves looked ahead."""
    limit_reached: bool
    """Whether a limit ended the search before it was done."""
    threads: int
    limit: str | None = None
    """Which one: ``seconds``, ``nodes``, ``memory`` or ``work``."""

    @property
    def cache_hit_rate(self) -> float:
        """The share of questions that the cache answered."""
        asked = self.dds_calls + self.cache_hits
        return self.cache_hits / asked if asked else 0.0

    @property
    def outside_seconds(self) -> float:
        """Time spent outside the double dummy solver."""
        return self.seconds - self.dds_seconds

    def to_dict(self) -> dict[str, object]:
        """The fields as JSON wants them."""
        return {
            **asdict(self),
            "cache_hit_rate": self.cache_hit_rate,
            "outside_seconds": self.outside_seconds,
        }


class ShownLayout(TypedDict):
    """One world as it is shown: what each seat still holds, and how much the world counts."""

    deal: str
    weight: float


@dataclass(frozen=True)
class Decision:
    """The answer to one decision. ``cards`` has every legal card, the best first."""

    best: str
    wins: Weight
    """The score of the best card; before a defender's card, the score that declarer can be sure of."""
    mu: float
    """``wins`` as a share of all worlds."""
    cards: list[CardResult]
    stats: Stats
    to_play: str
    """The seat whose card is wanted."""
    worlds: int
    layouts_won: int
    """The layouts that the plan behind ``wins`` wins, by their number."""
    total: Weight
    """The weight of all worlds: their number if they have no weights."""
    complete: bool
    """Whether looking further ahead could change nothing. If not, ``wins`` is optimistic: beyond the
    last move looked at all cards are taken as open."""
    position: Position = field(repr=False)
    weights: tuple[Weight, ...] | None = field(default=None, repr=False)
    """How much each world counts; None if all count alike."""
    kept: tuple[int, ...] | None = field(default=None, repr=False)
    """If not all worlds were searched, so that there is an answer within the limits: the places of those that
    were, from 0. The vectors, ``layouts`` and all counts speak of these."""
    left_out: int = 0
    """So many worlds were not searched."""
    setting: Setting | None = field(default=None, repr=False, compare=False)
    """How the worlds came about, if they were drawn for a board and not given."""

    @property
    def layouts(self) -> list[ShownLayout]:
        """The worlds in the order of the characters of the vectors: hands as they are now, and weights."""
        weights = self.weights or (1,) * self.worlds
        return [
            {"deal": layout_text(layout), "weight": float(weight)}
            for layout, weight in zip(self.position.layouts, weights, strict=True)
        ]

    def to_dict(self) -> dict[str, object]:
        """The fields as JSON wants them; ``explain.document`` adds how certain they are."""
        return {
            "schema": SCHEMA,
            "best": self.best,
            "wins": _plain(self.wins),
            "mu": self.mu,
            "to_play": self.to_play,
            "worlds": self.worlds,
            "left_out": self.left_out,
            "layouts_won": self.layouts_won,
            "total": _plain(self.total),
            "complete": self.complete,
            "cards": [card.to_dict() for card in self.cards],
            "layouts": self.layouts,
            "stats": self.stats.to_dict(),
            **(self.setting.to_dict() if self.setting is not None else {}),
        }


def solve_position(
    position: Position,
    limits: Limits | None = None,
    options: Options | None = None,
    *,
    weights: Sequence[Weight] | None = None,
    every_card: bool = True,
    scores_only: bool = False,
    threads: int = 1,
    cache: LeafCache | None = None,
    warm: bool = True,
    claims: bool = True,
    only: Collection[Card] | None = None,
    on_iteration: Callable[[Decision], None] | None = None,
    watch: Watch | None = None,
) -> Decision:
    """``solve_worlds`` for a position that has been checked already, within limits that are given.

    With ``only`` no other cards than these and their equals are looked at.
    ``LimitReached`` is raised if the limits end the first iteration.

    ``warm=False`` solves every world from scratch, and ``claims=False`` also those positions in which
    declarer has his tricks on top: both for comparisons. ``watch`` can be asked from another thread how far
    the search is.
    """
    if options is not None and not isinstance(options, Options):
        raise InputError(f"options must be an alphamu_dds.Options: {options!r}")
    solver = DoubleDummy(position.trump, whole_number(threads, "the number of threads", 1), cache, warm)
    game = BridgeGame(position, solver, claims)
    score = Score(game.worlds, weights)

    def report(result: SearchResult[Card]) -> Decision:
        return _decision(position, game, score, result)

    run = RootSearch(
        game,
        limits or Limits(),
        options or Options(),
        score,
        Want.BEST if not every_card else Want.SCORES if scores_only else Want.FRONTS,
        None if only is None else _with_equals(game, only),
    )
    if watch is not None:
        watch.attach(run, game)
    return report(run.run(None if on_iteration is None else lambda result: on_iteration(report(result))))


def _with_equals(game: BridgeGame, cards: Collection[Card]) -> set[Card]:
    return {c for equals in game.equal_cards(game.root).values() if set(equals) & set(cards) for c in equals}


def _decision(position: Position, game: BridgeGame, score: Score, result: SearchResult[Card]) -> Decision:
    records = {record.move: record for record in result.moves}
    results: dict[Card, CardResult] = {}
    for representative, equals in game.equal_cards(game.root).items():
        if representative not in records:
            continue
        names = tuple(card_name(card) for card in sorted(equals, reverse=True))
        for card in equals:
            # A record speaks for its equals, unless they were searched on their own.
            record = records.get(card, records[representative])
            results[card] = replace(_card_result(record, game, score, names), card=card_name(card))
    best = card_name(result.best)
    declaring = game.max_to_move(game.root)
    sign = -1 if declaring else 1

    def rank(card: Card) -> tuple[bool, bool, float, str, int, int]:
        """The best card first, then by worth to the side to move, then as players sort their cards."""
        found = results[card]
        return (found.card != best, math.isnan(found.mu), sign * found.mu, found.bound, card >> 4, -card)

    # Before a defender's card no card has the plan that wins whatever he plays.
    best_plan = max(result.front, key=score.vector, default=0)
    layouts_won = results[result.best].plan.count("1") if declaring else best_plan.bit_count()
    return Decision(
        best=best,
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
        to_play=SEATS[position.to_play],
        worlds=game.worlds,
        layouts_won=layouts_won,
        total=score.total,
        complete=result.complete,
        position=position,
        weights=score.weights,
    )


def _card_result(
    record: MoveResult[Card], game: BridgeGame, score: Score, equals: tuple[str, ...]
) -> CardResult:
    possible = record.possible
    plan = max(record.front, key=lambda vector: score.vector(vector & possible), default=0)
    wins = score.front(record.upper, possible)
    weight = score.vector(possible)
    return CardResult(
        card=card_name(record.move),
        wins=wins,
        mu=float(wins / weight) if weight else math.nan,
        possible=weight,
        pimc_wins=score.vector(record.perfect & possible),
        bound="exact" if record.score_is_exact(score) else "upper",
        front=sorted((show_vector(v, possible, game.worlds) for v in record.front), reverse=True),
        plan=show_vector(plan, possible, game.worlds),
        pimc=show_vector(record.perfect, possible, game.worlds),
        equals=equals,
    )


def _plain(number: Weight) -> int | float:
    """Fractions become floats in JSON; counts stay whole."""
    return number if isinstance(number, (int, float)) else float(number)
