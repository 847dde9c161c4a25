"""What stands in the journal's database.

Records are kept as the bytes that they are, numbered from 0 in each table; entries have numbers of their own inside.
The card tables are the same for most games, and are kept once.
"""

import sqlite3

from server.store.sqlite.database import Format

_PACE = tuple(f"{column} INTEGER NOT NULL DEFAULT 0 CHECK ({column} >= 0)" for column in ("bot_ms", "break_seconds"))


def _from_version_1(database: sqlite3.Connection) -> None:
    """That version did not know how fast a table is played: as fast as it goes."""
    for column in _PACE:
        database.execute(f"ALTER TABLE tables ADD COLUMN {column}")


_LISTED = "listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1))"
_ARCHIVE = (
    """CREATE TABLE archive (
            table_id BLOB NOT NULL PRIMARY KEY REFERENCES tables,
            ended_at INTEGER NOT NULL,
            end TEXT NOT NULL,
            rules TEXT NOT NULL,
            seats INTEGER NOT NULL,
            head BLOB NOT NULL CHECK (length(head) = 32),
            list INTEGER REFERENCES lists,
            delay INTEGER,
            size INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX archive_by_end ON archive (ended_at, table_id)",
    """CREATE TABLE lists (
            number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
            made INTEGER NOT NULL,
            delay INTEGER NOT NULL,
            body BLOB NOT NULL,
            signature BLOB NOT NULL,
            rows BLOB NOT NULL
        ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE listed (
            table_id BLOB NOT NULL PRIMARY KEY REFERENCES tables,
            next INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
)


_ON_VIEW = """CREATE TABLE on_view (
            table_id BLOB NOT NULL PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            number INTEGER NOT NULL,
            about BLOB NOT NULL
        ) STRICT, WITHOUT ROWID"""


def _from_version_2(database: sqlite3.Connection) -> None:
    """That version did not know which tables were listed: strangers are told of none of them."""
    for statement in (f"ALTER TABLE tables ADD COLUMN {_LISTED}", *_ARCHIVE, _ON_VIEW):
        database.execute(statement)


def _to_version_3(database: sqlite3.Connection) -> None:
    _from_version_1(database)
    _from_version_2(database)


JOURNAL = Format(
    what="journal",
    application_id=0x556D4A31,  # "UmJ1"
    version=3,
    journal_mode="wal",
    connected=(
        "PRAGMA journal_size_limit = 16777216",
        "PRAGMA wal_autocheckpoint = 32768",
        "PRAGMA temp_store = MEMORY",  # or a statement with many rows would make a file, to be able to undo it
        "PRAGMA secure_delete = ON",  # texts that are removed on request, names that are freed
    ),
    tables=(
        f"""CREATE TABLE tables (
            table_id BLOB NOT NULL PRIMARY KEY CHECK (length(table_id) = 32),
            next INTEGER NOT NULL CHECK (next > 0),
            ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
            {", ".join(_PACE)},
            {_LISTED}
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE records (
            table_id BLOB NOT NULL REFERENCES tables,
            number INTEGER NOT NULL CHECK (number >= 0),
            record BLOB,
            cards BLOB REFERENCES cards,
            PRIMARY KEY (table_id, number),
            CHECK ((record IS NULL) <> (cards IS NULL))
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE cards (
            hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
            record BLOB NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE seats (
            table_id BLOB NOT NULL REFERENCES tables,
            seat INTEGER NOT NULL CHECK (seat >= 0),
            identity BLOB NOT NULL CHECK (length(identity) = 32),
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX seats_of_identity ON seats (identity)",
        """CREATE TABLE names (
            skeleton TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            identity BLOB NOT NULL CHECK (length(identity) = 32),
            used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX names_of_identity ON names (identity)",
        *_ARCHIVE,
        _ON_VIEW,
    ),
    older={1: _to_version_3, 2: _from_version_2},
)
