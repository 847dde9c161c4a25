"""The names, in the journal's database."""

import sqlite3

from twisted.internet.defer import Deferred

from server.store.names import Claim, KnownName
from server.store.sqlite.journal import SqliteJournal

_USE = (
    "INSERT INTO names VALUES (?, ?, ?, ?) ON CONFLICT (skeleton) DO UPDATE"
    " SET name = excluded.name, identity = excluded.identity, used = max(used, excluded.used)"
)
_GIVE_UP = (
    "DELETE FROM names WHERE identity = ? AND name NOT IN"
    " (SELECT name FROM names WHERE identity = ? GROUP BY name ORDER BY name = ? DESC, max(used) DESC LIMIT ?)"
)


class SqliteNames:
    """A `NameStore`."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal

    def claim(self, claim: Claim) -> Deferred[bool]:
        """Answers no instead of raising: an exception would break up the writes that are committed with it."""

        def work(database: sqlite3.Connection) -> bool:
            if not all(_is_free(database, skeleton, claim) for skeleton in claim.skeletons):
                return False
            rows = [(skeleton, claim.name, claim.identity, claim.now) for skeleton in claim.skeletons]
            database.executemany(_USE, rows)
            database.execute(_GIVE_UP, (claim.identity, claim.identity, claim.name, claim.most))
            return True

        return self._journal.write(work)

    def owner(self, skeleton: str) -> Deferred[bytes | None]:
        def work(database: sqlite3.Connection) -> bytes | None:
            row = database.execute("SELECT identity FROM names WHERE skeleton = ?", (skeleton,)).fetchone()
            return None if row is None else bytes(row[0])

        return self._journal.database.read(work)

    def forget(self, skeleton: str) -> Deferred[KnownName | None]:
        def work(database: sqlite3.Connection) -> KnownName | None:
            found = database.execute(
                "SELECT name, identity, used FROM names WHERE skeleton = ?", (skeleton,)
            ).fetchone()
            if found is None:
                return None
            database.execute("DELETE FROM names WHERE name = ? AND identity = ?", found[:2])
            return KnownName(*found)

        return self._journal.write(work)

    def every(self) -> Deferred[list[KnownName]]:
        def work(database: sqlite3.Connection) -> list[KnownName]:
            rows = database.execute("SELECT name, identity, max(used) FROM names GROUP BY name, identity ORDER BY name")
            return [KnownName(*row) for row in rows]

        return self._journal.database.read(work)


def _is_free(database: sqlite3.Connection, skeleton: str, claim: Claim) -> bool:
    row = database.execute("SELECT identity, used FROM names WHERE skeleton = ?", (skeleton,)).fetchone()
    if row is not None and row[0] == claim.identity:
        return True
    return claim.new and (row is None or row[1] < claim.free_before)
