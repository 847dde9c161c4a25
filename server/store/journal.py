"""The journal: the logs of all tables, the very bytes that are sent, audited and replayed.

A record is in the journal before anybody is sent it.  One thread writes and another reads, so that a crowd that comes
back after a cut does not slow down those who play; a third moves what was written to its place.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from twisted.internet.defer import Deferred, fail, gatherResults
from twisted.internet.interfaces import IReactorFromThreads
from twisted.python.failure import Failure

from protocol.log.records import MAGIC, RecordType, kind_of, payload
from protocol.log.setting import table_id
from server.store.sqlite.database import connect, open_database
from server.store.sqlite.format import JOURNAL
from server.store.sqlite.thread import Closed, DatabaseThread, Work

_KEEP_EVERY = 500
_Answer = TypeVar("_Answer")


class NoSuchTable(LookupError):
    """The journal has no table of this name."""

    def __init__(self, tid: bytes) -> None:
        super().__init__(f"there is no table {tid.hex()}")


class OutOfOrder(Exception):
    """The records were made for another place in the log than the next one; nothing was stored."""

    def __init__(self, tid: bytes, number: int, next_: int) -> None:
        super().__init__(f"table {tid.hex()}: record {number} was to be appended, and the next is {next_}")


@dataclass(frozen=True, slots=True)
class StoredTable:
    """What the journal knows of a table without reading its log."""

    tid: bytes
    next: int
    """The number that the next record will have."""
    ended: bool
    players: dict[int, bytes] = field(default_factory=dict)
    """By seat, the identity that sits there; bots have none.  It does not stand in the log."""


class Journal:
    """The logs of all tables in one database."""

    def __init__(self, path: Path, reactor: IReactorFromThreads) -> None:
        writing = open_database(path, JOURNAL)
        reading = connect(path)
        reading.execute("PRAGMA query_only = ON")
        self.database = DatabaseThread(writing, reactor, "journal-writer")
        self._reader = DatabaseThread(reading, reactor, "journal-reader")
        self._keeper = DatabaseThread(connect(path), reactor, "journal-keeper")
        self._unkept = 0
        """Writes since what they wrote was last moved from the write-ahead log to its place."""
        self._keeping = False

    def begin(self, tid: bytes, batch: Sequence[bytes], players: Mapping[int, bytes]) -> Deferred[int]:
        """A new table, with its first records, TABLE before all; the number that the next will have."""
        kinds = [kind_of(one) for one in batch]
        if kinds[:1] != [RecordType.TABLE] or None in kinds or table_id(payload(batch[0])) != tid:
            return fail(ValueError("a table begins with the record that it is named after"))
        rows, seats = tuple(batch), tuple((tid, seat, identity) for seat, identity in players.items())

        def work(database: sqlite3.Connection) -> int:
            if (next_ := _next(database, tid)) is not None:
                raise OutOfOrder(tid, 0, next_)
            database.execute("INSERT INTO tables (table_id, next) VALUES (?, ?)", (tid, len(rows)))
            database.executemany("INSERT INTO seats VALUES (?, ?, ?)", seats)
            _insert(database, tid, 0, rows)
            return len(rows)

        return self.write(work)

    def append(self, tid: bytes, batch: Sequence[bytes], number: int, *, ended: bool = False) -> Deferred[int]:
        """More records, the first of which has this number: all or none; the number that the next will have.

        With ``ended``, the table has ended with them.
        """
        kinds = {kind_of(one) for one in batch}
        if not kinds or kinds & {None, RecordType.TABLE}:
            return fail(ValueError("a batch is made of whole records, and a table has one TABLE"))
        rows = tuple(batch)

        def work(database: sqlite3.Connection) -> int:
            changed = (number + len(rows), ended, tid, number)
            if not database.execute(_ADVANCE, changed).rowcount:
                next_ = _next(database, tid)
                raise NoSuchTable(tid) if next_ is None else OutOfOrder(tid, number, next_)
            _insert(database, tid, number, rows)
            return number + len(rows)

        return self.write(work)

    def write(self, work: Work[_Answer]) -> Deferred[_Answer]:
        """Whatever is kept in the journal's database; fires when it is on the disk."""
        self._unkept += 1
        if self._unkept >= _KEEP_EVERY:
            self._keep()
        return self.database.write(work).addErrback(self._not_written)

    def _not_written(self, failure: Failure) -> Failure:
        """The write-ahead log may have filled the disk by itself: in its place, what it holds makes room for more."""
        if failure.check(sqlite3.Error):
            self._keep()
        return failure

    def _keep(self) -> None:
        """The writer would do this itself in the middle of a commit, and everybody would wait for it."""
        if self._keeping:
            return
        self._unkept, self._keeping = 0, True
        kept = self._keeper.read(lambda database: database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone())
        kept.addBoth(self._kept)
        kept.addErrback(lambda failure: failure.trap(sqlite3.Error, Closed))  # it is tried again after as many writes

    def _kept(self, outcome: object) -> object:
        self._keeping = False
        return outcome

    def mark_ended(self, tid: bytes) -> Deferred[None]:
        """The table is played no more; what people sign about its end may still be appended."""

        def work(database: sqlite3.Connection) -> None:
            if not database.execute("UPDATE tables SET ended = 1 WHERE table_id = ?", (tid,)).rowcount:
                raise NoSuchTable(tid)

        return self.write(work)

    def read(self, tid: bytes, number: int = 0) -> Deferred[list[bytes]]:
        """The records from this number on, byte for byte."""

        def work(database: sqlite3.Connection) -> list[bytes]:
            if _next(database, tid) is None:
                raise NoSuchTable(tid)
            return _records(database, tid, number)

        return self._reader.read(work)

    def export(self, tid: bytes) -> Deferred[bytes]:
        """The log file."""
        return self.read(tid).addCallback(lambda batch: MAGIC + b"".join(batch))

    def players(self, tid: bytes) -> Deferred[dict[int, bytes]]:
        """By seat, the identities of a table."""

        def work(database: sqlite3.Connection) -> dict[int, bytes]:
            if _next(database, tid) is None:
                raise NoSuchTable(tid)
            return dict(database.execute("SELECT seat, identity FROM seats WHERE table_id = ? ORDER BY seat", (tid,)))

        return self._reader.read(work)

    def tables(self, *, running_only: bool = False) -> Deferred[list[StoredTable]]:
        """All tables, or those that have not ended."""
        return self._reader.read(lambda database: _tables(database, running_only=running_only))

    def seated(self, identity: bytes) -> Deferred[list[bytes]]:
        """The running tables at which this identity has a seat."""
        return self._reader.read(lambda database: _seated(database, identity))

    def close(self) -> Deferred[None]:
        """Fires when everything that was asked for is done; nothing can be asked for any more."""
        threads = (self._reader, self._keeper, self.database)
        return gatherResults([thread.close() for thread in threads]).addCallback(lambda _: None)


