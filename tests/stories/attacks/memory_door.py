"""The real program on a full screen, at a server in memory that may say anything."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred

from client.net.conversation import Me
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.net.way import Way
from client.profile.known_servers import KnownServers
from client.profile.profile import Profile
from client.screen.app.app import UndermineApp
from client.visit.door import Door
from client.visit.errand import At
from client.visit.news import Listener
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from protocol.keys.identity import Identity
from protocol.wire import lobby
from protocol.wire.invite import Invite
from tests.client.screen.table_pilot import Keys, kit_of
from tests.support.world import LINK, Cable, World, wishes


class MemoryDoor(Door):
    """Opens visits to a world."""

    def __init__(self, world: World, profile: Profile) -> None:
        super().__init__(world.clock, profile, Identity(world.randomness(32)))
        self.world = world
        self.drawer = Drawer(profile.data / "tables")
        self.visit: Visit | None = None
        world.players.append(self)  # type: ignore[arg-type]  # it goes home as players do

    def open(
        self,
        invite: Invite,
        name: str,
        listeners: list[Listener],
        way: Way = Way.DIRECT,
        *,
        own: bool = False,
        back: bool = False,
        watches: bool = False,
    ) -> Visit:
        """Connect, and stay connected; this server does not move."""
        world = self.world
        server = Server(invite, world.dial, KnownServers.of(self._profile), way, own)
        guest = partial(Guest, Me(self.identity, name), server, self.drawer, world.around)
        visit = self.visit = Visit(listeners, world.clock.seconds, guest, self._muted)
        visit.guest.start()
        return visit

    @property
    def cable(self) -> Cable:
        """The present connection."""
        assert self.visit is not None
        talk = self.visit.guest._talk
        return next(cable for cable in self.world.cables if cable.ends[0]._talker is talk and not cable.down)

    def go(self) -> "Deferred[None] | None":
        """The program ends."""
        return self.visit.guest.stop() if self.visit is not None else None


class Seer(Keys):
    """A person who looks at the screen and presses keys, while the world goes on."""

    door: MemoryDoor

    @property
    def visit(self) -> Visit:
        """What the screen shows."""
        assert self.door.visit is not None
        return self.door.visit

    @property
    def table(self) -> VisitedTable:
        """The only table that is followed."""
        (table,) = self.visit.tables.values()
        return table

    async def go_on(self) -> None:
        """Until neither the network nor the screen has anything to do."""
        for _ in range(3):
            self.door.world.settle()
            await self.settle()

    async def play_with_bots(self) -> VisitedTable:
        """A table with two bots, at the first turn of this person."""
        await self.begin_with_bots()
        self.door.world.until(lambda: self.table.asked is not None)
        await self.go_on()
        return self.table

    async def begin_with_bots(self) -> None:
        """A table with two bots, as the server makes it."""
        self.visit.guest.gather(wishes(seats=3), "")
        await self.go_on()
        assert self.visit.gathering is not None
        code = self.visit.gathering.code
        for _ in range(2):
            self.visit.guest.say(lobby.SeatBot(gathering=code, bot="random"))
            await self.go_on()
        assert self.visit.get_ready()
        await self.go_on()
        self.visit.guest.say(lobby.Start(gathering=code))
        await self.go_on()


@asynccontextmanager
async def on_screen(
    world: World, folder: Path, size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[Seer]:
    """A person in the lobby."""
    kit = kit_of(folder / "profile", **settings)
    kit.profile.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    kit.door = door = MemoryDoor(world, kit.profile)
    app = UndermineApp(kit, At(LINK))
    async with app.run_test(size=size) as pilot:
        seer = Seer(pilot)
        seer.door = door
        await seer.go_on()
        yield seer
