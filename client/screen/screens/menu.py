"""The start menu."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static

from client.i18n import _
from client.render.charset import BOX, Charset
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.pick_list import Line, PickList
from client.screen.widgets.top import TopScreen, focus_first
from client.visit.errand import Alone, At, Errand, Looking, Setup, Watching, WithFriends
from client.words.safe import cut

if TYPE_CHECKING:
    from protocol.wire.invite import Invite

_KEYS = "1234567890"
_BACK_KEYS = "bcd"
"""Of unfinished games: numbers stay with what they stood for when these come."""
_WIDTH = 70
_LETTERS = {
    "U": ("# #", "# #", "# #", "# #", "###"),
    "N": ("###", "# #", "# #", "# #", "# #"),
    "D": ("## ", "# #", "# #", "# #", "## "),
    "E": ("###", "#  ", "## ", "#  ", "###"),
    "R": ("###", "# #", "## ", "# #", "# #"),
    "M": ("# #", "###", "###", "# #", "# #"),
    "I": ("###", " # ", " # ", " # ", "###"),
}


def _title(charset: Charset) -> str:
    """The name of the game, dug into rock: seven lines of 74 columns."""
    rows = [" ".join(_LETTERS[letter][row] for letter in "UNDERMINE") for row in range(5)]
    dug = [" " * len(rows[0]), *rows, " " * len(rows[0])]
    squares = {"#": "  ", " ": charset.rock * 2}  # two columns are about as wide as a line is high
    return "\n".join("".join(squares[dot] for dot in f" {row} ") for row in dug)


class Back(NamedTuple):
    """An unfinished game: how it is told, and what leads to it."""

    text: str
    meaning: str
    errand: Errand


class _Entry(NamedTuple):
    key: str
    text: str
    meaning: str
    take: Callable[[], object]


class MenuScreen(TopScreen[Errand | None]):
    """Comes to what the player wants to do; None if that is to leave."""

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

    def __init__(
        self,
        *,
        charset: Charset = BOX,
        settings: Callable[[], Screen[Any]] | None = None,
        known_servers: Callable[[], "Sequence[Invite]"] = tuple,
        study: Callable[[str], object] = lambda what: None,
        games: Callable[[], Screen[Any]] | None = None,
    ) -> None:
        """``settings`` and ``games`` make their screens; ``study`` opens lessons or puzzles."""
        super().__init__()
        self._known_servers = known_servers
        self._charset = charset
        self._study = study
        entries: list[tuple[str, str, Callable[[], object]]] = [
            (
                _("Play with bots"),
                _("Play at once on this computer; no network is needed. An unfinished game is offered first."),
                lambda: self.dismiss(Alone()),
            ),
            (
                _("Custom game with bots…"),
                _("The same, but you choose the rules, how many play, and which bots."),
                lambda: self._set_up("BOTS", Alone),
            ),
            (
                _("Host for friends on this network…"),
                _("Your computer deals. Friends on the same network find the table, or type your link."),
                self._host,
            ),
            (
                _("Join a game on this network"),
                _("Looks for open tables on the same network."),
                lambda: self.dismiss(Looking()),
            ),
            (
                _("Join by address or invite link…"),
                _("For an address, or a link that begins with undermine://."),
                self._ask_address,
            ),
            (
                _("Watch a game on a server…"),
                _("A table that others may watch: you see what all see, some time later, and take no seat."),
                self._watch_game,
            ),
            (_("Learn…"), _("The game on one page, guided turns, or puzzles."), self._learn),
            (_("Quit"), _("Unfinished games are kept."), self.action_leave),
        ]
        if games is not None:
            past = _("What came of each, how you have fared, and every game again, from any seat.")
            entries.insert(-2, (_("My games"), past, lambda: self.app.push_screen(games())))
        if settings is not None:
            meaning = _("Your name, colours and characters, and how you are told that it is your turn.")
            entries.insert(-2, (_("Settings"), meaning, lambda: self.app.push_screen(settings())))
        self._entries: list[_Entry] = [_Entry(key, *entry) for key, entry in zip(_KEYS, entries, strict=False)]
        self._backs: list[Back] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(_title(self._charset), no_wrap=True), classes="title")
            yield PickList(self._lines(), id="menu")
            yield Static(classes="meaning")
        yield KeyBar()

    def on_mount(self) -> None:
        focus_first(self, PickList)
        self.on_option_list_option_highlighted()

    def show_ways_back(self, backs: Sequence[Back]) -> None:
        """Unfinished games, on top; what is pointed at stays so."""
        self._backs = [*backs]
        places = zip(_BACK_KEYS, self._backs, strict=False)
        new = [_Entry(key, each.text, each.meaning, partial(self.dismiss, each.errand)) for key, each in places]
        self._entries = [*new, *(entry for entry in self._entries if entry.key in _KEYS)]
        for menu in self.query(PickList):
            menu.show(self._lines())

    def _lines(self) -> list[Line]:
        return [Line(cut(f"{entry.key}  {entry.text}", _WIDTH), entry.key) for entry in self._entries]

    def on_option_list_option_highlighted(self) -> None:
        picked = self.query_one(PickList).picked
        self.write(".meaning", *(entry.meaning for entry in self._entries if entry.key == picked))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._entries[event.option_index].take()

    def on_key(self, event: events.Key) -> None:
        for entry in self._entries:
            if entry.key == event.character:
                event.stop()
                self.query_one(PickList).highlighted = self._entries.index(entry)
                entry.take()

    # ways on: what they need is loaded when they are taken

    def _set_up(self, kind: str, errand: Callable[[Setup], Errand]) -> None:
        from client.screen.screens.setup import SetupScreen  # noqa: PLC0415
        from client.screen.screens.setup_rows import Kind  # noqa: PLC0415

        def chosen(setup: Setup | None) -> None:
            if setup is not None:
                self.dismiss(errand(setup))

        self.app.push_screen(SetupScreen(Kind[kind]), chosen)

    def _host(self) -> None:
        """An unfinished table of this player is offered first."""
        from client.screen.widgets.dialogues import Deed, offer  # noqa: PLC0415

        begin = partial(self._set_up, "FRIENDS", partial(WithFriends, new=True))
        old = [each for each in self._backs if isinstance(each.errand, WithFriends)]
        if old:
            deeds = [Deed(each.text, partial(self.dismiss, each.errand)) for each in old]
            offer(self.app, _("Your table is not finished."), [*deeds, Deed(_("Open a new table…"), begin)])
        else:
            self._set_up("FRIENDS", WithFriends)

    def _ask_address(self) -> None:
        self._ask_link(_("Address or invite link (undermine://…):"), At)

    def _ask_link(self, title: str, errand: "Callable[[Invite, str], Errand]") -> None:
        """As it is typed behind “join” and “watch”, perhaps with the code of a table."""
        from client.screen.widgets.dialogues import ask_line  # noqa: PLC0415
        from client.words.codes import sentence  # noqa: PLC0415
        from protocol.wire.invite import LONGEST, BadInvite, read_invite  # noqa: PLC0415

        def go(typed: str) -> str:
            link, _option, code = typed.partition("--table")
            try:
                self.dismiss(errand(read_invite(link.strip()), code.strip().upper()))
            except BadInvite as bad:
                return sentence(bad.fault.value)
            return ""

        ask_line(self.app, title, go, most=LONGEST + 100)

    def _watch_game(self) -> None:
        """At a server that was met before, or at another."""
        from client.screen.widgets.dialogues import Deed, offer  # noqa: PLC0415

        other = partial(self._ask_link, _("The link to watch, or an address:"), Watching)
        known = [Deed(str(one), partial(self.dismiss, Watching(one))) for one in self._known_servers()]
        if known:
            offer(self.app, _("On which server?"), [*known, Deed(_("By address or link…"), other)])
        else:
            other()

    def _learn(self) -> None:
        from client.learn.course import LESSONS, PUZZLES  # noqa: PLC0415
        from client.screen.widgets.dialogues import Deed, offer  # noqa: PLC0415

        deeds = [
            Deed(_("How to play, on one page"), self.action_how),
            Deed(_("Guided turns"), partial(self._study, LESSONS)),
            Deed(_("Puzzles"), partial(self._study, PUZZLES)),
        ]
        offer(self.app, _("Learn"), deeds)

    def action_how(self) -> None:
        from client.games.registry import GAMES, game  # noqa: PLC0415
        from client.screen.widgets.page import Page  # noqa: PLC0415

        lines = [line for name in GAMES for line in (*game(name).how_to_play(), "")]
        self.app.push_screen(Page(_("How to play"), lines[:-1]))
