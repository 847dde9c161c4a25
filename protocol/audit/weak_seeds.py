"""Seeds of a server that no chance gives: repeated ones, and such as a program makes that only counts.

A note and no fault: the people's seeds alone make every shuffle fair.  But a server that uses such seeds lets
others guess them, and with them every card.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

FEWEST_VALUES = 9
"""Of 32 bytes by chance fewer than so many are different in one of 10^33 seeds."""


def is_trivial(seed: bytes) -> bool:
    """Whether the bytes are all equal, count up or down in equal steps, or are but a few in other order."""
    steps = {(after - before) % 256 for before, after in pairwise(seed)}
    return len(steps) <= 1 or len(set(seed)) < FEWEST_VALUES


def repeated(seeds: Iterable[bytes]) -> set[bytes]:
    """The seeds that stand there more than once."""
    return {seed for seed, count in Counter(seeds).items() if count > 1}
