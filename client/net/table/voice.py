"""One seat that speaks at its table: what it signs, one entry at a time, and what becomes of it.

What was signed stays on the disk until something else is, and after a cut the same bytes are sent again: no counter is
used twice, whatever becomes of the log, the program or the power.  What the server refuses is not said again before the
log went on, or a while has passed; and what it could still use later is overtaken by an ACK.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from twisted.internet.interfaces import IReactorTime

from client.net.open_joins import OpenJoins, nonce_of
from client.net.table.agenda import Agenda, Make, back
from client.net.table.grievances import Grievances
from client.net.table.stopwatch import MOST_SECONDS, Mistimed
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.bodies import LONGEST_BODY
from protocol.log.records import NO_SIGNATURE, Entry, Kind
from protocol.wire.codec import decode
from protocol.wire.messages import MUTED

Lost = tuple[Entry, str]  # something that was signed and will never stand in the log, and a code that says why
_REPLAYED, _STALE, _PASSED_OVER = "entry/replayed", "entry/stale", "entry/passed-over"
_REPEATABLE = frozenset({Kind.TALK, Kind.ACK, Kind.PROTEST})
"""What may stand in a log twice, should a server that was silent about it write it down after all."""


class Voice:
    """``sync`` brings to the disk what the seat has seen."""

    def __init__(self, follower: SeatFollower, joins: OpenJoins, sync: Callable[[], None], clock: IReactorTime) -> None:
        self.follower = follower
        self._joins = joins
        self._drawer = joins.drawer
        self._sync = sync
        self._clock = clock
        self._nonce = nonce_of(follower.setting, follower.seat)
        name, self.people = joins.agreed(self._nonce)
        self._grievances = Grievances(follower, joins.drawer)
        self.agenda = Agenda(follower, name, self._grievances)
        self.objection: str | None = None  # why this seat says nothing: the table is not what was agreed to
        self.flying: Entry | None = None  # what was signed and was not seen in the log yet
        self._sent_at: float | None = None
        self._said_silent = False
        self._turned_down: Entry | None = None  # the last answer that the server did not take

    def remember(self) -> None:
        self._said_silent = False
        self._grievances.remember()
        entry, seat = self._drawer.sent(self.follower.setting.tid), self.follower.seat
        if entry is None or entry.actor != seat or entry.counter <= self.follower.signatures.counters[seat]:
            return
        self.follower.has_signed(entry.counter)
        if entry.is_signed:
            self.flying = entry

    # what the log says

    def follow(self, entry: Entry, events: list[object], mistimed: Mistimed | None) -> None:
        """An entry is being read; ``mistimed`` is the question that it ends, if it took another time than it says."""
        self._grievances.follow(entry)
        if self.flying is not None and (entry.actor, entry.signature) == (self.follower.seat, self.flying.signature):
            self.flying = None
        self.agenda.follow(entry, events)
        self._said_silent = self._said_silent or says_silent(entry, self.follower.seat)
        if mistimed is not None:
            self._grievances.mistimed(mistimed)

    def went_on(self) -> Lost | None:
        """The log is longer than before; what can never stand in it any more."""
        silent, self._said_silent = self._said_silent, False
        late = self._sent_at is not None and self._clock.seconds() - self._sent_at > MOST_SECONDS
        flying = self.flying
        if flying is None and silent:  # and the server has refused its answer before
            turned_down, self._turned_down = self._turned_down, None
            if late and turned_down is not None:
                self._grievances.pass_over(turned_down)
        code = None if flying is None else self._fate(flying, silent=silent, late=late)
        if flying is None or code is None:
            return None
        self._give_up(flying)
        if code == _PASSED_OVER and flying.kind != Kind.PROTEST:
            self._grievances.pass_over(flying)
        return flying, code

    def _fate(self, flying: Entry, *, silent: bool, late: bool) -> str | None:
        """Why something is not waited for any more; ``late`` if the server could have received it in time."""
        follower = self.follower
        if flying.counter <= follower.signatures.counters[follower.seat]:
            return _REPLAYED  # this seat has said something later, perhaps from another place
        if follower.ended is not None or follower.ending.game_opened:
            return None if flying.kind == Kind.CLOSE else _PASSED_OVER if late else _STALE
        if self._grievances.is_reaction(flying):  # never protested about: that would tell who could react
            return _STALE if flying.seen < follower.asked_at else None
        if silent and (flying.kind in follower.kinds.answers or (late and flying.kind in _REPEATABLE)):
            return _PASSED_OVER if late else _STALE
        return None

    def _give_up(self, flying: Entry, *, told: bool = True) -> None:
        """``told``: whether the others are to be told that the server did not log it."""
        self.flying = None
        if told:
            self._grievances.withheld(flying)
        else:
            self._grievances.muted(flying)
        with suppress(OSError):  # then it is sent again after a new start, and refused again
            self._drawer.keep_sent(self.follower.setting.tid, replace(flying, signature=NO_SIGNATURE))

    def refused(self, counter: int, code: str) -> Entry | None:
        entry = self.flying
        if entry is None or entry.counter != counter:
            return None
        self._give_up(entry, told=not (code == MUTED and entry.kind == Kind.TALK))
        if entry.kind in self.follower.kinds.answers and not self._grievances.is_reaction(entry):
            self._turned_down = entry
        if entry.kind == Kind.ACK:
            self.agenda.turns_silent = 0  # not tried again before another round of turns
        return entry

    def note_end(self) -> None:
        """In the list of tables that were sealed; what cannot be written today is written with the next start."""
        if self.follower.ended is not None:
            with suppress(OSError):
                self._drawer.note_end(self._nonce, self.follower.chain.last, self.follower.ended.reason)

    # what the seat says

    def come_back(self) -> None:
        absence = self.follower.absence
        coming = self.flying is not None and self.flying.kind == Kind.BACK
        if self.follower.seat in absence.out | absence.left and not coming:
            self.agenda.wish(back(self.follower), deed=False)

    @property
    def free(self) -> bool:
        return self.flying is None and self.objection is None

    def speak(self, server_key: bytes) -> Entry | None:
        """Sign what is to be said next; None if there is nothing.

        Before its first word the seat asks whether this is the table that was agreed to.  `OSError` if something that
        must be on the disk cannot be written.
        """
        follower, agreement = self.follower, self.follower.agreement
        if not agreement.all_sealed and follower.seat in agreement.missing:
            self.objection = self._joins.seal(follower.setting, follower.seat, server_key)
        make = self.agenda.next() if self.objection is None else None
        return None if make is None else self.sign(make)

    def sign(self, make: Make) -> Entry:
        """Sign over everything that was seen: it must be on the disk before, and the entry itself too."""
        self._sync()
        entry = replace(make(), seq=0)  # its place in the log is the server's to say
        self._drawer.keep_sent(self.follower.setting.tid, entry)
        self.flying = entry
        return entry

    def sent(self, *, live: bool) -> None:
        """What was signed went out just now; or the connection has gone, and what has arrived is not known."""
        self._sent_at = self._clock.seconds() if live else None


def says_silent(entry: Entry, seat: int) -> bool:
    if entry.kind == Kind.ACT:
        return entry.actor == seat and not entry.is_signed
    if entry.kind == Kind.TIMEOUT:
        return decode(bodies.Timeout, entry.body, LONGEST_BODY).seat == seat
    return entry.kind == Kind.SEAT_OUT and decode(bodies.SeatOut, entry.body, LONGEST_BODY).seat == seat
