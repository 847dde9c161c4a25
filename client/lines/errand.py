"""What a person came for, in lines: begun once there is a connection, and then told to the network."""

from collections.abc import Callable

from twisted.internet.defer import Deferred, succeed

from client.i18n import _
from client.lines.commands import Say
from client.visit.errand import Alone, At, Errand, WithFriends
from client.visit.hosting import Hosting, way_to
from client.visit.news import News, What
from client.visit.quick_game import QuickGame
from client.visit.visit import Visit
from client.words.gathering import beside_link
from protocol.wire.invite import Invite


class LineErrand:
    """A `client.visit.news.Listener`; ``typed`` takes what the errand itself has to type."""

    def __init__(self, errand: Errand, visit: Visit, here: Invite, say: Say, typed: Callable[[str], None]) -> None:
        self._errand = errand
        self._visit = visit
        self._here = here
        self._say = say
        self._typed = typed
        self._begun = False
        self._quick: QuickGame | None = None
        self._hosting: Hosting | None = None
        self._told = ""
        """The code of the gathering that the person can invite friends to."""

    def heard(self, news: News) -> None:
        """The errand is begun once; unfinished games come first."""
        if news.what is What.CONNECTED and not self._begun:
            self._begun = True
            self._begin()
        if self._quick is not None:
            self._quick.heard(news)
        if self._hosting is not None:
            self._hosting.heard(news)
            gathering = self._visit.gathering
            if gathering is not None and gathering.code != self._told:
                self._told = gathering.code
                self._tell_friends(self._hosting)

    def _begin(self) -> None:
        visit = self._visit
        if isinstance(self._errand, Alone | WithFriends):
            visit.only(alone=isinstance(self._errand, Alone))
        match self._errand:
            case Alone() if visit.mine:
                self._go_on()
            case Alone(order=order):
                self._quick = QuickGame(visit, order)
                self._quick.begin()
            case WithFriends(setup=setup):
                self._hosting = Hosting(visit, setup, self._here, self._say)
                if visit.mine:
                    self._go_on()
                    self._tell_friends(self._hosting)
                else:
                    self._hosting.begin()
            case At(code=code) if code:
                self._typed(f"sit {code}")

    def _go_on(self) -> None:
        self._say(_("You go on with your unfinished game, whatever else was asked for; “leave for good” gives it up."))

    def _tell_friends(self, hosting: Hosting) -> None:
        link = way_to(hosting.link, self._visit.gathering)
        self._say(_("Friends on this network join by: {undermine} join {link}", link=link))
        for line in beside_link(hosting.addresses):
            self._say(line)

    def stop(self) -> "Deferred[None]":
        """Fires when the network was told that the table is gone."""
        return succeed(None) if self._hosting is None else self._hosting.stop()
