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


JOURNAL = Format(
    what="journal",
    application_id=0x556D4A31,  # "UmJ1"
    version=2,
    journal_mode="wal",
    connected=("PRAGMA journal_size_limit = 16777216", "PRAGMA wal_autocheckpoint = 32768"),
    tables=(
        f"""CREATE TABLE tables (
            table_id BLOB NOT NULL PRIMARY KEY CHECK (length(table_id) = 32),
            next INTEGER NOT NULL CHECK (next > 0),
            ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
            {", ".join(_PACE)}
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
    ),
    older={1: _from_version_1},
)
