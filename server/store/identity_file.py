"""The files with the server's master secrets: with the first a program is this server, and without it another one.

A server that was handed over to a new key keeps those before: tables that were begun with one of them go on with it,
and it vouches for the new one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from protocol.keys.identity import SECRET, Identity
from protocol.keys.keytext import BadKeyText, KeyTextFault, key_text, master_of
from protocol.keys.secretfile import OpenToOthers, read_secret, write_whole
from server.store.data_dir import open_to_others

_LONGEST = 1 << 14
_WITHOUT = (
    "put a copy of the right one in its place."
    " Without it, remove the file: players will meet a server that they do not know"
)
_SENTENCES = {
    KeyTextFault.NO_KEY: "this is not a key of undermine",
    KeyTextFault.OTHER_VERSION: "this key was written by a version of undermine that this one does not know",
    KeyTextFault.DAMAGED: "this key is damaged, a part of its line is missing or wrong",
}


class IdentityTrouble(Exception):
    """The server's key cannot be used; the message says why and what to do.  No other key is made in its place."""


def load_or_make(path: Path, randomness: Callable[[int], bytes]) -> Identity:
    """The server's identity, made by ``randomness`` on the first start.

    The caller holds the folder, so there is one writer.
    """
    with _sentences(path, _WITHOUT):
        if (content := read_secret(path, _LONGEST)) is None:
            write_whole(path, _line(randomness(SECRET)))
            content = read_secret(path, _LONGEST) or b""  # where files have no modes, say so before the key is used
        return _identity(content)


def load_older(path: Path, now: Identity) -> list[Identity]:
    """The keys before this one, the oldest first."""
    return [one for _, one in _older(path) if one.public != now.public]


def hand_over(path: Path, older: Path, randomness: Callable[[int], bytes]) -> tuple[Identity, Identity]:
    """Make a new key in place of the one that is there; returns both.

    A process that is killed in between leaves the key as it was.
    """
    before = load_or_make(path, randomness)
    kept = [line for line, one in _older(older) if one.public != before.public]
    with _sentences(path, "nothing was changed"):
        write_whole(older, b"".join((*kept, (read_secret(path, _LONGEST) or b"").strip() + b"\n")))
        write_whole(path, _line(randomness(SECRET)))
    return before, load_or_make(path, randomness)


def _older(path: Path) -> list[tuple[bytes, Identity]]:
    """Each with its line."""
    with _sentences(path, "put a copy of the right file in its place, or take that line away"):
        lines = (read_secret(path, _LONGEST) or b"").splitlines()
        return [(line + b"\n", _identity(line)) for line in lines if line.strip()]


def _line(master: bytes) -> bytes:
    return key_text(master).encode("ascii")


def _identity(content: bytes) -> Identity:
    return Identity(master_of(content.decode("utf-8-sig", "replace")))


@contextmanager
def _sentences(path: Path, advice: str) -> Iterator[None]:
    try:
        yield
    except OpenToOthers as error:
        raise IdentityTrouble(open_to_others(path)) from error
    except BadKeyText as error:
        raise IdentityTrouble(f"{path}: {_SENTENCES[error.fault]}; {advice}") from error
    except OSError as error:
        raise IdentityTrouble(f"{error.filename or path}: {error.strerror}") from error
