"""One table that is played: what players sign goes into its log, then into the journal, and only then to guests.

Theory of operation.  The room does one thing at a time: an action (a player's entry, the clock, a bot) is tried on the
host, which checks it and lets the dealer answer; the records that come of it are signed, written to the journal, and
sent when they are on the disk.  What comes meanwhile waits, and so does PRESENCE: what it says of the game may not be
known before the journal has it.  Spectators are shown all that later, and told nothing else.  If the journal refuses
the records, nothing was sent: the host is thrown away and made again from the journal, and the acting guest is told.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from engine.records import record
from protocol.follow.ending import STOPPED
from protocol.host.host import Host
from protocol.host.table_log import Now, TableLog
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import MAGIC, TEXTS, Entry, Kind, RecordType, records
from protocol.modes.mode import SERVER, Unusable
from protocol.wire.codec import encode
from protocol.wire.messages import BOTS_CHANGED, PACE, Behind, BetweenRounds, Entries, Presence, Refused, Remedy
from protocol.wire.messages import Fault as FaultMessage
from server.metrics.counts import Counts
from server.mistakes import note
from server.store.journal import Journal, Pace
from server.tables.ended import SpentLog
from server.tables.guests import Guest
from server.tables.pace import RoundBreak, bot_left_ms, since_question_ms, slow_bot_left_ms
from server.tables.spectators import Head, Spectators
from server.tables.stopwatch import Stopwatch
from server.thinking.thinkers import Think

_SOON = 0.0
_RETRY = 5.0
"""Seconds before the clock or a bot tries again what the journal refused."""
_MOST_MISTAKES = 3
"""After so many in a row of what is the table's to do, and no player's, it is stopped."""
_BATCH = 48 << 10
"""Bytes of records in one message."""
_LONGEST_LESSON = 256 << 10
"""Bytes of records that may wait for their HEAD."""


@dataclass(slots=True)
class Seating:
    """The players of a table, and their connections."""

    players: dict[int, bytes]
    """By seat: the identity that sits there."""
    here: dict[int, Guest] = field(default_factory=dict)
    """By seat: the newest connection of its player."""

    def seat_of(self, identity: bytes) -> int | None:
        """The player's seat, if there is one."""
        return next((seat for seat, player in self.players.items() if player == identity), None)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every room of a server has."""

    journal: Journal
    clock: IReactorTime
    rebuild: "Rebuild"
    counts: Counts
    think: Think


class Room:
    """A table in memory."""

    _log = Logger()

    def __init__(self, host: TableLog, seating: Seating, pace: Pace, time: Stopwatch, around: Surroundings) -> None:
        self.host = host
        self.seating = seating
        self.pace = pace
        self._break = RoundBreak(None if self._is_for_one else pace.break_seconds, time.now)
        self._break_told: object = None
        """Who had gone on in the break, and for whom it waited, as guests were told last."""
        self._hurried = 0
        """The last entry when the only person did not want to wait for a bot."""
        self._is_thinking = False
        """Whether a slow bot of this table thinks: one at a time, also if the game has gone on meanwhile."""
        self._ready_ms = 0
        """How long after its question the slow bot that is next had decided, or was hurried."""
        self.tid = host.setting.tid
        self.ended: Deferred[Room] = Deferred()
        """Fires when the end is on the disk, with the room."""
        self._time = time
        """The host's clock."""
        self._journal = around.journal
        self._clock = around.clock
        self._rebuild = around.rebuild
        self._counts = around.counts
        self._think = around.think
        self._stored = len(host.records)
        self._shown = host.follower.signed_up_to
        """The last entry that is on the disk and may be shown."""
        self._moves = host.moves
        """How many acts of this table were counted."""
        self._waiting: deque[_Job] = deque()
        self._busy = False
        self._stopped = False
        self._mistakes = 0
        """Of the table's own acts since the last one that was stored."""
        self._presence_due = False
        self._hints_told = deepcopy(_hints(host))
        """The seats that have left and the state of a pause, as guests were told last."""
        self._timer: IDelayedCall | None = None
        self._reading: IDelayedCall | None = None
        self._lessons: dict[Guest, list[bytes]] = {}
        """By guest: records that were taught and stand under no HEAD yet."""
        self._told_end = host.follower.ended is not None
        self.touched = self._clock.seconds()
        self._have_breaks()
        options = host.setting.table.options
        self._is_watched = options.spectators
        self.spectators = Spectators(
            options.spectator_delay, around.clock, self._unknown(), self._show, self._resume_spectator
        )
        if self._is_watched:
            self.spectators.restore(host.records, [entry.dt_ms for entry in host.entries])

    @property
    def _is_for_one(self) -> bool:
        """Whether all others at the table are bots."""
        return len(self.host.setting.people) == 1

    def _have_breaks(self) -> None:
        if isinstance(self.host, Host):
            self.host.breaks = self.pace.break_seconds > 0

    # guests come and go

    def resume(self, guest: Guest, next_: int, head: bytes) -> None:
        """Send the log from an entry on, and everything that comes."""
        chain = self.host.follower.chain
        self.touched = self._clock.seconds()
        if (seat := self.seating.seat_of(guest.identity)) is None:
            self._resume_spectator(guest, next_, head)
            return
        if next_ > self._shown + 1:
            guest.tell(Behind(table=self.tid, next=self._shown + 1))
            return
        if chain.heads[next_ - 1] != head:
            guest.tell(FaultMessage(table=self.tid, code="log/differs", remedy=Remedy.LEAVE))
            return
        self._join(seat, guest)
        self._send([guest], self.host.records[self._record_at(next_) : self._stored])
        self._tell_presence()
        self._break_told = None
        if isinstance(self.host, SpentLog) and self.host.is_stuck:
            guest.tell(FaultMessage(table=self.tid, code="table/secrets-lost", remedy=Remedy.WAIT))
        self._tell_of_bots(guest)
        self._arm()

    def _tell_of_bots(self, guest: Guest) -> None:
        """The bots play on in another revision than TABLE names; a player's program signs that it was told so."""
        if isinstance(self.host, Host) and self.host.other_bots and self.host.follower.ended is None:
            guest.tell(FaultMessage(table=self.tid, code=BOTS_CHANGED, remedy=Remedy.WAIT))

    def _resume_spectator(self, guest: Guest, next_: int, head: bytes) -> None:
        """The same of what is old enough; what is not is not spoken of."""
        seen = self.spectators.seen
        if next_ > seen.entry + 1:
            self.spectators.wait(guest, next_, head)
        elif self.host.follower.chain.heads[next_ - 1] != head:
            guest.tell(FaultMessage(table=self.tid, code="log/differs", remedy=Remedy.LEAVE))
        else:
            self._show([guest], self._record_at(next_), seen.records)
            self.spectators.join(guest)

    def _show(self, guests: Iterable[Guest], start: int, end: int) -> None:
        if start < end and (hearers := list(guests)):
            self._send(hearers, self.host.records[start:end])

    def _join(self, seat: int, guest: Guest) -> None:
        before = self.seating.here.get(seat)
        if before is not None and before is not guest:
            before.tell(FaultMessage(table=self.tid, code="seat/elsewhere", remedy=Remedy.LEAVE))
        self.seating.here[seat] = guest

    def part(self, guest: Guest) -> None:
        """The guest is gone, or follows the table no more."""
        self.spectators.part(guest)
        self._lessons.pop(guest, None)
        for seat, other in list(self.seating.here.items()):
            if other is guest:
                del self.seating.here[seat]
                self._tell_presence()
        self.touched = self._clock.seconds()
        self._arm()

    @property
    def empty(self) -> bool:
        """Whether no guest follows the table, and nothing is to be done."""
        return not self.seating.here and not self.spectators and self.is_idle

    @property
    def is_idle(self) -> bool:
        """Whether nothing is to be done, and nothing is on its way to the disk."""
        return not self._busy and not self._waiting

    # what guests do

    def submit(self, guest: Guest, entry: Entry) -> None:
        """Something that a player signed."""
        if self.seating.players.get(entry.actor) != guest.identity:
            guest.tell(Refused(table=self.tid, counter=entry.counter, code="seat/not-yours"))
            return
        self._do(lambda: self.host.submit(entry), guest, entry.counter)

    def learn(self, guest: Guest, given: list[bytes]) -> None:
        """Records with this server's own signatures that it lost, from a client that still has them.

        A HEAD vouches for what stands before it, also if that came in another message.  A spectator is not asked.
        """
        if self.seating.seat_of(guest.identity) is None:
            return
        told = [*self._lessons.pop(guest, []), *given]
        signed = max((at for at, one in enumerate(told, 1) if one[0] == RecordType.HEAD), default=0)
        if sum(map(len, told[signed:])) <= _LONGEST_LESSON:
            self._lessons[guest] = told[signed:]
        if signed:
            self._do(lambda: self._study(guest, told[:signed]), guest)

    def hurry(self, guest: Guest) -> None:
        """The only person at the table does not want to wait for the bot that is next."""
        alone = self._is_for_one and guest in self.seating.here.values()
        if alone and not self._busy and isinstance(self.host, Host) and self.host.bot_is_next():
            self._hurried = self.host.follower.chain.last
            self._ready_ms = since_question_ms(self.host)
            self._arm()

    def go_on(self, guest: Guest, round_: int) -> None:
        """A player has seen how this round ended."""
        seat = next((seat for seat, other in self.seating.here.items() if other is guest), None)
        if seat is not None and self._break.go_on(seat, round_):
            self._arm()

    def _study(self, guest: Guest, told: list[bytes]) -> None:
        try:
            self.host.learn(list(records(MAGIC + b"".join(told))))
        except ValueError:
            guest.tell(FaultMessage(table=self.tid, code="log/unreadable", remedy=Remedy.LEAVE))

    def end_as_forked(self) -> None:
        """The server has signed two logs of this table: neither may go on."""
        if self.host.follower.ended is None:
            self._do(lambda: self.host.say(Kind.END, bodies.End(reason="forked", seats=[])))

    def forget_texts(self, seat: int) -> None:
        """The journal has removed what this seat said."""
        self._do(lambda: self.host.forget_texts(seat))

    # one thing at a time

    def _do(self, action: Callable[[], object], guest: Guest | None = None, counter: int | None = None) -> None:
        self.touched = self._clock.seconds()
        self._waiting.append(_Job(action, guest, counter, self.touched))
        self._next()

    def _next(self) -> None:
        while self._waiting and not self._busy and not self._stopped:
            job = self._waiting.popleft()
            try:
                job.action()
                if isinstance(self.host, Host):
                    self.host.settle()
            except (Fault, Unusable) as refusal:
                if job.guest is not None and len(self.host.records) == self._stored:
                    self._refuse(job.guest, job.counter, refusal)
                    continue
                self._mistaken(Failure(), job)  # what follows from what was asked for is refused, or what is ours to do
            except Exception:  # noqa: BLE001  a mistake of ours ends no other table, and leaves nothing half done here
                self._mistaken(Failure(), job)
            else:
                self._store(job)

    def _refuse(self, guest: Guest, counter: int | None, refusal: Fault | Unusable) -> None:
        if counter is None:
            return
        code = Code.MALFORMED.value
        if isinstance(refusal, Fault):
            finding = refusal.finding
            code = finding.evidence if finding.code is Code.ILLEGAL else finding.code.value
        guest.tell(Refused(table=self.tid, counter=counter, code=code))

    def _store(self, job: "_Job") -> None:
        host = self.host
        if len(host.records) == self._stored:
            return
        if host.follower.signed_up_to < host.follower.chain.last:
            host.commit()
        batch, number = host.records[self._stored :], self._stored
        self._busy, begun = True, self._clock.seconds()
        stored = self._journal.append(self.tid, batch, number, ended=host.follower.ended is not None)
        stored.addCallbacks(self._sent, self._start_over, callbackArgs=(batch, job, begun), errbackArgs=(job,))
        stored.addErrback(lambda failure: self._log.failure("table {table}", failure, table=self.tid.hex()))

    def _sent(self, number: int, batch: list[bytes], job: "_Job", begun: float) -> None:
        before = self._shown
        self._busy, self._stored, self._mistakes = False, number, 0
        self._shown = self.host.follower.signed_up_to
        self._send(self.seating.here.values(), batch)
        self._count(before, job, begun)
        self._let_watch()
        self._presence_due = self._presence_due or self._hints_told != _hints(self.host)
        self._tell_presence_due()
        if self.host.follower.ended and not self._told_end:  # before the next action: that one is not on the disk
            self._told_end = True
            self.ended.callback(self)
        self._arm()
        self._next()

    def _count(self, before: int, job: "_Job", begun: float) -> None:
        """What was stored just now, and how long that took."""
        counts, now = self._counts, self._clock.seconds()
        counts.entries += self._shown - before
        counts.moves += self.host.moves - self._moves
        self._moves = self.host.moves
        counts.storing.add(now - begun)
        if job.counter is not None:
            counts.answering.add(now - job.since)

    def _mistaken(self, failure: Failure, job: "_Job") -> None:
        """What a player said can be said otherwise; a table that cannot do its own part ends after a few tries."""
        code = note(self._log, f"table {self.tid.hex()}", failure)
        self._mistakes += job.guest is None
        self._begin_again(job, code)

    def _start_over(self, failure: Failure, job: "_Job") -> None:
        self._log.error("table {table}: not stored: {why}", table=self.tid.hex(), why=failure.getErrorMessage())
        self._counts.not_stored += 1
        self._begin_again(job, "server/not-stored")

    def _begin_again(self, job: "_Job", code: str) -> None:
        """Nothing was sent: forget what was in memory, and begin again from what is on the disk."""
        self._busy = True
        if job.guest is not None and job.counter is not None:
            job.guest.tell(Refused(table=self.tid, counter=job.counter, code=code))
        for other in self.seating.here.values():
            other.tell(FaultMessage(table=self.tid, code=code, remedy=Remedy.WAIT))
        self._timer_in(None)
        self._read_again()

    def _read_again(self) -> None:
        if not self._stopped:
            self._rebuild(self.tid, self._time.now).addCallbacks(self._rebuilt, self._not_rebuilt)

    def _rebuilt(self, host: TableLog) -> None:
        self.host = host
        self._stored, self._moves = len(host.records), host.moves
        self._shown = host.follower.signed_up_to
        self._have_breaks()
        self._let_watch()
        self._busy = False
        self._tell_presence_due()
        self._timer_in(None if self._stands_still else _RETRY)
        if self._mistakes == _MOST_MISTAKES and isinstance(host, Host) and not host.follower.ended:
            self._log.error("table {table}: stopped, since it cannot go on", table=self.tid.hex())
            self._waiting.appendleft(_Job(self._stop_game, None, None, self._clock.seconds()))
        self._next()

    @property
    def _stands_still(self) -> bool:
        """Whether even the end of the game has failed: only what a player says can move this table."""
        return self._mistakes > _MOST_MISTAKES

    def _stop_game(self) -> None:
        """Open what the mode opens, and end: what was played stays, and can be audited."""
        assert isinstance(self.host, Host)
        self.host.end(STOPPED)

    def _not_rebuilt(self, failure: Failure) -> None:
        self._log.error("table {table}: cannot be read: {why}", table=self.tid.hex(), why=failure.getErrorMessage())
        if not self._stopped:
            self._reading = self._clock.callLater(_RETRY, self._read_again)

    # sending

    def known_to(self, guest: Guest) -> int:
        """The last entry that the guest may know of."""
        return self.spectators.seen.entry if self.seating.seat_of(guest.identity) is None else self._shown

    @property
    def written(self) -> Head:
        """How far the log is on the disk."""
        return Head(self._stored, self._shown)

    @property
    def keeps_back(self) -> bool:
        """Whether the log has something that spectators do not see yet."""
        return self._is_watched and self.spectators.seen.entry < self._shown

    def text(self, seq: int, guest: Guest) -> bytes:
        """The body of a text that may be shown; empty if the entry is no text, or was removed."""
        entry = self.host.entries[seq - 1] if seq <= self.known_to(guest) else None
        return entry.body if entry is not None and entry.kind in TEXTS else b""

    def _let_watch(self) -> None:
        """What is on the disk now is shown to spectators when it is old enough."""
        if self._is_watched:
            self.spectators.wrote(Head(self._stored, self._shown))

    def _record_at(self, next_: int) -> int:
        """Where an entry stands among the records, or will stand; before the first one, TABLE and the cards."""
        return 0 if next_ == 1 else self.host.entries.place(next_)

    def _send(self, guests: Collection[Guest], batch: list[bytes]) -> None:
        """Encode once, send to all."""
        for part in _parts(batch):
            frame = encode(Entries(table=self.tid, records=tuple(part)))
            for guest in guests:
                guest.tell_frame(frame)

    def _tell_presence(self) -> None:
        """Send PRESENCE now, or when the journal has what it tells of the game."""
        self._presence_due = True
        if not self._busy:
            self._tell_presence_due()

    def _tell_presence_due(self) -> None:
        if self._presence_due:
            self._presence_due = False
            self._hints_told = deepcopy(_hints(self.host))
            self._tell(self.presence())

    def _tell(self, hint: Presence | BetweenRounds) -> None:
        """To all who follow the table: players now, spectators in time."""
        frame = encode(hint)
        for guest in list(self.seating.here.values()):
            if isinstance(hint, Presence) or guest.knows(PACE):
                guest.tell_frame(frame)
        if self._is_watched:
            self.spectators.hint(hint)

    def _unknown(self) -> Presence:
        """As if no player had ever been there."""
        bots = (key is None for key in self.host.setting.seat_keys)
        seats: Any = tuple("bot" if is_bot else "lost" for is_bot in bots)
        return Presence(table=self.tid, seats=seats, waiting=(), left_ms=0, paused=False, pause_wanted=())

    def presence(self) -> Presence:
        """The connected seats, and the seats that the table waits for."""
        follower = self.host.follower
        waiting = self._asked()
        return Presence(
            table=self.tid,
            seats=tuple(self._here(seat) for seat in range(self.host.setting.seats)),
            waiting=tuple(sorted(waiting)),
            left_ms=max(0, self._left_ms() or 0),
            paused=follower.absence.paused,
            pause_wanted=tuple(sorted(follower.absence.pause.asked)),
        )

    def _here(self, seat: int) -> Any:
        if self.host.setting.seat_keys[seat] is None:
            return "bot"
        if seat in self.host.follower.absence.left:
            return "left"
        return "here" if seat in self.seating.here else "lost"

    def _asked(self) -> frozenset[int]:
        follower = self.host.follower
        if follower.ended:
            return frozenset()
        if not follower.agreement.all_revealed:
            return follower.agreement.missing
        waiting = follower.play.waiting()
        owing = (seat for debt in follower.play.owing for seat in debt.debtors if seat != SERVER)
        return frozenset((*(waiting.seats if waiting is not None else ()), *owing))

    # the clock

    def _left_ms(self) -> int | None:
        """Until the clock answers for a seat; None if it does not run."""
        follower = self.host.follower
        if follower.ended or follower.absence.paused or self._busy:
            return None
        elapsed = self.host.elapsed()
        if not follower.agreement.all_revealed:
            return follower.absence.step_left_ms() - elapsed
        waiting = follower.play.waiting()
        times = [left for left, _, _ in follower.debts_left()]
        if waiting is not None:
            times += (follower.absence.left_ms(seat, waiting) for seat in waiting.seats)
        return min(times) - elapsed if times else None

    def _due_ms(self) -> int | None:
        """Until the clock must act: a seat's time is up, or a pause is over."""
        absence = self.host.follower.absence
        if absence.paused and not self.host.follower.ended:
            return absence.pause.left_ms() - self.host.elapsed()
        return self._left_ms()

    def _arm(self) -> None:
        """Set the one timer: at once for a bot, else for the seat that the table waits for."""
        followed = bool(self.seating.here)
        self._time.run(on=followed)
        if self._busy:
            return  # the journal has not answered yet, or cannot be read: then it is tried again
        self._look_at_break()
        if not followed or self._stands_still or not isinstance(self.host, Host):
            self._timer_in(None)  # without a player no time runs out, and spectators change nothing
        elif self.host.bots_are_held:
            self._timer_in(None)  # until a player's program has signed that they are others
        elif self._break.on:
            left = self._break.left_ms(self._awaited())
            self._timer_in(None if left is None else left / 1000)
        elif self.host.bot_is_next():
            self._timer_in(_SOON)
        else:
            due = self._due_ms()
            self._timer_in(None if due is None else max(_SOON, due / 1000))

    def _let_bot_act(self, host: Host) -> None:
        """At once, or when it has waited for as long as it is to take; it decides before that."""
        if self._bot_left_ms(host) == 0:
            self._do(host.bot_step)
            return
        self._do(lambda: self._let_think(host))
        if not self._busy and host is self.host:
            left = self._bot_left_ms(host)
            self._timer_in(None if left is None else left / 1000)

    def _bot_left_ms(self, host: Host) -> int | None:
        """None while a slow bot thinks."""
        bot_ms = 0 if self._hurried == host.follower.chain.last else self.pace.bot_ms
        if not host.slow_bot_is_next:
            return bot_left_ms(host, bot_ms)
        return slow_bot_left_ms(host, bot_ms, self._ready_ms) if host.bot_has_decided else None

    def _let_think(self, host: Host) -> None:
        """A slow bot does so in another process: this table hears its players meanwhile, and no other waits."""
        task = host.task()
        if task is None:
            host.think()
        elif not self._is_thinking:
            self._is_thinking = True
            self._think(task).addBoth(self._thought, host, task)

    def _thought(self, found: int | Failure, host: Host, task: bytes) -> None:
        self._is_thinking = False
        self._do(lambda: self._take_decision(found, host, task))
        self._arm()

    def _take_decision(self, found: int | Failure, host: Host, task: bytes) -> None:
        if host is not self.host or host.task() is not task:
            return  # the game has gone on meanwhile
        if isinstance(found, Failure):
            found.raiseException()
        host.decided(task, found)
        self._ready_ms = since_question_ms(host)

    # between rounds

    def _look_at_break(self) -> None:
        """Begin or end it as the log has it, and tell of whatever changes in it."""
        self._break.look(self.host.in_break if isinstance(self.host, Host) else 0)
        told = (self._break.on, *self._break.gone_on, None, *self._awaited()) if self._break.on else None
        if told is not None and told != self._break_told:
            self._tell(self._break.told(self.tid, self._awaited()))
        self._break_told = told

    def _awaited(self) -> list[int]:
        """The connected players who can say that they go on, and have not."""
        absence = self.host.follower.absence
        there = (seat for seat, guest in self.seating.here.items() if guest.knows(PACE))
        return sorted(set(there) - self._break.gone_on - absence.left - absence.out)

    def _timer_in(self, seconds: float | None) -> None:
        """Keep a timer that is due earlier: it looks again when it rings, which is cheaper than a new one each move."""
        timer, wanted = self._timer, None if self._stopped else seconds
        if timer is not None and timer.active():
            if wanted is not None and timer.getTime() <= self._clock.seconds() + wanted:
                return
            timer.cancel()
        self._timer = None if wanted is None else self._clock.callLater(wanted, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._busy:
            return  # the timer is armed again when the journal has answered
        host = self.host
        if not self.seating.here or not isinstance(host, Host):
            self._arm()
        elif self._break.on and self._break.left_ms(self._awaited()) == 0:
            self._do(host.end_break)
        elif host.bot_is_next():
            self._let_bot_act(host)
        elif (due := self._due_ms()) is not None and due <= 0:
            self._do(host.time_up)
        else:
            self._arm()

    def stop(self) -> None:
        """Nothing is done any more, and no timer runs."""
        self._stopped = True
        self._timer_in(None)
        self.spectators.stop()
        if self._reading is not None and self._reading.active():
            self._reading.cancel()


@record
class _Job:
    """An action, and the guest that is told if it fails; the counter names the entry that was signed for it."""

    action: Callable[[], object]
    guest: Guest | None
    counter: int | None
    since: float
    """When it was asked for."""


Rebuild = Callable[[bytes, Now], Deferred[TableLog]]


def _hints(host: TableLog) -> tuple[object, ...]:
    """What PRESENCE repeats of the log; as it stands, so that it may change."""
    absence = host.follower.absence
    return absence.left, absence.paused, absence.pause.asked


def _parts(batch: list[bytes]) -> list[list[bytes]]:
    """Batches that fit into a frame."""
    parts: list[list[bytes]] = []
    room = 0
    for one in batch:
        if not parts or room < len(one) or len(parts[-1]) >= 1000:
            parts.append([])
            room = _BATCH
        parts[-1].append(one)
        room -= len(one)
    return parts
