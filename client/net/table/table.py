"""One table of a server, as this client follows it: the one object that the rest of the client talks to.

After a cut, and after a new start of the program, the file is what counts: the server is asked for what comes after it,
and whatever does not go on there is refused.  Something is said only while the connection stands and everything that
the server had was received.  The first entry that breaks a rule or a promise stops the table for this client, with the
evidence kept.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from client.net.conversation import Surroundings, Timer
from client.net.drawer import Ended, Source
from client.net.open_joins import OpenJoins
from client.net.table.gaps import Teacher, Texts
from client.net.table.log import Log, Step
from client.net.table.log_file import LogFile
from client.net.table.stopwatch import Mistimed, Stopwatch
from client.net.table.voice import Voice
from client.net.trouble import Stop, Trouble, recall, trouble_of
from engine.wants import Act
from protocol.audit.audit import recount
from protocol.follow.follower import Follower, text_of
from protocol.follow.seat import SeatFollower
from protocol.keys.phrase import phrase
from protocol.log import bodies
from protocol.log.faults import Fault
from protocol.log.records import Entry, Kind
from protocol.log.setting import Unreadable
from protocol.wire.codec import Message
from protocol.wire.messages import (
    BOTS_CHANGED,
    PACE,
    Behind,
    BetweenRounds,
    Entries,
    Fetched,
    GoOn,
    Hurry,
    Presence,
    Refused,
    Resume,
    Submit,
)
from protocol.wire.messages import Fault as FaultMessage

Say = Callable[[Message], None]
OfTable = (
    Entries | Fetched | Presence | BetweenRounds | Behind | Refused | FaultMessage
)  # what a server says about one table
RETRY_SECONDS = 2.0  # how long nothing is said after the server has refused something
LESSON_SECONDS = 1.0  # how long a server may take to learn what it was taught, before it is asked again
_SALT = 16
_STOPS = frozenset({"table/none", "table/closed", "seat/elsewhere", "log/unreadable"})


class Watcher(Protocol):
    """A screen or a bot that looks at a table.  Everything it sees is checked, and under the server's signature."""

    def opened(self, table: "FollowedTable") -> None:
        """TABLE was read: there is a follower now.  After damage of the file it may come a second time."""

    def went_on(self, entry: Entry, events: list[object]) -> None: ...  # it may come from the file
    def fetched(self, entry: Entry) -> None: ...  # an entry that had come without its text, with the text
    def may_act(self) -> None: ...  # nothing is on its way: the seat may say something, if it wants to
    def told(self, presence: Presence) -> None: ...
    def rests(self, between: BetweenRounds) -> None: ...  # the next deal waits for those who look at the last round
    def refused(self, entry: Entry, code: str) -> None: ...  # what the seat signed will not be in the log
    def denied(self, code: str) -> None: ...  # something cannot be had of the server at this table just now
    def mistimed(self, question: Mistimed) -> None: ...  # only this client's word against the server's
    def objected(self, code: str) -> None: ...  # the seat does not seal this table, and says nothing at it
    def stopped(self, trouble: Trouble) -> None: ...


