"""An identity: one secret, and every key that follows from it.

A person keeps 32 secret bytes.  The key that others know the person by comes from them alone; the keys and the seed of
a seat come from them and the nonce of its JOIN.  So the secret and a log restore a seat on any computer, and the keys
of two seats cannot be told to belong to one person.

A signature covers a frame and nothing else, and the frame begins with what it is for: no signature can be carried from
one purpose to another.
"""

from base64 import b32encode
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from protocol.keys.hashing import digest, frame
from protocol.keys.keycheck import (
    BadKey,
    KeyFault,
    check_ed25519,
    check_x25519,
    ed25519_fault,
    is_canonical_signature,
)
from protocol.keys.keytext import SECRET

__all__ = [
    "SECRET",
    "BadKey",
    "Identity",
    "KeyFault",
    "Purpose",
    "SeatKeys",
    "check_ed25519",
    "check_x25519",
    "fingerprint",
    "pin",
    "sign",
    "verify",
]

_FINGERPRINT, _GROUP = 20, 4  # 100 bits: too many to search, and said in five breaths


@unique
class Purpose(StrEnum):
    """What a signature is for; the values are the tags that it covers."""

    LOGIN = "undermine/1/login"
    SERVER = "undermine/1/server"
    JOIN = "undermine/1/join"
    INTRODUCE = "undermine/1/introduce"
    READY = "undermine/1/ready"
    SEAL = "undermine/1/seal"
    ACT = "undermine/1/act"
    HEAD = "undermine/1/head"
    HANDOVER = "undermine/1/handover"
    HEADS = "undermine/1/heads"
    REMOVE_TEXTS = "undermine/1/remove-texts"
    SUCCESSION = "undermine/1/succession"


@dataclass(frozen=True, slots=True, repr=False)  # a repr ends up in logs, and the seed is secret
class SeatKeys:
    """What one seat of one game signs, reads and shuffles with."""

    signing: Ed25519PrivateKey
    reading: X25519PrivateKey  # what only this seat may see is sealed to it
    seed: bytes
    choosing: bytes  # what hides this seat's secret choices; the seed is public from REVEAL on
    blind: bytes  # what hides the person behind the link in JOIN

    @property
    def public(self) -> bytes:
        """The seat key, as JOIN shows it."""
        return self.signing.public_key().public_bytes_raw()

    @property
    def reading_public(self) -> bytes:
        """The X25519 key, as JOIN shows it."""
        return self.reading.public_key().public_bytes_raw()


class Identity:
    """A person, by a master secret; the caller brings its randomness."""

    __slots__ = ("_master", "key")

    def __init__(self, master: bytes) -> None:
        _require_length("a master secret", master)
        self._master = master
        self.key = Ed25519PrivateKey.from_private_bytes(self._derive("undermine/1/identity-key"))

    def __repr__(self) -> str:
        return f"<Identity {fingerprint(self.public)}>"

    @property
    def public(self) -> bytes:
        """The key that others know this person by."""
        return self.key.public_key().public_bytes_raw()

    def seat(self, nonce: bytes) -> SeatKeys:
        """The keys and the seed that belong to the JOIN with this nonce."""
        _require_length("a nonce", nonce)
        return SeatKeys(
            Ed25519PrivateKey.from_private_bytes(self._derive("undermine/1/seat-key", nonce)),
            X25519PrivateKey.from_private_bytes(self._derive("undermine/1/x25519-key", nonce)),
            self._derive("undermine/1/player-seed", nonce),
            self._derive("undermine/1/choice-key", nonce),
            self._derive("undermine/1/link-blind", nonce),
        )

    def _derive(self, tag: str, *parts: bytes) -> bytes:
        return HKDF(SHA256(), SECRET, salt=None, info=frame(tag, *parts)).derive(self._master)


def sign(key: Ed25519PrivateKey, purpose: Purpose, *parts: bytes) -> bytes:
    """The signature for one purpose."""
    return key.sign(frame(purpose, *parts))


def verify(public: bytes, signature: bytes, purpose: Purpose, *parts: bytes) -> bool:
    """Whether the key signed these parts for this purpose; malformed keys and signatures have signed nothing.

    RFC 8032 without the cofactor, as OpenSSL does it, with S below L and one spelling of key and R.  Signatures are
    never verified in a batch: there the verdict on a key with a part of small order can be another one.
    """
    key = _loaded(public)
    if key is None or not is_canonical_signature(signature):
        return False
    try:
        key.verify(signature, frame(purpose, *parts))
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=1024)  # a game has a few keys and hundreds of signatures
def _loaded(public: bytes) -> Ed25519PublicKey | None:
    """The key; None if nothing is signed with it."""
    if ed25519_fault(public):
        return None
    try:
        return Ed25519PublicKey.from_public_bytes(public)
    except ValueError:  # from a library that refuses to load what is no point
        return None


def pin(public: bytes) -> str:
    """The whole hash of a public key in base32, as invite links carry it."""
    return b32encode(digest("undermine/1/pin", public)).decode("ascii").rstrip("=")


def fingerprint(public: bytes) -> str:
    """The beginning of the pin, in groups that people can read to each other; base32 has no 0, 1, 8 or 9."""
    return "-".join(pin(public)[at : at + _GROUP] for at in range(0, _FINGERPRINT, _GROUP))


def _require_length(what: str, secret: bytes) -> None:
    if len(secret) != SECRET:
        raise ValueError(f"{what} has {SECRET} bytes, not {len(secret)}")
