"""A game as text: trick by trick, then the score."""

from __future__ import annotations

from collections.abc import Iterator

from ...bridge.cards import SEAT_NAMES, SEATS
from ...bridge.replay import Replay, replay
from ...errors import count
from ...players.play import PlayedBoard
from ..words import card_text, contract_text
from .match import player_text
from .table import aligned

SIDES = ("North-South", "East-West")


def play_text(played: PlayedBoard) -> str:
    """All tricks and the score, for a terminal."""
    return "\n".join([*_heading(played), "", *_tricks(played.game.play, played), "", *_outcome(played)])


def _heading(played: PlayedBoard) -> Iterator[str]:
    board, contract = played.board, played.game.contract
    assert contract.declarer is not None
    name = f"Board {board.name}: " if board.name else ""
    yield (
        f"{name}{contract_text(contract.name)} by {SEAT_NAMES[contract.declarer]}, declarer "
        f"{player_text(played.declarer)}, defence {player_text(played.defence)}, seed {played.seed}"
    )


def _tricks(play: Replay, played: PlayedBoard) -> Iterator[str]:
    """A line for each trick, a column for each seat; > is led, a star wins."""
    declarer = played.game.contract.declarer
    assert declarer is not None
    rows = [["trick", *(f"{name:<6}" for name in SEAT_NAMES), "declarer", "defence"]]
    for start in range(0, len(play.cards), 4):
        cards = play.cards[start : start + 4]
        owners = play.owners[start : start + 4]
        after = replay(played.game.layout, play.opening_leader, play.trump, play.cards[: start + 4])
        cells = ["", "", "", ""]
        for card, owner in zip(cards, owners, strict=True):
            mark = ">" if owner == owners[0] else " "
            star = "*" if len(cards) == 4 and owner == after.leader else ""
            cells[owner] = mark + card_text(card) + star
        won = (after.won[declarer & 1], after.won[declarer & 1 ^ 1])
        rows.append([str(start // 4 + 1), *cells, *map(str, won)])
    yield from aligned(rows, lambda row, column: 1 <= column <= 4)
    yield f"> leads, * wins; {SEATS[declarer]} is declarer"


def _outcome(played: PlayedBoard) -> Iterator[str]:
    contract, tricks = played.game.contract, played.game.tricks
    assert contract.declarer is not None
    over = tricks - contract.tricks
    how = "made" if over == 0 else f"made with {over} more" if over > 0 else f"{-over} down"
    side = SIDES[contract.declarer & 1 if played.score >= 0 else contract.declarer & 1 ^ 1]
    vulnerable = ", vulnerable" if played.is_vulnerable else ""
    name = contract_text(contract.name)
    yield f"{name}{vulnerable}: {count(tricks, 'trick')}, {how}; {abs(played.score)} to {side}"
    game = played.game
    for who, thinking in (("Declarer", game.declarer), ("The defence", game.defence)):
        if thinking.moves:
            yield f"{who} had {count(thinking.moves, 'choice')}, {thinking.seconds_a_move:.3f} s each"
