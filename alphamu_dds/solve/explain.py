"""Why this card: what beats it, what PIMC does not know, how the play may go on, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..bridge.cards import card_name
from ..engine.score import Score
from ..errors import InputError
from .answer import CardResult, Decision
from .clues import Finding, clues_of, set_apart
from .confidence import Comparison, compare
from .line import Explorer, Fork, LineStep


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
    line: tuple[LineStep, ...]
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
            "tempting": card_name(self.tempting.move) if self.tempting else None,
            "fork": self.fork.to_dict() if self.fork else None,
            "line": [step.to_dict() for step in self.line],
            "rival": card_name(self.rival.move) if self.rival else None,
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
    """Explain a choice of declarer's side; with ``seconds``, what is found by then.

    ``processor`` are seconds of processor time of the thread that asks. Raises ``InputError`` if the card is
    a defender's, or not for the viewer to choose.
    """
    position = decision.position
    if not decision.choosing or position.defends_against is not None:
        raise InputError("a defender is to play, and only declarer's choices are explained")
    best = decision.cards[0]
    everything = (1 << decision.worlds) - 1
    lost = everything & ~best.won
    played = None if decision.setting is None else decision.setting.seen.play.played
    clues = clues_of(position, played)
    weights, sample = decision.weights, decision.sample
    explorer = Explorer(position, weights, max_moves, threads, seconds, processor)
    tempting = _tempting(decision)
    rival = next((card for card in decision.cards if card.move not in best.alike), None)
    return Explanation(
        lost=lost.bit_count(),
        lost_share=float(Score(decision.worlds, weights).vector(lost) / decision.total),
        beaten_by=tuple(set_apart(clues, lost, everything, weights=weights, sample=sample)),
        tempting=tempting,
        fork=explorer.fork(tempting.move, clues, sample) if tempting else None,
        line=tuple(explorer.line(best.move)),
        rival=rival,
        comparison=_compare(decision, best, rival),
    )


def _tempting(decision: Decision) -> CardResult | None:
    """The card that PIMC would play, if that is another one."""
    best = decision.cards[0]
    favourite = max(decision.cards, key=lambda card: card.pimc_wins)
    return favourite if favourite.pimc_wins > best.pimc_wins else None


def _compare(decision: Decision, best: CardResult, rival: CardResult | None) -> Comparison | None:
    if rival is None or not decision.sample or rival.bound != "exact":
        return None
    return compare(best.won, rival.won, decision.worlds, decision.weights)
