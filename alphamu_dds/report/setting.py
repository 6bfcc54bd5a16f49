"""How the layouts of a decision came about, in words for people."""

from __future__ import annotations

from ..errors import count
from ..solve.setting import Setting
from ..worlds.sample import Share, Worlds
from .words import with_symbols

ASSUMED = "Assumed of the hidden hands"
NOTHING_ASSUMED = "Nothing was assumed of the hidden hands but what the play has shown."


def setting_notes(setting: Setting) -> list[str]:
    """What was not used of the auction, and how many layouts there are."""
    lines = []
    if setting.assumed.unused:
        lines.append(with_symbols(f"Not used: {'; '.join(setting.assumed.unused)}."))
    if setting.assumed.unread:
        lines.append(with_symbols(f"Nothing was concluded from {', '.join(setting.assumed.unread)}."))
    return [*lines, *sample_lines(setting.worlds, setting.seed)]


def sample_lines(worlds: Worlds, seed: int) -> list[str]:
    """How many layouts there are, and how they were found."""
    number = len(worlds.layouts)
    fits, are, were = ("fits", "is", "was") if number == 1 else ("fit", "are", "were")
    all_of_them = "The only layout" if number == 1 else f"All {number:,} layouts"
    of_open = f"of the {worlds.open:,} that the cards played leave open"
    rejected = (
        f" {100 * worlds.acceptance:.2g}% of those dealt fitted." if worlds.fitting < worlds.tried else ""
    )
    if worlds.left_out:
        drawn = number + worlds.left_out
        return [
            f"Of {count(drawn, 'layout')} drawn (seed {seed}), {number:,} {are} used, to answer in time; "
            f"{of_open}."
        ]
    if worlds.complete:
        if number == worlds.open:
            wanted = f" ({worlds.wanted:,} were wanted)" if worlds.wanted is not None else ""
            return [f"{all_of_them} that the cards played leave open {are} used{wanted}."]
        fewer = worlds.wanted is not None and number < worlds.wanted
        more = f", fewer than the {worlds.wanted} wanted" if fewer else ""
        return [f"{all_of_them} that {fits} {are} used{more}, {of_open}."]
    if worlds.is_short:
        return [
            f"Only {number:,} of {count(worlds.wanted or 0, 'layout')} {were} found in "
            f"{count(worlds.tried, 'attempt')} (acceptance {100 * worlds.acceptance:.2g}%).",
            *(share_text(share) for share in worlds.shares),
        ]
    return [f"{count(number, 'layout')} {were} drawn (seed {seed}) {of_open}.{rejected}"]


def share_text(share: Share) -> str:
    """What one constraint lets through."""
    together = f"{share.together:.2%} together with those above"
    constraint = share.constraint
    source = f" ({constraint.source})" if constraint.source else ""
    return f"  {constraint.text}{source}: {share.alone:.2%} of the open layouts fit, {together}"
