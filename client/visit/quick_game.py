"""A game with bots in one go: open a gathering, fill it, get ready, begin.  The person answers nothing on the way."""

from dataclasses import dataclass

from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.rules import USUAL_BOT
from engine.bots import BOTS
from protocol.log import bodies
from protocol.wire import lobby

NO_HURRY = 86_400
"""Seconds for a turn where nobody waits but bots."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be played."""

    rules: str = "base"
    players: int = 5
    bots: tuple[str, ...] = (USUAL_BOT,)
    """In turn, until all seats are taken."""


class QuickGame:
    """Listens to the visit until the table stands."""

    def __init__(self, visit: Visit, order: Order) -> None:
        self._visit = visit
        self._order = order
        self._asked = 0
        self._ready = self._started = False

    def begin(self) -> None:
        """Ask for a gathering that nobody else sees."""
        order = self._order
        bot = BOTS[order.bots[0]]
        wishes = lobby.Wishes(
            rules=order.rules,
            seats=order.players,
            listed=False,
            turn_seconds=NO_HURRY,
            step_seconds=NO_HURRY,
            window_seconds=8,
            bank_seconds=0,
            absent=bodies.BotSeat(bot=bot.name, rev=bot.rev),
            spectators=False,
        )
        self._visit.gather(wishes, "")

    def heard(self, news: News) -> None:
        """One step further, if it is the turn of one."""
        gathering = self._visit.gathering
        if news.what is not What.GATHERED or gathering is None or self._started:
            return
        bots = len(gathering.sitters) - 1
        if bots < self._order.players - 1:
            if bots == self._asked:
                kinds = self._order.bots
                self._asked += 1
                self._visit.say(lobby.SeatBot(gathering=gathering.code, bot=kinds[bots % len(kinds)]))
        elif not self._ready:
            self._ready = self._visit.get_ready()
        elif all(sitter.is_ready for sitter in gathering.sitters):
            self._started = self._visit.say(lobby.Start(gathering=gathering.code))
