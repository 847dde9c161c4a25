"""The one way in which bytes are joined before they are hashed or signed.

Every list of parts has exactly one spelling: the length stands before each part, and a tag with a version says what
the bytes are for, so that nothing made for one purpose can pass for another.
"""

from functools import cache
from hashlib import sha256

_SHORT = 256
_SIZES = tuple(size.to_bytes(4, "little") for size in range(_SHORT))  # nearly all parts are short


def frame(tag: str, *parts: bytes) -> bytes:
    """The tag and the parts, each behind its length."""
    pieces = [_name(tag)]
    for part in parts:
        size = len(part)
        pieces.append(_SIZES[size] if size < _SHORT else u32(size))
        pieces.append(part)
    return b"".join(pieces)


@cache
def _name(tag: str) -> bytes:
    """The tags are a few dozen, and every hash begins with one."""
    name = tag.encode("ascii")
    return bytes([len(name)]) + name


def digest(tag: str, *parts: bytes) -> bytes:
    """SHA-256 over the frame."""
    return sha256(frame(tag, *parts)).digest()


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1, "little")


def u16(number: int) -> bytes:
    """Two bytes, little-endian."""
    return number.to_bytes(2, "little")


def u32(number: int) -> bytes:
    """Four bytes, little-endian."""
    return number.to_bytes(4, "little")
