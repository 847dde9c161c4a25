"""The lobby of a server: which tables are open, what people say, and the ways to a seat."""

import re
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static

from client.i18n import _, plural
from client.screen.screens.archive import ArchiveScreen
from client.screen.screens.setup import SetupScreen
from client.screen.screens.setup_rows import Kind
from client.screen.widgets.dialogues import ask_line, ask_password
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.list_screen import ListScreen
from client.screen.widgets.pick_list import Line, PickList
from client.screen.widgets.talk import Talk
from client.visit.errand import Setup
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.gathering import PARTED, offer_heading, offer_line
from client.words.rules import brief_rules
from protocol.wire import lobby

BROWSE_SECONDS = 5.0
_CODE = re.compile(r"[A-Z2-7]{8}")
_WRONG_PASSWORD = "gathering/password"  # noqa: S105  it is a code


class _Offers(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", _("sit down"), key_display="Enter")]


class LobbyScreen(ListScreen[None]):
    """Goes when the player leaves the server."""

    DEFAULT_CSS = """
    LobbyScreen .rules { max-height: 7; }
    LobbyScreen Talk { height: 7; }
    LobbyScreen .notice { background: $panel; }
    LobbyScreen.-wide Talk { height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open", _("open table")),
        Binding("c", "by_code", _("code")),
        Binding("t", "type", _("talk")),
        Binding("f", "finished", _("finished")),
        Binding("r", "refresh_offers", _("refresh")),
        Binding("escape", "leave", _("leave"), key_display="Esc"),
    ]

    def __init__(self, visit: Visit, *, code: str = "", seconds: float = BROWSE_SECONDS) -> None:
        """With a code, right to a seat there."""
        super().__init__()
        self.visit = visit
        self._code = code
        self._seconds = seconds
        self._setup = Setup()
        """What was wanted last, for the next time."""
        self._asked_for = ""
        self._tried = False
        """Whether a password went with it."""

    def compose(self) -> ComposeResult:
        yield Static(classes="head")
        yield Static(Text(offer_heading()), classes="columns")
        yield _Offers(id="offers")
        with VerticalScroll(classes="rules"):
            yield Static(id="rules")
        yield Talk(self._say)
        yield Static(classes="notice")
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(self._seconds, self._browse)
        self._browse()
        if self._code:
            self._sit(self._code)

    # what is shown

    def heard(self, news: News) -> None:
        match news.what:
            case What.CONNECTED:
                self._notice = ""
                self._browse()
            case What.CUT_OFF | What.GAVE_UP:
                self._notice = sentence(news.code)
            case What.GATHERED:
                self._notice = self._asked_for = ""
            case What.PARTED:
                self._notice = PARTED.get(news.code, "")
                self._browse()
            case What.DENIED:
                self._denied(news.code)
            case _:
                pass
        self.update()

    def _denied(self, code: str) -> None:
        self._notice = sentence(code)
        if code == _WRONG_PASSWORD and self._asked_for and self.app.screen is self:
            if not self._tried:  # nothing was typed yet that could be wrong
                self._notice = ""
            self._ask_password(self._asked_for, self._notice)

    def update(self) -> None:
        if not self._composed:
            return
        offers = self.visit.offers
        self.write(".head", _head(offers))
        self.query_one(PickList).show(Line(offer_line(offer), offer.code) for offer in offers or ())
        self.explain()
        self.query_one(Talk).show(said for said in self.visit.said if said.gathering is None)
        self.write_notice()

    def explain(self) -> None:
        picked = self._picked()
        advice = _("O opens a table. C goes to one whose code you know. F shows finished games.")
        self.write("#rules", *(brief_rules(picked.rules) if picked else [advice]))

    def _picked(self) -> lobby.Offer | None:
        code = self.query_one(PickList).picked
        return next((offer for offer in self.visit.offers or () if offer.code == code), None)

    # what the player does

    def _browse(self) -> None:
        if self.visit.connected_now and self.visit.gathering is None:
            self.visit.guest.say(lobby.Browse())

    def action_refresh_offers(self) -> None:
        self._heard_if(self.visit.guest.say(lobby.Browse()))

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        offer = self._picked()
        if offer is not None:
            (self._ask_password if offer.locked else self._sit)(offer.code)

    def _sit(self, code: str, password: str = "") -> None:
        self._asked_for, self._tried = code, bool(password)
        self._heard_if(self.visit.guest.sit(code, password))

    def _ask_password(self, code: str, trouble: str = "") -> None:
        ask_password(self.app, lambda password: self._sit(code, password), trouble)

    def action_by_code(self) -> None:
        def sit(answer: str) -> str:
            code = re.sub(r"[\s-]", "", answer).upper()
            if not _CODE.fullmatch(code):
                return _("A code has eight letters and digits, without 0, 1, 8 and 9.")
            self._sit(code)
            return ""

        ask_line(self.app, _("The code of the table, from its host:"), sit, most=32)

    def action_finished(self) -> None:
        self.app.push_screen(ArchiveScreen(self.visit))

    def action_open(self) -> None:
        def chosen(setup: Setup | None) -> None:
            if setup is not None:
                self._setup = setup
                self._heard_if(self.visit.gather(setup.wishes(), setup.password, setup.seated, setup.pace))

        self.app.push_screen(SetupScreen(Kind.SERVER, self._setup), chosen)

    def _say(self, text: str) -> bool:
        return self._heard_if(self.visit.guest.say(lobby.Say(gathering=None, text=text)), self._notice)


def _head(offers: tuple[lobby.Offer, ...] | None) -> str:
    if offers is None:
        return _("Tables: asking which are open…")
    if not offers:
        return _("Tables: none is open")
    return plural("Tables: {count} is open", "Tables: {count} are open", len(offers))
