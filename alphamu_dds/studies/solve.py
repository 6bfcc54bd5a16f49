"""Which card? The whole way from a board in a file to a decision: stand, assume, draw, search."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..bridge.cache import LeafCache
from ..bridge.cards import SEATS, STRAINS, card_name
from ..bridge.position import Position
from ..engine.options import Limits, Options
from ..errors import InputError
from ..formats.board import Board
from ..formats.read import read_boards
from ..worlds.assume import Assumptions, HandAssumption, Sources, assume
from ..worlds.constraints import LayoutTest
from ..worlds.sample import DEFAULT_ATTEMPTS, DEFAULT_FEW, DEFAULT_WORLDS, Worlds, draw
from .decision import Decision, solve_position
from .standing import Standing, stand


@dataclass(frozen=True)
class Setting:
    """How the worlds of a decision came about."""

    standing: Standing
    assumptions: Assumptions
    worlds: Worlds
    seed: int

    def to_dict(self) -> dict[str, object]:
        """The parts ``board``, ``assumptions`` and ``sample`` of the JSON document."""
        standing, worlds, board = self.standing, self.worlds, self.standing.board
        play = standing.view.play
        return {
            "board": {
                "file": board.source.file,
                "line": board.source.line,
                "board": board.name,
                "contract": standing.contract.name,
                "declarer": SEATS[standing.declarer],
                "after": standing.after,
                "played": [card_name(card) for card in play.cards],
                "trick": [card_name(card) for card in play.trick],
                "won": standing.won,
                "need": standing.need,
            },
            "assumptions": [
                {"text": constraint.text, "source": constraint.source} for constraint in worlds.constraints
            ],
            "not_read": self.assumptions.unread,
            "sample": {
                "wanted": worlds.wanted,
                "worlds": len(worlds.layouts),
                "weighted": worlds.weights is not None,
                "complete": worlds.complete,
                "open": worlds.open,
                "dealt": worlds.dealt,
                "tried": worlds.tried,
                "acceptance": worlds.acceptance,
                "seed": self.seed,
            },
        }


def solve(
    board: Board | str,
    *,
    number: str | int | None = None,
    after: int | None = None,
    play: Sequence[str] | str = (),
    lead: str | None = None,
    contract: str | None = None,
    declarer: str | None = None,
    tricks: int | None = None,
    max_moves: int = 2,
    worlds: int | None = DEFAULT_WORLDS,
    seed: int = 1,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
    hands: Mapping[str, HandAssumption] | None = None,
    condition: str | Sequence[str] = (),
    test: LayoutTest | None = None,
    bidding: bool = True,
    bidding_table: str | None = None,
    leads: str = "weights",
    lead_table: str | None = None,
    every_card: bool = True,
    threads: int = 1,
    options: Options | None = None,
    seconds: float = math.inf,
    nodes: float = math.inf,
    cache: LeafCache | None = None,
    on_iteration: Callable[[Decision], None] | None = None,
) -> Decision:
    """Find declarer's best card on a board, over layouts of the hidden hands that fit what declarer knows.

    ``board`` is a ``Board``, or anything that ``read_boards`` takes (a file, PBN or LIN text, a link), with ``number`` to
    choose among several. ``after``, ``play``, ``lead``, ``contract``, ``declarer`` and ``tricks`` say where declarer
    stands (see ``standing.stand``); ``worlds``, ``seed``, ``few`` and ``attempts`` how many layouts are drawn (``sample.draw``;
    ``worlds=None`` takes all). What is assumed of the hidden hands comes from ``hands`` (``{"W": "hcp 12-14"}``),
    ``condition``, ``test``, the recorded auction (``bidding``) and the opening lead (``leads``: ``weights``, ``filter`` or ``off``). The
    rest is as in ``solve_worlds``. The defenders' cards in the board are never looked at.

    Raises ``InputError`` for a question that makes no sense, ``NoWorldsError`` if the assumptions leave nothing.
    """
    chosen = board if isinstance(board, Board) else choose_board(read_boards(board), number)
    standing = stand(chosen, after, _words(play), lead, contract, declarer, tricks)
    sources = Sources(
        hands=hands or {},
        conditions=[condition] if isinstance(condition, str) else condition,
        test=test,
        bidding=bidding,
        bidding_table=bidding_table,
        lead=leads,
        lead_table=lead_table,
    )
    setting = prepare(standing, sources, worlds, seed, few, attempts)
    return decide(
        setting,
        Limits(max_moves, seconds, nodes),
        options,
        every_card=every_card,
        threads=threads,
        cache=cache,
        on_iteration=on_iteration,
    )
