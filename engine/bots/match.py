"""Bots at a tabletop."""

from collections.abc import Callable

from engine.bots.bot import Bot
from engine.bots.player import BotPlayer
from engine.front import ActLike
from engine.inputs import TimeUp
from engine.slots import TABLE, Draw, Seat
from engine.tabletop import Tabletop
from engine.wants import Act, Choose, Window


class Sitting:
    """One bot on one seat: it watches the table from there, with its own stream of chance."""

    def __init__(self, bot: Bot, table: Tabletop, seat: Seat, chance: Draw) -> None:
        self._player = BotPlayer(bot, seat, table.view(seat))
        self._chance = chance
        table.watchers.append(self._player.see)

    def choose(self) -> ActLike | None:
        """The bot's act; None lets a window pass."""
        return self._player.choose(self._chance)


def answered(want: Act | Window | Choose, choose: Callable[[Seat], ActLike | None]) -> object:
    """The input that comes next: in a window the seats are asked in their order, and then comes the clock.

    A bot has nothing to hide a secret choice with: chance chooses.
    """
    if isinstance(want, Act):
        return choose(want.seats[0])
    if isinstance(want, Choose):
        return TimeUp(want.seat)
    reactions = (choose(seat) for seat in sorted(want.seats))
    return next((act for act in reactions if act is not None), TimeUp(TABLE))
