"""Pointing at cards: ``hand 0.1``, ``slot 41``, and whatever else a game has."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engine.scenario.keys import one_line, shown
from engine.scenario.vocabulary import Pointer
from engine.slots import Face, Slot
from engine.tabletop import Tabletop

NUMBER = re.compile(r"[0-9]{1,4}")
PLACE = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
"""A seat, and the place in a list of that seat."""


class NoSuchCard(ValueError):
    """The scenario points at a card that is not there."""


def index(text: str, first: int = 1) -> int:
    """The index of what is counted from ``first``."""
    found = int(text) - first
    if found < 0:
        raise IndexError(text)
    return found


def at_place(zones: list[list[Slot]], text: str) -> Slot:
    """The card at a `PLACE` of zones that are listed by seat."""
    seat, place = text.split(".")
    return zones[int(seat)][index(place)]


POINTERS = {
    "slot": Pointer("slot 41", NUMBER, lambda table, where: range(len(table.state.pile_of))[index(where, first=0)])
}


class References:
    """All ways to point at a card of a table."""

    def __init__(self, pointers: Mapping[str, Pointer]) -> None:
        self._pointers = pointers
        *others, last = (repr(pointer.example) for pointer in pointers.values())
        self._forms = " or ".join(filter(None, [", ".join(others), last]))

    def read(self, value: Any) -> str:
        """A text that points at a card."""
        text = one_line(value)
        word, space, where = text.partition(" ")
        pointer = self._pointers.get(word)
        if pointer is None or not _fits(pointer, space, where):
            raise ValueError(f"expected a card such as {self._forms}, found {shown(text)}")
        return text

    def slot(self, table: Tabletop, reference: str) -> Slot:
        """The slot that a reference points at now."""
        word, _, where = reference.partition(" ")
        try:
            return self._pointers[word].find(table, where)
        except (IndexError, KeyError) as error:
            raise NoSuchCard(f"there is no card {reference!r} now") from error


def _fits(pointer: Pointer, space: str, where: str) -> bool:
    return not space if pointer.form is None else pointer.form.fullmatch(where) is not None


def lying_slot(
    table: Tabletop, face: Face, zones: Iterable[Iterable[Slot]], besides: Collection[Slot] = ()
) -> Slot | None:
    """The first card with this face: the lowest slot of the first zone that has one."""
    for zone in zones:
        for slot in sorted(zone):
            if table.faces[slot] == face and slot not in besides:
                return slot
    return None
