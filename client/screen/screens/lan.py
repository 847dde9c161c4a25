"""What can be joined on the same network: a list that grows while it is shown, and a line for an address."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, OptionList, Static

from client.i18n import _, plural
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.list_screen import LineBelow, ListScreen
from client.screen.widgets.pick_list import Line, PickList
from client.version import VERSION
from client.visit.errand import At
from client.words.codes import sentence
from client.words.gathering import offer_heading, offer_line
from client.words.rules import brief_rules
from protocol.wire.invite import LONGEST, BadInvite, read_invite

if TYPE_CHECKING:
    from client.lan.browse import Browser, Found

PATIENCE = 4.0
"""Seconds after which a player wants to read why there is nothing."""


class _Games(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", _("join"), key_display="Enter")]


class _Address(LineBelow):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", _("go there"), key_display="Enter")]


class LanScreen(ListScreen[At | None]):
    """Comes to where the player wants to go; None if the player went back."""

    DEFAULT_CSS = """
    LanScreen .rules { max-height: 9; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "type", _("type an address")),
        Binding("escape", "leave", _("back"), key_display="Esc"),
    ]

    def __init__(self, browser: "Browser", *, patience: float = PATIENCE) -> None:
        super().__init__()
        self._browser = browser
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

    # what is shown

    def update(self) -> None:
        found = self._found()
        self.write(".head", self._head(len(found)))
        self.query_one(PickList).show(Line(_line(game), key) for key, game in found.items())
        self.explain()

    def _head(self, count: int) -> str:
        if count:
            return plural("On this network: {count} table", "On this network: {count} tables", count)
        if self._browser.trouble or self._waited:
            return _("On this network: no table was found so far")
        return _("Looking for tables on this network…")

    def _found(self) -> "dict[str, Found]":
        return {f"{game.invite} {game.offer.code}": game for game in self._browser.found}

    def _picked(self) -> "Found | None":
        return self._found().get(self.query_one(PickList).picked)

    def explain(self) -> None:
        picked = self._picked()
        self.write("#rules", *(_about(picked) if picked else self._advice()))
        self.write_notice()

    def _advice(self) -> list[str]:
        if self._browser.trouble:
            return [self._browser.trouble]
        if not self._waited:
            return []
        return [
            _("No table found yet; still looking. What you can do:"),
            _("- ask the host whether the table is open, and both of you are on the same network;"),
            _("- many guest networks keep computers apart, and a firewall may do so too;"),
            _("- ask for the invite link or the address that the host's screen shows, and type it below (A)."),
        ]

    # what the player does

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        picked = self._picked()
        if picked is None:
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
