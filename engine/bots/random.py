"""The bot `random`: any legal act, each as likely as the other."""

from typing import Any

from engine.bots.bot import Bot
from engine.front import choices
from engine.slots import Draw, Seat
from engine.waits import window


def memory(seat: Seat, book: Any) -> None:
    """It has none."""


def remember(memory: None, event: object, view: Any) -> None:
    """It forgets at once."""


def choose(memory: None, view: Any, chance: Draw) -> Any:
    """Whatever chance says; in a window silence is as likely as each reaction."""
    acts = choices(view)
    if window(view.state) is not None:
        acts = [*acts, None]
    return acts[chance(len(acts))]


BOT = Bot("random", 1, memory, remember, choose)
