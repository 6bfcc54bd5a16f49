"""What is installed is what is here."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_folder_of_the_package_is_installed() -> None:
    """An editable install finds them all by itself, so the list in pyproject.toml is easily forgotten."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^packages = \[(.*?)\]", text, re.DOTALL | re.MULTILINE)
    assert listed is not None
    names = set(re.findall(r'"([\w.]+)"', listed[1]))
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "alphamu_dds").rglob("__init__.py")}
    assert {str(folder).replace("\\", "/").replace("/", ".") for folder in folders} | {"alphamu_cli"} == names
