"""The two sets of characters: box drawing, and plain ASCII for terminals and readers that have nothing else."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Charset:
    """What each thing is drawn with."""

    rock: str
    blocked: str
    """Where a tunnel comes to a dead end."""
    free: str
    """An empty cell where a card could lie."""
    corner: tuple[str, str, str, str]
    across: str
    down: str
    broken: str
    mended: str
    falling: str


BOX = Charset("▓", "×", "·", ("┌", "┐", "└", "┘"), "─", "│", "✗", "✓", "▼")
ASCII = Charset("#", "x", ".", ("+", "+", "+", "+"), "-", "|", "x", "+", "v")
