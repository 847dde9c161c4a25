"""The contract of a store of secrets: they are stored whole, once, until they are forgotten."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred

from protocol.modes.dealer.secrets import Secrets
from server.store.errors import StoreRefused
from server.store.secrets import SecretsStore
from server.store.sqlite.secrets import SqliteSecrets
from tests.support.stores import MemorySecrets

TID, OTHER = b"\1" * 32, b"\2" * 32
Open = Callable[[Callable[..., Any], Path], SecretsStore]


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, opened: Open, tmp_path: Path) -> SecretsStore:
    """Each implementation, empty."""
    return opened(SqliteSecrets, tmp_path / "s") if request.param == "sqlite" else MemorySecrets()


def some() -> bytes:
    """The secrets of a table of three rounds."""
    return Secrets.make(lambda _: os.urandom(32), 3).to_bytes()


@ensureDeferred
async def test_secrets_of_a_table_are_never_written_over(store: SecretsStore) -> None:
    secrets = some()
    await store.put(TID, secrets)
    with pytest.raises(StoreRefused):
        await store.put(TID, some())
    assert await store.get(TID) == secrets


@ensureDeferred
async def test_what_can_be_no_secrets_is_not_stored(store: SecretsStore) -> None:
    with pytest.raises(StoreRefused):
        await store.put(TID, bytes(31))
    assert await store.get(TID) is None
    await store.put(TID, some())


@ensureDeferred
async def test_secrets_are_there_until_they_are_forgotten(store: SecretsStore) -> None:
    secrets = some()
    await store.put(TID, secrets)
    await store.put(OTHER, some())
    assert await store.get(TID) == secrets
    assert await store.forget_all_of([OTHER, b"\3" * 32]) == 1
    assert await store.get(OTHER) is None
    await store.forget(OTHER)
    await store.forget(TID)
    assert await store.get(TID) is None
