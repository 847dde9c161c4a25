"""Unfinished games and the way back to each, as this computer has them: no server is asked."""

from dataclasses import replace

from client.net.drawer import Drawer, Place, Sealed
from client.net.way import Way
from client.visit.errand import Alone, At, Errand, WithFriends
from client.visit.marks import round_kept
from engine.records import record
from protocol.keys.identity import Identity, pin
from protocol.log.join import name_of
from protocol.wire.invite import BadInvite, read_invite


@record
class WayBack:
    tid: bytes
    errand: Errand  # what leads to this table and to no other
    rules: str
    host: str  # whose table it is, as its server said; empty if that is not known
    own: bool  # whether it is this person's
    names: tuple[str, ...]  # the other people
    round: int  # 0 before the first deal
    played_at: float  # in seconds since 1970
    code: str  # of its lobby, by which it can be named; empty if that is not known


def ways_back(drawer: Drawer, identity: Identity) -> list[WayBack]:
    """The latest first.  One that has ended meanwhile is among them: only its server knows."""
    sealed = {one.tid: one for one in drawer.all_sealed()}
    opened = drawer.all_open().items()
    ways = [_way(drawer, identity, sealed[tid]) for tid, pinned in opened if _is_kept(sealed.get(tid), pinned)]
    return sorted((way for way in ways if way is not None), key=lambda way: way.played_at, reverse=True)


def by_code(ways: list[WayBack], code: str) -> WayBack | None:
    return next((way for way in ways if code and way.code == code), None)


def _is_kept(one: Sealed | None, pinned: str) -> bool:
    return one is not None and not one.end and pin(one.server_key) == pinned


def _way(drawer: Drawer, identity: Identity, one: Sealed) -> WayBack | None:
    """None where the place is not known: an older version of this program kept none."""
    place = drawer.place(one.tid)
    people = {introduction.identity: name_of(introduction) or "" for introduction in one.by_seat.values()}
    people.pop(identity.public, None)
    errand = None if place is None else _errand(place, one, alone=not people)
    if place is None or errand is None:
        return None
    return WayBack(
        tid=one.tid,
        errand=errand,
        rules=one.rules,
        host=place.host,
        own=not place.link or place.host == one.name.name,
        names=tuple(people.values()),
        round=round_kept(drawer.log(one.tid)),
        played_at=drawer.played_at(one.tid),
        code=place.code,
    )


def _errand(place: Place, one: Sealed, *, alone: bool) -> Errand | None:
    """The key that the table was played with decides who is let in; the place is only where to look first."""
    if not place.link:
        return Alone(table=one.tid) if alone else WithFriends(table=one.tid)
    try:
        return At(replace(read_invite(place.link), pin=pin(one.server_key)), way=Way[place.way], table=one.tid)
    except (BadInvite, KeyError):
        return None
