"""What can be joined on the same network: a list that grows while it is shown, and a line for an address."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, OptionList, Static

from client.i18n import _, plural
from client.screen.screens.menu import Back
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.list_screen import LineBelow, ListScreen
from client.screen.widgets.pick_list import Line, PickList
from client.version import VERSION
from client.visit.errand import At, Errand, Looking
from client.words.codes import sentence
from client.words.gathering import offer_heading, offer_line
from client.words.rules import brief_rules
from protocol.wire.invite import LONGEST, BadInvite, read_invite

if TYPE_CHECKING:
    from client.lan.browse import Browser, Found

_BACK = "back "
PATIENCE = 4.0
"""Seconds after which a player wants to read why there is nothing."""


class _Games(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", _("join"), key_display="Enter")]


class _Address(LineBelow):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", _("go there"), key_display="Enter")]


class LanScreen(ListScreen[Errand | None]):
    """Comes to where the player wants to go; None if the player went back."""

    DEFAULT_CSS = """
    LanScreen .rules { max-height: 9; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "type", _("type an address")),
        Binding("escape", "leave", _("back"), key_display="Esc"),
    ]

    def __init__(
        self,
        browser: "Browser",
        errand: Looking | None = None,
        ways_back: Sequence[Back] = (),
        *,
        patience: float = PATIENCE,
    ) -> None:
        """``ways_back``: unfinished games, wherever they are played; they come first."""
        super().__init__()
        self._browser = browser
        self._wanted = errand or Looking()
        self._backs = {f"{_BACK}{at}": back for at, back in enumerate(ways_back)}
        self._patience = patience
        self._waited = False

    def compose(self) -> ComposeResult:
        yield Static(classes="head")
        yield Static(Text(offer_heading()), classes="columns")
        yield _Games(id="games")
        with VerticalScroll(classes="rules"):
            yield Static(id="rules")
        yield Static(classes="notice")
        place = _("A: type an address or paste an invite link here")
        yield _Address(max_length=LONGEST + 100, placeholder=place, select_on_focus=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_timer(self._patience, self._wait_no_longer)
        self._browser.start(self._hear)

    async def on_unmount(self) -> None:
        await self._browser.stop()

    def _hear(self) -> None:
        self.call_later(self.update)

    def _wait_no_longer(self) -> None:
        self._waited = True
        self.update()
        if self._wanted.otherwise is not None:
            self.dismiss(At(self._wanted.otherwise))

    # what is shown

    def update(self) -> None:
        found = self._found()
        if (wanted := self._with_code(found)) is not None:
            self.dismiss(wanted)
            return
        self.write(".head", self._head(len(found)))
        back = [Line(each.text, key) for key, each in self._backs.items()]
        self.query_one(PickList).show([*back, *(Line(_line(game), key) for key, game in found.items())])
        self.explain()

    def _with_code(self, found: "dict[str, Found]") -> At | None:
        """Of several that say that they have the code, the player picks one."""
        games = [game for game in found.values() if game.offer.code == self._wanted.code and game.fits]
        return At(games[0].invite, games[0].offer.code) if len(games) == 1 else None

    def _head(self, count: int) -> str:
        if count:
            return plural("On this network: {count} table", "On this network: {count} tables", count)
        if self._wanted.code and not self._waited:
            return _("Looking for table {code} on this network…", code=self._wanted.code)
        if self._browser.trouble or self._waited:
            return _("On this network: no table was found so far")
        return _("Looking for tables on this network…")

    def _found(self) -> "dict[str, Found]":
        return {f"{game.invite} {game.offer.code}": game for game in self._browser.found}

    def _picked(self) -> "Found | None":
        return self._found().get(self.query_one(PickList).picked)

    def _back(self) -> Back | None:
        return self._backs.get(self.query_one(PickList).picked)

    def explain(self) -> None:
        picked, back = self._picked(), self._back()
        about = [back.meaning] if back else _about(picked) if picked else self._advice()
        self.write("#rules", *about)
        self.write_notice()

    def _advice(self) -> list[str]:
        if self._browser.trouble:
            return [self._browser.trouble]
        if not self._waited:
            return []
        code, missing = self._wanted.code, _("No table found yet; still looking. What you can do:")
        if code:
            missing = _("No table with the code {code} is open on this network. What you can do:", code=code)
        return [
            missing,
            _("- ask the host whether the table is open, and both of you are on the same network;"),
            _("- many guest networks keep computers apart, and a firewall may do so too;"),
            _("- ask for the invite link or the address that the host's screen shows, and type it below (A)."),
        ]

    # what the player does

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        if (back := self._back()) is not None:
            self.dismiss(back.errand)
        if (picked := self._picked()) is None:
            return
        if picked.fits:
            self.dismiss(At(picked.invite, picked.offer.code))
        else:
            self._tell(_("This table cannot be joined from here: both need the same version of the program."))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(At(read_invite(event.value)))
        except BadInvite as bad:
            self._tell(sentence(bad.fault.value))


def _line(game: "Found") -> str:
    line = offer_line(game.offer)
    return line if game.fits else _("{line}, other version", line=line)


def _about(game: "Found") -> list[str]:
    where = _("At {host}.", host=game.invite.host)
    if game.fits:
        return [*brief_rules(game.offer.rules), where]
    return [
        _("Played with version {there} of the program; yours is {here}.", there=game.version, here=VERSION),
        where,
    ]
