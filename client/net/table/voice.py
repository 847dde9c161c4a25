"""One seat that speaks at its table, and what becomes of what it has signed.

What the server refuses is not said again before the log went on, or a while has passed; and what it could still use
later is overtaken by an ACK.
"""

from collections.abc import Callable
from dataclasses import dataclass

from twisted.internet.interfaces import IReactorTime

from client.net.drawer import Drawer
from client.net.open_joins import OpenJoins
from client.net.table.agenda import Agenda, back
from client.net.table.grievances import Grievances
from client.net.table.sealing import Sealing
from client.net.table.signer import Signer
from client.net.table.stopwatch import MOST_SECONDS, Mistimed
from protocol.follow.follower import LONGEST_BODY
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.wire.codec import decode

Lost = tuple[Entry, str]  # something that was signed and will never stand in the log, and a code that says why
_REPLAYED, _STALE, _PASSED_OVER = "entry/replayed", "entry/stale", "entry/passed-over"
_ANSWERS = frozenset({Kind.ACT, Kind.CHOICE})
_REPEATABLE = frozenset({Kind.TALK, Kind.ACK, Kind.PROTEST})
"""What may stand in a log twice, should a server that was silent about it write it down after all."""


@dataclass(slots=True)
class Voice:
    follower: SeatFollower
    sealing: Sealing
    grievances: Grievances
    agenda: Agenda
    signer: Signer
    clock: IReactorTime
    objection: str | None = None  # why this seat says nothing: the table is not what was agreed to
    _sent_at: float | None = None
    _said_silent: bool = False
    _turned_down: Entry | None = None  # the last answer that the server did not take

    def remember(self) -> None:
        self._said_silent = False
        self.grievances.remember()
        self.signer.remember()

    def follow(self, entry: Entry, events: list[object], mistimed: Mistimed | None) -> None:
        """An entry is being read; ``mistimed`` is the question that it ends, if it took another time than it says."""
        self.grievances.follow(entry)
        self.signer.follow(entry)
        self.agenda.follow(entry, events)
        self._said_silent = self._said_silent or says_silent(entry, self.follower.seat)
        if mistimed is not None:
            self.grievances.mistimed(mistimed)

    def went_on(self) -> Lost | None:
        """The log is longer than before; what can never stand in it any more."""
        silent, self._said_silent = self._said_silent, False
        late = self._sent_at is not None and self.clock.seconds() - self._sent_at > MOST_SECONDS
        flying = self.signer.flying
        if flying is None:
            if silent:
                self._protest_for_refused(late=late)
            return None
        code = self._fate(flying, silent=silent, late=late)
        if code is None:
            return None
        self.signer.give_up()
        if code == _PASSED_OVER and flying.kind != Kind.PROTEST:
            self.grievances.pass_over(flying)
        return flying, code

    def _protest_for_refused(self, *, late: bool) -> None:
        """The server says that the seat was silent, and has refused its answer before."""
        turned_down, self._turned_down = self._turned_down, None
        if late and turned_down is not None:
            self.grievances.pass_over(turned_down)

    def _fate(self, flying: Entry, *, silent: bool, late: bool) -> str | None:
        """Why something is not waited for any more; ``late`` if the server could have received it in time."""
        follower = self.follower
        if flying.counter <= follower.signatures.counters[follower.seat]:
            return _REPLAYED  # this seat has said something later, perhaps from another place
        if follower.ended is not None or follower.ending.game_opened:
            return None if flying.kind == Kind.CLOSE else _PASSED_OVER if late else _STALE
        if self.grievances.is_reaction(flying):  # never protested about: that would tell who could react
            return _STALE if flying.seen < follower.asked_at else None
        if silent and (flying.kind in _ANSWERS or (late and flying.kind in _REPEATABLE)):
            return _PASSED_OVER if late else _STALE
        return None

    def refused(self, counter: int) -> Entry | None:
        entry = self.signer.refused(counter)
        if entry is not None and entry.kind in _ANSWERS and not self.grievances.is_reaction(entry):
            self._turned_down = entry
        if entry is not None and entry.kind == Kind.ACK:
            self.agenda.silence.turns = 0  # not tried again before another round of turns
        return entry

    def come_back(self) -> None:
        absence = self.follower.absence
        flying = self.signer.flying
        coming = flying is not None and flying.kind == Kind.BACK
        if self.follower.seat in absence.out | absence.left and not coming:
            self.agenda.wish(back(self.follower), deed=False)

    @property
    def free(self) -> bool:
        return self.signer.flying is None and self.objection is None

    def speak(self, server_key: bytes) -> Entry | None:
        """Sign what is to be said next; None if there is nothing.

        Before its first word the seat asks whether this is the table that was agreed to.  `OSError` if something that
        must be on the disk cannot be written.
        """
        follower, agreement = self.follower, self.follower.agreement
        if not agreement.all_sealed and follower.seat in agreement.missing:
            self.objection = self.sealing.objection(follower.setting, follower.seat, server_key)
        make = self.agenda.next() if self.objection is None else None
        return None if make is None else self.signer.sign(make)

    def sent(self, *, live: bool) -> None:
        """What was signed went out just now; or the connection has gone, and what has arrived is not known."""
        self._sent_at = self.clock.seconds() if live else None


def voice_of(
    follower: SeatFollower, *, drawer: Drawer, joins: OpenJoins, sync: Callable[[], None], clock: IReactorTime
) -> Voice:
    join = follower.setting.joins[follower.seat]
    assert join is not None
    sealing = Sealing(join.nonce, joins, drawer)
    grievances = Grievances(follower, drawer)
    agenda = Agenda(follower, sealing.name, grievances)
    signer = Signer(follower, drawer, sync, grievances.withheld)
    return Voice(follower, sealing, grievances, agenda, signer, clock)


def says_silent(entry: Entry, seat: int) -> bool:
    if entry.kind == Kind.ACT:
        return entry.actor == seat and not any(entry.signature)
    if entry.kind == Kind.TIMEOUT:
        return decode(bodies.Timeout, entry.body, LONGEST_BODY).seat == seat
    return entry.kind == Kind.SEAT_OUT and decode(bodies.SeatOut, entry.body, LONGEST_BODY).seat == seat
