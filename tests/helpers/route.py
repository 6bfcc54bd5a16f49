"""The way of one command through the house, and the house in figures, for docs/architecture.md.

    python -m tests.helpers.route solve data/deals/hold-up.pbn
    python -m tests.helpers.route

With a command: how many files and functions it runs through, and the distinct calls from a function of one
room to a function of another; calls out of engine/ and bridge/ are the work itself and left out. Without one:
lines by room, the longest lists of parameters, the longest functions.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from alphamu_cli.main import main as alphamu

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {str(ROOT / "alphamu_dds"): "", str(ROOT / "cli"): "cli/"}


def place(frame: FrameType) -> str | None:
    """The file of a function within the house; None if it is somebody else's, or made by Python itself."""
    for folder, prefix in ROOMS.items():
        if frame.f_code.co_filename.startswith(folder) and not frame.f_code.co_name.startswith("<"):
            return prefix + frame.f_code.co_filename[len(folder) + 1 :].replace("\\", "/")
    return None


def room(file: str) -> str:
    """The room of a file."""
    return file.split("/", maxsplit=1)[0] if "/" in file else "top"


def walk(arguments: list[str]) -> None:
    """Run a command, and print its way."""
    calls: dict[tuple[str, str, str, str], None] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        here = place(frame) if event == "call" else None
        back = frame.f_back
        while here is not None and back is not None and place(back) is None:
            back = None if back.f_code.co_name == "<module>" else back.f_back  # at import: no part of the way
        if here is not None and back is not None:
            calls[place(back) or "", back.f_code.co_name, here, frame.f_code.co_name] = None

    sys.setprofile(watch)
    try:
        alphamu([*arguments, *(["--threads", "1"] if arguments[0] in ("solve", "review") else [])])
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    files = {call[0] for call in calls} | {call[2] for call in calls}
    changes = [c for c in calls if room(c[0]) != room(c[2]) and room(c[0]) not in ("engine", "bridge")]
    functions = {call[2:] for call in calls}
    print(f"\n{len(files)} files, {len(functions)} functions, {len(changes)} calls from room to room")
    for (one, other), number in Counter((room(c[0]), room(c[2])) for c in changes).most_common():
        print(f"  {one} -> {other}: {number}")


def functions_of(path: Path) -> Iterator[tuple[int, int, str]]:
    """Parameters, lines without the docstring, and the name of each function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            number = sum(argument.arg not in ("self", "cls") for argument in named)
            said = node.body[0] if ast.get_docstring(node) is not None else None
            doc = (said.end_lineno or 0) - said.lineno + 1 if said is not None else 0
            yield (
                number,
                (node.end_lineno or 0) - node.lineno + 1 - doc,
                f"{path.relative_to(ROOT)}:{node.name}",
            )


def figures() -> None:
    """Print the house in figures."""
    lines: Counter[str] = Counter()
    found = []
    for folder, prefix in ROOMS.items():
        for path in sorted(Path(folder).rglob("*.py")):
            name = room(prefix + path.relative_to(folder).as_posix())
            lines[name] += path.read_text(encoding="utf-8").count("\n")
            found += list(functions_of(path))
    print(f"{sum(lines.values())} lines: {', '.join(f'{name} {n}' for name, n in sorted(lines.items()))}")
    for title, numbers in (
        ("parameters", [(number, name) for number, _, name in found]),
        ("lines of a function", [(number, name) for _, number, name in found]),
    ):
        most = sorted(numbers, reverse=True)[:5]
        print(f"most {title}: {', '.join(f'{name} {number}' for number, name in most)}")


if __name__ == "__main__":
    walk(sys.argv[1:]) if len(sys.argv) > 1 else figures()
