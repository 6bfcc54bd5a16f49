"""How the worlds of a decision came about."""

from __future__ import annotations

from dataclasses import dataclass

from ..bridge.cards import SEATS, card_name
from ..worlds.assume import Assumptions
from ..worlds.sample import Worlds
from .seen import Standing


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
            "not_used": self.assumptions.unused,
            "sample": {
                "wanted": worlds.wanted,
                "worlds": len(worlds.layouts),
                "weighted": worlds.weights is not None,
                "complete": worlds.complete,
                "open": worlds.open,
                "dealt": worlds.dealt,
                "tried": worlds.tried,
                "left_out_for_time": worlds.left_out,
                "acceptance": worlds.acceptance,
                "seed": self.seed,
            },
        }
