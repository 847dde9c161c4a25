"""What a bot is: a name, a revision, a memory and two functions."""

from collections.abc import Callable
from typing import Any

from engine.front import ActLike, View
from engine.machine import Book
from engine.records import record
from engine.slots import Draw, Seat


@record
class Bot:
    """``rev`` rises whenever the bot would choose otherwise, so that old games can still be checked."""

    name: str
    rev: int
    memory: Callable[[Seat, Book], Any]
    """(seat, book): what the bot knows before the first card."""
    remember: Callable[[Any, object, View], None]
    """(memory, event, view): fold one event that the seat saw; the view is that after the event's input."""
    choose: Callable[[Any, View, Draw], ActLike | None]
    """(memory, view, chance): one of the view's choices; in a window also None, which lets it pass."""
    slow: bool = False
    """Whether an act may take it half a second: a server lets it think in another process (`engine.task`).

    Its memory can be pickled; in a window it is as quick as others.
    """
