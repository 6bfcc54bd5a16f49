"""Players: what they are shown, what they may play, and that it can be repeated."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

import pytest

from alphamu_dds.bridge.auction import Contract, parse_call, parse_contract
from alphamu_dds.bridge.cards import (
    EAST,
    EVERY_SEAT,
    NORTH,
    SEATS,
    SOUTH,
    WEST,
    Card,
    Holding,
    Layout,
    Seat,
    card_name,
    cards_of,
    next_seat,
    parse_card,
    parse_hand,
)
from alphamu_dds.bridge.replay import replay
from alphamu_dds.bridge.scoring import duplicate_score
from alphamu_dds.engine.options import Options
from alphamu_dds.errors import InputError
from alphamu_dds.players.named import player_named
from alphamu_dds.players.player import OpenCards, Player, RandomCard
from alphamu_dds.players.searching import AlphaMu
from alphamu_dds.players.table import PlayerError, play_out, turn_of
from alphamu_dds.players.turn import Knowledge, Turn, only_card
from alphamu_dds.solve.policy import DEFAULT_ATTEMPTS
from alphamu_dds.worlds.assume import Assumptions
from alphamu_dds.worlds.constraints import SideConstraint
from alphamu_dds.worlds.features import Hand
from alphamu_dds.worlds.layouts import draw_layouts

KINDS = ("alphamu:M=2,worlds=3", "pimc:worlds=3", "dds", "random")


def random_layout(seed: int) -> Layout:
    cards = [16 * suit + rank for suit in range(4) for rank in range(2, 15)]
    random.Random(seed).shuffle(cards)
    north, east, south, west = (
        Holding(sum(1 << card for card in cards[i * 13 : i * 13 + 13])) for i in range(4)
    )
    return north, east, south, west


def random_contract(seed: int) -> Contract:
    rng = random.Random(seed)
    return Contract(rng.randint(1, 7), rng.choice("SHDCN"), rng.randint(0, 2), Seat(rng.randrange(4)))


class Spy:
    """Plays like another player, and keeps all that it was shown."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.sees_all = player.sees_all
        self.keeps = player.keeps
        self.turns: list[Turn] = []
        self._player = player

    def choose(self, turn: Turn) -> Card:
        self.turns.append(turn)
        return self._player.choose(turn)


