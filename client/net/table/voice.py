"""What a seat says at its table: first what it must, then what its person wants, one thing at a time.

What the server refuses is not said again before the log went on, or a while has passed; and what it could still use
later is overtaken by an ACK.
"""

from collections.abc import Callable
from functools import partial

from twisted.internet.interfaces import IDelayedCall

from client.net.conversation import Surroundings
from client.net.table.duties import Silence, acknowledgement, due
from client.net.table.sealing import Sealing
from client.net.table.signer import Make, Signer
from client.net.table.stopwatch import MOST_SECONDS, Mistimed
from protocol.follow.follower import LONGEST_BODY
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.wire.codec import decode

RETRY_SECONDS = 2.0
_MOST_OVERTAKINGS = 3
"""How often something is overtaken that the server refused: the next answer does the same."""

Lost = tuple[Entry, str]
"""Something that was signed and will never stand in the log, and a code that says why."""
_ANSWERS = frozenset({Kind.ACT, Kind.CHOICE})
_REPEATABLE = frozenset({Kind.TALK, Kind.ACK, Kind.PROTEST})
"""What may stand in a log twice, should a server that was silent about it write it down after all."""


def says_silent(entry: Entry, seat: int) -> bool:
    """Whether the server says by this entry that the seat has not answered."""
    if entry.kind == Kind.ACT:
        return entry.actor == seat and not any(entry.signature)
    if entry.kind == Kind.TIMEOUT:
        return decode(bodies.Timeout, entry.body, LONGEST_BODY).seat == seat
    return entry.kind == Kind.SEAT_OUT and decode(bodies.SeatOut, entry.body, LONGEST_BODY).seat == seat


