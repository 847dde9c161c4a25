"""Mistakes of this program: the operator finds a reference number with the traceback, and who met one is told it."""

from secrets import token_hex

from twisted.logger import Logger
from twisted.python.failure import Failure

_DIGITS = 4  # bytes


def note(log: Logger, where: str, failure: Failure) -> str:
    """Write it to the messages; returns the code that travels, with the reference in it."""
    reference = token_hex(_DIGITS)
    log.failure("{where}: a mistake of this program, reference {reference}", failure, where=where, reference=reference)
    return f"error/{reference}"
