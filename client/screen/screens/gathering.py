"""A table before it begins: who sits there, what is agreed to, and getting ready."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from client.i18n import _
from client.profile.known_players import Standing
from client.screen.widgets.dialogues import ChoiceDialogue, ask_password
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.pick_list import Line, PickList
from client.screen.widgets.talk import Talk, TalkScreen
from client.screen.widgets.top import focus_first
from client.visit.hosting import way_to
from client.visit.news import News, What
from client.visit.readiness import is_sound
from client.visit.visit import Visit
from client.words import gathering as words
from client.words.codes import sentence
from client.words.rules import bot_kinds, bot_meaning, playable_rules, unknown_rules
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


class GatheringScreen(TalkScreen[str]):
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
        Binding("t", "talk", _("talk")),
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
        mark: words.Mark = _nothing,
        about: words.Mark = _nothing,
    ) -> None:
        """``mark`` and ``about``: how well a sitter is known, as a sign and in a sentence."""
        super().__init__(visit)
        self._link = way_to(link, visit.gathering) if link else ""
        self._addresses = addresses
        self._hosting = hosting
        self._unfound = ""
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
            yield Static(self._invitation(), classes="invitation")
        with Horizontal():
            yield _Seats(id="seats")
            with VerticalScroll(classes="terms"):
                yield Static(id="terms")
        yield Talk(self._say)
        yield Static(classes="prompt")
        yield KeyBar()

    def on_mount(self) -> None:
        self._composed = True
        focus_first(self, PickList)
        self.update()

    # what is shown

    def unfound(self, why: str) -> None:
        """Why the table is not found by looking around; it stands under the link."""
        self._unfound = why
        for invitation in self.query(".invitation").results(Static):
            invitation.update(self._invitation())

    def _invitation(self) -> Text:
        return Text("\n".join(words.invitation(self._link, self._addresses, self._unfound)))

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
            self.visit.sit(self._seen.code, password)

    def _denied(self, code: str) -> None:
        self._notice = sentence(code)
        if self.visit.gathering is None and code == _WRONG_PASSWORD and self.app.screen is self:
            self._over = ask_password(self, self._sit_again)

    def update(self) -> None:
        gathering = self._seen
        if not self._composed or gathering is None or self._gone:
            return
        own = self.visit.seat
        if not is_sound(gathering, own):
            strange = _("The server tells of a table that cannot be. Esc leaves.")
            self.query_one(".prompt", Static).update(Text(strange))
            return
        self.query_one(".head", Static).update(Text(words.head_line(gathering)))
        self.query_one(PickList).show(Line(*seat) for seat in words.seat_lines(gathering, own, self._mark))
        self.query_one("#terms", Static).update(Text("\n".join(words.terms(gathering))))
        self.query_one(Talk).show(said for said in self.visit.said if said.gathering == gathering.code)
        self._update_prompt()
        self.refresh_bindings()

    def _update_prompt(self) -> None:
        gathering, own = self._seen, self.visit.seat
        if gathering is None or not is_sound(gathering, own):
            return
        doing = _("You do not sit here at the moment. Esc leaves.")
        if self.visit.gathering is not None:
            doing = words.prompt(gathering, own, can_be_ready=not self.visit.why_not_ready())
        unfinished = [] if gathering.sitters[own].is_ready else self.visit.unfinished
        lines = [words.history(gathering), *unfinished, self._known(gathering), self._notice, doing]
        self.query_one(".prompt", Static).update(Text("\n".join(filter(None, lines))))

    def _known(self, gathering: lobby.Gathering) -> str:
        """What the sign of the player who is picked means; a namesake is told of in any case."""
        picked = self.query_one(PickList).picked
        sitters = [sitter for seat, sitter in enumerate(gathering.sitters) if str(seat) == picked]
        sitters += [sitter for sitter in gathering.sitters if self._mark(sitter) == Standing.NAMESAKE.mark]
        return next((about for sitter in sitters if (about := self._about(sitter))), "")

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        self._update_prompt()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in _FOR_HOSTS:
            return self._seen is not None and self._seen.host == self.visit.seat
        return bool(self._link) if action == "copy_link" else True

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
            self.query_one(".prompt", Static).update(Text(_("The game begins! Enter leads to the table.")))
        elif self._gone and self.app.screen is self:
            self.dismiss(self._gone)

    # what the player does

    def _send(self, message: Message) -> bool:
        return self._heard_if(self.visit.say(message))

    def _heard_if(self, heard: bool) -> bool:
        self._tell("" if heard else _("There is no connection at the moment."))
        return heard

    def _now(self) -> lobby.Gathering | None:
        gathering = self.visit.gathering
        return gathering if gathering is not None and is_sound(gathering, self.visit.seat) else None

    def action_ready(self) -> None:
        gathering = self._now()
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
        gathering = self._now()
        if gathering is None:
            return
        wanting = words.missing(gathering)
        if wanting:
            self._tell(wanting)
        else:
            self._send(lobby.Start(gathering=gathering.code))

    def action_add_bot(self) -> None:
        gathering = self._now()
        if gathering is None:
            return
        if len(gathering.sitters) >= gathering.wishes.seats:
            self._tell(sentence("gathering/full"))
            return
        kinds = bot_kinds()

        def chosen(at: int | None) -> None:
            now = self._now()
            if now is not None and at is not None and at < len(kinds):
                self._send(lobby.SeatBot(gathering=now.code, bot=kinds[at]))

        options = [_("{kind}: {meaning}", kind=kind, meaning=bot_meaning(kind)) for kind in kinds]
        self._ask(ChoiceDialogue(_("Which bot sits down?"), [*options, _("none")]), chosen)

    def _ask(self, dialogue: ChoiceDialogue, chosen: Callable[[int | None], None]) -> None:
        self._over = dialogue
        self.app.push_screen(dialogue, chosen)

    def action_send_away(self) -> None:
        gathering, picked = self._now(), self.query_one(PickList).picked
        if gathering is None:
            return
        if not picked.isdecimal() or int(picked) == self.visit.seat:
            self._tell(_("Pick somebody else's seat first, by the arrows."))
            return
        seat = int(picked)
        sitter = gathering.sitters[seat]

        def chosen(at: int | None) -> None:
            now = self._now()
            if at == 0 and now is not None:
                self._dismiss_sitter(now, sitter)

        title = _("Send {name} away?", name=words.name_of(gathering, seat))
        self._ask(ChoiceDialogue(title, [_("Yes, send them away"), _("No")]), chosen)

    def _dismiss_sitter(self, gathering: lobby.Gathering, sitter: lobby.Sitter) -> None:
        """Others may have come and gone meanwhile: the seat counts by who sits there."""
        for seat, other in enumerate(gathering.sitters):
            if (other.name, other.key) == (sitter.name, sitter.key):
                self._send(lobby.Dismiss(gathering=gathering.code, seat=seat))
                return

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Our seat: ready or not.  For hosts, a free one: a bot; another: away with them."""
        picked = self.query_one(PickList).picked
        if picked == str(self.visit.seat):
            self.action_ready()
        elif (gathering := self._now()) is None or gathering.host != self.visit.seat:
            self._tell(_("Only your own seat is yours to change."))
        elif picked.startswith(words.FREE):
            self.action_add_bot()
        else:
            self.action_send_away()

    def _say(self, text: str) -> bool:
        gathering = self._now()
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
        self._tell(_("The link is copied, if your terminal lets programs do that."))

    def action_rise(self) -> None:
        """Leave the table; a host is asked first, since it is gone with the server."""
        if not self._hosting:
            self._rise()
            return

        def sure(at: int | None) -> None:
            if at == 1:
                self._rise()

        words = [_("Stay"), _("Close the table: everybody who sits here is sent away")]
        self._ask(ChoiceDialogue(_("Your server stops with the table."), words), sure)

    def _rise(self) -> None:
        """Without a connection there is no server to tell."""
        heard = self._seen is not None and self.visit.rise(self._seen.code)
        if self.visit.gathering is None or not self._heard_if(heard):
            self._go("risen")
