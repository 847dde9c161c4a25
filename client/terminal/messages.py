"""What went wrong inside, for those who mend it: a file, since the screen is taken and nobody could read it there."""

from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from twisted.logger import (
    FilteringLogObserver,
    LogLevel,
    LogLevelFilterPredicate,
    globalLogBeginner,
    textFileLogObserver,
)

from client.profile.profile import Profile


def keep_messages(profile: Profile) -> None:
    """From now on; what was there is written over."""
    globalLogBeginner.beginLoggingTo([_observer(_file(profile))], redirectStandardIO=False, discardBuffer=True)


def messages_file(profile: Profile) -> Path:
    """Where they are."""
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
