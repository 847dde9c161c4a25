"""Files that hold a secret: written whole or not at all, and readable by their owner only.

What goes wrong is an `OSError` or `OpenToOthers`; the caller makes a sentence of it.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from protocol.keys.filelock import OWNER_ONLY, take_lock

HAS_MODES = os.name == "posix"
"""Elsewhere the person's folder is closed to others by the system."""


class OpenToOthers(Exception):
    """Other users of this computer can read or change the file, so what it holds may be a secret no more."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


def read_secret(path: Path, most: int) -> bytes | None:
    """What the file holds, at most so many bytes of it; None if there is no file."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    with file:
        check_private(path, file.fileno())
        return file.read(most)


def check_private(path: Path, descriptor: int) -> None:
    """Refuse an open file that is not its owner's alone."""
    if HAS_MODES and os.fstat(descriptor).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise OpenToOthers(path)


def write_new(path: Path, content: bytes) -> None:
    """Make a file that only its owner can read; one that is there is never written over."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
    except OSError:
        path.unlink()  # half a secret is of no use, and would be in the way of the next try
        raise


def write_whole(path: Path, content: bytes) -> None:
    """Put the whole content in place at one stroke, for the one writer that there is at a time.

    An unfinished file that is found is what a killed writer left, and goes.
    """
    unfinished = _with_ending(path, "unfinished")
    unfinished.unlink(missing_ok=True)
    write_new(unfinished, content)
    unfinished.replace(path)
    sync_folder(path.parent)


@contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Wait until no other process writes the file; its folder is made if it is not there."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = take_lock(_with_ending(path, "lock"), wait=True)
    assert descriptor is not None
    try:
        yield
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Make a new name last too; systems without modes cannot open a folder, and do it by themselves."""
    if HAS_MODES:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _with_ending(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}.{ending}")
