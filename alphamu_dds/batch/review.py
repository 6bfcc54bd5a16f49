"""One board looked at: every real choice of declarer's side if they are recorded, else the chance of the contract.

Everything here follows from the board, the assumptions and the effort: no clock, no state, so that a board can be
looked at on any machine, at any time, and the answer is the same to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..bridge.cache import LeafCache
from ..bridge.cards import NO_CARDS, Card, Layout, same_side
from ..bridge.game import BridgeGame
from ..bridge.packed import pack
from ..bridge.position import Position
from ..bridge.solver import DoubleDummy
from ..bridge.tricks import tricks_against
from ..errors import InputError
from ..formats.board import FULL_HAND, Board
from ..schema import SCHEMA
from ..solve.answer import Decision
from ..solve.effort import Effort
from ..solve.question import Question
from ..solve.seen import see
from ..solve.solve import answer
from ..worlds.assume import Assumptions
from ..worlds.seen import Seen
from .records import FINE, MISTAKE, Chance, Choice, LeadChance, Sample
from .verdict import judge, told_apart


@dataclass(frozen=True)
class Job:
    """A board and how it is to be looked at: what a worker is given."""

    board: Board
    assumptions: Assumptions = field(default_factory=Assumptions)
    effort: Effort = field(default_factory=Effort)

    def decision(self, after: int, why: bool = False) -> Decision:
        """The decision after so many cards."""
        effort = replace(self.effort, clock=False, why=why)
        return answer(Question(self.board, after), self.assumptions, effort)


@dataclass(frozen=True)
class Found:
    """What was found about a board: one of the two."""

    choices: tuple[Choice, ...] | None = None
    chance: Chance | None = None


def look(job: Job) -> Found:
    """All about one board; raises ``InputError`` if there is no answer."""
    if len(job.board.play) > 1:
        return Found(choices=tuple(choices_of(job)))
    return Found(chance=chance_of(job))


@dataclass(frozen=True)
class Review:
    """What the play of a board was worth."""

    board: Board
    decisions: list[Choice]
    worst: Choice | None
    """The dearest mistake; if there is none, the dearest that is undecided."""
    shown: Decision | None = field(default=None, repr=False)
    """All that is known about the worst choice, explained, if that was asked for."""

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        board = self.board
        return {
            "schema": SCHEMA,
            "board": {
                "file": board.source.file,
                "line": board.source.line,
                "board": board.name,
                "contract": board.contract.name if board.contract else None,
            },
            "decisions": [choice.to_review() for choice in self.decisions],
        }


def review(
    board: Board,
    assumptions: Assumptions | None = None,
    effort: Effort | None = None,
    on_choice: Callable[[int], None] | None = None,
) -> Review:
    """Look at every real choice of declarer's side on a board that was played, as ``answer`` would.

    A choice is real if the cards are not all the same and the contract is open. A loss of 3 % or more is
    called a mistake only if it stands when the two cards are searched again, deeper and on other, more
    layouts. ``on_choice`` is called before each choice with the number of cards played. With ``effort.why``
    the worst choice is shown whole. Raises ``InputError`` if there is no play to look at.
    """
    job = Job(board, assumptions or Assumptions(), effort or Effort())
    see(Question(board, after=0))  # says what is missing
    if len(board.play) < 2:
        raise InputError("declarer's side has played no card, so there is nothing to review")
    found = choices_of(job, on_choice)
    named = [choice for choice in found if choice.verdict != FINE]
    worst = max(named, key=lambda choice: (choice.verdict == MISTAKE, choice.loss), default=None)
    shown = job.decision(worst.after, why=True) if worst is not None and job.effort.why else None
    return Review(board, found, worst, shown)


def choices_of(job: Job, on_choice: Callable[[int], None] | None = None) -> list[Choice]:
    """What each real choice of declarer's side was worth, and whether it was a mistake."""
    board = job.board
    # Answers of the solver are shared by all decisions of the board.
    effort = replace(job.effort, clock=False, why=False, cache=LeafCache())
    found = []
    for after in _real_choices(board):
        if on_choice is not None:
            on_choice(after)
        decision = answer(Question(board, after), job.assumptions, effort)
        found.append(_choice(decision, board.play[after], job.assumptions, effort))
    return found


