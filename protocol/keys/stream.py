"""A stream of bounded integers made from a seed: the same on every machine, without bias.

Blocks of SHAKE-256 over the seed and a counter, read as little-endian 32-bit numbers; a number from the last,
incomplete stretch of multiples of ``below`` is thrown away, so that every value is equally likely.
"""

from hashlib import shake_256
from struct import unpack

_BLOCK = 256
_WORDS = 2**32


class Stream:
    """Everything that chance decides comes out of one of these."""

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def draw(self, below: int) -> int:
        """A number from 0 to below - 1; with nothing to decide, nothing is consumed."""
        if below == 1:
            return 0
        limit = _WORDS - _WORDS % below
        while (word := self._next()) >= limit:
            pass
        return word % below

    def _next(self) -> int:
        if not self._words:
            block = shake_256(self._seed + self._block.to_bytes(8, "little")).digest(_BLOCK)
            self._words = list(unpack("<64I", block))[::-1]
            self._block += 1
        return self._words.pop()
