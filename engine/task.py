"""One decision of a slow bot as bytes, so that another process can make it.

They hold what the bot's seat knows: they go from a program to its own child, and into no file and no message.
"""

import pickle
from typing import Any

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.front import View, choices, view
from engine.slots import Draw


def as_task(bot: Bot, memory: Any, seen: View, chance: Draw) -> bytes:
    """All that the bot decides from, as it is now."""
    known = bot.name, bot.rev, memory, seen.state, seen.seat, seen.notebook, chance
    return pickle.dumps(known, pickle.HIGHEST_PROTOCOL)


def worked_out(task: bytes) -> int:
    """The bot's act, as its place among the choices of its view.

    Only bytes that `as_task` has made may come here: others could do anything.
    """
    name, rev, memory, state, seat, notebook, chance = pickle.loads(task)  # noqa: S301
    bot = BOTS[name]
    assert bot.rev == rev, "the program has changed since it was started"
    seen = view(state, seat, notebook)
    act = bot.choose(memory, seen, chance)
    assert act is not None, "only a window can pass"
    return choices(seen).index(act)
