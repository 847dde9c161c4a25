"""One set-up at a time: the lock that two starts of the same clone meet at."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bootstrap.failure import say

if sys.platform == "win32":
    import msvcrt

    def try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def sole_builder(home: Path) -> Iterator[int]:
    """Hold the lock of ``home``; the system frees it however this process ends, so it cannot go stale.

    The descriptor is for handing to children: an installer that outlives a killed start then keeps the lock,
    and no other start rebuilds the folder in which it still writes.
    """
    with (home / "lock").open("ab") as file:
        if not try_lock(file.fileno()):
            say("another start is setting up; waiting for it.")
            while not try_lock(file.fileno()):
                time.sleep(0.1)
        yield file.fileno()
