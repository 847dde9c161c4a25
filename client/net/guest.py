"""A player at one server: keeps the connection, and tells each table and the lobby what concerns it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Protocol

from msgspec import structs
from twisted.internet.defer import Deferred, succeed

from client.net.archive import Archive
from client.net.consent import people_of
from client.net.conversation import Conversation, Me, Surroundings
from client.net.drawer import Drawer, Place
from client.net.hang_up import HungUp
from client.net.heads import Look
from client.net.library import Library
from client.net.open_joins import OpenJoins
from client.net.reconnecting import Dial, Reconnecting
from client.net.shelf import Shelf
from client.net.table.log_file import InUse
from client.net.table.table import FollowedTable, Watcher
from client.net.trouble import Trouble
from client.net.unfinished import Unfinished, find
from client.net.way import Way, watch_link
from client.profile.known_servers import KnownServers, NotHere, WrongPin
from engine.records import record
from protocol.keys.identity import pin
from protocol.wire import lobby
from protocol.wire.archive import FromArchive
from protocol.wire.codec import Message
from protocol.wire.invite import Invite
from protocol.wire.messages import (
    ARCHIVE,
    PACE,
    WATCH,
    Behind,
    BetweenRounds,
    Entries,
    Fault,
    Fetched,
    FromServer,
    Presence,
    Refused,
)


class Seeker(Protocol):
    """A server that may have moved, looked for by its key."""

    here: Invite

    def met(self) -> None: ...
    def stop(self) -> Deferred[None]: ...


@record
class Server:
    """Where a server is, how to connect to it, and by which key it is known."""

    invite: Invite
    dial: Dial
    known: KnownServers
    way: Way = Way.DIRECT
    own: bool = False  # whether it is the server of this computer, which only this program starts
    seeking: Seeker | None = None  # where it is now, if it was found by its key


@record
class Pace:
    """How long a bot takes for a turn, and how long the next round waits for players who look at the last one."""

    bot_ms: int = 0
    break_seconds: int = 0


class GuestWatcher(Protocol):
    """Is told what happens beside the tables."""

    def connected(self, tables: tuple[bytes, ...]) -> None: ...  # the tables at which a seat of ours is not over
    def disconnected(self, why: HungUp, seconds: float) -> None: ...  # the next try comes after so many seconds
    def gave_up(self, why: HungUp) -> None: ...
    def told(self, message: lobby.FromLobby) -> None: ...
    def denied(self, code: str) -> None: ...
    def watch(self, tid: bytes) -> Watcher: ...  # of a table that is followed from now on


class Guest:
    def __init__(
        self,
        me: Me,
        server: Server,
        drawer: Drawer,
        around: Surroundings,
        watcher: GuestWatcher,
        *,
        joins: type[OpenJoins] = OpenJoins,
    ) -> None:
        self._me = me
        self._server = server
        self._drawer = drawer
        self._around = around
        self._watcher = watcher
        self._talk: Conversation | None = None
        self._line = Reconnecting(server.dial, partial(Conversation, me, self._meet, around), around, self)
        self.tables: dict[bytes, FollowedTable] = {}
        self.key_before = ""  # the fingerprint that the address was known by, if the link has led to another key
        self.archive = Archive()
        self.listed: set[bytes] = set()  # the tables that came of a listed gathering
        self._joins = joins(me.identity, me.name, drawer, around.randomness)

    @property
    def _here(self) -> Invite:
        return self._server.invite if self._server.seeking is None else self._server.seeking.here

    def _meet(self, key: bytes, older: Sequence[bytes]) -> None:
        seeking, known = self._server.seeking, self._server.known
        if seeking is None:
            self.key_before = known.meet(self._here, key, older)
            return
        try:
            known.meet(self._here, key, older)
        except WrongPin as wrong:
            raise NotHere(str(wrong), wrong.expected, wrong.found) from wrong
        seeking.met()

    @property
    def key(self) -> bytes:
        return self._me.identity.public

    @property
    def server_key(self) -> bytes:
        """Empty without a connection."""
        return self._talk.server_key if self._talk is not None else b""

    @property
    def server_keys(self) -> tuple[bytes, ...]:
        """With those that have handed over to it; none without a connection."""
        return () if self._talk is None else (self._talk.server_key, *self._talk.older_keys)

    @property
    def library(self) -> Library:
        """The logs on this computer beside the server's."""
        return Library(self._drawer, Shelf(self._drawer.folder / "watched"), self._me.identity, self.server_keys)

    def look_for_games(self) -> Deferred[Look]:
        """Whether the finished games of this player stand in the server's lists; `NotHad` if that cannot be told."""
        look = Look(self.archive, self._drawer, self.server_keys)
        return Deferred.fromCoroutine(look.look()).addCallback(lambda _: look)

    @property
    def link(self) -> str:
        """What others type behind “join” to come to this server; empty without a connection."""
        if self._talk is None:
            return ""
        here = replace(self._here, pin=pin(self.server_key))
        return " ".join(filter(None, (str(here), self._server.way.option)))

    def watch_link(self, tid: bytes, there: str = "") -> str:
        """What others type behind “watch” to follow this table, if they may; ``there``: a better way to the server."""
        table, place = self.tables.get(tid), self._drawer.place(tid)
        follower = table.follower if table is not None else None
        if follower is None or not follower.setting.table.options.spectators or place is None or not place.code:
            return ""
        return watch_link(there or self.link, place.code)

    def start(self) -> None:
        self._drawer.clear()
        self._line.start()

    def hurry(self) -> None:
        self._line.hurry()

    def stop(self) -> Deferred[None]:
        """Hang up; fires when the connection is gone and the files are closed."""
        return self._line.stop().addCallback(lambda _: self._close())

    def _close(self) -> Deferred[None]:
        self._talk = None
        for tid in list(self.tables):
            self.unfollow(tid)
        return succeed(None) if self._server.seeking is None else self._server.seeking.stop()

    # what the player says: each returns whether there was a connection to say it over

    def say(self, message: Message) -> bool:
        if self._talk is not None:
            self._talk.say(message)
        return self._talk is not None

    def _say_with(self, make: Callable[[bytes], Message | None]) -> bool:
        message = make(self._talk.server_key) if self._talk is not None else None
        return message is not None and self.say(message)

    def gather(self, wishes: lobby.Wishes, password: str) -> bool:
        return self._say_with(lambda key: lobby.Gather(wishes=wishes, password=password, join=self._joins.for_new(key)))

    def sit(self, code: str, password: str) -> bool:
        return self._say_with(
            lambda key: lobby.Sit(gathering=code, password=password, join=self._joins.for_gathering(code, key))
        )

    def again(self, table: bytes) -> bool:
        return self._say_with(lambda key: lobby.Again(table=table, join=self._joins.for_new(key, after=table)))

    def play_at(self, code: str, pace: Pace) -> bool:
        """The host says how fast; to a server that does not know of it, nothing."""
        if self._talk is None or PACE not in self._talk.features:
            return False
        return self.say(lobby.Pace(gathering=code, bot_ms=pace.bot_ms, break_seconds=pace.break_seconds))

    def look(self, code: str | None) -> bool:
        """Ask which tables may be watched; whether the server can tell."""
        if self._talk is None or WATCH not in self._talk.features:
            return False
        return self.say(lobby.Look(gathering=code))

    def rise(self, code: str) -> bool:
        """Leave a gathering: what was agreed to there is agreed to no more."""
        self._joins.leave(code)
        return self.say(lobby.Rise(gathering=code))

    def get_ready(self, gathering: lobby.Gathering, seat: int) -> bool:
        """Agree to a gathering as it stands now.  `UnfitRules` if this program does not know the rules."""
        return self._say_with(lambda key: self._joins.agree(gathering, seat, key))

    def take_back(self, code: str) -> bool:
        """Not ready any more: the JOIN is dead, whether or not the server hears of it."""
        self._joins.withdraw(code)
        return self._say_with(lambda key: lobby.Rejoin(gathering=code, join=self._joins.for_gathering(code, key)))

    def unfinished(self, gathering: lobby.Gathering) -> list[Unfinished]:
        people = people_of(gathering, self.server_key).values()
        others = {introduction.identity for introduction in people} - {self.key}
        return find(self._drawer, self._me.identity, self.server_keys, others)

    def follow(self, tid: bytes) -> FollowedTable | None:
        """Follow a table, playing or watching; None if it cannot be."""
        if tid in self.tables:
            return self.tables[tid]
        watcher = self._watcher.watch(tid)
        try:
            table = FollowedTable(tid, self._joins, self._around, watcher)
        except InUse as error:
            watcher.stopped(Trouble("table/elsewhere", str(error)))
            return None
        except OSError as error:
            watcher.stopped(Trouble("table/not-kept", f"{error.filename}: {error.strerror}"))
            return None
        self.tables[tid] = table
        if self._talk is not None:
            table.connected(self._talk.say, self._key_of(tid, self._talk), self._talk.features)
        return table

    def _key_of(self, tid: bytes, talk: Conversation) -> bytes:
        """The key that a table was begun with, if the server has it; else the one that it has now."""
        follower = self.tables[tid].follower
        theirs = b"" if follower is None else follower.setting.server_key
        return theirs if theirs in talk.older_keys else talk.server_key

    def remember(self, tid: bytes, gathering: lobby.Gathering | None = None) -> None:
        """Where the way back to a table begins, for a later start; what was known of it stays.

        A disk that is full costs that way, and nothing else.
        """
        place = _place_after(gathering, self._drawer.place(tid))
        link = "" if self._server.own else str(replace(self._here, pin=None))
        if place.listed:
            self.listed.add(tid)
        with suppress(OSError):
            self._drawer.keep_place(tid, structs.replace(place, link=link, way=self._server.way.name))

    def unfollow(self, tid: bytes) -> None:
        table = self.tables.pop(tid, None)
        if table is not None:
            table.close()

    # the connection

    def connected(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        self._talk = talk
        self.archive.connected(talk.say if ARCHIVE in talk.features else None)
        for tid, table in list(self.tables.items()):
            table.connected(talk.say, self._key_of(tid, talk), talk.features)
        kept = [tid for key in (talk.server_key, *talk.older_keys) for tid in self._drawer.open_tables(key)]
        for tid in kept:
            self.remember(tid)
        mine = tuple(dict.fromkeys((*tables, *kept)))
        self._watcher.connected(mine)

    def disconnected(self, why: HungUp, seconds: float) -> None:
        self._hung_up()
        self._watcher.disconnected(why, seconds)

    def gave_up(self, why: HungUp) -> None:
        self._hung_up()
        self._watcher.gave_up(why)

    def _hung_up(self) -> None:
        heard = None if self._talk is None else self._talk.heard
        self._talk = None
        self.archive.disconnected()
        self._joins.lost_connection()
        for table in self.tables.values():
            table.disconnected(heard)

    def told(self, message: FromServer) -> None:
        match message:
            case lobby.Gathered() if self._talk is not None:
                for answer in self._joins.gathered(message, self.server_key):
                    self.say(answer)
            case lobby.Started(gathering=code, table=table):
                self._joins.started(code, table)
            case lobby.Parted(gathering=code):
                self._joins.leave(code)
            case Fault() if self.archive.denied(message):
                pass
            case Fault(table=None, code=code):
                self._joins.denied(code)
                self._watcher.denied(code)
            case Entries() | Fetched() | Presence() | BetweenRounds() | Behind() | Refused() | Fault():
                followed = self.tables.get(message.table or b"")
                if followed is not None:
                    followed.hear(message)
        if isinstance(message, FromArchive):
            self.archive.told(message)
        elif isinstance(message, lobby.FromLobby):
            self._watcher.told(message)


def _place_after(gathering: lobby.Gathering | None, before: Place | None) -> Place:
    """What a gathering tells of its table, or what was known before."""
    if gathering is None or gathering.host >= len(gathering.sitters):
        return before or Place(link="", way="", code="", host="", listed=False)
    host = gathering.sitters[gathering.host].name
    return Place(link="", way="", code=gathering.code, host=host, listed=gathering.wishes.listed)
