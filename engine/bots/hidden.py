"""What a seat does not see, and how it may lie: the worlds that a bot plays out when it looks ahead.

A world gives every slot a face.  What the seat knows stays as it is; the rest of each pile is shuffled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from engine.events import RoundDealt, SlotsRenewed, SlotsShown
from engine.front import View
from engine.notebook import Notebook
from engine.slots import Draw, Face, Seat, Slot, shuffled

World: TypeAlias = dict[Slot, Face]
Likely: TypeAlias = Callable[[Mapping[Slot, Face]], float]
"""(faces): how likely the hidden cards of a pile lie so, compared with other ways."""
_SHUFFLES = 12
"""Of so many ways in which such a pile may lie one is taken, by how likely each is."""
_FINE = 1 << 20


class Hidden:
    """The slots that hold cards now, and which of them each seat has been shown: all of that is public."""

    __slots__ = ("_first", "_gone", "_shown")

    def __init__(self, seats: int) -> None:
        self._first = 0
        """The first slot of the round."""
        self._gone: set[Slot] = set()
        """The slots that were renewed."""
        self._shown: list[set[Slot]] = [set() for _ in range(seats)]

    def note(self, event: object) -> None:
        """Fold one event."""
        match event:
            case SlotsShown(seat=seat, slots=slots):
                self._shown[seat].update(slots)
            case SlotsRenewed(old=old):
                self._gone.update(old)
            case RoundDealt(first=first):
                self._first = first

    def worlds(self, view: View, likely: Mapping[str, Likely], chance: Draw) -> Iterator[World]:
        """One after the other, without an end."""
        known = self._known(view)
        mixed = view.notebook.pools
        piles = self._unknown(view, known)
        while True:
            world = dict(known)
            for pool in mixed:
                world.update(zip(shuffled(sorted(pool.slots), chance), pool.faces, strict=False))
            for name, slots, faces in self._unknown(view, world) if mixed else piles:
                world.update(_laid(slots, faces, likely.get(name), chance))
            yield world

    def notebook(self, seat: Seat, world: World) -> Notebook:
        """What another seat has been shown, in that world."""
        return Notebook({slot: world[slot] for slot in self._shown[seat] if slot in world})

    def _living(self, view: View, pile: int, *, lasts: bool) -> Iterator[Slot]:
        pile_of = view.state.pile_of
        for slot in range(0 if lasts else self._first, len(pile_of)):
            if pile_of[slot] == pile and slot not in self._gone:
                yield slot

    def _known(self, view: View) -> World:
        world: World = {}
        for pile in view.state.book.piles:
            for slot in self._living(view, pile.number, lasts=pile.once):
                face = view.face(slot)
                if face is not None:
                    world[slot] = face
        return world

    def _unknown(self, view: View, known: World) -> list[tuple[str, list[Slot], list[Face]]]:
        """By pile: its name, the slots whose cards are not known, and the cards that lie there."""
        piles = []
        for pile in view.state.book.piles:
            slots, faces = [], list(pile.faces)
            for slot in self._living(view, pile.number, lasts=pile.once):
                if slot in known:
                    faces.remove(known[slot])
                else:
                    slots.append(slot)
            piles.append((pile.name, slots, faces))
        return piles


def _laid(slots: Sequence[Slot], faces: Sequence[Face], likely: Likely | None, chance: Draw) -> World:
    """The cards in these slots, as chance has it; where something speaks for it, rather so than otherwise."""
    if likely is None or len(slots) < 2:
        return dict(zip(slots, shuffled(faces, chance), strict=True))
    ways = [dict(zip(slots, shuffled(faces, chance), strict=True)) for _ in range(_SHUFFLES)]
    weights = [likely(way) for way in ways]
    total = 0.0
    for weight in weights:
        total += weight
    left = total * chance(_FINE) / _FINE
    for way, weight in zip(ways, weights, strict=True):
        left -= weight
        if left < 0:
            return way
    return ways[-1]
