"""Random numbers that are the same on any machine and with any version of numpy.

numpy promises that the raw output of its PCG64 generator does not change, but not how its distributions
use it; so only the raw output is taken.
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt


class Random:
    """Uniform numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._raw = np.random.PCG64(seed)

    def below(self, limit: int, size: int) -> npt.NDArray[np.int64]:
        """So many independent numbers from 0 to ``limit`` - 1, each equally likely."""
        found = np.zeros(0, dtype=np.uint64)
        # A remainder is fair below the largest multiple of the limit; the rest is next to nothing, and
        # not used.
        fair = np.uint64((1 << 64) // limit * limit - 1)
        while len(found) < size:
            raw = self._raw.random_raw(size - len(found))
            found = np.concatenate([found, raw[raw <= fair]])
        remainders: npt.NDArray[np.int64] = (found % np.uint64(limit)).astype(np.int64)
        return remainders

    def some(self, limit: int, size: int) -> npt.NDArray[np.int64]:
        """So many different numbers from 0 to ``limit`` - 1, every set of them equally likely, in order."""
        keys = self._raw.random_raw(limit)
        return np.sort(np.argsort(keys, kind="stable")[:size])

    def shuffles(self, limit: int, size: int) -> npt.NDArray[np.int64]:
        """So many rows, each with the numbers from 0 to ``limit`` - 1 in a random order."""
        keys = self._raw.random_raw((size, limit))
        return np.argsort(keys, axis=1, kind="stable")


def seed_from(*words: object) -> int:
    """A seed that follows from what is said, and from nothing else.

    >>> seed_from(1, "3NT", "S"), seed_from(2, "3NT", "S")
    (1628495579, 3959016335)
    """
    said = " ".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:4], "big")
