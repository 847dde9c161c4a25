"""The servers that a person has met: trust on first use, in a file that people can read and mend.

A pin in a link is somebody's word for a key, and decides alone.  Without one, the first key that is met at an address
is kept, and any other that is met there later is refused: whoever gives a server a new key has to tell its players.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from client.profile import Profile
from client.words import _
from protocol.identity import pin
from protocol.invite import BadInvite, Invite, read_invite
from protocol.secretfile import OpenToOthers, read_secret, sole_writer, write_whole

_LONGEST = 1 << 20
_GROUP, _SHOWN = 4, 20


class KnownServersTrouble(Exception):
    """The file cannot be used; the message says why, and what to do."""


class OtherKey(Exception):
    """The server does not have the key that was promised; ``expected`` and ``found`` are fingerprints."""

    def __init__(self, sentence: str, expected: str, found: str) -> None:
        super().__init__(sentence)
        self.expected = expected
        self.found = found


class WrongPin(OtherKey):
    """The link names another key than the server has."""


class KeyChanged(OtherKey):
    """The server had another key when it was met before."""


class KnownServers:
    """By address: the pin of the server that was met there."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, profile: Profile) -> "KnownServers":
        """Where a profile keeps them."""
        return cls(profile.data / "known-servers")

    def pin_of(self, invite: Invite) -> str | None:
        """The pin that was kept for an address."""
        return self._read().get(_place(invite))

    def meet(self, invite: Invite, key: bytes) -> bool:
        """A server has proved this key: whether it was met for the first time; `OtherKey` if it should have another."""
        found = pin(key)
        if invite.pin is not None and invite.pin != found:
            raise _wrong_pin(invite, invite.pin, found)
        known = self.pin_of(invite)
        if invite.pin is None and known is not None and known != found:
            raise self._key_changed(invite, known, found)
        if known is None:
            self._keep(invite, found)
        return known is None

    def _keep(self, invite: Invite, found: str) -> None:
        with _trouble_with(self.path), sole_writer(self.path):
            known = self._read()
            known.setdefault(_place(invite), found)
            write_whole(
                self.path, "".join(f"{place} {kept}\n" for place, kept in sorted(known.items())).encode("ascii")
            )

    def _read(self) -> dict[str, str]:
        with _trouble_with(self.path):
            content = read_secret(self.path, _LONGEST) or b""
        known: dict[str, str] = {}
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            if line.strip():
                place, kept = self._line(number, line)
                known[place] = kept
        return known

    def _line(self, number: int, line: str) -> tuple[str, str]:
        """What cannot be read is not passed over: an entry that is lost would be trusted anew."""
        try:
            place, kept = line.split()
            invite = read_invite(f"{place}#{kept}")
        except (BadInvite, ValueError) as error:
            raise KnownServersTrouble(
                _(
                    "{file}, line {number}: this is not a server and its pin; mend it or remove it",
                    file=self.path,
                    number=number,
                )
            ) from error
        assert invite.pin is not None
        return _place(invite), invite.pin

    def _key_changed(self, invite: Invite, known: str, found: str) -> KeyChanged:
        sentence = _(
            "the server at {place} has another key than before: it was {expected}, now it is {found}."
            "  Somebody may stand between you and the server.  If you know that it has a new key,"
            " remove its line from {file}, or ask for a new invite link",
            place=_place(invite),
            expected=_groups(known),
            found=_groups(found),
            file=self.path,
        )
        return KeyChanged(sentence, _groups(known), _groups(found))


def _wrong_pin(invite: Invite, expected: str, found: str) -> WrongPin:
    sentence = _(
        "the server at {place} is not the one that the link means: the link says {expected}, the server has {found}",
        place=_place(invite),
        expected=_groups(expected),
        found=_groups(found),
    )
    return WrongPin(sentence, _groups(expected), _groups(found))


def _place(invite: Invite) -> str:
    host = f"[{invite.host}]" if ":" in invite.host else invite.host
    return f"{host}:{invite.port}"


def _groups(pinned: str) -> str:
    """As `protocol.identity.fingerprint` shows a key."""
    return "-".join(pinned[at : at + _GROUP] for at in range(0, _SHOWN, _GROUP))


@contextmanager
def _trouble_with(path: Path) -> Iterator[None]:
    """Say in a sentence what the system refuses."""
    try:
        yield
    except OpenToOthers as error:
        raise KnownServersTrouble(
            _("{file} can be read or changed by other users of this computer, so it is not used", file=error.path)
        ) from error
    except OSError as error:
        raise KnownServersTrouble(f"{error.filename or path}: {error.strerror}") from error
