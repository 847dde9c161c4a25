"""My games: what came of each, and what can be done with its log."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.worker import get_current_worker

from client.audit.files import Audited, examine
from client.audit.paragraphs import paragraphs
from client.audit.underway import Underway
from client.commands.ends import not_written
from client.i18n import _, plural
from client.past.games import Kept, NotDeleted, PastGames
from client.past.record import fared
from client.past.sharing import Form, name_for, share
from client.profile.placing import is_free
from client.render.bars import lines_of
from client.replay.opened import NoReplay, opened
from client.screen.app.kit import Kit
from client.screen.table.replaying import ReplayScreen
from client.screen.widgets.dialogues import Deed, ask_line, offer
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.list_screen import ListScreen
from client.screen.widgets.page import Page
from client.screen.widgets.pick_list import Line, PickList
from client.words.past import about_lines, kept_line, kept_number, list_heading, not_listed, record_rows
from client.words.safe import shown
from client.words.sharing import form_words, shared_lines, shows_line
from protocol.audit.reading import Reading
from protocol.keys.identity import Identity

if TYPE_CHECKING:
    from client.past.archives import Archives
    from client.screen.screens.games_away import Away

_EVERY = 0.5
"""Seconds between two looks at how far a check is."""
_PAGE = 70
"""Columns of a page."""
_LONGEST_PATH = 1000


class _Games(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", _("replay"), key_display="Enter")]


class GamesScreen(ListScreen[None]):
    """Logs that were not read yet are read behind it, one after the other."""

    DEFAULT_CSS = "GamesScreen .rules { max-height: 50%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "record", _("record")),
        Binding("v", "audit", _("check")),
        Binding("s", "share", _("share")),
        Binding("f", "fetch", _("fetch")),
        Binding("d", "delete", _("delete")),
        Binding("escape,q", "leave", _("leave"), key_display="Esc"),
    ]

    def __init__(
        self, games: PastGames, identity: Identity, kit: Kit, archives: "Callable[[], Archives | None]" = lambda: None
    ) -> None:
        """``archives``: those of servers, as soon as the network is loaded."""
        super().__init__()
        self._games = games
        self._archives = archives
        self._away: Away | None = None
        self._identity = identity
        self._kit = kit
        self._kept: list[Kept] = []
        self._unlisted = ""
        """Why the folder cannot be looked into."""
        self._list()
        self._now = time()

    def _list(self) -> None:
        try:
            self._kept, self._unlisted = self._games.all(), ""
        except OSError as error:
            self._kept, self._unlisted = [], not_listed(error)

    def compose(self) -> ComposeResult:
        yield Static(classes="head")
        yield Static(list_heading(), classes="columns", markup=False)
        yield _Games(id="games")
        with VerticalScroll(classes="rules"):
            yield Static(id="rules")
        yield Static(classes="notice")
        yield KeyBar()

    def on_mount(self) -> None:
        self._read_new()

    def on_unmount(self) -> None:
        if self._away is not None:
            self._away.leave()

    def _read_new(self) -> None:
        """One worker at a time: the one before stops at its next log."""
        self.run_worker(self._read, thread=True, exclusive=True, group="reading")

    def _read(self) -> None:
        """In a thread: each takes part of a second."""
        worker = get_current_worker()
        for kept in [one for one in self._kept if one.game is None]:
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._was_read, self._games.work_out(kept))

    def _was_read(self, now: Kept) -> None:
        self._kept = [now if kept.log == now.log else kept for kept in self._kept]
        if self.is_attached:
            self.query_one(PickList).change(self._line(now))
            self.write(".head", self._head())
            self.explain()

    @property
    def is_read(self) -> bool:
        """Whether every log was read."""
        return all(kept.game is not None for kept in self._kept)

    def update(self) -> None:
        if not self._composed or not self.is_attached:  # what was asked for may come when the person has left
            return
        self.write(".head", self._head())
        self.query_one(PickList).show(self._lines())
        self.explain()
        self.write_notice()

    def _lines(self) -> list[Line]:
        away = self._away.lines(self._now) if self._away is not None else ()
        return [*map(self._line, self._kept), *away]

    def _line(self, kept: Kept) -> Line:
        return Line(kept_line(kept, self._now), kept.table)

    def _head(self) -> str:
        if self._unlisted:
            return self._unlisted
        if not self._kept:
            return _("My games: you have played none on this computer yet.")
        told = plural("My games: {count}", "My games: {count}", len(self._kept))
        finished = fared(one.game for one in self._kept if one.game is not None).finished
        won = _("{won} of {finished} won", won=finished.won, finished=finished.of)
        return f"{told} · {won}" if finished.of else told

    def explain(self) -> None:
        picked = self._picked()
        self.write("#rules", *(self._about_away() if picked is None else about_lines(picked, self._now)))

    def _about_away(self) -> list[str]:
        if self._away is not None and (about := self._away.about(self.query_one(PickList).picked, self._now)):
            return about
        return [] if self._kept else [_("F asks a server where you have played for games that this computer lacks.")]

    def _picked(self) -> Kept | None:
        picked = self.query_one(PickList).picked
        return next((kept for kept in self._kept if kept.table == picked), None)

    # what can be done

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self._away is None or not self._away.fetch(self.query_one(PickList).picked):
            self._with_picked(self._replay)

    def _with_picked(self, do: Callable[[Kept], None]) -> None:
        picked = self._picked()
        if picked is None:
            self.app.bell()
        else:
            do(picked)

    def _replay(self, kept: Kept) -> None:
        try:
            game = opened(kept.log, self._identity)
        except NoReplay as error:
            self._tell(shown(str(error)))
            return
        self.app.push_screen(ReplayScreen(game, self._kit))

    def action_record(self) -> None:
        known = [kept.game for kept in self._kept if kept.game is not None]
        lines = [*lines_of(record_rows(fared(known)), _PAGE)]
        self.app.push_screen(Page(_("How you have fared"), lines))

    def action_audit(self) -> None:
        self._with_picked(self._audit)

    def _audit(self, kept: Kept) -> None:
        """Moves of bots too, which may take a while."""
        underway = Underway(self._kit.closing)
        page = Page(_("Check of game {number}", number=kept_number(kept)), [underway.line])
        self.app.push_screen(page)
        looks = page.set_interval(_EVERY, lambda: page.tell([underway.line]))
        self.run_worker(partial(self._examine, kept, page, underway, looks), thread=True)

    def _examine(self, kept: Kept, page: Page, underway: Underway, looks: Timer) -> None:
        audited = examine(kept.log, bar=underway.bar, reading=Reading())
        if not self._kit.closing.is_set():
            self.app.call_from_thread(looks.stop)
            self.app.call_from_thread(page.tell, _apart(audited))

    def action_share(self) -> None:
        self._with_picked(self._ask_form)

    def _ask_form(self, kept: Kept) -> None:
        deeds = [Deed(form_words(form), partial(self._ask_file, kept, form)) for form in Form]
        title = _("Share game {number} with others", number=kept_number(kept))
        offer(self.app, title, deeds, hint=shows_line(kept))

    def _ask_file(self, kept: Kept, form: Form) -> None:
        def write(name: str) -> str:
            try:
                target = Path(name).expanduser()
                if not is_free(target):
                    return not_written(target, FileExistsError())
            except (ValueError, RuntimeError) as error:  # a zero byte, or the home of an unknown user
                return shown(str(error))
            self._tell(_("{file}: it is being written…", file=target))
            self.run_worker(partial(self._share, kept, target, form), thread=True)
            return ""

        ask_line(self.app, form_words(form), write, f"~/{name_for(kept, form)}", most=_LONGEST_PATH)

    def _share(self, kept: Kept, target: Path, form: Form) -> None:
        """In a thread: a page takes a moment."""
        try:
            share(kept, target, form)
        except OSError as error:
            told = not_written(target, error)
        except NoReplay as error:
            told = shown(str(error))
        else:
            told = "\n".join(shared_lines(kept, target, form))
        if not self._kit.closing.is_set():
            self.app.call_from_thread(self._tell, told)

    def action_fetch(self) -> None:
        """The network is loaded behind the first screens."""
        if self._away is None:
            from client.screen.screens.games_away import Away  # noqa: PLC0415

            archives = self._archives()
            self._away = None if archives is None else Away(self.app, archives, self._tell, self._has_come)
        if self._away is None:
            self._tell(_("The network is still being loaded: press F again in a moment."))
        else:
            self._away.choose()

    def _has_come(self, table: str) -> None:
        """A log from a server, or dates; the game of that table is picked, if one is named."""
        self._list()
        self._read_new()
        self.update()
        if table and self.is_attached:
            self.query_one(PickList).show(self._lines(), table)

    def action_delete(self) -> None:
        self._with_picked(self._ask_delete)

    def _ask_delete(self, kept: Kept) -> None:
        deeds = [Deed(_("No")), Deed(_("Yes, delete it for good"), partial(self._delete, kept))]
        offer(self.app, _("Delete game {number} from this computer?", number=kept_number(kept)), deeds)

    def _delete(self, kept: Kept) -> None:
        try:
            self._games.delete(kept)
        except NotDeleted:
            self._tell(_("This game is not over: leave it first."))
            return
        except OSError as error:
            self._tell(str(error.strerror))
            return
        self._kept = [one for one in self._kept if one.log != kept.log]
        self._tell(_("Deleted."))


def _apart(audited: Audited) -> list[str]:
    """With an empty line between paragraphs."""
    return [line for paragraph in paragraphs(audited) for line in (paragraph, "")][:-1]
