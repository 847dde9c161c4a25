"""The log: entries in a hash chain, the same bytes for every seat.

An entry is a header of fixed form and a body.  The chain covers the body's hash and not the body, so that a text can be
removed later without breaking it.  A HEAD record is the server's signature over the chain up to an entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, unique
from struct import Struct
from typing import Any

from protocol.keys.hashing import digest, u8, u16, u32

NOBODY = 255
"""The actor of entries that the server writes."""
NO_SIGNATURE = bytes(64)
_HEADER = Struct("<IIBBIIH32s64s")


@unique
class Kind(IntEnum):
    """What an entry is, in every mode.  The numbers are frozen: add to them, never change one."""

    SEAL = 1
    REVEAL = 2
    ACT = 8
    TIMEOUT = 9
    ROUND_OPEN = 10
    GAME_OPEN = 11
    END = 12
    CLOSE = 13
    TALK = 20
    ACK = 21
    LEAVE = 22
    BACK = 23
    SEAT_OUT = 24
    NAME = 25
    PROTEST = 27
    PAUSE = 28
    NOTE = 29
    HANDOVER = 30
    ASK_PAUSE = 31
    LET_PASS = 32


TEXTS = frozenset({Kind.TALK, Kind.NAME, Kind.NOTE})
"""What may be removed later: words of people, what they are called, and what a program notes."""
SPOKEN = frozenset({Kind.TALK, Kind.NAME})
"""What a server removes when a person asks: not a NOTE, which a program says and an audit may need."""
FREE = TEXTS | {Kind.ACK, Kind.LEAVE, Kind.BACK, Kind.PROTEST, Kind.ASK_PAUSE}
"""What a person may say at any time before the end, whatever the table waits for."""
SIGNED = frozenset({Kind.SEAL, Kind.REVEAL, Kind.ACT, Kind.CLOSE, Kind.LET_PASS}) | FREE
"""What a person says; everything else is said by the server, and has no signature of its own."""
AUTOMATIC = frozenset({Kind.ACK, Kind.PROTEST, Kind.CLOSE, Kind.LET_PASS})
"""What a client signs by itself: it says nothing of whether its person is there."""


@dataclass(slots=True, unsafe_hash=True)
class Entry:
    """One entry; ``dt_ms`` is the time since the one before, ``seen`` the last entry that its author had seen.

    It is never changed, and yet not frozen: that would make it take three times as long to create.
    """

    seq: int
    dt_ms: int
    kind: int
    actor: int
    seen: int
    counter: int
    round: int
    signature: bytes
    body: bytes
    removed: bytes = b""
    """The hash of a body that was removed later; the chain does not need the body."""
    _header: bytes = field(default=b"", init=False, compare=False, repr=False)
    """Made once: chain, signature and file ask for it."""
    _hash: bytes = field(default=b"", init=False, compare=False, repr=False)
    _link: tuple[bytes, bytes] = field(default=(b"", b""), init=False, compare=False, repr=False)
    """The heads before and behind it: who checks a HEAD works them out, and who follows asks again."""

    @property
    def is_signed(self) -> bool:
        """Whether it has a signature of its own: what the server says has none, nor what a bot does."""
        return self.signature != NO_SIGNATURE

    @property
    def body_hash(self) -> bytes:
        """What stands for the body in the chain."""
        if not self._hash:
            self._hash = self.removed or body_hash(self.body)
        return self._hash

    def placed(self, seq: int, dt_ms: int) -> "Entry":
        """The same at its place in the log; the hash of the body is not made again."""
        entry = Entry(
            seq,
            dt_ms,
            self.kind,
            self.actor,
            self.seen,
            self.counter,
            self.round,
            self.signature,
            self.body,
            self.removed,
        )
        entry._hash = self.body_hash
        return entry

    def header(self) -> bytes:
        """The part that the chain covers."""
        if not self._header:
            self._header = self._packed()
        return self._header

    def head(self, before: bytes) -> bytes:
        """The head of a chain that ends with it."""
        if self._link[0] != before:
            self._link = before, digest("undermine/1/log", before, self.header())
        return self._link[1]

    def _packed(self) -> bytes:
        return _HEADER.pack(
            self.seq,
            self.dt_ms,
            self.kind,
            self.actor,
            self.seen,
            self.counter,
            self.round,
            self.body_hash,
            self.signature,
        )

    def to_bytes(self) -> bytes:
        """Header and body, as they are stored and sent."""
        return self.header() + self.body

    @classmethod
    def from_bytes(cls, data: bytes) -> "Entry":
        """The entry in these bytes; ValueError if its header does not belong to its body."""
        body = data[_HEADER.size :]
        seq, dt_ms, kind, actor, seen, counter, round_, hashed, signature = _unpacked(data[: _HEADER.size])
        if body_hash(body) != hashed:
            raise ValueError("the body of an entry is not the one that its header names")
        entry = cls(seq, dt_ms, kind, actor, seen, counter, round_, signature, body)
        entry._hash = hashed
        return entry

    @classmethod
    def without_body(cls, header: bytes) -> "Entry":
        """An entry whose text was removed: only its header is left."""
        seq, dt_ms, kind, actor, seen, counter, round_, hashed, signature = _unpacked(header)
        return cls(seq, dt_ms, kind, actor, seen, counter, round_, signature, b"", hashed)


def _unpacked(header: bytes) -> tuple[Any, ...]:
    if len(header) != _HEADER.size:
        raise ValueError("the header of an entry has 116 bytes")
    return _HEADER.unpack(header)


def body_hash(body: bytes) -> bytes:
    """The hash of a body's exact bytes."""
    return digest("undermine/1/body", body)


