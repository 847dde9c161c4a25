"""The servers that a person has met: trust on first use, in a file that people can read and mend.

A pin in a link vouches for a key, and decides alone; if another key was met at the address before, that is told.
Without a pin, the first key that is met at an address is kept, and any other that is met there later is refused: the
players of a server have to be told of its new key.  What the local network announces vouches for nothing.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from client.i18n import _
from client.profile.known_file import KnownFile, KnownTrouble
from client.profile.profile import Profile
from protocol.keys.identity import pin
from protocol.wire.invite import BadInvite, Invite, read_invite

KnownServersTrouble = KnownTrouble
_GROUP, _SHOWN = 4, 20
_HERE = frozenset({"127.0.0.1", "::1", "localhost"})


class OtherKey(Exception):
    """The server does not have the key that was promised; ``expected`` and ``found`` are fingerprints.

    The message has a sentence a line.
    """

    def __init__(self, message: str, expected: str, found: str) -> None:
        super().__init__(message)
        self.expected = expected
        self.found = found


class WrongPin(OtherKey):
    """The link names another key than the server has."""


class NotHere(OtherKey):
    """At one of the places where a server may be there is another one."""


class KeyChanged(OtherKey):
    """The server had another key when it was met before."""


class KnownServers:
    """By address: the pin of the server that was met there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = KnownFile(path)

    @classmethod
    def of(cls, profile: Profile) -> "KnownServers":
        return cls(profile.data / "known-servers")

    def pin_of(self, invite: Invite) -> str | None:
        return self._read().get(_place(invite))

    def places(self) -> list[Invite]:
        """Where servers were met; a file that cannot be read knows none."""
        try:
            return [read_invite(place) for place in self._read()]
        except KnownServersTrouble:
            return []

    def meet(self, invite: Invite, key: bytes, older: Sequence[bytes] = ()) -> str:
        """A server has proved this key; `OtherKey` if it should have another.

        One of the older keys, which have handed over to this one, is as good, and is forgotten for it.

        The value is the fingerprint that was kept for the address, if a link leads to another key than before.
        """
        found, before = pin(key), {pin(one) for one in older}
        if invite.pin is not None and invite.pin not in {found, *before}:
            raise _wrong_pin(invite, invite.pin, found)
        if invite.pin is not None and invite.host in _HERE:  # started here, at a port that means nothing tomorrow
            return ""
        known = self.pin_of(invite)
        if known is None or known in before:
            self._keep(invite, found, before)
            return ""
        if known != found and invite.pin is None:
            raise self._key_changed(invite, known, found)
        return "" if known == found else _groups(known)

    def _keep(self, invite: Invite, found: str, before: Collection[str]) -> None:
        with self._file.changing():
            known = self._read()
            if known.get(_place(invite), "") in {"", *before}:
                known[_place(invite)] = found
            self._file.write(f"{place} {kept}" for place, kept in sorted(known.items()))

    def _read(self) -> dict[str, str]:
        return dict(self._line(number, line) for number, line in self._file.lines())

    def _line(self, number: int, line: str) -> tuple[str, str]:
        try:
            place, kept = line.split()
            invite = read_invite(f"{place}#{kept}")
        except (BadInvite, ValueError) as error:
            raise self._file.unreadable(number, _("this is not a server and its pin")) from error
        assert invite.pin is not None
        return _place(invite), invite.pin

    def _key_changed(self, invite: Invite, known: str, found: str) -> KeyChanged:
        lines = [
            _("The server at {place} has another key than before.", place=_place(invite)),
            _("The key before: {key}", key=_groups(known)),
            _("The key now: {key}", key=_groups(found)),
            _("The key before is kept in {file}.", file=self.path),
        ]
        return KeyChanged("\n".join(lines), _groups(known), _groups(found))


def _wrong_pin(invite: Invite, expected: str, found: str) -> WrongPin:
    lines = [
        _("The server at {place} is not the one in the link.", place=_place(invite)),
        _("The key that the link names: {key}", key=_groups(expected)),
        _("The key of the server: {key}", key=_groups(found)),
    ]
    return WrongPin("\n".join(lines), _groups(expected), _groups(found))


def _place(invite: Invite) -> str:
    host = f"[{invite.host}]" if ":" in invite.host else invite.host
    return f"{host}:{invite.port}"


def _groups(pinned: str) -> str:
    """As `protocol.keys.identity.fingerprint` shows a key."""
    return "-".join(pinned[at : at + _GROUP] for at in range(0, _SHOWN, _GROUP))
