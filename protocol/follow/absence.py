"""Time and absence, as far as a log can show them: when a seat's time is up, and when it counts as away."""

from engine.events import TimeRanOut
from engine.records import record
from engine.slots import TABLE
from engine.wants import Act, Choose, Window
from protocol.follow.pause import Pause
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting
from protocol.modes.mode import SERVER, Waiting

_SECOND = 1000
GRACE_MS = 2000
"""By so much an answer may come later than its limit without being counted: a network takes its time."""


@record
class Took:
    """How long a question stood open, as the log tells it; seat 255 is a window's, 254 what the server owed."""

    seat: int
    ms: int
    limit_ms: int


class Absence:
    """Follows the log beside the rules."""

    def __init__(self, setting: Setting) -> None:
        self._options = setting.table.options
        self._turn_ms = self._options.turn_seconds * _SECOND
        self._step_ms = self._options.step_seconds * _SECOND
        self._keys = setting.seat_keys
        self._people = setting.people
        self._kinds = setting.kinds
        self.waited_ms = 0
        """Since the present question opened."""
        self.bank_ms = [self._options.bank_seconds * _SECOND] * setting.seats
        """By seat: what is left of its extra time."""
        self._window_ms = 0
        """How long the present window is open; what seats do meanwhile changes nothing of it."""
        self.pause = Pause(setting)
        self._more_ms = 0
        """What a pause has added to the limit of the present question."""
        self._resuming = False
        """Whether a pause has ended and no question has opened since."""
        self._anew = False
        self._run_out = [0] * setting.seats
        """By seat: time-outs in a row without anything that its person signed."""
        self.timeouts = [0] * setting.seats
        """By seat: how often the clock has answered for it."""
        self.overtime = [0] * setting.seats
        """By seat: how often it answered when all its time was over."""
        self.slow: list[tuple[int, int]] = []
        """Entry and milliseconds of what the server owed for longer than a network takes."""
        self.took: dict[int, Took] = {}
        """By entry that answered or ended a question: how long it stood open."""
        self.left: set[int] = set()
        """The seats whose players have said that they go."""
        self.out: set[int] = set()
        """The seats that are away."""
        self.history: list[tuple[int, int, Kind]] = []
        """Entry, seat, and whether it LEFT, is OUT or came BACK."""

    @property
    def paused(self) -> bool:
        """Whether all clocks stand still."""
        return self.pause.on

    def follow(self, entry: Entry, events: list[object], waiting: Waiting | None) -> None:
        """A question opens with the entry that brought it about, and a seat's clock with what it was shown last."""
        silent = [event.seat for event in events if isinstance(event, TimeRanOut)]
        pause = self.pause
        if waiting is not None and not pause.on:
            self._spend(entry, silent, waiting)
        if entry.kind in self._kinds.prompt and events:
            self._answer(entry)
        self.waited_ms = 0 if events or self._anew or pause.on else self.waited_ms + entry.dt_ms
        self._anew = False
        pause.follow(entry, went_on=bool(events))
        for seat in silent:
            self.was_silent(seat)
        if entry.is_signed:  # only what a person says is
            self._heard(entry)

    def was_silent(self, seat: int) -> None:
        """The clock has answered for the seat."""
        self._run_out[seat] += 1
        self.timeouts[seat] += 1

    def _spend(self, entry: Entry, silent: list[int], waiting: Waiting) -> None:
        """An answer that took longer than the limit has used up a part of the extra time, or all of it."""
        seats = {*silent, entry.actor} if entry.kind in self._kinds.answers else {*silent}
        waited = self.waited_ms + entry.dt_ms
        if isinstance(waiting, Window):
            if seats or entry.kind == Kind.TIMEOUT:
                self.took[entry.seq] = Took(TABLE, waited, self._window_ms)
            return
        if not seats:
            return
        limit = self._limit_ms(waiting)
        over = max(0, waited - limit)
        for seat in seats:
            self.took[entry.seq] = Took(seat, waited, limit + self.bank_ms[seat])
            if entry.kind != Kind.TIMEOUT and over > self.bank_ms[seat] + GRACE_MS:
                self.overtime[seat] += 1
            self.bank_ms[seat] = max(0, self.bank_ms[seat] - over)

    def _answer(self, entry: Entry) -> None:
        """The server has said what it owed."""
        waited = self.waited_ms + entry.dt_ms
        self.took[entry.seq] = Took(SERVER, waited, 0)
        if waited > GRACE_MS:
            self.slow.append((entry.seq, waited))

    def dissolve(self, entry: Entry) -> None:
        """The table has waited long enough for seals or seeds, as the server says."""
        self.took[entry.seq] = Took(SERVER, self.waited_ms + entry.dt_ms, self._step_ms)

    def _heard(self, entry: Entry) -> None:
        if entry.kind not in self._kinds.automatic:
            self._run_out[entry.actor] = 0
        if entry.kind == Kind.LEAVE:
            self.left.add(entry.actor)
        elif entry.kind == Kind.BACK:
            self.left.discard(entry.actor)
            self.out.discard(entry.actor)
        if entry.kind in {Kind.LEAVE, Kind.BACK}:
            self.history.append((entry.seq, entry.actor, Kind(entry.kind)))

    def open_question(self, waiting: Waiting | None) -> None:
        """A question opens with this entry; a window is over at once if it asks no person who is there."""
        self._resuming = self._resuming or self.pause.just_ended
        if waiting is None:
            return
        self._more_ms = self._options.resume_seconds * _SECOND if self._resuming else 0
        self._resuming = False
        if isinstance(waiting, Window):
            asks_people = any(self._keys[seat] is not None and seat not in self.out for seat in waiting.seats)
            self._window_ms = self._options.window_seconds * _SECOND + self._more_ms if asks_people else 0
            self.waited_ms = 0

    def let_pass(self) -> None:
        """The present window has no more time."""
        self._window_ms = 0

    def _limit_ms(self, waiting: Waiting) -> int:
        turn = isinstance(waiting, Act) and waiting.what == "turn"
        return (self._turn_ms if turn else self._step_ms) + self._more_ms

    def left_ms(self, seat: int, waiting: Waiting) -> int:
        """How many milliseconds the seat still has for this question; a seat that only passes has none."""
        if isinstance(waiting, Window):
            return max(0, self._window_ms - self.waited_ms)
        if seat in self.out and self._options.absent is None:
            return 0
        if isinstance(waiting, Choose) and self.is_bots(seat):
            return 0  # a bot has nothing to hide a choice with: chance chooses
        return max(0, self._limit_ms(waiting) + self.bank_ms[seat] - self.waited_ms)

    def step_left_ms(self) -> int:
        """How long a SEAL or REVEAL that is missing now is still waited for."""
        return max(0, self._step_ms - self.waited_ms)

    def step_over(self, dt_ms: int) -> bool:
        """Whether it has been waited for long enough."""
        return dt_ms >= self.step_left_ms()

    def ask_anew(self) -> None:
        """The clock of the present question starts with this entry."""
        self._anew = True

    def pause_due(self) -> bool:
        """Whether every seat that is in has asked for a pause."""
        return bool(self.pause.asked) and self.pause.is_wanted_by(self._people - self.out)

    def due_out(self) -> int | None:
        """The first seat that counts as away, and of which the log does not say so yet."""
        if not self.left and max(self._run_out) < self._options.absent_after:
            return None  # nearly always, and asked before each entry
        return next((seat for seat in range(len(self._keys)) if self.may_go_out(seat)), None)

    def may_go_out(self, seat: int) -> bool:
        """After its player left, or after so many time-outs in a row."""
        if seat >= len(self._keys) or self._keys[seat] is None or seat in self.out:
            return False
        return seat in self.left or self._run_out[seat] >= self._options.absent_after

    def go_out(self, seq: int, seat: int) -> None:
        """From now on a bot plays for the seat, or it passes."""
        self.out.add(seat)
        self.history.append((seq, seat, Kind.SEAT_OUT))

    def bot_plays(self, seat: int) -> bool:
        """Whether the server's bot may act for this person now."""
        return seat in self.out and self._options.absent is not None

    def is_bots(self, seat: int) -> bool:
        """Whether a bot of the server plays the seat now."""
        return seat < len(self._keys) and (self._keys[seat] is None or self.bot_plays(seat))
