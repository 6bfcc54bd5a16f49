"""What could be said instead, in the words of this command line: its flags."""

from __future__ import annotations

from alphamu_dds.errors import AlphaMuError, Hint

WORDS = {
    Hint.CHOOSE_BOARD: "--board chooses one of them",
    Hint.BOARD_BY_PLACE: "--board takes their places too",
    Hint.NAME_CONTRACT: "a contract can be named, as in --contract 3NT --declarer S",
    Hint.NAME_DECLARER: "--declarer does that",
    Hint.MORE_TRICKS: "--tricks asks for more",
    Hint.FEWER_TRICKS: "--tricks asks for fewer",
    Hint.EVERY_CARD: "--every-card",
    Hint.MORE_WORLDS: "--worlds",
    Hint.ALL_WORLDS: "--worlds all",
    Hint.NAME_LEAD: "--lead says what was led",
    Hint.LIFT_LIMIT: "--time-limit 0 lifts it",
    Hint.OTHER_MEMORY: "--memory-limit sets another",
    Hint.LOOK_FURTHER: "-M",
}
IN_PLAY = {
    Hint.NAME_CONTRACT: "--contract gives one",
    Hint.NAME_DECLARER: "--by names a seat",
}
"""Where ``alphamu play`` has other flags: there --declarer is a player."""


def sentence(error: AlphaMuError, command: str | None = None) -> str:
    """What went wrong, and what could be done about it."""
    hint: Hint | None = getattr(error, "hint", None)
    if hint is None:
        return str(error)
    return f"{error}; {(IN_PLAY if command == 'play' else {}).get(hint) or WORDS[hint]}"
