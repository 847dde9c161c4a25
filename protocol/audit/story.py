"""The chain of a log as its file has it, be the game in it right or wrong, and how much of it the server has signed.

It needs no rules: so logs can be compared that cannot be judged, and a signature over what is wrong is found.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from protocol.keys.hashing import digest
from protocol.keys.identity import Purpose, verify
from protocol.log import bodies
from protocol.log.records import Chain, Entry, HeadRecord, RecordType, head_parts, records
from protocol.log.setting import LONGEST_JOIN, read_table, relay_key, table_id
from protocol.wire.codec import BadFrame, decode


@dataclass(slots=True)
class Story:
    """One log; entries and heads are counted as in the log, ``heads[0]`` stands before the first."""

    table_bytes: bytes
    table: bodies.Table
    tid: bytes
    heads: list[bytes]
    entries: list[Entry] = field(default_factory=list)
    signatures: dict[int, HeadRecord] = field(default_factory=dict)
    """By entry: the HEAD behind it, which may be false."""
    readable: bool = True
    """Whether everything in the file could be read."""
    _valid: dict[int, bool] = field(default_factory=dict)

    def is_signed(self, seq: int) -> bool:
        """Whether the server has signed the log up to exactly this entry."""
        if seq not in self._valid:
            head = self.signatures.get(seq)
            parts = head_parts(self.tid, seq, self.heads[seq])
            key = relay_key(self.table, seq)
            self._valid[seq] = head is not None and verify(key, head.signature, Purpose.HEAD, *parts)
        return self._valid[seq]

    @property
    def stands(self) -> bool:
        """Whether the server has signed anything of this table."""
        return any(self.is_signed(seq) for seq in reversed(self.signatures))

    @property
    def signed(self) -> int:
        """The last entry that the server has signed."""
        return next((seq for seq in reversed(self.signatures) if self.is_signed(seq)), 0)

    @property
    def whole(self) -> bool:
        """Whether the file can be read to its end, every HEAD holds, and the last stands at the end."""
        return self.readable and self.signed == len(self.entries) and all(map(self.is_signed, self.signatures))

    def signed_from(self, seq: int) -> int | None:
        """The first entry from this one on that the server has signed."""
        return next((at for at in self.signatures if at >= seq and self.is_signed(at)), None)

    def joins(self) -> Iterator[tuple[int, bodies.Join]]:
        """By seat: what people brought, as far as it can be read."""
        for seat, row in enumerate(self.table.seats):
            try:
                if row.person is not None:
                    yield seat, decode(bodies.Join, row.person.join, LONGEST_JOIN)
            except BadFrame:
                continue


def story_of(data: bytes) -> Story | None:
    """As much as can be read; None where there is no TABLE in the file that this program can read."""
    rows = records(data)
    try:
        kind, payload = next(rows)
        if kind != RecordType.TABLE:
            return None
        table, tid = read_table(payload), table_id(payload)
    except (ValueError, StopIteration):  # `NotALog`, `CutShort` and `Unreadable` are ValueErrors
        return None
    chain = Chain(tid)
    story = Story(payload, table, tid, chain.heads)
    try:
        for kind, payload in rows:
            _read_on(story, chain, kind, payload)
    except ValueError:
        story.readable = False  # what stands before it still counts
    return story


def _read_on(story: Story, chain: Chain, kind: RecordType, payload: bytes) -> None:
    if kind in {RecordType.ENTRY, RecordType.HEADER}:
        entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else Entry.without_body(payload)
        chain.extend(entry)
        story.entries.append(entry)
    elif kind == RecordType.HEAD:
        head = HeadRecord.from_bytes(payload)
        if head.seq != chain.last:
            raise ValueError("a HEAD over another entry than the last")
        story.signatures[head.seq] = head
    elif kind != RecordType.CARDS or digest("undermine/1/data", payload) != story.table.data_hash:
        story.readable = False
