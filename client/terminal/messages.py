"""What went wrong inside, in a file for developers: the screen is taken."""

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

from twisted.logger import (
    FilteringLogObserver,
    Logger,
    LogLevel,
    LogLevelFilterPredicate,
    globalLogBeginner,
    textFileLogObserver,
)
from twisted.python.failure import Failure

from client.profile.profile import Profile

_LOG = Logger()


@cache
def keep_messages(profile: Profile) -> None:
    """From now on; the file is written again.  A second call does nothing: Twisted's log can begin but once."""
    globalLogBeginner.beginLoggingTo([_observer(_file(profile))], redirectStandardIO=False, discardBuffer=True)


def keep_failure(failure: Failure | None = None) -> None:
    """The exception that is being handled, or this one."""
    _LOG.failure("the program has failed", failure)


def messages_file(profile: Profile) -> Path:
    return profile.data / "client-messages.txt"


def _file(profile: Profile) -> IO[str] | None:
    with suppress(OSError):
        profile.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        return messages_file(profile).open("w", encoding="utf-8", buffering=1)
    return None


def _observer(out: IO[str] | None) -> Any:
    if out is None:
        return lambda event: None
    return FilteringLogObserver(textFileLogObserver(out), [LogLevelFilterPredicate(LogLevel.error)])
