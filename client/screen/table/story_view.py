"""The story beside the board, which is broken into lines anew whenever it gets another width."""

from collections.abc import Callable

from textual import events
from textual.widgets import RichLog


class StoryView(RichLog):
    """Tells of its width itself: that of the window is known before the width of what stands in it."""

    def __init__(self, resized: Callable[[], None]) -> None:
        super().__init__(id="story", min_width=1, wrap=True, markup=False, highlight=False, max_lines=2000)
        self.can_focus = False  # else it would take the arrows
        self._resized = resized

    def on_resize(self, event: events.Resize) -> None:
        self.call_later(self._resized)
