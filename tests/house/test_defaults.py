"""What nobody says is stated once, in ``solve/policy.py``, for commands and functions alike."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.match.options import match_options
from alphamu_dds.players.play import play_board
from alphamu_dds.players.searching import AlphaMu
from alphamu_dds.solve import policy

ROOT = Path(__file__).resolve().parents[2]
FLAGS = {"--seed", "--few", "--attempts", "--worlds", "--max-moves"}


def options_of(path: Path) -> Iterator[tuple[set[str], ast.expr]]:
    """The flags of each option of a command, and the expression of its default."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Tuple(elts=[ast.List(elts=names), ast.Dict(keys=keys, values=values)]):
                flags = {name.value for name in names if isinstance(name, ast.Constant)}
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == "default":
                        yield {flag for flag in flags if isinstance(flag, str)}, value


@pytest.mark.parametrize(
    "path", [p for p in sorted((ROOT / "cli").glob("*.py")) if p.stem != "bench"], ids=lambda path: path.stem
)
def test_no_command_states_a_default_of_a_decision(path: Path) -> None:
    for flags, default in options_of(path):
        if flags & FLAGS:
            assert not isinstance(default, ast.Constant), (path.name, flags)


def test_players_and_matches_have_the_defaults_of_the_policy() -> None:
    wanted = {
        "seed": policy.DEFAULT_SEED,
        "max_moves": policy.DEFAULT_MOVES,
        "worlds": policy.PLAYER_WORLDS,
    }
    for function in (match_options, play_board, am.player_named, AlphaMu):
        for name, parameter in inspect.signature(function).parameters.items():
            assert parameter.default == wanted.get(name, parameter.default), (function, name)


def test_the_number_of_the_json_is_stated_once() -> None:
    stated = [
        path.relative_to(ROOT).as_posix()
        for folder in ("alphamu_dds", "cli")
        for path in (ROOT / folder).rglob("*.py")
        if any(line.startswith("SCHEMA =") for line in path.read_text(encoding="utf-8").splitlines())
    ]
    assert stated == ["alphamu_dds/schema.py"]
