"""The dealer's secrets, in a database of their own.

SQLite keeps a rollback journal here and no write-ahead log: in that one, what was deleted would stand for a long time.
"""

import sqlite3
from collections.abc import Collection
from pathlib import Path

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorFromThreads

from protocol.modes.dealer.secrets import Secrets
from server.store.sqlite.database import Format, open_database
from server.store.sqlite.thread import DatabaseThread

SECRETS = Format(
    what="secrets",
    application_id=0x556D5331,  # "UmS1"
    version=1,
    journal_mode="truncate",
    connected=("PRAGMA secure_delete = ON", "PRAGMA temp_store = MEMORY"),
    private=True,
    tables=(
        """CREATE TABLE dealers (
            table_id BLOB NOT NULL PRIMARY KEY CHECK (length(table_id) = 32),
            nonce BLOB NOT NULL CHECK (length(nonce) = 32),
            box_secret BLOB NOT NULL CHECK (length(box_secret) = 32)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE seeds (
            table_id BLOB NOT NULL REFERENCES dealers ON DELETE CASCADE,
            round INTEGER NOT NULL CHECK (round >= 0),
            class INTEGER NOT NULL CHECK (class >= 0),
            seed BLOB NOT NULL CHECK (length(seed) = 32),
            PRIMARY KEY (table_id, round, class)
        ) STRICT, WITHOUT ROWID""",
    ),
)


class SqliteSecrets:
    """A `SecretsStore`."""

    def __init__(self, path: Path, reactor: IReactorFromThreads) -> None:
        self.database = DatabaseThread(open_database(path, SECRETS), reactor, "secrets")

    def put(self, tid: bytes, secrets: Secrets) -> Deferred[None]:
        def work(database: sqlite3.Connection) -> None:
            database.execute("INSERT INTO dealers VALUES (?, ?, ?)", (tid, secrets.nonce, secrets.box_secret))
            rows = [(tid, round_, class_, seed) for (round_, class_), seed in secrets.seeds.items()]
            database.executemany("INSERT INTO seeds VALUES (?, ?, ?, ?)", rows)

        return self.database.write(work)

    def get(self, tid: bytes) -> Deferred[Secrets | None]:
        def work(database: sqlite3.Connection) -> Secrets | None:
            row = database.execute("SELECT nonce, box_secret FROM dealers WHERE table_id = ?", (tid,)).fetchone()
            if row is None:
                return None
            nonce, box_secret = row
            seeds = database.execute("SELECT round, class, seed FROM seeds WHERE table_id = ?", (tid,))
            return Secrets(nonce, box_secret, {(round_, class_): seed for round_, class_, seed in seeds})

        return self.database.read(work)

    def forget(self, tid: bytes) -> Deferred[None]:
        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM dealers WHERE table_id = ?", (tid,))

        return self.database.write(work)

    def forget_all_of(self, ended: Collection[bytes]) -> Deferred[int]:
        over = frozenset(ended)

        def work(database: sqlite3.Connection) -> int:
            there = {tid for (tid,) in database.execute("SELECT table_id FROM dealers")}
            database.executemany("DELETE FROM dealers WHERE table_id = ?", [(tid,) for tid in there & over])
            return len(there & over)

        return self.database.write(work)

    def close(self) -> Deferred[None]:
        return self.database.close()
