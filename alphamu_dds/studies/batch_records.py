"""The records of a batch as they are read again: the file may have been changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..bridge.auction import parse_contract
from ..bridge.cards import SEATS, parse_card
from ..errors import InputError
from .journal import NO_RECORD, records

Check = Callable[[Any], bool]

KINDS = ("play", "contract", "passed", "file")


def batch_records(path: str) -> Iterator[dict[str, Any]]:
    """The records of a batch; ``InputError`` with the line if one of them is not as it was written."""
    for line, record in enumerate(records(path), 1):
        wrong = _wrong(record)
        if wrong is not None:
            raise InputError(f"{path}, line {line}: {NO_RECORD}, as its {wrong!r} shows")
        yield record


def _wrong(record: Mapping[str, Any]) -> str | None:
    """The first field that cannot be what a batch has written."""
    wrong = _differs(record, _HEAD)
    if wrong is not None or record["status"] != "done" or record["kind"] not in ("play", "contract"):
        return wrong
    if not (_contract(record["contract"]) and _seat(record["declarer"])):
        return "contract"
    if record["kind"] == "contract":
        return _differs(record.get("chance"), _CHANCE, "chance")
    decisions = record.get("decisions")
    if not isinstance(decisions, list):
        return "decisions"
    return next(filter(None, (_differs(decision, _DECISION, "decisions") for decision in decisions)), None)


def _differs(found: object, wanted: Mapping[str, Check], name: str = "record") -> str | None:
    if not isinstance(found, dict):
        return name
    return next(
        (field for field, fits in wanted.items() if field not in found or not fits(found[field])), None
    )


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _text_or_none(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 53


def _share(value: Any) -> bool:
    return type(value) in (int, float) and -1e-9 <= value <= 1 + 1e-9


def _is_read(parse: Callable[[str], object], value: Any) -> bool:
    try:
        parse(value)
    except (InputError, AttributeError, TypeError):
        return False
    return True


def _contract(value: Any) -> bool:
    return _is_read(parse_contract, value)


def _card(value: Any) -> bool:
    return _is_read(parse_card, value)


def _seat(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in SEATS


_HEAD: dict[str, Check] = {
    "number": _count,
    "file": _text,
    "place": _count,
    "board": _text,
    "contract": _text_or_none,
    "declarer": lambda value: value is None or _seat(value),
    "player": _text,
    "kind": lambda value: value in KINDS,
    "status": _text,
    "reason": _text_or_none,
}
_CHANCE: dict[str, Check] = {
    "mu": _share,
    "double_dummy": _share,
    "makes": lambda value: value is None or isinstance(value, bool),
}
_DECISION: dict[str, Check] = {
    "after": lambda value: _count(value) and value < 52,
    "trick": lambda value: _count(value) and 1 <= value <= 13,
    "played": _card,
    "played_mu": _share,
    "best": lambda value: isinstance(value, list) and bool(value) and all(map(_card, value)),
    "best_mu": _share,
    "loss": _share,
    "verdict": _text,
    "pimc": _card,
    "pimc_differs": lambda value: isinstance(value, bool),
}
