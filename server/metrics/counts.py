"""What the server counts while it runs: numbers and codes, and never a player, a table or a card.

Counting is an addition where the thing happens.  What a page makes of it is worked out when it is read.
"""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

LIMITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds; what took longer than the last stands behind it."""
_MISTAKE = "error/"
"""Begins a code that holds a reference: each is another one."""


@dataclass(slots=True)
class Times:
    """How long something took, in how many cases."""

    cases: list[int] = field(default_factory=lambda: [0] * (len(LIMITS) + 1))
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """One case."""
        self.cases[bisect_left(LIMITS, seconds)] += 1
        self.seconds += seconds


@dataclass(slots=True)
class Counts:
    """Since the start of the server."""

    connections: int = 0
    turned_away: int = 0
    received: int = 0
    """Bytes of frames, without those of TLS."""
    sent: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    """By code."""
    goodbyes: Counter[str] = field(default_factory=Counter)
    """By code: why connections were closed."""
    begun: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    """Tables, by the reason in their END."""
    moves: int = 0
    entries: int = 0
    """All that was stored in logs, moves among them."""
    answering: Times = field(default_factory=Times)
    """From an entry of a player until it is stored and sent to all."""
    storing: Times = field(default_factory=Times)
    not_stored: int = 0

    thinkers_died: int = 0

    def refused(self, code: str) -> None:
        """A player was told that something cannot be done or had."""
        self.refusals[_kind(code)] += 1

    def said_goodbye(self, code: str) -> None:
        """A connection was closed with this code."""
        self.goodbyes[_kind(code)] += 1


def _kind(code: str) -> str:
    return "error" if code.startswith(_MISTAKE) else code
