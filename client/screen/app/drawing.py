"""How the program is drawn: palettes, characters, calls to somebody who looks elsewhere."""

import os
import re
import signal
from asyncio import get_running_loop
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.actions import SkipAction
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome
from textual.widgets import Input
from twisted.logger import Logger

from client.i18n import _
from client.profile.settings import Settings
from client.screen.app.ascii_filter import AsciiFilter
from client.screen.app.colourless import Colourless
from client.screen.app.kit import Kit
from client.screen.app.palette import CONTRAST, THEMES
from client.terminal.alert import Alert
from client.terminal.messages import messages_file

_LOG = Logger()
_WITH_ALT = re.compile(r"alt\+\w")


class DrawingApp(App[int]):
    """One person, one terminal."""

    CSS_PATH = "styles.tcss"
    TITLE = "Undermine"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS: ClassVar = [(0, "-tiny"), (72, "-narrow"), (130, "-wide")]  # type: ignore[misc]  # so Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [  # with priority, or else they would end at the first dialogue
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+c", "copy_or_quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("f2,ctrl+r", "react(0)", show=False, priority=True),
        *(Binding(f"f{number}", f"react({number - 2})", show=False, priority=True) for number in range(3, 10)),
    ]

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self.kit = kit
        self._to_ascii = AsciiFilter()
        self._colourless = Colourless(lambda: self.current_theme.dark)
        self.register_theme(CONTRAST)
        self.alert = Alert(kit.settings, self._ring, os.environ)
        self.theme = THEMES[kit.settings.theme]  # what was asked for on the command line stands in the kit already

    def on_mount(self) -> None:
        """Ctrl+Z counts between two turns of the loop: in the midst of drawing, Textual's handler waits for itself."""
        sleep = signal.getsignal(signal.SIGTSTP) if hasattr(signal, "SIGTSTP") and not self.is_headless else None
        if callable(sleep):
            loop = get_running_loop()
            signal.signal(signal.SIGTSTP, lambda *how: loop.call_soon_threadsafe(sleep, *how))

    async def on_event(self, event: events.Event) -> None:
        """Esc and a key close behind it look like that key with Alt, which means nothing here: they are two keys.

        But not where somebody types a line: who has the habit of moving in it with Alt would lose it.
        """
        haste = isinstance(event, events.Key) and not event.is_forwarded and _WITH_ALT.fullmatch(event.key)
        if haste and not isinstance(self.focused, Input):
            assert isinstance(event, events.Key)
            key = event.key.removeprefix("alt+")
            for one in (events.Key("escape", None), events.Key(key, key)):
                one.set_sender(self)
                await super().on_event(one)
        else:
            await super().on_event(event)

    def use(self, settings: Settings) -> None:
        """Draw as the person wants it, and be called so from the next server on."""
        self.kit.use(settings)
        self.alert.settings = settings
        self.theme = THEMES[settings.theme]

    @property
    def safe_colours(self) -> bool:
        """Whether teams and cards have colours that the colour-blind can tell apart."""
        return self.kit.settings.palette == "safe"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """With the ASCII set, borders and bars of Textual are drawn in it too; without colours, not even in greys."""
        filters = [self._colourless if isinstance(one, Monochrome) else one for one in super().get_line_filters()]
        return [*filters, self._to_ascii] if self.kit.charset.tick.isascii() else filters

    def _ring(self, text: str) -> None:
        """To the terminal itself, where Textual draws too."""
        if self._driver is not None and self.is_running and not self.is_headless and not self._exit:
            self._driver.write(text)

    def _fatal_error(self) -> None:
        """A mistake of ours: a sentence for the person, and for those who mend it a file, without anybody's cards."""
        _LOG.failure("the screen has failed")
        self.alert.calm()
        self._exit = True  # nobody is called any more: what is still under way would title the window again
        text = _(
            "undermine: this program has made a mistake and ends.  Nothing that was played is lost: start it again."
            "  What happened stands in {file}; please report it.",
            file=messages_file(self.kit.profile),
        )
        self._exit_renderables.append(Text(text))
        self._close_messages_no_wait()

    def exit(self, result: int | None = None, return_code: int = 0, message: Any = None) -> None:
        """While there is still somebody to draw for: the window gets its title back."""
        self.alert.calm()
        super().exit(result, return_code, message)

    async def action_quit(self) -> None:
        """Away, at once; the game waits."""
        self.exit(0)

    def action_copy_or_quit(self) -> None:
        """What is selected is copied by whoever shows it; if nothing is, away."""
        line = self.focused
        if self.screen.selections or (isinstance(line, Input) and line.selected_text):
            raise SkipAction
        self.exit(0)

    def action_react(self, at: int) -> None:
        """Answer the window of a table, whatever is open over it; without one, the key goes its usual way."""
        tables = (getattr(screen, "react", None) for screen in self.screen_stack)
        if not any(react is not None and react(at) for react in tables):
            raise SkipAction
