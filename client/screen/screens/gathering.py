"""A table before it begins: who sits there, what is agreed to, and getting ready."""

from collections.abc import Sequence
from functools import cache, partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from client.i18n import _
from client.net.way import watch_link
from client.profile.known_players import Standing
from client.screen.widgets.dialogues import Deed, ask_password, offer
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.list_screen import ListScreen
from client.screen.widgets.pick_list import Line, PickList
from client.screen.widgets.talk import Talk
from client.visit.hosting import way_to
from client.visit.news import News, What
from client.visit.visit import Visit, is_sound
from client.words import gathering as words
from client.words.codes import sentence
from client.words.rules import bot_kinds, bot_meaning, playable_rules, unknown_rules
from client.words.watching import copied_watch_link
from protocol.wire import lobby
from protocol.wire.codec import Message

STARTED = "started"
_WRONG_PASSWORD = "gathering/password"  # noqa: S105  it is a code
_FOR_HOSTS = {"add_bot", "send_away", "start"}


def _nothing(_sitter: lobby.Sitter) -> str:
    return ""


class _Seats(PickList):
    """What Enter does depends on the seat, and there is a key for each of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", show=False)]


class GatheringScreen(ListScreen[str]):
    """Comes to why the player does not sit there any more: “risen”, “dismissed”, “closed”, or `STARTED`."""

    DEFAULT_CSS = """
    GatheringScreen .invitation { height: auto; padding: 0 1; border-bottom: hkey $panel; }
    GatheringScreen Horizontal { height: 1fr; }
    GatheringScreen PickList { width: 46; height: 1fr; }
    GatheringScreen VerticalScroll.terms {
        width: 1fr; height: 1fr; padding: 0 1; border-left: vkey $panel; scrollbar-size-vertical: 1;
    }
    GatheringScreen Talk { height: 5; }
    GatheringScreen .prompt { height: auto; background: $panel; padding: 0 1; }
    GatheringScreen.-wide Talk { height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", _("ready or not")),
        Binding("s", "start", _("start")),
        Binding("b", "add_bot", _("add bot")),
        Binding("x", "send_away", _("send away")),
        Binding("t", "type", _("talk")),
        Binding("w", "copy_watch_link", _("link to watch")),
        Binding("l", "copy_link", _("copy link")),
        Binding("escape", "rise", _("leave"), key_display="Esc"),
    ]

    def __init__(
        self,
        visit: Visit,
        *,
        link: str = "",
        addresses: Sequence[str] = (),
        hosting: bool = False,
        unfound: str = "",
        mark: words.Mark = _nothing,
        about: words.Mark = _nothing,
    ) -> None:
        """``mark`` and ``about``: how well a sitter is known, as a sign and in a sentence."""
        super().__init__()
        self.visit = visit
        there = link or visit.guest.link
        self._link = way_to(there, visit.gathering, hosting=hosting) if there else ""
        self._there = there
        self._addresses = addresses
        self._hosting = hosting
        self._unfound = unfound
        self._mark, self._about = cache(mark), cache(about)
        """Looked up when a sitter comes or changes, not whenever something is drawn."""
        self._seen = visit.gathering
        """As it stood when it was told of last; it stays on the screen while there is no connection."""
        self._gone = ""
        """Why the player does not sit here any more."""
        self.unsaid = ""
        """What was typed when the game began; it can be said at the table."""
        self._over: ModalScreen[int | None] | ModalScreen[str | None] | None = None

    def compose(self) -> ComposeResult:
        yield Static(classes="head")
        if self._hosting:
            yield Static(classes="invitation")
        with Horizontal():
            yield _Seats(id="seats")
            with VerticalScroll(classes="terms"):
                yield Static(id="terms")
        yield Talk(self._say)
        yield Static(classes="prompt")
        yield KeyBar()

    # what is shown

    def unfound(self, why: str) -> None:
        """Why the table is not found by looking around; it stands under the link."""
        self._unfound = why
        self.update()

    def heard(self, news: News) -> None:
        match news.what:
            case What.GATHERED:
                self._seen, self._gone, self._notice = self.visit.gathering, "", ""
            case What.PARTED:
                self._go(news.code)
            case What.STARTED:
                self._go(STARTED)
            case What.CUT_OFF | What.GAVE_UP:
                self._notice = sentence(news.code)
            case What.CONNECTED:
                self._sit_again("")
            case What.DENIED:
                self._denied(news.code)
            case _:
                pass
        self.update()

    def _sit_again(self, password: str) -> None:
        """A seat is lost with the connection."""
        if self.visit.gathering is None and self._seen is not None and not self._gone:
            self._notice = _("You are connected again, and sit down again…")
            self.visit.guest.sit(self._seen.code, password)

    def _denied(self, code: str) -> None:
        self._notice = sentence(code)
        if self.visit.gathering is None and code == _WRONG_PASSWORD and self.app.screen is self:
            self._over = ask_password(self.app, self._sit_again)

    def update(self) -> None:
        gathering = self._seen
        if not self._composed or gathering is None or self._gone:
            return
        own = self.visit.seat
        if self._hosting:
            self.write(".invitation", *words.invitation(self._link, self._addresses, self._unfound))
        if is_sound(gathering, own):
            self.write(".head", words.head_line(gathering))
            self.query_one(PickList).show(Line(*seat) for seat in words.seat_lines(gathering, own, self._mark))
            self.write("#terms", *words.terms(gathering))
            self.query_one(Talk).show(said for said in self.visit.said if said.gathering == gathering.code)
        self.explain()
        self.refresh_bindings()

    def explain(self) -> None:
        gathering, own = self._seen, self.visit.seat
        if gathering is None:
            return
        if not is_sound(gathering, own):
            self.write(".prompt", _("The server shows an impossible table. Esc leaves."))
            return
        doing = _("You have no seat here now. Esc leaves.")
        if self.visit.gathering is not None:
            doing = words.prompt(gathering, own, can_be_ready=not self.visit.why_not_ready())
        unfinished = [] if gathering.sitters[own].is_ready else self.visit.unfinished
        lines = [words.history(gathering), *unfinished, self._known(gathering), self._notice, doing]
        self.write(".prompt", *filter(None, lines))

    def _known(self, gathering: lobby.Gathering) -> str:
        """What the sign of the player who is picked means; a namesake is told of in any case."""
        picked = self.query_one(PickList).picked
        sitters = [sitter for seat, sitter in enumerate(gathering.sitters) if str(seat) == picked]
        sitters += [sitter for sitter in gathering.sitters if self._mark(sitter) == Standing.NAMESAKE.mark]
        return next((about for sitter in sitters if (about := self._about(sitter))), "")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in _FOR_HOSTS:
            return self._seen is not None and self._seen.host == self.visit.seat
        if action == "copy_watch_link":
            return bool(self._watch_link)
        return bool(self._link) if action == "copy_link" else True

    @property
    def _watch_link(self) -> str:
        """Empty at a table that may not be watched."""
        seen = self._seen
        return watch_link(self._there, seen.code) if seen is not None and seen.options.spectators else ""

    # away from here

    def _go(self, why: str) -> None:
        """At once, or, if another screen stands over this one, when it is gone."""
        self._gone = why
        if self._over is not None and self.app.screen is self._over:
            self.app.pop_screen()
        self._dismiss_if_gone()

    def on_screen_resume(self) -> None:
        self._dismiss_if_gone()

    @property
    def is_typing(self) -> bool:
        """Whether keys go to a line: at the table the same keys would play cards."""
        return self.app.screen is self and isinstance(self.focused, Input)

    def _dismiss_if_gone(self) -> None:
        """`dismiss` takes away whatever is on top, so it had better be this screen."""
        if self._gone == STARTED and self.is_typing:
            self.write(".prompt", _("The game begins! Enter: to the table"))
        elif self._gone and self.app.screen is self:
            self.dismiss(self._gone)

    # what the player does

    def _send(self, message: Message) -> bool:
        return self._heard_if(self.visit.guest.say(message))

    def action_ready(self) -> None:
        gathering = self.visit.sound
        if gathering is None:
            return
        if gathering.sitters[self.visit.seat].is_ready:
            self._heard_if(self.visit.not_ready())
        elif playable_rules(gathering.wishes.rules) is None:
            self._tell(unknown_rules(gathering.wishes.rules))
        elif why := self.visit.why_not_ready():
            self._tell(why)
        else:
            self._heard_if(self.visit.get_ready())

    def action_start(self) -> None:
        gathering = self.visit.sound
        if gathering is None:
            return
        if wanting := words.missing(gathering):
            self._tell(wanting)
        else:
            self._send(lobby.Start(gathering=gathering.code))

    def action_add_bot(self) -> None:
        gathering = self.visit.sound
        if gathering is None:
            return
        if len(gathering.sitters) >= gathering.wishes.seats:
            self._tell(sentence("gathering/full"))
            return
        options = (_("{kind}: {meaning}", kind=kind, meaning=bot_meaning(kind)) for kind in bot_kinds())
        deeds = [Deed(words, partial(self._seat_bot, kind)) for kind, words in zip(bot_kinds(), options, strict=True)]
        self._over = offer(self.app, _("Which bot sits down?"), [*deeds, Deed(_("none"))])

    def _seat_bot(self, kind: str) -> None:
        if (now := self.visit.sound) is not None:
            self._send(lobby.SeatBot(gathering=now.code, bot=kind))

    def action_send_away(self) -> None:
        gathering, picked = self.visit.sound, self.query_one(PickList).picked
        if gathering is None:
            return
        if not picked.isdecimal() or int(picked) == self.visit.seat:
            self._tell(_("Pick another player's seat first (arrows)."))
            return
        title = _("Send {name} away?", name=words.name_of(gathering, int(picked)))
        away = partial(self._dismiss_sitter, gathering.sitters[int(picked)])
        self._over = offer(self.app, title, [Deed(_("Yes, send them away"), away), Deed(_("No"))])

    def _dismiss_sitter(self, sitter: lobby.Sitter) -> None:
        """Others may have come and gone meanwhile: the seat counts by who sits there."""
        now = self.visit.sound
        for seat, other in enumerate(now.sitters if now is not None else ()):
            if now is not None and (other.name, other.key) == (sitter.name, sitter.key):
                self._send(lobby.Dismiss(gathering=now.code, seat=seat))
                return

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Our seat: ready or not.  For hosts, a free one: a bot; another: away with them."""
        picked = self.query_one(PickList).picked
        if picked == str(self.visit.seat):
            self.action_ready()
        elif (gathering := self.visit.sound) is None or gathering.host != self.visit.seat:
            self._tell(_("You can only change your own seat."))
        elif picked.startswith(words.FREE):
            self.action_add_bot()
        else:
            self.action_send_away()

    def _say(self, text: str) -> bool:
        gathering = self.visit.sound
        if self._gone:
            self.query_one(PickList).focus()
        return gathering is not None and self._send(lobby.Say(gathering=gathering.code, text=text))

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """A player who typed when the game began goes to the table now, and the line goes along."""
        if self._gone and isinstance(event.widget, Input):
            self.unsaid = event.widget.value
            self._dismiss_if_gone()

    def action_copy_link(self) -> None:
        self.app.copy_to_clipboard(self._link)
        self._tell(_("Link copied, if your terminal allows it."))

    def action_copy_watch_link(self) -> None:
        self.app.copy_to_clipboard(self._watch_link)
        self._tell(copied_watch_link(self._watch_link))

    def action_rise(self) -> None:
        """Leave the table; a host is asked first, since it is gone with the server."""
        if not self._hosting:
            self._rise()
            return
        close = Deed(_("Close the table: all players are sent away"), self._rise)
        self._over = offer(self.app, _("Your server stops with the table."), [Deed(_("Stay")), close])

    def _rise(self) -> None:
        """Without a connection there is no server to tell."""
        heard = self._seen is not None and self.visit.guest.rise(self._seen.code)
        if self.visit.gathering is None or not self._heard_if(heard):
            self._go("risen")
