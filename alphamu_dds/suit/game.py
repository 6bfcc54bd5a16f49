"""One suit as a game for the engine: what declarer sees, times every layout of the missing cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..bridge.cards import NORTH, SOUTH, WEST, Seat
from ..engine.fronts import Mask
from .holdings import Ranks, Suit, SuitLayout, highest, ranks_of, runs
from .open_cards import OpenSuit, sure_tricks

IDLE: Ranks = 1
"""Stands on the table for an idle card that was led: below all cards."""


class SuitMove(NamedTuple):
    """A card (as a bit; 0 is a discard) and the seat that plays it.

    The seat matters when declarer leads: he chooses the hand.
    """

    seat: Seat
    card: Ranks


class SuitState(NamedTuple):
    """What everybody sees. Who played which missing card is known from the worlds that are possible."""

    north: Ranks
    south: Ranks
    missing: Ranks
    """The defenders' cards not yet played."""
    won: int
    """Tricks that declarer has won."""
    leader: Seat = NORTH
    played: int = 0
    """Cards in the current trick. With 0 the fields after it have no meaning, and are alike."""
    best: Ranks = 0
    """The highest card on the table; the others don't matter any more."""
    ours: bool = False
    """Whether ``best`` is declarer's."""

    @property
    def to_play(self) -> Seat:
        """The seat to play; before a lead it is declarer's side, whatever this says."""
        return self.leader + self.played & 3  # type: ignore[return-value]  # Seat() would be a call


