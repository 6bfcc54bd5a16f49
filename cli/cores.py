"""How many threads a command uses if nobody says."""

from __future__ import annotations

import os

THREADS_VARIABLE = "ALPHAMU_THREADS"
"""The environment variable that says it for every command."""


def default_threads() -> int:
    """One thread for each core that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
