"""What is written down about a board: typed, and as JSON in the order that people read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..bridge.cards import SEATS, Card, Seat, card_name, parse_card, parse_seat
from ..schema import SCHEMA

FINE, MISTAKE, UNDECIDED = "fine", "mistake", "undecided"
"""What may be said of a choice (``verdict.judge``)."""
DONE = "done"
TROUBLE = ("failed", "timeout", "died")
"""Boards that were begun and have no answer."""


@dataclass(frozen=True)
class Check:
    """The card played and the best one searched again."""

    what: str
    """``deeper``: the same layouts, further ahead; ``fresh``: other layouts, and more of them."""
    max_moves: int
    worlds: int
    mu: float
    """The card played."""
    mu_best: float
    """The card that seemed best at first."""
    loss: float
    told_apart: bool
    """Whether the difference is more than the luck of the sample; always, if all layouts were looked at."""


@dataclass(frozen=True)
class Sample:
    """How the figures came about, and how exact they are."""

    complete: bool
    max_moves: int
    limit: str | None
    """The limit that ended the search, if one did; in a batch, which has no clock, ``memory`` or ``work``."""
    worlds: int
    left_out: int
    all_layouts: bool
    seed: int
    assumed: list[str]
    not_used: list[str]


@dataclass(frozen=True)
class Choice:
    """One choice of declarer's side."""

    after: int
    """Cards played before it."""
    trick: int
    """From 1."""
    turn: Seat
    move: Card
    """The card that was played."""
    mu: float
    """The share of the layouts (by weight) that one plan wins after the card played."""
    best_moves: tuple[Card, ...]
    """The cards that win most, the one that is recommended first."""
    mu_best: float
    loss: float
    told_apart: bool | None
    """Whether the loss is more than the luck of the sample; None if there is none."""
    verdict: str
    checks: list[Check]
    """What was found when a loss was looked at again."""
    pimc: Card
    pimc_mu: float
    pimc_differs: bool
    need: int
    sample: Sample

    @property
    def seat(self) -> str:
        """Whose card it is, as a letter."""
        return SEATS[self.turn]

    @property
    def card(self) -> str:
        """The card that was played: suit, then rank."""
        return card_name(self.move)

    @property
    def limit(self) -> str | None:
        """The limit that ended the search of this choice, if one did."""
        return self.sample.limit

    @property
    def best(self) -> str:
        """The best card; the one that was played, if nothing is better."""
        return card_name(self.best_moves[0] if self.loss > 0 else self.move)

    def to_dict(self) -> dict[str, object]:
        """The part of a record."""
        return {
            "after": self.after,
            "trick": self.trick,
            "seat": self.seat,
            "played": self.card,
            "played_mu": self.mu,
            "best": [card_name(card) for card in self.best_moves],
            "best_mu": self.mu_best,
            "loss": self.loss,
            "told_apart": self.told_apart,
            "verdict": self.verdict,
            "checks": [asdict(check) for check in self.checks],
            "pimc": card_name(self.pimc),
            "pimc_mu": self.pimc_mu,
            "pimc_differs": self.pimc_differs,
            "need": self.need,
            **asdict(self.sample),
        }

    def to_review(self) -> dict[str, object]:
        """The part of a review."""
        return {
            "after": self.after,
            "trick": self.trick,
            "seat": self.seat,
            "card": self.card,
            "best": self.best,
            "mu": self.mu,
            "mu_best": self.mu_best,
            "loss": self.loss,
            "verdict": self.verdict,
            "limit": self.sample.limit,
            "checks": [asdict(check) for check in self.checks],
        }

    @staticmethod
    def of(found: Mapping[str, Any]) -> Choice:
        """From the part of a record."""
        return Choice(
            after=found["after"],
            trick=found["trick"],
            turn=parse_seat(found["seat"]),
            move=parse_card(found["played"]),
            mu=found["played_mu"],
            best_moves=tuple(parse_card(card) for card in found["best"]),
            mu_best=found["best_mu"],
            loss=found["loss"],
            told_apart=found["told_apart"],
            verdict=found["verdict"],
            checks=[Check(**check) for check in found["checks"]],
            pimc=parse_card(found["pimc"]),
            pimc_mu=found["pimc_mu"],
            pimc_differs=found["pimc_differs"],
            need=found["need"],
            sample=_sample(found),
        )


