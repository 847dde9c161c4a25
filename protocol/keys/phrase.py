"""Five words by which the people at a table find out whether they all sit at the same one.

It covers the seeds: over the table alone, a server could search for two tables with the same words.
"""

from collections.abc import Sequence

from protocol.keys.hashing import digest
from protocol.keys.phrase_words import WORDS

_COUNT = 5
_BITS = 11  # 2048 words


def phrase(tid: bytes, seeds: Sequence[bytes]) -> tuple[str, ...]:
    """The words of a table once every seed is known, in the order of the seats; a bot's part is empty."""
    hashed = digest("undermine/1/phrase", tid, *seeds)
    number = int.from_bytes(hashed, "big") >> 8 * len(hashed) - _BITS * _COUNT
    return tuple(WORDS[number >> _BITS * place & len(WORDS) - 1] for place in reversed(range(_COUNT)))
