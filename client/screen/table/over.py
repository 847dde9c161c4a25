"""What stands over a table: lists, lines to type and pages, which are opened and closed again."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.screen import Screen

from client.screen.widgets.dialogues import ChoiceDialogue, LineDialogue
from client.screen.widgets.page import Page
from engine.records import record


def nothing() -> None:
    """Stay as it is."""


@record
class Deed:
    words: str
    do: Callable[[], object] = nothing


class Over:
    """Opens and closes what stands over one screen, and leaves that screen."""

    def __init__(self, screen: Screen[str]) -> None:
        self._screen = screen

    @property
    def top(self) -> Screen[Any]:
        top: Screen[Any] = self._screen.app.screen
        return top

    @property
    def is_answered(self) -> bool:
        """Whether the player types or chooses something, and is not to be cut short."""
        return isinstance(self.top, LineDialogue | ChoiceDialogue)

    def bell(self) -> None:
        self._screen.app.bell()

    def offer(
        self, title: str, deeds: Sequence[Deed], otherwise: Callable[[], object] = nothing, **more: Any
    ) -> ChoiceDialogue:
        """One of the deeds is done, or ``otherwise`` if none is chosen; ``more``: see `ChoiceDialogue`."""

        def chosen(at: int | None) -> None:
            (otherwise if at is None else deeds[at].do)()

        dialogue = ChoiceDialogue(title, [deed.words for deed in deeds], **more)
        self._screen.app.push_screen(dialogue, chosen)
        return dialogue

    def ask_line(self, title: str, begun: str, typed: Callable[[str], object]) -> None:
        """A line to type, some of which may be typed already; an empty one comes to nothing."""

        def taken(text: str | None) -> None:
            if text:
                typed(text)

        self._screen.app.push_screen(LineDialogue(title, begun), taken)

    def show(self, page: Page, then: Callable[[str | None], None] = lambda _: None) -> Page:
        self._screen.app.push_screen(page, then)
        return page

    def close(self, dialogue: Screen[Any]) -> None:
        """Take it away, and whatever stands over it."""
        if dialogue in self._screen.app.screen_stack:
            self._pop_to(dialogue)
            self._screen.app.pop_screen()

    def leave(self, what: str) -> None:
        if self._screen in self._screen.app.screen_stack:
            self._pop_to(self._screen)
            self._screen.dismiss(what)

    def _pop_to(self, screen: Screen[Any]) -> None:
        while self.top is not screen:
            self._screen.app.pop_screen()
