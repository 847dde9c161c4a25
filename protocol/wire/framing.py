"""Where one frame ends and the next begins: a length of four bytes, little-endian, before each.  No socket, no meaning.

A stream that announces an empty or too long frame has lost its place for good: nothing behind it is read.
"""

from collections.abc import Iterator

from protocol.keys.hashing import u32
from protocol.wire.codec import BadFrame

LENGTH = 4


def framed(body: bytes) -> bytes:
    """A frame as it travels."""
    if not body:
        raise ValueError("an empty frame says nothing and is refused everywhere")
    return u32(len(body)) + body


class Frames:
    """Bytes in as they come, whole frames out; never holds more than it was fed and one frame."""

    __slots__ = ("_lost", "_rest", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        """The longest frame; judged when its length is read, so that it may be raised between two frames."""
        self._rest = bytearray()
        self._lost = ""  # the reason, once there is one

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The frames that are complete now; after the good ones, a bad length raises, then and ever after."""
        if not self._lost:  # here and not in the generator: nothing is lost if the caller stops half-way
            self._rest += data
        return self._complete()

    def _complete(self) -> Iterator[bytes]:
        while (end := self._end()) <= len(self._rest):
            frame = bytes(self._rest[LENGTH:end])
            del self._rest[:end]
            yield frame

    def _end(self) -> int:
        """Where the first frame ends, as far as is known."""
        if self._lost:
            raise BadFrame(self._lost)
        if len(self._rest) < LENGTH:
            return LENGTH
        length = int.from_bytes(self._rest[:LENGTH], "little")
        if not 0 < length <= self.limit:
            self._rest.clear()
            self._lost = f"a frame of {length} bytes where 1 to {self.limit} are allowed"
            raise BadFrame(self._lost)
        return LENGTH + length
