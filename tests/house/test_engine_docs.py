"""docs/engine.md: the second game is short, and prints what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from alphamu_dds import engine

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_second_game_prints_what_the_page_says() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-"],
        input=block("python").encode(),
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().splitlines() == block("text").splitlines()


def test_the_engine_is_cheap_to_import() -> None:
    code = "import sys, alphamu_dds.engine; sys.exit(bool({'numpy', 'endplay', 'click'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_what_the_engine_exports_is_what_it_says() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None
    assert {kind.value for kind in engine.Want} == {"best", "scores", "fronts"}


def test_the_second_game_takes_less_than_60_lines() -> None:
    assert len(block("python").splitlines()) < 60
