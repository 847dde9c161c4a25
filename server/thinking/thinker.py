"""A process in which slow bots decide: a task comes in at standard input, the place of its act goes out.

Its server alone holds the other ends of both pipes, and the system closes them however the server ends.  What a bot
knows goes nowhere else: no message and no traceback is written here.
"""

import faulthandler
import os
import signal
import sys
from contextlib import suppress
from struct import Struct
from typing import BinaryIO

from engine.task import worked_out

READY, MISTAKEN = -1, -2
"""What is said instead of a place: that tasks may come, and that this one ended in a mistake."""
SIZE, PLACE = Struct(">I"), Struct(">i")
"""What stands before a task, and what answers it."""
_LONGEST = 60.0
"""Seconds that no task takes: a thinker that is lost in one ends."""
_NICE = 10


def main() -> None:
    """Until the server has gone: a signal that is meant for it ends nothing here."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not every system has it, or lets it be changed
        os.nice(_NICE)
    with suppress(BrokenPipeError):
        _work(sys.stdin.buffer, sys.stdout.buffer)


def _work(tasks: BinaryIO, places: BinaryIO) -> None:
    _say(places, READY)
    while len(size := tasks.read(SIZE.size)) == SIZE.size:
        task = tasks.read(*SIZE.unpack(size))
        faulthandler.dump_traceback_later(_LONGEST, exit=True)
        place = _place(task)
        faulthandler.cancel_dump_traceback_later()
        _say(places, place)


def _place(task: bytes) -> int:
    try:
        return worked_out(task)
    except Exception:  # noqa: BLE001  the server works it out itself, and tells of the mistake there
        return MISTAKEN


def _say(places: BinaryIO, place: int) -> None:
    places.write(PLACE.pack(place))
    places.flush()


if __name__ == "__main__":
    main()
