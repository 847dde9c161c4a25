"""Screens that go once, and only while they are on top: keys that were pressed in haste find them gone already."""

from dataclasses import replace
from math import inf
from typing import Any, Self, TypeVar

from rich.text import Text
from textual import events
from textual._time import get_time
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

_Result = TypeVar("_Result")


def focus_first(screen: Screen[Any], kind: type[Widget]) -> None:
    """Where keys go first; nowhere, if the screen has gone while it was being set up."""
    for widget in screen.query(kind).results():
        widget.focus()
        return


_Window = TypeVar("_Window", bound="TopScreen[Any]")


def forward(key: events.Key, screen: Screen[Any]) -> None:
    """Past the queue of the program, so that keys stay in the order of typing."""
    (screen.focused or screen)._forward_event(key)


def by_itself(window: _Window) -> _Window:
    """It opens without a key or a click of the player, who presses keys for what stood there before."""
    window.comes_by_itself = True
    return window


def _in_both_sizes(binding: BindingType) -> Binding:
    one = binding if isinstance(binding, Binding) else Binding(*binding)
    return replace(one, key=f"{one.key},{one.key.upper()}") if len(one.key) == 1 and one.key.islower() else one


class TopScreen(Screen[_Result]):
    """Textual's own `dismiss` takes away whatever is on top, as often as it is called."""

    DEFAULT_CSS = "TopScreen .head { height: 1; background: $panel; padding: 0 1; text-style: bold; }"
    _gone_for_good = False
    comes_by_itself = False
    """Whether no key and no click has opened it."""
    _drawn_at = inf

    def can_be_meant(self, key: events.Key) -> bool:
        """Whether it was seen, or opened by the player, when the key was pressed."""
        return not self.comes_by_itself or self._drawn_at <= key.time

    def _compositor_refresh(self) -> None:
        """What is drawn now can be seen before Textual calls back, and the next key may be for it."""
        if self._drawn_at == inf and self.children:
            self._drawn_at = get_time()
        super()._compositor_refresh()

    def __init_subclass__(cls, **more: Any) -> None:
        """Keys are named in capitals, and they may be locked: small and capital letters are the same."""
        cls.BINDINGS = [_in_both_sizes(binding) for binding in cls.__dict__.get("BINDINGS", ())]
        super().__init_subclass__(**more)

    def dismiss(self, result: _Result | None = None) -> AwaitComplete:
        """Go, unless something stands over this screen or it has gone before."""
        if self._gone_for_good or self.app.screen is not self:
            return AwaitComplete()
        self._gone_for_good = True
        return super().dismiss(result)

    def action_leave(self) -> None:
        self.dismiss(None)

    def is_useful(self, action: str) -> bool:
        """Whether the key of an action does something now, and so stands in the last line."""
        return True

    def write(self, place: str, *lines: str) -> None:
        """Sentences in one of the places of the screen."""
        self.query_one(place, Static).update(Text("\n".join(lines)))

    @classmethod
    def among(cls, app: App[Any]) -> list[Self]:
        """Those that are open, the lowest first."""
        return [screen for screen in app.screen_stack if isinstance(screen, cls)]

    def come_up(self) -> bool:
        """Take away whatever stands over this screen; whether it is open at all."""
        is_open = self in self.app.screen_stack
        while is_open and self.app.screen is not self:
            self.app.pop_screen()
        return is_open

    def take_away(self) -> None:
        if self.come_up():
            self.app.pop_screen()


class TopDialogue(ModalScreen[_Result], TopScreen[_Result]):
    """The same over another screen; Textual takes the style of the first base only."""
