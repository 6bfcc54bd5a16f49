"""The play of a board as text: one line for each choice of declarer's side."""

from __future__ import annotations

from ..bridge.cards import SEAT_NAMES, SEATS
from ..errors import count
from ..studies.review import Choice, Review
from .batch_text import aligned
from .words import card_text, contract_text, percent


def review_text(review: Review) -> str:
    """Heading, a table of choices, and what is to be made of it."""
    board = review.board
    assert board.contract is not None
    assert board.declarer is not None
    player = board.players[board.declarer]
    name = SEAT_NAMES[board.declarer] + (f" ({player})" if player else "")
    title = f"Board {board.name}: " if board.name else ""
    lines = [f"{title}{contract_text(board.contract.name)} by {name}."]
    if not review.decisions:
        return f"{lines[0]} Declarer's side had no real choice while the contract was open."
    lines.append("")
    rows = [["trick", "hand", "played", "αμ", "best", "αμ", "loss", ""]]
    rows += [_row(choice) for choice in review.decisions]
    lines += aligned(rows)
    lines += ["", _verdict(review)]
    return "\n".join(lines)


def _row(choice: Choice) -> list[str]:
    named = choice.verdict != "fine"
    return [
        f"{choice.trick:>5}",
        SEAT_NAMES[SEATS.index(choice.seat)],
        card_text(choice.card),
        percent(choice.mu),
        card_text(choice.best) if named else "",
        percent(choice.mu_best) if named else "",
        percent(choice.loss) if named else "",
        choice.verdict if named else "",
    ]


def _verdict(review: Review) -> str:
    mistakes = sum(choice.verdict == "mistake" for choice in review.decisions)
    undecided = sum(choice.verdict == "undecided" for choice in review.decisions)
    text = f"{count(len(review.decisions), 'real choice')}: "
    text += count(mistakes, "mistake") if mistakes else "no mistake"
    if undecided:
        text += (
            f", {undecided} undecided (a loss that does not stand when one looks deeper or at other layouts)"
        )
    return text + "."
