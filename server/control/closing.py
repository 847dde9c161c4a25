"""The end of a server that lets games be finished: no table begins any more, and it stops when none is played."""

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall
from twisted.logger import Logger

from server.tables.lobby import Lobby
from server.tables.rooms import Rooms

MOST_MINUTES = 7 * 24 * 60
_LOOK_EVERY = 1.0


class Closing:
    """Tables without connected players are not waited for: they go on after the next start, from the journal."""

    _log = Logger()

    def __init__(self, lobby: Lobby, rooms: Rooms, clock: IReactorTime) -> None:
        self.done: Deferred[None] = Deferred()
        """Fires when the server should stop."""
        self._lobby = lobby
        self._rooms = rooms
        self._clock = clock
        self._until: float | None = None
        self._looking = LoopingCall(self._look)
        self._looking.clock = clock

    def begin(self, seconds: float | None) -> None:
        """Let no table begin; stop after so many seconds at the latest, or not before all games are over."""
        self._until = None if seconds is None else self._clock.seconds() + seconds
        self._lobby.closing = True
        if not self._looking.running:
            self._looking.start(_LOOK_EVERY, now=False)
        self._log.info("no table begins any more; at play: {count}", count=self._rooms.played())

    @property
    def begun(self) -> bool:
        """Whether no table begins any more."""
        return self._lobby.closing

    def lift(self) -> None:
        """Serve on."""
        self._lobby.closing = False
        self.stop()

    def stop(self) -> None:
        """Look no more."""
        if self._looking.running:
            self._looking.stop()

    def _look(self) -> None:
        late = self._until is not None and self._clock.seconds() >= self._until
        if (late or not self._rooms.played()) and not self.done.called:
            self.stop()
            self._log.info("stops; tables that are still at play: {count}", count=self._rooms.played())
            self.done.callback(None)
