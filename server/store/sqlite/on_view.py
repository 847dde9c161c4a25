"""The tables that can be watched, in the journal's database."""

import sqlite3

from twisted.internet.defer import Deferred

from server.store.on_view import Named
from server.store.sqlite.journal import SqliteJournal

_PUT = "INSERT OR REPLACE INTO on_view SELECT ?, coalesce(max(number), 0) + 1, ? FROM on_view"
_FORGET = "DELETE FROM on_view WHERE table_id = ?"
_ALL = "SELECT about, listed, ended FROM on_view JOIN tables USING (table_id) ORDER BY number"


class SqliteOnView:
    """An `OnViewStore`."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal

    def put(self, tid: bytes, about: bytes) -> Deferred[None]:
        def work(database: sqlite3.Connection) -> None:
            database.execute(_PUT, (tid, about))

        return self._journal.write(work)

    def forget(self, tid: bytes) -> Deferred[None]:
        def work(database: sqlite3.Connection) -> None:
            database.execute(_FORGET, (tid,))

        return self._journal.write(work)

    def all(self) -> Deferred[list[Named]]:
        def work(database: sqlite3.Connection) -> list[Named]:
            return [Named(about, bool(listed), bool(ended)) for about, listed, ended in database.execute(_ALL)]

        return self._journal.reader.read(work)