@dataclass(frozen=True)
class LeadChance:
    """What a contract is worth after one lead, or any of its equals."""

    lead: tuple[Card, ...]
    mu: float | None
    """None if nobody can lead it in any layout that counts."""
    possible: float
    """The share of layouts in which it can be led."""
    double_dummy: float | None


@dataclass(frozen=True)
class Chance:
    """The chance of a contract without play, beside what open cards say."""

    mu: float
    """What one plan wins against the best lead in each layout."""
    double_dummy: float
    """What is won in the same layouts with open cards."""
    flatters: float
    tricks: int | None
    """With open cards, as the cards really lay."""
    makes: bool | None
    leads: list[LeadChance]
    need: int
    sample: Sample

    def to_dict(self) -> dict[str, object]:
        """The part of a record."""
        return {
            "mu": self.mu,
            "double_dummy": self.double_dummy,
            "flatters": self.flatters,
            "tricks": self.tricks,
            "makes": self.makes,
            "leads": [
                {**asdict(lead), "lead": [card_name(card) for card in lead.lead]} for lead in self.leads
            ],
            "need": self.need,
            **asdict(self.sample),
        }

    @staticmethod
    def of(found: Mapping[str, Any]) -> Chance:
        """From the part of a record."""
        return Chance(
            found["mu"],
            found["double_dummy"],
            found["flatters"],
            found["tricks"],
            found["makes"],
            [
                LeadChance(**{**lead, "lead": tuple(parse_card(card) for card in lead["lead"])})
                for lead in found["leads"]
            ],
            found["need"],
            _sample(found),
        )


def _sample(found: Mapping[str, Any]) -> Sample:
    return Sample(**{name: found[name] for name in Sample.__dataclass_fields__})


@dataclass(frozen=True)
class BoardRecord:
    """One line of a batch: a board, or a file that cannot be read."""

    number: int
    """Its place in the batch, from 1."""
    file: str
    place: int
    """Its place in the file, from 1."""
    line: int = 0
    board: str = ""
    contract: str | None = None
    declarer: str | None = None
    player: str = ""
    result: int | None = None
    problems: tuple[str, ...] = ()
    kind: str = "file"
    """``file``, ``play``, ``contract`` or ``passed``."""
    status: str = "unreadable"
    """``done``, ``unreadable``, ``failed``, ``timeout`` or ``died``."""
    reason: str | None = None
    choices: tuple[Choice, ...] | None = None
    """On a board with play; None where there is no answer."""
    chance: Chance | None = None
    """Of a contract without play."""

    def named(self, verdict: str) -> list[int]:
        """After how many cards there was a choice of which that is said, the dearest first."""
        found = [choice for choice in self.choices or () if choice.verdict == verdict]
        return [choice.after for choice in sorted(found, key=lambda choice: (-choice.loss, choice.after))]

    def head(self) -> dict[str, object]:
        """What is known before anything is looked at."""
        return {
            "schema": SCHEMA,
            "number": self.number,
            "file": self.file,
            "place": self.place,
            "line": self.line,
            "board": self.board,
            "contract": self.contract,
            "declarer": self.declarer,
            "player": self.player,
            "result": self.result,
            "problems": list(self.problems),
            "kind": self.kind,
            "status": self.status,
            "reason": self.reason,
        }

    def to_dict(self) -> dict[str, object]:
        """The line."""
        found = self.head()
        if self.choices is not None:
            found["decisions"] = [choice.to_dict() for choice in self.choices]
            found["errors"] = self.named(MISTAKE)
            found["undecided"] = self.named(UNDECIDED)
        if self.chance is not None:
            found["chance"] = self.chance.to_dict()
        return found

    @staticmethod
    def of(found: Mapping[str, Any]) -> BoardRecord:
        """From a line; raises whatever Python does if it makes no sense."""
        plain = {name: found[name] for name in BoardRecord.__dataclass_fields__ if name not in _PARTS}
        done = found["status"] == DONE
        choices = [Choice.of(one) for one in found["decisions"]] if done and found["kind"] == "play" else None
        chance = Chance.of(found["chance"]) if done and found["kind"] == "contract" else None
        return BoardRecord(
            **plain,
            problems=tuple(found["problems"]),
            choices=None if choices is None else tuple(choices),
            chance=chance,
        )


_PARTS = ("problems", "choices", "chance")
