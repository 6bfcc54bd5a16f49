"""``solve_suit``: the best chance in one suit, exactly, and the line of play that has it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ..bridge.cards import RANKS, SEAT_NAMES
from ..engine.fronts import Vector
from ..engine.options import USUAL_MEMORY, Limits, Options
from ..engine.root import search
from ..engine.score import Score
from ..errors import InputError
from .game import SuitGame
from .holdings import Ranks, Suit, SuitLayout, holding_text, read_suit, read_tricks
from .open_cards import OpenSuit
from .plan import SMALL, Node, Planner, Rest, Step, from_the_top
from .words import sentence

SCHEMA = 1
"""The number of the JSON format; it changes when a field changes its meaning or goes away."""


DEFAULT_SECONDS = 60.0
"""Of processor time. Nearly every suit takes less than three; a few take minutes and much memory."""


class FirstCard(NamedTuple):
    """The first card of a line."""

    hand: str
    """``North`` (the holding that was given first) or ``South``."""
    card: str

    def __str__(self) -> str:
        return f"{self.card} from {self.hand}"


@dataclass(frozen=True)
class SuitChance:
    """A number of tricks, and how likely it is."""

    tricks: int
    best: Fraction
    """With the line that is best for this number of tricks."""
    line: Fraction
    """With the line that the answer describes."""


@dataclass(frozen=True)
class LayoutResult:
    """What the line does in some layouts that differ in equal cards only."""

    west: str
    east: str
    """One of them."""
    west_pattern: str
    east_pattern: str
    """All of them: ``x`` is one of the lowest missing cards, ``(K/Q)`` either card."""
    copies: int
    """How many layouts these are."""
    chance: Fraction
    """How likely they are together."""
    tricks: int
    """Tricks that the line takes against the best defence; with a number wanted, that number or 0."""
    wins: bool
    """Whether that is the number wanted; without one, the length of the longer hand."""


@dataclass(frozen=True)
class SuitAnswer:
    """The answer for one suit."""

    north: str
    south: str
    tricks: int | None
    """The number of tricks wanted; None: as many as possible on average."""
    fraction: Fraction
    """The best chance of ``tricks`` tricks; without them, the best average number of tricks."""
    best: FirstCard
    line: str
    """The best line in words."""
    plan: Node = field(repr=False)
    """The same for programs."""
    chances: tuple[SuitChance, ...]
    """For each number of tricks asked about."""
    layouts: tuple[LayoutResult, ...] = field(repr=False)
    suit: Suit = field(repr=False)
    nodes: int = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def percent(self) -> float:
        """The chance in percent; without a number of tricks wanted, 100 times the average."""
        return float(100 * self.fraction)

    @property
    def expected(self) -> Fraction | None:
        """The average number of tricks of the line, if that is what it is best for."""
        return self.fraction if self.tricks is None else None

    @property
    def small(self) -> str:
        """The cards that ``x`` stands for in the patterns of layouts, if there are several."""
        lowest = self.suit.groups[-1] if self.suit.groups else 0
        return holding_text(lowest) if lowest & lowest - 1 else ""

    def wins(self, west: str) -> bool:
        """Whether the line wins if West holds just these cards, as in ``wins("K7")``."""
        like = self.suit.like(_holding(west) & self.suit.missing)
        return any(row.wins for row in self.layouts if row.west == holding_text(like))

    def to_dict(self) -> dict[str, object]:
        """The fields as JSON wants them."""
        return {
            "schema": SCHEMA,
            "north": self.north,
            "south": self.south,
            "missing": holding_text(self.suit.missing),
            "west_vacant": self.suit.west_vacant,
            "east_vacant": self.suit.east_vacant,
            "tricks": self.tricks,
            **(
                {"expected": str(self.fraction), "expected_tricks": float(self.fraction)}
                if self.tricks is None
                else {"fraction": str(self.fraction), "percent": self.percent}
            ),
            "chances": [
                {
                    "tricks": chance.tricks,
                    "fraction": str(chance.best),
                    "percent": float(100 * chance.best),
                    "line_fraction": str(chance.line),
                    "line_percent": float(100 * chance.line),
                }
                for chance in self.chances
            ],
            "best": self.best._asdict(),
            "line": self.line,
            "plan": _plan_dict(self.plan),
            "layouts": [
                {
                    "west": row.west,
                    "east": row.east,
                    "west_pattern": row.west_pattern,
                    "east_pattern": row.east_pattern,
                    "copies": row.copies,
                    "fraction": str(row.chance),
                    "percent": float(100 * row.chance),
                    "tricks": row.tricks,
                    "wins": row.wins,
                }
                for row in self.layouts
            ],
            "stats": {"nodes": self.nodes, "seconds": self.seconds},
        }


def solve_suit(
    north: str,
    south: str,
    tricks: int | None = None,
    *,
    west_vacant: int | None = None,
    east_vacant: int | None = None,
    options: Options | None = None,
    seconds: float | None = None,
    memory: float | None = None,
) -> SuitAnswer:
    """The best line for one suit, against defenders who see all cards.

    ``north`` and ``south`` are declarer's holdings, like ``"AJ98"`` and ``"5432"``, or ``"AJxx"`` and
    ``"Kxx"``. Declarer wants ``tricks`` tricks; without it, as many as possible on average. He may lead from
    either hand each time, and the defenders never lead the suit. ``west_vacant`` and ``east_vacant`` are the
    places that the defenders have for cards declarer knows nothing of, 13 each at first; they change the
    odds.

    An answer is exact or there is none: when ``seconds`` of processor time are over, or ``memory`` (bytes) is
    used up, ``InputError`` is raised; ``math.inf`` lifts a limit.

    Raises ``InputError`` for a question that makes no sense.
    """
    started = time.perf_counter()
    until = time.thread_time() + (DEFAULT_SECONDS if seconds is None else seconds)
    limits = Limits(memory=USUAL_MEMORY if memory is None else memory)
    suit = read_suit(north, south, west_vacant, east_vacant)
    wanted = range(1, suit.longest + 1) if tricks is None else [read_tricks(tricks, suit)]
    open_cards = OpenSuit()
    game = SuitGame(suit, wanted, open_cards)
    score, vector, nodes = _best_vector(game, options, limits, until)
    best = [score]
    if tricks is None and len(wanted) > 1:
        best = []
        for target in wanted:
            found, _, more = _best_vector(SuitGame(suit, [target], open_cards), options, limits, until)
            best.append(found)
            nodes += more
    plan = Planner(game).plan(vector)
    count = len(game.layouts)
    wins = [vector >> number * count & (1 << count) - 1 for number in range(len(wanted))]
    chances = tuple(
        SuitChance(target, Fraction(weight, suit.ways), Fraction(_weight(game.layouts, mask), suit.ways))
        for target, weight, mask in zip(wanted, best, wins, strict=True)
    )
    layouts = tuple(_layout(suit, layout, wanted, wins, number) for number, layout in enumerate(game.layouts))
    return SuitAnswer(
        holding_text(suit.north),
        holding_text(suit.south),
        None if tricks is None else wanted[0],
        Fraction(score, suit.ways),
        _first(plan, game),
        sentence(plan) if score else "Nothing helps against the best defence.",
        plan,
        chances,
        layouts,
        suit,
        nodes,
        time.perf_counter() - started,
    )


def _best_vector(
    game: SuitGame, options: Options | None, limits: Limits, until: float
) -> tuple[int, Vector, int]:
    """The best score, the worlds of a plan that has it, and the nodes that it took."""
    left = max(0.0, until - time.thread_time())
    within = replace(limits, max_moves=game.max_moves_left, processor=left)
    found = search(game, within, options, game.weights)
    if found.limit is not None:
        suit = f"{holding_text(game.suit.north)} opposite {holding_text(game.suit.south)}"
        if found.limit == "memory":
            raise InputError(f"the limit of memory is too low, and a higher one can be set, for {suit}")
        raise InputError(f"the limit of time is over, and another or none can be set, for {suit}")
    assert found.complete
    score = Score(game.worlds, game.weights)
    vector = max(found.front, key=score.vector)
    best = score.vector(vector)
    assert isinstance(best, int)
    assert best == found.score
    return best, vector, found.nodes


def _weight(layouts: Sequence[SuitLayout], mask: Vector) -> int:
    return sum(layout.weight for number, layout in enumerate(layouts) if mask >> number & 1)


def _layout(
    suit: Suit, layout: SuitLayout, wanted: Sequence[int], wins: Sequence[Vector], number: int
) -> LayoutResult:
    tricks = max((target for target, mask in zip(wanted, wins, strict=True) if mask >> number & 1), default=0)
    return LayoutResult(
        holding_text(layout.west),
        holding_text(layout.east),
        _pattern(suit, layout.west),
        _pattern(suit, layout.east),
        layout.copies,
        Fraction(layout.weight, suit.ways),
        tricks,
        tricks == wanted[-1],
    )


def _pattern(suit: Suit, hand: Ranks) -> str:
    """A defender's cards, with all that may stand in the place of equal ones."""
    text = ""
    for group in suit.groups:
        size = (hand & group).bit_count()
        letters = holding_text(group)
        if size and group == suit.groups[-1] and len(letters) > 1:
            text += "x" * size
        elif size == len(letters):
            text += letters
        elif size:
            text += f"({'/'.join(''.join(choice) for choice in combinations(letters, size))})"
    return text or "-"


def _first(plan: Node, game: SuitGame) -> FirstCard:
    if isinstance(plan, Rest):
        seat, card = from_the_top(game.root)
    else:
        seat, card = plan.seat, plan.lead
        hand = game.suit.north if seat == 0 else game.suit.south
        card = card or hand & -hand
    return FirstCard(SEAT_NAMES[seat], holding_text(card))


def _plan_dict(node: Node) -> dict[str, object]:
    if isinstance(node, Rest):
        return {"rest": "from the top"}
    assert isinstance(node, Step)
    return {
        "hand": SEAT_NAMES[node.seat],
        "lead": _card(node.lead),
        "third": _card(node.third),
        "ducks": node.ducks,
        "except": [{"second": holding_text(cards), "third": _card(card)} for cards, card in node.except_for],
        "cases": [
            {
                "seen": [[holding_text(second), holding_text(fourth)] for second, fourth in case.seen],
                "then": _plan_dict(case.then),
            }
            for case in node.cases
        ],
    }


def _card(card: Ranks) -> str:
    return "lowest" if card == SMALL else holding_text(card)


def _holding(text: str) -> Ranks:
    return sum(1 << rank for rank, letter in enumerate(RANKS, 2) if letter in text.upper().replace("10", "T"))
