"""Small logs that several tests judge, each played once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from tests.protocol.audit.asked import Play


@pytest.fixture(scope="session")
def play() -> Play:
    """A whole game of three seats; with one seed but another bot, the same table goes on differently."""
    played: dict[tuple[str, str, int], bytes] = {}

    def log(seed: str = "one", bot: str = "random", server_bots: int = 0) -> bytes:
        key = seed, bot, server_bots
        if key not in played:
            game = SelfPlay(parse("base"), 3, [BOTS[bot]], from_seed(seed.encode()), server_bots=server_bots)
            played[key] = game.play()
        return played[key]

    return log


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, bytes], str]:
    """A file of this name with these bytes; its path."""

    def made(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return str(path)

    return made
