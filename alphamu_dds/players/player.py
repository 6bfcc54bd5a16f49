"""The interface of a player, and the two players that search nothing: open cards, and chance."""

from __future__ import annotations

from typing import Protocol

from ..bridge.cache import LeafCache
from ..bridge.cards import Card, cards_of
from ..bridge.defence import lowest
from ..bridge.packed import pack
from ..bridge.solver import DoubleDummy
from ..bridge.tricks import best_cards
from ..worlds.random_numbers import Random
from .turn import Turn, only_card


class Player(Protocol):
    """Plays cards for declarer's side or for a defender.

    A player keeps nothing from one turn to the next that could change his choice: what he plays follows from
    the ``Turn`` alone, so that games can be repeated, shared out to processes, and compared.
    """

    @property
    def name(self) -> str:
        """For tables, and to make the same player again (``named.player_named``)."""

    @property
    def sees_all(self) -> bool:
        """Whether the player is shown all cards; only then a turn has a ``layout``."""

    @property
    def keeps(self) -> bool:
        """Whether a game may be stopped when he has what he wants: as declarer, because he claims when the
        tricks that he still needs are on top; as a defender who is shown all cards, because he then beats
        every contract that can be beaten."""

    def choose(self, turn: Turn) -> Card:
        """A legal card."""


class OpenCards:
    """DDS: sees all cards, and wins as many tricks as can be won with all cards open.

    Of the cards that do, it plays the lowest (spades before hearts before diamonds before clubs).
    """

    name = "dds"
    sees_all = True
    keeps = True

    def __init__(self) -> None:
        self._cache = LeafCache()

    def choose(self, turn: Turn) -> Card:
        """The lowest of the best cards."""
        seen = turn.seen
        if seen.legal & seen.legal - 1 == 0:
            return Card(seen.legal.bit_length() - 1)
        return lowest(self.best_cards(turn))

    def best_cards(self, turn: Turn) -> list[Card]:
        """The cards that win the most tricks; what the contract is about is asked first."""
        assert turn.layout is not None
        seen, play = turn.seen, turn.seen.play
        solver = DoubleDummy(play.trump, cache=self._cache)
        found = best_cards(
            solver, pack(turn.layout), play.leader, play.trick, seen.hand, seen.left, seen.goal
        )
        return found or list(cards_of(seen.legal))


class RandomCard:
    """A legal card, each equally likely."""

    name = "random"
    sees_all = False
    keeps = False

    def choose(self, turn: Turn) -> Card:
        """Which card follows from the seed and from what is seen."""
        card = only_card(turn.seen)
        if card is not None:
            return card
        cards = cards_of(turn.seen.legal)
        return cards[int(Random(turn.seed_for("card")).below(len(cards), 1)[0])]
