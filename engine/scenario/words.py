"""The words of scenarios: cells, cards, and events as text and back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from engine.grid.cells import cell, xy
from engine.scenario.keys import one_line, one_of, shown
from engine.slots import Face

CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")


def read_cell(value: Any) -> int:
    """A cell such as ``3,-1``."""
    text = one_line(value)
    match = CELL.fullmatch(text)
    if not match:
        raise ValueError(f'expected a cell such as "3,-1", found {shown(text)}')
    return cell(int(match[1]), int(match[2]))


def cell_text(at: int) -> str:
    """A cell as people write it."""
    x, y = xy(at)
    return f"{x},{y}"


def event_name(kind: type) -> str:
    """PathPlaced is written path-placed."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


CELL_FIELDS = frozenset(("cell", "other", "origin"))
FACE_FIELDS = frozenset(("face", "path"))
"""The fields of events that hold a cell, and a card that lies open."""


class Cards:
    """The cards of a game by their keys, and events that name them; ``listed`` knows those of every module too."""

    def __init__(self, listed: Callable[[], Mapping[str, Face]]) -> None:
        self._listed = listed

    @property
    def faces(self) -> Mapping[str, Face]:
        """By key."""
        return self._listed()

    @property
    def keys(self) -> Mapping[Face, str]:
        """By face."""
        return {face: key for key, face in self.faces.items()}

    def read(self, value: Any) -> Face:
        """From a key to the face."""
        return one_of(self.faces)(value)

    def event_fields(self, event: Any) -> dict[str, str]:
        """The fields of an event as text."""
        return {field.name: self._value(field.name, getattr(event, field.name)) for field in fields(event)}

    def event_text(self, event: object) -> str:
        """An event as one line."""
        told = (f"{name}={text}" for name, text in self.event_fields(event).items())
        return " ".join([event_name(type(event)), *told])

    def _value(self, name: str, value: Any) -> str:
        if value is None:
            return "nobody"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if name in CELL_FIELDS:
            return cell_text(value)
        if name in FACE_FIELDS:
            return self.keys.get(value, str(value))
        if name == "faces":
            return ",".join(f"{slot}:{self.keys.get(face, face)}" for slot, face in value)
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return str(value)
