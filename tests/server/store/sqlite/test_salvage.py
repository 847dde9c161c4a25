"""A damaged file of secrets costs the tables whose secrets stood where the damage is, and no other."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred

from protocol.modes.dealer.secrets import Secrets
from server.store.errors import CannotOpen, StoreDamaged
from server.store.sqlite.database import connect, open_database
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.salvage import open_secrets
from server.store.sqlite.secrets import SECRETS

PAGE = 4096
TABLES = {bytes([number]) * 32: Secrets.make(lambda _: os.urandom(32), 3).to_bytes() for number in range(1, 121)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The secrets of many tables, over many pages."""
    path = tmp_path / "secrets.sqlite3"
    with closing(open_database(path, SECRETS)) as database:
        database.execute("BEGIN")
        database.executemany("INSERT INTO secrets VALUES (?, ?)", TABLES.items())
        database.execute("COMMIT")
    return path


def spoil(path: Path, page: int) -> bytes:
    """Fill a page with nonsense, counted from the end if it is negative; returns what the file is now."""
    content = path.read_bytes()
    at = page * PAGE if page >= 0 else len(content) + page * PAGE
    path.write_bytes(content[:at] + b"\xa5" * PAGE + content[at + PAGE :])
    return path.read_bytes()


def set_aside(path: Path) -> list[Path]:
    return list(path.parent.glob("*.damaged-?"))


@pytest.mark.parametrize(("first", "least"), [(3, 90), (6, 90), (-1, 90), (1, 0), (0, 0)])
@ensureDeferred
async def test_what_can_be_read_is_kept_and_the_rest_is_lost(opened: Any, path: Path, first: int, least: int) -> None:
    """A page is filled with nonsense: of the rows, of what leads to them, or the first of the file."""
    damaged = spoil(path, first)
    store = opened(open_secrets, path)
    kept = [tid for tid, secrets in TABLES.items() if await store.get(tid) == secrets]
    assert least <= len(kept) < len(TABLES)
    new = b"\xff" * 32
    await store.put(new, TABLES[b"\1" * 32])
    assert await store.get(new) == TABLES[b"\1" * 32]
    (aside,) = set_aside(path)
    assert aside.read_bytes() == damaged
    assert {stat.S_IMODE(one.stat().st_mode) for one in (path, aside)} == {0o600}


@ensureDeferred
async def test_a_file_that_is_cut_short_is_set_aside_each_time(opened: Any, path: Path) -> None:
    for number in (1, 2):
        os.truncate(path, PAGE + 100)
        store = opened(open_secrets, path)
        await store.put(bytes([100 + number]) * 32, TABLES[b"\1" * 32])
        await store.close()
        assert len(set_aside(path)) == number


def test_the_database_of_another_program_is_refused_and_stays(path: Path) -> None:
    with closing(connect(path)) as database:
        database.execute("PRAGMA application_id = 7")
    before = path.read_bytes()
    with pytest.raises(CannotOpen, match="but not the secrets"):
        open_secrets(path, None)  # type: ignore[arg-type]
    assert path.read_bytes() == before


@ensureDeferred
async def test_damage_that_is_met_later_is_told_apart_from_a_full_disk(opened: Any, tmp_path: Path) -> None:
    journal = opened(SqliteJournal, tmp_path / "journal.sqlite3")

    def damaged(_: sqlite3.Connection) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT_INDEX
        raise error

    with pytest.raises(StoreDamaged):
        await journal.write(damaged)
