"""Whose keys sit at a table, kept beside its log: after a new start no lobby tells it, and who was muted stays so."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_whole
from protocol.wire.codec import BadFrame, Body, decode, encode

ENDING = ".people"
_LONGEST = 1 << 12


class _Kept(Body, frozen=True, kw_only=True):
    """What the file holds; which seat a key has is worked out from the log, and nothing else is believed."""

    keys: Annotated[tuple[Annotated[bytes, Meta(min_length=32, max_length=32)], ...], Meta(max_length=12)]


def keep_company(log: Path, keys: Iterable[bytes]) -> None:
    """For the next start of the program; what cannot be kept is known until this one ends."""
    path = log.with_suffix(ENDING)
    with suppress(OSError), sole_writer(path.with_name("drawer")):
        write_whole(path, encode(_Kept(keys=tuple(sorted(keys)))))


def forget_company(log: Path) -> None:
    """The table is over."""
    with suppress(OSError):
        log.with_suffix(ENDING).unlink(missing_ok=True)


def kept_company(log: Path) -> tuple[bytes, ...]:
    """Nobody, if nothing was kept or it cannot be read."""
    try:
        return decode(_Kept, read_secret(log.with_suffix(ENDING), _LONGEST) or b"", _LONGEST).keys
    except (OSError, OpenToOthers, BadFrame):
        return ()
