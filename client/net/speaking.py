"""What a seat says at its table: first what it must, then what its person wants, one thing at a time.

What the server refuses is not said again before the log went on, or a while has passed.
"""

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall

from client.net.consent import Consent, objection
from client.net.conversation import Surroundings
from client.net.duties import Silence, due
from client.net.pen import Make, Pen
from protocol.log import Entry
from protocol.seat import SeatFollower

RETRY_SECONDS = 2.0

Send = Callable[[Entry], None]


class Speaking:
    """The voice of one seat."""

    def __init__(self, follower: SeatFollower, pen: Pen, consent: Consent | None, around: Surroundings) -> None:
        self._follower = follower
        self._pen = pen
        self._consent = consent
        self._around = around
        self._silence = Silence(follower)
        self._held: IDelayedCall | None = None
        self.objection: str | None = None
        """Why this seat says nothing: the table is not what was agreed to."""

    def remember(self) -> None:
        """After a new start: what was signed before and is not in the log."""
        self._pen.remember()

    @property
    def flying(self) -> Entry | None:
        """What was signed and was not seen in the log yet."""
        return self._pen.flying

    def follow(self, entry: Entry, events: list[object]) -> None:
        """An entry stands in the log."""
        self._pen.follow(entry, events)
        self._silence.follow(entry)

    def went_on(self) -> Entry | None:
        """The log is longer than before; what can never stand in it any more."""
        self.let_go()
        return self._pen.overtaken()

    def refused(self, counter: int, again: Callable[[], None]) -> Entry | None:
        """The server does not take something; ``again`` is called when it is time to look what is to be said."""
        entry = self._pen.refused(counter)
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

    def wish(self, make: Make, *, act: bool) -> None:
        """The person wants to say something."""
        self._pen.wish(make, act=act)

    @property
    def free(self) -> bool:
        """Whether something can be said now."""
        return self._pen.flying is None and self._held is None and self.objection is None

    def object_to(self, server_key: bytes) -> str | None:
        """Before the first word at a table: is it the one that was agreed to?  Who has sealed has asked that before."""
        agreement, seat = self._follower.agreement, self._follower.seat
        if not agreement.all_sealed and seat in agreement.missing:
            self.objection = objection(self._consent, self._follower.setting, seat, server_key)
        return self.objection

    def speak(self) -> Entry | None:
        """Sign what is to be said next; None if there is nothing.  `OSError` if it cannot be kept."""
        make = due(self._follower, self._consent, self._silence) or self._pen.next_wish()
        return None if make is None else self._pen.sign(make)
