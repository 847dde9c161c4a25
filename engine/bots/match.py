"""Bots at a tabletop."""

from typing import Any

from engine.bots.bot import Bot
from engine.slots import Draw, Seat
from engine.tabletop import Tabletop


class Sitting:
    """One bot on one seat: it watches the table from there, with its own memory and stream of chance."""

    def __init__(self, bot: Bot, table: Tabletop, seat: Seat, chance: Draw) -> None:
        self._bot = bot
        self._chance = chance
        self._memory = bot.memory(seat, table.state.book.seats)
        self._view = table.view(seat)
        table.watchers.append(self._see)

    def _see(self, events: list[object]) -> None:
        for event in events:
            self._bot.remember(self._memory, event, self._view)

    def choose(self) -> Any:
        """The bot's act."""
        return self._bot.choose(self._memory, self._view, self._chance)
