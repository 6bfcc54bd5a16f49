"""αμ and PIMC as players, for declarer and in defence."""

from __future__ import annotations

from ..bridge.cache import LeafCache
from ..bridge.cards import Card, cards_of
from ..bridge.defence import DefenceGame, by_rank, lowest
from ..bridge.game import BridgeGame
from ..bridge.packed import Packed, pack
from ..bridge.position import Position
from ..bridge.solver import DoubleDummy
from ..engine.options import Limits, Options, Want
from ..engine.root import search
from ..errors import whole_number
from .imagine import Imagined, imagine
from .turn import Turn, only_card

DEFAULT_WORLDS = 20
"""As in the paper's games."""


class AlphaMu:
    """Looks ``max_moves`` of its own cards ahead over ``worlds`` layouts; with one move it is PIMC.

    As long as the contract is neither made nor beaten, it plays the card that makes it (or beats it) in the
    most layouts. Among cards that do so alike, it prefers

    1. one that settles the matter, as a claim does;
    2. what wins in the most layouts with open cards, PIMC's value;
    3. the lowest rank; 4. spades before hearts before diamonds before clubs.

    That is what PIMC plays, and αμ begins with it: looking two moves ahead, then three, it leaves a card only
    for one that is better there, not for one that is as good. So where αμ and PIMC play different cards, αμ
    has seen a reason. Once the contract is settled, or if no layout can be won even with open cards, both
    play for the most tricks, on average over the layouts with open cards, and the lowest card of several.
    """

    sees_all = False
    keeps = True

    def __init__(
        self,
        max_moves: int = 2,
        worlds: int = DEFAULT_WORLDS,
        options: Options | None = None,
        threads: int = 1,
    ) -> None:
        self.max_moves = whole_number(max_moves, "the moves to look ahead", 1)
        self.worlds = whole_number(worlds, "the number of worlds", 1)
        self.options = options or Options()
        self.threads = whole_number(threads, "the number of threads", 1)
        # Answers of the double dummy solver are true in every game, so they may be kept.
        self._cache = LeafCache()

    @property
    def name(self) -> str:
        """The player as text, with the options that are not as usual."""
        switched = [f",{option}=off" for option, on in vars(self.options).items() if not on]
        if self.max_moves == 1:
            return f"pimc:worlds={self.worlds}{''.join(switched)}"
        return f"alphamu:M={self.max_moves},worlds={self.worlds}{''.join(switched)}"

    def choose(self, turn: Turn) -> Card:
        """The best card, as the class describes it."""
        card = only_card(turn)
        if card is not None:
            return card
        imagined = imagine(turn, self.worlds)
        solver = DoubleDummy(turn.play.trump, self.threads, self._cache)
        if not turn.is_open:
            return _most_tricks(turn, imagined, solver)
        game = _game(turn, imagined, solver)
        limits = Limits.counted(self.max_moves)
        want = Want.FRONTS if self.max_moves == 1 else Want.BEST
        result = search(game, limits, self.options, imagined.weights, want, order=by_rank)
        if not any(record.perfect for record in result.moves):
            return _most_tricks(turn, imagined, solver)
        return result.best


def _game(turn: Turn, imagined: Imagined, solver: DoubleDummy) -> BridgeGame:
    play = turn.play
    if turn.is_declarers:
        position = Position(imagined.layouts, play.trump, turn.declarer, play.leader, play.trick, turn.goal)
        return BridgeGame(position, solver)
    position = Position(imagined.layouts, play.trump, turn.seat, play.leader, play.trick, turn.goal)
    return DefenceGame(position, solver)


def _most_tricks(turn: Turn, imagined: Imagined, solver: DoubleDummy) -> Card:
    """The card with the most tricks on average; of several, the lowest."""
    weights = imagined.weights or (1,) * len(imagined.layouts)
    legal = cards_of(turn.legal)
    tricks = dict.fromkeys(legal, 0)
    guess = min(max(turn.goal - 1, 1), turn.left)
    for world, layout in enumerate(imagined.layouts):
        found = _tricks(turn, pack(layout), world, solver, guess)
        for card in legal:
            tricks[card] += weights[world] * found[card]
        guess = max(1, *found.values())  # the next layout is often like this one
    most = max(tricks.values())
    return lowest(card for card, number in tricks.items() if number == most)


def _tricks(turn: Turn, board: Packed, world: int, solver: DoubleDummy, guess: int) -> dict[Card, int]:
    """The tricks that the side to play wins with each card, if all cards are open.

    The solver says which cards win a number of tricks. From a guess it is asked upwards until none does,
    and downwards until all do.
    """
    play, hand = turn.play, turn.hand
    held, legal = cards_of(hand), cards_of(turn.legal)

    def winning(target: int) -> list[Card]:
        answer = solver.winning_cards([board], [world], play.leader, play.trick, target, hand)[0]
        return [card for place, card in enumerate(held) if answer >> place & 1]

    tricks = dict.fromkeys(legal, 0)
    first = winning(guess)
    found, target = first, guess
    while found:
        tricks.update(dict.fromkeys(found, target))
        if target == turn.left:
            break
        target += 1
        found = winning(target)
    found, target = first, guess
    while len(found) < len(legal) and target > 1:
        target -= 1
        found = winning(target)
        for card in found:
            tricks[card] = max(tricks[card], target)
    return tricks
