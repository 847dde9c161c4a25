"""Which modes there are: the one place that knows them by name.

A mode is imported when a table first names it, so that a table of one mode never loads another.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.modes.mode import Mode

_MODULES = {"dealer": "protocol.modes.dealer.mode"}
"""By name: the module that has the mode as its ``MODE``."""
DEFAULT = "dealer"
"""What a new table is played in."""


@cache
def mode(name: str) -> "Mode":
    """The mode of that name; KeyError if there is none."""
    found: Mode = import_module(_MODULES[name]).MODE
    return found


def new_mode() -> "Mode":
    """What a new table is played in."""
    return mode(DEFAULT)


def knows(name: object, rev: object) -> bool:
    """Whether there is such a mode here, in that revision."""
    return isinstance(name, str) and name in _MODULES and mode(name).rev == rev
