"""The games that are over: their players have their logs from here, and strangers those of public ones.

A stranger is told of a game, and shown of its log, what its spectators may know by then.  How long a game has been over
is measured by the clock of this process, which no person sets: after a restart strangers wait once more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from engine.errors import UnfitRules
from engine.rules import parse
from protocol.keys.identity import Purpose, verify
from protocol.log import bodies
from protocol.log.records import Entry, Kind, RecordType, kind_of, payload
from protocol.log.setting import LONGEST_JOIN, read_table
from protocol.wire.archive import (
    LOG_PART,
    MOST_GAMES,
    NO_GAME,
    NOT_OVER,
    TOO_MUCH,
    EndedGame,
    Games,
    GetLists,
    GetLog,
    GetRows,
    ListGames,
    LogPart,
    RemoveTexts,
    TextsRemoved,
    removal_parts,
)
from protocol.wire.codec import decode
from server.net.allowance import Allowances
from server.store.archive import ArchiveStore, KeptGame
from server.store.journal import Journal
from server.tables.bringing import Denied
from server.tables.guests import Guest
from server.tables.heads import Heads, chain_of
from server.tables.room import Room
from server.tables.rooms import Rooms

_LONGEST_RULES = 1000
_MEGABYTE, _HOUR, _DAY = 1 << 20, 3600, 86_400
_AT_ONCE = 16
"""Games that are removed in one write: others wait for it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """For how many days games are kept, how much they may take, and how much of them goes to an address in an hour.

    0: as long as can be, any amount, and nothing.
    """

    days: int = 0
    megabytes: int = 0
    per_hour: int = 0


class Archive:
    """``clock`` is never set; ``time`` gives seconds since 1970."""

    _log = Logger()

    def __init__(
        self,
        store: ArchiveStore,
        journal: Journal,
        rooms: Rooms,
        heads: Heads,
        clock: IReactorTime,
        *,
        time: Callable[[], float],
        bounds: Bounds,
    ) -> None:
        self._store = store
        self._journal = journal
        self._rooms = rooms
        self._heads = heads
        rooms.watchers.append(self.keep)
        self._clock = clock
        self._time = time
        self._bounds = bounds
        parts = bounds.per_hour * _MEGABYTE / LOG_PART
        self._allowed = Allowances(clock, parts / _HOUR, parts)
        self._begun = clock.seconds()
        self._young: dict[bytes, float] = {}
        """Those that strangers do not know of yet: when they may."""

    # what is kept

    async def find_unkept(self) -> None:
        """At a start: what an older program has left, or a crash."""
        for tid in await self._store.unkept():
            try:
                await self._store.keep(_left(tid, await self._journal.read(tid), int(self._time())))
            except ValueError as error:
                self._log.warn("table {table}: cannot be kept as a game: {why}", table=tid.hex(), why=str(error))

    def keep(self, room: Room) -> None:
        """A game has ended."""
        setting, ended = room.host.setting, room.host.follower.ended
        assert ended is not None
        options = setting.table.options
        self._hidden()  # those that are old enough are forgotten
        self._young[room.tid] = self._clock.seconds() + options.spectator_delay
        delay = options.spectator_delay if options.spectators else None
        now, rules = int(self._time()), _brief(str(setting.rules))
        at = next(entry.seq for entry in reversed(room.host.entries) if entry.kind == Kind.END)
        head = room.host.follower.chain.heads[at]
        kept = self._store.keep(KeptGame(room.tid, now, ended.reason, rules, setting.seats, head, delay))
        kept.addErrback(self._not_kept, room.tid)

    def _not_kept(self, failure: Failure, tid: bytes) -> None:
        self._log.error(
            "table {table}: its game is listed only after the next start: {why}",
            table=tid.hex(),
            why=failure.getErrorMessage(),
        )

    async def tend(self) -> None:
        """Now and then: sign a list of heads, then remove what is too old, or too much; none that is in memory."""
        await self._heads.tend()
        while gone := await self._expire():
            self._log.info("{count} finished games removed, as archive-days or archive-megabytes says", count=len(gone))

    def _expire(self) -> Deferred[Sequence[bytes]]:
        before = int(self._time()) - self._bounds.days * _DAY if self._bounds.days else 0
        most = self._bounds.megabytes * _MEGABYTE or None
        in_memory = [room.tid for room in self._rooms.in_memory()]
        return self._store.expire(before, most, most=_AT_ONCE, spare=in_memory)

    # what is asked for

    def list(self, guest: Guest, message: ListGames) -> Deferred[None]:
        """A page of games; fires when it was sent, or with `Denied`."""
        return Deferred.fromCoroutine(self._list(guest, message))

    async def _list(self, guest: Guest, message: ListGames) -> None:
        self._require_allowance(guest)
        most = MOST_GAMES + 1
        if message.mine:
            games = await self._store.games_of(guest.identity, message.after, most)
        else:
            up = int(self._clock.seconds() - self._begun)
            games = await self._store.public_games(message.after, most, delay=up, hidden=self._hidden())
        page = tuple(map(_told, games[:MOST_GAMES]))
        guest.tell(Games(mine=message.mine, games=page, more=len(games) > MOST_GAMES))

    def _require_allowance(self, guest: Guest) -> None:
        if not self._allowed.take(guest.network or guest.identity):
            raise Denied(TOO_MUCH)

    def _hidden(self) -> frozenset[bytes]:
        now = self._clock.seconds()
        self._young = {tid: due for tid, due in self._young.items() if due > now}
        return frozenset(self._young)

    def send(self, guest: Guest, message: GetLog) -> Deferred[None]:
        """A part of a log; fires when it was sent, or with `Denied`."""
        return Deferred.fromCoroutine(self._send(guest, message))

    async def _send(self, guest: Guest, message: GetLog) -> None:
        self._require_allowance(guest)
        game = await self._store.game(message.table)
        if game is None:
            raise Denied(NO_GAME)
        players = await self._journal.players(message.table)
        end = game.records if guest.identity in players.values() else self._seen(game)
        records = await self._store.part(game.tid, message.start, end, LOG_PART) if message.start < end else ()
        if not records and message.start < end:
            await self._journal.players(game.tid)  # `NoSuchTable` if the game was removed meanwhile
            self._log.error("table {table}: record {at} is lost", table=game.tid.hex(), at=message.start)
            raise Denied("table/damaged")
        more = message.start + len(records) < end
        guest.tell(LogPart(table=game.tid, start=message.start, records=tuple(records), more=more))

    def remove(self, guest: Guest, message: RemoveTexts) -> Deferred[None]:
        """What the person of a seat has said goes; fires when it is so, or with `Denied`."""
        return Deferred.fromCoroutine(self._remove(guest, message))

    def show_lists(self, guest: Guest, message: GetLists) -> Deferred[None]:
        """The next lists of heads."""
        return Deferred.fromCoroutine(self._show_lists(guest, message))

    async def _show_lists(self, guest: Guest, message: GetLists) -> None:
        self._require_allowance(guest)
        await self._heads.send_lists(guest, message)

    def show_rows(self, guest: Guest, message: GetRows) -> Deferred[None]:
        """Rows of a list of heads; fires when they were sent, or with `Denied`."""
        return Deferred.fromCoroutine(self._show_rows(guest, message))

    async def _show_rows(self, guest: Guest, message: GetRows) -> None:
        self._require_allowance(guest)
        await self._heads.send_rows(guest, message)

    async def _remove(self, guest: Guest, message: RemoveTexts) -> None:
        self._require_allowance(guest)
        first = await self._store.part(message.table, 0, 1, LOG_PART)
        if not first or not _asked_by_seat(payload(first[0]), message):
            raise Denied(NO_GAME)
        count = await self.remove_texts(message.table, message.seat)
        guest.tell(TextsRemoved(table=message.table, seat=message.seat, count=count))

    async def remove_texts(self, tid: bytes, seat: int) -> int:
        """Of a game that is over; `Denied` of any other.  Who may want that is the caller's to know."""
        count = await self._store.remove_texts(tid, seat)
        if count is None:
            raise Denied(NOT_OVER)
        self._rooms.forget_texts(tid, seat)
        self._log.info("table {table}: {count} texts of seat {seat} removed", table=tid.hex(), count=count, seat=seat)
        return count

    def _seen(self, game: KeptGame) -> int:
        """How many records of it a stranger may have."""
        up = self._clock.seconds() - self._begun
        if game.delay is None or game.delay > up or game.tid in self._hidden():
            raise Denied(NO_GAME)
        room = self._rooms.loaded(game.tid)
        return game.records if room is None else min(game.records, room.spectators.seen.records)


