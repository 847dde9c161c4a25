"""The file with the server's master secret: with it a program is this server, and without it another one."""

from collections.abc import Callable
from pathlib import Path

from protocol.keys.identity import SECRET, Identity
from protocol.keys.keytext import BadKeyText, KeyTextFault, key_text, master_of
from protocol.keys.secretfile import OpenToOthers, read_secret, write_whole
from server.store.data_dir import open_to_others

_LONGEST = 4096
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
    try:
        if (content := read_secret(path, _LONGEST)) is None:
            write_whole(path, key_text(randomness(SECRET)).encode("ascii"))
            content = read_secret(path, _LONGEST) or b""  # where files have no modes, say so before the key is used
        return Identity(master_of(content.decode("utf-8-sig", "replace")))
    except OpenToOthers as error:
        raise IdentityTrouble(open_to_others(path)) from error
    except BadKeyText as error:
        raise IdentityTrouble(
            f"{path}: {_SENTENCES[error.fault]}; put a copy of the right one in its place."
            " Without it, remove the file: players will meet a server that they do not know"
        ) from error
    except OSError as error:
        raise IdentityTrouble(f"{error.filename or path}: {error.strerror}") from error
