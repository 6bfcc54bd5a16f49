"""The play of a board as text: one line for each choice of declarer's side."""

from __future__ import annotations

from ...batch.records import Choice
from ...batch.review import Review
from ...bridge.cards import SEAT_NAMES
from ...errors import count
from ..words import bid_text, card_text, percent
from .table import aligned


def review_text(review: Review) -> str:
    """Heading, a table of choices, and what is to be made of it."""
    name = SEAT_NAMES[review.declarer] + (f" ({review.player})" if review.player else "")
    title = f"Board {review.label.board}: " if review.label.board else ""
    lines = [f"{title}{bid_text(review.contract)} by {name}."]
    if not review.decisions:
        return f"{lines[0]} Declarer's side had no real choice while the contract was open."
    lines.append("")
    # As wide as it is in letters.
    share = "αμ".rjust(len("alphamu"))
    rows = [["trick", "hand", "played", share, "best", share, "loss", ""]]
    rows += [_row(choice) for choice in review.decisions]
    lines += aligned(rows)
    lines += ["", _verdict(review)]
    ended = sum(choice.sample.limit is not None for choice in review.decisions)
    if ended:
        at = count(ended, "choice")
        lines.append(f"At {at} a limit of time, work or memory was reached before the search was done.")
    return "\n".join(lines)


def _row(choice: Choice) -> list[str]:
    return [
        f"{choice.trick:>5}",
        SEAT_NAMES[choice.turn],
        card_text(choice.move),
        percent(choice.mu),
        card_text(choice.best_moves[0] if choice.loss > 0 else choice.move),
        percent(choice.mu_best),
        percent(choice.loss),
        # A small loss is no mistake, and so nothing is said of it.
        "" if choice.verdict == "fine" else choice.verdict,
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
