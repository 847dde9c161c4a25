"""Of messages that are alike, a few in a minute are written, and the rest are counted.

Each costs whoever causes it next to nothing, and the operator a line on the disk.
"""

from collections import Counter
from typing import Any

from twisted.logger import ILogObserver, LogEvent
from zope.interface import implementer

MOST_ALIKE = 20
"""Lines of one kind in a minute."""
_MINUTE = 60.0


@implementer(ILogObserver)
class FewAlike:
    """Passes messages on; those of one place in the program with one sentence are alike, whatever stands in it."""

    def __init__(self, write: ILogObserver) -> None:
        self._write: Any = write
        self._since = 0.0
        self._seen: Counter[tuple[str, str]] = Counter()

    def __call__(self, event: LogEvent) -> None:
        now = event["log_time"]
        if not 0 <= now - self._since < _MINUTE:
            self._begin_anew(event)
        kind = str(event.get("log_namespace", "")), str(event.get("log_format", ""))
        self._seen[kind] += 1
        if self._seen[kind] <= MOST_ALIKE:
            self._write(event)
        if self._seen[kind] == MOST_ALIKE:
            self._tell(event, kind, "more messages like the last one are only counted until the minute is over")

    def _begin_anew(self, event: LogEvent) -> None:
        over, self._seen, self._since = self._seen, Counter(), event["log_time"]
        for kind, seen in over.items():
            if seen > MOST_ALIKE:
                self._tell(event, kind, "not written: {count} more messages like “{like}”", seen - MOST_ALIKE)

    def _tell(self, event: LogEvent, kind: tuple[str, str], sentence: str, count: int = 0) -> None:
        told: LogEvent = {name: event[name] for name in ("log_time", "log_level", "log_system") if name in event}
        told |= {"log_namespace": kind[0], "log_format": sentence, "like": kind[1], "count": count}
        self._write(told)
