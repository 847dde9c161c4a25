"""The bot `random`: any legal act, each as likely as the other."""

from engine.bots.bot import Bot
from engine.front import ActLike, View, choices
from engine.machine import Book
from engine.slots import Draw, Seat
from engine.waits import window


def memory(seat: Seat, book: Book) -> None:
    """It has none."""


def remember(memory: None, event: object, view: View) -> None:
    """It forgets at once."""


def choose(memory: None, view: View, chance: Draw) -> ActLike | None:
    """Whatever chance says; in a window silence is as likely as each reaction."""
    acts: list[ActLike | None] = [*choices(view)]
    if window(view.state) is not None:
        acts.append(None)
    return acts[chance(len(acts))]


BOT = Bot("random", 1, memory, remember, choose)
