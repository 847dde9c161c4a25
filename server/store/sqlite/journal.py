"""The logs of all tables in one database.

One thread writes and another reads, so that a crowd that comes back after a cut does not slow down the games; a third
moves what was written to its place.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from twisted.internet.defer import Deferred, fail, gatherResults
from twisted.internet.interfaces import IReactorFromThreads
from twisted.python.failure import Failure

from engine.records import record
from protocol.log.records import RecordType
from server.store.errors import StoreClosed, StoreFailed, StoreRefused
from server.store.journal import NO_PACE, NoSuchTable, OutOfOrder, Pace, StoredTable, check_batch, check_beginning
from server.store.sqlite.database import connect, is_damage, open_database
from server.store.sqlite.format import JOURNAL
from server.store.sqlite.thread import DatabaseThread, Together, Work

_KEEP_EVERY = 500
_LONG_LOG = 2048
"""Pages of the write-ahead log, 8 MB, after which it is begun again."""
_Answer = TypeVar("_Answer")


class SqliteJournal:
    """A `Journal`."""

    def __init__(self, path: Path, reactor: IReactorFromThreads) -> None:
        writing = open_database(path, JOURNAL)
        reading = connect(path)
        reading.execute("PRAGMA query_only = ON")
        self.database = DatabaseThread(writing, reactor, "journal-writer")
        self.reader = DatabaseThread(reading, reactor, "journal-reader")
        self._keeper = DatabaseThread(connect(path), reactor, "journal-keeper")
        self.writes = True
        self._unkept = 0
        """Writes since what they wrote was last moved from the write-ahead log to its place."""
        self._keeping = False

    def begin(
        self,
        tid: bytes,
        batch: Sequence[bytes],
        players: Mapping[int, bytes],
        pace: Pace = NO_PACE,
        *,
        listed: bool = False,
    ) -> Deferred[int]:
        try:
            check_beginning(tid, batch)
        except ValueError as error:
            return fail(error)
        rows, seats = tuple(batch), tuple((tid, seat, identity) for seat, identity in players.items())

        def work(database: sqlite3.Connection) -> int:
            if (next_ := _next(database, tid)) is not None:
                raise OutOfOrder(tid, 0, next_)
            table = tid, len(rows), pace.bot_ms, pace.break_seconds, listed
            database.execute(_BEGIN, table)
            database.executemany("INSERT INTO seats VALUES (?, ?, ?)", seats)
            _insert(database, _numbered(database, tid, 0, rows))
            return len(rows)

        return self.write(work)

    def append(self, tid: bytes, batch: Sequence[bytes], number: int, *, ended: bool = False) -> Deferred[int]:
        try:
            check_batch(batch)
        except ValueError as error:
            return fail(error)
        return self.write(_Append(tid, number, tuple(batch), ended), _append_all)

    def write(self, work: Work[_Answer], together: Together | None = None) -> Deferred[_Answer]:
        """Write anything that is kept in the journal's database; fires when it is on the disk."""
        self._unkept += 1
        if self._unkept >= _KEEP_EVERY:
            self._keep()
        return self.database.write(work, together).addErrback(self._not_written)

    def try_to_write(self) -> Deferred[None]:
        return self.write(_write_nothing).addCallback(self._writes_again)

    def _writes_again(self, _done: None) -> None:
        self.writes = True

    def _not_written(self, failure: Failure) -> Failure:
        """The write-ahead log may have filled the disk by itself: in its place, what it holds makes room for more."""
        if failure.check(StoreFailed):
            self.writes = False
        if failure.check(StoreFailed, StoreRefused):
            self._keep()
        return failure

    def _keep(self) -> None:
        """The writer would do this itself in the middle of a commit, and every table would wait for it."""
        if self._keeping:
            return
        self._unkept, self._keeping = 0, True
        kept = self._keeper.read(_move)
        kept.addCallback(self._begin_anew).addBoth(self._kept)
        kept.addErrback(lambda failure: failure.trap(StoreFailed, StoreClosed))  # the next ones will try again

    def _begin_anew(self, pages: int) -> Deferred[None] | None:
        """While there is always a next write, the log never comes to an end from which SQLite would begin it again."""
        return self.database.read(_begin_log_anew) if pages >= _LONG_LOG else None

    def _kept(self, outcome: object) -> object:
        self._keeping = False
        return outcome

    def read(self, tid: bytes) -> Deferred[list[bytes]]:
        def work(database: sqlite3.Connection) -> list[bytes]:
            if (next_ := _next(database, tid)) is None:
                raise NoSuchTable(tid)
            return _records(database, tid, next_)

        return self.reader.read(work)

    def cut(self, tid: bytes, number: int) -> Deferred[None]:
        def work(database: sqlite3.Connection) -> None:
            for statement in _CUT:
                database.execute(statement, {"tid": tid, "number": number})

        return self.write(work)

    def players(self, tid: bytes) -> Deferred[dict[int, bytes]]:
        def work(database: sqlite3.Connection) -> dict[int, bytes]:
            if _next(database, tid) is None:
                raise NoSuchTable(tid)
            return dict(database.execute("SELECT seat, identity FROM seats WHERE table_id = ? ORDER BY seat", (tid,)))

        return self.reader.read(work)

    def pace(self, tid: bytes) -> Deferred[Pace]:
        def work(database: sqlite3.Connection) -> Pace:
            row = database.execute("SELECT bot_ms, break_seconds FROM tables WHERE table_id = ?", (tid,)).fetchone()
            if row is None:
                raise NoSuchTable(tid)
            return Pace(*row)

        return self.reader.read(work)

    def stored_tables(self) -> Deferred[list[StoredTable]]:
        return self.reader.read(_tables)

    def seated(self, identity: bytes) -> Deferred[list[bytes]]:
        return self.reader.read(lambda database: _seated(database, identity))

    def close(self) -> Deferred[None]:
        threads = (self.reader, self._keeper, self.database)
        return gatherResults([thread.close() for thread in threads]).addCallback(lambda _: None)


