"""A board played out: each player is shown what he may see, and what he plays is checked."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..bridge.auction import Contract
from ..bridge.cards import (
    SEAT_NAMES,
    STRAINS,
    Card,
    Layout,
    card_name,
    next_seat,
    partner_of,
    same_side,
    side_of,
)
from ..bridge.claim import can_claim
from ..bridge.packed import pack
from ..bridge.replay import Replay, replay
from ..bridge.solver import DoubleDummy
from ..bridge.tricks import is_beaten
from ..errors import AlphaMuError, InputError
from ..solve.policy import DEFAULT_SEED
from ..worlds.seen import Seen
from ..worlds.view import View
from .player import Player
from .turn import Knowledge, Turn, only_card


class PlayerError(AlphaMuError):
    """A player has played what he may not."""


@dataclass
class Thinking:
    """What the cards of one side have cost."""

    moves: int = 0
    """Cards for which there was a choice: more than one, and not all the same."""
    seconds: float = 0.0
    """Of the processor, all threads together: the clock would tell more about what else the machine does."""

    @property
    def seconds_a_move(self) -> float:
        """0 if there was nothing to choose."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass
class PlayedGame:
    """A game, over or up to where its outcome was certain."""

    layout: Layout
    contract: Contract
    play: Replay
    made: bool
    """Whether the contract was made, or was certain to be."""
    ended: str
    """``played`` out; or stopped when ``made``, ``beaten``, ``claimed``, or beaten by open cards
    (``double dummy``)."""
    declarer: Thinking = field(default_factory=Thinking)
    defence: Thinking = field(default_factory=Thinking)

    @property
    def tricks(self) -> int:
        """Tricks of declarer's side in the cards played."""
        assert self.contract.declarer is not None
        return self.play.won[side_of(self.contract.declarer)]


def play_out(
    layout: Layout,
    contract: Contract,
    declarer: Player,
    defence: Player,
    *,
    seed: int = DEFAULT_SEED,
    knowledge: Knowledge | None = None,
    cards: Sequence[Card] = (),
    until_certain: bool = False,
    on_card: Callable[[Replay], None] | None = None,
) -> PlayedGame:
    """Play a board from the opening lead, or from behind the ``cards`` that have been played already.

    ``layout`` has 13 cards a hand, and ``contract`` its declarer. Everything follows from ``seed``. With
    ``until_certain`` the game ends when the contract is made or beaten, when declarer can claim what he still
    needs, and when it is lost to defenders who see all cards and so will not let it go.
    """
    if contract.declarer is None:
        raise InputError(f"a contract needs a declarer to be played: {contract.name}")
    trump = STRAINS.index(contract.strain)
    leader = next_seat(contract.declarer)
    played = list(cards)
    knowledge = knowledge or Knowledge()
    thinking = {True: Thinking(), False: Thinking()}
    solver = DoubleDummy(trump)
    while True:
        play = replay(layout, leader, trump, played)
        if on_card is not None and len(played) > len(cards):
            on_card(play)
        certain = _certain(layout, contract, play, declarer, defence, solver) if until_certain else None
        if certain is not None or len(played) == 52:
            won = play.won[side_of(contract.declarer)] >= contract.tricks
            made, ended = certain or (won, "played")
            return PlayedGame(layout, contract, play, made, ended, thinking[True], thinking[False])
        declaring = same_side(play.to_play, contract.declarer)
        player = declarer if declaring else defence
        turn = turn_of(layout, contract, play, player.sees_all, seed, knowledge)
        started = time.process_time()
        card = player.choose(turn)
        if only_card(turn.seen) is None:
            thinking[declaring].moves += 1
            thinking[declaring].seconds += time.process_time() - started
        if not 0 <= card < 64 or not turn.seen.legal >> card & 1:
            name = card_name(card) if 0 <= card < 64 and 2 <= card & 15 <= 14 else repr(card)
            raise PlayerError(
                f"{player.name} played for {SEAT_NAMES[play.to_play]} what is not legal: {name}"
            )
        played.append(card)


def turn_of(
    layout: Layout, contract: Contract, play: Replay, sees_all: bool, seed: int, knowledge: Knowledge
) -> Turn:
    """What the player whose turn it is may see. The only place that shows cards to players."""
    declarer = contract.declarer
    assert declarer is not None
    seat, dummy = play.to_play, partner_of(declarer)
    viewer = declarer if same_side(seat, declarer) else seat
    if play.cards:
        hands = [hand if place in (viewer, dummy) else None for place, hand in enumerate(layout)]
        view = View.of(hands, play.opening_leader, play.trump, play.cards)
    else:  # dummy comes down after the opening lead
        view = View.before_the_lead(seat, layout[seat], play.trump)
    seen = Seen(viewer, contract, view, contract.tricks, knowledge.dealer, knowledge.auction)
    return Turn(seen, knowledge.assumptions, seed, _left(layout, play) if sees_all else None)


def _left(layout: Layout, play: Replay) -> Layout:
    north, east, south, west = (hand & ~gone for hand, gone in zip(layout, play.played, strict=True))
    return (north, east, south, west)


def _certain(
    layout: Layout,
    contract: Contract,
    play: Replay,
    declaring_player: Player,
    defence: Player,
    solver: DoubleDummy,
) -> tuple[bool, str] | None:
    """Whether the contract is made, if that is certain by now, and why."""
    declarer = contract.declarer
    assert declarer is not None
    need = contract.tricks - play.won[side_of(declarer)]
    left = 13 - sum(play.won)
    if need <= 0:
        return True, "made"
    if need > left:
        return False, "beaten"
    hands = _left(layout, play)
    declaring = same_side(play.to_play, declarer)
    if declaring and not play.trick and declaring_player.keeps:
        hidden = hands[next_seat(declarer)] | hands[next_seat(declarer, 3)]
        if can_claim(hands[play.leader], hands[partner_of(play.leader)], hidden, play.trump, need):
            return True, "claimed"
    judged = defence.sees_all and defence.keeps and not declaring and left > 1
    if judged and is_beaten(solver, pack(hands), play.leader, play.trick, left, need):
        return False, "double dummy"
    return None
