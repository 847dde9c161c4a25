"""A player at one server: keeps the connection, and tells each table and the lobby what concerns it."""

from dataclasses import dataclass
from typing import Protocol

from twisted.internet.defer import Deferred

from client.known_servers import KnownServers
from client.net.consent import FRESH, consent_to
from client.net.conversation import Conversation, Me, Surroundings
from client.net.drawer import Drawer
from client.net.following import Following
from client.net.hang_up import HungUp
from client.net.log_file import InUse
from client.net.reconnecting import Dial, Reconnecting
from client.net.trouble import Trouble
from client.net.watcher import Watcher
from protocol.wire import lobby
from protocol.wire.codec import Message
from protocol.wire.invite import Invite
from protocol.wire.messages import Behind, Entries, Fault, Fetched, FromServer, Presence, Refused


class GuestWatcher(Protocol):
    """Who is told what happens beside the tables."""

    def connected(self, tables: tuple[bytes, ...]) -> None:
        """The server has let us in; these are the tables at which a seat of ours is not over."""
        ...

    def disconnected(self, why: HungUp, seconds: float) -> None:
        """The next try comes after so many seconds."""
        ...

    def gave_up(self, why: HungUp) -> None:
        """There will be no more connections."""
        ...

    def told(self, message: lobby.Offers | lobby.Gathered | lobby.Parted | lobby.Started | lobby.Said) -> None:
        """News of the lobby."""
        ...

    def denied(self, code: str) -> None:
        """What was asked for in the lobby cannot be."""
        ...

    def watch(self, tid: bytes) -> Watcher:
        """Who looks at a table that is followed from now on."""
        ...


@dataclass(frozen=True, slots=True)
class Server:
    """Where a server is, how to connect to it, and by which key it is known."""

    invite: Invite
    dial: Dial
    known: KnownServers


class Guest:
    """One player, one server, any number of tables."""

    def __init__(self, me: Me, server: Server, drawer: Drawer, around: Surroundings, watcher: GuestWatcher) -> None:
        self._me = me
        self._server = server
        self._drawer = drawer
        self._around = around
        self._watcher = watcher
        self._talk: Conversation | None = None
        self._line = Reconnecting(server.dial, self._converse, around, self)
        self.tables: dict[bytes, Following] = {}
        self.key_before = ""
        """The fingerprint that the address of the server was known by, if the link has led to another key."""
        self._nonces: list[bytes] = []
        """Of the JOINs that we got ready with: any of them may be in a TABLE that is on its way."""

    def _converse(self, line: Reconnecting) -> Conversation:
        return Conversation(self._me, self._meet, self._around, line)

    def _meet(self, key: bytes) -> None:
        self.key_before = self._server.known.meet(self._server.invite, key)

    @property
    def key(self) -> bytes:
        """What others know this player by."""
        return self._me.identity.public

    @property
    def server_key(self) -> bytes:
        """The key of the server; empty without a connection."""
        return self._talk.server_key if self._talk is not None else b""

    def start(self) -> None:
        """Connect, and stay connected."""
        self._line.start()

    def hurry(self) -> None:
        """Do not wait any longer for the next try to connect."""
        self._line.hurry()

    def stop(self) -> Deferred[None]:
        """Hang up; fires when the connection is gone and the files are closed."""
        return self._line.stop().addCallback(lambda _: self._close())

    def _close(self) -> None:
        self._talk = None
        for table in self.tables.values():
            table.close()
        self.tables.clear()

    # what the player says

    def say(self, message: Message) -> bool:
        """To the lobby; whether there was anybody to hear it."""
        if self._talk is None:
            return False
        self._talk.say(message)
        return True

    def get_ready(self, gathering: lobby.Gathering) -> bool:
        """Agree to a gathering as it stands now, with a JOIN that is made for it; it is on the disk before."""
        if self._talk is None:
            return False
        fresh = self._around.randomness(FRESH)
        consent = consent_to(gathering, self._me.identity, self._me.name, self._talk.server_key, fresh)
        self._drawer.keep_consent(consent)
        self._nonces.append(consent.nonce)
        self._talk.say(lobby.Ready(gathering=gathering.code, join=consent.join))
        return True

    def follow(self, tid: bytes) -> Following | None:
        """Follow a table, as the one who sits there or as somebody who watches; None if it cannot be."""
        if tid in self.tables:
            return self.tables[tid]
        watcher = self._watcher.watch(tid)
        try:
            table = Following(tid, self._me.identity, self._drawer, self._around, watcher)
        except InUse as error:
            watcher.stopped(Trouble("table/elsewhere", str(error)))
            return None
        except OSError as error:
            watcher.stopped(Trouble("table/not-kept", f"{error.filename}: {error.strerror}"))
            return None
        self.tables[tid] = table
        if self._talk is not None:
            table.connected(self._talk.say, self._talk.server_key)
        return table

    def unfollow(self, tid: bytes) -> None:
        """No more of this table."""
        table = self.tables.pop(tid, None)
        if table is not None:
            table.close()

    # the connection

    def connected(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        """Let in, for the first time or again."""
        self._talk = talk
        for table in list(self.tables.values()):
            table.connected(talk.say, talk.server_key)
        mine = tuple(dict.fromkeys((*tables, *self._drawer.open_tables(talk.server_key))))
        if not mine and not self._nonces:
            self._drawer.forget_consents(talk.server_key)  # of gatherings that became nothing
        self._watcher.connected(mine)

    def disconnected(self, why: HungUp, seconds: float) -> None:
        """Cut off; it is tried again."""
        self._hung_up()
        self._watcher.disconnected(why, seconds)

    def gave_up(self, why: HungUp) -> None:
        """Cut off, for good."""
        self._hung_up()
        self._watcher.gave_up(why)

    def _hung_up(self) -> None:
        heard = None if self._talk is None else self._talk.heard
        self._talk = None
        for table in self.tables.values():
            table.disconnected(heard)

    def told(self, message: FromServer) -> None:
        """Whom it concerns."""
        match message:
            case lobby.Offers() | lobby.Gathered() | lobby.Said() | lobby.Started() | lobby.Parted():
                self._watcher.told(message)
            case Fault(table=None, code=code):
                self._watcher.denied(code)
            case Entries() | Fetched() | Presence() | Behind() | Refused() | Fault():
                self._tell_table(message)

    def _tell_table(self, message: Entries | Fetched | Presence | Behind | Refused | Fault) -> None:
        table = self.tables.get(message.table or b"")
        if table is None:
            return
        match message:
            case Entries():
                table.entries(message)
            case Fetched():
                table.fetched(message)
            case Presence():
                table.told(message)
            case Behind():
                table.behind(message)
            case Refused():
                table.refused(message)
            case Fault():
                table.fault(message)