@pytest.mark.parametrize("block", range(8))
def test_every_card_of_200_random_games_is_legal(block: int) -> None:
    """The replay has all hands open, and refuses a revoke, a card twice, and a card of another hand."""
    for number in range(25 * block, 25 * block + 25):
        # Each pair of players in turn; those who search take longer, so they play every fourth game.
        searching = number % 4 == 0
        declarer = KINDS[number // 4 % 4] if searching else ("dds", "random")[number % 2]
        defence = KINDS[number // 16 % 4] if searching else ("random", "dds")[number // 2 % 2]
        layout, contract = random_layout(number), random_contract(number)
        game = play_out(layout, contract, player_named(declarer), player_named(defence), seed=number)
        assert game.play.gone == sum(layout)
        assert game.play == replay(layout, game.play.opening_leader, game.play.trump, [*game.play.cards])
        assert game.ended == "played"
        assert game.made == (game.tricks >= contract.tricks)


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_plays_the_same_cards_with_the_same_seed(kind: str) -> None:
    layout, contract = random_layout(5), Contract(3, "N", 0, EAST)
    games = [
        play_out(layout, contract, player_named(kind), player_named("pimc:worlds=2"), seed=9)
        for _ in range(2)
    ]
    assert games[0].play == games[1].play


@pytest.mark.parametrize("kind", ["random", "pimc:worlds=2", "alphamu:M=2,worlds=2"])
def test_another_seed_may_play_other_cards(kind: str) -> None:
    layout, contract = random_layout(6), Contract(2, "S", 0, NORTH)
    games = {
        play_out(layout, contract, player_named(kind), player_named("random"), seed=seed).play.cards
        for seed in range(4)
    }
    assert len(games) > 1


def test_a_player_keeps_nothing_that_changes_a_later_choice() -> None:
    used = AlphaMu(2, 3)
    for number in range(3):
        play_out(random_layout(number), Contract(4, "H", 0, SOUTH), used, used, seed=1)
    layout, contract = random_layout(77), Contract(4, "H", 0, SOUTH)
    assert (
        play_out(layout, contract, used, used, seed=1).play
        == play_out(layout, contract, AlphaMu(2, 3), AlphaMu(2, 3), seed=1).play
    )


def test_a_player_is_shown_what_he_would_see_at_the_table() -> None:
    layout, contract = random_layout(3), Contract(3, "N", 0, SOUTH)  # South declares, West leads
    declarer, defence = Spy(RandomCard()), Spy(RandomCard())
    game = play_out(layout, contract, declarer, defence)
    lead, *others = defence.turns
    assert lead.seen.view.hands == (None, None, None, layout[3])
    for turn in declarer.turns:
        assert turn.seen.view.hands == (layout[0], None, layout[2], None)
    for turn in others:
        seen = {0, turn.seen.play.to_play}
        assert turn.seen.view.hands == tuple(layout[seat] if seat in seen else None for seat in range(4))
    for turn in [*declarer.turns, *defence.turns]:
        assert turn.layout is None
        assert turn.seen.play.cards == game.play.cards[: len(turn.seen.play.cards)]


def test_dds_is_shown_everything() -> None:
    layout, contract = random_layout(3), Contract(3, "N", 0, SOUTH)
    defence = Spy(OpenCards())
    play_out(layout, contract, RandomCard(), defence)
    for turn in defence.turns:
        left = tuple(hand & ~gone for hand, gone in zip(layout, turn.seen.play.played, strict=True))
        assert turn.layout == left


@pytest.mark.parametrize("kind", ["alphamu:M=2,worlds=4", "pimc:worlds=4", "random"])
def test_a_choice_does_not_depend_on_cards_that_the_player_does_not_see(kind: str) -> None:
    """The hidden hands change places wherever the cards played allow it; he plays the same card."""
    player = player_named(kind)
    contract = Contract(3, "N", 0, SOUTH)
    compared = 0
    for number in range(3):
        layout = random_layout(number)
        game = play_out(layout, contract, RandomCard(), RandomCard(), seed=number)
        for after in (0, 1, 2, 9, 20, 31, 40):
            cards = game.play.cards[:after]
            play = replay(layout, WEST, 4, cards)
            seen = turn_of(layout, contract, play, False, 7, Knowledge())
            hidden = [seat for seat in EVERY_SEAT if seen.seen.view.hands[seat] is None]
            other = exchange(layout, play.played, hidden[0], hidden[-1])
            try:
                again = replay(other, WEST, 4, cards)
            except InputError:
                continue  # with these hands somebody would have revoked
            assert other != layout
            turn = turn_of(other, contract, again, False, 7, Knowledge())
            assert turn == seen
            assert player.choose(turn) == player.choose(seen)
            compared += 1
    assert compared > 8


def exchange(layout: Layout, played: tuple[int, int, int, int], one: Seat, other: Seat) -> Layout:
    """Two hands exchange what they have not played yet, as far as they hold equally much."""
    hands = list(layout)
    first, second = ([*cards_of(hands[seat] & ~played[seat])] for seat in (one, other))
    for mine, yours in zip(first, second, strict=False):
        hands[one] ^= 1 << mine | 1 << yours
        hands[other] ^= 1 << mine | 1 << yours
    return (hands[0], hands[1], hands[2], hands[3])


def turn_after(
    layout: Layout, contract: Contract, cards: list[Card], knowledge: Knowledge, seed: int
) -> Turn:
    assert contract.declarer is not None
    trump = "SHDCN".index(contract.strain)
    return turn_of(
        layout, contract, replay(layout, next_seat(contract.declarer), trump, cards), False, seed, knowledge
    )


class Imagined(NamedTuple):
    layouts: tuple[Layout, ...]
    weights: tuple[int, ...] | None


def imagine(turn: Turn, worlds: int) -> Imagined:
    """The layouts that a player draws, and how much each counts."""
    seed = turn.seed_for("worlds")
    _, drawn = draw_layouts(turn.seen, turn.assumptions, worlds, seed, 0, DEFAULT_ATTEMPTS)
    return Imagined(drawn.layouts, drawn.weights)


@pytest.mark.parametrize("after", [0, 1, 2, 14, 27, 40])
def test_players_who_see_the_same_imagine_the_same_layouts(after: int) -> None:
    layout, contract = random_layout(11), Contract(2, "D", 0, WEST)
    cards = [*play_out(layout, contract, RandomCard(), RandomCard()).play.cards[:after]]
    turn = turn_after(layout, contract, cards, Knowledge(), 4)
    few = imagine(turn, 12)
    # The same for a table at which the hidden cards lie in another way.
    hidden = [seat for seat in EVERY_SEAT if turn.seen.view.hands[seat] is None]
    elsewhere = exchange(layout, turn.seen.play.played, hidden[0], hidden[-1])
    if not any(turn.seen.play.voids[seat] for seat in hidden):
        assert imagine(turn_after(elsewhere, contract, cards, Knowledge(), 4), 12) == few
    other = imagine(replace(turn, seed=5), 12)
    assert other != few or len(few.layouts) < 12
    for imagined in few.layouts:
        for seat in range(4):
            dealt = turn.seen.view.hands[seat]
            if dealt is not None:
                assert imagined[seat] == dealt & ~turn.seen.play.played[seat]
            for suit in turn.seen.play.voids[seat]:
                assert not imagined[seat] >> 16 * suit & 0xFFFF
        assert sum(imagined) == sum(layout) & ~turn.seen.play.gone
        assert [hand.bit_count() for hand in imagined] == [
            13 - played.bit_count() for played in turn.seen.play.played
        ]
    assert len(set(few.layouts)) == len(few.layouts)


def test_the_way_to_a_position_does_not_matter() -> None:
    """South cashes two tricks in either order; then he stands in the same position, and so do the others."""
    layout, contract = strong_layout(), Contract(6, "N", 0, SOUTH)
    lead = "H5 H2 H9 HQ"
    for viewer, rest in (("S", ""), ("W", "C5"), ("E", "C5 C6 C2")):
        ways = [
            turn_after(layout, contract, parse_cards(f"{lead} {way} {rest}"), Knowledge(), 3)
            for way in ("DA D5 D2 D8 DK D6 D3 D9", "DK D6 D3 D9 DA D5 D2 D8")
        ]
        assert ways[0].seen.play.cards != ways[1].seen.play.cards
        assert SEATS[ways[0].seen.play.to_play] == viewer
        assert imagine(ways[0], 15) == imagine(ways[1], 15)
        assert imagine(ways[0], 15) != imagine(replace(ways[0], seed=4), 15)


def parse_cards(text: str) -> list[Card]:
    return [parse_card(card) for card in text.split()]


def test_where_no_layout_can_be_won_the_most_tricks_are_played_for() -> None:
    """7NT, and the defenders have twelve tricks outside clubs: South must take his club at once."""
    hands = ["5432.32..T987642", "8.T9876.QJT98.Q3", "76.54.765432.AK5", "AKQJT9.AKQJ.AK.J"]
    north, east, south, west = (parse_hand(hand) for hand in hands)
    layout, contract, cards = (north, east, south, west), Contract(7, "N", 0, SOUTH), parse_cards("CJ C2 C3")
    turn = turn_after(layout, contract, cards, Knowledge(), 1)
    tricks = {card_name(card): best_tricks(layout, [*cards, card]) for card in cards_of(turn.seen.legal)}
    assert tricks["C5"] < tricks["CK"] == tricks["CA"] < 13
    for kind in ("pimc:worlds=6", "alphamu:M=2,worlds=6"):
        assert card_name(player_named(kind).choose(turn)) == "CK"


def best_tricks(layout: Layout, cards: list[Card]) -> int:
    """Tricks of North and South with open cards from here on, the player DDS on all sides."""
    player = OpenCards()
    return play_out(layout, Contract(7, "N", 0, SOUTH), player, player, cards=cards).tricks


@pytest.mark.parametrize("after", [0, 1, 5])
def test_imagined_layouts_fit_what_everybody_was_told(after: int) -> None:
    layout = strong_layout()
    contract = Contract(6, "N", 0, SOUTH)
    cards = [*play_out(layout, contract, RandomCard(), RandomCard()).play.cards[:after]]
    told = Knowledge(assumptions=Assumptions(lead="off", constraints=[SideConstraint(SOUTH, 30, 37)]))
    turn = turn_after(layout, contract, cards, told, 1)
    for imagined in imagine(turn, 20).layouts:
        dealt = [imagined[seat] | turn.seen.play.played[seat] for seat in range(4)]
        assert 30 <= Hand(dealt[0]).hcp + Hand(dealt[2]).hcp <= 37


def test_the_opening_leader_reads_the_auction() -> None:
    layout = strong_layout()
    calls = tuple(parse_call(text) for text in ("1NT", "p", "3NT", "p", "p", "p"))
    contract = Contract(3, "N", 0, SOUTH)
    turn = turn_after(layout, contract, [], Knowledge(SOUTH, calls), 1)
    points = [Hand(imagined[2]).hcp for imagined in imagine(turn, 20).layouts]
    assert len(points) == 20
    assert all(15 <= found <= 17 for found in points)


def test_what_cannot_be_is_not_believed_by_the_opening_leader() -> None:
    """West holds 30 points; an opening bid of 1NT by South cannot be as the tables have it."""
    hands = ["5432.432.432.432", "T98.JT9.JT9.JT98", "J76.876.8765.765", "AKQ.AKQ5.AKQ.AKQ"]
    layout = tuple(parse_hand(hand) for hand in hands)
    north, east, south, west = layout
    calls = tuple(parse_call(text) for text in ("1NT", "p", "3NT", "p", "p", "p"))
    turn = turn_after((north, east, south, west), Contract(3, "N", 0, SOUTH), [], Knowledge(SOUTH, calls), 1)
    assert len(imagine(turn, 5).layouts) == 5


def test_the_opening_leader_still_believes_the_calls_that_can_be() -> None:
    """West sees 26 points, so South's 2NT cannot show 15; East's weak two in hearts still can be."""
    hands = ["T98.A32.T98.T987", "J.KQJT98.543.654", "76543.7654.J76.Q", "AKQ2..AKQ2.AKJ32"]
    north, east, south, west = (parse_hand(hand) for hand in hands)
    calls = tuple(parse_call(text) for text in ("2H", "2NT", "p", "3NT", "p", "p", "p"))
    turn = turn_after((north, east, south, west), Contract(3, "N", 0, SOUTH), [], Knowledge(EAST, calls), 1)
    for imagined in imagine(turn, 20).layouts:
        assert 6 <= len(Hand(imagined[1]).suit("H")) <= 7
        assert 4 <= Hand(imagined[1]).hcp <= 11


def strong_layout() -> Layout:
    hands = ["AK32.AK2.432.432", "J98.JT9.JT98.JT9", "QT7.Q876.AKQ.AK5", "654.543.765.Q876"]
    north, east, south, west = (parse_hand(hand) for hand in hands)
    return north, east, south, west


def test_dds_plays_the_lowest_of_the_cards_that_win_the_most_tricks() -> None:
    """South needs no trick more; he takes all that are there, and keeps his high cards."""
    layout, contract = strong_layout(), Contract(1, "N", 0, SOUTH)
    player = OpenCards()
    game = play_out(layout, contract, player, player)
    # The same by the definition: no card would have led to a better result for the side to play.
    for after in range(36, 51):
        play = replay(layout, WEST, 4, game.play.cards[:after])
        turn = turn_of(layout, contract, play, True, 1, Knowledge())
        assert turn.layout is not None
        worth = {
            card: tricks_after(layout, [*play.cards, card], turn.seen.play.to_play & 1)
            for card in cards_of(turn.seen.legal)
        }
        best = [card for card, tricks in worth.items() if tricks == max(worth.values())]
        assert player.choose(turn) == min(best, key=lambda card: (card & 15, card >> 4))


def tricks_after(layout: Layout, cards: list[Card], side: int) -> int:
    """Tricks of a side in all, with open cards, by trying everything."""
    play = replay(layout, WEST, 4, cards)
    if len(cards) == 52:
        return play.won[side]
    hand = layout[play.to_play] & ~play.played[play.to_play]
    following = [card for card in cards_of(hand) if play.trick and card >> 4 == play.trick[0] >> 4]
    found = [tricks_after(layout, [*cards, card], side) for card in following or cards_of(hand)]
    return max(found) if play.to_play & 1 == side else min(found)


def test_among_cards_alike_the_lowest_is_played() -> None:
    """All tricks are on top: ace, king and queen win this one, and the claim is as good after each."""
    hands = ["5432.432.432.432", "T98.JT9.JT9.JT98", "AKQ.AKQ5.AKQ.AKQ", "J76.876.8765.765"]
    north, east, south, west = (parse_hand(hand) for hand in hands)
    layout, contract = (north, east, south, west), Contract(1, "N", 0, SOUTH)
    lead = [parse_card(card) for card in ("H8", "H4", "HJ")]
    for kind in ("pimc", "alphamu", "dds"):
        player = player_named(kind)
        turn = turn_of(layout, contract, replay(layout, WEST, 4, lead), player.sees_all, 1, Knowledge())
        assert card_name(player.choose(turn)) == "HQ", kind


def test_only_one_card_is_recognised_without_a_search() -> None:
    layout, contract = strong_layout(), Contract(1, "N", 0, SOUTH)
    turn = turn_after(layout, contract, [parse_card("C6")], Knowledge(), 1)
    assert only_card(turn.seen) == parse_card("C2")  # 4, 3 and 2 with nothing between
    turn = turn_after(layout, contract, [parse_card("S6")], Knowledge(), 1)
    assert only_card(turn.seen) is None
    turn = turn_after(layout, contract, [parse_card(card) for card in ("C6", "C2", "C9")], Knowledge(), 1)
    assert only_card(turn.seen) is None  # A K 5: the 9 on the table lies between


class Cheat:
    """Plays a card whatever is led."""

    name = "cheat"
    sees_all = False
    keeps = False

    def choose(self, turn: Turn) -> Card:
        return parse_card("SA")


def test_a_card_that_is_not_legal_is_refused() -> None:
    with pytest.raises(PlayerError, match="cheat played for West what is not legal: SA"):
        play_out(strong_layout(), Contract(1, "N", 0, SOUTH), RandomCard(), Cheat())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("alphamu", "alphamu:M=2,worlds=20"),
        ("alphamu:M=3", "alphamu:M=3,worlds=20"),
        (" AlphaMu: m=4, worlds=80 ", "alphamu:M=4,worlds=80"),
        ("alphamu:M=1", "pimc:worlds=20"),
        ("pimc:worlds=7", "pimc:worlds=7"),
        ("alphamu:early-cut=off,table=on", "alphamu:M=2,worlds=20,early_cut=off"),
        ("DDS", "dds"),
        ("random", "random"),
    ],
)
def test_a_player_is_made_from_text_and_its_name_makes_it_again(text: str, name: str) -> None:
    player = player_named(text)
    assert player.name == name
    assert player_named(name).name == name


