"""Copies of the databases of a folder, also while a server writes to them, with the secrets that the journal needs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server.store.errors import CannotOpen
from server.store.sqlite.database import Format, check_kind, check_sound, connect, sentences
from server.store.sqlite.format import JOURNAL
from server.store.sqlite.opening import JOURNAL_FILE, SECRETS_FILE
from server.store.sqlite.secrets import SECRETS

DATABASES = (JOURNAL_FILE, SECRETS_FILE)


def copy_databases(folder: Path, to: Path) -> None:
    """Secrets before the journal, since those of a table that ends meanwhile go, and after it those that have come.

    `CannotOpen` if there are none, or they are damaged.
    """
    secrets = folder / SECRETS_FILE
    _copy(secrets, to / SECRETS_FILE, SECRETS)
    _copy(folder / JOURNAL_FILE, to / JOURNAL_FILE, JOURNAL)
    with _open(secrets, SECRETS) as source, sentences(to / SECRETS_FILE, SECRETS):
        rows = source.execute("SELECT table_id, secrets FROM secrets").fetchall()
        with closing(connect(to / SECRETS_FILE)) as copy:
            copy.executemany("INSERT OR IGNORE INTO secrets (table_id, secrets) VALUES (?, ?)", rows)


def unfinished_tables(folder: Path) -> dict[bytes, bytes]:
    """By table, its first record; empty if it has none any more.  `CannotOpen` if there is no journal, or no sound one.

    Its own server may have it open.
    """
    path = folder / JOURNAL_FILE
    with _open(path, JOURNAL) as database, sentences(path, JOURNAL):
        rows = database.execute(
            "SELECT tables.table_id, record FROM tables LEFT JOIN records"
            " ON records.table_id = tables.table_id AND number = 0 WHERE ended = 0 ORDER BY tables.table_id"
        )
        return {tid: record or b"" for tid, record in rows}


def check_databases(folder: Path) -> None:
    """`CannotOpen` unless both are there, whole, and known to this program."""
    for name, format_ in zip(DATABASES, (JOURNAL, SECRETS), strict=True):
        with _open(folder / name, format_):
            pass


def _copy(path: Path, to: Path, format_: Format) -> None:
    with _open(path, format_) as source, sentences(to, format_), closing(connect(to)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        check_sound(to, copy)


@contextmanager
def _open(path: Path, format_: Format) -> Iterator[sqlite3.Connection]:
    """Without a change to it; its own server may have it open."""
    if not path.exists():
        raise CannotOpen(f"{path}: is not there")
    with sentences(path, format_), closing(connect(path)) as database:
        check_kind(path, database, format_)
        check_sound(path, database)
        yield database
