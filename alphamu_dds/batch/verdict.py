"""Was it a mistake? A loss is believed only if it stands when one looks again.

A card may look worse than another because the search did not look far enough, or because of the luck of
the sample. So before a loss is called a mistake the two cards are searched again: deeper on the same layouts,
then on other, more layouts. What does not survive both is undecided; a small loss is not looked at again.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from ..bridge.cache import LeafCache
from ..bridge.cards import parse_card
from ..engine.options import Limits
from ..worlds.assume import Sources
from ..solve.confidence import compare
from ..solve.answer import CardResult, Decision, solve_position
from ..solve.explain import is_sample, mask_of, weights_of
from ..solve.setting import Setting
from ..solve.solve import position_of, prepare

WORTH_NAMING = 0.03
"""A smaller loss is not spoken of."""
DEEPER = 2
"""So many more cards of declarer's side are looked ahead."""
MORE = 3
"""So many times as many layouts are drawn."""
OTHER_SEED = 1_000_000
"""Added to the seed for layouts that were not drawn before."""

FINE, MISTAKE, UNDECIDED = "fine", "mistake", "undecided"


@dataclass(frozen=True)
class Check:
    """The two cards searched again."""

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

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


def judge(
    decision: Decision,
    played: str,
    sources: Sources,
    attempts: int,
    few: int,
    threads: int = 1,
    cache: LeafCache | None = None,
) -> tuple[str, list[Check]]:
    """``fine``, ``mistake`` or ``undecided``, and what was found at each step."""
    best, card = decision.cards[0], card_of(decision, played)
    setting = decision.setting
    assert setting is not None
    if float((best.wins - card.wins) / decision.total) < WORTH_NAMING:
        return FINE, []
    checks: list[Check] = []
    ahead = decision.stats.max_moves
    if not decision.complete:
        deeper = Limits.counted(ahead + DEEPER)
        checks.append(_check("deeper", setting, deeper, best.card, played, threads, cache))
    if is_sample(decision) and _stands(checks):
        worlds = None if setting.worlds.wanted is None else MORE * setting.worlds.wanted
        other = prepare(setting.standing, sources, worlds, setting.seed + OTHER_SEED, few, attempts)
        # Deeper on more layouts at once would take many times as long.
        checks.append(_check("fresh", other, Limits.counted(ahead), best.card, played, threads, cache))
    return (MISTAKE if _stands(checks) and all(c.told_apart for c in checks[-1:]) else UNDECIDED), checks


def told_apart(decision: Decision, best: CardResult, played: CardResult) -> bool:
    """Whether the difference is more than the luck of the sample; always, if all layouts were looked at."""
    if not is_sample(decision):
        return True
    first, second = mask_of(best.plan), mask_of(played.plan)
    return compare(first, second, decision.worlds, weights_of(decision)).told_apart


def card_of(decision: Decision, name: str) -> CardResult:
    """What a decision says about one card."""
    return next(found for found in decision.cards if found.card == name)


def _stands(checks: list[Check]) -> bool:
    return all(check.loss >= WORTH_NAMING for check in checks)


def _check(
    what: str,
    setting: Setting,
    limits: Limits,
    best: str,
    played: str,
    threads: int,
    cache: LeafCache | None,
) -> Check:
    decision = solve_position(
        position_of(setting),
        limits,
        weights=setting.worlds.weights,
        scores_only=True,
        threads=threads,
        cache=cache,
        only=[parse_card(best), parse_card(played)],
    )
    decision = replace(decision, setting=setting)
    one, other = card_of(decision, best), card_of(decision, played)
    return Check(
        what=what,
        max_moves=decision.stats.max_moves,
        worlds=decision.worlds,
        mu=other.mu,
        mu_best=one.mu,
        loss=float((one.wins - other.wins) / decision.total),
        told_apart=told_apart(decision, one, other),
    )
