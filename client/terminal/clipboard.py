"""Copying text by OSC 52, which many terminals take, also through ssh; none says whether it did."""

import os
import sys
from base64 import b64encode
from collections.abc import Mapping
from typing import TextIO

_TAKE_NONE = {"dumb", "linux"}
"""They would print it."""


def copy(text: str, out: TextIO | None = None, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the text was sent to a terminal that may take it."""
    terminal = sys.stdout if out is None else out
    if not terminal.isatty() or environ.get("TERM", "dumb") in _TAKE_NONE:
        return False
    terminal.write(f"\x1b]52;c;{b64encode(text.encode()).decode()}\a")
    terminal.flush()
    return True
