"""``make`` finds the newest Python that can be used, or says why there is none."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKE = shutil.which("make")

pytestmark = pytest.mark.skipif(MAKE is None or sys.platform == "win32", reason="needs make and a shell")


def installed(folder: Path, **pythons: str) -> Path:
    """A folder with commands that are Pythons of some version; ``none`` is a command that fails."""
    for name, version in pythons.items():
        script = folder / name.replace("_", ".")
        numbers = ", ".join(version.split("."))
        pretend = f"import sys; sys.version_info = ({numbers}, 0); exec(sys.argv[1])"
        run = "exit 127" if version == "none" else f'exec {sys.executable} -c "{pretend}" "$2"'
        script.write_text(f"#!/bin/sh\n{run}\n")
        script.chmod(0o755)
    return folder


def make(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    assert MAKE is not None
    return subprocess.run(
        [MAKE, "--no-print-directory", "-C", str(ROOT), *arguments],
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("pythons", "chosen"),
    [
        ({"python3": "3.14", "python3_12": "3.12", "python3_10": "3.10"}, "python3.12"),
        ({"python3_13": "none", "python3_11": "3.11", "python3": "3.12"}, "python3"),
        ({"python3_13": "3.14", "python": "3.10"}, "python"),
        ({"python3": "3.9", "python": "3.13"}, "python"),
        ({"py": "3.13", "python": "3.14"}, "py -3.13"),
    ],
)
def test_the_newest_python_that_can_be_used_is_found(
    tmp_path: Path, pythons: dict[str, str], chosen: str
) -> None:
    if "py" in pythons:  # the launcher takes the version as an argument before all others
        script = installed(tmp_path, **pythons) / "py"
        script.write_text(script.read_text().replace('"$2"', '"$3"'))
    found = make(installed(tmp_path, **{k: v for k, v in pythons.items() if k != "py"}), "python")
    assert (found.stdout, found.stderr, found.returncode) == (f"{chosen}\n", "", 0)


@pytest.mark.parametrize("target", ["python", "VENV=no/such/.venv STAMP=no/such/stamp no/such/stamp"])
def test_without_a_python_that_can_be_used_one_sentence_says_why_and_what_to_do(
    tmp_path: Path, target: str
) -> None:
    found = make(installed(tmp_path, python3="3.14", python3_9="3.9", python="2.7"), *target.split())
    assert (found.stdout, found.returncode) == ("", 2)
    sentence, *rest = found.stderr.splitlines()
    assert sentence.startswith("alphamu-dds needs Python 3.10 to 3.13 with venv, since endplay, ")
    assert "none was found: install one (https://" in sentence
    assert all(line.startswith(f"{MAKE}: ***") or "make: ***" in line for line in rest)


def test_a_python_that_is_given_is_used_if_it_can_be(tmp_path: Path) -> None:
    folder = installed(tmp_path, mine="3.11", other="3.14", python3_13="3.13")
    assert make(folder, "python", "PYTHON=mine").stdout == "mine\n"
    refused = make(folder, "python", "PYTHON=other")
    assert (refused.stdout, refused.returncode) == ("", 2)
    assert "and other is no such Python: install one" in refused.stderr


def test_the_package_admits_the_pythons_that_make_looks_for() -> None:
    wanted = re.search(r'^requires-python = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert wanted is not None
    assert wanted[1] == ">=3.10,<3.14"
    assert "(3, 10) <= v <= (3, 13)" in (ROOT / "Makefile").read_text()