class FollowedTable:
    """A table, played or only watched; `follower` is there as soon as its TABLE is."""

    def __init__(self, tid: bytes, joins: OpenJoins, around: Surroundings, watcher: Watcher) -> None:
        self.tid = tid
        self._joins = joins
        self._around = around
        self._watcher = watcher
        self.file = LogFile(joins.drawer.log(tid))
        self._log = Log(tid, self.file, joins.follower_of)
        self._voice: Voice | None = None
        self._teacher = Teacher(tid, self.file.read)
        self._stopwatch = Stopwatch(around.clock, around.with_sleep)
        self._texts = Texts(tid)
        self._hold, self._lesson = Timer(around.clock), Timer(around.clock)
        self._say: Say | None = None
        self._server_key = b""
        self._features: frozenset[str] = frozenset()
        self._rest: BetweenRounds | None = None
        self._gone_on = self._go_on_said = 0  # the round that the person has seen the end of; and what was said of it
        self._signed_other_bots = False  # since the program was started
        self._hurried = 0  # the last entry when the person did not want to wait
        self.live = False  # whether everything that the server has was received, and what is said now reaches it
        self.trouble: Trouble | None = None
        self.presence: Presence | None = None
        self._recounted = False
        self._fold()

    def _fold(self) -> None:
        try:
            for step in self._log.fold():
                self._read(step)
        except Unreadable as error:
            self._stop(error)
        except OSError:
            self.file.close()
            raise
        if self.follower is None:
            self._voice = None
        elif self._voice is not None:
            self._voice.remember()
            self._voice.note_end()
        proved = recall(self.file)
        if proved is not None and self.trouble is None:
            self._trouble(proved)

    @property
    def follower(self) -> Follower | None:
        return self._log.follower

    @property
    def seat(self) -> SeatFollower | None:
        return self.follower if isinstance(self.follower, SeatFollower) else None

    @property
    def damaged(self) -> Path | None:
        return self._log.damaged

    @property
    def people(self) -> Mapping[int, bodies.Introduction]:
        """By seat: who was to sit there, as far as this computer has the introductions."""
        return self._voice.people if self._voice is not None else {}

    @property
    def phrase(self) -> tuple[str, ...]:
        """The words that every client at the table should show; empty before the last seed."""
        follower = self.follower
        return phrase(self.tid, follower.seeds) if follower and follower.agreement.all_revealed else ()

    @property
    def ended(self) -> bodies.End | None:
        return self.follower.ended if self.follower else None

    @property
    def confirmed(self) -> bool:
        """Whether there is nothing left to do here: it has ended, and this seat has signed that it saw the end."""
        if self.follower is None or self.follower.ended is None:
            return False
        if self.seat is None or self._voice is None or self._voice.objection is not None:
            return True  # a watcher, or a seat that has not agreed to the table, has nothing to confirm
        return self.seat.seat in self.follower.ending.closed_by()

    @property
    def flying(self) -> Entry | None:
        return self._voice.flying if self._voice else None

    # the connection

    def connected(self, say: Say, server_key: bytes, features: frozenset[str] = frozenset()) -> None:
        self._say, self._server_key, self._features = say, server_key, features
        self._rest, self._go_on_said = None, 0
        self._teacher.lessons = 0
        if self.trouble is not None:
            return
        with self._guarded():
            if self.follower is not None and self.follower.setting.server_key != server_key:
                raise Stop("consent/server")  # nothing of this table is another server's business
            self._joins.drawer.mark_open(self.tid, server_key)
            self._recount()
        self._resume()

    def disconnected(self, heard: float | None = None) -> None:
        """There is no connection; the last sound of it came then."""
        self._say, self.live = None, False
        self._stopwatch.stop(heard)
        if self._voice is not None:
            self._voice.sent(live=False)
        self._hush()

    def close(self) -> None:
        self.disconnected()
        self.file.close()

    def over(self) -> None:
        """Nothing is left to do at this table, also not after a new start."""
        self._joins.drawer.mark_over(self.tid)
        self._joins.drawer.forget_sent(self.tid)

    def _utter(self, *messages: Message) -> None:
        for message in messages:
            if self._say is not None:
                self._say(message)

    def _resume(self) -> None:
        if self._say is not None and self.trouble is None:
            next_, head = self._log.begin()
            self._say(Resume(table=self.tid, next=next_, head=head))

    # what the server says

    def hear(self, message: OfTable) -> None:
        match message:
            case Presence():
                self._told(message)
            case BetweenRounds():
                self._rests(message)
            case Refused(counter=counter, code=code):
                self._refused(counter, code)
            case _ if self.trouble is not None:
                pass
            case Entries(records=records):
                self._take(records)
            case Fetched():
                self._fetched(message)
            case Behind(next=next_):
                self._teach(next_)
            case FaultMessage(code="log/differs"):
                self._utter(*self._teacher.evidence(self.follower.chain.heads if self.follower is not None else ()))
                self._stop(Stop("log/differs", evidence=True))
            case FaultMessage(code=code) if code in _STOPS:
                self._stop(Stop(code))
            case FaultMessage(code=code):
                if code == BOTS_CHANGED:
                    self._sign_other_bots()
                self._watcher.denied(code)

    def _take(self, records: tuple[bytes, ...]) -> None:
        before = self.follower.chain.last if self.follower else 0
        was_over = self.ended is not None
        try:
            for one in records:
                for step in self._log.take(one):
                    self._read(step)
        except Exception as error:  # noqa: BLE001  a log that breaks this program must not do so at every connection
            self._stop(error)
            return
        if self.follower is not None and self.follower.chain.last > before:
            self._teacher.lessons = 0
            self._hold.stop()
            if self._voice is not None:
                self._voice.note_end()
            if self.ended is not None and not was_over and self._around.date is not None:
                source = Source.SEEN if self.live else Source.HEARD
                self._joins.drawer.keep_ended(self.tid, Ended(at=int(self._around.date()), source=source))
            with self._guarded():
                self._recount()
            self._give_up_lost()
            self._go_on()

    def _read(self, step: Step) -> None:
        if isinstance(step, Follower):
            self._voice = None
            if isinstance(step, SeatFollower):
                self._voice = Voice(step, self._joins, self.file.sync, self._around.clock)
            self._watcher.opened(self)
        else:
            self._follow(*step)

    def _follow(self, entry: Entry, events: list[object]) -> None:
        assert self.follower is not None
        mistimed = self._stopwatch.follow(entry, events, self.follower)
        if self._voice is not None:
            self._voice.follow(entry, events, mistimed)
        self._watcher.went_on(entry, events)
        if self._say is not None and (asked := self._texts.ask(entry)) is not None:
            self._say(asked)
        if mistimed is not None:
            self._watcher.mistimed(mistimed)

    def _told(self, presence: Presence) -> None:
        """Who is there; the first one after a `Resume` comes behind everything that the server had."""
        self.presence = presence
        came = not self.live and self._say is not None and self.follower is not None and self.trouble is None
        self.live = self.live or came
        self._watcher.told(presence)
        if came:
            if self.seat is not None:  # a table without players stands still, which spectators cannot know
                self._stopwatch.run()
            self._give_up_lost()
            self._send(self.flying)
            self._go_on()

    def _refused(self, counter: int, code: str) -> None:
        if self._voice is not None and (entry := self._voice.refused(counter, code)) is not None:
            if not self._hold.running:
                self._hold.start(RETRY_SECONDS, self._go_on)
            self._watcher.refused(entry, code)

    def _fetched(self, message: Fetched) -> None:
        entry = self._texts.take(message)
        if entry is not None and self.follower is not None:
            if entry.kind == Kind.NAME and (said := text_of(entry)) is not None:
                self.follower.agreement.names[entry.actor] = said.name
            self._watcher.fetched(entry)

    def _teach(self, next_: int) -> None:
        if self._say is None or self.follower is None:
            return
        with self._guarded():
            self._utter(*self._teacher.teach(next_, self.follower.chain.heads))
            self._lesson.start(LESSON_SECONDS, self._resume)

    def _give_up_lost(self) -> None:
        if self._voice is not None and (lost := self._voice.went_on()) is not None:
            self._watcher.refused(*lost)

    def _recount(self) -> None:
        """When all seeds lie open, every card is worked out again; `Fault` if one is another."""
        follower = self.follower
        if follower is not None and follower.ended is not None and not self._recounted:
            self._recounted = True
            for finding in (*follower.ledger.proved, *(() if follower.ledger.duty() else recount(follower))):
                raise Fault(finding)

    # what the seat says

    def _go_on(self) -> None:
        voice = self._voice
        if voice is None or not voice.free or not self.live or self.trouble is not None or self._hold.running:
            return
        try:
            said = voice.speak(self._server_key)
        except OSError as error:
            self._stop(error)
            return
        if said is not None:
            self._send(said)
        elif self.ended is None and voice.objection is not None:
            self._watcher.objected(voice.objection)
        elif self.ended is None:
            self._watcher.may_act()

    def _send(self, entry: Entry | None) -> None:
        if entry is not None and self._say is not None and self._voice is not None:
            self._voice.sent(live=True)
            self._say(Submit(table=self.tid, entry=entry.to_bytes()))

    def act(self, act: Any) -> None:
        self._wish(lambda seat: seat.act(act), act=True)

    def choose(self, choice: int) -> None:
        self._wish(lambda seat: seat.choose(choice), act=True)

    def talk(self, text: str) -> None:
        talk = bodies.Talk(salt=self._around.randomness(_SALT), text=text)
        self._wish(lambda seat: seat.say(Kind.TALK, talk))

    def _sign_other_bots(self) -> None:
        """Write into the log that bots are others from here on, so that no audit takes that for a cheat."""
        follower = self.follower
        if self._voice is not None and follower is not None and not follower.ended and not self._signed_other_bots:
            self._signed_other_bots = True
            note = bodies.Note(salt=self._around.randomness(_SALT), what=bodies.OTHER_BOTS, data=b"")
            self._wish(lambda seat: seat.say(Kind.NOTE, note), deed=False)

    def ask_pause(self, *, on: bool) -> None:
        self._wish(lambda seat: seat.say(Kind.ASK_PAUSE, bodies.AskPause(on=on)))

    # what no log has

    @property
    def between_rounds(self) -> BetweenRounds | None:
        """Who looks at the round that is over, as the server says, while the log says that the next is not dealt."""
        rest, follower = self._rest, self.follower
        if rest is None or follower is None or not self.live or follower.between_rounds != rest.round:
            return None
        return rest

    def _rests(self, between: BetweenRounds) -> None:
        self._rest = between
        if self._gone_on == between.round:  # it was said over a connection that is gone, or to a server that died
            self.go_on()
        self._watcher.rests(between)

    def go_on(self) -> bool:
        """The person has seen how the round ended; whether there is anything to go on from."""
        rest = self.between_rounds
        if rest is None or self.seat is None:
            return False
        self._gone_on = rest.round
        if self._go_on_said != rest.round and self.seat.seat in rest.awaited:
            self._go_on_said = rest.round
            self._utter(GoOn(table=self.tid, round=rest.round))
        return True

    def hurry(self) -> bool:
        """The only person does not want to wait for the bot that is next; whether one is."""
        seat = self.seat
        waiting = seat.play.waiting() if seat is not None and self.live and PACE in self._features else None
        if seat is None or not isinstance(waiting, Act) or len(seat.setting.people) != 1:
            return False
        if not any(map(seat.absence.is_bots, waiting.seats)):
            return False
        if self._hurried != seat.chain.last:
            self._hurried = seat.chain.last
            self._utter(Hurry(table=self.tid))
        return True

    def leave(self) -> None:
        """The person goes; a bot, or the rule for absent seats, plays on."""
        self._wish(lambda seat: seat.say(Kind.LEAVE, bodies.Nothing()), deed=False)

    def come_back(self) -> None:
        self._own_voice().come_back()
        self._go_on()

    def _wish(self, make: Callable[[SeatFollower], Entry], *, act: bool = False, deed: bool = True) -> None:
        voice = self._own_voice()
        voice.agenda.wish(partial(make, voice.follower), act=act, deed=deed)
        self._go_on()

    def _own_voice(self) -> Voice:
        if self._voice is None:
            raise ValueError("this table is only watched")
        return self._voice

    # the end

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except (Stop, Fault, OSError) as error:
            self._stop(error)

    def _stop(self, why: Exception) -> None:
        self._trouble(trouble_of(why, self.file, self._log.suspect))

    def _trouble(self, trouble: Trouble) -> None:
        self.trouble, self.live = trouble, False
        self._hush()
        self._watcher.stopped(trouble)

    def _hush(self) -> None:
        self._lesson.stop()
        self._hold.stop()
