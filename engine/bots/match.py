"""Bots at a tabletop."""

from engine.bots.bot import Bot
from engine.bots.player import BotPlayer
from engine.front import ActLike
from engine.slots import Draw, Seat
from engine.tabletop import Tabletop


class Sitting:
    """One bot on one seat: it watches the table from there, with its own stream of chance."""

    def __init__(self, bot: Bot, table: Tabletop, seat: Seat, chance: Draw) -> None:
        self._player = BotPlayer(bot, seat, table.view(seat))
        self._chance = chance
        table.watchers.append(self._player.see)

    def choose(self) -> ActLike | None:
        """The bot's act; None lets a window pass."""
        return self._player.choose(self._chance)
