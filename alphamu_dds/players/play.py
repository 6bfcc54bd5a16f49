"""A board of a file played out by players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..bridge.auction import Contract, parse_contract
from ..bridge.cards import (
    EVERY_SEAT,
    SEAT_NAMES,
    SEATS,
    Card,
    Layout,
    Seat,
    card_name,
    parse_seat,
    same_side,
    side_of,
)
from ..bridge.replay import Replay, replay
from ..bridge.scoring import duplicate_score
from ..errors import Hint, InputError, count, whole_number
from ..formats.board import FULL_HAND, Board, Tag
from ..schema import SCHEMA
from ..solve.policy import DEFAULT_SEED
from ..worlds.assume import Assumptions
from .player import Player
from .table import PlayedGame, play_out
from .turn import Knowledge


@dataclass(frozen=True)
class TrickPlayed:
    """One trick of a board that was played out, or the beginning of one."""

    cards: tuple[Card, ...]
    owners: tuple[Seat, ...]
    winner: Seat | None
    """None if it was not played to its end."""
    won: int
    """Tricks of declarer's side after it."""
    lost: int


@dataclass(frozen=True)
class PlayedBoard:
    """A board with all of its play, and who played it."""

    board: Board
    """As the players left it: with contract, play and result."""
    game: PlayedGame
    declarer: str
    defence: str
    before: int
    """So many cards had been played when the players took over."""
    seed: int
    seat: Seat
    """Declarer's."""
    tricks: tuple[TrickPlayed, ...]
    is_vulnerable: bool
    """Whether declarer's side is; not if the board does not say."""
    score: int
    """Points of declarer's side."""

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        contract, play = self.game.contract, self.game.play
        assert contract.declarer is not None
        return {
            "schema": SCHEMA,
            "board": self.board.name,
            "deal": self.board.deal,
            "contract": contract.name,
            "declarer": SEATS[contract.declarer],
            "declarer_player": self.declarer,
            "defence_player": self.defence,
            "seed": self.seed,
            "before": self.before,
            "play": [card_name(card) for card in play.cards],
            "owners": "".join(SEATS[seat] for seat in play.owners),
            "tricks": self.game.tricks,
            "made": self.game.made,
            "score": self.score,
            "declarer_seconds_a_move": self.game.declarer.seconds_a_move,
            "defence_seconds_a_move": self.game.defence.seconds_a_move,
        }


def play_board(
    board: Board,
    declarer: Player,
    defence: Player,
    *,
    contract: str | None = None,
    seat: str | None = None,
    after: int = 0,
    seed: int = DEFAULT_SEED,
    bidding: bool = True,
    on_card: Callable[[Replay], None] | None = None,
) -> PlayedBoard:
    """Play a board to its end, from the opening lead or from behind ``after`` cards of its record.

    ``contract`` and ``seat`` (declarer's) replace those of the board. With ``bidding`` the players conclude
    from the calls what ``solve`` does. The board needs all four hands; each player is shown his own.
    """
    layout = _four_hands(board)
    chosen = _contract_of(board, contract, seat)
    number = whole_number(after, "the number of cards played", 0)
    same = board.contract is not None and board.contract == chosen
    if number and not same:
        raise InputError(
            f"the record is of another contract, so it cannot go on after {count(number, 'card')}"
        )
    if number > len(board.play):
        raise InputError(f"the record has {count(len(board.play), 'card')} of play, so not after: {number}")
    assumptions = Assumptions(bidding=bidding, lead="off")
    knowledge = Knowledge(board.dealer, board.auction if same else (), assumptions)
    game = play_out(
        layout,
        chosen,
        declarer,
        defence,
        seed=whole_number(seed, "the seed", 0),
        knowledge=knowledge,
        cards=board.play[:number],
        on_card=on_card,
    )
    declaring = chosen.declarer
    assert declaring is not None
    vulnerable = board.vulnerable in ("Both", "EW" if side_of(declaring) else "NS")
    names = _names(declaring, declarer.name, defence.name)
    return PlayedBoard(
        board=_with_play(replace(board, auction=knowledge.auction), game, names),
        game=game,
        declarer=declarer.name,
        defence=defence.name,
        before=number,
        seed=seed,
        seat=declaring,
        tricks=tuple(_tricks(game, declaring)),
        is_vulnerable=vulnerable,
        score=duplicate_score(chosen, game.tricks, vulnerable),
    )


def _with_play(board: Board, game: PlayedGame, players: tuple[str, str, str, str]) -> Board:
    """A board as the players have left it."""
    return replace(
        board,
        contract=game.contract,
        passed_out=False,
        play=game.play.cards,
        owners=game.play.owners,
        play_as_seen=None,
        result=game.tricks,
        players=players,
        tags=_tags_that_stay(board.tags),
        irregular=frozenset(),
        problems=(),
    )


def _tricks(game: PlayedGame, declarer: Seat) -> Iterator[TrickPlayed]:
    play = game.play
    for start in range(0, len(play.cards), 4):
        after = replay(game.layout, play.opening_leader, play.trump, play.cards[: start + 4])
        cards, owners = play.cards[start : start + 4], play.owners[start : start + 4]
        ours, theirs = after.won[side_of(declarer)], after.won[1 - side_of(declarer)]
        yield TrickPlayed(cards, owners, after.leader if len(cards) == 4 else None, ours, theirs)


def _names(seat: Seat, declarer: str, defence: str) -> tuple[str, str, str, str]:
    north, east, south, west = (declarer if same_side(place, seat) else defence for place in EVERY_SEAT)
    return north, east, south, west


def _tags_that_stay(tags: Sequence[Tag]) -> tuple[Tag, ...]:
    """Tags about the deal; those about what happened at another table do not belong to this play."""
    return tuple(tag for tag in tags if tag.name.lower() in ("date", "site", "scoring", "theme", "lesson"))


def _four_hands(board: Board) -> Layout:
    hands = [hand for hand in board.hands if hand is not None]
    seen = 0
    for place, hand in enumerate(board.hands):
        if hand is None or hand.bit_count() != FULL_HAND:
            cards = 0 if hand is None else hand.bit_count()
            raise InputError(
                f"all four hands are needed to play, but {SEAT_NAMES[place]} has {count(cards, 'card')}"
            )
        if seen & hand:
            raise InputError(f"{card_name(Card((seen & hand).bit_length() - 1))} is in two hands")
        seen |= hand
    return (hands[0], hands[1], hands[2], hands[3])


def _contract_of(board: Board, contract: str | None, seat: str | None) -> Contract:
    declarer = parse_seat(seat) if seat is not None else board.declarer
    if contract is None and board.contract is None:
        raise InputError("the board has no contract, so one must be given", Hint.CONTRACT)
    if declarer is None:
        raise InputError("nobody is named as declarer, so a seat must be given", Hint.DECLARER)
    found = board.contract if contract is None else parse_contract(contract)
    assert found is not None
    return found.by(declarer)