class Voice:
    """The voice of one seat."""

    def __init__(self, follower: SeatFollower, pen: Signer, sealing: Sealing, around: Surroundings) -> None:
        self._follower = follower
        self._pen = pen
        self._sealing = sealing
        self._around = around
        self._silence = Silence(follower)
        self._held: IDelayedCall | None = None
        self._sent_at: float | None = None
        self._said_silent = False
        self._turned_down: Entry | None = None
        """The last answer that the server did not take."""
        self._overtakings: list[int] = []
        """How long the log was when the last thing that was refused was overtaken."""
        self._to_overtake = -1
        self.objection: str | None = None
        """Why this seat says nothing: the table is not what was agreed to."""

    def remember(self) -> None:
        """After a new start: what was signed before and is not in the log."""
        self._said_silent = False
        self._pen.remember()

    @property
    def flying(self) -> Entry | None:
        """What was signed and was not seen in the log yet."""
        return self._pen.flying

    def follow(self, entry: Entry, events: list[object]) -> None:
        """An entry is being read; what is on its way is kept until it stands on the disk with all that came with it."""
        self._pen.follow(entry, events)
        self._silence.follow(entry)
        self._said_silent = self._said_silent or says_silent(entry, self._follower.seat)

    def mistimed(self, question: Mistimed) -> None:
        """A question took another time than the log says."""
        self._pen.grievances.mistimed(question)

    def sent(self, *, live: bool) -> None:
        """What was signed went out just now; or the connection has gone, and nobody knows what has arrived."""
        self._sent_at = self._around.clock.seconds() if live else None

    @property
    def _on_its_way(self) -> float:
        """For how many seconds what was signed could have been received."""
        return 0.0 if self._sent_at is None else self._around.clock.seconds() - self._sent_at

    def went_on(self) -> Lost | None:
        """The log is longer than before; what can never stand in it any more."""
        self.let_go()
        silent, self._said_silent = self._said_silent, False
        overtaken = self._pen.overtaken()
        if overtaken is not None:
            return overtaken, "entry/replayed"
        return self._over() or self._too_late() or (self._passed_over() if silent else None)

    def _over(self) -> Lost | None:
        """At the end of a log nothing but CLOSE has a place."""
        flying, follower = self._pen.flying, self._follower
        ending = follower.ended is not None or follower.ending.game_opened
        if flying is None or flying.kind == Kind.CLOSE or not ending:
            return None
        late = self._on_its_way > MOST_SECONDS
        self._pen.give_up()
        return flying, "entry/passed-over" if late else "entry/stale"

    def _too_late(self) -> Lost | None:
        """A reaction whose window has closed is given up, and not protested about: that would tell who could react."""
        flying = self._pen.flying
        if flying is None or not self._is_reaction(flying) or flying.seen >= self._follower.asked_at:
            return None
        self._pen.give_up()
        return flying, "entry/stale"

    def _is_reaction(self, entry: Entry) -> bool:
        return self._pen.grievances.is_reaction(entry)

    def _passed_over(self) -> Lost | None:
        """The server says that the seat was silent: whatever could have been received by then is protested about."""
        late, flying = self._on_its_way > MOST_SECONDS, self._pen.flying
        if flying is None:
            turned_down, self._turned_down = self._turned_down, None
            if late and turned_down is not None:
                self._pen.grievances.pass_over(turned_down)
            return None
        if self._is_reaction(flying):
            return None  # its window still stands open
        if flying.kind not in _ANSWERS and not (late and flying.kind in _REPEATABLE):
            return None
        self._pen.give_up()
        if not late:
            return flying, "entry/stale"
        if flying.kind != Kind.PROTEST:
            self._pen.grievances.pass_over(flying)
        return flying, "entry/passed-over"

    def refused(self, counter: int, again: Callable[[], None]) -> Entry | None:
        """The server does not take something; ``again`` is called when it is time to look what is to be said."""
        entry = self._pen.refused(counter)
        if entry is not None and entry.kind in _ANSWERS and not self._is_reaction(entry):
            self._turned_down = entry
        if entry is not None and entry.kind == Kind.ACK:
            self._silence.rest()
        if entry is not None and self._held is None:
            self._held = self._around.clock.callLater(RETRY_SECONDS, self._after_a_while, again)
        return entry

    def _after_a_while(self, again: Callable[[], None]) -> None:
        self._held = None
        again()

    def let_go(self) -> None:
        """Nothing is held back any more."""
        if self._held is not None:
            self._held.cancel()
            self._held = None

    def wish(self, make: Make, *, act: bool = False, deed: bool = True) -> None:
        """The person wants to say something."""
        self._pen.wish(make, act=act, deed=deed)

    def wish_back(self) -> None:
        """The person is there again."""
        absence, seat = self._follower.absence, self._follower.seat
        if seat in absence.out | absence.left and not self._is_coming_back:
            self._pen.wish(self._pen.back, deed=False)

    @property
    def _is_coming_back(self) -> bool:
        return self.flying is not None and self.flying.kind == Kind.BACK

    @property
    def free(self) -> bool:
        """Whether something can be said now."""
        return self._pen.flying is None and self._held is None and self.objection is None

    def object_to(self, server_key: bytes) -> str | None:
        """Before the first word at a table: is it the one that was agreed to?  Who has sealed has asked that before.

        `OSError` if it cannot be written down that the seat seals this table and no other.
        """
        agreement, seat = self._follower.agreement, self._follower.seat
        if not agreement.all_sealed and seat in agreement.missing:
            self.objection = self._sealing.objection(self._follower.setting, seat, server_key)
        return self.objection

    def speak(self) -> Entry | None:
        """Sign what is to be said next; None if there is nothing.  `OSError` if it cannot be kept."""
        grievances, name = self._pen.grievances, self._sealing.name
        make = self._protest() or self._overtaking() or due(self._follower, name, self._silence, grievances)
        make = make or self._pen.next_wish()
        return None if make is None else self._pen.sign(make)

    @property
    def _goes_on(self) -> bool:
        return self._follower.ended is None and not self._follower.ending.game_opened

    def _protest(self) -> Make | None:
        """Before anything else: others should hear it at once.  What finds no place is told at the next end."""
        follower = self._follower
        if not self._goes_on or follower.seat in follower.absence.left:
            return None
        body = self._pen.grievances.protest()
        return None if body is None else partial(follower.say, Kind.PROTEST, body)

    def _overtaking(self) -> Make | None:
        """What was refused must not be used later: with a higher counter in the log, it cannot be."""
        counter, last = self._pen.grievances.to_overtake, self._follower.chain.last
        if counter is None or not self._goes_on:
            return None
        if counter != self._to_overtake:
            self._to_overtake, self._overtakings = counter, []
        if last in self._overtakings or len(self._overtakings) >= _MOST_OVERTAKINGS:
            return None
        self._overtakings.append(last)
        return acknowledgement(self._follower)
