"""A lock that is held through a file, and that the system frees however its holder ends: it cannot go stale."""

import os
import sys
from pathlib import Path

OWNER_ONLY = 0o600

if sys.platform == "win32":
    import msvcrt

    _FAR_AWAY = 1 << 30  # there a locked byte cannot be read, so lock one that nothing stands in

    def _lock(descriptor: int, *, wait: bool) -> None:
        os.lseek(descriptor, _FAR_AWAY, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(descriptor: int, *, wait: bool) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def take_lock(path: Path, *, wait: bool) -> int | None:
    """Hold the lock at this path until the descriptor is closed; None if it is taken and ``wait`` is off.

    The file stays: to remove it would let two hold a lock, one on the old file and one on the new.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    try:
        _lock(descriptor, wait=wait)
    except OSError as error:
        os.close(descriptor)
        if not wait and isinstance(error, BlockingIOError | PermissionError):  # the latter on Windows
            return None
        raise
    return descriptor
