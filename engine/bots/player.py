"""A bot that looks through one seat's eyes."""

from engine.bots.bot import Bot
from engine.front import ActLike, View, choices
from engine.slots import Draw, Seat
from engine.task import as_task
from engine.waits import window


class BotPlayer:
    """The bot, its view and its memory."""

    def __init__(self, bot: Bot, seat: Seat, view: View) -> None:
        self._bot = bot
        self._memory = bot.memory(seat, view.state.book)
        self.view = view

    def see(self, events: list[object]) -> None:
        """Fold what happened into the memory."""
        for event in events:
            self._bot.remember(self._memory, event, self.view)

    def choose(self, chance: Draw) -> ActLike | None:
        """The bot's act; None lets a window pass."""
        return self._bot.choose(self._memory, self.view, chance)

    @property
    def is_slow(self) -> bool:
        """Whether its present choice may take long."""
        return self._bot.slow and window(self.view.state) is None

    def task(self, chance: Draw) -> bytes:
        """The present choice, to be worked out elsewhere."""
        return as_task(self._bot, self._memory, self.view, chance)

    def choice(self, place: int) -> ActLike:
        """The act that was found there."""
        return choices(self.view)[place]
