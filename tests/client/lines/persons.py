"""People who visit a server in lines: what they type is given, what they read is kept."""

import re
from functools import partial
from random import Random
from typing import Any

from client.lines.lines import LineVisit
from client.lines.run import LineErrand
from client.net.conversation import Me
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.profile.known_players import KnownPlayers
from client.profile.known_servers import KnownServers
from client.render.charset import ASCII
from client.visit.errand import Errand
from client.visit.news import Listener
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from protocol.keys.identity import Identity
from protocol.wire.invite import Invite
from tests.support.world import LINK, Cable, World

HERE = Invite("192.0.2.7", 4477, "A" * 51 + "Q")
"""The server, as it is told to others on its network."""
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f]")
_SUCH_AS = ", such as: "
"""Before an example, in a sentence that stands for more commands than are listed."""


class Person:
    """A program in lines, which can be ended and started again."""

    def __init__(self, world: World, name: str, *, one_game: bool = False) -> None:
        self.world = world
        self.me = Me(Identity(world.randomness(32)), name)
        self.folder = world.folder / f"person-{len(world.players)}"
        self.folder.mkdir()
        self.known = KnownServers(self.folder / "known-servers")
        self.acquaintances = KnownPlayers(self.folder / "known-players")
        self.drawer = Drawer(self.folder / "tables")
        self._one_game = one_game
        self.invite = LINK
        self.said: list[str] = []
        self.codes: list[int] = []
        self.lines: Any = None
        self.visit: Any = None
        world.players.append(self)  # type: ignore[arg-type]

    def come(self, errand: Errand | None = None) -> "Person":
        """Start the program; for nothing in particular, or with an errand."""
        world = self.world
        listeners: list[Listener] = []
        server = Server(self.invite, world.dial, self.known)
        guest = partial(Guest, self.me, server, self.drawer, world.around)
        visit = self.visit = Visit(listeners, world.clock.seconds, guest, self.acquaintances.muted)
        later = partial(world.clock.callLater, 0)
        lines = self.lines = LineVisit(visit, self.acquaintances, ASCII, self._say, later, one_game=self._one_game)
        lines.done.addCallback(self.codes.append)
        listeners.append(lines)
        if errand is not None:
            listeners.append(LineErrand(errand, visit, HERE, self._say, lines.typed))
        visit.guest.start()
        world.settle()
        return self

    def _say(self, *lines: str) -> None:
        assert not any(map(UNSAFE.search, lines)), "what is said can be printed as it is"
        self.said += lines

    def type(self, *lines: str) -> list[str]:
        """Type these lines one after another; what was said meanwhile."""
        before = len(self.said)
        for line in lines:
            self.lines.typed(line)
            self.world.settle()
        return self.said[before:]

    def answer(self, line: str) -> list[str]:
        """What is said at once, before anybody else can do anything."""
        before = len(self.said)
        self.lines.typed(line)
        return self.said[before:]

    @property
    def table(self) -> VisitedTable:
        """The table that the person looks at."""
        assert self.lines.table is not None
        table: VisitedTable = self.lines.table.table
        return table

    @property
    def asked(self) -> bool:
        """Whether it is this person's turn to type."""
        return self.lines.table is not None and self.lines.table.asks

    @property
    def over(self) -> bool:
        """Whether the table that the person looks at has come to its end."""
        return self.lines.table is not None and self.lines.table.over

    @property
    def cable(self) -> Cable:
        """The present connection."""
        talk = self.visit.guest._talk
        return next(cable for cable in self.world.cables if cable.ends[0]._talker is talk and not cable.down)

    def go(self) -> None:
        """The program ends."""
        if self.visit is not None:
            visit, self.visit = self.visit, None
            visit.guest.stop()

    def moves(self) -> list[str]:
        """Every legal command."""
        told = self.answer("moves all")[:-1]  # behind them stands the question
        return [line.partition(_SUCH_AS)[2] or line for line in told]


def wait(world: World, seconds: int) -> None:
    """Second by second, so that no client takes a long silence for a lost connection."""
    for _ in range(seconds):
        world.clock.advance(1)
        world.settle()


def play(world: World, people: list[Person], rng: Random) -> None:
    """Each types a command out of their list, until the game is over for all."""

    def somebody_asked() -> bool:
        return any(person.asked for person in people) or all(person.over or person.codes for person in people)

    while True:
        world.until(somebody_asked, seconds=3600)
        asked = [person for person in people if person.asked]
        if not asked:
            return
        for person in asked:
            if person.asked:
                person.type(rng.choice(person.moves()))
