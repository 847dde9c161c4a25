"""The keys that do something now, in the last line; a click on one presses it.

One widget, where Textual's footer makes one of every key, and new ones with every change: that took a third of the time
in which a screen comes up.
"""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.screen import Screen
from textual.widget import Widget

from client.words.safe import columns
from engine.records import record

_KEPT = 2
"""So many keys at the end of the line stay where there is no room for all: help, and the way out."""


@record
class Key:
    name: str
    shown: str
    words: str

    @property
    def width(self) -> int:
        """With a space before, between and behind."""
        return columns(self.shown) + columns(self.words) + 3


class KeyBar(Widget):
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--words"}
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; color: $footer-foreground; background: $footer-background; }
    KeyBar .key-bar--key { color: $footer-key-foreground; text-style: bold; }
    KeyBar .key-bar--words { color: $footer-description-foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[Key] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: "Screen[object]") -> None:
        if not self.is_attached or screen is not self.screen:
            return
        first: dict[str, Key] = {}
        is_useful = getattr(screen, "is_useful", lambda action: True)
        for _node, binding, enabled, _tooltip in screen.active_bindings.values():
            if binding.show and enabled and is_useful(binding.action):
                first.setdefault(
                    binding.action, Key(binding.key, self.app.get_key_display(binding), binding.description)
                )
        if (keys := list(first.values())) != self._keys:
            self._keys = keys
            self.refresh()

    @property
    def fitting(self) -> list[Key]:
        """As many as there is room for; the last space may be cut off."""
        keys = list(self._keys)
        while len(keys) > _KEPT and sum(key.width for key in keys) - 1 > self.size.width:
            del keys[-_KEPT - 1]
        return keys

    def render(self) -> Text:
        bold, plain = map(self.get_component_rich_style, ("key-bar--key", "key-bar--words"))
        parts = [part for key in self.fitting for part in ((f" {key.shown} ", bold), (f"{key.words} ", plain))]
        return Text.assemble(*parts, no_wrap=True)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        end = 0
        for key in self.fitting:
            end += key.width
            if event.x < end:
                self.app.simulate_key(key.name)
                return