def _real_choices(board: Board) -> list[int]:
    """After how many cards declarer's side had a choice that mattered: unequal cards, contract open."""
    declarer = board.declarer
    assert declarer is not None
    found = []
    for after in range(1, len(board.play)):
        if not same_side(board.owners[after], declarer):
            continue
        if board.is_decided(after):
            break  # and it stays so
        if _has_choice(see(Question(board, after))):
            found.append(after)
    return found


def _has_choice(seen: Seen) -> bool:
    """Whether the side to play has cards that are not all the same. It takes no world to see that."""
    view, play = seen.view, seen.play
    # Equal cards depend on which cards are in play and not on who of the defenders holds them.
    left = [NO_CARDS] * 4
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            left[seat] = hand & ~play.played[seat]
    left[view.hidden[0]] = view.unseen
    layout: Layout = (left[0], left[1], left[2], left[3])
    position = Position((layout,), play.trump, seen.viewer, play.leader, play.trick, seen.need)
    game = BridgeGame(position, claims=False)
    return len(game.equal_cards(game.root)) > 1


def _choice(decision: Decision, move: Card, assumptions: Assumptions, effort: Effort) -> Choice:
    setting = decision.setting
    assert setting is not None
    best, played = decision.cards[0], decision.of_card(move)
    verdict, checks = judge(decision, move, assumptions, effort)
    # Where PIMC values several cards alike, it is given the one that αμ likes best.
    favourite = max(decision.cards, key=lambda found: found.pimc_wins)
    loss = float((best.wins - played.wins) / decision.total)
    return Choice(
        after=setting.seen.after,
        trick=setting.seen.after // 4 + 1,
        turn=decision.turn,
        move=move,
        mu=played.mu,
        best_moves=tuple(found.move for found in decision.cards if found.wins == best.wins),
        mu_best=best.mu,
        loss=loss,
        told_apart=told_apart(decision, best, played) if loss > 0 else None,
        verdict=verdict,
        checks=checks,
        pimc=favourite.move,
        pimc_mu=favourite.mu,
        pimc_differs=favourite.wins != best.wins,
        need=setting.seen.need,
        sample=_sample(decision),
    )


def _sample(decision: Decision) -> Sample:
    setting = decision.setting
    assert setting is not None
    return Sample(
        complete=decision.complete,
        max_moves=decision.stats.max_moves,
        limit=decision.stats.limit,
        left_out=decision.left_out,
        worlds=decision.worlds,
        all_layouts=setting.worlds.complete,
        seed=setting.seed,
        assumed=[constraint.text for constraint in setting.worlds.constraints],
        not_used=setting.assumed.unused,
    )


def chance_of(job: Job) -> Chance:
    """What declarer is sure of before the lead, beside what double dummy says of the same layouts."""
    decision = job.decision(0)
    setting = decision.setting
    assert setting is not None
    # Won with open cards: no lead beats it. A world in which a card cannot be led is none that it beats.
    made = (1 << decision.worlds) - 1
    for card in decision.cards:
        made &= card.won_open | ~card.legal
    weights = decision.weights or (1,) * decision.worlds
    won = sum(weight for world, weight in enumerate(weights) if made >> world & 1)
    double_dummy = float(won / sum(weights))
    tricks = double_dummy_tricks(job.board)
    return Chance(
        mu=decision.mu,
        double_dummy=double_dummy,
        flatters=double_dummy - decision.mu,
        tricks=tricks,
        makes=None if tricks is None else tricks >= setting.seen.target,
        leads=[
            LeadChance(
                lead=lead.alike,
                mu=None if math.isnan(lead.mu) else lead.mu,
                possible=float(lead.possible / decision.total),
                double_dummy=float(lead.pimc_wins / lead.possible) if lead.possible else None,
            )
            for lead in decision.cards
            if lead.move == lead.alike[0]
        ],
        need=setting.seen.need,
        sample=_sample(decision),
    )


def double_dummy_tricks(board: Board) -> int | None:
    """The tricks of declarer's side with open cards, if the file has all four hands.

    This is the only use of the defenders' real cards.
    """
    leader, trump = board.opening_leader, board.trump
    north, east, south, west = board.hands
    if leader is None or trump is None or north is None or east is None or south is None or west is None:
        return None
    layout = (north, east, south, west)
    if (
        any(hand.bit_count() != FULL_HAND for hand in layout)
        or (north | east | south | west).bit_count() != 4 * FULL_HAND
    ):
        return None
    return tricks_against(DoubleDummy(trump), pack(layout), leader, FULL_HAND)
