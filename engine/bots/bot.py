"""What a bot is: a name, a revision, a memory and two functions."""

from collections.abc import Callable
from typing import Any

from engine.records import record
from engine.slots import Draw, Seat


@record
class Bot:
    """``rev`` rises whenever the bot would choose otherwise, so that old games can still be checked."""

    name: str
    rev: int
    memory: Callable[[Seat, Any], Any]
    """(seat, book): what the bot knows before the first card."""
    remember: Callable[[Any, object, Any], None]
    """(memory, event, view): fold one event that the seat saw; the view is that after the event's input."""
    choose: Callable[[Any, Any, Draw], Any]
    """(memory, view, chance): one of the view's choices; in a window also None, which lets it pass."""
