"""The server's messages to its operator: one on each line, as text or as JSON.

No secrets: of an event only its sentence and its plain values are written, and bytes never, since keys, seeds and boxes
are bytes.  Of a mistake it is written where it happened and what kind it is; what it says is left out where that could
be a value that was at hand, such as a card or what a player said.  What others sent cannot forge a line or drive a
terminal.
"""

import json
import re
from contextlib import suppress
from datetime import UTC, datetime
from traceback import extract_tb, format_list
from typing import TextIO

from twisted.logger import (
    FilteringLogObserver,
    ILogObserver,
    LogEvent,
    LogLevel,
    LogLevelFilterPredicate,
    formatEvent,
    globalLogBeginner,
)
from twisted.python.failure import Failure
from zope.interface import provider

from protocol.wire.codec import FORBIDDEN
from server.alike import FewAlike
from server.store.errors import StoreClosed, StoreFailed, StoreRefused

_OWN = ("time", "level", "from", "text", "traceback")
_LONGEST = 2000
_BYTES = re.compile(r"""\bb(['"])(?:\\.|(?!\1).)*\1""", re.DOTALL)  # as Python writes them, however deep they stand


_SAYS_NO_VALUE = (
    AttributeError,
    ImportError,
    NameError,
    OSError,
    StoreClosed,
    StoreFailed,
    StoreRefused,
    TypeError,
)
"""What these say is the system's or the interpreter's own."""
_UNHANDLED = "a mistake that no part of the program expected"


def begin_messages(out: TextIO, form: str, level: str) -> None:
    """Send everything that is logged there; ``form`` and ``level`` are those of the settings."""
    globalLogBeginner.beginLoggingTo([observer(out, form, level)], redirectStandardIO=False)


def observer(out: TextIO, form: str, level: str) -> ILogObserver:
    """An observer that writes the messages of this level and above."""
    write = _as_json if form == "json" else _as_text

    @provider(ILogObserver)
    def line(event: LogEvent) -> None:
        with suppress(OSError, ValueError):  # a full disk or a closed pipe must not end what the message is about
            out.write(write(event))
            out.flush()

    least = LogLevelFilterPredicate(defaultLogLevel=LogLevel.levelWithName(level))
    return FilteringLogObserver(FewAlike(line), [least])


def _as_text(event: LogEvent) -> str:
    line = f"{_time(event)} {_level(event):8} {_text(event)}"
    return "".join(f"{part}\n" for part in (line, *(f"    {one}" for one in _traceback(event))))


def _as_json(event: LogEvent) -> str:
    """Flat, with the values of the sentence, so that a program need not parse it."""
    fields: dict[str, object] = {
        name: value
        for name, value in event.items()
        if not name.startswith("log_") and name not in _OWN and isinstance(value, bool | int | float | str)
    }
    fields |= {
        "time": _time(event),
        "level": _level(event),
        "from": str(event.get("log_namespace", "")),
        "text": _text(event),
    }
    if traceback := _traceback(event):
        fields["traceback"] = "\n".join(traceback)
    return json.dumps(fields, separators=(",", ":")) + "\n"


def _time(event: LogEvent) -> str:
    return datetime.fromtimestamp(event["log_time"], UTC).isoformat(timespec="milliseconds")


def _level(event: LogEvent) -> str:
    return str(getattr(event.get("log_level"), "name", "info"))


def _text(event: LogEvent) -> str:
    if "log_text" in event and _failure(event):  # Twisted's older way: the whole traceback is the sentence
        return _one_line(str(event.get("why") or _UNHANDLED))
    return _one_line(formatEvent(event))


def _traceback(event: LogEvent) -> list[str]:
    """Where it went wrong, without the values that were at hand there."""
    failure = _failure(event)
    if failure is None:
        return []
    frames = "".join(format_list(extract_tb(failure.getTracebackObject()))).splitlines()
    return [_one_line(line) for line in (*frames, _kind(failure))]


def _failure(event: LogEvent) -> Failure | None:
    found = event.get("log_failure", event.get("failure"))
    return found if isinstance(found, Failure) else None


def _kind(failure: Failure) -> str:
    error = failure.value
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return f"{kind}: {error}" if isinstance(error, _SAYS_NO_VALUE) else kind


def _one_line(text: str) -> str:
    """Without bytes, and with escapes for what would begin a new line or what a terminal would obey."""
    escaped = FORBIDDEN.sub(lambda found: ascii(found[0])[1:-1], _BYTES.sub("(bytes)", text))
    return escaped if len(escaped) <= _LONGEST else f"{escaped[:_LONGEST]}…"