def act_parts(tid: bytes, head_seen: bytes, entry: Entry) -> tuple[bytes, ...]:
    """What a player signs: the body, where it belongs, and everything that the player had seen."""
    return (
        tid,
        u32(entry.seen),
        head_seen,
        u32(entry.counter),
        u16(entry.round),
        u8(entry.kind),
        u8(entry.actor),
        entry.body_hash,
    )


def head_parts(tid: bytes, seq: int, head: bytes) -> tuple[bytes, ...]:
    """What the server signs after each commit."""
    return tid, u32(seq), head


class Chain:
    """The heads of a log, one after each entry; ``heads[0]`` stands before the first."""

    __slots__ = ("heads", "tid")

    def __init__(self, tid: bytes) -> None:
        self.tid = tid
        self.heads = [digest("undermine/1/log0", tid)]

    @property
    def last(self) -> int:
        """The number of the last entry; entries are counted from one."""
        return len(self.heads) - 1

    def extend(self, entry: Entry) -> bytes:
        """Add an entry's header; the new head."""
        head = entry.head(self.heads[-1])
        self.heads.append(head)
        return head


@unique
class RecordType(IntEnum):
    """What stands in a log file."""

    TABLE = 1
    CARDS = 2
    ENTRY = 3
    HEAD = 4
    HEADER = 5
    """An entry whose text was removed."""


_ANY_MAGIC = b"undermine log "
MAGIC = _ANY_MAGIC + b"1\n"
_RECORD = Struct("<BI")
LONGEST_RECORD = 1 << 20


@dataclass(frozen=True, slots=True)
class HeadRecord:
    """The server's word for the log up to an entry."""

    seq: int
    signature: bytes

    def to_bytes(self) -> bytes:
        """As it is stored and sent."""
        return u32(self.seq) + self.signature

    @classmethod
    def from_bytes(cls, data: bytes) -> "HeadRecord":
        """The record in these bytes."""
        if len(data) != 4 + 64:
            raise ValueError("a HEAD record has 68 bytes")
        return cls(int.from_bytes(data[:4], "little"), data[4:])


def record(kind: RecordType, held: bytes) -> bytes:
    """One record of a log file."""
    return _RECORD.pack(kind, len(held)) + held


def spoken_by(one: bytes, seat: int) -> bool:
    """Whether a record is an entry with words of this seat."""
    if one[0] != RecordType.ENTRY:
        return False
    _seq, _dt, kind, actor, *_ = _HEADER.unpack_from(one, _RECORD.size)
    return kind in SPOKEN and actor == seat


def without_body(one: bytes) -> bytes:
    """The record of an entry, as it stands when its text was removed."""
    return record(RecordType.HEADER, one[_RECORD.size : _RECORD.size + _HEADER.size])


def kind_of(one: bytes) -> RecordType | None:
    """What a record is; None if the bytes are not exactly one record."""
    if len(one) < _RECORD.size:
        return None
    kind, length = _RECORD.unpack_from(one)
    fits = kind in _KINDS and length <= LONGEST_RECORD and len(one) == _RECORD.size + length
    return _KINDS[kind] if fits else None


def payload(one: bytes) -> bytes:
    """What a record holds."""
    return one[_RECORD.size :]


def records(data: bytes) -> Iterator[tuple[RecordType, bytes]]:
    """The records of a log file, up to the first bad one: `CutShort` says where reading stopped.

    Those of a later version are skipped.
    """
    for start, end in places(data):
        if data[start] < _FIRST_LATER:
            yield _KINDS[data[start]], data[start + _RECORD.size : end]


def places(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each record of a log file begins and ends, those of a later version included."""
    if not data.startswith(MAGIC):
        later = data.startswith(_ANY_MAGIC)
        raise NotALog("a later version wrote this log: use its program" if later else "this is not a log of the game")
    at = len(MAGIC)
    while at < len(data):
        if at + _RECORD.size > len(data):
            raise CutShort(at)
        kind, length = _RECORD.unpack_from(data, at)
        end = at + _RECORD.size + length
        if (kind not in _KINDS and kind < _FIRST_LATER) or length > LONGEST_RECORD or end > len(data):
            raise CutShort(at)
        yield at, end
        at = end


def is_later(one: bytes) -> bool:
    """Whether a later version knows what this record is: it is skipped and never judged."""
    return one[0] >= _FIRST_LATER


_FIRST_LATER = 128
_KINDS = {kind.value: kind for kind in RecordType}


class NotALog(ValueError):
    """The file is something else."""


class CutShort(ValueError):
    """A record of the file is incomplete or unknown; what stands before it still counts."""

    def __init__(self, at: int) -> None:
        super().__init__(f"the record at byte {at} cannot be read")
        self.at = at
