"""Layouts of the hidden hands: all of them if they are few, else a sample without duplicates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..bridge.cards import NO_CARDS, Holding, Layout
from ..errors import InputError, count, whole_number
from .constraints import Constraint, Truths
from .features import Deals
from .fits import holding, passing
from .random_numbers import Random
from .space import PatternTest, Space
from .view import Lengths, View

Indices: TypeAlias = npt.NDArray[np.int64]

DEFAULT_WORLDS = 40
DEFAULT_ATTEMPTS = 1_000_000
DEFAULT_FEW = 200
"""So many layouts or fewer are used whole, even if less are wanted."""
LOOKED_AT_WHOLE = 100_000
"""In a space of so many layouts or fewer each is looked at, so that it is known how many fit."""
_CHUNK = 1 << 17


@dataclass(frozen=True)
class Worlds:
    """Layouts that fit all that is known and assumed."""

    layouts: tuple[Layout, ...]
    """What each seat still holds, in each layout."""
    weights: tuple[int, ...] | None
    """How much each layout counts; None if all count alike."""
    view: View = field(repr=False)
    constraints: tuple[Constraint, ...]
    wanted: int | None
    """How many were wanted; None for all."""
    complete: bool
    """Whether these are all layouts that there are."""
    open: int
    """How many layouts the cards played leave open."""
    dealt: int
    """How many of them fit the lengths and cards that are assumed: the others were never dealt."""
    tried: int
    """How many layouts were dealt and tested; one that was dealt twice counts twice."""
    fitting: int
    """How many of these fitted."""
    left_out: int = 0
    """So many layouts were drawn, but left out to answer in time."""
    shares: tuple[Share, ...] = ()
    """What each constraint lets through, if there are fewer layouts than were wanted."""
    acceptance: float = field(init=False)
    """The share of the layouts tried that fitted."""
    is_short: bool = field(init=False)
    """Whether the attempts ended before enough layouts were found."""

    def __post_init__(self) -> None:
        number = len(self.layouts) + self.left_out
        object.__setattr__(self, "acceptance", self.fitting / self.tried)
        short = not self.complete and self.wanted is not None and number < self.wanted
        object.__setattr__(self, "is_short", short)

    def only(self, places: Sequence[int]) -> Worlds:
        """Some of these worlds."""
        return replace(
            self,
            layouts=tuple(self.layouts[place] for place in places),
            weights=None if self.weights is None else tuple(self.weights[place] for place in places),
            complete=False,
            left_out=self.left_out + len(self.layouts) - len(places),
        )


@dataclass(frozen=True)
class Share:
    """How much of what the play leaves open a constraint lets through."""

    constraint: Constraint
    alone: float
    """The share of layouts that fit this constraint."""
    together: float
    """The share that fits this one and all before it."""


class NoWorldsError(InputError):
    """The constraints leave nothing; ``shares`` says what each of them lets through."""

    def __init__(self, message: str, shares: Sequence[Share]) -> None:
        super().__init__(message)
        self.shares = tuple(shares)


def draw(
    view: View,
    constraints: Sequence[Constraint] = (),
    worlds: int | None = DEFAULT_WORLDS,
    seed: int = 1,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
) -> Worlds:
    """Layouts that fit ``view`` and ``constraints``; every set of them is equally likely to be drawn.

    If no more than ``few`` exist, or no more than the ``worlds`` wanted, all are returned, in a fixed
    order; always so with ``worlds=None``. Otherwise ``worlds`` different ones are drawn.

    Of a space of no more than ``LOOKED_AT_WHOLE`` layouts each is tested. From a larger one layouts are drawn
    at random and tested, no more than ``attempts``; if that was in vain and there are no more than
    ``attempts``, each is tested once. What was found by then is returned (``Worlds.is_short``), and it is a
    ``NoWorldsError`` if that is nothing. How many fit is not known unless each was tested, so ``few`` has no
    effect where enough is found before.
    """
    wanted = None if worlds is None else whole_number(worlds, "the number of worlds", 1)
    attempts = whole_number(attempts, "the number of attempts", 1)
    few = whole_number(few, "the number of layouts used whole", 0)
    random = Random(whole_number(seed, "the seed", 0))
    for constraint in constraints:
        constraint.check(view)
    space = _space(view, constraints)
    sieve = _Sieve(view, space, constraints)
    whole = wanted is None or space.count <= LOOKED_AT_WHOLE
    if wanted is None and space.count > attempts:
        raise InputError(
            f"all layouts are wanted, but {space.count:,} are more than the attempts allowed: {attempts:,}"
        )
    found = np.zeros(0, dtype=np.int64)
    fitting = tried = 0
    if wanted is not None and not whole:
        while tried < min(attempts, space.count) and len(found) < wanted:
            numbers = random.below(space.count, _next_size(wanted, len(found), fitting, tried, attempts))
            passed = numbers[sieve(numbers)]
            tried += len(numbers)
            fitting += len(passed)
            found = _first_occurrences(np.concatenate([found, passed]))
        # As many were tried as there are, and too few found: then it is better to look at each once.
        whole = len(found) < wanted and space.count <= attempts
    complete = False
    if whole:
        found = sieve.all_fitting()
        fitting, tried = len(found), space.count
        complete = wanted is None or fitting <= max(few, wanted)
    if wanted is not None and not complete and len(found) > wanted:
        found = found[random.some(fitting, wanted)] if whole else found[:wanted]
    if not len(found):
        raise _nothing_left(view, constraints, tried, everything=whole)
    drawn = Worlds(
        layouts=sieve.layouts(found),
        weights=sieve.weights(found),
        view=view,
        constraints=tuple(constraints),
        wanted=wanted,
        complete=complete,
        open=_space(view, ()).count,
        dealt=space.count,
        tried=tried,
        fitting=fitting,
    )
    return replace(drawn, shares=tuple(shares(view, constraints))) if drawn.is_short else drawn


def can_be_drawn(view: View, constraints: Sequence[Constraint], seed: int, attempts: int) -> bool:
    """Whether a layout fits, as far as a quick look shows; where it does, ``draw`` with this seed finds one.

    A small space is looked at whole. Of a large one the first layouts are tested that ``draw`` would try.
    """
    space = _space(view, constraints)
    sieve = _Sieve(view, space, constraints)
    if space.count <= LOOKED_AT_WHOLE:
        return any(sieve(numbers).any() for numbers in _chunks(space.count))
    random = Random(seed)
    left = min(attempts, LOOKED_AT_WHOLE)
    size = 1_000
    while left:
        size = min(2 * size, left)
        if sieve(random.below(space.count, size)).any():
            return True
        left -= size
    return False


def shares(
    view: View, constraints: Sequence[Constraint], seed: int = 1, given: Sequence[Constraint] = ()
) -> list[Share]:
    """What each constraint lets through of the layouts that the play leaves open and that fit ``given``.

    Of many layouts so many random ones are looked at; where none of them fits ``given``, nothing fits.
    """
    space = _space(view, given)
    if not space.count:
        return [Share(constraint, 0.0, 0.0) for constraint in constraints]
    if space.count <= LOOKED_AT_WHOLE:
        numbers = np.arange(space.count)
    else:
        numbers = Random(seed).below(space.count, LOOKED_AT_WHOLE)
    numbers = numbers[_Sieve(view, space, given)(numbers)]
    deals = _deals(view, space, numbers)
    sections = space.sections(numbers)
    together = np.ones(len(numbers), dtype=np.bool_)
    found = []
    for constraint in constraints:
        alone = _lengths_fit(view, space, constraint)[sections]
        alone &= holding(deals, view.hidden, [constraint]) & passing(deals, [constraint])
        together &= alone
        number = max(1, len(numbers))
        found.append(Share(constraint, float(alone.sum() / number), float(together.sum() / number)))
    return found


class _Sieve:
    """Which layouts of a space fit, and what they look like."""

    def __init__(self, view: View, space: Space, constraints: Sequence[Constraint]) -> None:
        self._view = view
        self._space = space
        self._constraints = constraints

    def __call__(self, numbers: Indices) -> Truths:
        return passing(_deals(self._view, self._space, numbers), self._constraints)

    def all_fitting(self) -> Indices:
        """The numbers of all layouts that fit."""
        parts = [numbers[self(numbers)] for numbers in _chunks(self._space.count)]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)

    def layouts(self, numbers: Indices) -> tuple[Layout, ...]:
        """What the four seats still hold."""
        played = self._view.play.played
        hands: list[list[Holding]] = []
        for seat, dealt in enumerate(_deals(self._view, self._space, numbers).hands):
            left = (dealt & ~np.uint64(played[seat])).tolist()
            hands.append(left if len(left) == len(numbers) else left * len(numbers))
        return tuple(zip(*hands, strict=True))

    def weights(self, numbers: Indices) -> tuple[int, ...] | None:
        """The product of what the constraints say."""
        deals = _deals(self._view, self._space, numbers)
        weighing = [found for c in self._constraints if (found := c.weights(deals)) is not None]
        if not weighing:
            return None
        total = weighing[0]
        for more in weighing[1:]:
            total = total * more
        # Where all layouts weigh the same, they are better just counted.
        return None if (total == total[0]).all() else tuple(total.tolist())


def _space(view: View, constraints: Sequence[Constraint]) -> Space:
    first, second = view.hidden

    def test(constraint: Constraint) -> PatternTest:
        def allows(one: Lengths, other: Lengths) -> bool:
            return constraint.allows(first, one) and constraint.allows(second, other)

        return allows

    fixed = [NO_CARDS, NO_CARDS]
    for place, seat in enumerate(view.hidden):
        for constraint in constraints:
            # What the hand has shown already need not be dealt to it.
            fixed[place] |= constraint.held(seat) & ~view.play.played[seat]
    return Space(view, [test(constraint) for constraint in constraints], (fixed[0], fixed[1]))


def _lengths_fit(view: View, space: Space, constraint: Constraint) -> Truths:
    """For each pattern of a space whether a constraint allows its lengths."""
    first, second = view.hidden
    fit = [constraint.allows(first, one) and constraint.allows(second, two) for one, two in space.lengths()]
    return np.array(fit, dtype=np.bool_)


def _deals(view: View, space: Space, numbers: Indices) -> Deals:
    hands = [np.array([hand or 0], dtype=np.uint64) for hand in view.hands]
    hands[view.hidden[0]], hands[view.hidden[1]] = space.deal(numbers)
    return Deals(hands, len(numbers))


def _chunks(count: int) -> Iterator[Indices]:
    for start in range(0, count, _CHUNK):
        yield np.arange(start, min(count, start + _CHUNK))


def _next_size(wanted: int, found: int, fitting: int, tried: int, attempts: int) -> int:
    """How many layouts to try next: as many as will probably do, with something to spare."""
    likely = (wanted - found) * (tried + 1) // (fitting + 1)
    return max(1, min(max(likely * 5 // 4, 64), _CHUNK, attempts - tried))


def _first_occurrences(numbers: Indices) -> Indices:
    """The numbers in their order, without what occurs again."""
    _, places = np.unique(numbers, return_index=True)
    return numbers[np.sort(places)]


def _nothing_left(
    view: View, constraints: Sequence[Constraint], tried: int, everything: bool
) -> NoWorldsError:
    if not constraints:
        return NoWorldsError("no layout of the hidden hands fits the cards that were played", ())
    found = shares(view, constraints)
    reasons = "; ".join(
        f"{share.constraint}: {share.alone:.2%} of the open layouts" for share in found if share.alone < 1
    )
    if everything:
        looked = (
            f"no layout fits all that is assumed ({f'{tried:,} tried' if tried else 'none can be dealt'})"
        )
    else:
        below = f"acceptance below {1 / tried:.2g}"
        looked = f"none of {count(tried, 'layout')} tried fits all that is assumed ({below})"
    return NoWorldsError(f"{looked}: {reasons}", found)
