"""Which seat is ours, and whether it may seal its table.

It may if the person has agreed to that table, and the JOIN was sealed for no other.
"""

from collections.abc import Mapping

from client.net.drawer import Drawer, Sealed
from client.net.open_joins import OpenJoins
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.keys.identity import Identity
from protocol.log import bodies
from protocol.log.setting import Setting


def own_seat(setting: Setting, identity: Identity) -> int | None:
    """Where a person sits: the row whose seat key the person's secret gives.

    Every row is tried.  The link in a JOIN says nothing here: it can be copied to another row.
    """
    joins = ((seat, join) for seat, join in enumerate(setting.joins) if join is not None)
    return next((seat for seat, join in joins if identity.seat(join.nonce).public == join.seat_key), None)


def follower_of(identity: Identity, setting: Setting) -> Follower:
    seat = own_seat(setting, identity)
    join = None if seat is None else setting.joins[seat]
    if seat is None or join is None:
        return Follower(setting)
    return SeatFollower(setting, seat, identity.seat(join.nonce))


class Sealing:
    def __init__(self, nonce: bytes, joins: OpenJoins, drawer: Drawer) -> None:
        self._nonce = nonce
        self._joins = joins
        self._drawer = drawer
        made, kept = joins.made(nonce), drawer.sealed(nonce)
        self.name: bodies.Name | None = made.joining.name if made else kept.name if kept else None
        """What the person of the seat is called, if that was agreed to on this computer."""
        self.people: Mapping[int, bodies.Introduction] = {}  # by seat: the introduction of who sits there
        if kept is not None:
            self.people = kept.by_seat
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
        self._drawer.note_end(self._nonce, last, reason)
