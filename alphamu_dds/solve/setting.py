"""How the worlds of a decision came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bridge.cards import SEATS, card_name
from ..worlds.seen import Seen

if TYPE_CHECKING:
    from ..worlds.assume import Assumed
    from ..worlds.sample import Worlds


@dataclass(frozen=True)
class Setting:
    """How the worlds of a decision came about."""

    seen: Seen
    assumed: Assumed
    worlds: Worlds
    seed: int

    def to_dict(self) -> dict[str, object]:
        """The parts ``board``, ``assumptions`` and ``sample`` of the JSON document."""
        seen, worlds = self.seen, self.worlds
        play = seen.play
        return {
            "board": {
                "file": seen.label.file,
                "line": seen.label.line,
                "board": seen.label.board,
                "contract": seen.contract.name,
                "declarer": SEATS[seen.declarer],
                "after": seen.after,
                "played": [card_name(card) for card in play.cards],
                "trick": [card_name(card) for card in play.trick],
                "won": seen.won,
                "need": seen.need,
            },
            "assumptions": [
                {"text": constraint.text, "source": constraint.source} for constraint in worlds.constraints
            ],
            "not_read": self.assumed.unread,
            "not_used": self.assumed.unused,
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
