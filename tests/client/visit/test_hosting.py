"""A table for friends: the network hears of it while one can sit down there, and the host if it cannot be found."""

from collections.abc import Callable

import pytest

from client.visit import hosting as module
from client.visit.errand import Setup
from client.visit.hosting import Hosting
from protocol.keys.identity import pin
from protocol.wire import lobby
from protocol.wire.invite import Invite
from tests.support.reading import now
from tests.support.visitors import Visitor, begun, gathered, play_on
from tests.support.world import World

HERE = Invite("127.0.0.1", 4477, pin(bytes(32)))


class Network:
    """What it was told last; in place of the real one."""

    def __init__(self, _invite: Invite, changed: Callable[[], None]) -> None:
        self.told: lobby.Offer | None = None
        self.is_there = False
        self.trouble = ""
        self._changed = changed

    def announce(self, offer: lobby.Offer | None = None) -> None:
        self.told, self.is_there = offer, True

    def withdraw(self) -> None:
        self.told, self.is_there = None, False

    def fail(self) -> None:
        self.trouble = "no cable"
        self._changed()


@pytest.fixture(autouse=True)
def networks(monkeypatch: pytest.MonkeyPatch) -> list[Network]:
    """Those that were told something, one for each who hosts."""
    made: list[Network] = []

    def make(invite: Invite, changed: Callable[[], None]) -> Network:
        made.append(Network(invite, changed))
        return made[-1]

    monkeypatch.setattr(module, "Announcer", make)
    return made


def hosted(host: Visitor, unfound: Callable[[str], None] = lambda why: None) -> None:
    """From now on, the network hears of what this person does."""
    host.listeners.append(Hosting(host.visit, Setup(), HERE, unfound).heard)


def test_a_gathering_is_announced_until_it_begins_and_when_it_gathers_again(
    world: World, networks: list[Network]
) -> None:
    people = eva, ann = gathered(world, "Eva", "Ann", bots=["random"])
    hosted(eva)
    ann.visit.get_ready()
    world.settle()
    (network,) = networks
    told = now(lambda: network.told)
    assert told is not None
    assert (told.taken, told.seats) == (3, 3)
    begun(world, people)
    assert now(lambda: network.told) is None, "nobody can sit down there any more"
    assert now(lambda: network.is_there), "who plays there finds the way back"
    play_on(world, people)
    assert now(lambda: network.told) is None
    assert not now(lambda: network.is_there)
    ann.visit.guest.again(ann.table.tid)
    eva.visit.guest.again(eva.table.tid)
    world.settle()
    assert eva.visit.gathering is not None
    assert network.told is not None
    assert network.told.code == eva.visit.gathering.code


def test_whoever_rises_announces_nothing(world: World, networks: list[Network]) -> None:
    eva, ann = gathered(world, "Eva", "Ann", bots=["random"])
    hosted(eva)
    ann.visit.get_ready()
    world.settle()
    assert networks[0].told is not None
    assert eva.visit.gathering is not None
    eva.visit.guest.rise(eva.visit.gathering.code)
    world.settle()
    assert networks[0].told is None


def test_a_table_that_is_not_listed_is_not_announced(world: World, networks: list[Network]) -> None:
    eva, ann = gathered(world, "Eva", "Ann", bots=["random"], listed=False)
    hosted(eva)
    ann.visit.get_ready()
    world.settle()
    assert networks[0].told is None


def test_nor_is_its_table_while_it_is_played_or_when_its_host_comes_back(world: World, networks: list[Network]) -> None:
    people = eva, _ann = gathered(world, "Eva", "Ann", bots=["random"], listed=False)
    hosted(eva)
    begun(world, people)
    assert not networks[0].is_there
    eva.listeners.clear()
    eva.go()
    eva.come()
    eva.visit.follow(eva.visit.mine[0])
    hosted(eva)
    world.settle()
    assert not networks[1].is_there


def test_a_host_who_comes_back_to_a_listed_table_is_found_again(world: World, networks: list[Network]) -> None:
    people = eva, _ann = gathered(world, "Eva", "Ann", bots=["random"])
    begun(world, people)
    eva.go()
    eva.come()
    hosted(eva)
    eva.visit.follow(eva.visit.mine[0])
    world.settle()
    assert networks[0].is_there
    assert networks[0].told is None


def test_the_host_is_told_that_nobody_can_find_the_table(world: World, networks: list[Network]) -> None:
    (eva,) = gathered(world, "Eva", bots=["random", "random"])
    told: list[str] = []
    hosted(eva, told.append)
    networks[0].fail()
    assert told == ["no cable"]
