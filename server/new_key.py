"""The command `new-key`: the server gets another key, and the one before vouches for it."""

import secrets as randomness
import sys

from protocol.keys.identity import pin
from server.store.data_dir import DataDir, DataDirTrouble
from server.store.identity_file import IdentityTrouble, hand_over
from server.streams import print_line

DONE, FAILED = 0, 1


def new_key(data_dir: str) -> int:
    """In the folder of a server that does not run."""
    try:
        folder = DataDir.of(data_dir)
    except DataDirTrouble as trouble:
        print(trouble, file=sys.stderr)
        return FAILED
    try:
        before, after = hand_over(folder.identity, folder.older_keys, randomness.token_bytes)
    except IdentityTrouble as trouble:
        print(trouble, file=sys.stderr)
        return FAILED
    finally:
        folder.close()
    lines = (
        f"the pin before: {pin(before.public)}",
        f"the pin now:    {pin(after.public)}",
        f"the key before is kept in {folder.older_keys}: tables that it began go on with it, and players who know",
        "its pin are led to the new key, as long as it is there; give the new link to new players",
    )
    return DONE if print_line("\n".join(lines)) is None else FAILED
