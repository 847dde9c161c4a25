"""People at a server in memory, each with a visit and without a screen."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from client.net.conversation import Me
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.profile.known_servers import KnownServers
from client.visit.news import News, What
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from engine.wants import Choose
from protocol.keys.identity import Identity
from protocol.keys.stream import Stream
from protocol.wire import lobby
from tests.support.world import LINK, Cable, World, wishes


class Visitor:
    """A person's program without its screen; it can be ended and started again."""

    def __init__(self, world: World, name: str, folder: str = "") -> None:
        self.world = world
        self.me = Me(Identity(world.randomness(32)), name)
        self.use(world.folder / (folder or name))
        self.folder.mkdir()
        self.news: list[News] = []
        self.listeners: list[Callable[[News], None]] = []
        self.muted: set[bytes] = set()
        self._chance = Stream(world.randomness(32)).draw
        world.players.append(self)  # type: ignore[arg-type]  # it goes home as players do
        self.come()

    def use(self, folder: Path) -> None:
        """Where the program keeps its files."""
        self.folder = folder
        self.drawer = Drawer(folder / "tables")

    def come(self) -> "Visitor":
        """Start the program."""
        world = self.world
        server = Server(LINK, world.dial, KnownServers(self.folder / "known-servers"))
        guest = partial(Guest, self.me, server, self.drawer, world.around)
        self.visit = Visit([self], world.clock.seconds, guest, lambda key: key in self.muted)
        self.guest = self.visit.guest
        self.guest.start()
        self._there = True
        world.settle()
        return self

    def go(self) -> None:
        """The program ends."""
        if self._there:
            self._there = False
            self.guest.stop()
            self.world.settle()

    def heard(self, news: News) -> None:
        """Called by the visit."""
        self.news.append(news)
        for listener in [*self.listeners]:
            listener(news)

    def heard_of(self, what: What) -> list[News]:
        """The news of one kind."""
        return [news for news in self.news if news.what is what]

    @property
    def table(self) -> VisitedTable:
        """The only table that is followed."""
        (table,) = self.visit.tables.values()
        return table

    @property
    def cable(self) -> Cable:
        """The present connection."""
        talk = self.guest._talk
        return next(cable for cable in self.world.cables if cable.ends[0]._talker is talk and not cable.down)

    def play(self) -> bool:
        """Answer anything, if something is asked."""
        table = self.table
        asked = table.asked
        if asked is None:
            return False
        if isinstance(asked, Choose):
            table.choose(self._chance(asked.below))
        else:
            legal = table.legal()
            table.act(legal[self._chance(len(legal))])
        return True


def gathered(world: World, *names: str, **how: Any) -> list[Visitor]:
    """People at one gathering, none of them ready yet; the first is the host."""
    bots = how.pop("bots", ())
    host, *others = (Visitor(world, name, f"person {number}") for number, name in enumerate(names))
    host.visit.guest.gather(wishes(seats=len(names) + len(bots), **how), "")
    world.settle()
    assert host.visit.gathering is not None
    code = host.visit.gathering.code
    for other in others:
        other.visit.guest.sit(code, "")
        world.settle()
    for bot in bots:
        host.visit.guest.say(lobby.SeatBot(gathering=code, bot=bot))
        world.settle()
    return [host, *others]


def begun(world: World, visitors: list[Visitor]) -> list[Visitor]:
    """All get ready and the host begins; returns when a seat is asked something, or objects."""
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    host = visitors[0]
    assert host.visit.gathering is not None
    host.visit.guest.say(lobby.Start(gathering=host.visit.gathering.code))
    world.until(lambda: all(one.visit.tables for one in visitors))
    world.until(lambda: any(one.table.asked or one.table.objection for one in visitors))
    return visitors


def seated(world: World, *names: str, **how: Any) -> list[Visitor]:
    """People at a table that is being played."""
    return begun(world, gathered(world, *names, **how))


def turns(world: World, visitors: Iterable[Visitor]) -> Iterator[None]:
    """All play, one act at a time, until the game is over and every seat has confirmed it."""
    people = list(visitors)
    while not all(one.table.following and one.table.following.confirmed for one in people):
        world.until(lambda: any(one.table.asked for one in people) or all(one.table.ended for one in people))
        for one in people:
            if one.play():
                world.settle()
                world.clock.advance(0.01)
                yield
                break
        else:
            world.clock.advance(0.05)
            world.settle()


def play_on(world: World, visitors: Iterable[Visitor]) -> None:
    """To the end."""
    for _turn in turns(world, visitors):
        pass
