"""The start menu."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from client.i18n import _
from client.render.charset import BOX, Charset
from client.screen.screens.title_picture import title_lines
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.pick_list import Line, PickList
from client.screen.widgets.top import TopScreen, focus_first
from client.visit.errand import Alone, At, Errand, Looking, WithFriends
from client.visit.setup import Setup

_KEYS = "123456789abcdefghijklmno"


@dataclass(frozen=True, slots=True)
class _Entry:
    """One way on."""

    text: str
    meaning: str
    take: Callable[[], object]


class MenuScreen(TopScreen[Errand | None]):
    """Comes to what the person wants to do; None if that is to leave."""

    DEFAULT_CSS = """
    MenuScreen { align: center middle; }
    MenuScreen > Vertical { width: 76; height: auto; max-height: 100%; }
    MenuScreen .title { height: auto; width: 74; margin: 0 1 1 1; color: $warning; }
    MenuScreen PickList { height: auto; max-height: 13; margin: 0 1; }
    MenuScreen .meaning { height: 2; margin: 1 1 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "how", _("how to play"), key_display="?"),
        Binding("escape,q", "leave", _("quit"), key_display="Esc"),
    ]

    def __init__(self, *, charset: Charset = BOX, settings: Callable[[], Screen[Any]] | None = None) -> None:
        """``settings`` makes their screen."""
        super().__init__()
        self._charset = charset
        self._settings = settings
        self._entries = [*self._play_entries(), *self._other_entries()]

    def _play_entries(self) -> list[_Entry]:
        return [
            _Entry(
                _("Play with bots"),
                _(
                    "A table with bots on this computer, at once. Nobody waits for you, and you need no network."
                    " An unfinished game is offered first."
                ),
                self._giving(Alone()),
            ),
            _Entry(
                _("Another table with bots…"),
                _("The same, but you choose the rules, how many play, and which bots."),
                self._set_up_alone,
            ),
            _Entry(
                _("Host for friends on this network…"),
                _("Your computer deals. Friends on the same network find the table, or type the link that you give."),
                self._set_up_for_friends,
            ),
            _Entry(
                _("Join a game on this network"),
                _("Looks for tables that somebody on the same network has opened."),
                self._giving(Looking()),
            ),
            _Entry(
                _("Join by address or invite link…"),
                _("Somebody gave you an address, or a link that begins with undermine://."),
                self._ask_address,
            ),
        ]

    def _other_entries(self) -> list[_Entry]:
        about = _Entry(_("How to play"), _("The game on one page."), self.action_how)
        leave = _Entry(_("Quit"), _("Unfinished games are kept."), self.action_leave)
        if self._settings is None:
            return [about, leave]
        meaning = _("Your name, colours and characters, and how you are called when it is your turn.")
        return [_Entry(_("Settings"), meaning, self._open_settings), about, leave]

    def compose(self) -> ComposeResult:
        """Title, ways on, and what the one that is picked means."""
        lines = [Line(f"{_KEYS[at : at + 1]:1}  {entry.text}", str(at)) for at, entry in enumerate(self._entries)]
        with Vertical():
            yield Static(Text("\n".join(title_lines(self._charset)), no_wrap=True), classes="title")
            yield PickList(lines, id="menu")
            yield Static(classes="meaning")
        yield KeyBar()

    def on_mount(self) -> None:
        focus_first(self, PickList)
        self._explain()

    def _explain(self) -> None:
        picked = self._entries[int(self.query_one(PickList).picked)]
        self.query_one(".meaning", Static).update(Text(picked.meaning))

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        self._explain()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._entries[event.option_index].take()

    def on_key(self, event: events.Key) -> None:
        at = _KEYS.find(event.character) if event.character else -1
        if 0 <= at < len(self._entries):
            event.stop()
            self.query_one(PickList).highlighted = at
            self._entries[at].take()

    # ways on

    def _giving(self, errand: Errand) -> Callable[[], object]:
        return lambda: self.dismiss(errand)

    def _set_up_alone(self) -> None:
        from client.screen.screens.setup import SetupScreen  # noqa: PLC0415  # with it comes the engine
        from client.screen.screens.setup_rows import Kind  # noqa: PLC0415

        def chosen(setup: Setup | None) -> None:
            if setup is not None:
                self.dismiss(Alone(setup.order()))

        self.app.push_screen(SetupScreen(Kind.BOTS), chosen)

    def _set_up_for_friends(self) -> None:
        from client.screen.screens.setup import SetupScreen  # noqa: PLC0415
        from client.screen.screens.setup_rows import Kind  # noqa: PLC0415

        def chosen(setup: Setup | None) -> None:
            if setup is not None:
                self.dismiss(WithFriends(setup))

        self.app.push_screen(SetupScreen(Kind.FRIENDS), chosen)

    def _ask_address(self, text: str = "", trouble: str = "") -> None:
        from client.screen.widgets.line_dialogue import LineDialogue  # noqa: PLC0415
        from client.words.codes import sentence  # noqa: PLC0415
        from protocol.wire.invite import LONGEST, BadInvite, read_invite  # noqa: PLC0415

        def typed(answer: str | None) -> None:
            if answer is None:
                return
            try:
                invite = read_invite(answer)
            except BadInvite as bad:
                self._ask_address(answer, sentence(bad.fault.value))
            else:
                self.dismiss(At(invite))

        title = _("Address or invite link (undermine://…):")
        self.app.push_screen(LineDialogue(title, text, most=LONGEST + 100, hint=trouble), typed)

    def _open_settings(self) -> None:
        assert self._settings is not None
        self.app.push_screen(self._settings())

    def action_how(self) -> None:
        """The game on one page."""
        from client.games.mine import how_to_play  # noqa: PLC0415
        from client.screen.widgets.page import Page  # noqa: PLC0415

        self.app.push_screen(Page(how_to_play.TITLE, how_to_play.LINES))

    def action_leave(self) -> None:
        """Nothing more for today."""
        self.dismiss(None)
