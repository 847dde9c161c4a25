"""The people that a person has played with, in a file that people can read and mend.

A name is only a word; what cannot be borrowed is a key.  Every name belongs to the first key that was met under it, and
a key may have had several names.  Keys are those of identities, as the lobby shows them.
"""

import re
from enum import Enum, unique
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from client.i18n import _
from client.profile.known_file import KnownFile, KnownTrouble
from client.profile.profile import Profile
from client.words.safe import shown
from protocol.keys.identity import pin

KnownPlayersTrouble = KnownTrouble
_PIN = re.compile(r"[A-Z2-7]{52}")


@unique
class Standing(Enum):
    """How well a person is known, by a mark beside the name: one character at most, and one that ASCII has."""

    KNOWN = ("✓", "+")
    RENAMED = ("~", "~")  # the key is known, by another name
    NAMESAKE = ("!", "!")  # the name is known, with another key
    NEW = ("", "")

    def __init__(self, mark: str, ascii_mark: str) -> None:
        self.mark, self.ascii_mark = mark, ascii_mark


class _Known(NamedTuple):
    """A name, as it was spelt, and the pin of the key that it belongs to."""

    name: str
    pin: str


class KnownPlayers:
    """Whom the person has played with, and whom the person does not want to read.

    Every question reads a file: ask it when a person comes, not whenever something is drawn.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.muted_path = path.with_name("muted-players")
        self._names = KnownFile(path)
        self._silent = KnownFile(self.muted_path)

    @classmethod
    def of(cls, profile: Profile) -> "KnownPlayers":
        return cls(profile.data / "known-players")

    # who has been met

    def standing(self, name: str, key: bytes) -> Standing:
        return _standing(self._known(), name, key)

    def sentence(self, name: str, key: bytes) -> str:
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
                    "  If {other} has a new key, remove the line of the old one from {file}.",
                    other=known[_folded(name)].name,
                    file=self.path,
                )
            case Standing.NEW:
                return _("You have not played with {name} before.", name=called)

    def meet(self, name: str, key: bytes) -> Standing:
        """Remember a person; the value is how well they were known before.  A namesake gets no name of another."""
        called = shown(name)
        with self._names.changing():
            known = self._known()
            before = _standing(known, name, key)
            if called and before in {Standing.NEW, Standing.RENAMED}:
                known[_folded(name)] = _Known(called, pin(key))
                self._names.write(f"{one.pin} {one.name}" for _name, one in sorted(known.items()))
        return before

    def _known(self) -> dict[str, _Known]:
        """By name, as names are compared."""
        known: dict[str, _Known] = {}
        for number, line in self._names.lines():
            kept, _space, name = line.partition(" ")
            if not name or shown(name) != name or not _PIN.fullmatch(kept):
                raise self._names.unreadable(number, _("this is not a pin and a name"))
            if _folded(name) in known:
                raise self._names.unreadable(number, _("this name stands there twice"))
            known[_folded(name)] = _Known(name, kept)
        return known

    # who is not to be read

    def muted(self, key: bytes) -> bool:
        return pin(key) in self._muted()

    def mute(self, key: bytes, *, on: bool) -> None:
        with self._silent.changing():
            muted = self._muted()
            changed = muted | {pin(key)} if on else muted - {pin(key)}
            if changed != muted:
                self._silent.write(sorted(changed))

    def _muted(self) -> set[str]:
        muted: set[str] = set()
        for number, line in self._silent.lines():
            if not _PIN.fullmatch(line):
                raise self._silent.unreadable(number, _("this is not a pin"))
            muted.add(line)
        return muted


def _standing(known: dict[str, _Known], name: str, key: bytes) -> Standing:
    found, theirs = known.get(_folded(name)), pin(key)
    if found is not None:
        return Standing.KNOWN if found.pin == theirs else Standing.NAMESAKE
    return Standing.RENAMED if any(one.pin == theirs for one in known.values()) else Standing.NEW


def _folded(name: str) -> str:
    """What two names have in common if only case, width or what cannot be seen tells them apart."""
    return normalize("NFKC", normalize("NFKC", shown(name)).casefold())
