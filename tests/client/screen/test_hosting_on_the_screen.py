"""The screen of a host: what the network hears of the table, and what the host hears of the network."""

from collections.abc import Callable

import pytest

from client.screen.screens.gathering import GatheringScreen
from client.visit import hosting
from client.visit.errand import Setup, WithFriends
from protocol.wire import lobby
from protocol.wire.invite import Invite
from tests.client.screen.piloted import piloted, words_of
from tests.client.screen.table_pilot import Keys
from tests.client.screen.world_pilot import at_server
from tests.support.world import World

SETUP = Setup(rules="base", players=3, bots=("random", "random"), bot_seats=2)
WHY = "Tables on this network cannot be found: there is no cable."


class Network:
    """What it was told last; it says at the first word that it cannot carry it."""

    told: lobby.Offer | None = None
    trouble = ""

    def __init__(self, _invite: Invite, changed: Callable[[], None]) -> None:
        self._changed = changed

    def announce(self, offer: lobby.Offer | None = None) -> None:
        Network.told = offer
        if not self.trouble:
            self.trouble = WHY
            self._changed()

    def withdraw(self) -> None:
        Network.told = None

    async def stop(self) -> None:
        """Nothing is left to say."""


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the real one."""
    monkeypatch.setattr(hosting, "Announcer", Network)
    monkeypatch.setattr(Network, "told", None)


@piloted
async def test_a_table_is_announced_until_it_begins_and_the_host_reads_if_it_cannot_be(world: World) -> None:
    async with at_server(world, WithFriends(SETUP), Keys) as there:
        person = there.person
        await there.until(lambda: isinstance(person.top, GatheringScreen) and Network.told is not None)
        await there.until(lambda: Network.told is not None and Network.told.taken == 3)
        assert WHY in words_of(person.app)
        await person.press("r")
        await there.settle()
        await person.press("s")
        await there.until_there()
        assert Network.told is None
