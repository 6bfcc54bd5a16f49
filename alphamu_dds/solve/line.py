"""How the play may go on: a line to expect, and the fork at which PIMC wants to know what nobody can.

Declarer's side plays as αμ says at each of its turns. A defender is taken to play double dummy in each
layout: a card that beats the contract if there is one, else any, and of several the most usual
(``bridge.habits``). The card that most layouts choose is the one to expect, asked in some of them
(``VOTERS``). From then on only these layouts choose, so that the whole line is what the defenders of one
layout would play; but all layouts count in which it is possible.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..bridge.cache import LeafCache
from ..bridge.cards import EVERY_SEAT, SEATS, Card, Seat, card_name, partner_of
from ..bridge.game import BridgeGame
from ..bridge.habits import Defender
from ..bridge.play import PlayState, follow
from ..bridge.position import Position
from ..bridge.solver import DoubleDummy
from ..engine.fronts import Mask, worlds_of
from ..engine.options import Limits, Want
from ..engine.score import Score, Weight
from .clues import Clue, Finding, set_apart
from .effort import Effort
from .search import search_layouts

VOTERS = 16
"""So many layouts, spread over all, choose the next card of a line: it is an example, not a value."""
FORKS_AHEAD = 3
"""So many turns of declarer's side are looked at for a fork."""


@dataclass(frozen=True)
class LineStep:
    """One card of a line."""

    seat: Seat
    card: Card
    layouts: int
    """In so many layouts the line can have come this far."""
    winner: Seat | None = None
    """Who wins the trick that this card ends."""

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"seat": SEATS[self.seat], "card": card_name(self.card), "layouts": self.layouts}


@dataclass(frozen=True)
class Fork:
    """A turn at which PIMC would choose by what it cannot know."""

    line: tuple[LineStep, ...]
    """From PIMC's card to the fork."""
    first: Card
    first_wins: int
    """Layouts won by the one card that wins the most, with open cards afterwards."""
    first_share: float
    """These by weight, as a share of the layouts that are possible there."""
    second: Card
    second_wins: int
    second_share: float
    either: int
    """Layouts that one of the two wins, if it is chosen by looking."""
    either_share: float
    layouts: int
    """All layouts that are possible there."""
    decides: Finding | None
    """What sets the layouts in which only the second wins apart from those in which only the first does."""

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "line": [step.to_dict() for step in self.line],
            "first": card_name(self.first),
            "first_wins": self.first_wins,
            "first_share": self.first_share,
            "second": card_name(self.second),
            "second_wins": self.second_wins,
            "second_share": self.second_share,
            "either": self.either,
            "either_share": self.either_share,
            "layouts": self.layouts,
            "decides": self.decides.to_dict() if self.decides else None,
        }


