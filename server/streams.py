"""Standard streams that are closed, full or read by no program: the server serves on."""

import os
import sys
from contextlib import suppress
from pathlib import Path

_STANDARD = range(3)


def open_streams() -> None:
    """Let those that are closed lead nowhere, before a file of the server gets the number of one of them."""
    for number in _STANDARD:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  as long as the program runs


def print_line(text: str) -> OSError | None:
    """Print it at once; returns why it could not be, and from then on standard output leads nowhere."""
    try:
        print(text, flush=True)
    except OSError as error:
        with suppress(OSError, ValueError):  # else Python complains at its end about what could not be written
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error
    return None
