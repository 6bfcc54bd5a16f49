"""A game as text: trick by trick, then the score."""

from __future__ import annotations

from collections.abc import Iterator

from ...bridge.cards import SEAT_NAMES, SEATS
from ...errors import count
from ...players.play import PlayedBoard
from ..words import bid_text, card_text
from .match import player_text
from .table import aligned

SIDES = ("North-South", "East-West")


def play_text(played: PlayedBoard) -> str:
    """All tricks and the score, for a terminal."""
    return "\n".join([*_heading(played), "", *_tricks(played), "", *_outcome(played)])


def _heading(played: PlayedBoard) -> Iterator[str]:
    name = f"Board {played.board.name}: " if played.board.name else ""
    yield (
        f"{name}{bid_text(played.game.contract)} by {SEAT_NAMES[played.seat]}, declarer "
        f"{player_text(played.declarer)}, defence {player_text(played.defence)}, seed {played.seed}"
    )


def _tricks(played: PlayedBoard) -> Iterator[str]:
    """A line for each trick, a column for each seat; > is led, a star wins."""
    rows = [["trick", *(f"{name:<6}" for name in SEAT_NAMES), "declarer", "defence"]]
    for number, trick in enumerate(played.tricks, 1):
        cells = ["", "", "", ""]
        for card, owner in zip(trick.cards, trick.owners, strict=True):
            mark = ">" if owner == trick.owners[0] else " "
            cells[owner] = mark + card_text(card) + ("*" if owner == trick.winner else "")
        rows.append([str(number), *cells, str(trick.won), str(trick.lost)])
    yield from aligned(rows, lambda row, column: 1 <= column <= 4)
    yield f"> leads, * wins; {SEATS[played.seat]} is declarer"


def _outcome(played: PlayedBoard) -> Iterator[str]:
    contract = played.game.contract
    tricks = played.tricks[-1].won if played.tricks else 0
    over = tricks - contract.level - 6
    how = "made" if over == 0 else f"made with {over} more" if over > 0 else f"{-over} down"
    ours = SEATS[played.seat] in "NS"
    side = SIDES[0 if ours == (played.score >= 0) else 1]
    vulnerable = ", vulnerable" if played.is_vulnerable else ""
    name = bid_text(contract)
    yield f"{name}{vulnerable}: {count(tricks, 'trick')}, {how}; {abs(played.score)} to {side}"
    for who, thinking in (("Declarer", played.game.declarer), ("The defence", played.game.defence)):
        if thinking.moves:
            each = thinking.seconds / thinking.moves
            yield f"{who} had {count(thinking.moves, 'choice')}, {each:.3f} s each"
