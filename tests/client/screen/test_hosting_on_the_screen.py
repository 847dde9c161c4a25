"""The screen of a host: what the network hears of the table, and what the host hears of the network."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from client.screen.screens.gathering import GatheringScreen
from client.visit import hosting
from client.visit.errand import Setup, WithFriends
from protocol.wire import lobby
from protocol.wire.invite import Invite
from tests.client.screen.piloted import piloted, words_of
from tests.client.screen.table_pilot import Keys
from tests.client.screen.world_pilot import at_server
from tests.support.visitors import Visitor
from tests.support.world import World

SETUP = Setup(rules="base", players=3, bots=("random", "random"), bot_seats=2)
WHY = "Tables on this network cannot be found: there is no cable."


class Network:
    """What it was told last; it says at the first word that it cannot carry it."""

    told: lobby.Offer | None = None
    is_there = False
    trouble = ""

    def __init__(self, _invite: Invite, changed: Callable[[], None]) -> None:
        self._changed = changed

    def announce(self, offer: lobby.Offer | None = None) -> None:
        Network.told, Network.is_there = offer, True
        if not self.trouble:
            self.trouble = WHY
            self._changed()

    def withdraw(self) -> None:
        Network.told, Network.is_there = None, False

    async def stop(self) -> None:
        """Nothing is left to say."""


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the real one."""
    monkeypatch.setattr(hosting, "Announcer", Network)
    monkeypatch.setattr(Network, "told", None)
    monkeypatch.setattr(Network, "is_there", False)


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


@piloted
async def test_who_hosts_again_and_goes_on_is_found_by_those_who_come_back(world: World) -> None:
    ann = Visitor(world, "Ann")
    async with at_server(world, WithFriends(replace(SETUP, bot_seats=1)), Keys) as there:
        person = there.person
        await there.until(lambda: Network.told is not None and Network.told.taken == 2)
        assert Network.told is not None
        ann.visit.guest.sit(Network.told.code, "")
        await there.until(lambda: Network.told is not None and Network.told.taken == 3)
        ann.visit.get_ready()
        await there.settle()
        await person.press("r")
        await there.settle()
        await person.press("s")
        await there.until_there()
        await person.press("q")
        await person.choose("To the start menu")
        Network.withdraw(Network)  # type: ignore[arg-type]  # as when the program was killed
        person.app.errands.begin(WithFriends(SETUP))
        await there.until(lambda: "You have an unfinished game here." in person.text)
        assert "1  Back to your table with Ann, base, round 1, today " in person.text
        world.settle()
        Network.is_there = False
        await person.press("1")
        await person.settle()
        assert Network.is_there, "also where the table has nothing new to tell"
        assert Network.told is None
