"""The two sets of characters: box drawing, and plain ASCII for terminals and readers that have nothing else."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Charset:
    """What each thing is drawn with."""

    rock: str
    blocked: str
    """Where a tunnel comes to a dead end."""
    rail: str
    """The side of a bridge, which parts the way over it from the way under it."""
    free: str
    """An empty cell where a card could lie."""
    corner: tuple[str, str, str, str]
    across: str
    down: str
    broken: str
    mended: str
    stones: str
    bar: str
    """Of a prison."""
    toward: tuple[str, str]
    """The heads of an arrow, to the left and to the right."""


BOX = Charset(
    rock="▓",
    blocked="×",
    rail="║",
    free="·",
    corner=("┌", "┐", "└", "┘"),
    across="─",
    down="│",
    broken="✗",
    mended="✓",
    stones="▼",
    bar="║",
    toward=("◄", "►"),
)
ASCII = Charset(
    rock="#",
    blocked="x",
    rail="|",
    free=".",
    corner=("+", "+", "+", "+"),
    across="-",
    down="|",
    broken="x",
    mended="+",
    stones="v",
    bar="#",
    toward=("<", ">"),
)
