"""The lobby: gatherings, and how they become tables."""

from base64 import b32encode
from collections.abc import Callable

from twisted.logger import Logger
from twisted.python.failure import Failure

from engine.front import setup
from protocol.keys.identity import Identity
from protocol.log import bodies
from protocol.log.faults import Fault
from protocol.log.join import make_table
from protocol.modes.mode import Secrets
from protocol.modes.registry import new_mode
from protocol.wire import lobby
from protocol.wire.codec import Message, encode
from protocol.wire.messages import ANNOUNCE, PACE, Remedy
from protocol.wire.messages import Fault as FaultMessage
from server.settings.settings import Settings
from server.store.journal import NO_PACE, NoSuchTable, Pace
from server.tables.beginnings import Beginnings
from server.tables.bringing import Brought, Denied, read_brought
from server.tables.gathering import Gathering, options_of, recalled
from server.tables.guests import Guest
from server.tables.on_view import OnView
from server.tables.room import Room
from server.tables.rooms import Rooms

Randomness = Callable[[int], bytes]
_SECRET = 32
_MOST_ENDED = 1000
"""Ended tables whose players may still ask for another game."""


class Lobby:
    """All guests, and all gatherings."""

    _log = Logger()

    def __init__(
        self, identity: Identity, rooms: Rooms, settings: Settings, randomness: Randomness, on_view: OnView
    ) -> None:
        self._identity = identity
        self._rooms = rooms
        self._settings = settings
        self._randomness = randomness
        self.guests: set[Guest] = set()
        self._gatherings: dict[str, Gathering] = {}
        self._begun: dict[bytes, Gathering] = {}
        """By table: the gathering that became it."""
        self._used: set[bytes] = set()
        """The nonces of all JOINs that stood in a TABLE since this server was started."""
        self.closing = False
        """Whether the server is about to stop: no table begins any more."""
        self._on_view = on_view
        self._beginnings = Beginnings(rooms.clock, settings)
        rooms.watchers += [self._ended, self._on_view.end]

    @property
    def open(self) -> int:
        """How many gatherings there are."""
        return len(self._gatherings)

    def announce(self, announced: lobby.Announced) -> int:
        """Tell all who are connected; returns how many of them can hear it."""
        hearers = [guest for guest in self.guests if guest.knows(ANNOUNCE)]
        _tell(hearers, announced)
        return len(hearers)

    # what guests say

    def browse(self, guest: Guest, message: lobby.Browse) -> None:
        """The gatherings that are listed, the fullest first; not yet one that tells that a table has ended."""
        open_ = (one for one in self._gatherings.values() if one.wishes.listed and not one.started)
        listed = [one for one in open_ if not self._follows_news(one)]
        listed.sort(key=lambda one: (-len(one.sittings), one.code))
        guest.tell(lobby.Offers(offers=tuple(one.offer() for one in listed[: lobby.MOST_OFFERS])))

    def look(self, guest: Guest, message: lobby.Look) -> None:
        """The tables that may be watched."""
        guest.tell(self._on_view.shown(message.gathering))

    def _follows_news(self, gathering: Gathering) -> bool:
        """Whether spectators of the table before it have not seen its end."""
        before = gathering.predecessor
        room = self._rooms.loaded(before.tid) if before is not None else None
        return room is not None and room.keeps_back

    def gather(self, guest: Guest, message: lobby.Gather) -> None:
        """A new gathering, whose host is the guest."""
        self._require_space(guest)
        self._require_time(guest)
        code = self._new_code()
        settings = self._settings
        options = options_of(
            message.wishes,
            settings.absent_after,
            pause_most=settings.pause_most_seconds,
            host_plays=settings.host_plays,
            spectator_delay=settings.spectator_delay_seconds,
        )
        brought = self._brought(message.join)
        gathering = Gathering(code, message.wishes, options, guest, brought, password=message.password)
        self._gatherings[code] = gathering
        self._show(gathering)

    def _brought(self, signed: bodies.SignedJoin) -> Brought:
        """A JOIN that this server has not used before."""
        brought = read_brought(signed, self._identity.public)
        if brought.join.nonce in self._used:
            raise Denied("join/reused")
        return brought

    def _new_code(self) -> str:
        return b32encode(self._randomness(5)).decode("ascii")

    def sit(self, guest: Guest, message: lobby.Sit) -> None:
        """A person sits down."""
        gathering = self._gathering(message.gathering)
        if not gathering.come_back(guest, message.join):
            if not gathering.has(guest):
                self._require_time(guest)
            gathering.sit(guest, self._brought(message.join), message.password)
        self._show(gathering)

    def _require_space(self, guest: Guest) -> None:
        """`Denied` if the server is full; tables without guests are parked in the journal before that."""
        self._require_open()
        if self._is_full:
            self._rooms.park(at_once=True)
        if self._is_full:
            self._log.warn(
                "no room for another table: {gatherings} are gathering and {tables} at play, and most-tables is {most}",
                gatherings=len(self._gatherings),
                tables=self._rooms.running(),
                most=self._settings.most_tables,
            )
            raise Denied("lobby/full")
        if self._opened_from(guest.network) >= self._settings.most_tables_per_address:
            self._log.warn(
                "from {network} as many tables are open as most-tables-per-address allows: {most}",
                network=guest.network,
                most=self._settings.most_tables_per_address,
            )
            raise Denied("lobby/too-many-nearby")

    def _require_open(self) -> None:
        if self.closing:
            raise Denied("lobby/closing")

    def _opened_from(self, network: str) -> int:
        """How many gatherings and tables that are at play were opened from there."""
        begun = (self._rooms.loaded(tid) for tid, one in self._begun.items() if one.network == network)
        at_play = sum(room is not None and room.host.follower.ended is None for room in begun)
        return at_play + sum(one.network == network for one in self._gatherings.values())

    @property
    def _is_full(self) -> bool:
        return len(self._gatherings) + self._rooms.running() >= self._settings.most_tables

    def _require_time(self, guest: Guest) -> None:
        """`Denied` if the player sits at as many gatherings and tables as the server allows."""
        gathering = sum(one.has(guest) for one in self._gatherings.values() if not one.started)
        if gathering + self._rooms.running(guest.identity) >= self._settings.most_tables_per_player:
            raise Denied("lobby/too-many-tables")

    def rise(self, guest: Guest, message: lobby.Rise) -> None:
        """A person goes."""
        gathering = self._gathering(message.gathering)
        gathering.remove(gathering.seat_of(guest))
        guest.tell(lobby.Parted(gathering=gathering.code, why="risen"))
        self._show_or_close(gathering)

    def dismiss(self, guest: Guest, message: lobby.Dismiss) -> None:
        """The host sends a player away."""
        gathering = self._gathering(message.gathering)
        gathering.require_host(guest)
        if message.seat == gathering.host:
            raise Denied("gathering/own-seat")
        gone = gathering.dismiss(message.seat)
        if gone is not None:
            gone.tell(lobby.Parted(gathering=gathering.code, why="dismissed"))
        self._show(gathering)

    def seat_bot(self, guest: Guest, message: lobby.SeatBot) -> None:
        """The host fills a seat."""
        gathering = self._gathering(message.gathering)
        gathering.require_host(guest)
        gathering.seat_bot(message.bot)
        self._show(gathering)

    def pace(self, guest: Guest, message: lobby.Pace) -> None:
        """How fast the host wants to play."""
        gathering = self._gathering(message.gathering)
        gathering.play_at(guest, Pace(message.bot_ms, message.break_seconds))
        self._show(gathering)

    def introduce(self, guest: Guest, message: lobby.Introduce) -> None:
        """A person is introduced to the others."""
        gathering = self._gathering(message.gathering)
        if gathering.introduce(guest, message.introduction):
            self._show(gathering)

    def ready(self, guest: Guest, message: lobby.Ready) -> None:
        """A person is ready."""
        gathering = self._gathering(message.gathering)
        gathering.get_ready(guest, message.signature)
        self._show(gathering)

    def rejoin(self, guest: Guest, message: lobby.Rejoin) -> None:
        """A person is not ready any more, or begins again after a start."""
        gathering = self._gathering(message.gathering)
        gathering.bring(guest, self._brought(message.join))
        self._show(gathering)

    def say(self, guest: Guest, message: lobby.Say) -> None:
        """Pass a line on to a gathering, or to the lobby."""
        hearers = list(self.guests)
        if message.gathering is not None:
            gathering = self._gathering(message.gathering)
            gathering.seat_of(guest)
            hearers = [other for _, other in gathering.guests()]
        said = lobby.Said(gathering=message.gathering, name=guest.name, key=guest.identity, text=message.text)
        _tell(hearers, said)

    def again(self, guest: Guest, message: lobby.Again) -> None:
        """Another game with the same people: the gathering of a table that has ended is opened again."""
        gathering = self._begun.get(message.table)
        brought = self._brought(message.join)
        if gathering is None:
            found = self._rooms.room(message.table).addCallback(self._recall, guest, brought)
            found.addCallback(lambda known: self.again(guest, message) if known else None)
            found.addErrback(self._tell_denied, guest)
            found.addErrback(lambda failure: self._log.failure("a table was not recalled", failure))
            return
        if not gathering.was_here(guest):  # first: others are not told whether the table has ended
            raise Denied("gathering/not-there")
        if gathering.started:
            raise Denied("gathering/not-over")
        if not gathering.has(guest):
            self._require_time(guest)
        if gathering.code not in self._gatherings:
            self._require_space(guest)
            gathering.network = guest.network
            gathering.keep_only(self.guests)
            self._gatherings[gathering.code] = gathering
        gathering.sit(guest, brought, gathering.password)
        self._show(gathering)

    def _recall(self, room: Room, guest: Guest, brought: Brought) -> bool:
        """Restore the gathering of a table that ended before this server was started; False if the guest has gone."""
        if room.seating.seat_of(guest.identity) is None:
            raise Denied("gathering/not-there")
        if room.host.follower.ended is None:
            raise Denied("gathering/not-over")
        if guest not in self.guests:
            return False  # gone meanwhile
        if room.tid not in self._begun:
            played = room.seating.players.values()
            gathering = recalled(self._new_code(), room.host, guest, brought, played)
            gathering.pace = room.pace
            self._remember(room.tid, gathering)
        return True

    def _tell_denied(self, failure: Failure, guest: Guest) -> None:
        failure.trap(Denied, NoSuchTable)
        code = failure.value.code if isinstance(failure.value, Denied) else "gathering/not-over"
        guest.tell(FaultMessage(table=None, code=code, remedy=Remedy.WAIT))

    def start(self, guest: Guest, message: lobby.Start) -> None:
        """The gathering becomes a table."""
        self._require_open()
        gathering = self._gathering(message.gathering)
        gathering.require_host(guest)
        gathering.require_ready()
        self._beginnings.take(guest)
        table, secrets = self._table(gathering)
        players = {seat: other.identity for seat, other in gathering.guests()}
        try:
            listed = gathering.wishes.listed
            begun = self._rooms.begin(table, secrets, players, gathering.pace, listed=listed)
        except Fault as fault:
            gathering.use_up()
            self._show(gathering)
            raise Denied(fault.finding.code.value) from fault
        gathering.started = True
        begun.addCallbacks(self._start, self._not_started, callbackArgs=(gathering,), errbackArgs=(gathering, guest))
        begun.addErrback(lambda failure: self._log.failure("a table did not begin", failure))

    def _table(self, gathering: Gathering) -> tuple[bytes, Secrets]:
        rounds: int = setup(gathering.rules, gathering.wishes.seats).book.rounds
        secrets = new_mode().secrets(lambda label: self._randomness(_SECRET), rounds)
        rows = gathering.rows()
        assert rows is not None
        seats = [seat for row in rows if (seat := row.person or row.bot) is not None]
        self._used |= {one.brought.join.nonce for one in gathering.sittings if one.brought is not None}
        key, before = self._identity.public, gathering.predecessor
        return make_table(gathering.rules, gathering.options, seats, key, secrets, predecessor=before), secrets

    def _start(self, room: Room, gathering: Gathering) -> None:
        self._remember(room.tid, gathering)
        self._on_view.begin(room, gathering)
        self._gatherings.pop(gathering.code, None)
        for _, guest in gathering.guests():
            guest.tell(lobby.Started(gathering=gathering.code, table=room.tid))

    def _remember(self, tid: bytes, gathering: Gathering) -> None:
        self._begun[tid] = gathering
        while len(self._begun) > _MOST_ENDED:
            del self._begun[next(iter(self._begun))]

    def _not_started(self, failure: Failure, gathering: Gathering, guest: Guest) -> None:
        self._log.error("a table could not begin: {why}", why=failure.getErrorMessage())
        gathering.started = False
        gathering.use_up()
        self._come_back(gathering)
        guest.tell(FaultMessage(table=None, code="server/not-stored", remedy=Remedy.WAIT))

    def _ended(self, room: Room) -> None:
        """A dissolved start brings its players back; after a game they may ask for another."""
        gathering = self._begun.get(room.tid)
        ended = room.host.follower.ended
        if gathering is None or ended is None:
            return
        gathering.begin_again(room.tid, ended.reason)
        if ended.reason == "dissolved":
            self._come_back(gathering)

    def _come_back(self, gathering: Gathering) -> None:
        """Open the gathering again for the players who are still connected."""
        gathering.keep_only(self.guests)
        self._gatherings[gathering.code] = gathering
        self._show_or_close(gathering)

    # guests come and go

    def enter(self, guest: Guest) -> None:
        """A player has logged in."""
        self.guests.add(guest)

    def leave(self, guest: Guest) -> None:
        """A connection is gone: its seats at gatherings are free."""
        self.guests.discard(guest)
        for gathering in list(self._gatherings.values()):
            for seat, other in gathering.guests():
                if other is guest and not gathering.started:
                    gathering.remove(seat)
                    self._show_or_close(gathering)
                    break

    def _gathering(self, code: str) -> Gathering:
        gathering = self._gatherings.get(code)
        if gathering is None:
            raise Denied("gathering/none")
        return gathering

    def _show_or_close(self, gathering: Gathering) -> None:
        if gathering.guests():
            self._show(gathering)
        else:
            del self._gatherings[gathering.code]

    def _show(self, gathering: Gathering) -> None:
        shown = gathering.shown()
        for seat, guest in gathering.guests():
            guest.tell(lobby.Gathered(gathering=shown, seat=seat))
            if gathering.pace != NO_PACE and guest.knows(PACE):
                guest.tell(gathering.shown_pace())


def _tell(guests: list[Guest], message: Message) -> None:
    frame = encode(message)
    for guest in guests:
        guest.tell_frame(frame)
