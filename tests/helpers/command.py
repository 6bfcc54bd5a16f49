"""The command ``alphamu``, called as people call it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, stdin: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from alphamu_cli.main import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={"PYTHONIOENCODING": "utf-8", "PATH": ""},
        check=False,
    )


def commands_shown_in(page: str) -> list[tuple[str, str]]:
    """Commands after a dollar sign in the code blocks of a page, with what they are said to print."""
    blocks = (ROOT / "docs" / page).read_text(encoding="utf-8").split("```")[1::2]
    found = [block.split("\n", 2)[1:] for block in blocks if block.startswith("\n$ alphamu ")]
    return [(command.removeprefix("$ alphamu "), printed) for command, printed in found]
