"""How fast a table is played: the time that bots take, and the break between rounds.

Nothing of it stands in the log, and no limit depends on it.  How long a bot takes follows from the question alone,
which all see: never from the choice, or from how hard it was.
"""

from collections.abc import Collection

from engine.slots import TABLE
from engine.wants import Act
from protocol.host.bots import bot_wait_ms
from protocol.host.host import Host
from protocol.host.table_log import Now
from protocol.log import bodies
from protocol.log.bodies import LONGEST_BODY
from protocol.log.records import Entry, Kind
from protocol.wire.codec import decode
from protocol.wire.messages import BetweenRounds

_STEP_MS = 500
"""A slow bot has decided by then, on a computer that has time for it."""
_EVER = 2**32


def bot_left_ms(host: Host, bot_ms: int) -> int:
    """How long the bot that is next still waits; 0 also at the end of a window, which has been a wait."""
    waiting = host.follower.play.waiting()
    if not bot_ms or not isinstance(waiting, Act):
        return 0
    whole = bot_wait_ms(waiting, host.setting.table.options, bot_ms)
    return max(0, whole - _since_answer_ms(host, whole))


def slow_bot_left_ms(host: Host, bot_ms: int, ready_ms: int) -> int:
    """The same for a slow bot that has decided, or was hurried, so long after its question.

    It acts when its wait is over, and if it was not ready by then at the next of the steps that follow: nothing tells
    how soon it was ready within one.
    """
    waiting = host.follower.play.waiting()
    assert isinstance(waiting, Act)
    at = max(_STEP_MS, bot_wait_ms(waiting, host.setting.table.options, bot_ms))
    while at < ready_ms:
        at += _STEP_MS
    return max(0, at - _since_answer_ms(host, at))


def since_question_ms(host: Host) -> int:
    """How long ago the bot that is next was asked, as its wait is counted."""
    return _since_answer_ms(host, _EVER)


def _since_answer_ms(host: Host, enough: int) -> int:
    """Since a seat has acted or was silent, or the round was dealt: all that comes of it is part of the wait."""
    passed, round_ = host.elapsed(), host.follower.state.round
    for entry in reversed(host.entries):
        if passed >= enough or entry.round != round_ or _answers(host, entry):
            break
        passed += entry.dt_ms
    return passed


def _answers(host: Host, entry: Entry) -> bool:
    if entry.kind == Kind.TIMEOUT:
        return decode(bodies.Timeout, entry.body, LONGEST_BODY).seat != TABLE
    return entry.kind in host.follower.kinds.answers


class RoundBreak:
    """One break after the other: which seats have gone on, and how long it still lasts."""

    def __init__(self, most_seconds: int | None, now: Now) -> None:
        """``most_seconds``: None if it lasts until all have gone on."""
        self._most_ms = None if most_seconds is None else 1000 * most_seconds
        self._now = now
        self._began = 0
        self.on = 0
        """The round behind which there is a break; 0 if there is none."""
        self.gone_on: set[int] = set()

    def look(self, round_: int) -> None:
        """The host holds the deal behind this round back, or none."""
        if round_ != self.on:
            self.on, self.gone_on, self._began = round_, set(), self._now()

    def go_on(self, seat: int, round_: int) -> bool:
        """Whether that is news."""
        new = bool(self.on) and round_ == self.on and seat not in self.gone_on
        if new:
            self.gone_on.add(seat)
        return new

    def left_ms(self, awaited: Collection[int]) -> int | None:
        """Until the next round is dealt, while these seats have not gone on; None: as long as it takes them."""
        if not awaited:
            return 0
        return None if self._most_ms is None else max(0, self._began + self._most_ms - self._now())

    def told(self, tid: bytes, awaited: Collection[int]) -> BetweenRounds:
        """What players see of it."""
        gone_on, waits = tuple(sorted(self.gone_on)), tuple(sorted(awaited))
        return BetweenRounds(table=tid, round=self.on, gone_on=gone_on, awaited=waits, left_ms=self.left_ms(awaited))
