"""Gatherings that this program opens for a person: a quick game with bots, and a table for friends."""

from asyncio import ensure_future
from collections.abc import Callable, Iterable
from itertools import cycle, islice

from msgspec.structs import replace
from twisted.internet.defer import Deferred

from client.lan.addresses import addresses
from client.lan.announce import Announcer
from client.lan.announcement import offer_of
from client.visit.errand import Setup
from client.visit.news import News, What
from client.visit.visit import Visit
from protocol.wire import lobby
from protocol.wire.invite import Invite

NO_HURRY = 86_400  # seconds for a turn where only bots wait


class Filling:
    """Seats bots at a gathering of this person, one after the other, until it is full."""

    def __init__(self, visit: Visit, kinds: Iterable[str] = ()) -> None:
        self._visit = visit
        self._kinds = list(kinds)
        self._sat = 0  # how many sat there when the last bot was asked for; it has come when there is one more

    def gathered(self) -> None:
        gathering = self._visit.gathering
        if gathering is None or gathering.host != self._visit.seat or not self._kinds:
            return
        if len(gathering.sitters) >= gathering.wishes.seats:
            self._kinds.clear()
        elif len(gathering.sitters) > self._sat:
            self._sat = len(gathering.sitters)
            self._visit.guest.say(lobby.SeatBot(gathering=gathering.code, bot=self._kinds.pop(0)))


class QuickGame:
    """A game with bots in one go: the person answers nothing on the way."""

    def __init__(self, visit: Visit, order: Setup) -> None:
        self._visit = visit
        self._order = order
        self._filling = Filling(visit, islice(cycle(order.bots), order.players - 1))
        self._ready = self._started = False

    def begin(self) -> None:
        rules, players, absent = self._order.rules, self._order.players, self._order.bots[0]
        setup = Setup(rules=rules, players=players, listed=False, turn_seconds=NO_HURRY, bank_seconds=0, absent=absent)
        self._visit.guest.gather(replace(setup.wishes(), step_seconds=NO_HURRY, window_seconds=8), "")

    def heard(self, news: News) -> None:
        gathering = self._visit.gathering
        if news.what is not What.GATHERED or gathering is None or self._started:
            return
        if len(gathering.sitters) < self._order.players:
            self._filling.gathered()
        elif not self._ready:
            self._ready = self._visit.get_ready()
        elif all(sitter.is_ready for sitter in gathering.sitters):
            self._started = self._visit.guest.say(lobby.Start(gathering=gathering.code))


def way_to(link: str, gathering: lobby.Gathering | None) -> str:
    """What is typed after “undermine join”: a table that is not listed is found by its code alone."""
    return link if gathering is None or gathering.wishes.listed else f"{link} --table {gathering.code}"


class Hosting:
    """A table for friends on the same network: tells them how to come, and lets them find it."""

    def __init__(self, visit: Visit, setup: Setup, here: Invite, unfound: Callable[[str], None]) -> None:
        """``unfound`` is told if there is ``trouble``."""
        self._visit = visit
        self._setup = setup
        self._filling = Filling(visit, setup.seated)
        reachable = addresses()
        self.addresses = [str(Invite(address, here.port)).partition("://")[2] for address in reachable]
        self.link = str(Invite(reachable[0] if reachable else here.host, here.port, here.pin))
        self._announcer = Announcer(here, lambda: unfound(self.trouble))

    def begin(self) -> None:
        self._visit.guest.gather(self._setup.wishes(), self._setup.password)

    def heard(self, news: News) -> None:
        """The network sees a listed gathering as it stands, for as long as there is one."""
        gathering = self._visit.gathering
        if news.what is What.GATHERED:
            self._filling.gathered()
        if gathering is not None and gathering.wishes.listed:
            self._announcer.announce(offer_of(gathering))
        else:
            self._announcer.withdraw()

    @property
    def trouble(self) -> str:
        """Why the table cannot be found on the network, if that is so."""
        return self._announcer.trouble

    def stop(self) -> "Deferred[None]":
        """Fires when the network was told that the table is gone."""
        return Deferred.fromFuture(ensure_future(self._announcer.stop()))
