"""Tables at which no one deals."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.modes import registry


@contextmanager
def undealt() -> Iterator[None]:
    """New tables are played in the toy mode."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._MODULES, "toy", "tests.support.undealt.mode")
        patch.setattr(registry, "DEFAULT", "toy")
        yield


def toy_game(rules: str = "base", seats: int = 3, bot: str = "random", seed: bytes = b"toy", bots: int = 0) -> SelfPlay:
    """One that has not begun; ``bots`` of its seats are the server's."""
    return SelfPlay(parse(rules), seats, [BOTS[bot]], from_seed(seed), server_bots=bots)
