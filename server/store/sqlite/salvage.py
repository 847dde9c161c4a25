"""A damaged database of secrets: set aside, and what can still be read of it goes into a new one.

Only the tables whose secrets are lost stand still then; the others, and all that are still to come, are played.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from twisted.internet.interfaces import IReactorFromThreads
from twisted.logger import Logger

from protocol.keys.secretfile import sync_folder
from server.store.errors import CannotOpen, Damaged
from server.store.sqlite.database import connect, open_database
from server.store.sqlite.secrets import SECRETS, SqliteSecrets

_log = Logger()
_ORDERS = ("ASC", "DESC")
"""From both ends to where the damage is."""


def open_secrets(path: Path, reactor: IReactorFromThreads) -> SqliteSecrets:
    """The secrets, damaged or not; `CannotOpen` if the file is something else, or cannot be used at all."""
    try:
        return SqliteSecrets(path, reactor)
    except Damaged as damage:
        try:
            aside = _kept_copy(path)
            rows = _readable(aside)
            _renew(path, rows)
        except OSError as error:
            raise CannotOpen(f"{damage}; it cannot be set aside: {error.strerror}") from error
        _log.error(
            "{why}; it was set aside as {aside}, and the secrets of {count} tables could be read:"
            " tables whose secrets are lost cannot go on, all others can",
            why=str(damage),
            aside=str(aside),
            count=len(rows),
        )
        return SqliteSecrets(path, reactor)


def files_aside(path: Path) -> tuple[Path, ...]:
    """What was set aside of it, at any start."""
    return tuple(sorted(path.parent.glob(f"{path.name}.damaged-*")))


def _kept_copy(path: Path) -> Path:
    """With what SQLite would undo in it."""
    aside = next(one for number in count(1) if not (one := path.with_name(f"{path.name}.damaged-{number}")).exists())
    for one, kept in ((path, aside), (_journal(path), _journal(aside))):
        with suppress(FileNotFoundError):
            shutil.copy2(one, kept)
    return aside


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _readable(path: Path) -> dict[bytes, bytes]:
    """By table, its secrets as far as they can be read; whether they are right, their table tells."""
    found: dict[bytes, bytes] = {}
    with suppress(sqlite3.Error), closing(connect(path)) as database:
        for order in _ORDERS:
            with suppress(sqlite3.Error):
                found.update(_rows(database, order))
    return found


def _rows(database: sqlite3.Connection, order: str) -> Iterator[tuple[bytes, bytes]]:
    for tid, secrets in database.execute(f"SELECT table_id, secrets FROM secrets ORDER BY table_id {order}"):  # noqa: S608
        if isinstance(tid, bytes) and isinstance(secrets, bytes):
            yield tid, secrets


def _renew(path: Path, rows: dict[bytes, bytes]) -> None:
    """In one step: a server that is killed before it finds the damaged file, and does this once more.

    What has another length than secrets have is left out.
    """
    new = path.with_name(f"{path.name}.new")
    for one in (new, _journal(new)):
        one.unlink(missing_ok=True)
    with closing(open_database(new, SECRETS)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT OR IGNORE INTO secrets VALUES (?, ?)", rows.items())
        database.execute("COMMIT")
    _journal(path).unlink(missing_ok=True)
    new.replace(path)
    sync_folder(path.parent)
    _journal(new).unlink(missing_ok=True)
