"""The answer to one question: cards as numbers, layouts as masks, and what both are worth.

Nothing in here is computed when it is read, but for the text that people and JSON want: names of cards and
seats, and vectors with a character for each layout.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, TypedDict

from ..bridge.cards import SEATS, Card, Seat, card_name, layout_text
from ..bridge.position import Position
from ..engine.fronts import Mask, Vector, show_vector
from ..engine.score import Weight
from ..schema import SCHEMA
from .confidence import Interval

if TYPE_CHECKING:  # drawing layouts needs numpy, which solving given layouts does not
    from .explain import Explanation
    from .setting import Setting


@dataclass(frozen=True)
class CardResult:
    """What one card is worth."""

    move: Card
    alike: tuple[Card, ...]
    """This card and those that are worth the same because no card in play lies between, high to low."""
    wins: Weight
    """The (weighted) worlds that the best strategy after this card wins."""
    mu: float
    """``wins`` as a share of the worlds in which the card can be played; nan if these weigh nothing."""
    possible: Weight
    """The (weighted) worlds in which the card can be played: all, if the viewer's side is to play."""
    pimc_wins: Weight
    """The worlds won after this card if the viewer could see all hands from then on."""
    bound: str
    """``exact``, or ``upper`` if ``wins`` is only known to be no more than this."""
    worlds: int
    """How many worlds there are: so many bits has a mask."""
    legal: Mask
    """The worlds in which the card can be played."""
    won: Mask
    """The worlds that the strategy behind ``wins`` wins, if ``bound`` is exact."""
    won_open: Mask
    """The worlds won after this card with open cards, which ``pimc_wins`` counts."""
    vectors: tuple[Vector, ...]
    """The plans to choose from: the whole front if that was wanted, else those that were needed."""
    layouts_won: int | None
    """The layouts in ``won``, by their number; None if ``bound`` is not exact."""
    layouts_possible: int
    """The layouts in which the card can be played, by their number."""
    pimc_layouts_won: int
    """The layouts won after this card with open cards, by their number."""
    interval: Interval | None = field(default=None, compare=False)
    """Where ``mu`` really lies, if the layouts are a sample and ``bound`` is exact."""

    @property
    def card(self) -> str:
        """Suit, then rank: ``SA``."""
        return card_name(self.move)

    @property
    def equals(self) -> tuple[str, ...]:
        """The names of the cards in ``alike``."""
        return tuple(card_name(card) for card in self.alike)

    @property
    def front(self) -> list[str]:
        """``vectors`` as text; a character per world: ``1`` won, ``0`` lost, ``x`` impossible."""
        return sorted((show_vector(vector, self.legal, self.worlds) for vector in self.vectors), reverse=True)

    @property
    def plan(self) -> str:
        """``won`` as text."""
        return show_vector(self.won, self.legal, self.worlds)

    @property
    def pimc(self) -> str:
        """``won_open`` as text."""
        return show_vector(self.won_open, self.legal, self.worlds)

    def to_dict(self) -> dict[str, object]:
        """The fields as JSON wants them."""
        return {
            "card": self.card,
            "wins": plain(self.wins),
            "mu": None if math.isnan(self.mu) else self.mu,
            "possible": plain(self.possible),
            "pimc_wins": plain(self.pimc_wins),
            "layouts_won": self.layouts_won,
            "layouts_possible": self.layouts_possible,
            "pimc_layouts_won": self.pimc_layouts_won,
            "bound": self.bound,
            "front": self.front,
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
    """Which one: ``seconds``, ``processor``, ``nodes``, ``memory``, ``work``; ``stop`` if it was stopped."""

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

    wins: Weight
    """The score of the best card; before another side's card, the score that the viewer can be sure of."""
    mu: float
    """``wins`` as a share of all worlds."""
    cards: list[CardResult]
    stats: Stats
    turn: Seat
    """The seat whose card is wanted."""
    declarer: Seat
    hidden: tuple[Seat, ...]
    """The seats whose cards differ from layout to layout: the viewer does not see them."""
    left: int
    """Tricks still to come, the one on the table included."""
    choosing: bool
    """Whether that card is for the viewer to choose; else each card is one that he may have to face."""
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
    sample: bool = False
    """Whether the worlds are some of many: percentages are then estimates."""
    setting: Setting | None = field(default=None, repr=False, compare=False)
    """How the worlds came about, if they were drawn and not given."""
    why: Explanation | None = field(default=None, repr=False, compare=False)
    """Why this card, if that was asked for and declarer's side is to choose it."""

    @property
    def best(self) -> str:
        """The best card: suit, then rank."""
        return self.cards[0].card

    @property
    def to_play(self) -> str:
        """The seat whose card is wanted, as a letter."""
        return SEATS[self.turn]

    @property
    def layouts(self) -> list[ShownLayout]:
        """The worlds in the order of the characters of the vectors: hands as they are now, and weights."""
        weights = self.weights or (1,) * self.worlds
        return [
            {"deal": layout_text(layout), "weight": float(weight)}
            for layout, weight in zip(self.position.layouts, weights, strict=True)
        ]

    def of_card(self, card: Card) -> CardResult:
        """What is said about one card."""
        return next(found for found in self.cards if found.move == card)

    def to_dict(self) -> dict[str, object]:
        """The JSON document: with intervals where the worlds are a sample, and the reasons if there are."""
        cards = [card.to_dict() for card in self.cards]
        if self.sample and self.choosing:
            for card, shown in zip(self.cards, cards, strict=True):
                around = card.interval
                shown["interval"] = None if around is None else [around.low, around.high]
        return {
            "schema": SCHEMA,
            "best": self.best,
            "wins": plain(self.wins),
            "mu": self.mu,
            "to_play": self.to_play,
            "worlds": self.worlds,
            "left_out": self.left_out,
            "layouts_won": self.layouts_won,
            "total": plain(self.total),
            "complete": self.complete,
            "cards": cards,
            "layouts": self.layouts,
            "stats": self.stats.to_dict(),
            **(self.setting.to_dict() if self.setting is not None else {}),
            **({"why": self.why.to_dict()} if self.why is not None else {}),
        }


def plain(number: Weight) -> int | float:
    """Fractions become floats in JSON; counts stay whole."""
    return number if isinstance(number, (int, float)) else float(number)