def _asked_by_seat(table: bytes, message: RemoveTexts) -> bool:
    """Whether the key of that seat has signed it."""
    try:
        rows = read_table(table).seats
        signed = rows[message.seat].person if message.seat < len(rows) else None
        join = None if signed is None else decode(bodies.Join, signed.join, LONGEST_JOIN)
    except ValueError:
        return False
    parts = removal_parts(message.table, message.seat)
    return join is not None and verify(join.seat_key, message.signature, Purpose.REMOVE_TEXTS, *parts)


def _told(game: KeptGame) -> EndedGame:
    return EndedGame(
        table=game.tid,
        rules=game.rules,
        seats=game.seats,
        end=game.end,
        ended=game.ended,
        size=game.size,
        public=game.public,
    )


def _left(tid: bytes, stored: list[bytes], now: int) -> KeptGame:
    """What the log itself tells; `ValueError` if it cannot be read."""
    table = read_table(payload(stored[0]))
    options = table.options
    delay = options.spectator_delay if options.spectators else None
    end, at = _end_in(stored)
    heads, _signed = chain_of(tid, stored)
    return KeptGame(tid, now, end, _brief(_short(table.rules)), len(table.seats), heads[at], delay)


def _short(rules: str) -> str:
    """Without what stands there by itself, if this program knows them."""
    try:
        return str(parse(rules))
    except UnfitRules:
        return rules


def _end_in(stored: list[bytes]) -> tuple[str, int]:
    """How it ended, and in which entry."""
    for one in reversed(stored):
        if kind_of(one) == RecordType.ENTRY and (entry := Entry.from_bytes(payload(one))).kind == Kind.END:
            return decode(bodies.End, entry.body, len(entry.body)).reason, entry.seq
    raise ValueError("it has no END")


def _brief(rules: str) -> str:
    """Rules as a list has room for them."""
    return rules if len(rules) <= _LONGEST_RULES else rules.partition("+")[0]
