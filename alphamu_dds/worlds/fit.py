"""Layouts that fit assumptions which may be too much to assume."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from . import relax
from .assume import Assumed, Dropped
from .constraints import Constraint, HandConstraint
from .hand_rule import HandRule
from .sample import (
    DEFAULT_ATTEMPTS,
    DEFAULT_FEW,
    DEFAULT_WORLDS,
    NoWorldsError,
    Worlds,
    can_be_drawn,
    draw,
    shares,
)
from .view import View

Possible: TypeAlias = Callable[[Sequence[Constraint]], bool]
"""Whether a layout fits all of these."""
Likely: TypeAlias = Callable[[Sequence[Constraint], Sequence[Constraint]], Sequence[float]]
"""Of the layouts that fit the second, the share that fits each of the first."""
BELIEVED = 0.75
"""A form of a term that is wider than the call says must fit this share of the layouts that are left.

The narrowest form that fits anything would leave a few extreme layouts, as if the call were nearly right; but
a call that the cards disprove is mostly of another system. docs/worlds.md has the figures.
"""


def draw_fitting(
    view: View,
    assumed: Assumed,
    worlds: int | None = DEFAULT_WORLDS,
    seed: int = 1,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
) -> tuple[Assumed, Worlds]:
    """Draw layouts; the assumptions that come back are those that were kept.

    Players do bid on a point less or a card less, and other systems. So if nothing fits, what was concluded
    from calls and leads is relaxed or given up (``settle``); what the user has said never is.
    """
    try:
        return assumed, draw(view, assumed.constraints, worlds, seed, few, attempts)
    except NoWorldsError:
        if not any(constraint.inferred for constraint in assumed.constraints):
            raise

    def possible(constraints: Sequence[Constraint]) -> bool:
        return can_be_drawn(view, constraints, seed, attempts)

    def likely(constraints: Sequence[Constraint], given: Sequence[Constraint]) -> list[float]:
        return [share.alone for share in shares(view, constraints, given=given)]

    assumed = settle(assumed, possible, likely)
    return assumed, draw(view, assumed.constraints, worlds, seed, few, attempts)


def settle(assumed: Assumed, possible: Possible, likely: Likely) -> Assumed:
    """As much of the assumptions as can be true together.

    What the user has said stands. To it the terms of what was concluded are added one by one, the likeliest
    first: each as it is if that is possible, else in a wider form, else not at all. So a term is touched only
    if it contradicts what is certain or likelier.
    """
    believed = [constraint for constraint in assumed.constraints if not constraint.inferred]
    inferred = [constraint for constraint in assumed.constraints if constraint.inferred]
    if not possible(believed):
        # Then no conclusion is to blame, but none can be kept either.
        dropped = [Dropped(constraint, None) for constraint in inferred]
        return replace(assumed, constraints=tuple(believed), dropped=tuple(dropped))
    parts = {whole: _parts(whole) for whole in inferred}
    every = [part for of_one in parts.values() for part in of_one]
    forms: dict[Constraint, Constraint | None] = {}
    for _, part in sorted(zip(likely(every, believed), every, strict=True), key=lambda found: -found[0]):
        form = part if possible([*believed, part]) else _widened(part, believed, possible, likely)
        forms[part] = form
        if form is not None:
            believed.append(form)
    constraints: list[Constraint] = []
    dropped = []
    for constraint in assumed.constraints:
        of_one = parts.get(constraint, ())
        if all(forms[part] is part for part in of_one):
            constraints.append(constraint)
            continue
        rules = [_rule(forms[part]) for part in of_one]
        dropped += [
            Dropped(part, rule) for part, rule in zip(of_one, rules, strict=True) if part is not forms[part]
        ]
        kept = [rule for rule in rules if rule is not None]
        if kept and isinstance(constraint, HandConstraint):
            constraints.append(constraint.with_rule(relax.together(kept)))
    return replace(assumed, constraints=tuple(constraints), dropped=tuple(dropped))


def _rule(form: Constraint | None) -> HandRule | None:
    return form.rule if isinstance(form, HandConstraint) else None


def _parts(constraint: Constraint) -> Sequence[Constraint]:
    """What can be given up alone: the terms of a rule, anything else as a whole."""
    if not isinstance(constraint, HandConstraint):
        return [constraint]
    return [constraint.with_rule(term) for term in relax.terms(constraint.rule)] or [constraint]


def _widened(
    part: Constraint, believed: Sequence[Constraint], possible: Possible, likely: Likely
) -> Constraint | None:
    """The narrowest wider form of a term that is likely with what is believed; None if there is none."""
    if not isinstance(part, HandConstraint):
        return None
    forms = [part.with_rule(rule) for rule in relax.wider_forms(part.rule)]
    for form, share in zip(forms, likely(forms, believed), strict=True):
        if share >= BELIEVED and possible([*believed, form]):
            return form
    return None
