"""The dealer's secrets in SQLite: on the disk before anything is sent, gone after the end, and nowhere else."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.defer import DeferredList, gatherResults
from twisted.internet.threads import deferToThread

from protocol.modes.dealer.secrets import Secrets
from server.store.sqlite.database import open_database
from server.store.sqlite.secrets import SECRETS, SqliteSecrets
from server.store.sqlite.thread import Step

TID, OTHER = b"\1" * 32, b"\2" * 32
Open = Callable[[Callable[..., Any], Path], SqliteSecrets]


def some() -> bytes:
    """The secrets of a table of three rounds."""
    return Secrets.make(lambda _: os.urandom(32), 3).to_bytes()


def found(folder: Path, secrets: bytes) -> int:
    """How many of the secrets stand in any file of the folder."""
    content = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return sum(secrets[at : at + 32] in content for at in range(0, len(secrets), 32))


@ensureDeferred
async def test_secrets_come_back_also_after_a_restart(opened: Open, tmp_path: Path) -> None:
    secrets = some()
    store = opened(SqliteSecrets, tmp_path / "s")
    await store.put(TID, secrets)
    assert await store.get(TID) == secrets
    await store.close()
    again = opened(SqliteSecrets, tmp_path / "s")
    assert await again.get(TID) == secrets
    assert await again.get(OTHER) is None


@ensureDeferred
async def test_they_are_on_the_disk_when_it_is_told(store: SqliteSecrets, tmp_path: Path) -> None:
    secrets = some()
    await store.put(TID, secrets)
    assert await deferToThread(found, tmp_path, secrets) == 9


@ensureDeferred
async def test_forgotten_secrets_stand_in_no_file_any_more(store: SqliteSecrets, tmp_path: Path) -> None:
    """Many of them, so that pages fill, split and empty in every order."""
    tables = {bytes([number]) * 32: some() for number in range(150)}
    kept = dict(list(tables.items())[::7])
    for tid, secrets in tables.items():
        await store.put(tid, secrets)
        if tid[0] % 3 == 2:
            await store.forget(bytes([tid[0] - 1]) * 32)
    await gatherResults([store.forget(tid) for tid in tables if tid not in kept])
    for tid, secrets in tables.items():
        there = tid in kept and tid[0] % 3 != 1
        assert await store.get(tid) == (secrets if there else None)
        assert await deferToThread(found, tmp_path, secrets) == (9 if there else 0)


@ensureDeferred
async def test_what_is_left_of_tables_that_have_ended_is_forgotten(store: SqliteSecrets, tmp_path: Path) -> None:
    secrets, left = some(), some()
    await store.put(TID, secrets)
    await store.put(OTHER, left)
    assert await store.forget_all_of([OTHER, b"\3" * 32]) == 1
    assert await store.get(TID) == secrets
    assert await store.get(OTHER) is None
    assert await deferToThread(found, tmp_path, left) == 0
    await store.forget(OTHER)


@pytest.mark.parametrize("step", list(Step))
@ensureDeferred
async def test_when_the_disk_is_full_nothing_is_stored_and_it_is_told(store: SqliteSecrets, step: Step) -> None:
    def full(now: Step) -> None:
        if now is step:
            raise sqlite3.OperationalError("database or disk is full")

    store.database.fail = full
    outcomes = await DeferredList([store.put(TID, some()), store.put(OTHER, some())], consumeErrors=True)
    assert [done for done, _ in outcomes] == [False, False]
    assert await store.get(TID) is None
    store.database.fail = None
    await store.put(TID, some())


_VERSION_1 = (
    "CREATE TABLE dealers (table_id BLOB NOT NULL PRIMARY KEY, nonce BLOB NOT NULL, box_secret BLOB NOT NULL) STRICT",
    """CREATE TABLE seeds (
        table_id BLOB NOT NULL REFERENCES dealers ON DELETE CASCADE,
        round INTEGER NOT NULL,
        class INTEGER NOT NULL,
        seed BLOB NOT NULL,
        PRIMARY KEY (table_id, round, class)
    ) STRICT""",
)


@ensureDeferred
async def test_secrets_of_the_version_before_are_read_and_stand_in_one_place(opened: Open, tmp_path: Path) -> None:
    """A row for each seed was what the first version had."""
    tables = {TID: Secrets.from_bytes(some()), OTHER: Secrets.from_bytes(some())}
    with closing(open_database(tmp_path / "s", replace(SECRETS, version=1, tables=_VERSION_1, older={}))) as database:
        for tid, secrets in tables.items():
            database.execute("INSERT INTO dealers VALUES (?, ?, ?)", (tid, secrets.nonce, secrets.box_secret))
            rows = [(tid, *at, seed) for at, seed in reversed(secrets.seeds.items())]
            database.executemany("INSERT INTO seeds VALUES (?, ?, ?, ?)", rows)
    for _ in range(2):
        store = opened(SqliteSecrets, tmp_path / "s")
        for tid, secrets in tables.items():
            kept = await store.get(tid)
            assert kept is not None
            assert Secrets.from_bytes(kept) == secrets
        await store.close()
    store = opened(SqliteSecrets, tmp_path / "s")
    await store.forget(TID)
    assert await deferToThread(found, tmp_path, tables[TID].to_bytes()) == 0
    assert await deferToThread(found, tmp_path, tables[OTHER].to_bytes()) == 9
