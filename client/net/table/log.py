"""The log of one table as it is read, from the disk and then from the server.

Records wait until a HEAD vouches for them; a batch is then checked entry by entry and written to the file.  Nobody is
shown anything else, and the file never holds anything else.
"""

from pathlib import Path
from typing import Protocol

from client.net.table.batches import Batch, Batches, NotExtending, read_record
from client.net.table.log_file import LogFile
from protocol.follow.follower import Follower
from protocol.log.cards import card_tables
from protocol.log.faults import Code, Fault
from protocol.log.records import Chain, Entry, Kind, RecordType, is_later
from protocol.log.setting import Setting, read_setting, table_id

_FRONT = 2
"""TABLE and the card tables stand before the first entry."""


class Reader(Protocol):
    """Who reads a log."""

    def sit(self, setting: Setting) -> Follower:
        """TABLE was read: who follows it."""
        ...

    def opened(self) -> None:
        """There is a follower now."""
        ...

    def follow(self, entry: Entry, events: list[object]) -> None:
        """One more entry, which the follower has taken."""
        ...


class Log:
    """A log that grows; `follower` is there as soon as its TABLE is."""

    def __init__(self, tid: bytes, file: LogFile, reader: Reader) -> None:
        self._tid = tid
        self.file = file
        self._reader = reader
        self.follower: Follower | None = None
        self._batches: Batches | None = None
        self._front: list[bytes] = []
        self._front_read = 0
        self._judged: list[bytes] = []

    @property
    def suspect(self) -> list[bytes]:
        """What came last and does not stand in the file: if something is wrong, it is here."""
        return [*self._judged, *(self._batches.unsigned if self._batches is not None else ())]

    def fold(self) -> Path | None:
        """What this computer has of the table; where a damaged file was kept, if it was.

        `Unreadable` if another version of this program wrote it: then it is left as it is.
        """
        good = read = 0
        for one in self.file.read():
            whole = good == read
            read += len(one)
            if is_later(one):
                good = read if whole else good
                continue
            try:
                good = read if self._take(one, new=False) else good
            except Fault:
                break
        aside = self.file.keep(good)
        if self._judged or len(self._front) < _FRONT:
            self._front, self._front_read, self._judged = [], 0, []
            self._batches = self.follower = None
            return aside or (self.fold() if good else None)  # again, without the batch that was carried out in part
        self._drop_unsigned()
        return aside

    def begin(self) -> tuple[int, bytes]:
        """A new connection: the number of the entry that comes next, and the head before it."""
        self._drop_unsigned()
        chain = self.follower.chain if self.follower is not None else Chain(self._tid)
        self._front_read = 0 if chain.last == 0 else _FRONT
        return chain.last + 1, chain.heads[-1]

    def _drop_unsigned(self) -> None:
        if self._batches is not None:
            self._batches.drop_unsigned()

    def take(self, one: bytes) -> None:
        """A record that the server sent: `Fault`, `Unreadable` or `OSError` if the log cannot go on with it."""
        self._take(one, new=True)

    def _take(self, one: bytes, *, new: bool) -> bool:
        """Whether the log is whole behind this record."""
        if self._front_read < _FRONT:
            self._take_front(one, new=new)
            return self._front_read == _FRONT
        assert self._batches is not None
        batch = self._batches.take(one)
        if batch is None:
            return False
        self._judged = batch.records
        if new:
            self._check_seals(batch)
        self._accept(batch)
        if new:
            self.file.append(batch.records)
        self._judged = []
        return True

    def _take_front(self, one: bytes, *, new: bool) -> None:
        """TABLE, then the cards; whoever begins with the first entry is sent them, also if they are there already."""
        if self._front_read < len(self._front):
            if one != self._front[self._front_read]:
                raise NotExtending(Code.SEQUENCE, 0, "another table, or other cards, than before")
        else:
            self._read_front(*read_record(one))
            self._front.append(one)
            if len(self._front) == _FRONT and new:
                self.file.append(self._front)
        self._front_read += 1

    def _read_front(self, kind: RecordType, payload: bytes) -> None:
        if self._front:
            assert self.follower is not None
            if kind != RecordType.CARDS or payload != card_tables(self.follower.state.book):  # TABLE has named them
                raise NotExtending(Code.TABLE, 0, "the cards are not those that the table names")
            return
        if kind != RecordType.TABLE:
            raise NotExtending(Code.TABLE, 0, "the log does not begin with a table")
        if table_id(payload) != self._tid:  # looked at first: damage is no other version
            raise NotExtending(Code.TABLE, 0, "this is another table")
        setting = read_setting(payload)
        self._batches = Batches(setting)
        self.follower = self._reader.sit(setting)
        self._reader.opened()

    def _check_seals(self, batch: Batch) -> None:
        """A seed may come only when all seals stand under a HEAD.

        A file proves no such thing, as a HEAD can be taken out of it: so it is checked here, when it happens.
        """
        seals = [entry.seq for entry in batch.entries if entry.kind == Kind.SEAL]
        seeds = [entry.seq for entry in batch.entries if entry.kind == Kind.REVEAL]
        if seals and seeds:
            why = "a seed came before the server had signed all seals"
            raise NotExtending(Code.HEAD, seeds[0], why)

    def _accept(self, batch: Batch) -> None:
        follower = self.follower
        assert follower is not None
        for entry in batch.entries:
            self._reader.follow(entry, follower.take(entry))
        follower.signed_up_to = follower.chain.last
