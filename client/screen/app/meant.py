"""Keys are for what the player saw when they were pressed, whatever opens before they are dealt with."""

from typing import Any
from weakref import WeakKeyDictionary

from textual import events
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from client.screen.widgets.top import TopScreen, forward


class Meant:
    """For which screen each key is that is under way: Textual asks the one on top when it comes to the bindings.

    Keys behind one that leads to a list, or to a line to type in, are for that list or that line.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._meant: WeakKeyDictionary[events.Key, tuple[Screen[Any], Widget | None]] = WeakKeyDictionary()
        """By key: its screen, and what had the focus there."""

    def aim(self, key: events.Key) -> Screen[Any]:
        """At the highest screen that the player has seen or opened."""
        stack = reversed(self._app.screen_stack)
        seen: Screen[Any] = next(
            screen for screen in stack if not isinstance(screen, TopScreen) or screen.can_be_meant(key)
        )
        self._meant[key] = seen, seen.focused
        return seen

    async def obey_elsewhere(self, key: events.Key) -> bool:
        """A key that no widget took, if its screen is covered by now or a line has the focus; whether it was."""
        top = self._app.screen
        meant, focus = self._meant.pop(key, (top, top.focused))
        if meant is top and (focus is top.focused or not isinstance(top.focused, Input)):
            return False
        if meant not in self._app.screen_stack:
            return False
        if meant is not top and isinstance(top, TopScreen) and top.comes_by_itself:
            await self._obey(key, meant)
        else:  # a key before it has opened what lies there now
            forward(key.copy(), top)
        return True

    async def _obey(self, key: events.Key, screen: Screen[Any]) -> None:
        for namespace, bindings in screen._modal_binding_chain:
            for binding in bindings.key_to_bindings.get(key.key, ()):
                if not binding.priority and await self._app.run_action(binding.action, namespace):
                    return
