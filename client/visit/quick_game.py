"""A game with bots in one go: open a gathering, fill it, get ready, begin.  The person answers nothing on the way."""

from collections.abc import Iterable
from itertools import cycle, islice

from msgspec.structs import replace

from client.visit.news import News, What
from client.visit.setup import Order, Setup
from client.visit.visit import Visit
from protocol.wire import lobby

NO_HURRY = 86_400
"""Seconds for a turn where only bots wait."""


class Filling:
    """Seats bots at a gathering of this person, one after the other, until it is full."""

    def __init__(self, visit: Visit, kinds: Iterable[str] = ()) -> None:
        self._visit = visit
        self._kinds = list(kinds)
        self._sat = 0
        """How many sat there when the last bot was asked for; it has come when there is one more."""

    def gathered(self) -> None:
        gathering = self._visit.gathering
        if gathering is None or gathering.host != self._visit.seat or not self._kinds:
            return
        if len(gathering.sitters) >= gathering.wishes.seats:
            self._kinds.clear()
        elif len(gathering.sitters) > self._sat:
            self._sat = len(gathering.sitters)
            self._visit.say(lobby.SeatBot(gathering=gathering.code, bot=self._kinds.pop(0)))


class QuickGame:
    def __init__(self, visit: Visit, order: Order) -> None:
        self._visit = visit
        self._order = order
        self._filling = Filling(visit, islice(cycle(order.bots), order.players - 1))
        self._ready = self._started = False

    def begin(self) -> None:
        order = self._order
        setup = Setup(
            rules=order.rules,
            players=order.players,
            listed=False,
            turn_seconds=NO_HURRY,
            bank_seconds=0,
            absent=order.bots[0],
        )
        self._visit.gather(replace(setup.wishes(), step_seconds=NO_HURRY, window_seconds=8), "")

    def heard(self, news: News) -> None:
        gathering = self._visit.gathering
        if news.what is not What.GATHERED or gathering is None or self._started:
            return
        if len(gathering.sitters) < self._order.players:
            self._filling.gathered()
        elif not self._ready:
            self._ready = self._visit.get_ready()
        elif all(sitter.is_ready for sitter in gathering.sitters):
            self._started = self._visit.say(lobby.Start(gathering=gathering.code))
