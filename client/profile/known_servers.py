"""The servers that a person has met: trust on first use, in a file that people can read and mend.

A pin in a link is somebody's word for a key, and decides alone; if another key was met at the address before, that is
told.  Without a pin, the first key that is met at an address is kept, and any other that is met there later is refused:
whoever gives a server a new key has to tell its players.  What the local network announces is nobody's word.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from client.i18n import _, plural
from client.profile.profile import Profile
from protocol.keys.identity import pin
from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_whole
from protocol.wire.invite import BadInvite, Invite, read_invite

_LONGEST = 1 << 20
_GROUP, _SHOWN = 4, 20
_HERE = frozenset({"127.0.0.1", "::1", "localhost"})


class KnownServersTrouble(Exception):
    """The file cannot be used; the message says why, and what to do."""


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

    def meet(self, invite: Invite, key: bytes) -> str:
        """A server has proved this key; `OtherKey` if it should have another.

        The value is the fingerprint that was kept for the address, if a link leads to another key than before.
        """
        found = pin(key)
        if invite.pin is not None and invite.pin != found:
            raise _wrong_pin(invite, invite.pin, found)
        if _is_own(invite):
            return ""
        known = self.pin_of(invite)
        if known is None:
            self._keep(invite, found)
        elif known != found and invite.pin is None:
            raise self._key_changed(invite, known, found)
        return "" if known in (None, found) else _groups(known)

    def _keep(self, invite: Invite, found: str) -> None:
        with _trouble_with(self.path), sole_writer(self.path):
            known = self._read()
            known.setdefault(_place(invite), found)
            write_whole(
                self.path, "".join(f"{place} {kept}\n" for place, kept in sorted(known.items())).encode("ascii")
            )

    def _read(self) -> dict[str, str]:
        with _trouble_with(self.path):
            content = read_secret(self.path, _LONGEST + 1) or b""
        if len(content) > _LONGEST:
            raise KnownServersTrouble(
                plural(
                    "{file} is longer than {count} byte. Remove some of its lines.",
                    "{file} is longer than {count} bytes. Remove some of its lines.",
                    _LONGEST,
                    file=self.path,
                )
            )
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
                    "{file}, line {number}: this is not a server and its pin. Mend it or remove it.",
                    file=self.path,
                    number=number,
                )
            ) from error
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
        _("The server at {place} is not the one that the link means.", place=_place(invite)),
        _("The key that the link names: {key}", key=_groups(expected)),
        _("The key of the server: {key}", key=_groups(found)),
    ]
    return WrongPin("\n".join(lines), _groups(expected), _groups(found))


def _is_own(invite: Invite) -> bool:
    """Whether it was started on this computer, at a port that means nothing tomorrow, and said itself which it is."""
    return invite.pin is not None and invite.host in _HERE


def _place(invite: Invite) -> str:
    host = f"[{invite.host}]" if ":" in invite.host else invite.host
    return f"{host}:{invite.port}"


def _groups(pinned: str) -> str:
    """As `protocol.keys.identity.fingerprint` shows a key."""
    return "-".join(pinned[at : at + _GROUP] for at in range(0, _SHOWN, _GROUP))


@contextmanager
def _trouble_with(path: Path) -> Iterator[None]:
    """Say in a sentence what the system refuses."""
    try:
        yield
    except OpenToOthers as error:
        raise KnownServersTrouble(
            _("{file} can be read or changed by other users of this computer, so it is not used.", file=error.path)
        ) from error
    except OSError as error:
        raise KnownServersTrouble(
            _("{file} cannot be used: {why}.", file=error.filename or path, why=error.strerror)
        ) from error
