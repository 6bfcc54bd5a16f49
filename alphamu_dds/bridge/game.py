"""Bridge with declarer's side as Max: a public play state times worlds, leaves by DDS."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.fronts import Mask, worlds_of
from .cards import SUIT_BITS, Card, Holding, Layout, Seat, cards_of
from .dds import DoubleDummy
from .play import PlayState, after, follow


class BridgeGame:
    """The engine's ``Game`` for worlds that share the cards of declarer and dummy.

    ``layouts`` hold what each seat has *not* played yet; the cards on the table are in no hand. They
    are trusted here: ``bridge.position`` makes sure that they belong together.
    """

    def __init__(
        self,
        layouts: Sequence[Layout],
        trump: int,
        declarer: Seat,
        leader: Seat,
        trick: tuple[Card, ...],
        need: int,
        solver: DoubleDummy | None = None,
    ) -> None:
        self.worlds = len(layouts)
        self.trump = trump
        self.max_side = declarer & 1
        self.solver = solver or DoubleDummy(trump)
        self._layouts = layouts
        played = [0, 0, 0, 0]
        for position, card in enumerate(trick):
            played[leader + position & 3] |= 1 << card
        first = layouts[0]
        self._cards: Holding = sum(first) | sum(played)
        # A seat that has played to the trick on the table has one card less than the others.
        left = max(hand.bit_count() for hand in first)
        self.root = PlayState((played[0], played[1], played[2], played[3]), leader, trick, need, left)
        self._open = {seat: first[seat] for seat in range(4) if seat & 1 == self.max_side}
        self._holders = {seat: self._holders_of(seat) for seat in range(4) if seat & 1 != self.max_side}

    def _holders_of(self, seat: Seat) -> list[list[tuple[Card, Mask]]]:
        """For each suit the cards that a defender may hold, low to high, with the worlds where he does."""
        masks: dict[Card, Mask] = {}
        for world, layout in enumerate(self._layouts):
            for card in cards_of(layout[seat]):
                masks[card] = masks.get(card, 0) | 1 << world
        suits: list[list[tuple[Card, Mask]]] = [[], [], [], []]
        for card in sorted(masks):
            suits[card >> 4].append((card, masks[card]))
        return suits

    def max_to_move(self, state: PlayState) -> bool:
        return state.to_play & 1 == self.max_side

    def finished(self, state: PlayState) -> bool:
        """Whether the contract is made or out of reach, in whatever world."""
        return state.need <= 0 or state.need > state.left

    def play(self, state: PlayState, move: Card) -> PlayState:
        return after(state, move, self.trump, self.max_side)

    def moves(self, state: PlayState, possible: Mask, useful: Mask, merge: bool) -> list[tuple[Card, Mask]]:
        seat = state.to_play
        if seat & 1 == self.max_side:
            hand = self._open[seat] & ~state.played[seat]
            legal = follow(hand, state.trick)
            present = self._present(state) if merge else 0
            return [
                (card, possible)
                for card in cards_of(legal)
                if not merge or not _next_lower(present, card) & hand
            ]
        return self._defender_moves(state, seat, possible, useful, merge)

    def _defender_moves(
        self, state: PlayState, seat: Seat, possible: Mask, useful: Mask, merge: bool
    ) -> list[tuple[Card, Mask]]:
        played = state.played[seat]
        suits = self._holders[seat]
        void = possible
        found: list[tuple[Card, Mask]] = []
        order = [0, 1, 2, 3]
        present = self._present(state) if merge else 0
        if state.trick:
            led = state.trick[0] >> 4
            for card, holders in suits[led]:
                if not played >> card & 1:
                    void &= ~holders
            order = [led, *(suit for suit in range(4) if suit != led)] if void & useful else [led]
        for suit in order:
            worlds = possible if not state.trick or suit == led else void
            lower_card = lower_mask = 0
            for card, holders in suits[suit]:
                legal = holders & worlds
                if not legal & useful or played >> card & 1:
                    continue
                if merge:
                    # Equal, and legal in exactly the same useful worlds as the next lower card still in play.
                    same = legal & useful == lower_mask and _next_lower(present, card) == 1 << lower_card
                    lower_card, lower_mask = card, legal & useful
                    if same:
                        continue
                found.append((card, legal))
        return found

    def equal_cards(self, state: PlayState) -> dict[Card, list[Card]]:
        """All legal cards at a state where every world is possible, by the one that represents them."""
        everything = (1 << self.worlds) - 1
        representatives = {move for move, _ in self.moves(state, everything, everything, merge=True)}
        groups: dict[Card, list[Card]] = {}
        representative = -1
        for move, _ in sorted(self.moves(state, everything, everything, merge=False)):
            # The lowest of equal cards represents the others.
            if move in representatives:
                representative = move
                groups[move] = []
            groups[representative].append(move)
        return groups

    def _present(self, state: PlayState) -> Holding:
        """The cards that still count for what is equal: those in hands and those on the table."""
        gone = state.played[0] | state.played[1] | state.played[2] | state.played[3]
        for card in state.trick:
            gone &= ~(1 << card)
        return self._cards & ~gone

    def _hands(self, state: PlayState, world: int) -> Layout:
        played = state.played
        layout = self._layouts[world]
        return (
            layout[0] & ~played[0],
            layout[1] & ~played[1],
            layout[2] & ~played[2],
            layout[3] & ~played[3],
        )

    def evaluate(self, state: PlayState, worlds: Mask) -> Mask:
        if state.need <= 0:
            return worlds
        if state.need > state.left:
            return 0
        declaring = self.max_to_move(state)
        target = state.need if declaring else state.left - state.need + 1
        won = 0
        for world in worlds_of(worlds):
            hands = self._hands(state, world)
            reached = self.solver.winning_cards(hands, state.leader, state.trick, target, all_cards=False)
            if bool(reached) == declaring:
                won |= 1 << world
        return won

    def evaluate_moves(self, state: PlayState, moves: Sequence[Card], worlds: Mask) -> list[Mask]:
        if state.need <= 0:
            return [worlds] * len(moves)
        if state.need > state.left:
            return [0] * len(moves)
        won = [0] * len(moves)
        for world in worlds_of(worlds):
            hands = self._hands(state, world)
            winning = self.solver.winning_cards(hands, state.leader, state.trick, state.need)
            for i, card in enumerate(moves):
                if winning >> card & 1:
                    won[i] |= 1 << world
        return won


def _next_lower(present: Holding, card: Card) -> Holding:
    """The next lower card of the suit among those present, as a holding; 0 if there is none."""
    lower = present & (1 << card) - 1 & SUIT_BITS << (card & ~15)
    return 1 << lower.bit_length() - 1 if lower else 0
