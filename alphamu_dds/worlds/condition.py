"""Conditions in the language of the program *dealer*, which many bridge players know.

    hcp(west) >= 12 && spades(west) >= 5 && shape(east, any 4333 + any 4432)

endplay's parser reads them; here they are evaluated for many layouts at once. Everything that can be
computed from the cards alone is understood: ``hcp``, suit lengths, ``controls``, ``losers``, ``hascard``,
``shape``, ``aces`` to ``tens``, ``top2`` to ``top5``, ``c13``, arithmetic, comparisons, ``&& || !`` and
``? :``.
"""

from __future__ import annotations

import importlib
import operator
import re
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..bridge.cards import parse_card, parse_seat
from ..bridge.replay import SUIT_WORDS
from ..errors import InputError
from .constraints import Constraint, Truths
from .features import CONTROLS, HCP, LENGTH, Deals, SuitTable, points_table

Values: TypeAlias = npt.NDArray[Any]

_POINTS = {
    "hcp": HCP,
    "control": CONTROLS,
    "ten": (0, 0, 0, 0, 1),
    "jack": (0, 0, 0, 1),
    "queen": (0, 0, 1),
    "king": (0, 1),
    "ace": (1,),
    "top2": (1, 1),
    "top3": (1, 1, 1),
    "top4": (1, 1, 1, 1),
    "top5": (1, 1, 1, 1, 1),
    "c13": (6, 4, 2, 1),
    "pt0": (0, 0, 0, 0, 1),
    "pt1": (0, 0, 0, 1),
    "pt2": (0, 0, 1),
    "pt3": (0, 1),
    "pt4": (1,),
    "pt5": (1, 1),
    "pt6": (1, 1, 1),
    "pt7": (1, 1, 1, 1),
    "pt8": (1, 1, 1, 1, 1),
    "pt9": (6, 4, 2, 1),
}
_SUIT_FUNCTIONS = ("spade", "heart", "diamond", "club")
_OPERATORS: dict[str, Callable[[Values, Values], Values]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
    "&&": np.logical_and,
    "and": np.logical_and,
    "||": np.logical_or,
    "or": np.logical_or,
}


class ConditionConstraint(Constraint):
    """A condition in dealer's language; raises ``InputError`` if it cannot be read."""

    def __init__(self, text: str, source: str = "") -> None:
        if len(text) > LONGEST:
            raise InputError(f"a condition has {LONGEST} characters at most, not {len(text)}: {text[:60]!r}")
        number = _LONG_NUMBER.search(text)
        if number is not None:
            raise InputError(f"a number in a condition has nine digits at most: {number[0][:60]!r}")
        self.text = " ".join(text.split())
        self.source = source
        self._tree = _parse(text)
        # What cannot be evaluated is better found now than in the middle of the sampling.
        self.passes(Deals([np.zeros(1, dtype=np.uint64)] * 4, 1))

    def passes(self, deals: Deals) -> Truths | None:
        """Which layouts meet the condition."""
        try:
            with np.errstate(divide="ignore", invalid="ignore"):
                found = _evaluate(self._tree, deals)
        except InputError as error:
            raise InputError(f"{error} in the condition {self.text!r}") from None
        return np.broadcast_to(np.asarray(found).astype(np.bool_), (deals.size,))


def _parse(text: str) -> Any:
    # Loading endplay takes half a second, most of it for matplotlib: only who writes a condition pays.
    dealer = importlib.import_module("endplay.parsers.dealer")
    pyparsing = importlib.import_module("pyparsing")
    try:
        with warnings.catch_warnings():
            # endplay calls pyparsing by names that are going out of use.
            warnings.simplefilter("ignore", DeprecationWarning)
            return dealer.DealerParser().parse_expr(text)
    except pyparsing.ParseBaseException as error:
        rest = text[error.loc : error.loc + 20].strip()
        where = f"it cannot be read from {rest!r} on" if rest else "its end is missing"
        raise InputError(f"a condition is like hcp(west)>=12 && spades(west)>=5; {where}: {text!r}") from None
    except RecursionError:
        raise InputError(f"the condition is nested too deeply: {text[:60]!r}") from None


