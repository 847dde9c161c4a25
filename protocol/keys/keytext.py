"""A master secret as one line of text, for a file or a sheet of paper: ``undermine-key-1 <base32>``.

The base32 holds the secret and a checksum, 64 characters in all.  Reading forgives what happens to a line that was
copied by hand: small letters, and groups.  Nothing is ever hashed over the text, so it may have several spellings.
"""

import re
from base64 import b32decode, b32encode
from enum import Enum, unique

from protocol.keys.hashing import digest

SECRET = 32
"""Length in bytes of the master secret, of a JOIN's nonce, and of everything derived."""
_MARK = "undermine-key-"
_VERSION = "1"
_CHECKSUM = 8  # with the secret this makes 40 bytes: base32 without padding
_BODY = re.compile(r"[A-Z2-7]{64}")
_HEADING = re.compile(rf"{_MARK}([0-9]{{1,9}})")


@unique
class KeyTextFault(Enum):
    """Why a text is not taken for a key; the sentences live in the client."""

    NO_KEY = "key-text/no-key"
    OTHER_VERSION = "key-text/other-version"
    DAMAGED = "key-text/damaged"


class BadKeyText(ValueError):
    """This text is not a key; ``fault`` says why, and the text itself is not repeated."""

    def __init__(self, fault: KeyTextFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def key_text(master: bytes) -> str:
    """The line that holds this secret, with its line end."""
    body = b32encode(master + _checksum(master)).decode("ascii")
    return f"{_MARK}{_VERSION} {body}\n"


def master_of(text: str) -> bytes:
    """The secret in a line."""
    heading, *groups = text.split() or [""]
    mark = _HEADING.fullmatch(heading.lower())
    if mark is None:
        raise BadKeyText(KeyTextFault.NO_KEY)
    if mark[1] != _VERSION:
        raise BadKeyText(KeyTextFault.OTHER_VERSION)
    body = "".join(groups).upper()
    if _BODY.fullmatch(body) is None:
        raise BadKeyText(KeyTextFault.DAMAGED)
    whole = b32decode(body)
    master, checksum = whole[:SECRET], whole[SECRET:]
    if checksum != _checksum(master):
        raise BadKeyText(KeyTextFault.DAMAGED)
    return master


def _checksum(master: bytes) -> bytes:
    return digest("undermine/1/key-text", master)[:_CHECKSUM]
