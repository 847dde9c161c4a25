"""One table, as one seat follows it: the log (`reading`), what the seat says (`speaking`), and the server's word.

After a cut, and after a new start of the program, the file is what counts: the server is asked for what comes after it,
and whatever does not go on there is refused.  Something is said only while the connection stands and everything that
the server had was received.  The first entry that breaks a rule or a promise stops the table for this client, with the
evidence kept.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from twisted.internet.interfaces import IDelayedCall

from client.i18n import _
from client.net.consent import own_seat
from client.net.conversation import Surroundings
from client.net.drawer import Drawer
from client.net.table.log import Log
from client.net.table.log_file import LogFile
from client.net.table.sealing import Joins, NoJoins, Sealing
from client.net.table.signer import Signer
from client.net.table.stopwatch import Stopwatch
from client.net.table.teaching import MOST_FRAMES, last_head, lessons, records_from
from client.net.table.texts import Texts
from client.net.table.voice import Voice
from client.net.table.watcher import Watcher
from client.net.trouble import Trouble, judged
from protocol.audit.audit import recount
from protocol.follow.follower import Follower, text_of
from protocol.follow.seat import SeatFollower
from protocol.keys.identity import Identity
from protocol.keys.phrase import phrase
from protocol.log import bodies
from protocol.log.faults import Fault
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting, Unreadable
from protocol.wire.codec import Message
from protocol.wire.messages import Behind, Entries, Evidence, Fetched, Presence, Refused, Resume, Submit, Teach
from protocol.wire.messages import Fault as FaultMessage

Say = Callable[[Message], None]
LESSON_SECONDS = 1.0
"""How long a server may take to learn what it was taught, before it is asked again."""
MOST_LESSONS = 20
"""How often a server may ask for what it has lost, before it is left alone."""
NO_JOINS = NoJoins()
_SALT = 16
_STOPS = frozenset({"table/none", "table/closed", "seat/elsewhere", "log/unreadable"})


class FollowedTable:
    """A table; `follower` is there as soon as its TABLE is."""

    def __init__(
        self,
        tid: bytes,
        identity: Identity,
        drawer: Drawer,
        around: Surroundings,
        watcher: Watcher,
        *,
        joins: Joins = NO_JOINS,
    ) -> None:
        """``joins``: those that this program has made."""
        self.tid = tid
        self._identity = identity
        self._drawer = drawer
        self._around = around
        self._watcher = watcher
        self.file = LogFile(drawer.log(tid))
        self._speaking: Voice | None = None
        self._joins = joins
        self._sealing: Sealing | None = None
        self._say: Say | None = None
        self._server_key = b""
        self.live = False
        """Whether everything that the server has was received, and what is said now reaches it."""
        self.trouble: Trouble | None = None
        self.presence: Presence | None = None
        self._lessons = 0
        self._later: IDelayedCall | None = None
        self._recounted = False
        self._stopwatch = Stopwatch(around.clock, around.with_sleep)
        self._texts = Texts(tid)
        self._reading = Log(tid, self.file, self)
        self.damaged: Path | None = None
        """Where a damaged file was kept, if it was."""
        self._fold()

    def _fold(self) -> None:
        """Begin with what this computer has."""
        try:
            self.damaged = self._reading.fold()
        except Unreadable as error:
            self._stop("table/unreadable", str(error))
        except OSError:
            self.file.close()
            raise
        if self.follower is None:
            self._speaking = None
        elif self._speaking is not None:
            self._speaking.remember()
            self._note_end()
        self._recall()

    def _recall(self) -> None:
        """What was proved against somebody at this table is so after a new start, too."""
        for path in self.file.kept_evidence():
            proved = judged(path)
            if proved is not None and self.trouble is None:
                self._trouble(Trouble(proved.code.value, proved.evidence, path, proved))

    # what is read

    def sit(self, setting: Setting) -> Follower:
        """TABLE was read: the follower of the own seat, or of somebody who watches."""
        seat = own_seat(setting, self._identity)
        join = None if seat is None else setting.joins[seat]
        if seat is None or join is None:
            return Follower(setting)
        follower = SeatFollower(setting, seat, self._identity.seat(join.nonce))
        pen = Signer(follower, self.file, self._drawer)
        self._sealing = Sealing(join.nonce, self._joins, self._drawer)
        self._speaking = Voice(follower, pen, self._sealing, self._around)
        return follower

    def opened(self) -> None:
        """There is a follower now."""
        self._watcher.opened(self)

    def follow(self, entry: Entry, events: list[object]) -> None:
        """One more entry, from the file or from the server."""
        if self._speaking is not None:
            self._speaking.follow(entry, events)
        assert self.follower is not None
        mistimed = self._stopwatch.follow(entry, events, self.follower)
        self._watcher.went_on(entry, events)
        if self._say is not None and (asked := self._texts.ask(entry)) is not None:
            self._say(asked)
        if mistimed is not None:
            if self._speaking is not None:
                self._speaking.mistimed(mistimed)
            self._watcher.mistimed(mistimed)

    # what can be known of it

    @property
    def follower(self) -> Follower | None:
        """The table as its log tells it."""
        return self._reading.follower

    @property
    def seat(self) -> SeatFollower | None:
        """The follower, if this is not only watched."""
        return self.follower if isinstance(self.follower, SeatFollower) else None

    @property
    def people(self) -> Mapping[int, bodies.Introduction]:
        """By seat: the introductions of those who were to sit there, as far as this computer has them."""
        return self._sealing.people if self._sealing is not None else {}

    @property
    def phrase(self) -> tuple[str, ...]:
        """The words that everybody at the table should see; empty before the last seed."""
        follower = self.follower
        return phrase(self.tid, follower.seeds) if follower and follower.agreement.all_revealed else ()

    @property
    def ended(self) -> bodies.End | None:
        """How the table ended, once it has."""
        return self.follower.ended if self.follower else None

    @property
    def confirmed(self) -> bool:
        """Whether there is nothing left to do here: it has ended, and this seat has signed that it saw the end."""
        if self.follower is None or self.follower.ended is None:
            return False
        if self._speaking is None or self._speaking.objection is not None:
            return True  # who watches, or has not agreed to the table, has nothing to confirm
        return self.seat is not None and self.seat.seat in self.follower.ending.closed_by()

    @property
    def flying(self) -> Entry | None:
        """What the seat has signed and nobody has seen in the log yet."""
        return self._speaking.flying if self._speaking else None

    # the connection

    def connected(self, say: Say, server_key: bytes) -> None:
        """There is a connection: ask for everything that this computer does not have."""
        self._say, self._server_key = say, server_key
        self._lessons = 0
        if self.trouble is not None:
            return
        if self.follower is not None and self.follower.setting.server_key != server_key:
            self._stop("consent/server")  # nothing of this table is another server's business
            return
        try:
            self._drawer.mark_open(self.tid, server_key)
        except OSError as error:
            self._stop("table/not-kept", f"{error.filename or self.file.path}: {error.strerror}")
            return
        self._recount()
        self._resume()

    def disconnected(self, heard: float | None = None) -> None:
        """There is no connection; the last sound of it came then."""
        self._say, self.live = None, False
        self._stopwatch.stop(heard)
        if self._speaking is not None:
            self._speaking.sent(live=False)
        self._hush()

    def close(self) -> None:
        """No more of this table, here and now."""
        self.disconnected()
        self.file.close()

    def over(self) -> None:
        """Nothing is left to do at this table, also not after a new start."""
        self._drawer.mark_over(self.tid)
        self._drawer.forget_sent(self.tid)

    def _resume(self) -> None:
        self._later = None
        if self._say is not None and self.trouble is None:
            next_, head = self._reading.begin()
            self._say(Resume(table=self.tid, next=next_, head=head))

    # what the server says

    def entries(self, message: Entries) -> None:
        """More of the log."""
        if self.trouble is not None:
            return
        before = self.follower.chain.last if self.follower else 0
        whole = all(self._take(one) for one in message.records)
        if whole and self.follower is not None and self.follower.chain.last > before:
            self._went_on()

    def told(self, presence: Presence) -> None:
        """Who is there; the first one after a `Resume` comes behind everything that the server had."""
        self.presence = presence
        came = not self.live and self._say is not None and self.follower is not None and self.trouble is None
        self.live = self.live or came
        self._watcher.told(presence)
        if came:
            self._stopwatch.run()
            self._give_up_lost()
            self._send(self.flying)
            self._go_on()

    def refused(self, message: Refused) -> None:
        """Something that the seat signed."""
        entry = self._speaking.refused(message.counter, self._go_on) if self._speaking else None
        if entry is not None:
            self._watcher.refused(entry, message.code)

    def fetched(self, message: Fetched) -> None:
        """A text that had come without its words."""
        entry = self._texts.take(message)
        if entry is not None and self.follower is not None and self.trouble is None:
            if entry.kind == Kind.NAME and (said := text_of(entry)) is not None:
                self.follower.agreement.names[entry.actor] = said.name
            self._watcher.fetched(entry)

    def fault(self, message: FaultMessage) -> None:
        """Something cannot be had."""
        if self.trouble is not None:
            return
        if message.code == "log/differs":
            self._show_fork()
        elif message.code in _STOPS:
            self._stop(message.code)
        else:
            self._watcher.denied(message.code)

    def behind(self, message: Behind) -> None:
        """The server has lost what it has signed: teach it, then go on as before."""
        if self._say is None or self.follower is None or self.trouble is not None:
            return
        self._lessons += 1
        if self._lessons > MOST_LESSONS:
            self._stop("table/will-not-learn", evidence=True)
            return
        if self._lessons > 1:  # it was taught, and asks again: perhaps it has signed another log since
            self._show_signature(before=message.next)
        taught = records_from(self.file.read(), message.next)
        for _number, frame in zip(range(MOST_FRAMES), lessons(taught), strict=False):
            self._say(Teach(table=self.tid, records=frame))
        self._cancel_later()
        self._later = self._around.clock.callLater(LESSON_SECONDS, self._resume)

    def _show_fork(self) -> None:
        """The server has another log than this computer."""
        self._show_signature()
        self._stop("log/differs", evidence=True)

    def _show_signature(self, before: int | None = None) -> None:
        """The server's own, over this log: the last one, or the last over something that it says it has."""
        head = last_head(self.file.read(), before)
        if head is not None and self._say is not None and self.follower is not None:
            known = self.follower.chain.heads[head.seq]
            self._say(Evidence(table=self.tid, seq=head.seq, head=known, signature=head.signature))

    # the log

    def _take(self, one: bytes) -> bool:
        """Whether the log goes on with this record."""
        try:
            self._reading.take(one)
        except Unreadable as error:
            self._stop("table/unreadable", str(error))
        except Fault as fault:
            self._stop_with_evidence(fault)
        except OSError as error:
            self._stop("table/not-kept", f"{self.file.path}: {error.strerror}")
        except Exception as error:  # noqa: BLE001  a log that breaks this program must not do so at every connection
            self._stop("table/failed", f"{type(error).__name__}: {error}", evidence=True)
        return self.trouble is None

    def _went_on(self) -> None:
        """The log is longer than before."""
        self._lessons = 0
        self._note_end()
        self._recount()
        self._give_up_lost()
        self._go_on()

    def _give_up_lost(self) -> None:
        """What can never stand in the log any more is not waited for."""
        lost = self._speaking.went_on() if self._speaking else None
        if lost is not None:
            self._watcher.refused(*lost)

    def _note_end(self) -> None:
        """In the list of tables that were sealed; what cannot be written today is written with the next start."""
        if self._sealing is not None and self.ended is not None and self.follower is not None:
            with suppress(OSError):
                self._sealing.ended(self.follower.chain.last, self.ended.reason)

    def _recount(self) -> None:
        """When all seeds lie open, every card is worked out again."""
        follower = self.follower
        if follower is None or follower.ended is None or self._recounted or self.trouble is not None:
            return
        self._recounted = True
        finding = next(recount(follower), None) if follower.ending.all_opened else None
        if finding is not None:
            self._stop_with_evidence(Fault(finding))

    # what the seat says

    def _go_on(self) -> None:
        """Say what is to be said next, if nothing is on its way."""
        speaking = self._speaking
        if not self.live or self.trouble is not None or speaking is None or not speaking.free:
            return
        try:
            if (code := speaking.object_to(self._server_key)) is not None:
                if self.ended is None:
                    self._watcher.objected(code)
                return
            said = speaking.speak()
        except OSError as error:
            self._stop("table/not-kept", f"{error.filename or self.file.path}: {error.strerror}")
            return
        if said is not None:
            self._send(said)
        elif not self.ended:
            self._watcher.may_act()

    def _send(self, entry: Entry | None) -> None:
        if entry is not None and self._say is not None and self._speaking is not None:
            self._speaking.sent(live=True)
            self._say(Submit(table=self.tid, entry=entry.to_bytes()))

    def act(self, act: Any) -> None:
        """An act of the rules."""
        self._wish(lambda seat: seat.act(act), act=True)

    def choose(self, choice: int) -> None:
        """A secret choice."""
        self._wish(lambda seat: seat.choose(choice), act=True)

    def talk(self, text: str) -> None:
        """To everybody at the table; it stands in the log."""
        talk = bodies.Talk(salt=self._around.randomness(_SALT), text=text)
        self._wish(lambda seat: seat.say(Kind.TALK, talk))

    def leave(self) -> None:
        """The person goes; a bot, or the rule for those who are absent, plays on."""
        self._wish(lambda seat: seat.say(Kind.LEAVE, bodies.Nothing()), deed=False)

    def come_back(self) -> None:
        """The person is there again, after having left or having been away."""
        if self._speaking is None:
            raise ValueError("this table is only watched")
        self._speaking.wish_back()
        self._go_on()

    def _wish(self, make: Callable[[SeatFollower], Entry], *, act: bool = False, deed: bool = True) -> None:
        seat = self.seat
        if seat is None or self._speaking is None:
            raise ValueError("this table is only watched")
        self._speaking.wish(partial(make, seat), act=act, deed=deed)
        self._go_on()

    def ask_pause(self, *, on: bool) -> None:
        """Let the clocks stand still, or run again."""
        self._wish(lambda seat: seat.say(Kind.ASK_PAUSE, bodies.AskPause(on=on)))

    # the end

    def _stop_with_evidence(self, fault: Fault) -> None:
        self._stop(fault.finding.code.value, fault.finding.evidence, evidence=True)

    def _stop(self, code: str, detail: str = "", *, evidence: bool = False) -> None:
        path = None
        if evidence:
            try:
                path = self.file.keep_evidence(self._reading.suspect)
            except OSError as error:  # what is wrong is told all the same
                detail = _("{detail}; the evidence could not be kept: {why}", detail=detail, why=error.strerror)
        self._trouble(Trouble(code, detail, path, judged(path) if path else None))

    def _trouble(self, trouble: Trouble) -> None:
        self.trouble, self.live = trouble, False
        self._hush()
        self._watcher.stopped(trouble)

    def _hush(self) -> None:
        self._cancel_later()
        if self._speaking is not None:
            self._speaking.let_go()

    def _cancel_later(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
