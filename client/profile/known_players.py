"""The people that a person has played with, in a file that people can read and mend.

A name is only a word; what somebody cannot borrow is a key.  Every name belongs to the first key that was met under it,
and a key may have had several names.  Keys are those of identities, as the lobby shows them.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, unique
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from client.i18n import _, plural
from client.profile.profile import Profile
from client.words.safe import shown
from protocol.keys.identity import pin
from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_whole

_LONGEST = 1 << 20
_PIN = re.compile(r"[A-Z2-7]{52}")


class KnownPlayersTrouble(Exception):
    """A file cannot be used; the message says why, and what to do."""


@unique
class Standing(Enum):
    """How well a person is known, by a mark beside the name: one character at most, and one that ASCII has."""

    KNOWN = ("✓", "+")
    RENAMED = ("~", "~")
    """The key is known, by another name."""
    NAMESAKE = ("!", "!")
    """The name is known, with another key."""
    NEW = ("", "")

    @property
    def mark(self) -> str:
        """Beside the name."""
        return self.value[0]

    @property
    def ascii_mark(self) -> str:
        """The same, where there is nothing but ASCII."""
        return self.value[1]


class _Known(NamedTuple):
    """A name, as it was spelt, and the pin of the key that it belongs to."""

    name: str
    pin: str


class KnownPlayers:
    """Whom the person has played with, and whom the person does not want to read.

    Every question reads a file: ask it when somebody comes, not whenever something is drawn.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.muted_path = path.with_name("muted-players")

    @classmethod
    def of(cls, profile: Profile) -> "KnownPlayers":
        """Where a profile keeps them."""
        return cls(profile.data / "known-players")

    # who has been met

    def standing(self, name: str, key: bytes) -> Standing:
        """How well somebody with this name and this key is known."""
        return _standing(self._known(), name, key)

    def sentence(self, name: str, key: bytes) -> str:
        """The standing, in words."""
        known = self._known()
        called = shown(name)
        match _standing(known, name, key):
            case Standing.KNOWN:
                return _("You have played with {name} before.", name=called)
            case Standing.RENAMED:
                before = ", ".join(one.name for one in known.values() if one.pin == pin(key))
                return _(
                    "You have played with {name} before, under another name: {before}.", name=called, before=before
                )
            case Standing.NAMESAKE:
                return _(
                    "This is not the {other} that you have played with: the key is another one."
                    "  If you know that {other} has a new key, remove the line of the old one from {file}.",
                    other=known[_folded(name)].name,
                    file=self.path,
                )
            case Standing.NEW:
                return _("You have not played with {name} before.", name=called)

    def meet(self, name: str, key: bytes) -> Standing:
        """Remember somebody; the value is how well they were known before.  A namesake gets no name of another."""
        called = shown(name)
        with _trouble_with(self.path), sole_writer(self.path):
            known = self._known()
            before = _standing(known, name, key)
            if called and before in {Standing.NEW, Standing.RENAMED}:
                known[_folded(name)] = _Known(called, pin(key))
                _write(self.path, (f"{one.pin} {one.name}" for _name, one in sorted(known.items())))
        return before

    def _known(self) -> dict[str, _Known]:
        """By name, as names are compared."""
        known: dict[str, _Known] = {}
        for number, line in _lines(self.path):
            kept, _space, name = line.partition(" ")
            if not name or shown(name) != name or not _PIN.fullmatch(kept):
                raise _unreadable(self.path, number, _("this is not a pin and a name"))
            if _folded(name) in known:
                raise _unreadable(self.path, number, _("this name stands there twice"))
            known[_folded(name)] = _Known(name, kept)
        return known

    # who is not to be read

    def muted(self, key: bytes) -> bool:
        """Whether what this person says is not shown."""
        return pin(key) in self._muted()

    def mute(self, key: bytes, *, on: bool) -> None:
        """Show nothing of what this person says, or show it again."""
        with _trouble_with(self.muted_path), sole_writer(self.muted_path):
            muted = self._muted()
            changed = muted | {pin(key)} if on else muted - {pin(key)}
            if changed != muted:
                _write(self.muted_path, sorted(changed))

    def _muted(self) -> set[str]:
        muted: set[str] = set()
        for number, line in _lines(self.muted_path):
            if not _PIN.fullmatch(line):
                raise _unreadable(self.muted_path, number, _("this is not a pin"))
            muted.add(line)
        return muted


def _standing(known: dict[str, _Known], name: str, key: bytes) -> Standing:
    found, own = known.get(_folded(name)), pin(key)
    if found is not None:
        return Standing.KNOWN if found.pin == own else Standing.NAMESAKE
    return Standing.RENAMED if any(one.pin == own for one in known.values()) else Standing.NEW


def _folded(name: str) -> str:
    """What two names have in common if only case, width or what cannot be seen tells them apart."""
    return normalize("NFKC", normalize("NFKC", shown(name)).casefold())


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without empty ones."""
    with _trouble_with(path):
        content = read_secret(path, _LONGEST + 1) or b""
    _check_length(path, content)
    for number, line in enumerate(content.splitlines(), 1):
        try:
            text = line.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise _unreadable(path, number, _("this is not a text")) from error
        if text:
            yield number, text


def _write(path: Path, lines: Iterable[str]) -> None:
    content = "".join(f"{line}\n" for line in lines).encode()
    _check_length(path, content)
    write_whole(path, content)


def _check_length(path: Path, content: bytes) -> None:
    if len(content) > _LONGEST:
        raise KnownPlayersTrouble(
            plural(
                "{file} is longer than {count} byte; remove some of its lines",
                "{file} is longer than {count} bytes; remove some of its lines",
                _LONGEST,
                file=path,
            )
        )


def _unreadable(path: Path, number: int, why: str) -> KnownPlayersTrouble:
    """What cannot be read is not passed over: a name that is lost could be taken by anybody."""
    return KnownPlayersTrouble(
        _("{file}, line {number}: {why}; mend it or remove it", file=path, number=number, why=why)
    )


@contextmanager
def _trouble_with(path: Path) -> Iterator[None]:
    """Say in a sentence what the system refuses."""
    try:
        yield
    except OpenToOthers as error:
        raise KnownPlayersTrouble(
            _("{file} can be read or changed by other users of this computer, so it is not used", file=error.path)
        ) from error
    except OSError as error:
        raise KnownPlayersTrouble(f"{error.filename or path}: {error.strerror}") from error
