"""Reading a value that changes while a test runs."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def now(read: Callable[[], T]) -> T:
    """What ``read`` finds; mypy would take an attribute that an assertion has compared for constant from then on."""
    return read()
