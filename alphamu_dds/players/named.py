"""Players from text: ``alphamu:M=3,worlds=40``, ``pimc``, ``dds``, ``random``."""

from __future__ import annotations

from dataclasses import fields

from ..engine.options import Options
from ..errors import InputError
from ..solve.policy import DEFAULT_MOVES, PLAYER_WORLDS
from .player import OpenCards, Player, RandomCard
from .searching import AlphaMu

KINDS = ("alphamu", "pimc", "dds", "random")
_LONGEST_NUMBER = 9
"""Digits; nobody needs more, and Python refuses to read thousands."""
_SWITCHES = {"on": True, "off": False}


def player_named(text: str, max_moves: int = DEFAULT_MOVES, worlds: int = PLAYER_WORLDS) -> Player:
    """The player that a text describes; ``max_moves`` and ``worlds`` are for what it leaves open.

    After the kind and a colon may stand ``M``, ``worlds``, and the switches of ``Options``.

    >>> player_named("alphamu:M=3").name, player_named("PIMC", worlds=80).name, player_named("dds").name
    ('alphamu:M=3,worlds=20', 'pimc:worlds=80', 'dds')
    """
    kind, _, rest = text.strip().partition(":")
    kind = kind.strip().lower()
    if kind not in KINDS:
        raise InputError(f"a player is one of {', '.join(KINDS)}: {text!r}")
    given = _settings(rest, text)
    if kind in ("dds", "random"):
        if given:
            raise InputError(f"the player {kind} has no settings: {text!r}")
        return OpenCards() if kind == "dds" else RandomCard()
    if kind == "pimc":
        if "m" in given:
            raise InputError(f"PIMC looks one move ahead and no further: {text!r}")
        given["m"] = "1"
    options = {}
    known = {option.name for option in fields(Options)}
    for name in [name for name in given if name not in ("m", "worlds")]:
        value = given.pop(name).lower()
        if name not in known:
            raise InputError(f"{name!r} is none of M, worlds, {', '.join(sorted(known))}: {text!r}")
        if value not in _SWITCHES:
            raise InputError(f"{name} is on or off: {text!r}")
        options[name] = _SWITCHES[value]
    ahead = _number(given.get("m"), max_moves, "M", text)
    return AlphaMu(ahead, _number(given.get("worlds"), worlds, "worlds", text), Options(**options))


def _settings(rest: str, text: str) -> dict[str, str]:
    found = {}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        name, equals, value = part.partition("=")
        key = name.strip().lower().replace("-", "_")
        if not equals or not value.strip():
            raise InputError(f"a setting of a player is like M=3, not {part!r}: {text!r}")
        if key in found:
            raise InputError(f"{name.strip()} is given twice: {text!r}")
        found[key] = value.strip()
    return found


def _number(value: str | None, default: int, name: str, text: str) -> int:
    if value is None:
        return default
    number = int(value) if value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER else 0
    if number < 1:
        raise InputError(f"{name} must be a whole number, 1 to {10**_LONGEST_NUMBER - 1}: {text!r}")
    return number
