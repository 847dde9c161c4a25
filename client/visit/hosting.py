"""A table for friends on the same network: open it, tell them how to come, and let them find it."""

from asyncio import ensure_future
from collections.abc import Callable

from twisted.internet.defer import Deferred

from client.lan.addresses import addresses
from client.lan.announce import Announcer
from client.lan.announcement import offer_of
from client.visit.news import News, What
from client.visit.quick_game import Filling
from client.visit.setup import Setup
from client.visit.visit import Visit
from protocol.wire import lobby
from protocol.wire.invite import Invite


def way_to(link: str, gathering: lobby.Gathering | None) -> str:
    """What is typed after “undermine join”: a table that is not listed is found by its code alone."""
    return link if gathering is None or gathering.wishes.listed else f"{link} --table {gathering.code}"


class Hosting:
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
        self._visit.gather(self._setup.wishes(), self._setup.password)

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
