"""People for the tests of the server: they follow a log, and say what is to be said next, by the log alone.

The same mind sits in front of a room in memory and at the end of a socket.  A hall is a server without one: real rooms,
a clock that a test moves, and stores in memory that can be slow or fail.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from engine.bots import BOTS
from engine.bots.player import BotPlayer
from engine.front import setup
from engine.rules import parse
from engine.wants import Choose
from protocol.follow.seat import SeatFollower
from protocol.host.host import Host
from protocol.host.selfplay import OPTIONS
from protocol.keys.identity import Identity
from protocol.keys.stream import Stream
from protocol.log import bodies
from protocol.log.join import Joining, make_table
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, Kind, RecordType
from protocol.log.setting import read_setting
from protocol.modes.dealer.secrets import Secrets
from protocol.wire.codec import Message, encode
from protocol.wire.messages import FEATURES, Bye, Entries, Fault, FromServer, Presence, Refused, decode_from_server
from server.store.journal import NO_PACE, Journal, Pace
from server.store.secrets import SecretsStore
from server.tables.room import Room
from server.tables.rooms import Rooms
from server.thinking.thinkers import Think, think_here
from tests.support.dealing import owed
from tests.support.stores import MemoryJournal, MemorySecrets

_PREFIX = 5

T = TypeVar("T")


class Mind:
    """What one person knows of one table: records that stand under a HEAD, and nothing else."""

    def __init__(self, joining: Joining, tid: bytes, bot: str = "random") -> None:
        self.joining = joining
        self.tid = tid
        self._bot = BOTS[bot]
        self.follower: SeatFollower | None = None
        self._player: BotPlayer | None = None
        self.signed: list[bytes] = []
        """The records up to the last HEAD, and TABLE and the cards."""
        self._unsigned: list[bytes] = []
        self.ever: list[bytes] = []
        """What had come by each cut, the unsigned rest included."""
        self.flying: Entry | None = None
        """What was said and is neither in the log nor refused."""
        self.says_names = True

    @property
    def log(self) -> bytes:
        """The file."""
        return MAGIC + b"".join(self.signed)

    @property
    def place(self) -> tuple[int, bytes]:
        """The entry that comes next, and the head before it; what no HEAD stands over is forgotten."""
        self.ever.append(MAGIC + b"".join((*self.signed, *self._unsigned)))
        self._unsigned = []
        if self.follower is None or not self.follower.chain.last:
            self.follower, self.signed = None, []
            return 1, Chain(self.tid).heads[0]
        return self.follower.chain.last + 1, self.follower.chain.heads[-1]

    def take(self, records: Sequence[bytes]) -> None:
        """The log goes on; a fault in it is a failure of the test."""
        for one in records:
            kind, payload = one[0], one[_PREFIX:]
            if kind in (RecordType.TABLE, RecordType.CARDS):
                self._begin(one, payload)
                continue
            self._unsigned.append(one)
            if kind == RecordType.HEAD:
                self._accept(HeadRecord.from_bytes(payload))

    def _begin(self, one: bytes, payload: bytes) -> None:
        assert len(self.signed) == (0 if one[0] == RecordType.TABLE else 1), "a log has one beginning"
        self.signed.append(one)
        if one[0] == RecordType.CARDS:
            return
        setting = read_setting(payload)
        keys = self.joining.identity.seat(self.joining.nonce)
        self.follower = SeatFollower(setting, setting.seat_keys.index(keys.public), keys)
        self._player = BotPlayer(self._bot, self.follower.seat, self.follower.view)

    def _accept(self, head: HeadRecord) -> None:
        follower, player = self.follower, self._player
        assert follower is not None
        assert player is not None
        for one in self._unsigned:
            if one[0] == RecordType.ENTRY:
                entry = Entry.from_bytes(one[_PREFIX:])
                player.see(follower.take(entry))
                if self.flying is not None and entry.signature == self.flying.signature:
                    self.flying = None
        assert follower.chain.last == head.seq, "a HEAD stands behind the last entry of its batch"
        follower.signed_up_to = head.seq
        self.signed += self._unsigned
        self._unsigned = []

    def say(self) -> Entry | None:
        """What is to be said next, once: until it is in the log or refused, nothing else is said."""
        if self.flying is not None or self.follower is None:
            return None
        entry = self.due()
        if entry is not None:
            self.flying = replace(entry, seq=0)
        return self.flying

    def due(self) -> Entry | None:
        """What the log asks of this seat."""
        follower = self.follower
        assert follower is not None
        seat, agreement = follower.seat, follower.agreement
        if follower.ending.game_opened and follower.ended is None:
            return None
        if follower.ended is None and not agreement.all_revealed:
            if self.says_names and seat not in agreement.names:
                return follower.say(Kind.NAME, self.joining.name)
            if seat not in agreement.missing:
                return None
            return follower.reveal() if agreement.all_sealed else follower.seal()
        if follower.ended is None and seat in follower.absence.out:
            return follower.say(Kind.BACK, bodies.Nothing())
        if open_ends := follower.ending.unconfirmed(frozenset({seat})):
            return follower.confirm(open_ends[0][0])
        return None if follower.ended else self._move(follower)

    def _move(self, follower: SeatFollower) -> Entry | None:
        waiting = follower.play.waiting()
        if waiting is None or owed(follower):
            return None
        if isinstance(waiting, Choose):
            return follower.choose(1) if waiting.seat == follower.seat else None
        if follower.seat not in waiting.seats:
            return None
        assert self._player is not None
        chance = Stream(sha256(b"%d %d" % (follower.seat, follower.chain.last)).digest())
        act = self._player.choose(chance.draw)
        return None if act is None else follower.act(act)

    def refused(self, counter: int) -> None:
        """What was said is not in the log and will not be."""
        if self.flying is not None and self.flying.counter == counter:
            self.flying = None


class Person:
    """A person at a room, without a connection; keeps what would be sent."""

    def __init__(self, joining: Joining, tid: bytes, bot: str = "random") -> None:
        self.mind = Mind(joining, tid, bot)
        self.identity = joining.identity.public
        self.name = joining.name.name
        self.network = ""
        self.told: list[FromServer] = []
        self.frames: list[bytes] = []
        self.deaf = False
        self.features: frozenset[str] = frozenset(FEATURES)

    def knows(self, feature: str) -> bool:
        """As a session that has agreed to these features."""
        return feature in self.features

    def tell(self, message: Message) -> None:
        """As a session does."""
        self.tell_frame(encode(message))

    def hang_up(self, code: str) -> None:
        """As a session does."""
        self.tell(Bye(code=code))

    def tell_frame(self, frame: bytes) -> None:
        """As a session does; the bytes are read as a client reads them."""
        if self.deaf:
            return
        message = decode_from_server(frame)
        self.told.append(message)
        self.frames.append(frame)
        if isinstance(message, Entries):
            self.mind.take(message.records)
        elif isinstance(message, Refused):
            self.mind.refused(message.counter)

    def codes(self) -> list[str]:
        """All refusals and faults so far."""
        return [one.code for one in self.told if isinstance(one, Refused | Fault)]

    def presence(self) -> Presence:
        """What was said last about who is there."""
        return [one for one in self.told if isinstance(one, Presence)][-1]

    @property
    def seat(self) -> int:
        assert self.mind.follower is not None
        return self.mind.follower.seat


class SlowJournal(MemoryJournal):
    """A test may let it wait, or fail.  What the server must never ask is raised on the spot."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = False
        self.trouble: Exception | None = None
        self._asked: deque[tuple[Deferred[int], Callable[[], int]]] = deque()

    def _write(self, work: Callable[[], int]) -> Deferred[int]:
        done: Deferred[int] = Deferred()
        self._asked.append((done, work))
        if not self.slow:
            self.answer()
        return done

    @property
    def asked(self) -> int:
        """How many writes wait."""
        return len(self._asked)

    def answer(self) -> None:
        """Do the oldest write that waits."""
        done, work = self._asked.popleft()
        if self.trouble is not None:
            done.errback(self.trouble)
        else:
            done.callback(work())


