"""An explanation in sentences, the same for every kind of output."""

from __future__ import annotations

from collections.abc import Sequence

from ..bridge.cards import SEAT_NAMES, Card
from ..errors import count
from ..solve.answer import CardResult, Decision
from ..solve.clues import FEWEST, Finding
from ..solve.explain import Explanation
from ..solve.line import Fork, LineStep
from .words import card_text, cards_text, percent


def recommendation(decision: Decision) -> str:
    """Which card to play, what it wins, and what is as good."""
    weighed = ", by weight" if decision.weights is not None else ""
    won = f"{decision.layouts_won} of {count(decision.worlds, 'layout')} ({percent(decision.mu)}{weighed})"
    looked = count(decision.stats.max_moves, "card")
    were = "was" if decision.stats.max_moves == 1 else "were"
    ahead = f"; only {looked} of declarer's side {were} looked ahead, so it may be fewer"
    horizon = "" if decision.complete else ahead
    if not decision.choosing:
        sure = "is sure of" if decision.complete else "may win up to"
        text = f"Against the best defence {SEAT_NAMES[decision.declarer]} {sure} {won}{horizon}."
        if decision.setting is not None and not decision.setting.seen.after:
            text += " No card has been played; --lead says what was led."
        return text
    best = decision.cards[0]
    ties = []
    for card in groups(decision):
        if card.bound == "exact" and card.wins == decision.wins and card.alike != best.alike:
            ties.append(cards_text(card.alike))
    tie = f" (as good: {', '.join(ties)})" if ties else ""
    plan = "one plan wins" if decision.complete else "it may win up to"
    return f"Play {cards_text(best.alike)}{tie}: {plan} {won}{horizon}."


def groups(decision: Decision) -> list[CardResult]:
    """One result for each group of equal cards, the recommended one first."""
    best = decision.cards[0].move
    return [card for card in decision.cards if card.move == (best if best in card.alike else card.alike[0])]


def pimc_sentences(decision: Decision, why: Explanation) -> list[str]:
    """What PIMC prefers, what it counts on, and what it cannot know; nothing if it agrees."""
    card = why.tempting
    if card is None:
        return []
    name = cards_text(card.alike)
    share = percent(float(card.pimc_wins / decision.total))
    at_most = f"{'no more than ' if card.bound == 'upper' else ''}{percent(card.mu)}"
    lines = [
        f"PIMC prefers {name}: with open cards it wins {share}. But one plan for all layouts wins {at_most}, "
        f"against {percent(decision.mu)} for {cards_text(decision.cards[0].alike)}."
    ]
    if why.fork is not None:
        lines.append(_fork_sentence(why.fork, decision.weights is not None))
    return lines


def _fork_sentence(fork: Fork, weighed: bool) -> str:
    first, second = card_text(fork.first), card_text(fork.second)
    after = ", ".join(card_text(step.card) for step in fork.line)
    one, other, either = (
        f", {percent(share)} by weight" if weighed else ""
        for share in (fork.first_share, fork.second_share, fork.either_share)
    )
    sentence = (
        f"It counts on a guess: after {after} it would go on with {first} in some layouts "
        f"({fork.first_wins} won{one}) and with {second} in others ({fork.second_wins} won{other}), to win "
        f"{fork.either} of {fork.layouts} in all{either}"
    )
    if fork.decides is None:
        return sentence + ", and cannot know which is right."
    found = fork.decides
    return (
        f"{sentence}. Where only one of them wins, it is {second} if {_said(found.words)} "
        f"({found.hits} of {count(found.total, 'layout')}{_by_weight(found.share, weighed)}; otherwise "
        f"{found.other_hits} of {found.other_total}{_by_weight(found.other_share, weighed)}), and that "
        "cannot be known."
    )


def _by_weight(share: float, weighed: bool) -> str:
    return f" ({percent(share)} by weight)" if weighed else ""


