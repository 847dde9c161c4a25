"""Opening a database of the server: made on the first start, and refused in a sentence if it is something else.

While one is open, no other part of this process may open its file: on POSIX systems, closing a file gives up every lock
that the process has on it, those of SQLite as well.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from protocol.keys.filelock import OWNER_ONLY
from protocol.keys.secretfile import OpenToOthers, check_private, sync_folder
from server.store.data_dir import open_to_others
from server.store.errors import CannotOpen, Damaged

_LEAST = (3, 37)  # the first with STRICT tables
_SECONDS_FOR_A_LOCK = 10  # an operator's backup may hold it for a moment


@dataclass(frozen=True, slots=True)
class Format:
    """What a file must be: by SQLite's application id and by the version of its tables."""

    what: str
    application_id: int
    version: int
    tables: tuple[str, ...]
    journal_mode: str
    connected: tuple[str, ...] = ()
    """Statements for each connection."""
    older: Mapping[int, Callable[[sqlite3.Connection], None]] = field(default_factory=dict)
    """By an older version that can still be read: what makes its tables into those of this one."""
    private: bool = False
    """Whether a file is refused that other users of the computer can read."""


def open_database(path: Path, format_: Format) -> sqlite3.Connection:
    """The database, made if there is none; every commit is on the disk before it returns."""
    if sqlite3.sqlite_version_info < _LEAST:
        least = ".".join(map(str, _LEAST))
        raise CannotOpen(f"this Python has SQLite {sqlite3.sqlite_version}, and the server needs {least} or later")
    with sentences(path, format_):
        _make_file(path, format_)
        database = connect(path)
        try:
            check_kind(path, database, format_)
            check_sound(path, database)
            _prepare(path, database, format_)
        except BaseException:
            database.close()
            raise
        return database


def connect(path: Path) -> sqlite3.Connection:
    """A connection without a transaction of its own making, to be used by one thread at a time."""
    return sqlite3.connect(path, timeout=_SECONDS_FOR_A_LOCK, isolation_level=None, check_same_thread=False)


def _make_file(path: Path, format_: Format) -> None:
    """An empty file that only its owner can read: SQLite gives its other files the mode of this one."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    try:
        if format_.private:
            check_private(path, descriptor)
    finally:
        os.close(descriptor)
    sync_folder(path.parent)


def check_kind(path: Path, database: sqlite3.Connection, format_: Format) -> None:
    """`CannotOpen` if it is not, before anything is changed: the file of another program stays as it is."""
    application, version = _pragma(database, "application_id"), _pragma(database, "user_version")
    if _is_empty(database):
        return
    if application != format_.application_id:
        raise CannotOpen(f"{path}: is a database, but not the {format_.what} of an undermine server")
    if version != format_.version and version not in format_.older:
        raise CannotOpen(
            f"{path}: has version {version}, and this program knows version {format_.version};"
            " use the program that made it, or another data-dir"
        )


def check_sound(path: Path, database: sqlite3.Connection) -> None:
    """`Damaged` if SQLite finds that its pages do not fit together."""
    for (finding,) in database.execute("PRAGMA quick_check(1)"):
        if finding != "ok":
            raise _damaged(path, str(finding))


def _prepare(path: Path, database: sqlite3.Connection, format_: Format) -> None:
    (mode,) = database.execute(f"PRAGMA journal_mode = {format_.journal_mode}").fetchone()
    if mode != format_.journal_mode:
        raise CannotOpen(f"{path}: stands on a file system that cannot be used; set another data-dir")
    for statement in ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", *format_.connected):
        database.execute(statement)
    if _is_empty(database):
        _make_tables(database, format_)
    elif (version := _pragma(database, "user_version")) != format_.version:
        _renew_tables(database, format_, format_.older[version])


def _make_tables(database: sqlite3.Connection, format_: Format) -> None:
    """All or nothing: a server that is killed meanwhile leaves an empty database."""
    database.execute("BEGIN IMMEDIATE")
    for statement in format_.tables:
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {format_.application_id}")
    database.execute(f"PRAGMA user_version = {format_.version}")
    database.execute("COMMIT")


def _renew_tables(database: sqlite3.Connection, format_: Format, renew: Callable[[sqlite3.Connection], None]) -> None:
    """All or nothing: a server that is killed meanwhile leaves the tables of the older version."""
    database.execute("BEGIN IMMEDIATE")
    renew(database)
    database.execute(f"PRAGMA user_version = {format_.version}")
    database.execute("COMMIT")


def _is_empty(database: sqlite3.Connection) -> bool:
    (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return bool(tables == 0 and _pragma(database, "application_id") == _pragma(database, "user_version") == 0)


def _pragma(database: sqlite3.Connection, name: str) -> int:
    (number,) = database.execute(f"PRAGMA {name}").fetchone()
    return int(number)


@contextmanager
def sentences(path: Path, format_: Format) -> Iterator[None]:
    """What goes wrong with the file, told as `CannotOpen`."""
    try:
        yield
    except OpenToOthers as error:
        raise CannotOpen(open_to_others(path)) from error
    except OSError as error:
        raise CannotOpen(f"{error.filename or path}: {error.strerror}") from error
    except sqlite3.OperationalError as error:  # before its parent: the disk, a lock, a mode
        raise CannotOpen(f"{path}: cannot be used: {error}") from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise Damaged(f"{path}: is not the {format_.what} of an undermine server") from error
        raise _damaged(path, str(error)) from error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is to blame, and not the disk, a lock or the statement."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without what SQLite adds about where it was found
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def _damaged(path: Path, finding: str) -> Damaged:
    advice = "put a copy from before in its place, with none of its -wal and -shm files"
    return Damaged(f"{path}: is damaged ({finding}); {advice}")