def numbers(seed: bytes) -> Callable[[int], bytes]:
    """Fresh bytes, the same in every run."""
    drawn = 0

    def randomness(count: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return b"".join(sha256(seed + b"%d %d" % (drawn, part)).digest() for part in range(count // 32 + 1))[:count]

    return randomness


def person(randomness: Callable[[int], bytes], name: str, identity: Identity | None = None) -> Joining:
    """A person who sits down."""
    called = bodies.Name(salt=randomness(16), name=name)
    return Joining(identity or Identity(randomness(32)), randomness(32), called)


@dataclass
class Hall:
    """Rooms without a server around them."""

    journal: SlowJournal = field(default_factory=SlowJournal)
    secrets: MemorySecrets = field(default_factory=MemorySecrets)
    clock: Clock = field(default_factory=Clock)
    seed: bytes = b"a hall"
    park_after: float = 600.0
    stores: tuple[Journal, SecretsStore] | None = None
    """Those of the rooms, if they are not the two in memory."""
    think: Think = think_here

    def __post_init__(self) -> None:
        self.clock.advance(1000)
        self.randomness = numbers(self.seed)
        self.identity = Identity(self.randomness(32))
        self.people: list[Person] = []
        self.tid = b""
        self.rooms = self._rooms()

    def restart(self) -> None:
        """A new process on the same stores: nothing in memory is left."""
        self.rooms.stop()
        self.rooms = self._rooms()

    def _rooms(self) -> Rooms:
        journal, secrets = self.stores or (self.journal, self.secrets)
        return Rooms(self.identity, journal, secrets, self.clock, self.park_after, think=self.think)

    def table(
        self, seats: int = 3, rules: str = "base", bots: int = 0, bot: str = "random", **options: Any
    ) -> tuple[bytes, Secrets]:
        """A TABLE that has not begun; its people are `people` from now on."""
        joinings = [person(self.randomness, f"player {seat + 1}") for seat in range(seats - bots)]
        parsed = parse(rules)
        rounds = setup(parsed, seats).book.rounds
        secrets = Secrets.make(lambda label: self.randomness(32), rounds)
        rows: list[bodies.SignedJoin | bodies.BotSeat] = [one.signed(self.identity.public) for one in joinings]
        rows += [bodies.BotSeat(bot=bot, rev=BOTS[bot].rev)] * bots
        changed = {name: getattr(OPTIONS, name) for name in OPTIONS.__struct_fields__} | {"host_plays": False} | options
        table = make_table(parsed, bodies.Options(**changed), rows, self.identity.public, secrets)
        self.tid = read_setting(table).tid
        self.people = [Person(joining, self.tid, bot) for joining in joinings]
        return table, secrets

    def begin(self, pace: Pace = NO_PACE, **how: Any) -> Room:
        """A table to which no person has come yet."""
        table, secrets = self.table(**how)
        players = {seat: one.identity for seat, one in enumerate(self.people)}
        room: Room = done(self.rooms.begin(table, secrets, players, pace))
        return room

    @property
    def room(self) -> Room:
        """The room, folded again if it was parked."""
        room: Room = done(self.rooms.room(self.tid))
        return room

    @property
    def host(self) -> Host:
        """What plays for the dealer and the bots in the room, while the secrets are there."""
        host = self.room.host
        assert isinstance(host, Host)
        return host

    @property
    def stored(self) -> bytes:
        """The log as the journal has it."""
        return self.journal.export(self.tid)

    def come(self, *people: Person) -> None:
        """The named people, or all, follow the table from where they are."""
        for one in people or self.people:
            next_, head = one.mind.place
            self.room.resume(one, next_, head)
            if one.mind.flying is not None:
                self.room.submit(one, one.mind.flying)

    def go(self, *people: Person) -> None:
        """Their connections are gone."""
        for one in people or self.people:
            self.room.part(one)

    def step(self) -> bool:
        """A person speaks or a bot plays; False if there is nothing to say."""
        for one in self.people:
            if not one.deaf and one in self.room.seating.here.values():
                entry = one.mind.say()
                if entry is not None:
                    self.room.submit(one, entry)
                    return True
        return self.tick()

    def tick(self) -> bool:
        """What is to be done at once."""
        due = [call for call in self.clock.getDelayedCalls() if call.getTime() <= self.clock.seconds()]
        self.clock.advance(0)
        return bool(due)

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Until something is so, or everything is said."""
        while not until() and self.step():
            pass

    def last(self) -> int:
        """The number of the last entry."""
        return self.room.host.follower.chain.last


def done(deferred: Deferred[T]) -> T:
    """What has come of it already."""
    results: list[Any] = []
    deferred.addBoth(results.append)
    assert results, "not yet"
    if isinstance(results[0], Exception) or hasattr(results[0], "raiseException"):
        results[0].raiseException()
    result: T = results[0]
    return result
