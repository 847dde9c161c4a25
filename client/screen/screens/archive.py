"""The finished games of a server: what can be fetched, and what of one's own words can be removed."""

from collections.abc import Coroutine
from functools import partial
from time import time
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from client.audit.files import examine
from client.i18n import _, plural
from client.net.archive import NotHad
from client.net.fetched import Became, Kept
from client.net.library import Games, games_of
from client.net.removal import signed_removal
from client.net.table.log_file import InUse
from client.screen.widgets.dialogues import Deed, offer
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.list_screen import ListScreen
from client.screen.widgets.pick_list import Line, PickList
from client.visit.visit import Visit
from client.words.archive import game_line, kept_line, looked_lines, number, removed_line, why
from client.words.verdict import verdict_lines
from protocol.wire.archive import EndedGame


class _Games(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", _("fetch"), key_display="Enter")]


class ArchiveScreen(ListScreen[None]):
    DEFAULT_CSS = "ArchiveScreen .rules { max-height: 9; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "check", _("check")),
        Binding("d", "remove_texts", _("remove my words")),
        Binding("escape,q", "leave", _("leave"), key_display="Esc"),
    ]

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._guest = visit.guest
        self._games: Games | None = None

    def compose(self) -> ComposeResult:
        yield Static(classes="head")
        yield _Games(id="games")
        with VerticalScroll(classes="rules"):
            yield Static(id="rules")
        yield Static(classes="notice")
        yield KeyBar()

    def on_mount(self) -> None:
        self._do(self._ask())

    def _do(self, what: Coroutine[Deferred[Any], Any, None]) -> None:
        """What does not come about is told."""
        Deferred.fromCoroutine(what).addErrback(self._failed)

    def _failed(self, failure: Failure) -> None:
        failure.trap(NotHad, InUse, OSError)
        assert isinstance(failure.value, Exception)
        self._tell(why(failure.value))

    async def _ask(self) -> None:
        self._games = await games_of(self._guest.archive)
        self.update()

    def update(self) -> None:
        if not self._composed or not self.is_attached:  # what was asked for may come when the person has left
            return
        self.write(".head", self._head())
        games = self._games
        lines = [] if games is None else [Line(self._line(game, games), game.table.hex()) for game in games.all]
        self.query_one(PickList).show(lines)
        self.explain()
        self.write_notice()

    def _head(self) -> str:
        if self._games is None:
            return _("Finished games: asking which there are…")
        return plural("Finished games here: {count}", "Finished games here: {count}", len(self._games.all))

    def _line(self, game: EndedGame, games: Games) -> str:
        line = game_line(game, time(), here=self._guest.library.has(game, games))
        return _("{line}, yours", line=line) if game in games.mine else line

    def explain(self) -> None:
        advice = [
            _("Enter fetches a log and checks it; what you have already stays."),
            _("C looks whether your games stand in the lists that this server signs."),
            _("D has the server remove what you said at a game, and your name there."),
        ]
        self.write("#rules", *advice)

    def _picked(self) -> EndedGame | None:
        picked = self.query_one(PickList).picked
        return next((game for game in self._games.all if game.table.hex() == picked), None) if self._games else None

    # what can be done

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        if (game := self._picked()) is not None:
            self._tell(_("{number}: it is being fetched…", number=number(game.table)))
            self._do(self._fetch(game))

    async def _fetch(self, game: EndedGame) -> None:
        assert self._games is not None
        kept = await self._guest.library.fetch(self._guest.archive, game, self._games)
        self._tell(kept_line(game.table, kept))
        if kept.became is not Became.UNSOUND:
            self.run_worker(partial(self._examine, game, kept), thread=True)

    def _examine(self, game: EndedGame, kept: Kept) -> None:
        """Every move of the server's bots too, which takes a while."""
        report = examine(kept.path).report
        self.app.call_from_thread(self._tell, "\n".join([kept_line(game.table, kept), *verdict_lines(report)]))

    def action_check(self) -> None:
        self._do(self._check())

    async def _check(self) -> None:
        self._tell("\n".join(looked_lines(await self._guest.look_for_games())))

    def action_remove_texts(self) -> None:
        game = self._picked()
        if game is None or self._games is None or game not in self._games.mine:
            self._tell(_("Only at a game of yours there are words of yours."))
            return
        deeds = [Deed(_("No")), Deed(_("Yes, remove them for good"), lambda: self._do(self._remove(game)))]
        offer(self.app, _("Have this server remove what you said at {number}?", number=number(game.table)), deeds)

    async def _remove(self, game: EndedGame) -> None:
        archive = self._guest.archive
        seat, signature = signed_removal(self._guest.library.identity, game.table, await archive.log(game.table))
        self._tell(removed_line(game.table, await archive.remove_texts(game.table, seat, signature)))