def _next(database: sqlite3.Connection, tid: bytes) -> int | None:
    row = database.execute("SELECT next FROM tables WHERE table_id = ?", (tid,)).fetchone()
    return None if row is None else int(row[0])


_ADVANCE = "UPDATE tables SET next = ?, ended = max(ended, ?) WHERE table_id = ? AND next = ?"
_AT_ONCE = 16
"""Rows of one statement: each statement is a turn of the interpreter that others wait for."""


def _insert(database: sqlite3.Connection, tid: bytes, number: int, batch: tuple[bytes, ...]) -> None:
    rows: list[tuple[bytes, int, bytes | None, bytes | None]] = []
    for at, record in enumerate(batch, number):
        if record[0] == RecordType.CARDS:
            hashed = sha256(record).digest()
            database.execute("INSERT OR IGNORE INTO cards VALUES (?, ?)", (hashed, record))
            rows.append((tid, at, None, hashed))
        else:
            rows.append((tid, at, record, None))
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        places = ", ".join(["(?, ?, ?, ?)"] * len(some))
        values = [value for row in some for value in row]
        database.execute(f"INSERT INTO records (table_id, number, record, cards) VALUES {places}", values)  # noqa: S608


def _records(database: sqlite3.Connection, tid: bytes, number: int) -> list[bytes]:
    rows = database.execute(
        "SELECT coalesce(records.record, cards.record) FROM records LEFT JOIN cards ON hash = cards"
        " WHERE table_id = ? AND number >= ? ORDER BY number",
        (tid, number),
    )
    return [record for (record,) in rows]


def _tables(database: sqlite3.Connection, *, running_only: bool) -> list[StoredTable]:
    rows = database.execute(
        "SELECT table_id, next, ended, seat, identity FROM tables LEFT JOIN seats USING (table_id)"
        " WHERE ended <= ? ORDER BY table_id, seat",
        (not running_only,),
    )
    found: dict[bytes, StoredTable] = {}
    for tid, next_, ended, seat, identity in rows:
        table = found.setdefault(tid, StoredTable(tid, next_, bool(ended)))
        if seat is not None:
            table.players[seat] = identity
    return list(found.values())


def _seated(database: sqlite3.Connection, identity: bytes) -> list[bytes]:
    rows = database.execute(
        "SELECT DISTINCT table_id FROM seats JOIN tables USING (table_id)"
        " WHERE identity = ? AND ended = 0 ORDER BY table_id",
        (identity,),
    )
    return [tid for (tid,) in rows]