def _write_nothing(database: sqlite3.Connection) -> None:
    """One page, as it was."""
    database.execute(f"PRAGMA user_version = {JOURNAL.version}")


def _move(database: sqlite3.Connection) -> int:
    """Move what was written to its place; returns how many pages stand in the write-ahead log."""
    _busy, pages, _moved = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(pages)


def _begin_log_anew(database: sqlite3.Connection) -> None:
    """Move the little that was written meanwhile, unless a reader or a backup stands in the way: then another time."""
    (timeout,) = database.execute("PRAGMA busy_timeout").fetchone()
    database.execute("PRAGMA busy_timeout = 0")
    try:
        database.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
    finally:
        database.execute(f"PRAGMA busy_timeout = {timeout}")


def _next(database: sqlite3.Connection, tid: bytes) -> int | None:
    row = database.execute("SELECT next FROM tables WHERE table_id = ?", (tid,)).fetchone()
    return None if row is None else int(row[0])


@record
class _Append:
    """More records of one table."""

    tid: bytes
    number: int
    """Of the first one."""
    records: tuple[bytes, ...]
    ended: bool

    @property
    def next(self) -> int:
        """The number of the record after them."""
        return self.number + len(self.records)

    def __call__(self, database: sqlite3.Connection) -> int:
        """Alone; says what is wrong, if it is."""
        changed = (self.next, self.ended, self.tid, self.number)
        if not database.execute(_ADVANCE, changed).rowcount:
            next_ = _next(database, self.tid)
            raise NoSuchTable(self.tid) if next_ is None else OutOfOrder(self.tid, self.number, next_)
        _insert(database, _numbered(database, self.tid, self.number, self.records))
        return self.next


def _append_all(database: sqlite3.Connection, appends: Sequence[_Append]) -> list[int]:
    """Of several tables; if one does not fit, all fail, and each is then tried alone."""
    if len({one.tid for one in appends}) < len(appends):  # one behind the other
        return [one(database) for one in appends]
    for first in range(0, len(appends), _AT_ONCE):
        some = appends[first : first + _AT_ONCE]
        places = ", ".join(["(?, ?, ?, ?)"] * len(some))
        values = [value for one in some for value in (one.next, one.ended, one.tid, one.number)]
        if database.execute(_ADVANCE_ALL.format(places=places), values).rowcount < len(some):
            raise StoreRefused("one of the tables is not there, or stands elsewhere")
    _insert(database, [row for one in appends for row in _numbered(database, one.tid, one.number, one.records)])
    return [one.next for one in appends]


_BEGIN = "INSERT INTO tables (table_id, next, bot_ms, break_seconds, listed) VALUES (?, ?, ?, ?, ?)"
_ADVANCE = "UPDATE tables SET next = ?, ended = max(ended, ?) WHERE table_id = ? AND next = ?"
_ADVANCE_ALL = (
    "UPDATE tables SET next = column1, ended = max(ended, column2)"
    " FROM (VALUES {places}) WHERE table_id = column3 AND next = column4"
)
_AT_ONCE = 32
"""Rows of one statement: for each the thread waits until the interpreter is free, and others then wait for it."""
_Row = tuple[bytes, int, bytes | None, bytes | None]


def _numbered(database: sqlite3.Connection, tid: bytes, number: int, batch: Sequence[bytes]) -> list[_Row]:
    """Records as rows; those of cards are kept elsewhere, once."""
    rows: list[_Row] = []
    for at, one in enumerate(batch, number):
        if one[0] == RecordType.CARDS:
            hashed = sha256(one).digest()
            database.execute("INSERT OR IGNORE INTO cards VALUES (?, ?)", (hashed, one))
            rows.append((tid, at, None, hashed))
        else:
            rows.append((tid, at, one, None))
    return rows


def _insert(database: sqlite3.Connection, rows: list[_Row]) -> None:
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        places = ", ".join(["(?, ?, ?, ?)"] * len(some))
        values = [value for row in some for value in row]
        database.execute(f"INSERT INTO records (table_id, number, record, cards) VALUES {places}", values)  # noqa: S608


def _records(database: sqlite3.Connection, tid: bytes, next_: int) -> list[bytes]:
    rows = database.execute(
        "SELECT number, coalesce(records.record, cards.record) FROM records LEFT JOIN cards ON hash = cards"
        " WHERE table_id = ? ORDER BY number",
        (tid,),
    )
    found: list[bytes] = []
    try:
        for number, one in rows:
            if number != len(found):
                return [*found, b""]
            found.append(one or b"")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return [*found, b""]
    return found if len(found) == next_ else [*found, b""]


_CUT = (
    "CREATE TABLE IF NOT EXISTS damaged (table_id BLOB, number INTEGER, record BLOB, cards BLOB) STRICT",
    "INSERT INTO damaged SELECT * FROM records WHERE table_id = :tid AND number >= :number",
    "DELETE FROM records WHERE table_id = :tid AND number >= :number",
    "UPDATE tables SET next = :number, ended = 0 WHERE table_id = :tid",
)
"""What is damaged is not deleted: perhaps a person can still read it."""


def _tables(database: sqlite3.Connection) -> list[StoredTable]:
    rows = database.execute(
        "SELECT table_id, next, ended, seat, identity FROM tables LEFT JOIN seats USING (table_id)"
        " ORDER BY table_id, seat"
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
