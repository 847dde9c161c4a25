"""Records of a log as they come: entries wait until a HEAD vouches for them, and before that nobody sees them.

Used for what a server sends and for what a file holds: both are read in the same way.
"""

from dataclasses import dataclass, field

from protocol.keys.identity import Purpose, verify
from protocol.log.bodies import Options
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, RecordType, head_parts, records
from protocol.log.setting import Setting

_MORE = 1 << 20
"""Bytes beside the bodies that TABLE allows: headers and signatures; more than that can wait for no HEAD."""


@dataclass(slots=True)
class Batch:
    """Entries with the HEAD behind them; ``records`` is the same as it is stored, ``size`` the bytes of the entries."""

    entries: list[Entry] = field(default_factory=list)
    records: list[bytes] = field(default_factory=list)
    size: int = 0


class NotExtending(Fault):
    """What came does not go on where the log ends.  It proves nothing against anybody."""

    def __init__(self, code: Code, at: int, evidence: str) -> None:
        super().__init__(Finding(code, at, b"", evidence))


class Batches:
    """Cuts a stream of records into batches, each under a signature of the server that holds."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._chain = Chain(setting.tid)
        self._open = Batch()
        self._room = most_bytes(setting.table.options)

    @property
    def unsigned(self) -> list[bytes]:
        """The records that no HEAD vouches for yet."""
        return self._open.records

    def drop_unsigned(self) -> None:
        """A new connection begins after the last HEAD."""
        self._chain.heads[len(self._chain.heads) - len(self._open.entries) :] = []
        self._open = Batch()

    def take(self, one: bytes) -> Batch | None:
        """One more record; the batch that it completes, or `NotExtending`."""
        kind, payload = read_record(one, self._chain.last)
        self._open.records.append(one)
        if kind == RecordType.HEAD:
            return self._close(payload)
        if kind not in {RecordType.ENTRY, RecordType.HEADER}:
            raise NotExtending(Code.SEQUENCE, self._chain.last, f"a {kind.name} cannot stand here")
        self._extend(kind, payload)
        return None

    def _extend(self, kind: RecordType, payload: bytes) -> None:
        try:
            entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else Entry.without_body(payload)
        except ValueError as error:
            raise NotExtending(Code.MALFORMED, self._chain.last + 1, str(error)) from error
        if entry.seq != self._chain.last + 1:
            raise NotExtending(Code.SEQUENCE, entry.seq, f"expected entry {self._chain.last + 1}, found {entry.seq}")
        self._open.size += len(payload)
        if self._open.size > self._room:
            raise NotExtending(Code.CAP, entry.seq, "more than a whole log without a signature")
        self._chain.extend(entry)
        self._open.entries.append(entry)

    def _close(self, payload: bytes) -> Batch:
        last = self._chain.last
        try:
            head = HeadRecord.from_bytes(payload)
        except ValueError as error:
            raise NotExtending(Code.HEAD, last, str(error)) from error
        parts = head_parts(self._setting.tid, last, self._chain.heads[-1])
        signed = verify(self._setting.relay_key(head.seq), head.signature, Purpose.HEAD, *parts)
        if not self._open.entries or head.seq != last or not signed:
            raise NotExtending(Code.HEAD, last, f"the server's signature at entry {head.seq} is not over this log")
        batch, self._open = self._open, Batch()
        return batch


def most_bytes(options: Options) -> int:
    """How long a log can become, headers and signatures included."""
    return options.most_bytes + options.most_entries * 200 + _MORE


def read_record(one: bytes, at: int = 0) -> tuple[RecordType, bytes]:
    """The one record in these bytes."""
    try:
        ((kind, payload),) = records(MAGIC + one)
    except ValueError as error:
        raise NotExtending(Code.MALFORMED, at, "not exactly one record") from error
    return kind, payload
