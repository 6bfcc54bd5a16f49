"""Exceptions with messages for people: one sentence that ends in the offending value."""

from __future__ import annotations

import operator
from enum import Enum


class Hint(Enum):
    """What the caller could say: a front end adds its own word for it, the name of a flag or of a field."""

    BOARD = "which board"
    ROOM = "which board, or which room"
    CONTRACT = "the contract and its declarer"
    DECLARER = "the declarer"
    TRICKS = "how many tricks are wanted"


class AlphaMuError(Exception):
    """Base of everything that this package raises on purpose."""


class InputError(AlphaMuError, ValueError):
    """The question cannot be answered as it was put; ``hint`` is what could be done about it."""

    def __init__(self, message: str, hint: Hint | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class StoppedError(AlphaMuError):
    """The search was stopped before there was an answer."""


class SolverError(AlphaMuError, RuntimeError):
    """The double dummy solver refused a position; the message names code and position."""


def count(number: float, noun: str) -> str:
    """A number and its noun.

    >>> count(1, "layout"), count(2, "layout"), count(1500, "layout"), count(0.5, "second")
    ('1 layout', '2 layouts', '1,500 layouts', '0.5 seconds')
    """
    return f"{f'{number:,}' if isinstance(number, int) else f'{number:g}'} {noun}{'' if number == 1 else 's'}"


def of_kind(value: object, kind: type, name: str) -> None:
    """Refuse what is of another kind, with a sentence that says what is wanted."""
    if not isinstance(value, kind):
        raise InputError(f"{name} must be an alphamu_dds.{kind.__name__}: {value!r}")


def whole_number(value: object, name: str, least: int) -> int:
    """``value`` as an int (also from numpy), or an ``InputError`` that names it."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if number < least:
        raise InputError(f"{name} must be a whole number, {least} or more: {value!r}")
    return number
