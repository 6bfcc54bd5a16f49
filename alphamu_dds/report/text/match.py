"""A match as text: the paper's table, and what each player has cost."""

from __future__ import annotations

from ...errors import count
from ...match.options import MOST_POINTS, MatchOptions
from ...match.result import MatchResult
from ..words import contract_text, percent
from .table import aligned

SHOWN = 5
ASCII_SYMBOLS = {
    "αμ": "alphamu",
    "≠": "differ",
    "σ": "sigma",
    "–": "-",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
}
"""What stands for symbols where there are none."""


def match_text(result: MatchResult, ascii_only: bool = False) -> str:
    """What a match has shown, for a terminal."""
    symbols = ASCII_SYMBOLS if ascii_only else {}

    def plain(text: str) -> str:
        for symbol, word in symbols.items():
            text = text.replace(symbol, word)
        return text

    parts = [f"{count(result.deals, 'deal')}: {deals_text(result.options)}"]
    rows = [["P1", "P2", "D", "≠", "win rate", "σ", "95 % interval"]]
    for row in result.rows:
        found = row.interval
        figures = (
            ["–", "–", "–"]
            if row.win_rate is None or row.sigma is None or found is None
            else [f"{row.win_rate:.3f}", f"{row.sigma:.4f}", f"{found.low:.3f} to {found.high:.3f}"]
        )
        names = [player_text(name) for name in (row.p1, row.p2, row.defence)]
        rows.append([*names, str(row.different), *figures])
    # Words are longer than symbols: they are put in before the columns are.
    parts.append("\n".join(aligned([[plain(cell) for cell in row] for row in rows])))
    rows = [["", "made", "of the deals", "moves", "seconds a move"]]
    for tally in result.players:
        share = percent(tally.made / result.deals) if result.deals else "–"
        spent = _seconds(tally.seconds_a_move)
        rows.append([player_text(tally.player), str(tally.made), share, str(tally.moves), spent])
    defence = result.defence
    rows.append(
        [
            f"{player_text(defence.player)}, defence",
            "",
            "",
            str(defence.moves),
            _seconds(defence.seconds_a_move),
        ]
    )
    parts.append("\n".join(aligned([[plain(cell) for cell in row] for row in rows])))
    if result.trouble:
        lines = [f"{count(len(result.trouble), 'deal')} could not be played:"]
        lines += [f"  deal {record.number}: {record.reason}" for record in result.trouble[:SHOWN]]
        parts.append("\n".join(lines))
    return plain("\n\n".join(parts))


def deals_text(options: MatchOptions) -> str:
    """Which deals are played, in a sentence."""
    low, high = options.strength
    words = [f"{contract_text(options.contract)} by {options.declarer}"]
    if (low, high) != (0, MOST_POINTS):
        words.append(f"{low if low == high else f'{low} to {high}'} points together")
    if options.double_dummy != "any":
        words.append(f"double dummy {options.double_dummy}")
    words.extend(options.conditions)
    words.append(f"seed {options.seed}")
    return ", ".join(words)


def player_text(name: str) -> str:
    """A player for people.

    >>> player_text("alphamu:M=3,worlds=20"), player_text("pimc:worlds=20"), player_text("dds")
    ('αμ M=3, 20 worlds', 'PIMC, 20 worlds', 'DDS')
    """
    kind, _, rest = name.partition(":")
    settings = [part for part in rest.split(",") if part]
    words = [
        count(int(part.removeprefix("worlds=")), "world") if part.startswith("worlds=") else part
        for part in settings
    ]
    label = {"alphamu": "αμ", "pimc": "PIMC", "dds": "DDS"}.get(kind, kind)
    if words and words[0].startswith("M="):
        label = f"{label} {words.pop(0)}"
    return ", ".join([label, *words])


def _seconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds:.4f}"
