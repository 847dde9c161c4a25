"""A log that came from a server's archive, and the file of that table on this computer.

What the file has stays, and only what goes on from it is added: texts that a server has removed since are kept here.
What contradicts the file is put beside it, since together they prove that the server signed two logs.
"""

from collections.abc import Sequence
from enum import Enum, unique
from pathlib import Path

from client.net.table.log_file import LogFile
from client.profile.placing import unused
from engine.records import record
from protocol.audit.story import story_of
from protocol.log.records import MAGIC, HeadRecord, RecordType, payload

_FRONT, _HEADER = 2, 116
_ENTRIES = frozenset({RecordType.ENTRY, RecordType.HEADER})


@unique
class Became(Enum):
    """What became of the file."""

    NEW = "new"
    LONGER = "longer"
    SAME = "same"
    SHORTER = "shorter"  # the server has less of it: the file stays
    DIFFERS = "differs"  # what was fetched lies beside it
    UNSOUND = "unsound"  # the server has not signed what it sent: nothing was kept


@record
class Kept:
    became: Became
    path: Path  # where the log is that was fetched, or the file that stays


def is_signed(tid: bytes, fetched: Sequence[bytes]) -> bool:
    """Whether this is a log of that table, and its server has signed all of it."""
    story = story_of(MAGIC + b"".join(fetched))
    return story is not None and story.tid == tid and bool(story.entries) and story.whole


def keep(path: Path, tid: bytes, fetched: Sequence[bytes]) -> Kept:
    """`InUse` if another program plays this table, `OSError` if it cannot be written."""
    if not is_signed(tid, fetched):
        return Kept(Became.UNSOUND, path)
    file = LogFile(path)
    try:
        return _joined(file, fetched)
    finally:
        file.close()


def _joined(file: LogFile, fetched: Sequence[bytes]) -> Kept:
    own = _signed(file.read())
    here, there = _headers(own), _headers(fetched)
    both = min(len(here), len(there))
    if own[:_FRONT] != list(fetched[:_FRONT])[: len(own)] or here[:both] != there[:both]:
        beside = unused(file.path.with_suffix(".fetched"), file.path.suffix)
        beside.write_bytes(MAGIC + b"".join(fetched))
        return Kept(Became.DIFFERS, beside)
    if here and len(there) <= len(here):
        return Kept(Became.SAME if len(there) == len(here) else Became.SHORTER, file.path)
    file.keep(sum(map(len, own)))  # what a crash left behind the last signature goes first
    file.append(_behind(fetched, len(here)) if here else list(fetched[len(own) :]))
    return Kept(Became.LONGER if here else Became.NEW, file.path)


def _signed(own: Sequence[bytes]) -> list[bytes]:
    """What stands under a HEAD, with TABLE and the cards."""
    heads = [at for at, one in enumerate(own, 1) if one[0] == RecordType.HEAD]
    return list(own[: heads[-1] if heads else _FRONT])


def _headers(stored: Sequence[bytes]) -> list[bytes]:
    return [payload(one)[:_HEADER] for one in stored if one[0] in _ENTRIES]


def _behind(fetched: Sequence[bytes], seq: int) -> list[bytes]:
    """What stands behind an entry and the signature over it."""
    entries = 0
    for at, one in enumerate(fetched):
        entries += one[0] in _ENTRIES
        if entries > seq:
            return list(fetched[at:])
        if entries == seq and one[0] == RecordType.HEAD and HeadRecord.from_bytes(payload(one)).seq == seq:
            return list(fetched[at + 1 :])
    return []
