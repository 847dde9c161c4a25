"""What the doctor has found: what is so, how bad it is, and what to do."""

from dataclasses import dataclass
from enum import Enum, unique


@unique
class Level(Enum):
    """``WRONG``: something does not work, or is in danger.  A ``HINT`` could be better, and can be lived with."""

    OK = "ok"
    HINT = "hint"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """``code`` stays the same in every version and language; ``remedy`` says what to do, where there is something."""

    code: str
    level: Level
    text: str
    remedy: str = ""


def ok(code: str, text: str) -> Finding:
    return Finding(code, Level.OK, text)


def hint(code: str, text: str, remedy: str) -> Finding:
    return Finding(code, Level.HINT, text, remedy)


def wrong(code: str, text: str, remedy: str) -> Finding:
    return Finding(code, Level.WRONG, text, remedy)
