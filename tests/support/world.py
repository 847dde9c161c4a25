"""A server and its players in one thread, with a clock that stands still unless a test moves it, and wires of memory.

Everything but sockets, TLS and the disk of the server is the real thing.  What lasts of the server can be taken over by
a new one, as after a crash.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.error import ConnectError, ConnectionDone, ConnectionLost
from twisted.internet.interfaces import IDelayedCall
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from client.bot.guest import BotGuest, Plan
from client.net.conversation import Me, Surroundings
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.net.table.table import FollowedTable
from client.net.way import Way
from client.net.wire import Talker, Wire
from client.profile.known_servers import KnownServers
from engine.bots import BOTS
from protocol.keys.identity import Identity
from protocol.keys.stream import Stream
from protocol.log import bodies
from protocol.wire import lobby
from protocol.wire.invite import Invite
from protocol.wire.succession import line_to
from server.net.admission import Admission
from server.net.allowance import Allowances
from server.net.connection import Connections
from server.net.crowds import Crowds
from server.net.session import Close, House, Send, Session
from server.settings.settings import Settings
from server.store.errors import StoreFailed
from server.store.names import Claim, Names
from server.tables.archive import Archive, Bounds
from server.tables.heads import Heads
from server.tables.lobby import Lobby
from server.tables.on_view import OnView
from server.tables.rooms import Rooms
from tests.support.stores import MemoryArchive, MemoryJournal, MemoryNames, MemoryOnView, MemorySecrets

LINK = Invite("mine.example", 4477)


class WorldJournal(MemoryJournal):
    """A test may break it.  What the server must never ask is raised on the spot."""

    def __init__(self) -> None:
        super().__init__()
        self.appended: list[Callable[[], None]] = []
        """Called after each append, as the next thing that happens."""
        self.broken = False

    def _write(self, work: Callable[[], int]) -> Deferred[int]:
        return succeed(work())

    def append(self, tid: bytes, batch: Sequence[bytes], number: int, *, ended: bool = False) -> Deferred[int]:
        if self.broken:
            return fail(StoreFailed("the disk is full"))
        stored = super().append(tid, batch, number, ended=ended)
        for happened in self.appended:
            happened()
        return stored


class LetterNames(MemoryNames):
    """Look-alikes are not known here: clients tell them apart without the server."""

    def claim(self, claim: Claim) -> Deferred[bool]:
        return super().claim(replaced(claim, skeletons=(claim.name,)))


class MemoryTransport:
    """One end of a wire: what is written waits until it is carried over."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.closing = False

    def write(self, data: bytes) -> None:
        if not self.closing:
            self.out += data

    def loseConnection(self) -> None:  # noqa: N802
        self.closing = True

    def abortConnection(self) -> None:  # noqa: N802
        self.out.clear()
        self.closing = True

    def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: N802
        """Nothing is ever too slow here."""

    def unregisterProducer(self) -> None:  # noqa: N802
        """It is closed when everything is sent."""


@dataclass
class Cable:
    """A connection; ``step`` bytes at a time are carried over, or everything."""

    ends: tuple[Any, Any]
    transports: tuple[MemoryTransport, MemoryTransport] = field(
        default_factory=lambda: (MemoryTransport(), MemoryTransport())
    )
    step: int = 0
    down: bool = False

    def plug_in(self) -> None:
        for end, transport in zip(reversed(self.ends), reversed(self.transports), strict=True):
            end.makeConnection(transport)

    def carry(self) -> bool:
        """Whether anything moved."""
        moved = False
        for at in (0, 1):
            transport, other = self.transports[at], self.ends[1 - at]
            if transport.out and not self.down:
                size = self.step or len(transport.out)
                data = bytes(transport.out[:size])
                del transport.out[:size]
                other.dataReceived(data)
                moved = True
        if not self.down and any(one.closing and not one.out for one in self.transports):
            self.cut(ConnectionDone())
            return True
        return moved

    def cut(self, why: Exception | None = None) -> None:
        """What is on its way is lost."""
        if not self.down:
            self.down = True
            for end in self.ends:
                end.connectionLost(Failure(why or ConnectionLost()))


