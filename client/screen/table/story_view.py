"""The story beside the board, which is broken into lines anew whenever it gets another width."""

import re
from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.widgets import RichLog

from client.screen.app.palette import palette
from client.screen.widgets.hanging import Hanging
from client.visit.table import VisitedTable
from client.visit.told import ToldKind

_STYLES = {ToldKind.STORY: "plain", ToldKind.SECRET: "secret", ToldKind.TALK: "talk", ToldKind.NOTICE: "quiet"}
_COLUMNS = re.compile(r"(?<=\S) {2,}")
_WIDE = 60
"""Columns within a line are kept where there is so much room."""


class StoryView(RichLog):
    """Tells of its width itself: that of the window is known before the width of what stands in it."""

    def __init__(self, table: VisitedTable, resized: Callable[[], None]) -> None:
        super().__init__(id="story", min_width=1, wrap=True, markup=False, highlight=False, max_lines=2000)
        self.can_focus = False  # else it would take the arrows
        self._table = table
        self._resized = resized
        self._written = 0
        self._fitted = 0
        """The width for which the lines were broken; 0 before that."""

    def on_resize(self, event: events.Resize) -> None:
        self.call_later(self._resized)

    @property
    def fits(self) -> bool:
        return self._fitted in (0, self.size.width)

    def fit(self) -> None:
        """Break all lines anew."""
        self._fitted = self.size.width
        self._begin_again()
        self.tell()
        self.call_after_refresh(self.scroll_end, animate=False)  # when it is as high as it will be

    def tell(self) -> None:
        """Write what is new."""
        lines = self._table.told_lines
        if len(lines) < self._written:  # it was read again from the beginning
            self._begin_again()
        colours = palette(self.app.theme, safe=getattr(self.app, "safe_colours", False))
        follows = self.is_vertical_scroll_end  # a player who reads what was told before is not disturbed
        for told in lines[self._written :]:
            if told.text:
                words = told.text if self.size.width >= _WIDE else _COLUMNS.sub(" ", told.text)
                text = Text(words, style=colours[_STYLES[told.kind]])
                self.write(Hanging(text) if told.kind is ToldKind.TALK else text, scroll_end=follows)
        self._written = len(lines)

    def turn_page(self, pages: int) -> None:
        """To what was told before, or after that."""
        lines = max(1, self.size.height - 1)
        self.scroll_relative(y=pages * lines, animate=False, immediate=True)

    def _begin_again(self) -> None:
        self.clear()
        self._written = 0
