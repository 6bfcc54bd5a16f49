"""Random games, views of them, and layouts counted by brute force: nothing of the sampler is used here."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator

from alphamu_dds.bridge.cards import NO_CARDS, Card, Holding, Layout, Seat, cards_of, next_seat
from alphamu_dds.bridge.play import follow, trick_winner
from alphamu_dds.worlds.view import View


def holding(cards: Iterable[int]) -> Holding:
    """Cards as a set."""
    return Holding(sum(1 << card for card in cards))


def deal(rng: random.Random, each: int = 13) -> list[Holding]:
    """Four random hands; with fewer than 13 cards each, the pack is smaller."""
    deck = [16 * suit + rank for suit in range(4) for rank in range(2, 15)]
    dealt = rng.sample(deck, 4 * each)
    return [holding(dealt[each * i : each * i + each]) for i in range(4)]


def play_on(rng: random.Random, hands: list[Holding], leader: Seat, trump: int, cards: int) -> list[Card]:
    """So many cards of a random legal game."""
    left = list(hands)
    played: list[Card] = []
    trick: tuple[Card, ...] = ()
    while len(played) < cards:
        seat = (leader + len(trick)) % 4
        card = rng.choice(cards_of(follow(left[seat], trick)))
        left[seat] &= ~(1 << card)
        played.append(card)
        trick += (card,)
        if len(trick) == 4:
            leader = next_seat(leader, trick_winner(trick, trump))
            trick = ()
    return played


def random_view(rng: random.Random, each: int, played: int) -> tuple[View, list[Holding]]:
    """What one side sees of a random game, and the hands as they really were dealt."""
    hands = deal(rng, each)
    leader, trump = Seat(rng.randrange(4)), rng.randrange(5)
    cards = play_on(rng, hands, leader, trump, played)
    hidden = rng.sample(range(4), 2)
    seen = [None if seat in hidden else hand for seat, hand in enumerate(hands)]
    return View.of(seen, leader, trump, cards, deck=sum(hands, NO_CARDS)), hands


def shown_out(view: View) -> dict[int, set[int]]:
    """In which suits each seat has not followed, read off the tricks alone."""
    voids: dict[int, set[int]] = {seat: set() for seat in range(4)}
    leader = view.play.opening_leader
    for start in range(0, len(view.play.cards), 4):
        trick = view.play.cards[start : start + 4]
        for offset, card in enumerate(trick):
            if card >> 4 != trick[0] >> 4:
                voids[(leader + offset) % 4].add(trick[0] >> 4)
        if len(trick) == 4:
            leader = next_seat(leader, trick_winner(tuple(trick), view.play.trump))
    return voids


def every_layout(view: View) -> Iterator[Layout]:
    """All layouts of what is left that the play allows, from the definition: every way to deal the cards."""
    first, second = view.hidden
    play = view.play
    voids = shown_out(view)
    for chosen in itertools.combinations(cards_of(view.unseen), view.places(first)):
        one = holding(chosen)
        other = view.unseen & ~one
        if any(card >> 4 in voids[first] for card in chosen):
            continue
        if any(card >> 4 in voids[second] for card in cards_of(other)):
            continue
        hands = [(hand or 0) & ~play.played[seat] for seat, hand in enumerate(view.hands)]
        hands[first], hands[second] = one, other
        yield (hands[0], hands[1], hands[2], hands[3])


def as_dealt(view: View, layout: Layout) -> list[Holding]:
    """The hands of a layout with what was played."""
    return [hand | view.play.played[seat] for seat, hand in enumerate(layout)]
