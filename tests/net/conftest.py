"""For the tests of the network: worlds that are closed again, and rules with few cards."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from net.world import World
from tables_at_play import small_mine


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server in memory; nobody waits for a disk."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    made = World(tmp_path)
    yield made
    made.close()


@pytest.fixture
def small() -> Iterator[None]:
    """Games that are over soon."""
    with small_mine():
        yield
