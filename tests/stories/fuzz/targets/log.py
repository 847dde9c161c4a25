"""Reading a log file: damage ends in the exceptions that are declared, and in an audit in none at all.

The first byte chooses what the others are: a file, a TABLE, evidence, or an entry that travels.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from protocol.audit.audit import Verdict, audit
from protocol.audit.evidence import EVIDENCE
from protocol.audit.story import story_of
from protocol.keys.hashing import u32
from protocol.log.faults import Fault
from protocol.log.records import MAGIC, CutShort, Entry, HeadRecord, RecordType, kind_of, payload, record, records
from protocol.log.setting import Unreadable, read_outline, read_setting

LONGEST = 6000
LOGS = Path(__file__).parents[2] / "frozen" / "logs"


def one(data: bytes) -> None:
    """Read it as what its first byte says."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> Iterator[bytes]:
    """The beginnings of the frozen logs, and two of them held against each other."""
    starts = []
    for file in sorted(LOGS.glob("*.umlog")):
        rows = list(islice(records(file.read_bytes()), 9))
        starts.append(MAGIC + b"".join(record(*row) for row in rows if row[0] != RecordType.CARDS))
        yield b"\0" + b"".join(record(*row) for row in rows[2:])
        yield b"\1" + rows[0][1]
        yield b"\3" + rows[2][1]
    yield b"\2" + b"".join(u32(len(log)) + log for log in starts[:2])


def _file(data: bytes) -> None:
    """Each record is one alone, and all of them are what the file began with."""
    whole, found = MAGIC + data, MAGIC
    try:
        for row in records(whole):
            found += record(*row)
            assert kind_of(record(*row)) == row[0]
            _entry(row[1])
    except CutShort as error:
        found += whole[error.at :]
    assert len(found) <= len(whole)
    kind_of(data)
    payload(data)
    story_of(whole)
    assert audit(whole).verdict in {Verdict.UNREADABLE, Verdict.UNPROVEN, Verdict.REFUTED}


def _table(data: bytes) -> None:
    for read in (read_setting, read_outline):
        try:
            read(data)
        except (Unreadable, Fault):
            continue


def _evidence(data: bytes) -> None:
    assert audit(EVIDENCE + data).reason


def _entry(data: bytes) -> None:
    for read in (Entry.from_bytes, Entry.without_body, HeadRecord.from_bytes):
        try:
            found = read(data)
        except ValueError:
            continue
        if not isinstance(found, Entry) or not found.removed:
            assert found.to_bytes() == data


READERS: list[Callable[[bytes], None]] = [_file, _table, _evidence, _entry]