LONGEST = 20_000
"""Characters of a condition: endplay's parser takes milliseconds for each term."""
DEEPEST = 100
"""Levels of operators; a row like ``a && b && c`` is one."""
_LONG_NUMBER = re.compile(r"\d{10,}")

_OPERATOR, _FUNCTION, _VALUE = 2, 4, 6
"""How endplay marks the nodes of a condition."""


def _evaluate(node: Any, deals: Deals, depth: int = 0) -> Values:
    if depth > DEEPEST:
        raise InputError("operators are nested too deeply")
    if node.dtype == _VALUE:
        return np.asarray(node.value)
    if node.dtype == _FUNCTION:
        return _function(str(node.value).lower(), node.children, deals, depth + 1)
    if node.dtype == _OPERATOR:
        return _operator(node, deals, depth + 1)
    raise InputError(f"{str(node.value)!r} is not understood")


def _operator(node: Any, deals: Deals, depth: int) -> Values:
    if str(node.value) in ("!", "not"):
        return np.logical_not(_evaluate(node.children[0], deals, depth))
    first, others = _row(node, lambda one: one.dtype == _OPERATOR and len(one.children) == 2)
    found = _evaluate(first, deals, depth)
    for name, other in others:
        found = _OPERATORS[name](found, _evaluate(other, deals, depth))
    return found


def _row(node: Any, is_part: Callable[[Any], bool]) -> tuple[Any, list[tuple[str, Any]]]:
    """``a + b + c``, which is read as ``(a + b) + c``: the first, and the others from left to right."""
    others: list[tuple[str, Any]] = []
    while is_part(node):
        others.append((str(node.value), node.children[1]))
        node = node.children[0]
    return node, others[::-1]


def _function(name: str, children: Sequence[Any], deals: Deals, depth: int) -> Values:
    if name == "if":
        test, yes, no = (_evaluate(child, deals, depth) for child in children)
        return np.where(test, yes, no)
    singular = name.removesuffix("s")
    if singular not in ("shape", "hascard", "loser", *_POINTS, *_SUIT_FUNCTIONS):
        raise InputError(f"{name!r} is not supported")
    seat = parse_seat(children[0].value.name)
    if singular in _SUIT_FUNCTIONS:
        return deals.count(seat, points_table(LENGTH), (_SUIT_FUNCTIONS.index(singular),))
    if name == "hascard":
        card = parse_card(str(children[1].value))
        return deals.suit(seat, card >> 4) >> (card & 15) & 1
    if name == "shape":
        return _shape(children[1], [deals.count(seat, points_table(LENGTH), (suit,)) for suit in range(4)])
    table = _losers() if singular == "loser" else points_table(_POINTS[singular])
    suits = (SUIT_WORDS.index(children[1].value.name),) if len(children) > 1 else (0, 1, 2, 3)
    return deals.count(seat, table, suits)


@lru_cache(maxsize=1)
def _losers() -> SuitTable:
    """Losers of the losing trick count: of the first three cards of a suit those below ace, king, queen."""
    sets = np.arange(1 << 15)
    length = points_table(LENGTH)
    ace, king, queen = (sets >> rank & 1 for rank in (14, 13, 12))
    covered = ace + king * (length >= 2) + queen * (length >= 3)
    losers: SuitTable = np.minimum(length, 3) - covered
    return losers


def _shape(node: Any, lengths: Sequence[Values]) -> Values:
    """``4432``, ``any 4333``, ``54xx``, and sums and differences of these."""
    if isinstance(node.value, tuple):
        found = np.ones(len(lengths[0]), dtype=np.bool_)
        for wanted, length in zip(node.value, lengths, strict=True):
            if wanted is not None:
                found &= length == wanted
        return found
    if node.value == "any":
        wanted = sorted(number for number in node.children[0].value if number is not None)
        found = np.ones(len(lengths[0]), dtype=np.bool_)
        for number in set(wanted):
            # With wildcards a length may occur more often than it is named.
            found &= sum((length == number).astype(np.int64) for length in lengths) >= wanted.count(number)
        return found
    first, others = _row(node, lambda one: one.value in ("+", "-"))
    found = _shape(first, lengths)
    for name, other in others:
        found = found | _shape(other, lengths) if name == "+" else found & ~_shape(other, lengths)
    return found
