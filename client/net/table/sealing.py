"""Whether a seat may seal its table: the person has agreed to it, and the JOIN was sealed for no other."""

from collections.abc import Mapping
from typing import Protocol

from client.net.drawer import Drawer
from client.net.open_joins import OpenJoin
from client.net.sealed import Sealed, people_by_seat
from protocol.log import bodies
from protocol.log.setting import Setting


class Joins(Protocol):
    """The JOINs of this program, as `client.net.open_joins` has them."""

    def made(self, nonce: bytes) -> OpenJoin | None:
        """The JOIN of this nonce, if this program has made it and it is not dead."""
        ...

    def objection(self, setting: Setting, nonce: bytes, seat: int) -> str | None:
        """Why a TABLE must not be sealed with it, as a code."""
        ...

    def sealed(self, nonce: bytes) -> None:
        """It is used up."""
        ...


class NoJoins:
    """Of a program that has made none."""

    def made(self, nonce: bytes) -> None:
        """There is none."""

    def objection(self, setting: Setting, nonce: bytes, seat: int) -> str:
        """It was not made here."""
        return "consent/none"

    def sealed(self, nonce: bytes) -> None:
        """Nothing is ever sealed."""


class Sealing:
    """The seal of one seat."""

    def __init__(self, nonce: bytes, joins: Joins, drawer: Drawer) -> None:
        self._nonce = nonce
        self._joins = joins
        self._drawer = drawer
        made, kept = joins.made(nonce), drawer.sealed(nonce)
        self.name: bodies.Name | None = made.name if made else kept.name if kept else None
        """What the person of the seat is called, if that was agreed to on this computer."""
        self.people: Mapping[int, bodies.Introduction] = {}
        """By seat: the introductions of those who sit there."""
        if kept is not None:
            self.people = people_by_seat(kept)
        elif made is not None and made.consent is not None:
            self.people = made.consent.people

    def objection(self, setting: Setting, seat: int, server_key: bytes) -> str | None:
        """Why the seat must not seal, as a code.  If it may, that is on the disk before anything is signed.

        `OSError` if it cannot be written.
        """
        if setting.server_key != server_key:
            return "consent/server"
        kept = self._drawer.sealed(self._nonce)
        if kept is not None:
            return None if kept.tid == setting.tid else "join/reused"
        code = self._joins.objection(setting, self._nonce, seat)
        if code is not None:
            return code
        if not self._drawer.seal(self._record(setting)):
            return "join/reused"
        self._joins.sealed(self._nonce)
        return None

    def _record(self, setting: Setting) -> Sealed:
        assert self.name is not None
        return Sealed(
            nonce=self._nonce,
            tid=setting.tid,
            server_key=setting.server_key,
            rules=str(setting.rules),
            name=self.name,
            people=[self.people.get(seat) for seat in range(setting.seats)],
            last=0,
            end="",
        )

    def ended(self, last: int, reason: str) -> None:
        """The table has ended."""
        self._drawer.note_end(self._nonce, last, reason)
