"""Gatherings that this program opens for a person: a quick game with bots, and a table for friends."""

from asyncio import ensure_future
from collections.abc import Callable
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


class QuickGame:
    """A game with bots in one go: the person answers nothing on the way."""

    def __init__(self, visit: Visit, order: Setup) -> None:
        self._visit = visit
        self._order = order
        self._ready = self._started = False

    def begin(self) -> None:
        rules, players, absent = self._order.rules, self._order.players, self._order.bots[0]
        setup = Setup(rules=rules, players=players, listed=False, turn_seconds=NO_HURRY, bank_seconds=0, absent=absent)
        bots = islice(cycle(self._order.bots), players - 1)
        self._visit.gather(
            replace(setup.wishes(), step_seconds=NO_HURRY, window_seconds=8), bots=bots, pace=self._order.pace
        )

    def heard(self, news: News) -> None:
        gathering = self._visit.gathering
        if news.what is not What.GATHERED or gathering is None or len(gathering.sitters) < self._order.players:
            return
        if not self._ready:
            self._ready = self._visit.get_ready()
        elif not self._started and all(sitter.is_ready for sitter in gathering.sitters):
            self._started = self._visit.guest.say(lobby.Start(gathering=gathering.code))


def way_to(link: str, gathering: lobby.Gathering | None, *, hosting: bool = True) -> str:
    """What is typed after “undermine join”.

    A table that is not listed is found by its code alone, and one of a server where others play by it at once.
    """
    return link if gathering is None or (hosting and gathering.wishes.listed) else f"{link} --table {gathering.code}"


class Hosting:
    """A table for friends on the same network: tells them how to come, and lets them find it."""

    def __init__(self, visit: Visit, setup: Setup, here: Invite, unfound: Callable[[str], None]) -> None:
        """``unfound`` is told if there is ``trouble``."""
        self._visit = visit
        self._setup = setup
        reachable = addresses()
        self.addresses = [str(Invite(address, here.port)).partition("://")[2] for address in reachable]
        self.link = str(Invite(reachable[0] if reachable else here.host, here.port, here.pin))
        self._announcer = Announcer(here, lambda: unfound(self.trouble))

    def begin(self) -> None:
        self._visit.gather(self._setup.wishes(), self._setup.password, self._setup.seated, self._setup.pace)

    def heard(self, _news: News) -> None:
        self.look()

    def look(self) -> None:
        """The network sees a listed gathering as it stands; while it is played, only where its server is."""
        gathering = self._visit.gathering
        if gathering is not None and gathering.wishes.listed:
            self._announcer.announce(offer_of(gathering))
        elif self._plays_listed():
            self._announcer.announce()
        else:
            self._announcer.withdraw()

    def _plays_listed(self) -> bool:
        visit = self._visit
        return any(table.ended is None and tid in visit.guest.listed for tid, table in visit.tables.items())

    @property
    def trouble(self) -> str:
        """Why the table cannot be found on the network, if that is so."""
        return self._announcer.trouble

    def stop(self) -> "Deferred[None]":
        """Fires when the network was told that the table is gone."""
        return Deferred.fromFuture(ensure_future(self._announcer.stop()))
