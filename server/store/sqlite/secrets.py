"""The secrets of running tables, in a database of their own.

SQLite keeps a rollback journal here and no write-ahead log: in that one, what was deleted would stand for a long time.
"""

import sqlite3
from collections.abc import Collection
from pathlib import Path

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorFromThreads

from server.store.sqlite.database import Format, open_database
from server.store.sqlite.thread import DatabaseThread

_TABLE = """CREATE TABLE secrets (
    table_id BLOB NOT NULL PRIMARY KEY CHECK (length(table_id) = 32),
    secrets BLOB NOT NULL CHECK (length(secrets) BETWEEN 32 AND 65536)
) STRICT, WITHOUT ROWID"""


def _from_version_1(database: sqlite3.Connection) -> None:
    """That version had a row for each seed of a dealer: they stand together now, as their mode spells them."""
    dealers = database.execute("SELECT table_id, nonce, box_secret FROM dealers").fetchall()
    database.execute(_TABLE)
    for tid, nonce, box_secret in dealers:
        of_table = "SELECT seed FROM seeds WHERE table_id = ? ORDER BY round, class"
        seeds = b"".join(seed for (seed,) in database.execute(of_table, (tid,)))
        database.execute("INSERT INTO secrets VALUES (?, ?)", (tid, nonce + box_secret + seeds))
    database.execute("DROP TABLE seeds")
    database.execute("DROP TABLE dealers")


SECRETS = Format(
    what="secrets",
    application_id=0x556D5331,  # "UmS1"
    version=2,
    journal_mode="truncate",
    connected=("PRAGMA secure_delete = ON", "PRAGMA temp_store = MEMORY"),
    private=True,
    tables=(_TABLE,),
    older={1: _from_version_1},
)


class SqliteSecrets:
    """A `SecretsStore`."""

    def __init__(self, path: Path, reactor: IReactorFromThreads) -> None:
        self.database = DatabaseThread(open_database(path, SECRETS), reactor, "secrets")

    def put(self, tid: bytes, secrets: bytes) -> Deferred[None]:
        def work(database: sqlite3.Connection) -> None:
            database.execute("INSERT INTO secrets VALUES (?, ?)", (tid, secrets))

        return self.database.write(work)

    def get(self, tid: bytes) -> Deferred[bytes | None]:
        def work(database: sqlite3.Connection) -> bytes | None:
            row = database.execute("SELECT secrets FROM secrets WHERE table_id = ?", (tid,)).fetchone()
            return None if row is None else bytes(row[0])

        return self.database.read(work)

    def forget(self, tid: bytes) -> Deferred[None]:
        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM secrets WHERE table_id = ?", (tid,))

        return self.database.write(work)

    def forget_all_of(self, ended: Collection[bytes]) -> Deferred[int]:
        over = frozenset(ended)

        def work(database: sqlite3.Connection) -> int:
            there = {tid for (tid,) in database.execute("SELECT table_id FROM secrets")}
            database.executemany("DELETE FROM secrets WHERE table_id = ?", [(tid,) for tid in there & over])
            return len(there & over)

        return self.database.write(work)

    def close(self) -> Deferred[None]:
        return self.database.close()
