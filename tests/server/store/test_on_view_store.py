"""The contract of the store of tables that can be watched."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred

from server.store.journal import Journal
from server.store.on_view import Named, OnViewStore
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.on_view import SqliteOnView
from tests.server.store.journals import entries, table
from tests.support.stores import MemoryJournal, MemoryOnView

Stores = tuple[Journal, OnViewStore]
ONE, TWO = Named(b"one", listed=True, ended=False), Named(b"two", listed=False, ended=False)


@pytest.fixture(params=["sqlite", "memory"])
def stores(request: pytest.FixtureRequest, opened: Callable[..., SqliteJournal], tmp_path: Path) -> Stores:
    """Each implementation, with a journal that is empty."""
    if request.param == "memory":
        memory = MemoryJournal()
        return memory, MemoryOnView(memory)
    make: Any = SqliteJournal
    journal = opened(make, tmp_path / "j")
    return journal, SqliteOnView(journal)


@ensureDeferred
async def test_what_is_named_is_there_in_order_until_it_is_forgotten(stores: Stores) -> None:
    journal, on_view = stores
    (two, records_of_two), (one, records_of_one) = table("two"), table("one")
    await journal.begin(two, records_of_two, {})
    await journal.begin(one, records_of_one, {}, listed=True)
    assert await on_view.all() == []
    await on_view.put(two, b"two")
    await on_view.put(one, b"one")
    assert await on_view.all() == [TWO, ONE]
    await journal.append(one, entries("end"), 2, ended=True)
    assert await on_view.all() == [TWO, replace(ONE, ended=True)]
    await on_view.put(two, b"two")
    assert [named.about for named in await on_view.all()] == [b"one", b"two"]
    await on_view.forget(one)
    await on_view.forget(one)
    assert await on_view.all() == [TWO]


@ensureDeferred
async def test_a_table_that_is_removed_is_named_no_more(opened: Callable[..., SqliteJournal], tmp_path: Path) -> None:
    """The archive removes logs, and nothing of a table may stand in its way."""
    make: Any = SqliteJournal
    journal = opened(make, tmp_path / "j")
    tid, records = table("one")
    await journal.begin(tid, records, {})
    await SqliteOnView(journal).put(tid, b"one")
    await journal.write(lambda database: [database.execute(f"DELETE FROM {of}") for of in ("records", "tables")])
    assert await SqliteOnView(journal).all() == []
