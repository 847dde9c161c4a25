"""The story of a table as it is shown: sentences, talk and notices, in the order of the log."""

from dataclasses import dataclass
from enum import Enum, auto, unique


@unique
class Kind(Enum):
    """What a line is, so that it can be drawn apart, or left out."""

    STORY = auto()
    SECRET = auto()
    """Only this seat knows it."""
    TALK = auto()
    NOTICE = auto()
    """Who comes and goes, and what the clock does."""


@dataclass(frozen=True, slots=True)
class Told:
    """One line."""

    kind: Kind
    text: str
    seat: int | None = None
    """Whose talk it is."""
