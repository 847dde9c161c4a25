"""Settings of a server and of a person: a file is read, or refused with all that is wrong in it.

The first byte chooses whose settings they are.  A person's are also changed: what was written by hand stays.
"""

import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from client.profile import settings as own
from server.settings.reading import BadSettings, read_settings

LONGEST = 1500
ROOT = Path(__file__).parents[4]
_MEMORY = Path("/dev/shm")
_folder = tempfile.TemporaryDirectory(prefix="undermine-fuzz-", dir=_MEMORY if _MEMORY.is_dir() else None)


class _Profile:
    """What `client.profile.settings` asks of a profile."""

    settings_file = Path(_folder.name) / "settings.toml"


def one(data: bytes) -> None:
    """Read it as what its first byte says."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> Iterator[bytes]:
    """The sample that hosts begin with, with all its lines in force and as it is; and what a person may write."""
    sample = (ROOT / "deploy" / "server.toml").read_bytes()
    lines = sample.splitlines(keepends=True)
    settings = [line.removeprefix(b"# ") for line in lines if b" = " in line]
    yield b"\0" + b"".join(settings)
    yield b"\0" + sample[:LONGEST]
    yield from (b"\0" + line for line in settings)
    for name in own.Settings.__dataclass_fields__:
        value = getattr(own.Settings(), name)
        yield b"\1" + f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)} # so\n".encode()


def _server(data: bytes) -> None:
    file = Path(_folder.name) / "server.toml"
    file.write_bytes(data)
    with suppress(BadSettings):
        read_settings(file, {})


def _person(data: bytes) -> None:
    profile = _Profile()
    profile.settings_file.write_bytes(data)
    before = _settings(profile)
    try:
        with patch("os.fsync"):  # no input waits for the disk
            own.change(profile, bell=False, theme="light")  # type: ignore[arg-type]
    except own.BadSettings:
        assert profile.settings_file.read_bytes() == data
        return
    after = _settings(profile)
    assert (after.bell, after.theme) == (False, "light")
    assert (after.name, after.look) == (before.name, before.look)
    text = profile.settings_file.read_text("utf-8-sig")
    kept = {key: value for key, value in tomllib.loads(data.decode("utf-8-sig")).items() if key not in _CHANGED}
    told = {key: value for key, value in tomllib.loads(text).items() if key not in _CHANGED}
    assert repr(told) == repr(kept)  # a NaN does not equal itself


def _settings(profile: _Profile) -> own.Settings:
    try:
        return own.read(profile)  # type: ignore[arg-type]
    except own.BadSettings as error:
        return error.settings


_CHANGED = {"bell", "theme"}
READERS: list[Callable[[bytes], None]] = [_server, _person]
