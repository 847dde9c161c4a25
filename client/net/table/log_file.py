"""The log of one table on this computer: what a seat has seen, and therefore what it may sign over.

The file only grows, by what stands under a HEAD.  A crash leaves at most the beginning of one more batch behind, which
was never shown; it is cut off.  Any other damage is kept aside, for people to look at: what was signed must not vanish.
One program at a time has the file.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from client.profile.placing import unused
from protocol.keys.filelock import OWNER_ONLY, take_lock
from protocol.keys.secretfile import sync_folder
from protocol.log.records import LONGEST_RECORD, MAGIC, CutShort, HeadRecord, RecordType, places

LARGEST = 64 << 20
_PREFIX = 5


class InUse(Exception):
    """Another program on this computer has the table open."""


class LogFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = take_lock(path.with_name(f"{path.name}.lock"), wait=False)
        if lock is None:
            raise InUse(str(path))
        self._lock = lock
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
        except OSError:
            os.close(lock)
            raise
        self._synced = True

    def read(self) -> list[bytes]:
        return stored_records(self.content())

    def content(self) -> bytes:
        os.lseek(self._file, 0, os.SEEK_SET)
        return b"".join(iter(partial(os.read, self._file, LARGEST), b""))

    def keep(self, good: int) -> Path | None:
        """Cut off what stands behind so many bytes of records; where it was kept, if it is more than half a batch."""
        data = self.content()
        end = good + len(MAGIC) if good else 0
        aside = None
        if data[end:] and not _is_unfinished(data[end:], whole=not end):
            aside = unused(self.path.with_suffix(".damaged"), self.path.suffix)
            aside.write_bytes(data)
        os.ftruncate(self._file, end)
        self._synced = False
        return aside

    def append(self, batch: list[bytes]) -> None:
        at = os.lseek(self._file, 0, os.SEEK_END)
        data = b"".join(batch) if at else MAGIC + b"".join(batch)
        while data:
            data = data[os.write(self._file, data) :]
        self._synced = False

    def sync(self) -> None:
        """On the disk: now the seat may sign over it."""
        if not self._synced:
            os.fsync(self._file)
            sync_folder(self.path.parent)
            self._synced = True

    def keep_evidence(self, more: list[bytes]) -> Path:
        """A file with the log and what came after it, which a person can hand to others and `audit` can judge."""
        path = unused(self.path.with_suffix(".evidence"), self.path.suffix)
        path.write_bytes((self.content() or MAGIC) + b"".join(more))
        return path

    def kept_evidence(self) -> list[Path]:
        return sorted(self.path.parent.glob(f"{self.path.stem}.evidence-*{self.path.suffix}"))

    def close(self) -> None:
        with suppress(OSError):
            self.sync()
        os.close(self._file)
        os.close(self._lock)


def stored_records(data: bytes) -> list[bytes]:
    """The records of a log that can be read, as they are stored."""
    found: list[bytes] = []
    with suppress(CutShort):
        for start, end in places(data) if data.startswith(MAGIC) else ():
            found.append(data[start:end])
    return found


def records_from(stored: Sequence[bytes], seq: int) -> list[bytes]:
    entries = [at for at, one in enumerate(stored) if one[0] in (RecordType.ENTRY, RecordType.HEADER)]
    return list(stored[entries[seq - 1] :]) if 0 < seq <= len(entries) else []


def last_head(stored: Sequence[bytes], before: int | None = None) -> HeadRecord | None:
    """The last signature of the server in a log, or the last over something before an entry."""
    heads = (HeadRecord.from_bytes(one[_PREFIX:]) for one in reversed(stored) if one[0] == RecordType.HEAD)
    return next((head for head in heads if before is None or head.seq < before), None)


def _is_unfinished(tail: bytes, *, whole: bool) -> bool:
    """Whether this is what a crash leaves: entries without a HEAD, of which the last may be cut short."""
    if whole:
        if not tail.startswith(MAGIC):
            return MAGIC.startswith(tail)
        tail = tail[len(MAGIC) :]
    stored = stored_records(MAGIC + tail)
    rest = tail[sum(map(len, stored)) :]
    runs_over = len(rest) - _PREFIX < int.from_bytes(rest[1:_PREFIX], "little") <= LONGEST_RECORD
    is_cut = len(rest) < _PREFIX or (rest[0] in frozenset(RecordType) and runs_over)
    return is_cut and all(one[0] != RecordType.HEAD for one in stored)
