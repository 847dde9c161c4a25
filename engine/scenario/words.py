"""The words of scenarios: cells, cards, and events as text and back."""

import re
from dataclasses import fields
from typing import Any

from engine.grid.cells import cell, xy
from engine.mine.game import ALL_CARDS
from engine.scenario.keys import one_line, one_of, shown
from engine.slots import Face

FACES: dict[str, Face] = {card.key: card.number for card in ALL_CARDS}
KEYS: dict[Face, str] = {number: key for key, number in FACES.items()}
CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")

read_card = one_of(FACES)


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


def event_fields(event: Any) -> dict[str, str]:
    """The fields of an event as text."""
    return {field.name: _value(field.name, getattr(event, field.name)) for field in fields(event)}


def event_text(event: object) -> str:
    """An event as one line."""
    return " ".join([event_name(type(event)), *(f"{name}={text}" for name, text in event_fields(event).items())])


def _value(name: str, value: Any) -> str:
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "cell":
        return cell_text(value)
    if name == "face":
        return KEYS.get(value, str(value))
    if name == "faces":
        return ",".join(f"{slot}:{KEYS.get(face, face)}" for slot, face in value)
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)
