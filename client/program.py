"""What this program is called by whoever started it, so that what it tells to type can be typed."""

import sys
from pathlib import Path
from shlex import quote

_OF_A_CHECKOUT = "play"


def _program(started: str) -> str:
    return quote(started) if Path(started).name == _OF_A_CHECKOUT else "undermine"


PROGRAM = _program(sys.argv[0] if sys.argv else "")
"""`undermine` where it is installed; in a checkout `./play`, or however else that file was named."""
SERVER = "undermine-server" if PROGRAM == "undermine" else f"{PROGRAM} server"
