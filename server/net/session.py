"""One conversation: frames in, frames out, no transport.

First both sides show their keys, one step after the other and each once; then a player is a guest of the lobby and of
any number of tables.  Hanging up is a state: what still comes from the same segment is not read.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Any, get_args

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from protocol.keys.identity import Identity
from protocol.log import bodies
from protocol.log.bodies import LONGEST_BODY
from protocol.log.records import Entry, Kind
from protocol.wire import archive, messages
from protocol.wire import lobby as words
from protocol.wire.codec import BadFrame, Message, decode, encode
from protocol.wire.handshake import is_player, sign_as_server
from protocol.wire.messages import (
    BEFORE_LOGIN,
    ENTRY_OF_CLIENT,
    FRAME_OF_CLIENT,
    FRAME_OF_SERVER,
    HEADER,
    MUTED,
    WIRE_MAX,
    WIRE_MIN,
    FromClient,
    Remedy,
    decode_from_client,
)
from protocol.wire.succession import Statement, Succession
from server.metrics.counts import Counts
from server.mistakes import note
from server.net.admission import Admission
from server.net.allowance import Allowance, Allowances
from server.net.crowds import Crowds
from server.settings.settings import Settings
from server.store.errors import StoreFailed
from server.store.journal import Journal, NoSuchTable
from server.store.names import BadName, Names, NameTaken, TooManyNames
from server.tables.archive import Archive
from server.tables.bringing import Denied
from server.tables.lobby import Lobby
from server.tables.room import Room
from server.tables.rooms import Rooms
from server.tables.sound import OtherVersion, TableDamaged

Send = Callable[[bytes], None]
Close = Callable[[], None]


@dataclass(frozen=True, slots=True)
class House:
    """What every conversation needs of the server."""

    identity: Identity
    lobby: Lobby
    rooms: Rooms
    journal: Journal
    names: Names
    settings: Settings
    clock: IReactorTime
    randomness: Callable[[int], bytes]
    talk: Allowances
    """How much each player may say, in the lobby and at tables."""
    admission: Admission
    crowds: Crowds
    archive: Archive
    counts: Counts = field(default_factory=Counts)
    succession: tuple[Statement, ...] = ()
    """How the server came to its key, if it had others before."""


@unique
class _Stage(Enum):
    """How far the handshake has come."""

    SILENT = "nothing was said"
    HELLO = "the server has shown its key"
    LOGIN = "the client has shown its key, and its name is looked up"
    GUEST = "logged in"


class Session:
    """One connection."""

    _log = Logger()

    def __init__(self, house: House, exporter: bytes, send: Send, close: Close, network: str = "") -> None:
        self._house = house
        self.network = network
        self._exporter = exporter
        self._send = send
        self._close = close
        self._nonce = house.randomness(32)
        self._hung_up = False
        self._stage = _Stage.SILENT
        self._followed: set[bytes] = set()
        """Tables that this guest follows; their rooms may be parked meanwhile."""
        self._watched: set[bytes] = set()
        """Of them, those without a seat: they keep a table in memory that has no player."""
        self._reads = True
        """Whether the client has read everything that was sent."""
        self._later: deque[messages.Resume] = deque()
        """Requests for logs that wait until the one before was found, and the client reads."""
        self._fetching = False
        """Whether a log is looked for that is not in memory."""
        self._lookups = 0
        """Requests that wait for a table that is not in memory."""
        self._of_archive: Callable[[], Deferred[None]] | None = None
        """What was asked of the archive and waits until the client has read everything."""
        self._reads_archive = False
        """Whether that waits, or its answer is on its way: the next is asked for behind it."""
        self.longest_frame = BEFORE_LOGIN
        """In bytes; longer once the player is logged in, and at a table whose mode needs it."""
        self._allowance = Allowance(house.clock, *_MESSAGES)
        self._hints = Allowance(house.clock, *_HINTS)
        self._features: frozenset[str] = frozenset()
        self.identity = b""
        """The player's key, once it was shown."""
        self.name = ""
        self._timer: IDelayedCall | None = house.clock.callLater(house.settings.login_seconds, self._too_slow)
        self._heard = house.clock.seconds()

    # the other side

    def received(self, frame: bytes) -> None:
        """Take one frame."""
        if self._hung_up:
            return
        self._heard = self._house.clock.seconds()
        fast = not self._allowance.take() or not self._house.crowds.may_speak(self.network)
        if fast:  # before anything is decoded, or a signature checked
            self.hang_up(_FLOOD)
            return
        try:
            message = decode_from_client(frame, self.longest_frame)
            if self._stage is not _Stage.GUEST:
                self._greet(message)
            else:
                self._answer(message)
        except BadFrame as bad:
            self._log.info("hung up on bytes that mean nothing: {why}", why=bad.reason)
            self.hang_up("connection/bad-frame")
        except Exception:  # noqa: BLE001  ours: it ends this conversation, and no other
            self.hang_up(note(self._log, "a conversation", Failure()))

    def received_part(self) -> None:
        """Bytes that complete no frame: a record of TLS costs as much as a message, and may hold a single one."""
        if not self._hung_up and not self._house.crowds.may_speak(self.network):
            self.hang_up(_FLOOD)

    def lost(self) -> None:
        """The connection is gone."""
        self._hung_up = True
        self._stop_timer()
        self._house.lobby.leave(self)
        for tid in self._followed:
            if (room := self._house.rooms.loaded(tid)) is not None:
                room.part(self)
        self._followed.clear()
        self._later.clear()
        self._of_archive = None
        self._send, self._close = _lost, _lost  # a table remembers its players: not with their sockets and TLS

    def fell_behind(self) -> None:
        """The client reads more slowly than the server sends."""
        self._reads = False

    def caught_up(self) -> None:
        """The client has read everything: send the logs that it has asked for since, one by one."""
        self._reads = True
        if not self._fetching:
            self._send_logs()
        self._send_of_archive()

    def tell(self, message: Message) -> None:
        """Send a message, unless the conversation is over."""
        if isinstance(message, messages.Refused | messages.Fault) and not self._hung_up:
            self._house.counts.refused(message.code)
        self.tell_frame(encode(message))

    def tell_frame(self, frame: bytes) -> None:
        """Send a message that was encoded once for many guests."""
        if self._hung_up:
            return
        try:
            self._send(frame)
        except Exception:  # noqa: BLE001  ours: the others who are told the same must hear it
            self._hung_up = True
            note(self._log, "sending", Failure())
            self._stop_timer()
            self._close()

    def knows(self, feature: str) -> bool:
        """Whether both sides have named it."""
        return feature in self._features

    def hang_up(self, code: str) -> None:
        """Send BYE with the code, close, and read nothing more."""
        if not self._hung_up:
            self._house.counts.said_goodbye(code)
            self.tell(messages.Bye(code=code))
            self._hung_up = True
            self._stop_timer()
            self._close()

    # keys first

    def _greet(self, message: FromClient) -> None:
        match message:
            case messages.Hello() if self._stage is _Stage.SILENT:
                self._say_hello(message)
            case messages.Login() if self._stage is _Stage.HELLO:
                self._log_in(message)
            case messages.Ping() | messages.Pong() | messages.Bye():
                _HANDLERS[type(message)](self, message)
            case _:
                self.hang_up("login/first")

    def _say_hello(self, hello: messages.Hello) -> None:
        wire = min(hello.wire_max, WIRE_MAX)
        if wire < max(hello.wire_min, WIRE_MIN):
            self.hang_up("proto/too-old" if hello.wire_max < WIRE_MIN else "proto/too-new")
            return
        self._stage = _Stage.HELLO
        offered = tuple(one for one in messages.FEATURES if one != messages.SUCCESSION or self._house.succession)
        self._features = frozenset(hello.features) & frozenset(offered)
        identity = self._house.identity
        signature = sign_as_server(identity, self._exporter, hello.nonce)
        self.tell(
            messages.ServerHello(
                wire=wire,
                features=offered,
                key=identity.public,
                nonce=self._nonce,
                signature=signature,
            )
        )
        if self.knows(messages.SUCCESSION):
            self.tell(Succession(statements=self._house.succession))

    def _log_in(self, login: messages.Login) -> None:
        self._stage = _Stage.LOGIN
        server = self._house.identity.public
        if not is_player(login.key, login.signature, server, self._exporter, self._nonce):
            self.hang_up("login/signature")
            return
        if refusal := self._house.admission.refusal(login.key):
            self.hang_up(refusal)
            return
        named: Deferred[None] = self._house.names.use(login.name, login.key, self.network)
        named.addCallback(lambda _: self._house.journal.seated(login.key))
        named.addCallbacks(self._welcome, self._not_named, callbackArgs=(login,))
        named.addErrback(self._failed)

    def _welcome(self, tables: list[bytes], login: messages.Login) -> None:
        if self._hung_up:
            return
        if refusal := self._house.admission.refusal(login.key):  # the operator has said so meanwhile
            self.hang_up(refusal)
            return
        self._stage = _Stage.GUEST
        self.longest_frame = FRAME_OF_CLIENT
        self.identity, self.name = login.key, login.name
        self._house.lobby.enter(self)
        self.tell(messages.Welcome(tables=tuple(tables[:64])))
        self._stop_timer()
        self._timer = self._house.clock.callLater(self._house.settings.ping_seconds, self._ping)

    def _not_named(self, failure: Failure) -> None:
        failure.trap(*_NAME_TROUBLES)
        self._tell_names(failure)
        self.hang_up(_name_trouble(failure))

    def _tell_names(self, failure: Failure) -> None:
        if failure.check(TooManyNames):
            self._log.warn("{why}: new-names-per-day allows no more today", why=failure.getErrorMessage())

    def _failed(self, failure: Failure) -> None:
        if failure.check(StoreFailed):  # a full disk stops every login: one line for each will do
            self._log.error("no player can log in: {why}", why=failure.getErrorMessage())
            self.hang_up("server/not-stored")
        else:
            self.hang_up(note(self._log, "a login", failure))

    # then everything else

    def _answer(self, message: FromClient) -> None:
        handler = _HANDLERS.get(type(message))
        if handler is None or not self._features >= _OF_FEATURES.get(type(message), frozenset()):
            self.hang_up("connection/out-of-place")
            return
        try:
            handler(self, message)
        except Denied as denied:
            self.tell(messages.Fault(table=None, code=denied.code, remedy=Remedy.WAIT))

    def _at_lobby(self, message: FromClient) -> None:
        _AT_LOBBY[type(message)](self._house.lobby, self, message)

    def _again(self, message: words.Again) -> None:
        if self._may_bring_back(message.table):
            self._house.lobby.again(self, message)
        else:
            self.hang_up(_FLOOD)

    def _say(self, message: words.Say) -> None:
        if refusal := self._talk_refusal():
            raise Denied(refusal)
        self._house.lobby.say(self, message)

    def _talk_refusal(self) -> str:
        """The code for what this player may not say now, or nothing."""
        if self.identity in self._house.admission.muted:
            return MUTED
        if not self._house.talk.take(self.identity):
            return _TOO_FAST
        return "" if self._house.crowds.may_talk(self.network) else _TOO_MUCH_NEARBY

    def _with_room(self, tid: bytes, action: Callable[[Room], None]) -> Deferred[None] | None:
        """Fires when it is done, or the guest was told why not; None if that is so already.

        Only so many requests wait for tables.
        """
        if (room := self._house.rooms.loaded(tid)) is not None:
            try:
                action(room)
            except Exception:  # noqa: BLE001  ours: as if it had been looked up
                self._mistaken(Failure(), tid)
            return None
        if self._lookups >= _MOST_LATER or not self._house.crowds.may_have_log(self.network):
            self.hang_up(_FLOOD)
            return None
        self._lookups += 1
        found = self._house.rooms.room(tid).addBoth(self._looked_up)
        done: Deferred[None] = found.addCallbacks(action, self._no_table, errbackArgs=(tid,))
        return done.addErrback(self._mistaken, tid)

    def _may_bring_back(self, tid: bytes) -> bool:
        """What is in memory costs nothing; what is not is folded from its records, and stays for a while."""
        return self._house.rooms.loaded(tid) is not None or self._house.crowds.may_have_log(self.network)

    def _mistaken(self, failure: Failure, tid: bytes) -> None:
        code = note(self._log, f"table {tid.hex()}", failure)
        self.tell(messages.Fault(table=tid, code=code, remedy=Remedy.WAIT))

    def _looked_up(self, answer: Room | Failure) -> Room | Failure:
        self._lookups -= 1
        return answer

    def _no_table(self, failure: Failure, tid: bytes) -> None:
        if failure.check(NoSuchTable):
            self.tell(messages.Fault(table=tid, code="table/none", remedy=Remedy.LEAVE))
        elif failure.check(TableDamaged):
            self._log.error("table {table}: {why}", table=tid.hex(), why=failure.getErrorMessage())
            self.tell(messages.Fault(table=tid, code="table/damaged", remedy=Remedy.LEAVE))
        elif failure.check(OtherVersion):
            self._log.warn("table {table}: parked: {why}", table=tid.hex(), why=failure.getErrorMessage())
            self.tell(messages.Fault(table=tid, code="table/other-version", remedy=Remedy.UPDATE))
        elif failure.check(StoreFailed):
            self._log.error("table {table}: cannot be read: {why}", table=tid.hex(), why=failure.getErrorMessage())
            self.tell(messages.Fault(table=tid, code="server/not-stored", remedy=Remedy.WAIT))
        else:
            self._mistaken(failure, tid)

    def _resume(self, message: messages.Resume) -> None:
        """Send a log at once, or when the last one was read: so what is unread stays below the longest log."""
        is_there = self._house.rooms.loaded(message.table) is not None  # else it is counted when it is looked for
        if len(self._later) >= _MOST_LATER or (is_there and not self._house.crowds.may_have_log(self.network)):
            self.hang_up(_FLOOD)
            return
        self._later.append(message)
        if self._reads and not self._fetching:
            self._send_logs()

    def _send_logs(self) -> None:
        self._fetching = False
        while self._later and self._reads and not self._hung_up:
            sent = self._send_log(self._later.popleft())
            if sent is not None and not sent.called:
                self._fetching = True
                sent.addCallback(lambda _: self._send_logs())
                return

    def _send_log(self, message: messages.Resume) -> Deferred[None] | None:
        def join(room: Room) -> None:
            if self._hung_up:
                return
            if refusal := self._why_not(room):
                self.tell(messages.Fault(table=room.tid, code=refusal, remedy=Remedy.LEAVE))
                return
            self._followed.add(room.tid)
            if room.host.setting.kinds.longest_signed > ENTRY_OF_CLIENT - HEADER:
                self.longest_frame = FRAME_OF_SERVER
            room.resume(self, message.next, message.head)

        return self._with_room(message.table, join)

    def _why_not(self, room: Room) -> str:
        """The code for a table that this guest may not follow, or nothing."""
        if room.seating.seat_of(self.identity) is not None:
            return ""
        if not room.host.setting.table.options.spectators:
            return "table/closed"
        self._watched.add(room.tid)
        if len(self._watched) <= _MOST_WATCHED:
            return ""
        self._watched.discard(room.tid)
        return "table/too-many-watched"

    def _submit(self, message: messages.Submit) -> None:
        try:
            entry = Entry.from_bytes(message.entry)
        except ValueError as error:
            raise BadFrame(str(error)) from error
        if entry.kind == Kind.TALK and (refusal := self._talk_refusal()):
            self.tell(messages.Refused(table=message.table, counter=entry.counter, code=refusal))
            return
        if entry.kind == Kind.NAME and (name := _name_in(entry)) not in (self.name, None):
            self._call(name, message.table, entry)
            return
        self._with_room(message.table, lambda room: room.submit(self, entry))

    def _call(self, name: str, tid: bytes, entry: Entry) -> None:
        """At a table a player may only use a name that would do for a login."""

        def refuse(failure: Failure) -> None:
            failure.trap(*_NAME_TROUBLES)
            self._tell_names(failure)
            self.tell(messages.Refused(table=tid, counter=entry.counter, code=_name_trouble(failure)))

        named: Deferred[None] = self._house.names.use(name, self.identity, self.network)
        named.addCallbacks(lambda _: self._with_room(tid, lambda room: room.submit(self, entry)), refuse)
        named.addErrback(self._failed)

    def _teach(self, message: messages.Teach) -> None:
        self._about_log(message.table, lambda room: room.learn(self, list(message.records)))

    def _evidence(self, message: messages.Evidence) -> None:
        def judge(room: Room) -> None:
            if message.seq <= room.known_to(self) and room.host.is_fork(message.seq, message.head, message.signature):
                room.end_as_forked()
                self.tell(messages.Fault(table=room.tid, code="log/differs", remedy=Remedy.LEAVE))

        self._about_log(message.table, judge)

    def _fetch(self, message: messages.Fetch) -> None:
        def tell(room: Room) -> None:
            self.tell(messages.Fetched(table=room.tid, seq=message.seq, body=room.text(message.seq, self)))

        self._about_log(message.table, tell)

    def _about_log(self, tid: bytes, action: Callable[[Room], None]) -> None:
        """Only a guest that follows the table may speak about its log."""
        if tid not in self._followed:
            raise Denied("table/closed")
        self._with_room(tid, action)

    def _list_games(self, message: archive.ListGames) -> None:
        self._ask_archive(None, lambda: self._house.archive.list(self, message))

    def _get_log(self, message: archive.GetLog) -> None:
        self._ask_archive(message.table, lambda: self._house.archive.send(self, message))

    def _remove_texts(self, message: archive.RemoveTexts) -> None:
        self._ask_archive(message.table, lambda: self._house.archive.remove(self, message))

    def _get_lists(self, message: archive.GetLists) -> None:
        self._ask_archive(None, lambda: self._house.archive.show_lists(self, message))

    def _get_rows(self, message: archive.GetRows) -> None:
        self._ask_archive(None, lambda: self._house.archive.show_rows(self, message))

    def _ask_archive(self, tid: bytes | None, ask: Callable[[], Deferred[None]]) -> None:
        if self._reads_archive:
            raise Denied(archive.TOO_MUCH)
        self._reads_archive = True
        self._of_archive = lambda: ask().addErrback(self._not_had, tid).addBoth(self._archive_read)
        self._send_of_archive()

    def _send_of_archive(self) -> None:
        """One answer at a time: of what a client does not read there is no more than that."""
        if self._reads and (ask := self._of_archive) is not None:
            self._of_archive = None
            ask()

    def _archive_read(self, _outcome: object) -> None:
        self._reads_archive = False

    def _not_had(self, failure: Failure, tid: bytes | None) -> None:
        if failure.check(Denied):
            code = str(failure.value)
        elif failure.check(NoSuchTable):  # it was removed meanwhile
            code = archive.NO_GAME
        elif failure.check(StoreFailed):
            self._log.error("the archive cannot be read: {why}", why=failure.getErrorMessage())
            code = "server/not-stored"
        else:
            code = note(self._log, "the archive", failure)
        self.tell(messages.Fault(table=tid, code=code, remedy=Remedy.WAIT))

    def _hurry(self, message: messages.Hurry) -> None:
        self._hint(message.table, lambda room: room.hurry(self))

    def _go_on(self, message: messages.GoOn) -> None:
        self._hint(message.table, lambda room: room.go_on(self, message.round))

    def _hint(self, tid: bytes, action: Callable[[Room], None]) -> None:
        """What no log has, and no table is fetched for; too many are ignored, as those of a key that is held down."""
        room = self._house.rooms.loaded(tid) if tid in self._followed else None
        if room is not None and self._hints.take():
            action(room)

    def _pong(self, message: messages.Ping) -> None:
        self.tell(messages.Pong(mark=message.mark))

    def _nothing(self, message: messages.Pong) -> None:
        """Nothing to do: `received` has noted the time."""

    def _bye(self, message: messages.Bye) -> None:
        self.hang_up("connection/bye")

    # the clock

    def _too_slow(self) -> None:
        self.hang_up("login/too-slow")

    def _ping(self) -> None:
        """Give up a connection on which nothing comes, whatever the network says."""
        if self._house.clock.seconds() - self._heard > self._house.settings.idle_seconds:
            self.hang_up("connection/silent")
            return
        self.tell(messages.Ping(mark=0))
        self._timer = self._house.clock.callLater(self._house.settings.ping_seconds, self._ping)

    def _stop_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None


