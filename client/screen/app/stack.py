"""The stack of screens, as the parts of the program see it: they show and close, and know no app."""

from collections.abc import Callable
from typing import Any, TypeVar

from textual.app import App
from textual.screen import Screen

_Result = TypeVar("_Result")
_Kind = TypeVar("_Kind", bound=Screen[Any])


class Stack:
    """Thin on purpose: everything here is one step of Textual's."""

    def __init__(self, app: App[int]) -> None:
        self._app = app

    @property
    def top(self) -> Screen[Any]:
        return self._app.screen

    @property
    def all(self) -> list[Screen[Any]]:
        """The lowest first."""
        return list(self._app.screen_stack)

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        return [screen for screen in self.all if isinstance(screen, kind)]

    def show(self, screen: Screen[_Result], then: Callable[[_Result | None], None] | None = None) -> None:
        self._app.push_screen(screen, then)

    def pop(self) -> None:
        self._app.pop_screen()

    def close(self, kind: type[Screen[Any]]) -> None:
        """Take a screen away, and whatever stands over it."""
        if self.of(kind):
            while not isinstance(self.top, kind):
                self.pop()
            self.pop()

    def clear(self) -> None:
        while len(self.all) > 1:
            self.pop()

    def soon(self, call: Callable[..., object], *arguments: Any) -> None:
        """From the network, whose callbacks are outside of Textual's context: call this inside of it."""
        self._app.call_later(call, *arguments)

    def notify(self, text: str, seconds: float = 10, *, warning: bool = False) -> None:
        self._app.notify(text, severity="warning" if warning else "information", timeout=seconds, markup=False)

    def quit(self, code: int = 0) -> None:
        self._app.exit(code)
