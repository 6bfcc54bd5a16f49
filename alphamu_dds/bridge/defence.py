"""Bridge with one defender as Max, who sees his own hand and dummy's.

αμ is made for declarer, who plays two hands and sees both. A defender plays one, and his partner's cards
are as hidden from him as declarer's. So here

* Max is that defender alone: his card is the same in all worlds that he cannot tell apart;
* declarer and dummy are Min, and see all cards, as the defenders do when declarer is Max;
* partner is on Max's side, but what he plays depends on cards that Max does not see. He is taken to play,
  in each world, the lowest of the cards that still beat the contract with open cards, and his lowest card
  if none does. So he has exactly one move in each world, and a node at which he is to play is a Min node
  without a choice. His card tells Max something, as it should.

Partner's card keeps what can be had with open cards, so looking further ahead can only lower a value, which
is what the search relies on (docs/algorithm.md). With M=1 this is PIMC in defence.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.fronts import Mask, worlds_of
from .cards import EVERY_SEAT, Card, Holding, Seat, cards_of
from .game import BridgeGame
from .packed import hand_of
from .play import PlayState, follow
from .position import Position
from .solver import DoubleDummy


class DefenceGame(BridgeGame):
    """The engine's ``Game`` for worlds that share the cards of a defender and of dummy.

    In ``position``, ``viewer`` is that defender, and ``need`` the tricks that the defenders still want.
    """

    def __init__(self, position: Position, solver: DoubleDummy | None = None) -> None:
        # Declarer claims because he sees both of his hands; a defender does not.
        super().__init__(position, solver, claims=False)
        self._me = position.viewer
        self._partners_cards: dict[PlayState, dict[int, Card]] = {}

    @staticmethod
    def _hidden_seats(position: Position) -> list[Seat]:
        return [seat for seat in EVERY_SEAT if seat != position.viewer]

    @property
    def max_moves_left(self) -> int:
        """To the last trick nobody has a choice."""
        return max(1, self._hands[self._me].bit_count() - 1)

    def max_to_move(self, state: PlayState) -> bool:
        """Whether it is the turn of the defender who looks ahead."""
        return state.to_play == self._me

    def moves(self, state: PlayState, possible: Mask, useful: Mask, merge: bool) -> list[tuple[Card, Mask]]:
        """The moves of Max, of declarer's side, or the one that partner has in each world."""
        seat = state.to_play
        if seat == self._me:
            return super().moves(state, possible, useful, merge)
        if seat != self._me ^ 2:
            return self._defender_moves(state, seat, possible, useful, merge)
        known = self._partners_cards.setdefault(state, {})
        missing = [world for world in worlds_of(possible) if world not in known]
        if missing:
            self._let_partner_choose(state, missing, known)
        moves: dict[Card, Mask] = {}
        for world in worlds_of(possible):
            moves[known[world]] = moves.get(known[world], 0) | 1 << world
        return sorted((card, worlds) for card, worlds in moves.items() if worlds & useful)

    def _let_partner_choose(self, state: PlayState, worlds: list[int], known: dict[int, Card]) -> None:
        """The solver answers for one hand at a time: worlds in which partner holds the same go together."""
        by_hand: dict[Holding, list[int]] = {}
        for world in worlds:
            hand = hand_of(self._boards[world] & ~state.played, state.to_play)
            by_hand.setdefault(hand, []).append(world)
        for hand, same in by_hand.items():
            legal = cards_of(follow(hand, state.trick))
            if len(legal) == 1:
                known.update(dict.fromkeys(same, legal[0]))
                continue
            cards = cards_of(hand)
            boards = [self._boards[world] & ~state.played for world in same]
            answers = self.solver.winning_cards(boards, same, state.leader, state.trick, state.need, hand)
            for world, answer in zip(same, answers, strict=True):
                winning = [card for place, card in enumerate(cards) if answer >> place & 1]
                known[world] = lowest(winning or legal)


def game_of(position: Position, solver: DoubleDummy, claims: bool = True) -> BridgeGame:
    """The game in which the viewer of a position is Max."""
    if position.defends_against is None:
        return BridgeGame(position, solver, claims)
    return DefenceGame(position, solver)


def by_rank(card: Card) -> tuple[int, int]:
    """The key for sorting cards by rank; of equal rank spades come before hearts and so on."""
    return card & 15, card >> 4


def lowest(cards: Iterable[Card]) -> Card:
    """The first card in the order of ``by_rank``."""
    return min(cards, key=by_rank)
