"""The one way in which bytes are joined before they are hashed or signed.

Every list of parts has exactly one spelling: the length stands before each part, and a tag with a version says what
the bytes are for, so that nothing made for one purpose can pass for another.
"""

from hashlib import sha256

DIGEST = 32


def frame(tag: str, *parts: bytes) -> bytes:
    """The tag and the parts, each behind its length."""
    name = tag.encode("ascii")
    return bytes([len(name)]) + name + b"".join(u32(len(part)) + part for part in parts)


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
