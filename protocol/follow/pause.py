"""Pauses: all clocks stand still because every seat that is in has signed that it wants so, and for no other reason."""

from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting

_SECOND = 1000


class Pause:
    """Who wants the clocks to stand still, and whether they do."""

    def __init__(self, setting: Setting) -> None:
        self._most_ms = setting.table.options.pause_most * _SECOND
        self._automatic = setting.kinds.automatic | {Kind.ASK_PAUSE}
        self.on = False
        self.asked: set[int] = set()
        """The seats whose wish for a pause still counts."""
        self.just_ended = False
        """Whether the entry that was followed last has ended a pause."""
        self._stood_ms = 0
        self.history: list[tuple[int, int | None]] = []
        """By pause: the entry that began it, and the one that ended it."""

    @property
    def allowed(self) -> bool:
        """Whether this table has pauses."""
        return self._most_ms > 0

    def is_wanted_by(self, seats: frozenset[int]) -> bool:
        """Whether these seats, and there are some, all want a pause that has not begun."""
        return self.allowed and not self.on and bool(seats) and seats <= self.asked

    def left_ms(self) -> int:
        """How long the present pause may still last."""
        return max(0, self._most_ms - self._stood_ms)

    def begin(self, seq: int) -> None:
        """The clocks stand still from this entry on."""
        self.on, self._stood_ms = True, 0
        self.history.append((seq, None))

    def ask(self, seat: int, *, on: bool) -> None:
        """A seat asks for a pause, or for its end."""
        if on:
            self.asked.add(seat)
        else:
            self.asked.discard(seat)

    def follow(self, entry: Entry, *, went_on: bool) -> None:
        """A wish counts until the game goes on, or its seat's person says something else."""
        self.just_ended = self.on and self._is_ended_by(entry, went_on=went_on)
        if self.just_ended:
            self.on = False
            self.history[-1] = self.history[-1][0], entry.seq
        if self.on and entry.kind != Kind.PAUSE:
            self._stood_ms += entry.dt_ms
        if went_on or self.just_ended:
            self.asked.clear()
        elif entry.is_signed and entry.kind not in self._automatic:
            self.asked.discard(entry.actor)

    def _is_ended_by(self, entry: Entry, *, went_on: bool) -> bool:
        """An act, one seat that wants to go on, or the longest time that a pause may last."""
        if entry.kind == Kind.ASK_PAUSE:
            return entry.actor not in self.asked
        return went_on or (entry.kind == Kind.PAUSE and self.history[-1][0] != entry.seq)