def _lost(*_frame: bytes) -> None:
    """Where the connection was."""


def _name_in(entry: Entry) -> str | None:
    """The name in a NAME; None if it cannot be read, which the room refuses."""
    try:
        return decode(bodies.Name, entry.body, LONGEST_BODY).name
    except BadFrame:
        return None


def _name_trouble(failure: Failure) -> str:
    return _NAME_TROUBLES[failure.check(*_NAME_TROUBLES)]


_NAME_TROUBLES: dict[Any, str] = {
    NameTaken: "login/name-taken",
    BadName: "login/bad-name",
    TooManyNames: "login/too-many-names",
}
_FLOOD = "connection/too-fast"
_TOO_FAST, _TOO_MUCH_NEARBY = "talk/too-fast", "talk/too-much-nearby"
_MOST_LATER = 100
_MOST_WATCHED = 16
_MESSAGES = (100.0, 400)
"""How many messages a second a client may send for long, and how many at once."""
_HINTS = (10.0, 10)
_OF_FEATURES: dict[type, frozenset[str]] = {
    **dict.fromkeys((words.Pace, messages.Hurry, messages.GoOn), frozenset({messages.PACE})),
    words.Look: frozenset({messages.WATCH}),
    **dict.fromkeys(get_args(archive.FromReader), frozenset({messages.ARCHIVE})),
}
"""By message: what both sides must have named for it to be sent."""
# Handlers are typed inside; a table of functions over different messages cannot be.
_AT_LOBBY: dict[type, Callable[[Lobby, Session, Any], None]] = {
    words.Browse: Lobby.browse,
    words.Gather: Lobby.gather,
    words.Sit: Lobby.sit,
    words.Rise: Lobby.rise,
    words.Dismiss: Lobby.dismiss,
    words.SeatBot: Lobby.seat_bot,
    words.Pace: Lobby.pace,
    words.Introduce: Lobby.introduce,
    words.Ready: Lobby.ready,
    words.Rejoin: Lobby.rejoin,
    words.Start: Lobby.start,
    words.Look: Lobby.look,
}
_HANDLERS: dict[type, Callable[[Session, Any], None]] = {
    **dict.fromkeys(_AT_LOBBY, Session._at_lobby),
    words.Again: Session._again,
    words.Say: Session._say,
    messages.Resume: Session._resume,
    messages.Submit: Session._submit,
    messages.Fetch: Session._fetch,
    messages.Teach: Session._teach,
    messages.Evidence: Session._evidence,
    messages.Hurry: Session._hurry,
    messages.GoOn: Session._go_on,
    archive.ListGames: Session._list_games,
    archive.GetLog: Session._get_log,
    archive.RemoveTexts: Session._remove_texts,
    archive.GetLists: Session._get_lists,
    archive.GetRows: Session._get_rows,
    messages.Ping: Session._pong,
    messages.Pong: Session._nothing,
    messages.Bye: Session._bye,
}
