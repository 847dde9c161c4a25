"""Games of honest players beside a crowd that sends anything at all: every game ends, and every log is VERIFIED.

``UNDERMINE_HOSTILE_MINUTES`` says how long the crowd is there in `./test --long`.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.task import LoopingCall, deferLater

from tests.server.at_server import until
from tests.server.servers import Games, Servers, judge, logs
from tests.stories.attacks.intruders import Scene, any_deed
from tests.stories.attacks.test_limits import has_many_addresses
from tests.support.tables_at_play import small_mine

MINUTES = float(os.environ.get("UNDERMINE_HOSTILE_MINUTES", "30"))
TABLES = 2
ADDRESSES = 6
SECONDS_BETWEEN = 0.1
MOST_AT_ONCE = 40
MOST_MEMORY = 100 << 20
"""Bytes by which the server may grow: in three minutes it was 28 MB, in eight 44, in thirty 48."""
TOLD = {"connection/bad-frame", "connection/too-fast", "login/signature", "cut", "welcome"}
"""What the crowd has met at least."""
SETTINGS = {
    "MOST_CONNECTIONS_PER_ADDRESS": "12",
    "MOST_STRANGERS": "16",
    "MOST_TABLES": "30",
    "MOST_TABLES_PER_ADDRESS": "5",
    "CONNECTIONS_PER_MINUTE_PER_ADDRESS": "120",
    "NEW_NAMES_PER_DAY": "5000",
    "MESSAGES_PER_SECOND_PER_ADDRESS": "2000",
    "LOGIN_SECONDS": "5",
    "PARK_AFTER_SECONDS": "20",
}
pytestmark = pytest.mark.skipif(not has_many_addresses(), reason="this computer has one loopback address")


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    made = Servers(tmp_path, forked=True, **SETTINGS)
    with small_mine():
        yield made
    made.close()


class Crowd:
    """Intruders without an end, from a few addresses, some of them at the tables of the honest."""

    def __init__(self, port: int, games: Games, seed: int) -> None:
        from twisted.internet import reactor

        self._games = games
        self._rng = Random(seed)
        self._deeds = any_deed(self._rng)
        self.scenes = [Scene(reactor, port, f"127.0.1.{at}", rng=self._rng) for at in range(1, 1 + ADDRESSES)]
        self._coming = LoopingCall(self._come)

    def start(self) -> None:
        self._coming.start(SECONDS_BETWEEN)

    def _come(self) -> None:
        scene = self._rng.choice(self.scenes)
        minds = [caller.mind for party in self._games.parties[-TABLES:] for caller in party.callers]
        scene.tables = [mind.tid for mind in minds if mind is not None]
        if sum(len(one.open) for one in self.scenes) >= MOST_AT_ONCE:
            self._rng.choice([one for one in self.scenes if one.open]).leave()
        scene.begin(next(self._deeds), self._rng.choice((1, 1, 1, 15)))

    async def stop(self) -> None:
        self._coming.stop()
        for scene in self.scenes:
            scene.leave()
        await until(lambda: not any(scene.open for scene in self.scenes), 60)

    @property
    def codes(self) -> set[str]:
        return {code for scene in self.scenes for code, times in scene.codes.items() if times}


@pytest.mark.parametrize(
    "seconds",
    [
        pytest.param(1, id="seconds"),
        pytest.param(MINUTES * 60, id="minutes", marks=[pytest.mark.long, pytest.mark.timeout(MINUTES * 60 + 900)]),
    ],
)
@ensureDeferred
async def test_beside_any_traffic_every_honest_game_ends_verified(servers: Servers, seconds: float) -> None:
    from twisted.internet import reactor

    invite = await servers.start()
    assert invite is not None
    games = Games(TABLES)
    games.begin(invite)
    await until(lambda: games.at_play, 60)
    before = servers.memory
    crowd = Crowd(invite.port, games, seed=7)
    crowd.start()
    await deferLater(reactor, seconds)
    await until(lambda: crowd.codes >= TOLD, 300)
    await games.finish()
    grown = servers.memory - before
    print(f"the server grew by {grown / (1 << 20):.1f} MB in {seconds / 60:.1f} minutes")
    await crowd.stop()
    servers.kill()
    await servers.dead()
    judge(games.parties, await logs(servers.folder))
    assert "Traceback" not in servers.messages.read_text()
    assert grown < MOST_MEMORY