class Explorer:
    """Plays on from a position with many worlds."""

    def __init__(
        self,
        position: Position,
        weights: Sequence[Weight] | None = None,
        max_moves: int = 2,
        threads: int = 1,
        seconds: float = math.inf,
        processor: float = math.inf,
    ) -> None:
        self._position = position
        self._weights = weights
        self._max_moves = max_moves
        self._threads = threads
        self._cache = LeafCache()
        self._game = BridgeGame(position, DoubleDummy(position.trump, threads, self._cache))
        self._everything: Mask = (1 << len(position.layouts)) - 1
        self._deadline = time.perf_counter() + seconds
        self._processor_deadline = time.thread_time() + processor
        self._worth = Score(len(position.layouts), weights).vector

    def line(self, first: Card) -> list[LineStep]:
        """The rest of the trick on the table and the next one, beginning with ``first``.

        It ends before that when the contract is decided, nothing is left to play, or the time is over.
        """
        game = self._game
        state, possible, likely = game.root, self._everything, self._everything
        card: Card | None = first
        steps: list[LineStep] = []
        most = 8 - len(state.trick)
        while card is not None:
            seat, last = state.to_play, len(state.trick) == 3
            state = game.play(state, card)
            steps.append(LineStep(seat, card, possible.bit_count(), state.leader if last else None))
            if len(steps) == most or game.finished(state) or self._is_over():
                card = None
            elif game.max_to_move(state):
                card = self._declarer(state, possible)
            else:
                card, possible, likely = self._defence(state, possible, likely)
        return steps

    def fork(self, first: Card, clues: list[Clue], sample: bool = False) -> Fork | None:
        """The first turn after ``first`` at which no card wins all that some card does, if one is near.

        With ``sample`` the layouts are some of many (``set_apart``).
        """
        game = self._game
        state, possible, likely = game.play(game.root, first), self._everything, self._everything
        steps = [LineStep(game.root.to_play, first, possible.bit_count())]
        turns = 0
        while turns < FORKS_AHEAD and not game.finished(state) and not self._is_over():
            seat = state.to_play
            if game.max_to_move(state):
                turns += 1
                moves = [move for move, _ in game.moves(state, possible, possible, merge=True)]
                won = dict(zip(moves, game.evaluate_moves(state, moves, possible), strict=True))
                best = max(moves, key=lambda move: self._worth(won[move]))
                either = 0
                for vector in won.values():
                    either |= vector
                if either & ~won[best]:
                    return self._fork_at(steps, won, best, possible, clues, sample)
                card = best
            else:
                card, possible, likely = self._defence(state, possible, likely)
            steps.append(LineStep(seat, card, possible.bit_count()))
            state = game.play(state, card)
        return None

    def _fork_at(
        self,
        steps: list[LineStep],
        won: dict[Card, Mask],
        best: Card,
        possible: Mask,
        clues: list[Clue],
        sample: bool,
    ) -> Fork:
        second = max(won, key=lambda move: self._worth(won[move] & ~won[best]))
        only_second, only_first = won[second] & ~won[best], won[best] & ~won[second]
        decides = set_apart(clues, only_second, only_second | only_first, 1, self._weights, sample)
        either = won[best] | won[second]
        weight = self._worth(possible)
        first_share, second_share, either_share = (
            float(self._worth(mask) / weight) if weight else 0.0 for mask in (won[best], won[second], either)
        )
        return Fork(
            line=tuple(steps),
            first=best,
            first_wins=won[best].bit_count(),
            first_share=first_share,
            second=second,
            second_wins=won[second].bit_count(),
            second_share=second_share,
            either=either.bit_count(),
            either_share=either_share,
            layouts=possible.bit_count(),
            decides=decides[0] if decides else None,
        )

    def _is_over(self) -> bool:
        return time.perf_counter() >= self._deadline or time.thread_time() >= self._processor_deadline

    def _declarer(self, state: PlayState, possible: Mask) -> Card:
        """αμ's card for the layouts that are left."""
        moves = [move for move, _ in self._game.moves(state, possible, possible, merge=True)]
        if len(moves) == 1:
            return moves[0]
        voters = worlds_of(self._voters(possible))
        layouts = [self._position.layouts[world] for world in voters]
        gone = ~state.gone
        north, east, south, west = (tuple(layout[seat] & gone for layout in layouts) for seat in EVERY_SEAT)
        position = Position(
            tuple(zip(north, east, south, west, strict=True)),
            self._position.trump,
            self._position.viewer,
            state.leader,
            state.trick,
            state.need,
        )
        weights = None if self._weights is None else [self._weights[world] for world in voters]
        limits = replace(
            Limits.counted(self._max_moves),
            seconds=max(0.0, self._deadline - time.perf_counter()),
            processor=max(0.0, self._processor_deadline - time.thread_time()),
        )
        effort = Effort(want=Want.FRONTS, limits=limits, threads=self._threads, cache=self._cache)
        decision = search_layouts(position, weights, effort)
        best = [card for card in decision.cards if card.wins == decision.wins and card.bound == "exact"]
        good = {move for card in best or decision.cards[:1] for move in card.alike}
        # Nobody throws an honour away that makes no difference.
        return min((move for move in moves if move in good), key=lambda move: (move & 15, move))

    def _defence(self, state: PlayState, possible: Mask, likely: Mask) -> tuple[Card, Mask, Mask]:
        """The card to expect, the layouts in which it is possible, and those that choose it."""
        choices: dict[Card, Mask] = {}
        for world in worlds_of(self._voters(likely)):
            card = self._usual(state, world)
            choices[card] = choices.get(card, 0) | 1 << world
        legal = dict(self._game.moves(state, possible, possible, merge=False))
        # Of cards that are chosen alike the one that more layouts allow, then the lowest.
        card = max(
            choices, key=lambda card: (self._worth(choices[card]), self._worth(legal[card]), -(card & 15))
        )
        return card, legal[card], choices[card]

    def _usual(self, state: PlayState, world: int) -> Card:
        """What a defender who sees everything plays in one layout."""
        gone = ~state.gone
        hands = [hand & gone for hand in self._position.layouts[world]]
        seat, declarer = state.to_play, self._position.declarer
        dummy = partner_of(declarer)
        defender = Defender(
            seat=seat,
            hand=hands[seat],
            dummy_seat=dummy,
            dummy=hands[dummy],
            unseen=hands[declarer] | hands[partner_of(seat)],
            trump=self._position.trump,
            leader=state.leader,
            trick=state.trick,
        )
        return defender.usual(self._game.beating_cards(state, world) or follow(hands[seat], state.trick))

    @staticmethod
    def _voters(possible: Mask) -> Mask:
        """Some layouts of many, evenly spread, because neighbours in a small space are alike."""
        worlds = worlds_of(possible)
        step = max(1, len(worlds) // VOTERS)
        return sum(1 << world for world in worlds[::step][:VOTERS])
