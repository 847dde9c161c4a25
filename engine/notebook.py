"""What one seat knows beyond the public state: the faces it was shown, carried over renewals.

Exact knowledge is a face for a slot.  Where a renewal mixes cards whose faces are known, what is left is a *pool*:
these slots hold these faces in an unknown order.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol, Self, TypeGuard

from engine.events import SlotsOpened, SlotsRenewed
from engine.records import record
from engine.slots import Face, Seat, Slot, in_order


@record
class Pool:
    """These faces lie in these slots, one in each, in an unknown order; slots left over are unknown."""

    slots: frozenset[Slot]
    faces: tuple[Face, ...]


class Notebook:
    """The private part of a seat's view."""

    __slots__ = ("chosen", "pools", "shown")

    def __init__(self, shown: Mapping[Slot, Face] | None = None, pools: Iterable[Pool] = ()) -> None:
        self.shown: dict[Slot, Face] = dict(shown or {})
        self.pools: list[Pool] = list(pools)
        self.chosen: tuple[Seat, int] | None = None
        """The seat and the way of its last secret choice, until the renewal that it orders."""

    def copy(self) -> Self:
        notebook = type(self)(self.shown, self.pools)
        notebook.chosen = self.chosen
        return notebook

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notebook) and (self.shown, self.pools, self.chosen) == (
            other.shown,
            other.pools,
            other.chosen,
        )

    def show(self, faces: Iterable[tuple[Slot, Face]]) -> None:
        """The seat is shown these faces."""
        for slot, face in faces:
            self.shown[slot] = face
            if self.pools:
                self._strike(slot, face)

    def note(self, event: object) -> None:
        """Carry the knowledge over what happened at the table."""
        if type(event) is SlotsRenewed:
            if self.chosen is not None and self.chosen[0] == event.by:
                self._follow_own(event, self.chosen[1])
            else:
                self._renew(event)
        elif type(event) is SlotsOpened:
            for slot, face in event.faces:
                self._strike(slot, face)
        elif self.pools and shows_card(event):
            self._strike(event.slot, event.face)

    def _follow_own(self, event: SlotsRenewed, chosen: int) -> None:
        """The seat that chose the order knows where each card went."""
        self.chosen = None
        successor = dict(zip(in_order(chosen, event.old), event.new, strict=True))
        self.shown = {successor.get(slot, slot): face for slot, face in self.shown.items()}
        self.pools = [Pool(frozenset(successor.get(s, s) for s in pool.slots), pool.faces) for pool in self.pools]

    def _renew(self, event: SlotsRenewed) -> None:
        old = set(event.old)
        known = tuple(self.shown.pop(slot) for slot in event.old if slot in self.shown)
        mixed = [pool for pool in self.pools if not old.isdisjoint(pool.slots)]
        self.pools = [pool for pool in self.pools if old.isdisjoint(pool.slots)]
        faces = sorted(known + tuple(face for pool in mixed for face in pool.faces))
        if faces:
            slots = old.union(*(pool.slots for pool in mixed)) - old | set(event.new)
            self.pools.append(Pool(frozenset(slots), tuple(faces)))
            self._settle()

    def _strike(self, slot: Slot, face: Face) -> None:
        """The slot is known exactly now: no pool needs to hold it."""
        if self.pools:
            self.pools = [_without(pool, slot, face) for pool in self.pools]
            self._settle()

    def _settle(self) -> None:
        """A pool of one slot is exact knowledge; an empty one is none."""
        for pool in self.pools:
            if len(pool.slots) == len(pool.faces) and len(set(pool.faces)) == 1:
                self.shown.update(dict.fromkeys(pool.slots, pool.faces[0]))
        self.pools = [pool for pool in self.pools if pool.faces and not pool.slots <= self.shown.keys()]


class ShowsCard(Protocol):
    """An act or an event with a card that all seats see from then on."""

    @property
    def slot(self) -> Slot: ...
    @property
    def face(self) -> Face: ...


def shows_card(given: object) -> TypeGuard[ShowsCard]:
    """Whether the act or event has a card that all seats see from then on."""
    return hasattr(given, "face") and hasattr(given, "slot")


def _without(pool: Pool, slot: Slot, face: Face) -> Pool:
    if slot not in pool.slots:
        return pool
    faces = list(pool.faces)
    if face in faces:
        faces.remove(face)
    return Pool(pool.slots - {slot}, tuple(faces))
