"""Damaged files of secrets that were set aside: they are kept as long as a table could still need them.

They also hold the seeds of tables that end meanwhile, which no file should hold any more.
"""

import os
from collections.abc import Collection
from pathlib import Path

from twisted.logger import Logger

from protocol.keys.secretfile import sync_folder

_log = Logger()
_PIECE = 1 << 16


def clear_aside(files: Collection[Path], lost: int) -> None:
    """Delete them if every unfinished table has its secrets; else say so at each start, and a person decides."""
    if lost:
        _log.warn(
            "{files}: hold secrets of tables; unfinished ones whose secrets are lost: {lost};"
            " unless you can restore something of them, remove them",
            files=", ".join(map(str, files)),
            lost=lost,
        )
        return
    for file in files:
        try:
            _wipe(file)
        except OSError as error:
            _log.error("{file} holds secrets, and cannot be deleted: {why}", file=str(file), why=str(error.strerror))
        else:
            _log.info("{file} was deleted: every unfinished table has its secrets", file=str(file))


def _wipe(file: Path) -> None:
    """Nothing of what it held stands on the disk, as far as the file system writes in place."""
    with file.open("r+b") as open_file:
        left = open_file.seek(0, os.SEEK_END)
        open_file.seek(0)
        while left > 0:
            left -= open_file.write(bytes(min(left, _PIECE)))
        open_file.flush()
        os.fsync(open_file.fileno())
    file.unlink()
    sync_folder(file.parent)
