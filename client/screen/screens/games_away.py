"""Games of the player that a server has and this computer lacks: asked for, listed and fetched."""

from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from textual.app import App
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from client.i18n import _
from client.net.archive import NotHad
from client.net.fetched import Became, Kept
from client.net.hang_up import HungUp
from client.past.archives import Archives
from client.screen.widgets.dialogues import Deed, ask_line, offer
from client.screen.widgets.pick_list import Line
from client.terminal.messages import keep_failure
from client.words.archive import kept_line, number, why
from client.words.codes import sentence
from client.words.lacking import (
    fetched_line,
    fetched_of,
    lacking_heading,
    lacking_line,
    lacking_lines,
    none_lacking,
    place_of,
    unanswered,
)
from protocol.wire.archive import EndedGame
from protocol.wire.invite import LONGEST, BadInvite, Invite, read_invite

_ALL, _ONE = "all", "lacks "
"""Of their lines: the key, and what stands before a game in the key."""
_MOST_TROUBLES = 3


class Away:
    """One server at a time, and one thing that is asked of it."""

    def __init__(
        self, app: App[Any], archives: Archives, tell: Callable[[str], None], came: Callable[[str], None]
    ) -> None:
        """``tell`` shows a sentence and the list; ``came`` is called when logs or dates have come.

        It is given the table whose game is picked from now on, or nothing.
        """
        self._app = app
        self._archives = archives
        self._tell = tell
        self._came = came
        self._invite = Invite("localhost")
        self._lacks: list[EndedGame] = []
        self._is_busy = False

    # what is shown

    def lines(self, now: float) -> Iterator[Line]:
        if self._lacks:
            yield Line(lacking_heading(self._invite, len(self._lacks)))
        if len(self._lacks) > 1:
            yield Line(_("all of them"), _ALL)
        for game in self._lacks:
            yield Line(lacking_line(game, now), f"{_ONE}{game.table.hex()}")

    def about(self, key: str, now: float) -> list[str]:
        """Nothing for lines of others."""
        picked = self._meant(key)
        if key == _ALL:
            return [_("Enter fetches and checks them, one after the other.")]
        return list(lacking_lines(picked[0], now)) if picked else []

    def _meant(self, key: str) -> list[EndedGame]:
        return [game for game in self._lacks if key in {_ALL, f"{_ONE}{game.table.hex()}"}]

    # what can be done

    def choose(self) -> None:
        """Of a server that was met before, or of another."""
        known = [Deed(place_of(one), partial(self._ask, one)) for one in self._archives.known()]
        if known:
            other = Deed(_("By address or link…"), self._type)
            offer(self._app, _("Ask which server for your games?"), [*known, other])
        else:
            self._type()

    def _type(self) -> None:
        def go(typed: str) -> str:
            try:
                self._ask(read_invite(typed))
            except BadInvite as bad:
                return sentence(bad.fault.value)
            return ""

        ask_line(self._app, _("Address or invite link of the server that has your games:"), go, most=LONGEST)

    def _ask(self, invite: Invite) -> None:
        self._do(self._ask_for(invite), _("Asking {place} for your games…", place=place_of(invite)))

    async def _ask_for(self, invite: Invite) -> None:
        self._invite, self._lacks = invite, []
        self._lacks = await self._archives.lacking(invite)
        self._came("")
        self._tell("" if self._lacks else none_lacking(invite))

    def fetch(self, key: str) -> bool:
        """Whether the key is that of a line here."""
        wanted = self._meant(key)
        if wanted:
            what = number(wanted[0].table) if len(wanted) == 1 else place_of(self._invite)
            self._do(self._fetch(wanted), _("{number}: it is being fetched…", number=what))
        return bool(wanted)

    async def _fetch(self, wanted: list[EndedGame]) -> None:
        good: list[str] = []
        bad: list[str] = []

        def came(game: EndedGame, what: Kept | Exception) -> None:
            if isinstance(what, Exception):
                bad.append(_("{number}: not fetched: {why}", number=number(game.table), why=why(what)))
            elif what.became in {Became.UNSOUND, Became.DIFFERS}:
                bad.append(kept_line(game.table, what))
            else:
                good.append(fetched_line(game))
                self._lacks = [one for one in self._lacks if one != game]
                self._came(game.table.hex() if len(wanted) == 1 else "")

        await self._archives.fetch(self._invite, wanted, came)
        told = good if len(wanted) == 1 else [fetched_of(len(good), len(wanted))]
        self._tell("\n".join([*told, *bad[:_MOST_TROUBLES]]))

    def _do(self, what: Coroutine[Deferred[Any], Any, None], notice: str) -> None:
        if self._is_busy:
            what.close()
            self._app.bell()
            return
        self._is_busy = True
        self._tell(notice)
        Deferred.fromCoroutine(what).addErrback(self._failed).addBoth(self._finished)

    def _failed(self, failure: Failure) -> None:
        trouble = failure.value
        if isinstance(trouble, HungUp | NotHad):
            self._tell(unanswered(trouble))
        else:
            keep_failure(failure)
            kind = type(trouble).__name__
            self._tell(_("This program failed on what the server sent ({kind}); please report it.", kind=kind))

    def _finished(self, _result: object) -> None:
        self._is_busy = False

    def leave(self) -> None:
        self._archives.stop()