class SuitGame:
    """The engine's ``Game`` for one suit and one or more targets.

    With several targets every layout stands for as many worlds: layout and target. Declarer can't tell them
    apart, since no move depends on the target. So one plan is sought for all of them, and the number
    of worlds that it wins, added over the targets, is the number of tricks that it takes in that layout: the
    defence that gives declarer the fewest tricks is the best one against every target.
    World ``target number * layouts + layout number``.

    *Equal missing cards.* Missing cards with none of declarer's between (idle ones aside) form a group. With
    ``alike`` one layout stands for all in which West has as many of each group; he then holds the highest of
    the group and plays them from the top, and East plays his from the bottom. Declarer loses nothing by not
    looking at which card of a group it is. Take any plan that does look, and a random order of each group.
    Declarer calls the i-th card that West plays of a group by the i-th name in that order, the i-th of East's
    by the i-th name from its end, and follows the plan. However many cards West has, these names fit
    together, and every layout of the names is as likely as any other. If the defenders beat declarer this
    way, they beat the plan in the layout of the names. So, averaged over the orders, declarer wins at least
    as much as with the plan, hence also with the best of the orders; and with a fixed order the plan does not
    look.
    """

    def __init__(
        self, suit: Suit, targets: Sequence[int], open_cards: OpenSuit | None = None, alike: bool = True
    ) -> None:
        self.suit = suit
        self.targets = tuple(targets)
        self.alike = alike
        self.layouts: tuple[SuitLayout, ...] = suit.layouts if alike else suit.every_layout
        self.worlds = len(self.layouts) * len(self.targets)
        self.weights = [layout.weight for layout in self.layouts] * len(self.targets)
        self.root = SuitState(suit.north, suit.south, suit.missing, 0)
        self._open = open_cards or OpenSuit()
        self._every: list[Mask] = []
        """For each target its worlds."""
        count = len(self.layouts)
        for number in range(len(self.targets)):
            self._every.append(((1 << count) - 1) << number * count)
        self._west: dict[Ranks, Mask] = {}
        """For each missing card the worlds in which West holds it."""
        for rank in ranks_of(suit.missing):
            card = 1 << rank
            held = sum(1 << world for world, layout in enumerate(self.layouts) if layout.west & card)
            self._west[card] = sum(held << number * count for number in range(len(self.targets)))

    @property
    def max_moves_left(self) -> int:
        """One for every card of declarer's but those of the last trick, to which nobody has a choice."""
        return max(1, (self.suit.north.bit_count() + self.suit.south.bit_count()) - 1)

    def max_to_move(self, state: SuitState) -> bool:
        return not state.played or not state.to_play & 1

    def finished(self, state: SuitState) -> bool:
        """Whether every target is safe or out of reach, in whatever layout."""
        least, most = self._range(state)
        return all(target <= least or target > most for target in self.targets)

    @staticmethod
    def _range(state: SuitState) -> tuple[int, int]:
        """The fewest and the most tricks that declarer can end up with."""
        north, south, missing, won, _, played, best, ours = state
        most = won + max(north.bit_count(), south.bit_count()) + (played > 0)
        if not played:
            return won + sure_tricks(north, south, missing), most
        top = missing.bit_length()
        if ours and not best >> top:
            return won, most
        if not ours:
            own = (north | south) >> best.bit_length()
            return won, most if own else most - 1
        # The trick is won already; the hands that have still to follow can spare a card or have none.
        return won + 1, most

    def play(self, state: SuitState, move: SuitMove) -> SuitState:
        north, south, missing, won, leader, played, best, ours = state
        seat, card = move
        if not played:
            leader = seat
        north &= ~card
        south &= ~card
        missing &= ~card
        if card & self.suit.idle:
            # It beats nothing that declarer's other hand doesn't beat, so all of them are led as one card.
            best, ours = (best, ours) if played else (IDLE, True)
        elif card > best:
            best, ours = card, not seat & 1
        played += 1
        # A hand of declarer's that is void has nothing to choose.
        following = leader + played & 3
        if played == 2 and not (north if following == NORTH else south):
            played = 3
        if played < 4:
            return SuitState(north, south, missing, won, leader, played, best, ours)
        return SuitState(north, south, missing, won + ours)

    def moves(
        self, state: SuitState, possible: Mask, useful: Mask, merge: bool
    ) -> list[tuple[SuitMove, Mask]]:
        if self.max_to_move(state):
            seats = (state.to_play,) if state.played else (NORTH, SOUTH)
            return [
                (SuitMove(seat, card), possible) for seat in seats for card in self._own(state, seat, merge)
            ]
        return self._defenders(state, possible, useful, merge)

    def _own(self, state: SuitState, seat: Seat, merge: bool) -> list[Ranks]:
        """The cards of one of declarer's hands; of equal ones the highest.

        A defender's card on the table may lie between two cards that are equal after the trick. The higher
        one takes the trick from it and leaves the same behind, so it is never worse.
        """
        hand = state.north if seat == NORTH else state.south
        if not merge:
            return [1 << rank for rank in ranks_of(hand)]
        idle = hand & self.suit.idle
        found = [highest(run) for run in runs(hand & ~idle, state.missing)]
        return [*found, highest(idle)] if idle else found

    def _defenders(
        self, state: SuitState, possible: Mask, useful: Mask, merge: bool
    ) -> list[tuple[SuitMove, Mask]]:
        seat = state.to_play
        void = possible
        found: list[tuple[SuitMove, Mask]] = []
        seen: set[tuple[int, Mask]] = set()
        barriers = state.north | state.south | (state.best if state.ours else 0)
        for card in self._cards(state.missing, seat):
            holders = self._west[card] if seat == WEST else ~self._west[card]
            legal = possible & holders
            void &= ~holders
            if not legal & useful:
                continue
            if merge and not self.alike:
                # Equal, and legal in exactly the same useful worlds: playing one tells what the other tells.
                place = (barriers & card - 1).bit_length()
                if (place, legal & useful) in seen:
                    continue
                seen.add((place, legal & useful))
            found.append((SuitMove(seat, card), legal))
        if void & useful:
            found.append((SuitMove(seat, 0), void))
        return found

    def _cards(self, missing: Ranks, seat: Seat) -> list[Ranks]:
        """The missing cards that a defender may play, high to low."""
        if not self.alike:
            return [1 << rank for rank in ranks_of(missing)]
        left = [missing & group for group in self.suit.groups if missing & group]
        return [highest(cards) if seat == WEST else cards & -cards for cards in left]

    def evaluate(self, state: SuitState, worlds: Mask) -> Mask:
        north, south, missing, won, leader, played, best, ours = state
        if played:

            def reaches(west: Ranks, east: Ranks, need: int) -> bool:
                return self._open.in_trick(north, south, west, east, leader, played, best, ours, need)
        else:

            def reaches(west: Ranks, east: Ranks, need: int) -> bool:
                return self._open.reaches(north, south, west, east, need)

        return self._gather(missing, won, worlds, reaches)

    def _gather(
        self, missing: Ranks, won: int, worlds: Mask, reaches: Callable[[Ranks, Ranks, int], bool]
    ) -> Mask:
        """The worlds that are won; those that differ only in cards already played are asked once."""
        wins = 0
        cards = [1 << rank for rank in ranks_of(missing)]
        parts = [(0, worlds)]
        for card in cards:
            holders = self._west[card]
            parts = [
                (west | held, part)
                for west, mask in parts
                for held, part in ((card, mask & holders), (0, mask & ~holders))
                if part
            ]
        for west, part in parts:
            for target, every in zip(self.targets, self._every, strict=True):
                asked = part & every
                if asked and reaches(west, missing & ~west, target - won):
                    wins |= asked
        return wins

    def evaluate_moves(self, state: SuitState, moves: Sequence[SuitMove], worlds: Mask) -> list[Mask]:
        return [self.evaluate(self.play(state, move), worlds) for move in moves]
