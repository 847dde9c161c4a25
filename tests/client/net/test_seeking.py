"""A server that has moved: found by its key, wherever the network says that it is, and never by its address alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.error import ConnectError

from client.net.conversation import Me
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.net.seeking import Seeking, moves
from client.net.wire import Talker
from client.profile.known_servers import KnownServers
from client.visit.visit import Visit
from protocol.keys.identity import Identity, pin
from protocol.wire.invite import Invite
from tests.support.threats import threat
from tests.support.world import World

BEFORE, NOW, FALSE = (Invite(f"192.0.2.{number}") for number in (1, 2, 3))


class Network:
    """Announces whatever a test says; where nothing listens there is no connection."""

    def __init__(self) -> None:
        self.servers: dict[str, World] = {}
        self.announced: list[Invite] = []
        self.dialled: list[str] = []
        self._changed: Callable[[], None] = lambda: None
        self.looking = False

    def announce(self, *places: Invite) -> None:
        self.announced += places
        self._changed()

    def dialler(self, invite: Invite) -> Callable[[Talker], Deferred[object]]:
        def dial(talker: Talker) -> Deferred[object]:
            self.dialled.append(invite.host)
            world = self.servers.get(invite.host)
            return fail(ConnectError()) if world is None else world.dial(talker)

        return dial

    # as a browser

    def start(self, changed: Callable[[], None]) -> None:
        self._changed, self.looking = changed, True

    async def stop(self) -> None:
        self.looking = False

    def places(self, _pin: str) -> list[Invite]:
        return self.announced


class Guests:
    """A person who comes back to a server that was at `BEFORE` when they met."""

    def __init__(self, world: World, network: Network, folder: Path) -> None:
        self.known = KnownServers(folder / "known-servers")
        invite = replace(BEFORE, pin=pin(world.identity.public))
        self.seeking = Seeking(invite, network.dialler, network)  # type: ignore[arg-type]
        server = Server(invite, self.seeking.dial, self.known, seeking=self.seeking)
        me = Me(Identity(bytes(32)), "Eva")
        self.visit = Visit(
            [], world.clock.seconds, lambda visit: Guest(me, server, Drawer(folder / "tables"), world.around, visit)
        )
        self.visit.guest.start()
        world.players.append(self)  # type: ignore[arg-type]  # it goes home as players do

    def go(self) -> Deferred[None]:
        return self.visit.guest.stop()


def until_connected(world: World, other: World, guests: Guests) -> None:
    """While another server goes on, too."""

    def there() -> bool:
        other.settle()
        return guests.visit.connected_now

    world.until(there)


@pytest.fixture
def network() -> Network:
    return Network()


@pytest.fixture
def eva(world: World, network: Network, tmp_path: Path) -> Guests:
    return Guests(world, network, tmp_path)


def test_a_server_at_another_address_is_found_by_its_key(world: World, network: Network, eva: Guests) -> None:
    assert network.looking
    network.servers[NOW.host] = world
    network.announce(NOW)
    world.until(lambda: eva.visit.connected_now)
    assert network.dialled == [BEFORE.host, NOW.host]
    assert eva.visit.guest.link == str(replace(NOW, pin=pin(world.identity.public)))


def test_where_it_was_found_it_is_looked_for_first_after_a_cut(world: World, network: Network, eva: Guests) -> None:
    network.servers[NOW.host] = world
    network.announce(NOW)
    world.until(lambda: eva.visit.connected_now)
    network.dialled.clear()
    world.cables[-1].cut()
    world.until(lambda: eva.visit.connected_now)
    assert network.dialled == [NOW.host]


@threat("back-claimed", "server/not-here")
def test_a_server_that_announces_the_key_of_another_is_told_nothing(
    world: World, network: Network, eva: Guests, tmp_path: Path
) -> None:
    liar = World(tmp_path, b"a liar")
    network.servers |= {FALSE.host: liar, NOW.host: world}
    network.announce(FALSE)

    def settle() -> bool:
        liar.settle()
        return FALSE.host in network.dialled

    world.until(settle)
    liar.settle()
    world.settle()
    assert not eva.visit.connected_now
    assert eva.visit.why is not None
    assert (eva.visit.why.code, eva.visit.why.for_good) == ("server/not-here", False)
    assert not liar.names.owned, "it was not told who came"
    network.announce(NOW)
    until_connected(world, liar, eva)
    assert eva.visit.guest.server_key == world.identity.public
    assert eva.known.pin_of(FALSE) is None


def test_another_server_at_the_old_address_does_not_end_the_search(
    world: World, network: Network, eva: Guests, tmp_path: Path
) -> None:
    other = World(tmp_path, b"another")
    network.servers[BEFORE.host] = other
    for _ in range(5):
        world.clock.advance(30)
        world.settle()
        other.settle()
    assert eva.visit.why is not None
    assert not eva.visit.why.for_good
    network.servers[NOW.host] = world
    network.announce(NOW)
    until_connected(world, other, eva)


def test_a_flood_of_announcements_is_no_long_way(world: World, network: Network, eva: Guests) -> None:
    network.announce(*(Invite(f"198.51.100.{number}") for number in range(1, 60)))
    network.servers[BEFORE.host] = world
    world.until(lambda: eva.visit.connected_now, seconds=600)
    assert len(network.dialled) <= 10


@pytest.mark.parametrize(
    ("host", "there"),
    [("192.168.1.7", True), ("fd00::7", True), ("mira.local", True), ("127.0.0.1", False), ("mine.example", False)],
)
def test_only_addresses_of_a_local_network_are_lent(host: str, there: Any) -> None:
    assert moves(Invite(host)) is there


def test_without_a_connection_nothing_has_to_be_stopped() -> None:
    seeking = Seeking(BEFORE, lambda _: lambda _: succeed(None), Network())  # type: ignore[arg-type]
    assert seeking.stop().called