def test_switches_of_a_player_are_options_of_the_search() -> None:
    player = player_named("alphamu:M=2,useful_worlds=off")
    assert isinstance(player, AlphaMu)
    assert player.options == Options(useful_worlds=False)


@pytest.mark.parametrize(
    "text",
    [
        *("", "gib", "alphamu:M=0", "alphamu:M", "alphamu:M=", "alphamu:worlds=-3", "alphamu:worlds=x"),
        *("alphamu:depth=3", "alphamu:table=maybe", "alphamu:M=2,m=3", "alphamu:M=²"),
        *("pimc:M=2", "dds:worlds=3", "random:M=2"),
    ],
)
def test_a_player_that_is_not_understood_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(InputError) as refused:
        player_named(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("defence", ["dds", "pimc:worlds=3", "random"])
@pytest.mark.parametrize("contract", ["7NT", "3NT", "4S", "2D"])
def test_a_game_that_is_stopped_when_it_is_certain_ends_as_if_played_out(contract: str, defence: str) -> None:
    for number, declarer in enumerate(EVERY_SEAT):
        layout = random_layout(100 + number)
        wanted = parse_contract(contract, declarer)
        players = player_named("alphamu:M=2,worlds=3"), player_named(defence)
        stopped = play_out(layout, wanted, *players, seed=number, until_certain=True)
        whole = play_out(layout, wanted, *players, seed=number)
        assert whole.play.cards[: len(stopped.play.cards)] == stopped.play.cards
        assert stopped.made == whole.made, (number, stopped.ended)


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "score"),
    [
        ("1C", 7, False, 70),
        ("1NT", 9, False, 150),
        ("2NT", 8, True, 120),
        ("3NT", 9, False, 400),
        ("3NT", 10, True, 630),
        ("4S", 10, True, 620),
        ("4H", 12, False, 480),
        ("5D", 11, True, 600),
        ("6NT", 12, False, 990),
        ("6S", 13, True, 1460),
        ("7NT", 13, False, 1520),
        ("7NT", 13, True, 2220),
        ("2SX", 8, False, 470),
        ("2SX", 9, True, 870),
        ("1NTXX", 7, False, 560),
        ("1CXX", 8, True, 630),
        ("3NT", 8, False, -50),
        ("4S", 7, True, -300),
        ("4SX", 9, False, -100),
        ("4SX", 8, False, -300),
        ("4SX", 7, False, -500),
        ("4SX", 6, False, -800),
        ("4SX", 8, True, -500),
        ("4SXX", 7, True, -1600),
        ("7NTXX", 0, True, -7600),
    ],
)
def test_a_contract_scores_as_the_laws_say(contract: str, tricks: int, vulnerable: bool, score: int) -> None:
    """Figures from the table of law 77, and from any score card."""
    assert duplicate_score(parse_contract(contract), tricks, vulnerable) == score


def test_the_seats_of_a_side_need_a_declarer() -> None:
    with pytest.raises(InputError, match="needs a declarer"):
        play_out(strong_layout(), Contract(3, "N"), RandomCard(), RandomCard())
