"""The bot `random`: any legal act, each as likely as the other."""

from typing import Any

from engine.bots.bot import Bot
from engine.front import choices
from engine.slots import Draw, Seat


def memory(seat: Seat, book: Any) -> None:
    """It has none."""


def remember(memory: None, event: object, view: Any) -> None:
    """It forgets at once."""


def choose(memory: None, view: Any, chance: Draw) -> Any:
    """Whatever chance says."""
    acts = choices(view)
    return acts[chance(len(acts))]


BOT = Bot("random", 1, memory, remember, choose)
