"""Why this card: what beats it, what PIMC does not know, how the play may go on, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

from ..bridge.cards import parse_card
from ..engine.fronts import Mask
from ..engine.score import Score, Weight
from ..errors import InputError
from .clues import Finding, clues_of, set_apart
from .confidence import Comparison, Interval, compare, effective_number, interval
from .decision import CardResult, Decision
from .line import Explorer, Fork, Step


@dataclass(frozen=True)
class Explanation:
    """What can be said about a decision of declarer's side, from its worlds alone."""

    lost: int
    """The layouts that the plan behind the best card loses, by their number."""
    lost_share: float
    """The same by weight, as a share of all."""
    beaten_by: tuple[Finding, ...]
    """What sets those layouts apart, strongest first."""
    tempting: CardResult | None
    """PIMC's favourite, where that is not the best card."""
    fork: Fork | None
    """Where PIMC would have to know what it cannot, after that card."""
    line: tuple[Step, ...]
    """How the play may go on after the best card."""
    rival: CardResult | None
    """The best card that is not equal to the recommended one, and not certainly worse."""
    comparison: Comparison | None
    """The recommended card against the rival, if the layouts are a sample."""

    def to_dict(self) -> dict[str, object]:
        """The part ``why`` of the JSON document."""
        comparison = self.comparison
        return {
            "lost": self.lost,
            "lost_share": self.lost_share,
            "beaten_by": [finding.to_dict() for finding in self.beaten_by],
            "tempting": self.tempting.card if self.tempting else None,
            "fork": self.fork.to_dict() if self.fork else None,
            "line": [step.to_dict() for step in self.line],
            "rival": self.rival.card if self.rival else None,
            "told_apart": comparison.told_apart if comparison else None,
            "worlds_needed": comparison.worlds_needed if comparison else None,
        }


def explain(
    decision: Decision,
    max_moves: int = 2,
    threads: int = 1,
    seconds: float = math.inf,
    processor: float = math.inf,
) -> Explanation:
    """Explain the choice of declarer's side; with ``seconds``, what is found by then.

    ``processor`` are seconds of processor time of the thread that asks.

    Raises ``InputError`` if a defender is to play.
    """
    position = decision.position
    if not is_declarers(decision):
        raise InputError("a defender is to play, and only declarer's choices are explained")
    best = decision.cards[0]
    everything = (1 << decision.worlds) - 1
    lost = everything & ~mask_of(best.plan)
    played = None if decision.setting is None else decision.setting.standing.view.play.played
    clues = clues_of(position, played)
    weights = weights_of(decision)
    sample = is_sample(decision)
    explorer = Explorer(position, weights, max_moves, threads, seconds, processor)
    tempting = _tempting(decision)
    rival = next((card for card in decision.cards if card.card not in best.equals), None)
    return Explanation(
        lost=lost.bit_count(),
        lost_share=float(Score(decision.worlds, weights).vector(lost) / decision.total),
        beaten_by=tuple(set_apart(clues, lost, everything, weights=weights, sample=sample)),
        tempting=tempting,
        fork=explorer.fork(parse_card(tempting.card), clues, sample) if tempting else None,
        line=tuple(explorer.line(parse_card(best.card))),
        rival=rival,
        comparison=_compare(decision, best, rival),
    )


def is_declarers(decision: Decision) -> bool:
    """Whether declarer's side is to play."""
    return decision.position.to_play & 1 == decision.position.declarer & 1


def document(decision: Decision, why: Explanation | None = None) -> dict[str, object]:
    """The JSON document of a decision: with intervals where the worlds are a sample, and with the reasons."""
    found = decision.to_dict()
    if is_sample(decision) and is_declarers(decision):
        for card, shown in zip(decision.cards, cast("list[dict[str, object]]", found["cards"]), strict=True):
            around = interval_of(decision, card.mu)
            shown["interval"] = [around.low, around.high] if around and card.bound == "exact" else None
    if why is not None:
        found["why"] = why.to_dict()
    return found


def mask_of(vector: str) -> Mask:
    """The worlds won by a vector written as text.

    >>> bin(mask_of("10x1"))
    '0b1001'
    """
    return sum(1 << world for world, letter in enumerate(vector) if letter == "1")


def is_sample(decision: Decision) -> bool:
    """Whether the worlds are some of many: percentages are then estimates."""
    return decision.setting is not None and not decision.setting.worlds.complete


def weights_of(decision: Decision) -> tuple[Weight, ...] | None:
    """How much each world counts; None if all count alike."""
    return decision.weights


def interval_of(decision: Decision, share: float) -> Interval | None:
    """Where a share found in the worlds of a decision really lies; None if the worlds are no sample."""
    if not is_sample(decision) or math.isnan(share):
        return None
    return interval(share, effective_number(weights_of(decision), decision.worlds))


def _tempting(decision: Decision) -> CardResult | None:
    """The card that PIMC would play, if that is another one."""
    best = decision.cards[0]
    favourite = max(decision.cards, key=lambda card: card.pimc_wins)
    return favourite if favourite.pimc_wins > best.pimc_wins else None


def _compare(decision: Decision, best: CardResult, rival: CardResult | None) -> Comparison | None:
    if rival is None or not is_sample(decision) or rival.bound != "exact":
        return None
    return compare(mask_of(best.plan), mask_of(rival.plan), decision.worlds, weights_of(decision))
