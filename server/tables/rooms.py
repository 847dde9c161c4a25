"""All tables of the server: those in memory, and those that are parked in the journal until a player comes.

Only a request for a parked table waits until that table is folded again from its records.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from engine.bots import BOTS
from protocol.host.host import Host
from protocol.host.table_log import Now, TableLog
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log.records import HeadRecord, payload
from protocol.log.setting import Setting, read_setting
from protocol.modes.mode import Secrets
from server.metrics.counts import Counts
from server.store.errors import StoreDamaged
from server.store.journal import NO_PACE, Journal, NoSuchTable, Pace
from server.store.secrets import SecretsStore
from server.tables.ended import SpentLog, usable_secrets
from server.tables.known import known
from server.tables.room import Room, Seating, Surroundings
from server.tables.sound import OtherVersion, TableDamaged, kept, sound_part, table_in
from server.tables.stopwatch import Stopwatch
from server.thinking.thinkers import Think, think_here

Ended = Callable[[Room], None]


class Rooms:
    """By table: its room, or the promise of it."""

    _log = Logger()

    def __init__(
        self,
        identity: Identity,
        journal: Journal,
        secrets: SecretsStore,
        clock: IReactorTime,
        park_after: float,
        *,
        counts: Counts | None = None,
        think: Think = think_here,
        older: Sequence[Identity] = (),
    ) -> None:
        self._identity = identity
        self._by_key = {one.public: one for one in (*older, identity)}
        """The keys before, too: a table keeps the one that stands in its TABLE."""
        self._journal = journal
        self._secrets = secrets
        self.clock = clock
        self._park_after = park_after
        self._counts = counts or Counts()
        self._around = Surroundings(journal, clock, self._rebuild, self._counts, think)
        self._rooms: dict[bytes, Room] = {}
        self._coming: dict[bytes, list[Deferred[Room]]] = {}
        self.watchers: list[Ended] = []
        """Each is told when a table has ended."""

    def __len__(self) -> int:
        return len(self._rooms)

    def in_memory(self) -> list[Room]:
        """All tables that are not parked."""
        return list(self._rooms.values())

    def running(self, identity: bytes | None = None) -> int:
        """How many tables are in memory and have not ended; with an identity, only those at which it sits."""
        return sum(
            room.host.follower.ended is None and (identity is None or room.seating.seat_of(identity) is not None)
            for room in self._rooms.values()
        )

    def played(self) -> int:
        """How many tables have not ended, and a player is there."""
        return sum(room.host.follower.ended is None and bool(room.seating.here) for room in self._rooms.values())

    def _signing(self, setting: Setting) -> Callable[..., bytes]:
        identity = self._by_key.get(setting.server_key, self._identity)
        return partial(sign, identity.key, Purpose.HEAD)

    def begin(
        self,
        table: bytes,
        secrets: Secrets,
        players: Mapping[int, bytes],
        pace: Pace = NO_PACE,
        *,
        listed: bool = False,
    ) -> Deferred[Room]:
        """Begin a table: the server's secrets are on the disk before TABLE is, and TABLE before it is sent."""
        setting, time = read_setting(table), Stopwatch(self.clock)
        host = Host(setting, table, setting.mode.author(setting, secrets), self._signing(setting), time.now)
        stored = self._secrets.put(setting.tid, secrets.to_bytes())
        stored.addCallback(lambda _: self._journal.begin(setting.tid, host.records, players, pace, listed=listed))
        stored.addErrback(self._not_begun, setting.tid)
        return stored.addCallback(lambda _: self._begun(self._open(host, Seating(dict(players)), pace, time)))

    def _begun(self, room: Room) -> Room:
        self._counts.begun += 1
        return room

    def _not_begun(self, failure: Failure, tid: bytes) -> Deferred[Failure]:
        """Leave no secrets behind of a table that never began."""
        return self._forget(tid).addCallback(lambda _: failure)

    def _forget(self, tid: bytes) -> Deferred[None]:
        forgotten = self._secrets.forget(tid)
        return forgotten.addErrback(
            lambda failure: self._log.error(
                "table {table}: its secrets are still there: {why}", table=tid.hex(), why=failure.getErrorMessage()
            )
        )

    def _open(self, host: TableLog, seating: Seating, pace: Pace, time: Stopwatch) -> Room:
        room = Room(host, seating, pace, time, self._around)
        self._rooms[room.tid] = room
        room.ended.addCallback(self._ended)
        return room

    def _ended(self, room: Room) -> None:
        if room.host.follower.ended is not None:
            self._counts.ended[room.host.follower.ended.reason] += 1
        self._forget(room.tid)
        for watch in self.watchers:
            watch(room)

    def room(self, tid: bytes) -> Deferred[Room]:
        """The room of a table; `NoSuchTable` if the journal does not know it, `OtherVersion` if only that can go on."""
        if tid in self._rooms:
            return succeed(self._rooms[tid])
        waiting: Deferred[Room] = Deferred()
        if tid in self._coming:
            self._coming[tid].append(waiting)
            return waiting
        self._coming[tid] = [waiting]
        Deferred.fromCoroutine(self._fold(tid)).addBoth(lambda answer: self._came(tid, answer))
        return waiting

    def _came(self, tid: bytes, answer: object) -> None:
        if isinstance(answer, Failure) and isinstance(answer.value, NoSuchTable):
            answer.value.__traceback__ = None  # its frames hold it: a circle for each table that never was
        for waiting in self._coming.pop(tid):
            waiting.callback(answer)  # type: ignore[arg-type]  # a Failure makes it an errback

    def loaded(self, tid: bytes) -> Room | None:
        """The room of a table, if it is in memory."""
        return self._rooms.get(tid)

    def forget_texts(self, tid: bytes, seat: int) -> None:
        """The journal has removed what a seat said: what is in memory of it, or on its way there, goes too."""
        if tid in self._rooms or tid in self._coming:
            self.room(tid).addCallbacks(lambda room: room.forget_texts(seat), lambda _failure: None)

    async def _fold(self, tid: bytes) -> Room:
        time = Stopwatch(self.clock)
        host = await self._restored(tid, time.now)
        if isinstance(host, SpentLog) and host.is_stuck:
            self._log.warn("table {table}: its secrets are lost, so it cannot go on", table=tid.hex())
        self._warn_of_bots(tid, host)
        seating = Seating(await self._journal.players(tid))
        return self._open(host, seating, await self._journal.pace(tid), time)

    def _warn_of_bots(self, tid: bytes, host: TableLog) -> None:
        """A table goes on with the bots that this program has."""
        others = host.other_bots if isinstance(host, Host) and host.follower.ended is None else {}
        for bot, rev in others.items():
            self._log.warn(
                "table {table}: its bot {bot} was of revision {rev} and goes on in revision {now};"
                " what it plays from now on is checked only by programs that have that one",
                table=tid.hex(),
                bot=bot,
                rev=rev,
                now=BOTS[bot].rev,
            )

    def _rebuild(self, tid: bytes, now: Now) -> Deferred[TableLog]:
        """The log of a table as the journal has it, with the server's side of its mode if its secrets are there."""
        return Deferred.fromCoroutine(self._restored(tid, now))

    async def _restored(self, tid: bytes, now: Now) -> TableLog:
        stored = await self._journal.read(tid)
        setting = known(table_in(tid, stored))
        is_own = setting.server_key in self._by_key
        sound = sound_part(setting, stored, self._signing(setting) if is_own else None)
        if not (whole := kept(sound) == len(stored)):
            self._log.error(
                "table {table}: the journal is damaged from record {first} on, of {count};"
                " what its players' programs have of it will be taken back from them",
                table=tid.hex(),
                first=kept(sound),
                count=len(stored),
            )
            await self._journal.cut(tid, kept(sound))
        log = self._log_of(setting, payload(stored[0]), await self._kept(tid), now)
        if whole and sound:  # what players signed was checked before this server signed the HEAD over it
            log.follower.signatures.vouched_up_to = sound[-1].seq
        for one in sound:
            if isinstance(one, HeadRecord):
                log.take_head(one)
            else:
                log.restore(one)
        return log

    async def _kept(self, tid: bytes) -> bytes | None:
        """The secrets of a table; None if it has none any more, or they stand where their file is damaged."""
        try:
            return await self._secrets.get(tid)
        except StoreDamaged as damage:
            self._log.error("table {table}: its secrets cannot be read: {why}", table=tid.hex(), why=str(damage))
            return None

    async def without_secrets(self, tids: Sequence[bytes]) -> int:
        """How many of these tables have no secrets that fit them; one that cannot be read has none."""
        return sum([not await self._has_secrets(tid) for tid in tids])

    async def _has_secrets(self, tid: bytes) -> bool:
        stored = await self._kept(tid)
        try:
            setting = known(table_in(tid, await self._journal.read(tid)))
        except (TableDamaged, OtherVersion):
            return False
        return stored is not None and usable_secrets(setting, stored) is not None

    def _log_of(self, setting: Setting, table: bytes, stored: bytes | None, now: Now) -> TableLog:
        """Without an entry."""
        secrets = None if stored is None else usable_secrets(setting, stored)
        if secrets is None:  # they were deleted with the end of the table, or are lost
            return SpentLog(setting, table, self._signing(setting), now)
        return Host(setting, table, setting.mode.author(setting, secrets), self._signing(setting), now)

    def park(self, *, at_once: bool = False) -> None:
        """Drop the tables without guests that were quiet for a while, or all without guests.

        Also those that ended a while ago: a guest that still looks at one has all of it.  What spectators are not
        shown yet keeps a table in memory, where its age is known; one that is at play goes if room is needed.
        """
        now = self.clock.seconds()
        for tid, room in list(self._rooms.items()):
            quiet, over = now - room.touched >= self._park_after, room.host.follower.ended is not None
            if room.spectators.is_behind and (over or not at_once):
                continue
            if (room.empty and at_once) or (quiet and room.is_idle and (room.empty or over)):
                room.stop()
                del self._rooms[tid]

    def stop(self) -> None:
        """No clock runs any more."""
        for room in self._rooms.values():
            room.stop()
