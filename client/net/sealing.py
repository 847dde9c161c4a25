"""Whether a seat may seal its table: the person has agreed to it, and the JOIN was sealed for no other."""

from typing import Protocol

from client.net.consent import Consent, objection
from client.net.drawer import Drawer
from client.net.sealed import Sealed
from protocol.log import bodies
from protocol.log.setting import Setting


class Consents(Protocol):
    """What the person of this program has agreed to."""

    def consent(self, nonce: bytes) -> Consent | None:
        """With the JOIN of this nonce; None if this program has made no such JOIN, or has taken it back."""
        ...


class NoConsents:
    """Of a program that only looks on."""

    def consent(self, nonce: bytes) -> None:
        """Nothing was agreed to."""


class Sealing:
    """The seal of one seat."""

    def __init__(self, nonce: bytes, consents: Consents, drawer: Drawer) -> None:
        self._nonce = nonce
        self._consents = consents
        self._drawer = drawer
        agreed = consents.consent(nonce) or drawer.sealed(nonce)
        self.name: bodies.Name | None = None if agreed is None else agreed.name
        """What the person of the seat is called, if that was agreed to on this computer."""

    def objection(self, setting: Setting, seat: int, server_key: bytes) -> str | None:
        """Why the seat must not seal, as a code.  If it may, that is on the disk before anything is signed.

        `OSError` if it cannot be written.
        """
        if setting.server_key != server_key:
            return "consent/server"
        kept = self._drawer.sealed(self._nonce)
        if kept is not None:
            return None if kept.tid == setting.tid else "join/reused"
        consent = self._consents.consent(self._nonce)
        code = objection(consent, setting, seat, server_key)
        if code is not None or consent is None:
            return code
        return None if self._drawer.seal(_record(consent, setting)) else "join/reused"

    def ended(self, last: int, reason: str) -> None:
        """The table has ended."""
        self._drawer.note_end(self._nonce, last, reason)


def _record(consent: Consent, setting: Setting) -> Sealed:
    return Sealed(
        nonce=consent.nonce,
        tid=setting.tid,
        server_key=setting.server_key,
        rules=str(setting.rules),
        name=consent.name,
        last=0,
        end="",
    )
