"""αμ and PIMC as players, for declarer and in defence."""

from __future__ import annotations

from ..bridge.cache import LeafCache
from ..bridge.cards import Card, cards_of
from ..bridge.defence import by_rank, lowest
from ..bridge.packed import pack
from ..bridge.solver import DoubleDummy
from ..bridge.tricks import tricks_of_cards
from ..engine.options import Limits, Options, Want
from ..errors import whole_number
from ..solve.effort import Effort
from ..solve.policy import DEFAULT_MOVES, PLAYER_WORLDS
from ..solve.solve import answer, draw_setting
from ..worlds.sample import Worlds
from ..worlds.seen import Seen
from .turn import Turn, only_card


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
        max_moves: int = DEFAULT_MOVES,
        worlds: int = PLAYER_WORLDS,
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
        seen = turn.seen
        card = only_card(seen)
        if card is not None:
            return card
        effort = Effort(
            worlds=self.worlds,
            few=0,
            limits=Limits.counted(self.max_moves),
            want=Want.FRONTS if self.max_moves == 1 else Want.BEST,
            options=self.options,
            threads=self.threads,
            drawn_from=turn.seed_for("worlds"),
            preferred=by_rank,
            cache=self._cache,
        )
        if not seen.is_open:
            return self._most_tricks(seen, draw_setting(seen, turn.assumptions, effort).worlds)
        decision = answer(seen, turn.assumptions, effort)
        if any(card.won_open for card in decision.cards):
            return decision.cards[0].move
        assert decision.setting is not None
        return self._most_tricks(seen, decision.setting.worlds)

    def _most_tricks(self, seen: Seen, worlds: Worlds) -> Card:
        """The card with the most tricks on average; of several, the lowest."""
        play, hand, legal = seen.play, seen.hand, seen.legal
        solver = DoubleDummy(play.trump, self.threads, self._cache)
        weights = worlds.weights or (1,) * len(worlds.layouts)
        tricks = dict.fromkeys(cards_of(legal), 0)
        guess = min(max(seen.goal - 1, 1), seen.left)
        for world, layout in enumerate(worlds.layouts):
            found = tricks_of_cards(
                solver, pack(layout), world, play.leader, play.trick, hand, legal, seen.left, guess
            )
            for card, number in found.items():
                tricks[card] += weights[world] * number
            guess = max(1, *found.values())  # the next layout is often like this one
        most = max(tricks.values())
        return lowest(card for card, number in tricks.items() if number == most)
