"""Sides and seats are found by name; arithmetic on them stands only where a call would cost too much."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "alphamu_dds"

HOT = {
    *(f"engine/{path.name}" for path in (PACKAGE / "engine").glob("*.py")),
    "bridge/cache.py",
    "bridge/claim.py",
    "bridge/defence.py",
    "bridge/game.py",
    "bridge/packed.py",
    "bridge/play.py",
    "bridge/solver.py",
    "suit/game.py",
    "suit/open_cards.py",
}
"""The modules that a search goes through at every node."""
NAMES = "bridge/cards.py"
"""Where ``side_of``, ``same_side``, ``partner_of``, ``next_seat`` and ``places_from`` are."""

COLD = [
    path
    for path in sorted([*PACKAGE.rglob("*.py"), *(ROOT / "cli").rglob("*.py")])
    if path not in {PACKAGE / name for name in (*HOT, NAMES)}
]


def seat_arithmetic(source: str) -> Iterator[str]:
    """Arithmetic that finds a side or a seat; ``holding >> card & 1`` asks for a card instead."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.BinOp) or not isinstance(node.right, ast.Constant):
            continue
        left = node.left.op if isinstance(node.left, ast.BinOp) else None
        number = node.right.value
        if (
            (isinstance(node.op, ast.BitAnd) and number in (1, 3) and not isinstance(left, ast.RShift))
            or (isinstance(node.op, ast.BitXor) and number == 2)
            or (isinstance(node.op, ast.Mod) and number in (2, 4) and isinstance(left, ast.Add | ast.Sub))
        ):
            yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("won[declarer & 1]", 1),
        ("(leader + len(trick)) & 3", 1),
        ("hands[declarer ^ 2]", 1),
        ("(dealer + number) % 4", 1),
        ("seat & 1 == other & 1", 2),
        ("holding >> card & 1", 0),
        ("len(row) % 4", 0),
    ],
)
def test_seat_arithmetic_is_told_from_other_arithmetic(source: str, found: int) -> None:
    assert len(list(seat_arithmetic(source))) == found


def test_the_hot_modules_are_there() -> None:
    assert all((PACKAGE / name).is_file() for name in HOT)


def test_off_the_hot_path_sides_and_seats_are_found_by_name() -> None:
    assert len(COLD) > 100
    found = {
        str(path.relative_to(ROOT)): list(seat_arithmetic(path.read_text(encoding="utf-8"))) for path in COLD
    }
    assert {name: lines for name, lines in found.items() if lines} == {}
