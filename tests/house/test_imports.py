"""The rooms of the house, and that imports go one way: down."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "alphamu_dds"

BELOW: dict[str, set[str]] = {
    "engine": set(),
    "jobs": set(),
    "bridge": {"engine"},
    "formats": {"bridge"},
    "worlds": {"bridge"},
    "suit": {"engine", "bridge"},
    "solve": {"engine", "bridge", "formats", "worlds"},
    "players": {"engine", "bridge", "formats", "worlds", "solve"},
    "batch": {"engine", "bridge", "formats", "worlds", "solve", "jobs"},
    "match": {"bridge", "worlds", "solve", "players", "jobs"},
    "bench": {"engine", "bridge", "worlds", "solve"},
    "report": {"engine", "bridge", "worlds", "suit", "solve", "players", "batch", "match", "bench"},
}
"""Each room, and the rooms that it may know. All may know the modules at the top."""
AT_THE_TOP = {"errors", "schema", "version", "per_process"}
FACE = {"api", "keywords", "__init__"}
"""The public face knows every room, and no room knows it."""


def imported(path: Path) -> Iterator[str]:
    """The modules of this package that a module imports, without the name of the package."""
    package = list(path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                base = package[: len(package) - node.level + 1]
                name = ".".join([*base, *([node.module] if node.module else [])])
                names = [f"{name}.{alias.name}" for alias in node.names] if not node.module else [name]
            else:
                names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith("alphamu_dds."):
                yield name.removeprefix("alphamu_dds.")


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


def test_every_folder_is_a_room_with_a_place_in_the_order() -> None:
    assert {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()} == set(BELOW)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_rooms_below_its_own(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    for name in imported(path):
        other = name.split(".")[0]
        assert other not in FACE, f"{room} knows the public face: {name}"
        assert other == room or other in BELOW[room] | AT_THE_TOP, f"{room} must not know {name}"


def test_nobody_but_the_public_face_and_the_commands_wires_rooms_together() -> None:
    for path in PACKAGE.glob("*.py"):
        if path.stem not in FACE:
            assert not {name.split(".")[0] for name in imported(path)} & set(BELOW), path


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import alphamu_dds", ("numpy", "endplay", "matplotlib", "click", "jinja2")),
        ("from alphamu_cli import main", ("numpy", "endplay", "matplotlib", "alphamu_dds.bench")),
        ("from alphamu_cli import alphamju", ("numpy", "matplotlib", "click")),
        ("from alphamu_cli import solve", ("matplotlib", "alphamu_dds.bench", "alphamu_dds.match.run")),
    ],
)
def test_what_is_imported_is_cheap(statement: str, unwanted: tuple[str, ...]) -> None:
    code = f"import sys; {statement}; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(unwanted) & set(done.stdout.split())
