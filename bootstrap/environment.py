"""Where an environment lies and whether it is ready.

Every start of the game passes through here, so this file imports little (dataclasses would cost as much as all the
rest) and starts no process.
"""

import hashlib
import os
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

from bootstrap.failure import Exit, SetupFailed, disk_full, is_disk_full

CLONE = Path(__file__).resolve().parent.parent
FORMAT = "1"
"""Raise it when environments made by an older bootstrap will not do any more."""

WINDOWS = os.name == "nt"


class Purpose(NamedTuple):
    """What an environment is for, and the lock that says what is in it."""

    name: str
    lock: Path


PLAY = Purpose("play", CLONE / "requirements.lock")
TEST = Purpose("test", CLONE / "requirements-dev.lock")


class Environment(NamedTuple):
    """One environment; the name of its folder says what it was made from."""

    folder: Path
    purpose: Purpose

    @property
    def scripts(self) -> Path:
        return self.folder / ("Scripts" if WINDOWS else "bin")

    @property
    def python(self) -> str:
        return self.tool("python")

    @property
    def marker(self) -> Path:
        """Written last, so a folder without it is a build that was cut short."""
        return self.folder / "complete"

    @property
    def caches(self) -> Path:
        """Where tools keep theirs, since the clone may be read-only."""
        return self.folder / "cache"

    def tool(self, name: str) -> str:
        return str(self.scripts / (f"{name}.exe" if WINDOWS else name))

    def is_ready(self) -> bool:
        """A Python that was uninstalled since leaves a link to nowhere, hence the second question.

        A folder that may not be looked into holds nothing for this user.
        """
        return os.access(self.marker, os.F_OK) and os.access(self.python, os.X_OK)

    def touch(self) -> None:
        """Remember the day of the last use; not being able to only makes it look older."""
        try:
            os.utime(self.marker)
        except OSError:
            return


def locate(purpose: Purpose) -> Environment:
    """The environment of this clone for ``purpose``: one that is ready, else the place to make one."""
    homes = possible_homes()
    for home in homes:
        environment = environment_in(home, purpose)
        if environment.is_ready():
            return environment
    return environment_in(first_writable(homes), purpose)


def possible_homes() -> list[Path]:
    if chosen := os.environ.get("UNDERMINE_ENV"):
        return [Path(chosen).absolute()]
    return [CLONE / ".envs", user_cache() / "undermine" / "envs"]


def user_cache() -> Path:
    """As platformdirs would say; that one is not installed yet."""
    if WINDOWS:
        return Path(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local"))  # noqa: PTH111
    if sys.platform == "darwin":
        return Path(os.path.expanduser("~/Library/Caches"))  # noqa: PTH111 (Path's raises when there is no home)
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))  # noqa: PTH111


def first_writable(homes: list[Path]) -> Path:
    for home in homes:
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            if is_disk_full(error):
                raise disk_full(home) from error
            continue
        if os.access(home, os.W_OK | os.X_OK):
            return home
    raise SetupFailed(
        Exit.NO_FOLDER,
        f"cannot write to {' or '.join(map(str, homes))}: set UNDERMINE_ENV to a folder you can write to, and"
        " start again.",
    )


def environment_in(home: Path, purpose: Purpose) -> Environment:
    return Environment(home / f"{purpose.name}-{fingerprint(home, purpose)}", purpose)


def fingerprint(home: Path, purpose: Purpose) -> str:
    """Everything that a finished environment depends on; both paths are written into its files."""
    parts = (
        FORMAT.encode(),
        ".".join(map(str, sys.version_info[:3])).encode(),
        f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}".encode(),
        sysconfig.get_platform().encode(),
        os.fsencode(CLONE),
        os.fsencode(home),
        purpose.lock.read_bytes(),
    )
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:16]