def beaten_sentences(decision: Decision, why: Explanation) -> list[str]:
    """What beats the recommended card, strongest first."""
    name = cards_text(decision.cards[0].alike)
    weighed = decision.weights is not None
    horizon = "" if decision.complete else f", looking {count(decision.stats.max_moves, 'card')} ahead"
    if not why.lost:
        found = "Nothing" if decision.complete else "Nothing found yet"
        return [f"{found} beats {name} in {_these(decision, False)}{horizon}."]
    if why.lost == decision.worlds:
        return [f"Every layout beats {name}."]
    least = "" if decision.complete else "at least "
    head = (
        f"{name} loses {least}{why.lost} of {count(decision.worlds, 'layout')}"
        f"{_by_weight(why.lost_share, weighed)}{horizon}"
    )
    if not why.beaten_by:
        few = decision.sample and why.lost < FEWEST
        return [
            f"{head}; {'too few to say what sets them apart' if few else 'no card or split sets them apart'}."
        ]
    return [
        head + ". What sets them apart:",
        *(f"  {finding_text(found, 'lost', weighed)}" for found in why.beaten_by),
    ]


def finding_text(found: Finding, what: str, weighed: bool) -> str:
    """A clue with its counts, and with shares where layouts count differently."""
    return (
        f"{clue_text(found)}: {found.hits} of {found.total} {what}{_by_weight(found.share, weighed)}; "
        f"otherwise {found.other_hits} of {found.other_total}{_by_weight(found.other_share, weighed)}"
    )


def clue_text(found: Finding) -> str:
    """What the clue says, and of which layouts if not of all."""
    where = {None: "", True: "where that is so, ", False: "elsewhere, "}[found.side]
    return where + _said(found.words)


def _said(words: Sequence[str | Card]) -> str:
    return "".join(part if isinstance(part, str) else card_text(part) for part in words)


def line_text(decision: Decision, line: Sequence[LineStep]) -> str:
    """A line of play, trick by trick, with the winner of each; empty if there is none."""
    if not line:
        return ""
    tricks = []
    shown = [card_text(card) for card in decision.position.trick]
    for step in line:
        shown.append(card_text(step.card))
        if step.winner is not None:
            tricks.append(f"{' '.join(shown)} ({SEAT_NAMES[step.winner]} wins)")
            shown = []
    if shown:
        tricks.append(" ".join(shown))
    left = line[-1].layouts
    total = decision.worlds
    seen = "" if left == total else f" (possible in {left} of {count(total, 'layout')})"
    return f"A line to expect: {'; '.join(tricks)}{seen}."


def doubt_sentences(decision: Decision, why: Explanation) -> list[str]:
    """Which cards may be as good: only a bound of them is known, or the sample is too small."""
    best = decision.cards[0]
    around = best.interval
    least = best.mu if around is None else around.low
    open_ones = [
        cards_text(card.alike)
        for card in groups(decision)
        if card.bound == "upper" and card.alike != best.alike and card.mu >= least
    ]
    lines = []
    if open_ones:
        lines.append(f"{', '.join(open_ones)} may be as good: only a limit is known (--every-card).")
    found = why.comparison
    if found is None or why.rival is None or found.told_apart or not found.only_first + found.only_second:
        return lines
    names = f"{cards_text(best.alike)} and {cards_text(why.rival.alike)}"
    if found.worlds_needed is None:
        return [
            *lines,
            f"{names} do equally well in {_these(decision)}; more (--worlds) may tell them apart.",
        ]
    needed = _round_up(found.worlds_needed)
    there_are = decision.setting.worlds.open if decision.setting is not None else needed
    would_do = (
        f"about {needed:,} would do (--worlds {needed})"
        if needed < there_are
        else "--worlds all takes every layout"
    )
    return [
        *lines,
        f"{names} cannot be told apart with {count(decision.worlds, 'layout')}: the difference may be "
        f"chance. If it is as it seems, {would_do}.",
    ]


def _these(decision: Decision, with_number: bool = True) -> str:
    """The layouts of the decision, in the middle of a sentence."""
    if decision.worlds == 1:
        return "this one layout"
    return f"these {count(decision.worlds, 'layout')}" if with_number else "these layouts"


def _round_up(number: int) -> int:
    """Two digits are enough for an estimate.

    >>> _round_up(1234), _round_up(87)
    (1300, 87)
    """
    scale: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // scale) * scale
