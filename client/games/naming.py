"""What cells are called in every game, and how names are listed."""

from collections.abc import Iterable
from textwrap import wrap

from client.i18n import _
from engine.grid.cells import Cell, xy

SIDE_WORDS = {1: _("up"), 2: _("right"), 4: _("down"), 8: _("left")}
"""By edge."""


def any_of(names: Iterable[str], between: str = ", ") -> str:
    """As in “top, middle or bottom”."""
    *others, last = names
    return _("{others} or {last}", others=between.join(others), last=last) if others else last


def cell_name(at: Cell) -> str:
    x, y = xy(at)
    return f"{x},{y}"


def from_left(at: Cell) -> tuple[int, int]:
    """The order in which cells are listed: from left to right, from top to bottom."""
    x, y = xy(at)
    return x, -y


def wrapped(parts: Iterable[str], between: str, width: int, indent: str = "") -> list[str]:
    """Lines of so many characters, broken between the parts alone; the first begins with the indent."""
    text = between.join(part.replace(" ", "\xa0") for part in parts)
    lines = wrap(text, width, initial_indent=indent, subsequent_indent=" " * len(indent), break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


def explained(name: str, meaning: str) -> str:
    """A card or a role, and what it does or wants; a path card shows that by itself."""
    return _("{name}: {meaning}", name=name, meaning=meaning) if meaning else f"{name}."
