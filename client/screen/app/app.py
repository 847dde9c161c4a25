"""The full-screen program: it holds its parts together, and loads all but the first screen behind that."""

import os
import re
import signal
from asyncio import get_running_loop
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events
from textual.actions import SkipAction
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome
from textual.message import Message
from textual.widgets import Input

from client.i18n import _
from client.profile.settings import Settings
from client.screen.app.errands import Errands
from client.screen.app.kit import Kit
from client.screen.app.meant import Meant
from client.screen.app.palette import CONTRAST, THEMES, AsciiFilter, Colourless
from client.screen.widgets.top import forward
from client.terminal.alert import Alert
from client.visit.errand import Errand
from client.visit.news import News

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from client.screen.app.party import Party
    from client.visit.visit import Visit

Load = Callable[[Callable[[], None]], Coroutine[Any, Any, None]]
"""Calls back when the network is there, and goes on to load the other screens."""
_WITH_ALT = re.compile(r"alt\+\w")


@dataclass
class Heard(Message):
    """News of the network as a message: all that the network may do to a screen is to post it."""

    news: News

    def can_replace(self, message: Message) -> bool:
        """Coalesces consecutive identical news: the visit tells what both are about."""
        return isinstance(message, Heard) and message.news == self.news


class UndermineApp(App[int]):
    CSS_PATH = "styles.tcss"
    TITLE = "Undermine"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS: ClassVar = [(0, "-tiny"), (72, "-narrow"), (100, "-middle"), (130, "-wide")]  # type: ignore[misc]  # so Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [  # with priority, or else they would end at the first dialogue
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+c", "copy_or_quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("f2,ctrl+r", "react(0)", show=False, priority=True),
        *(Binding(f"f{number}", f"react({number - 2})", show=False, priority=True) for number in range(3, 10)),
    ]

    def __init__(self, kit: Kit, errand: Errand, load: Load | None = None) -> None:
        """``load`` completes the kit after the first paint; without it, the kit is complete."""
        super().__init__()
        self.kit = kit
        self.meant = Meant(self)
        self.alert = Alert(kit.settings, self._ring, os.environ)
        self._errand = errand
        self._load = load
        self.errands = Errands(self)
        self._to_ascii = AsciiFilter()
        self._colourless = Colourless(lambda: self.current_theme.dark)
        self.party: Party | None = None
        """Everything that needs the network; None until that is loaded."""
        self.register_theme(CONTRAST)
        self.theme = THEMES[kit.settings.theme]  # what was asked for on the command line stands in the kit already

    def on_mount(self) -> None:
        self._mind_sleep()
        if self._load is None:
            self._arrive()
        self.errands.begin(self._errand)
        if (load := self._load) is not None:
            self.screen.call_after_refresh(lambda: self.run_worker(load(self._arrive)))

    def _mind_sleep(self) -> None:
        """Ctrl+Z counts between two turns of the loop: in the midst of drawing, Textual's handler waits for itself."""
        sleep = signal.getsignal(signal.SIGTSTP) if hasattr(signal, "SIGTSTP") and not self.is_headless else None
        if callable(sleep):
            loop = get_running_loop()
            signal.signal(signal.SIGTSTP, lambda *how: loop.call_soon_threadsafe(sleep, *how))

    def _arrive(self) -> None:
        from client.screen.app.party import Party  # noqa: PLC0415

        self.party = Party(self, self.errands)
        self.errands.arrived(self.party)

    # the network

    @property
    def visit(self) -> "Visit | None":
        return None if self.party is None else self.party.connection.visit

    def heard(self, news: News) -> None:
        """Called by the network, outside of Textual's context."""
        self.post_message(Heard(news))

    def on_heard(self, message: Heard) -> None:
        if self.party is not None:
            self.party.heard(message.news)

    def closed(self) -> "Deferred[Any] | None":
        """After the last picture, close what is still open; fires when that is done."""
        return None if self.party is None else self.party.leave()

    # drawing

    def use(self, settings: Settings) -> None:
        """Draw by these settings; their name counts from the next server on."""
        self.kit.use(settings)
        self.alert.settings = settings
        self.theme = THEMES[settings.theme]

    @property
    def safe_colours(self) -> bool:
        """Whether teams and cards have colours that the colour-blind can tell apart."""
        return self.kit.settings.palette == "safe"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """With the ASCII set, Textual's borders and bars become ASCII too; without colours, greys go as well."""
        filters = [self._colourless if isinstance(one, Monochrome) else one for one in super().get_line_filters()]
        return [*filters, self._to_ascii] if self.kit.charset.tick.isascii() else filters

    def _ring(self, text: str) -> None:
        """To the terminal itself, where Textual draws too."""
        if self._driver is not None and self.is_running and not self.is_headless and not self._exit:
            self._driver.write(text)

    # keys

    async def on_event(self, event: events.Event) -> None:
        """Esc and a key close behind it look like that key with Alt, which means nothing here: they are two keys.

        But not in a line that is typed, where Alt moves by words.
        """
        if not isinstance(event, events.Key):
            await super().on_event(event)
        elif event.is_forwarded:
            if not await self.meant.obey_elsewhere(event):
                await super().on_event(event)
        elif _WITH_ALT.fullmatch(event.key) and not isinstance(self.focused, Input):
            key = event.key.removeprefix("alt+")
            for one in (events.Key("escape", None), events.Key(key, key)):
                one.set_sender(self)
                await self._take(one)
        else:
            await self._take(event)

    async def _take(self, key: events.Key) -> None:
        seen = self.meant.aim(key)
        if seen is self.screen:
            await super().on_event(key)
        elif not await self._check_bindings(key.key, priority=True):
            forward(key, seen)

    async def action_quit(self) -> None:
        """Away, at once; the game waits."""
        self.exit(0)

    def action_copy_or_quit(self) -> None:
        """A selection is copied by its widget; without one, quit."""
        line = self.focused
        if self.screen.selections or (isinstance(line, Input) and line.selected_text):
            raise SkipAction
        self.exit(0)

    def action_react(self, at: int) -> None:
        """Answer the window of a table, whatever is open over it; without one, the key goes its usual way."""
        tables = (getattr(screen, "react", None) for screen in self.screen_stack)
        if not any(react is not None and react(at) for react in tables):
            raise SkipAction

    # the end

    def exit(self, result: int | None = None, return_code: int = 0, message: Any = None) -> None:
        """While the terminal is still drawn on: the window gets its title back."""
        self.alert.calm()
        super().exit(result, return_code, message)

    def _fatal_error(self) -> None:
        """A bug: a sentence for the player, and the rest in a file, without any player's cards."""
        from client.terminal.messages import keep_failure, keep_messages, messages_file  # noqa: PLC0415

        if not self.is_headless:  # it may have come before anything was loaded
            keep_messages(self.kit.profile)
        keep_failure()
        self.alert.calm()
        self._exit = True  # nothing rings any more: what is still under way would title the window again
        text = _(
            "undermine has crashed.  Nothing you played is lost: start it again."
            "  What happened stands in {file}; please report it.",
            file=messages_file(self.kit.profile),
        )
        self._exit_renderables.append(Text(text))
        self._close_messages_no_wait()
