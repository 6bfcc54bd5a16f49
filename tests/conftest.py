"""What every test must leave as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_position_is_refused_by_the_solver_unnoticed() -> Iterator[None]:
    """DDS writes ``dump.txt`` into the current folder when it refuses a position, which none should reach.

    Tests that provoke a refusal do so in a folder of their own.
    """
    dump = Path.cwd() / "dump.txt"
    before = dump.exists()
    yield
    assert before or not dump.exists(), f"the solver refused a position: {dump}"
