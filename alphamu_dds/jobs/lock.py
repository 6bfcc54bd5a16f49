"""A lock on an open file that ends with the process, however that ends."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30
    """Windows locks bytes, and locked ones cannot be read: so one is taken that the file does not have."""

    def lock(file: int) -> bool:
        """Take the lock; False if another process holds it."""
        place = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock(file: int) -> bool:
        """Take the lock; False if another process holds it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
