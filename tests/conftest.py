"""For all tests."""

import gc
import signal
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from protocol.keys import identity

# A busy machine is no fault of what is tested.
settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# What is imported and collected is never garbage, and twelve thousand tests are much to search again and again.
gc.set_threshold(50_000, 20, 20)

# At a table of one process each seat, the host and the audit prove the same signatures; that is worked out once.
patch.object(identity, "verify", lru_cache(maxsize=1 << 16)(identity.verify)).start()

# A shell that starts the tests in the background lets them ignore ctrl-c, and the programs that they start as well.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """From here on only what tests make is searched for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """A reactor that a time-out has broken does not end its threads, and they would keep the run from ending."""
    reactor: Any = sys.modules.get("twisted.internet.reactor")
    pool = reactor.threadpool if reactor is not None else None
    if pool is not None and not pool.joined:
        pool.stop()


@pytest.fixture(autouse=True)
def no_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for bots, or for a round to be looked at; one about that has a fixture of this name."""
    from client.visit.errand import Setup

    monkeypatch.setattr(Setup, "pace", None)


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that looks ahead tries its ideas in one world; a test of its true moves has a fixture of this name."""
    from engine.bots import sharp

    monkeypatch.setattr(sharp, "_ACTS", 1)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server in memory, which is closed again; no test waits for a disk."""
    from tests.support.world import World  # not above: this file is read before the tests choose their reactor

    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    made = World(tmp_path)
    yield made
    made.close()


@pytest.fixture
def small() -> Iterator[None]:
    """Games that are over soon."""
    from tests.support.tables_at_play import small_mine

    with small_mine():
        yield
