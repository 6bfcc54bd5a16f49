"""The only route from a question to an answer: see, assume, draw, search, explain.

The command line, the library, reviews, batches, players and servers all come this way.
"""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

from ..bridge.position import Position
from ..errors import InputError, of_kind, whole_number
from ..worlds.seen import Seen
from .answer import Decision
from .confidence import effective_number, interval
from .effort import Effort
from .explain import explain
from .policy import WHY_SECONDS, limits_of
from .question import Given, Question
from .search import search_layouts
from .seen import see
from .setting import Setting
from .watch import Watch

if TYPE_CHECKING:  # drawing layouts needs numpy, which solving given ones does not
    from ..worlds.assume import Assumptions


def answer(
    question: Question | Seen | Given,
    assumptions: Assumptions | None = None,
    effort: Effort | None = None,
    *,
    watch: Watch | None = None,
    stop: Event | None = None,
) -> Decision:
    """The best card, for a board, for what a player sees at a table, or for layouts that are given.

    ``assumptions`` are about layouts that have to be drawn. The search can be watched from other threads
    (``watch``), and ends when ``stop`` is set: the answer is then the best that was found. Raises
    ``InputError`` for a question that makes no sense, ``NoWorldsError`` if the assumptions leave nothing,
    ``StoppedError`` if there was no time for any answer.
    """
    effort = Effort() if effort is None else effort
    of_kind(effort, Effort, "effort")
    effort.check()
    if watch is not None:
        of_kind(watch, Watch, "watch")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise InputError(f"stop must be a threading.Event: {stop!r}")
    started, busy = time.perf_counter(), time.thread_time()
    if isinstance(question, Given):
        decision = search_layouts(question.position, question.weights, effort, watch, stop)
    else:
        if not isinstance(question, Seen):
            of_kind(question, Question, "a question that is neither Seen nor Given")
        seen = question if isinstance(question, Seen) else see(question)
        setting = draw_setting(seen, assumptions, effort)
        decision = search_layouts(
            position_of(setting),
            setting.worlds.weights,
            effort,
            watch,
            stop,
            lambda decision: _belonging(decision, setting),
        )
    # Whoever has stopped the search waits for no reasons, and a defender's cards have none (``explain``).
    has_reasons = decision.choosing and decision.position.defends_against is None
    if not effort.why or not has_reasons or decision.stats.limit == "stop":
        return decision
    limits = limits_of(effort, decision.position.tricks_left)
    why = explain(
        decision,
        decision.stats.max_moves,
        effort.threads,
        limits.seconds - (time.perf_counter() - started),
        limits.processor + WHY_SECONDS - (time.thread_time() - busy),
    )
    return replace(decision, why=why)


def draw_setting(seen: Seen, assumptions: Assumptions | None, effort: Effort) -> Setting:
    """Layouts for one moment: which they are follows from the seed and from what is seen."""
    from ..worlds.assume import Assumptions  # noqa: PLC0415
    from ..worlds.layouts import draw_layouts  # noqa: PLC0415
    from ..worlds.random_numbers import seed_from  # noqa: PLC0415

    assumptions = Assumptions() if assumptions is None else assumptions
    of_kind(assumptions, Assumptions, "assumptions")
    assumptions.check()
    number = effort.drawn_from
    if number is None:
        number = seed_from(whole_number(effort.seed, "the seed", 0), *seen.by_way)
    assumed, worlds = draw_layouts(seen, assumptions, effort.worlds, number, effort.few, effort.attempts)
    return Setting(seen, assumed, worlds, effort.seed)


def position_of(setting: Setting) -> Position:
    """The position that is searched."""
    seen, play = setting.seen, setting.seen.play
    return Position(
        setting.worlds.layouts,
        play.trump,
        seen.viewer,
        play.leader,
        play.trick,
        seen.goal,
        None if seen.declares else seen.declarer,
    )


def _belonging(decision: Decision, setting: Setting) -> Decision:
    """A decision with the layouts that it speaks of, and intervals if they are a sample."""
    kept = decision.kept
    worlds = setting.worlds if kept is None else setting.worlds.only(kept)
    sample = not worlds.complete
    cards = decision.cards
    if sample:
        number = effective_number(decision.weights, decision.worlds)
        cards = [
            replace(card, interval=interval(card.mu, number))
            if card.bound == "exact" and card.possible
            else card
            for card in cards
        ]
    return replace(decision, cards=cards, sample=sample, setting=replace(setting, worlds=worlds))
