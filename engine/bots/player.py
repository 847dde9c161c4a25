"""A bot that looks through one seat's eyes."""

from typing import Any

from engine.bots.bot import Bot
from engine.slots import Draw, Seat


class BotPlayer:
    """The bot, its view and its memory."""

    def __init__(self, bot: Bot, seat: Seat, seen: Any) -> None:
        self._bot = bot
        self._memory = bot.memory(seat, seen.state.book)
        self._view = seen

    def see(self, events: list[object]) -> None:
        """Fold what happened into the memory."""
        for event in events:
            self._bot.remember(self._memory, event, self._view)

    def choose(self, chance: Draw) -> Any:
        """The bot's act; None lets a window pass."""
        return self._bot.choose(self._memory, self._view, chance)
