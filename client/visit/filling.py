"""Bots that sit down at a gathering of one's own as soon as it is open, one after the other."""

from client.visit.visit import Visit
from protocol.wire import lobby


class Filling:
    """Listens to a visit until as many sit there as were wanted."""

    def __init__(self, visit: Visit, kinds: tuple[str, ...] = ()) -> None:
        self._visit = visit
        self._kinds = list(kinds)
        self._sat = 0
        """How many sat there when the last bot was asked for; it has come when there is one more."""

    def gathered(self) -> None:
        """The gathering has changed: the next bot, if it is time for one."""
        gathering = self._visit.gathering
        if gathering is None or gathering.host != self._visit.seat or not self._kinds:
            return
        if len(gathering.sitters) >= gathering.wishes.seats:
            self._kinds.clear()
        elif len(gathering.sitters) > self._sat:
            self._sat = len(gathering.sitters)
            self._visit.say(lobby.SeatBot(gathering=gathering.code, bot=self._kinds.pop(0)))
