"""One thing that is to happen later, at most."""

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime


class Timer:
    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._call: IDelayedCall | None = None

    @property
    def running(self) -> bool:
        return self._call is not None

    def start(self, seconds: float, ring: Callable[[], object]) -> None:
        self.stop()
        self._call = self._clock.callLater(seconds, self._ring, ring)

    def _ring(self, ring: Callable[[], object]) -> None:
        self._call = None
        ring()

    def hurry(self) -> None:
        if self._call is not None:
            self._call.reset(0)

    def stop(self) -> None:
        if self._call is not None:
            self._call.cancel()
            self._call = None
