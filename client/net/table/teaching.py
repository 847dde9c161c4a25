"""Giving a server back what it has signed and lost, in frames that it takes."""

from collections.abc import Iterator, Sequence

from protocol.log.records import HeadRecord, RecordType
from protocol.wire.messages import ENTRY_OF_CLIENT

MOST_FRAMES = 100
"""In one go: a server takes only so many messages at once, and asks again for what is still missing."""
_AROUND = 8
"""Bytes around each record in a frame."""
_PREFIX = 5


def records_from(stored: Sequence[bytes], seq: int) -> list[bytes]:
    """The records of a log from an entry on."""
    entries = 0
    for at, one in enumerate(stored):
        if one[0] in (RecordType.ENTRY, RecordType.HEADER):
            entries += 1
            if entries == seq:
                return list(stored[at:])
    return []


def lessons(taught: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    """The records of one frame after the other."""
    frame: list[bytes] = []
    room = 0
    for one in taught:
        if frame and room < len(one) + _AROUND:
            yield tuple(frame)
            frame = []
        if not frame:
            room = ENTRY_OF_CLIENT
        frame.append(one)
        room -= len(one) + _AROUND
    if frame:
        yield tuple(frame)


def last_head(stored: Sequence[bytes], before: int | None = None) -> HeadRecord | None:
    """The last signature of the server in a log, or the last over something before an entry."""
    heads = (HeadRecord.from_bytes(one[_PREFIX:]) for one in reversed(stored) if one[0] == RecordType.HEAD)
    return next((head for head in heads if before is None or head.seq < before), None)
