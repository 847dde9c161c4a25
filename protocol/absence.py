"""Time and absence, as far as a log can show them: when a seat's time is up, and when it counts as away."""

from engine.events import SlotsShown, TimeRanOut
from protocol.log import SIGNED, Entry, Kind
from protocol.setting import Setting

_SECOND = 1000


class Absence:
    """Follows the log beside the rules."""

    def __init__(self, setting: Setting) -> None:
        self._options = setting.table.options
        self._waited_ms = 0
        self._run_out = [0] * setting.seats
        """By seat: time-outs in a row without anything that the seat signed."""
        self._left: set[int] = set()
        self.out: set[int] = set()
        """The seats that are away."""

    def follow(self, entry: Entry, events: list[object]) -> None:
        """A question opens with the entry that brought it about, and a seat's clock with what it was shown last."""
        self._waited_ms = 0 if events else self._waited_ms + entry.dt_ms
        for event in events:
            if isinstance(event, TimeRanOut):
                self._run_out[event.seat] += 1
            elif isinstance(event, SlotsShown):
                self._waited_ms = 0
        if entry.kind in SIGNED:
            self._run_out[entry.actor] = 0
            if entry.kind == Kind.LEAVE:
                self._left.add(entry.actor)
            elif entry.kind == Kind.BACK:
                self._left.discard(entry.actor)
                self.out.discard(entry.actor)

    def too_early(self, seat: int, what: str, dt_ms: int) -> int:
        """How many milliseconds the seat still had; 0 if its time is up, or if it is away."""
        if seat in self.out:
            return 0
        seconds = self._options.turn_seconds if what == "turn" else self._options.step_seconds
        return max(0, seconds * _SECOND - self._waited_ms - dt_ms)

    def may_go_out(self, seat: int) -> bool:
        """After it left, or after so many time-outs in a row."""
        if not 0 <= seat < len(self._run_out) or seat in self.out:
            return False
        if seat not in self._left and self._run_out[seat] < self._options.absent_after:
            return False
        self.out.add(seat)
        return True
