"""The file that holds a person's secret: written whole or not at all, and readable by its owner only.

Writers hold a lock, so there is never more than one; an unfinished file that the next one finds is what a killed writer
left, and goes.  A key that is replaced is kept under another name, because with a key all its seats would be lost.
"""

import os
import shlex
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from client.profile import Profile
from client.words import _
from protocol.identity import SECRET
from protocol.keytext import BadKeyText, KeyTextFault, key_text, master_of

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


LONGEST = 4096
"""A key is one line: of anything longer no more than this is read."""

_OWNER_ONLY = 0o600
_HAS_MODES = os.name == "posix"  # elsewhere the person's folder is closed to others by the system


class KeyTrouble(Exception):
    """The key cannot be used; the message says which file, why, and what to do."""


class NoKey(KeyTrouble):
    """There is no key yet."""


class OtherKey(KeyTrouble):
    """There is another key already, and nothing was changed."""


class KeyFile:
    """A master secret in a file; nothing is written before somebody asks for it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, profile: Profile) -> "KeyFile":
        """Where a profile keeps its key."""
        return cls(profile.data / "identity.key")

    def load(self) -> bytes | None:
        """The secret, or None if there is no file."""
        with _trouble_with(self.path):
            try:
                file = self.path.open("rb")
            except FileNotFoundError:
                return None
            with file:
                if _HAS_MODES and os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                    raise KeyTrouble(_open_to_others(self.path))
                return parse(file.read(LONGEST), str(self.path))

    def require(self) -> bytes:
        """The secret; without one, a sentence that tells how to get one."""
        master = self.load()
        if master is None:
            raise NoKey(
                _(
                    "there is no key in {file} yet; make one with “undermine key show --new”"
                    " or bring yours with “undermine key import FILE”",
                    file=self.path,
                )
            )
        return master

    def load_or_make(self, randomness: Callable[[int], bytes]) -> bytes:
        """The secret, made by ``randomness`` if there is none; two that ask at once get the same."""
        master = self.load()
        if master is not None:
            return master
        with self._sole_writer():
            if self.load() is None:
                self._write(self.path, _line(randomness(SECRET)))
            return self.require()  # read back: where files have no modes, say so before the key is used

    def put(self, master: bytes, *, force: bool = False) -> Path | None:
        """Keep this secret; the value is where another one was moved to, if ``force`` made room."""
        with self._sole_writer():
            old = self.path.read_bytes() if self.path.exists() else None
            if old is None:
                aside = None
            elif _holds(old, master):
                return None
            elif force:
                aside = self._unused_name()
                self._write(aside, old)  # as it is: a damaged key may still be mended
            else:
                raise OtherKey(_("{file} holds another key already, and was left as it is", file=self.path))
            self._write(self.path, _line(master))
            return aside

    def _unused_name(self) -> Path:
        names = (self._beside(f"old-{number}") for number in count(1))
        return next(name for name in names if not os.path.lexists(name))

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(f"{self.path.name}.{ending}")

    @contextmanager
    def _sole_writer(self) -> Iterator[None]:
        """Hold the lock; the system frees it however this process ends."""
        with _trouble_with(self.path):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self._beside("lock"), os.O_RDWR | os.O_CREAT, _OWNER_ONLY)
            try:
                _lock(descriptor)
                yield
            finally:
                os.close(descriptor)

    def _write(self, target: Path, content: bytes) -> None:
        """Put the whole content in place at one stroke."""
        unfinished = self._beside("unfinished")
        unfinished.unlink(missing_ok=True)
        write_new(unfinished, content)
        unfinished.replace(target)
        _sync_folder(target.parent)


def write_new(path: Path, content: bytes) -> None:
    """Make a file that only its owner can read; one that is there is never written over."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
    except OSError:
        path.unlink()  # half a key is of no use, and would be in the way of the next try
        raise


def parse(content: bytes, source: str) -> bytes:
    """The secret in a line; ``source`` is what a person knows the line by."""
    try:
        return master_of(content.decode("utf-8-sig", "replace"))
    except BadKeyText as error:
        raise KeyTrouble(f"{source}: {sentence(error.fault)}") from error


def sentence(fault: KeyTextFault) -> str:
    """What a person reads about a text that is no key."""
    match fault:
        case KeyTextFault.NO_KEY:
            return _("this is not a key of undermine")
        case KeyTextFault.OTHER_VERSION:
            return _("this key was written by a version of undermine that this one does not know")
        case KeyTextFault.DAMAGED:
            return _("this key is damaged, a part of its line is missing or wrong; use a copy of it")


def _open_to_others(path: Path) -> str:
    return _(
        "{file} can be read or changed by other users of this computer, so it is not used; run: chmod 600 {quoted}",
        file=path,
        quoted=shlex.quote(str(path)),
    )


def _line(master: bytes) -> bytes:
    return key_text(master).encode("ascii")


def _holds(content: bytes, master: bytes) -> bool:
    try:
        return parse(content, "") == master
    except KeyTrouble:
        return False


def _sync_folder(folder: Path) -> None:
    """Make the new name last too; systems without modes cannot open a folder, and do it by themselves."""
    if _HAS_MODES:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _trouble_with(path: Path) -> Iterator[None]:
    """Say in a sentence what the system refuses."""
    try:
        yield
    except OSError as error:
        raise KeyTrouble(f"{error.filename or path}: {error.strerror}") from error
