"""Private openings: one box for one seat, made so that any auditor can make it again once the seeds are open.

Nothing in a box is left to chance: the ephemeral key comes from the seal key and from all that the box is about.  A
dealer that puts something else into a box than the rules say is found out byte by byte.
"""

import hmac
from collections.abc import Iterable
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engine.records import record
from protocol.keys.hashing import frame, u8, u16, u32

_NONCE = bytes(12)  # each key is used once
_KEY = 32
PLAIN = 2 + 32
"""Bytes for each slot: its face and its salt."""
OVERHEAD = 32 + 16
"""Bytes of a box beside what it says: the ephemeral key and the tag."""


class Unreadable(ValueError):
    """The box was not made for this key, or not for this place in this log."""


@record
class Place:
    """The public part of a box: where it stands, and which seat may look at which slots."""

    tid: bytes
    seq: int
    seat: int
    header: bytes
    """The clear part."""

    @classmethod
    def of_slots(cls, tid: bytes, seq: int, seat: int, slots: Iterable[int]) -> "Place":
        """The place of a private opening."""
        return cls(tid, seq, seat, u8(seat) + b"".join(u16(slot) for slot in slots))

    def framed(self, tag: str, *parts: bytes) -> bytes:
        """This place and more, under a tag."""
        return frame(tag, self.tid, u32(self.seq), u8(self.seat), self.header, *parts)


def plaintext(openings: list[tuple[int, bytes]]) -> bytes:
    """Face and salt of each slot, in the order of the header."""
    return b"".join(u16(face) + salt for face, salt in openings)


def parse_plaintext(data: bytes) -> list[tuple[int, bytes]]:
    """Faces and salts."""
    if len(data) % PLAIN:
        raise Unreadable("the opening has a wrong length")
    parts = [data[at : at + PLAIN] for at in range(0, len(data), PLAIN)]
    return [(int.from_bytes(part[:2], "little"), part[2:]) for part in parts]


def seal(seal_key: bytes, place: Place, reader: bytes, plain: bytes) -> bytes:
    """The box for the reader's public key."""
    secret = hmac.digest(seal_key, place.framed("undermine/1/esk", reader, plain), "sha256")
    ephemeral = X25519PrivateKey.from_private_bytes(secret)
    public = ephemeral.public_key().public_bytes_raw()
    shared = ephemeral.exchange(_loaded(reader))
    return public + _cipher(place, shared, public, reader).encrypt(_NONCE, plain, place.framed("undermine/1/opening"))


@lru_cache(maxsize=1024)  # all boxes of a seat are for one key
def _loaded(public: bytes) -> X25519PublicKey:
    return X25519PublicKey.from_public_bytes(public)


def unseal(reader: X25519PrivateKey, place: Place, box: bytes) -> bytes:
    """What the box says to its reader."""
    public, sealed = box[:_KEY], box[_KEY:]
    own = reader.public_key().public_bytes_raw()
    try:
        shared = reader.exchange(X25519PublicKey.from_public_bytes(public))
        return _cipher(place, shared, public, own).decrypt(_NONCE, sealed, place.framed("undermine/1/opening"))
    except (InvalidTag, ValueError) as error:
        raise Unreadable("the box cannot be opened with this key") from error


def _cipher(place: Place, shared: bytes, public: bytes, reader: bytes) -> ChaCha20Poly1305:
    info = frame("undermine/1/seal", public, reader, u32(place.seq), u8(place.seat))
    return ChaCha20Poly1305(HKDF(SHA256(), _KEY, salt=place.tid, info=info).derive(shared))
