"""For the tests of the whole program in a terminal."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

collect_ignore_glob = [] if os.name == "posix" else ["test_*.py"]  # elsewhere there are no pseudo-terminals


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Any]:
    """A computer without a profile."""
    from tests.stories.e2e.home import Home

    made = Home(tmp_path)
    yield made
    made.close()


@pytest.fixture
def friend(tmp_path: Path) -> Iterator[Any]:
    """Another computer."""
    from tests.stories.e2e.home import Home

    made = Home(tmp_path / "friend")
    yield made
    made.close()
