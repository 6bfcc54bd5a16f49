"""Exceptions with messages for people: one sentence that ends in the offending value."""

from __future__ import annotations

import operator
from enum import Enum


class Hint(Enum):
    """What could be said or asked instead. Each front end has its own words for it: a flag, a field, a keyword."""

    CHOOSE_BOARD = "choose one of the boards"
    BOARD_BY_PLACE = "choose the board by its place"
    NAME_CONTRACT = "name a contract and its declarer"
    NAME_DECLARER = "name the declarer"
    MORE_TRICKS = "ask for more tricks"
    FEWER_TRICKS = "ask for fewer tricks"
    EVERY_CARD = "value every card exactly"
    MORE_WORLDS = "draw more layouts"
    ALL_WORLDS = "take all layouts"
    NAME_LEAD = "say what was led"
    LIFT_LIMIT = "lift the limit of time"
    OTHER_MEMORY = "set another limit of memory"
    LOOK_FURTHER = "look further ahead"


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
