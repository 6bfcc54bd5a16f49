"""Bridge with declarer's side as Max: a public play state times worlds, leaves by DDS."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.fronts import Mask, worlds_of
from .cards import EVERY_SEAT, NO_CARDS, SUIT_BITS, Card, Holding, Layout, Seat, cards_of
from .claim import can_claim, can_claim_in_trick
from .packed import Packed, hand_of, pack, place
from .play import PlayState, after, follow, trick_winner
from .position import Position
from .solver import DoubleDummy


class BridgeGame:
    """The engine's ``Game`` for worlds that share the cards of declarer and dummy.

    ``claims=False`` sends also positions to the solver in which declarer has all he needs on top.
    """

    def __init__(self, position: Position, solver: DoubleDummy | None = None, claims: bool = True) -> None:
        layouts, leader, trick = position.layouts, position.leader, position.trick
        self.worlds = len(layouts)
        self.trump = position.trump
        self.max_side = position.viewer & 1
        self.solver = solver or DoubleDummy(position.trump)
        self._boards = [pack(layout) for layout in layouts]
        played = 0
        gone = NO_CARDS
        for number, card in enumerate(trick):
            played |= 1 << place(leader + number & 3, card)
            gone |= 1 << card
        first = layouts[0]
        self.root = PlayState(played, gone, leader, trick, position.need, position.tricks_left)
        self._hands = first
        """What each seat holds at the root; it is the same in all worlds for declarer and dummy only."""
        self._cards = sum(first, NO_CARDS) | gone
        self._hidden = sum((first[seat] for seat in EVERY_SEAT if seat & 1 != self.max_side), NO_CARDS)
        self._claims = claims
        self._claimed_states: dict[PlayState, bool] = {}
        self._holders = {seat: self._holders_of(seat, layouts) for seat in self._hidden_seats(position)}

    @staticmethod
    def _hidden_seats(position: Position) -> list[Seat]:
        """The seats whose cards may differ from world to world."""
        return [seat for seat in EVERY_SEAT if seat & 1 != position.viewer & 1]

    @staticmethod
    def _holders_of(seat: Seat, layouts: Sequence[Layout]) -> list[list[tuple[Card, int, Mask]]]:
        """For each suit the cards that a defender may hold, low to high, with the worlds where he does.

        Between them stands the bit of a board that says that he has played it.
        """
        masks: dict[Card, Mask] = {}
        for world, layout in enumerate(layouts):
            for card in cards_of(layout[seat]):
                masks[card] = masks.get(card, 0) | 1 << world
        suits: list[list[tuple[Card, int, Mask]]] = [[], [], [], []]
        for card in sorted(masks):
            suits[card >> 4].append((card, 1 << place(seat, card), masks[card]))
        return suits

    @property
    def max_moves_left(self) -> int:
        # To the last trick nobody has a choice.
        seats = (self.max_side, self.max_side + 2)
        return max(1, sum(self._hands[seat].bit_count() for seat in seats) - 2)

    def max_to_move(self, state: PlayState) -> bool:
        return state.to_play & 1 == self.max_side

    def finished(self, state: PlayState) -> bool:
        """Whether the contract is made, can be claimed, or is out of reach, in whatever world."""
        return state.need <= 0 or state.need > state.left or self._claimed(state)

    def _claimed(self, state: PlayState) -> bool:
        """Whether declarer's side has the rest of its tricks on top."""
        if not self._claims:
            return False
        claimed = self._claimed_states.get(state)
        if claimed is None:
            claimed = self._claimed_states[state] = self._can_claim(state)
        return claimed

    def _can_claim(self, state: PlayState) -> bool:
        left = ~state.gone
        hands = self._hands
        hidden = self._hidden & left
        if not state.trick:
            if state.leader & 1 != self.max_side:
                return False
            leader, partner = hands[state.leader] & left, hands[state.leader ^ 2] & left
            return can_claim(leader, partner, hidden, self.trump, state.need)
        for position in range(len(state.trick)):
            seat = (state.leader + position) & 3
            if seat & 1 == self.max_side and can_claim_in_trick(
                state.trick,
                position,
                hands[seat] & left,
                hands[seat ^ 2] & left,
                hidden,
                self.trump,
                state.need,
            ):
                return True
        return False

    def play(self, state: PlayState, move: Card) -> PlayState:
        return after(state, move, self.trump, self.max_side)

    def moves(self, state: PlayState, possible: Mask, useful: Mask, merge: bool) -> list[tuple[Card, Mask]]:
        seat = state.to_play
        if seat & 1 == self.max_side:
            hand = self._hands[seat] & ~state.gone
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
        played = state.played
        suits = self._holders[seat]
        present = self._present(state) if merge else 0
        found: list[tuple[Card, Mask]] = []
        if not state.trick:
            for suit in suits:
                self._add_moves(found, suit, played, possible, useful, present)
            return found
        led = state.trick[0] >> 4
        void = possible
        for _, bit, holders in suits[led]:
            if not played & bit:
                void &= ~holders
        self._add_moves(found, suits[led], played, possible, useful, present)
        if void & useful:
            for number, suit in enumerate(suits):
                if number != led:
                    self._add_moves(found, suit, played, void, useful, present)
        return found

    @staticmethod
    def _add_moves(
        found: list[tuple[Card, Mask]],
        suit: list[tuple[Card, int, Mask]],
        played: Packed,
        worlds: Mask,
        useful: Mask,
        present: int,
    ) -> None:
        """Add a defender's cards of one suit; ``present`` is not 0 if equal cards are to be merged."""
        lower_card = lower_mask = 0
        for card, bit, holders in suit:
            legal = holders & worlds
            if not legal & useful or played & bit:
                continue
            if present:
                # Equal, and legal in exactly the same useful worlds as the next lower card still in play.
                same = legal & useful == lower_mask and _next_lower(present, card) == 1 << lower_card
                lower_card, lower_mask = card, legal & useful
                if same:
                    continue
            found.append((card, legal))

    def equal_cards(self, state: PlayState) -> dict[Card, list[Card]]:
        """All legal cards at a state where every world is possible, by the one that represents them."""
        everything = (1 << self.worlds) - 1
        representatives = {move for move, _ in self.moves(state, everything, everything, merge=True)}
        groups: dict[Card, list[Card]] = {}
        group: list[Card] = []
        for move, _ in sorted(self.moves(state, everything, everything, merge=False)):
            # The lowest of equal cards represents the others.
            if move in representatives:
                group = groups[move] = []
            group.append(move)
        return groups

    def _present(self, state: PlayState) -> Holding:
        """The cards that still count for what is equal: those in hands and those on the table."""
        gone = state.gone
        for card in state.trick:
            gone &= ~(1 << card)
        return self._cards & ~gone

    def evaluate(self, state: PlayState, worlds: Mask) -> Mask:
        if state.need <= 0:
            return worlds
        if state.need > state.left:
            return 0
        if self._claimed(state):
            return worlds
        indices, boards = self._worlds(state, worlds)
        if state.left == 1:
            return sum(1 << w for w, board in zip(indices, boards, strict=True) if self._last(state, board))
        max_side = state.to_play & 1 == self.max_side
        target = state.need if max_side else state.left - state.need + 1
        answers = self.solver.winning_cards(boards, indices, state.leader, state.trick, target)
        return sum(1 << w for w, found in zip(indices, answers, strict=True) if bool(found) == max_side)

    def evaluate_moves(self, state: PlayState, moves: Sequence[Card], worlds: Mask) -> list[Mask]:
        if state.need <= 0:
            return [worlds] * len(moves)
        if state.need > state.left:
            return [0] * len(moves)
        if state.left == 1:
            return [self.evaluate(state, worlds)] * len(moves)
        indices, boards = self._worlds(state, worlds)
        hand = self._hands[state.to_play] & ~state.gone
        answers = self.solver.winning_cards(boards, indices, state.leader, state.trick, state.need, hand)
        # Worlds with the same answer are many: gather them first.
        worlds_by_answer: dict[int, Mask] = {}
        for world, answer in zip(indices, answers, strict=True):
            worlds_by_answer[answer] = worlds_by_answer.get(answer, 0) | 1 << world
        cards = cards_of(hand)
        won = []
        for move in moves:
            place_in_hand = cards.index(move)
            won.append(sum(mask for answer, mask in worlds_by_answer.items() if answer >> place_in_hand & 1))
        return won

    def beating_cards(self, state: PlayState, world: int) -> Holding:
        """The cards with which the defender to play beats the contract in one world, with open cards."""
        if state.left == 1:
            return NO_CARDS  # he has no choice
        _, boards = self._worlds(state, 1 << world)
        hand = hand_of(boards[0], state.to_play)
        target = state.left - state.need + 1
        found = self.solver.winning_cards(boards, [world], state.leader, state.trick, target, hand)[0]
        return sum((1 << card for place, card in enumerate(cards_of(hand)) if found >> place & 1), NO_CARDS)

    def _worlds(self, state: PlayState, worlds: Mask) -> tuple[list[int], list[Packed]]:
        """The worlds of a mask, and what is left of their hands."""
        indices = worlds_of(worlds)
        unplayed = ~state.played
        return indices, [self._boards[world] & unplayed for world in indices]

    def _last(self, state: PlayState, board: Packed) -> bool:
        """Whether declarer's side wins the last trick, to which nobody has a choice."""
        cards = list(state.trick)
        for offset in range(len(cards), 4):
            cards.append(cards_of(hand_of(board, state.leader + offset & 3))[0])
        return (state.leader + trick_winner(tuple(cards), self.trump)) & 1 == self.max_side


def _next_lower(present: int, card: Card) -> int:
    """The next lower card of the suit among those present, as a holding; 0 if there is none."""
    lower = present & (1 << card) - 1 & SUIT_BITS << (card & ~15)
    return 1 << lower.bit_length() - 1 if lower else 0
