"""Was it a mistake? A loss is believed only if it stands when one looks again.

A card may look worse than another because the search did not look far enough, or because of the luck of
the sample. So before a loss is called a mistake the two cards are searched again: deeper on the same layouts,
then on other, more layouts. What does not survive both is undecided, and so is what a limit kept from being
searched deeper; a small loss is not looked at again.
"""

from __future__ import annotations

from dataclasses import replace

from ..bridge.cards import Card
from ..engine.options import Limits, Want
from ..solve.answer import CardResult, Decision
from ..solve.confidence import compare
from ..solve.effort import Effort
from ..solve.question import Given
from ..solve.solve import answer
from ..worlds.assume import Assumptions
from .records import FINE, MISTAKE, UNDECIDED, Check

WORTH_NAMING = 0.03
"""A smaller loss is not spoken of."""
DEEPER = 2
"""So many more cards of declarer's side are looked ahead."""
MORE = 3
"""So many times as many layouts are drawn."""
OTHER_SEED = 1_000_000
"""Added to the seed for layouts that were not drawn before."""


def judge(
    decision: Decision, move: Card, assumptions: Assumptions, effort: Effort
) -> tuple[str, list[Check]]:
    """``fine``, ``mistake`` or ``undecided``, and what was found at each step."""
    best, played = decision.cards[0], decision.of_card(move)
    setting = decision.setting
    assert setting is not None
    if float((best.wins - played.wins) / decision.total) < WORTH_NAMING:
        return FINE, []
    checks: list[Check] = []
    ahead = decision.stats.max_moves
    both = replace(effort, want=Want.SCORES, only=(best.move, move))
    if not decision.complete:
        deeper = replace(both, limits=Limits.counted(ahead + DEEPER))
        given = Given(decision.position, decision.weights)
        found = replace(answer(given, effort=deeper), sample=decision.sample)
        checks.append(_check("deeper", found, best.move, move))
        if found.stats.limit_reached and found.stats.max_moves <= ahead:
            return UNDECIDED, checks  # a limit ended it before it had looked any further
    if decision.sample and _stands(checks):
        # Deeper on more layouts at once would take many times as long.
        fresh = replace(
            both,
            limits=Limits.counted(ahead),
            worlds=None if effort.worlds is None else MORE * effort.worlds,
            seed=effort.seed + OTHER_SEED,
            drawn_from=None,
        )
        checks.append(_check("fresh", answer(setting.seen, assumptions, fresh), best.move, move))
    return (MISTAKE if _stands(checks) and all(c.told_apart for c in checks[-1:]) else UNDECIDED), checks


def told_apart(decision: Decision, best: CardResult, played: CardResult) -> bool:
    """Whether the difference is more than the luck of the sample; always, if all layouts were looked at."""
    if not decision.sample:
        return True
    return compare(best.won, played.won, decision.worlds, decision.weights).told_apart


def _stands(checks: list[Check]) -> bool:
    return all(check.loss >= WORTH_NAMING for check in checks)


def _check(what: str, decision: Decision, best: Card, move: Card) -> Check:
    one, other = decision.of_card(best), decision.of_card(move)
    return Check(
        what=what,
        max_moves=decision.stats.max_moves,
        worlds=decision.worlds,
        mu=other.mu,
        mu_best=one.mu,
        loss=float((one.wins - other.wins) / decision.total),
        told_apart=told_apart(decision, one, other),
    )
