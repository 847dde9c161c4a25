"""The file that holds a person's secret: written whole or not at all, and readable by its owner only.

A key that is replaced is kept under another name, because with a key all its seats would be lost.
"""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from client.i18n import _
from client.profile.placing import unused
from client.profile.profile import Profile
from protocol.keys.keytext import SECRET, BadKeyText, KeyTextFault, key_text, master_of
from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_whole

LONGEST = 4096  # a key is one line: of anything longer no more than this is read


class KeyTrouble(Exception):
    """The key cannot be used; the message says which file, why, and what to do."""


class NoKey(KeyTrouble):
    """There is no key yet."""


class OtherKey(KeyTrouble):
    """There is another key already, and nothing was changed."""


class KeyFile:
    """A master secret in a file; nothing is written before it is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, profile: Profile) -> "KeyFile":
        return cls(profile.data / "identity.key")

    def load(self) -> bytes | None:
        with _trouble_with(self.path):
            content = read_secret(self.path, LONGEST)
            return None if content is None else parse(content, str(self.path))

    def require(self) -> bytes:
        master = self.load()
        if master is None:
            raise NoKey(
                _(
                    "there is no key in {file} yet; make one with “{undermine} key show --new”"
                    " or bring yours with “{undermine} key import FILE”",
                    file=self.path,
                )
            )
        return master

    def load_or_make(self, randomness: Callable[[int], bytes]) -> bytes:
        """The secret, made by ``randomness`` if there is none; two that ask at once get the same."""
        master = self.load()
        if master is not None:
            return master
        with _trouble_with(self.path), sole_writer(self.path):
            if self.load() is None:
                write_whole(self.path, _line(randomness(SECRET)))
            return self.require()  # read back: where files have no modes, say so before the key is used

    def put(self, master: bytes, *, force: bool = False) -> Path | None:
        """Keep this secret; the value is where another one was moved to, if ``force`` made room."""
        with _trouble_with(self.path), sole_writer(self.path):
            old, aside = self.path.read_bytes() if self.path.exists() else None, None
            if old is not None:
                if _holds(old, master):
                    return None
                if not force:
                    raise OtherKey(_("{file} holds another key already, and was left as it is", file=self.path))
                aside = unused(self.path.with_name(f"{self.path.name}.old"))
                write_whole(aside, old)  # as it is: a damaged key may still be mended
            write_whole(self.path, _line(master))
            return aside


def parse(content: bytes, source: str) -> bytes:
    """The secret in a line; ``source`` is what a person knows the line by."""
    try:
        return master_of(content.decode("utf-8-sig", "replace"))
    except BadKeyText as error:
        raise KeyTrouble(f"{source}: {sentence(error.fault)}") from error


def brought(path: Path) -> bytes:
    """The secret in a file from elsewhere.  Who else can read it is not asked: a memory stick has no owners."""
    try:
        with path.open("rb") as file:
            return parse(file.read(LONGEST), str(path))
    except OSError as error:
        raise KeyTrouble(_("{file}: cannot be read: {why}", file=path, why=error.strerror)) from error


_SENTENCES = {
    KeyTextFault.NO_KEY: _("this is not a key of undermine"),
    KeyTextFault.OTHER_VERSION: _("this key was written by a version of undermine that this one does not know"),
    KeyTextFault.DAMAGED: _("this key is damaged, a part of its line is missing or wrong; use a copy of it"),
}
sentence = _SENTENCES.__getitem__


def _line(master: bytes) -> bytes:
    return key_text(master).encode("ascii")


def _holds(content: bytes, master: bytes) -> bool:
    try:
        return parse(content, "") == master
    except KeyTrouble:
        return False


@contextmanager
def _trouble_with(path: Path) -> Iterator[None]:
    try:
        yield
    except OpenToOthers as error:
        told = _(
            "{file} can be read or changed by other users of this computer, so it is not used; run: chmod 600 {quoted}",
            file=error.path,
            quoted=shlex.quote(str(error.path)),
        )
        raise KeyTrouble(told) from error
    except OSError as error:
        raise KeyTrouble(f"{error.filename or path}: {error.strerror}") from error