class World:
    """A server and its clients."""

    def __init__(self, folder: Path, seed: bytes = b"a world") -> None:
        self.folder = folder
        self._seed, self._drawn = seed, 0
        self.clock = Clock()
        self.clock.advance(1000)
        self.around = Surroundings(self.clock, self.randomness, date=self.time)
        self.identity = Identity(self.randomness(32))
        self.older: list[Identity] = []
        self.settings = Settings(data_dir=str(folder), plain_tcp=True)
        self.ahead = 0.0
        self.journal = WorldJournal()
        self.secrets = MemorySecrets()
        self.on_view = MemoryOnView(self.journal)
        self.archive = MemoryArchive(self.journal)
        self.names = LetterNames()
        self.admission = Admission(self.clock)
        self.cables: list[Cable] = []
        self.step = 0
        self.up = False
        self._restart: IDelayedCall | None = None
        self.players: list[Player] = []
        self.start_server()

    def randomness(self, count: int) -> bytes:
        """The same in every run, and never the same twice."""
        self._drawn += 1
        parts = (sha256(self._seed + b"%d %d" % (self._drawn, part)).digest() for part in range(count // 32 + 1))
        return b"".join(parts)[:count]

    def time(self) -> float:
        """The time of day, as the server's computer has it."""
        return self.clock.seconds() + self.ahead

    # the server

    def start_server(self) -> None:
        """A new process on the same data."""
        rooms = self.rooms = Rooms(self.identity, self.journal, self.secrets, self.clock, 600.0, older=self.older)
        on_view = OnView(rooms.loaded, self.on_view, self.clock)
        Deferred.fromCoroutine(on_view.bring_back())
        house = House(
            identity=self.identity,
            lobby=Lobby(self.identity, rooms, self.settings, self.randomness, on_view),
            rooms=rooms,
            journal=self.journal,
            names=Names(self.names, self.settings.name_kept_days, self.clock.seconds),
            settings=self.settings,
            clock=self.clock,
            randomness=self.randomness,
            talk=Allowances.per_minute(self.clock, self.settings.talk_per_minute),
            admission=self.admission,
            crowds=Crowds(self.clock, self.settings),
            archive=self._archive(rooms),
            succession=line_to(self.identity, self.older),
        )

        def seat(exporter: bytes, send: Send, close: Close, network: str) -> Session:
            return Session(house, exporter, send, close, network)

        self.connections = Connections(seat, tls=False, most=100, most_per_address=100)
        self.up = True

    def _archive(self, rooms: Rooms) -> Archive:
        most, clock = self.settings.archive_megabytes_per_hour, self.clock
        heads = self.heads = Heads(self.identity, self.archive, self.journal, rooms, clock, time=self.time)
        return Archive(self.archive, self.journal, rooms, heads, clock, time=self.time, bounds=Bounds(per_hour=most))

    def hand_over(self) -> None:
        """To a new key, while no server runs."""
        self.older.append(self.identity)
        self.identity = Identity(self.randomness(32))

    def kill_server(self) -> None:
        """Without a word: what is on its way is lost."""
        self.up = False
        self.rooms.stop()
        for cable in list(self.cables):
            cable.cut()

    def crash(self, seconds: float = 1.0) -> None:
        """The server is killed, and is there again a little later."""
        if self.up:
            self.kill_server()
            self._restart = self.clock.callLater(seconds, self.start_server)

    def dial(self, talker: Talker) -> Deferred[object]:
        """A wire to the server."""
        if not self.up:
            return fail(ConnectError())
        near, far = Wire(talker, Way.PLAIN), self.connections.buildProtocol(None)
        cable = Cable((near, far), step=self.step)
        self.cables.append(cable)
        cable.plug_in()
        return succeed(near)

    # time

    def settle(self) -> None:
        """Carry everything over that is on its way, and do what is to be done at once."""
        busy = True
        while busy:
            moved = [cable.carry() for cable in self.cables]
            self.cables = [cable for cable in self.cables if not cable.down]
            due = [call for call in self.clock.getDelayedCalls() if call.getTime() <= self.clock.seconds()]
            if due:
                self.clock.advance(0)
            busy = any(moved) or bool(due)

    def until(self, there: Callable[[], bool], seconds: float = 600.0) -> None:
        """Let time pass until something is so."""
        end = self.clock.seconds() + seconds
        self.settle()
        while not there():
            assert self.clock.seconds() < end, "it did not come about"
            self.clock.advance(0.05)
            self.settle()

    # people

    def player(self, name: str, plan: Plan) -> "Player":
        """A new person."""
        player = Player(self, name, plan)
        self.players.append(player)
        return player

    def gather(self, count: int, **how: Any) -> list["Player"]:
        """So many bots, all at one gathering; the first is the host."""
        games = how.pop("games", 1)
        bots_of_server = how.pop("bots_of_server", 0)
        bot, pace = BOTS[how.pop("bot", "random")], how.pop("pace", None)
        wanted = wishes(seats=count + bots_of_server, **how)
        host = self.player("host", Plan(bot, games, wishes=wanted, bots_of_server=bots_of_server, pace=pace))
        host.come()
        self.until(lambda: bool(host.told("gathering")))
        code = str(host.told("gathering")[0]["code"])
        others = [self.player(f"player {number}", Plan(bot, games=games, code=code)) for number in range(1, count)]
        for other in others:
            other.come()
        return [host, *others]

    def gather_again(self, players: list["Player"]) -> list["Player"]:
        """The same people, started again, at a new gathering."""
        host, *others = players
        told = len(host.told("gathering"))
        host.come()
        self.until(lambda: len(host.told("gathering")) > told)
        code = str(host.told("gathering")[-1]["code"])
        for other in others:
            other.plan = replaced(other.plan, code=code)
            other.come()
        return players

    def close(self) -> None:
        """Ends every client and the server; no timer is left."""
        for player in self.players:
            player.go()
        self.settle()
        self.kill_server()
        if self._restart is not None and self._restart.active():
            self._restart.cancel()
        assert self.clock.getDelayedCalls() == []


class Player:
    """A person's program, which can be ended and started again."""

    def __init__(self, world: World, name: str, plan: Plan) -> None:
        self.world = world
        self.plan = plan
        self.me = Me(Identity(world.randomness(32)), name)
        self.folder = world.folder / name.replace(" ", "-")
        self.folder.mkdir()
        self.known = KnownServers(self.folder / "known-servers")
        self.drawer = Drawer(self.folder / "tables")
        self.invite = LINK
        self.news: list[dict[str, Any]] = []
        self.codes: list[int] = []
        self.bot: BotGuest | None = None

    def come(self) -> "Player":
        """Start the program."""
        world = self.world
        server = Server(self.invite, world.dial, self.known)
        draw = Stream(world.randomness(32)).draw
        bot = self.bot = BotGuest(
            self.plan,
            draw,
            world.clock,
            self._tell,
            lambda bot: Guest(self.me, server, self.drawer, world.around, bot),
        )
        bot.done.addCallback(lambda code: self.codes.append(code) if self.bot is bot else None)
        bot.guest.start()
        return self

    def _tell(self, event: str, text: str, **values: object) -> None:
        self.news.append({"event": event, "text": text, **values})

    def told(self, event: str) -> list[dict[str, Any]]:
        """The news of one kind."""
        return [news for news in self.news if news["event"] == event]

    @property
    def guest(self) -> Guest:
        assert self.bot is not None
        return self.bot.guest

    @property
    def table(self) -> FollowedTable:
        """The only table that is followed."""
        (table,) = self.guest.tables.values()
        return table

    @property
    def log(self) -> bytes:
        """The only log file."""
        (path,) = (path for path in self.drawer.folder.glob("*.umlog") if "-" not in path.stem)
        return path.read_bytes()

    @property
    def cable(self) -> Cable:
        """The present connection."""
        return next(
            cable for cable in self.world.cables if cable.ends[0]._talker is self.guest._talk and not cable.down
        )

    def go(self) -> None:
        """The program ends, as after ctrl-c."""
        if self.bot is not None:
            self.bot.stop()
            self.bot = None

    def die(self) -> None:
        """The program is killed: nothing is said, no file is closed in order."""
        if self.bot is not None:
            bot, guest, self.bot = self.bot, self.guest, None
            bot._lingering.stop()
            guest._line._stopped = True
            for cable in self.world.cables:
                if cable.ends[0]._talker is guest._line._talk:
                    cable.cut()
            guest._line._next.stop()
            guest._close()


def wishes(rules: str = "base", seats: int = 3, **how: Any) -> lobby.Wishes:
    """How to play."""
    common = lobby.Wishes(
        rules=rules,
        seats=seats,
        listed=True,
        turn_seconds=60,
        step_seconds=30,
        window_seconds=8,
        bank_seconds=0,
        absent=None,
        spectators=True,
    )
    if "absent" in how:
        how["absent"] = bodies.BotSeat(bot=how["absent"], rev=BOTS[how["absent"]].rev)
    return replace(common, **how)
