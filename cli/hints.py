"""Hints of the library in the words of this command line: its flags."""

from __future__ import annotations

from alphamu_dds.errors import AlphaMuError, Hint

FLAGS = {
    Hint.BOARD: "--board",
    Hint.ROOM: "--board, --room",
    Hint.CONTRACT: "--contract, --declarer",
    Hint.DECLARER: "--declarer",
    Hint.TRICKS: "--tricks",
}
IN_PLAY = {Hint.CONTRACT: "--contract", Hint.DECLARER: "--by"}
"""Where ``alphamu play`` has other flags: there --declarer is a player."""


def sentence(error: AlphaMuError, command: str) -> str:
    """What went wrong, and which flags could help."""
    hint: Hint | None = getattr(error, "hint", None)
    if hint is None:
        return str(error)
    return f"{error} ({IN_PLAY.get(hint, FLAGS[hint]) if command == 'play' else FLAGS[hint]})"
