"""Every table here is one at which no one deals."""

from collections.abc import Iterator

import pytest

from tests.support.undealt.games import undealt


@pytest.fixture(autouse=True)
def _without_a_dealer() -> Iterator[None]:
    with undealt():
        yield
