"""Whether the server's bots played what they should: every move of theirs is worked out again.

A bot is a function of its name and revision, of what its seat saw, and of chance that the seeds fix.  A server that
plays better for its bot than the bot would is found out when the seeds are open.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.bots import BOTS
from engine.events import SlotsShown
from engine.front import ActLike
from engine.slots import Seat
from protocol.follow.follower import Follower
from protocol.host.asked_bots import asked_bots
from protocol.host.bots import BotSeats, UnknownBot, bot_of, bots_own, may_tell_of_other_bots, not_here
from protocol.log.acts import from_body
from protocol.log.bodies import SeatOut
from protocol.log.faults import Code, Finding
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting
from protocol.modes.mode import Replay
from protocol.wire.codec import decode

__all__ = ["Progress", "UnknownBot", "check_bots", "no_progress", "played_by_bots"]
SILENCE = "nothing"
Progress = Callable[[int, int], None]
"""How many entries are done, and of how many."""


def no_progress(done: int, total: int) -> None:
    """Show nothing."""


@dataclass(slots=True)
class BotsChecked:
    """What came of asking every bot again."""

    findings: list[Finding] = field(default_factory=list)
    """Moves that are not a bot's own."""
    left_out: str = ""
    """Which bot was not asked since this program has a later revision of it, in plain English."""
    unknown: str = ""
    """Which moves this program cannot judge since it lacks the revision that made them, in plain English."""


def check_bots(judged: Follower, entries: Sequence[Entry], progress: Progress = no_progress) -> BotsChecked:
    """Ask all bots again; ``judged`` has followed the log to its end, and everything is open."""
    setting = judged.setting
    again = Follower(setting)
    again.signatures.vouched_up_to = judged.chain.last
    bots = BotSeats(setting, again.state, played_by_bots(setting, entries))
    table = _Again(again, setting.mode.replay(again, judged), bots)
    for number, entry in enumerate(entries, 1):
        table.take(entry)
        progress(number, len(entries))
    return table.checked


def played_by_bots(setting: Setting, entries: Sequence[Entry]) -> list[int]:
    """The seats that a bot has played at any time."""
    seats = set(bots_own(setting))
    if setting.table.options.absent is not None:
        out = (decode(SeatOut, entry.body, len(entry.body)) for entry in entries if entry.kind == Kind.SEAT_OUT)
        seats.update(body.seat for body in out)
    return sorted(seats)


class _Again:
    def __init__(self, follower: Follower, replay: Replay, bots: BotSeats) -> None:
        self._follower = follower
        self._replay = replay
        self._bots = bots
        self._changed = 0
        """The entry behind which bots may play in another revision than TABLE names; 0 if there is none."""
        self.checked = BotsChecked()

    def take(self, entry: Entry) -> None:
        """Ask the bots first, then go on with what the log says."""
        follower = self._follower
        for seat in asked_bots(follower, entry):
            due, played = self._bots.choose(seat, self._replay.bot_chance(seat)), self._played(entry, seat)
            self._compare(entry, seat, due, played)
        if not self._changed and may_tell_of_other_bots(entry):
            self._changed = entry.seq
        follower.signed_up_to = entry.seq  # the signatures were checked before
        events = follower.take(entry)
        self._replay.follow(entry)
        for event in events:
            if isinstance(event, SlotsShown):
                self._bots.show(event.seat, [(slot, self._replay.face(slot)) for slot in event.slots])
        self._bots.see(events)

    def _compare(self, entry: Entry, seat: Seat, due: ActLike | None, played: ActLike | None) -> None:
        """A revision that this program does not have convicts no server, and clears none that may have made it up.

        One that TABLE names was known to all who sealed it; if it is an earlier one, this program once had it.
        """
        row = bot_of(self._follower.setting, seat)
        assert row is not None
        if self._changed:
            if due != played:
                told = f"behind entry {self._changed} seat {seat} may be a bot in another revision than TABLE names"
                self.checked.unknown = self.checked.unknown or told
        elif row.rev < BOTS[row.bot].rev:
            self.checked.left_out = self.checked.left_out or not_here(seat, row)
        elif row.rev > BOTS[row.bot].rev:
            self.checked.unknown = self.checked.unknown or not_here(seat, row)
        elif due != played:
            told = f"would have played {due or SILENCE}, the server played {played or SILENCE}"
            key = self._follower.setting.server_key
            self.checked.findings.append(Finding(Code.BOT, entry.seq, key, f"the bot of seat {seat} {told}"))

    def _played(self, entry: Entry, seat: Seat) -> ActLike | None:
        """What the log says that the bot of a seat did; None if it let a window pass."""
        if entry.kind != Kind.ACT or entry.actor != seat:
            return None
        return from_body(self._follower.state.book, seat, entry.body).act
