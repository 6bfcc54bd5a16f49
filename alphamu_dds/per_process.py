"""What a process has once, because the native solver is global to it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class PerProcess(Generic[Thing]):
    """Makes a thing when it is first asked for, and again in a forked child.

    A child has none of its parent's threads, so what these held or waited for is of no use to it.
    """

    def __init__(self, make: Callable[[], Thing]) -> None:
        self._make = make
        self._made: tuple[int, Thing] | None = None
        self._mutex = threading.Lock()

    def __call__(self) -> Thing:
        """The thing of this process."""
        with self._mutex:
            process = os.getpid()
            if self._made is None or self._made[0] != process:
                self._made = (process, self._make())
            return self._made[1]
