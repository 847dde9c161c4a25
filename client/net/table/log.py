"""The log of one table as it is read, from the disk and then from the server: records in, entries out.

Records wait until a HEAD vouches for them; a batch is then checked entry by entry and written to the file.  Nothing
else comes out, and the file never holds anything else.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from client.net.table.log_file import LogFile
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, verify
from protocol.log.cards import card_tables
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, Kind, RecordType, head_parts, is_later, records
from protocol.log.setting import Setting, read_setting, table_id

_FRONT = 2  # TABLE and the card tables stand before the first entry
_HEADER_BYTES = 200
_MORE = 1 << 20
"""Bytes beside the bodies that TABLE allows: headers and signatures; more than that can wait for no HEAD."""

Step = Follower | tuple[Entry, list[object]]
"""What comes out of a log: its follower once TABLE is read, then each entry with what it does to the game."""


class NotExtending(Fault):
    """What came does not go on where the log ends.  It proves nothing against any key."""

    def __init__(self, code: Code, at: int, evidence: str) -> None:
        super().__init__(Finding(code, at, b"", evidence))


@dataclass(slots=True)
class Batch:
    """Entries with the HEAD behind them; ``records`` is the same as it is stored, ``size`` the bytes of the entries."""

    entries: list[Entry] = field(default_factory=list)
    records: list[bytes] = field(default_factory=list)
    size: int = 0


class Log:
    """A log that grows; ``follower_of`` says who follows a TABLE, and `follower` is there as soon as it is read."""

    def __init__(self, tid: bytes, file: LogFile, follower_of: Callable[[Setting], Follower]) -> None:
        self._tid = tid
        self._file = file
        self._follower_of = follower_of
        self.damaged: Path | None = None  # where a damaged file was kept, if it was
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.follower: Follower | None = None
        self._front: list[bytes] = []
        self._front_read = 0
        self._open = Batch()
        self._judged: list[bytes] = []

    @property
    def suspect(self) -> list[bytes]:
        """What came last and does not stand in the file: if something is wrong, it is here."""
        return [*self._judged, *self._open.records]

    @property
    def _last(self) -> int:
        """The last entry that came; the follower has those up to the last HEAD."""
        return (self.follower.chain.last if self.follower else 0) + len(self._open.entries)

    def fold(self) -> Iterator[Step]:
        """What this computer has of the table.

        `Unreadable` if another version of this program wrote it: then it is left as it is.
        """
        good = read = 0
        with suppress(Fault):
            for one in self._file.read():
                read += len(one)
                if not is_later(one):
                    yield from self.take(one, new=False)
                if self._front_read == _FRONT and not self.suspect:
                    good = read
        self.damaged = self._file.keep(good) or self.damaged
        if self._judged or len(self._front) < _FRONT:
            self._begin_anew()
            if good:
                yield from self.fold()  # again, without the batch that was carried out in part
        self._open = Batch()

    def begin(self) -> tuple[int, bytes]:
        """A new connection: the number of the entry that comes next, and the head before it."""
        self._open = Batch()
        chain = self.follower.chain if self.follower is not None else Chain(self._tid)
        self._front_read = 0 if chain.last == 0 else _FRONT
        return chain.last + 1, chain.heads[-1]

    def take(self, one: bytes, *, new: bool = True) -> Iterator[Step]:
        """A record that the server sent: `Fault`, `Unreadable` or `OSError` if the log cannot go on with it."""
        if self._front_read < _FRONT:
            yield from self._take_front(one, new=new)
            return
        kind, payload = _read_record(one, self._last)
        self._open.records.append(one)
        if kind == RecordType.HEAD:
            self._check_head(payload)
            yield from self._follow(new=new)
        elif kind in {RecordType.ENTRY, RecordType.HEADER}:
            self._extend(kind, payload)
        else:
            raise NotExtending(Code.SEQUENCE, self._last, f"a {kind.name} cannot stand here")

    def _extend(self, kind: RecordType, payload: bytes) -> None:
        next_ = self._last + 1
        try:
            entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else Entry.without_body(payload)
        except ValueError as error:
            raise NotExtending(Code.MALFORMED, next_, str(error)) from error
        if entry.seq != next_:
            raise NotExtending(Code.SEQUENCE, entry.seq, f"expected entry {next_}, found {entry.seq}")
        assert self.follower is not None
        options = self.follower.setting.table.options
        self._open.size += len(payload)
        if self._open.size > options.most_bytes + options.most_entries * _HEADER_BYTES + _MORE:
            raise NotExtending(Code.CAP, entry.seq, "more than a whole log without a signature")
        self._open.entries.append(entry)

    def _check_head(self, payload: bytes) -> None:
        last = self._last
        try:
            head = HeadRecord.from_bytes(payload)
        except ValueError as error:
            raise NotExtending(Code.HEAD, last, str(error)) from error
        assert self.follower is not None
        chain = Chain(self._tid)
        chain.heads = self.follower.chain.heads[-1:]
        for entry in self._open.entries:
            chain.extend(entry)
        key, parts = self.follower.setting.relay_key(head.seq), head_parts(self._tid, last, chain.heads[-1])
        signed = verify(key, head.signature, Purpose.HEAD, *parts)
        if not self._open.entries or head.seq != last or not signed:
            raise NotExtending(Code.HEAD, last, f"the server's signature at entry {head.seq} is not over this log")

    def _follow(self, *, new: bool) -> Iterator[Step]:
        """The batch that a HEAD has closed: what is new is written when the follower has taken all of it."""
        follower, batch = self.follower, self._open
        assert follower is not None
        self._open, self._judged = Batch(), batch.records
        if new:
            _check_seals(batch)
        for entry in batch.entries:
            yield entry, follower.take(entry)
        follower.signed_up_to = follower.chain.last
        if new:
            self._file.append(batch.records)
        self._judged = []

    def _take_front(self, one: bytes, *, new: bool) -> Iterator[Step]:
        """TABLE, then the cards.  A server sends them with the first entry, also to a client that has them."""
        if self._front_read < len(self._front):
            if one != self._front[self._front_read]:
                raise NotExtending(Code.SEQUENCE, 0, "another table, or other cards, than before")
        else:
            yield from self._read_front(*_read_record(one))
            self._front.append(one)
            if len(self._front) == _FRONT and new:
                self._file.append(self._front)
        self._front_read += 1

    def _read_front(self, kind: RecordType, payload: bytes) -> Iterator[Step]:
        if self._front:
            assert self.follower is not None
            if kind != RecordType.CARDS or payload != card_tables(self.follower.state.book):  # TABLE has named them
                raise NotExtending(Code.TABLE, 0, "the cards are not those that the table names")
            return
        if kind != RecordType.TABLE:
            raise NotExtending(Code.TABLE, 0, "the log does not begin with a table")
        if table_id(payload) != self._tid:  # looked at first: damage is no other version
            raise NotExtending(Code.TABLE, 0, "this is another table")
        self.follower = self._follower_of(read_setting(payload))
        yield self.follower


def _check_seals(batch: Batch) -> None:
    """A seed may come only when all seals stand under a HEAD.

    A file proves no such thing, as a HEAD can be taken out of it: so it is checked here, when it happens.
    """
    seals = [entry.seq for entry in batch.entries if entry.kind == Kind.SEAL]
    seeds = [entry.seq for entry in batch.entries if entry.kind == Kind.REVEAL]
    if seals and seeds:
        raise NotExtending(Code.HEAD, seeds[0], "a seed came before the server had signed all seals")


def _read_record(one: bytes, at: int = 0) -> tuple[RecordType, bytes]:
    try:
        ((kind, payload),) = records(MAGIC + one)
    except ValueError as error:
        raise NotExtending(Code.MALFORMED, at, "not exactly one record") from error
    return kind, payload
