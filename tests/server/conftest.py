"""For the tests of the server: databases that are closed again, and small logs to put into them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred

from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.secrets import SqliteSecrets

Opened = SqliteJournal | SqliteSecrets


@pytest.fixture
def opened() -> Iterator[Callable[[Callable[..., Any], Path], Any]]:
    """Opens a store, and closes it after the test."""
    from twisted.internet import reactor  # not above: this file is read before the tests choose their reactor

    stores: list[Opened] = []

    def open_store(store: Callable[..., Any], path: Path) -> Any:
        stores.append(store(path, reactor))
        return stores[-1]

    yield open_store
    for store in stores:
        wait(store.close())


@pytest.fixture
def journal(opened: Callable[[Callable[..., Any], Path], SqliteJournal], tmp_path: Path) -> SqliteJournal:
    """An empty journal."""
    return opened(SqliteJournal, tmp_path / "journal.sqlite3")


@pytest.fixture
def store(opened: Callable[[Callable[..., Any], Path], SqliteSecrets], tmp_path: Path) -> SqliteSecrets:
    """An empty store of secrets."""
    return opened(SqliteSecrets, tmp_path / "secrets.sqlite3")


def wait(deferred: Deferred[Any]) -> Any:
    """What a Deferred comes to, for a fixture that is not asynchronous itself."""
    return pytest_twisted.blockon(deferred)
