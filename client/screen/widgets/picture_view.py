"""A widget that shows a picture which a pure function draws, and tells what was pointed at."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rich.segment import Segment
from textual import events, on
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from client.render.spans import Line, Picture
from client.screen.app.palette import palette

Draw = Callable[[int, int], Picture[Any] | None]
"""Width and height in characters; None if there is nothing to show yet."""

_WHEEL: dict[type[events.MouseEvent], tuple[int, int]] = {
    events.MouseScrollUp: (0, 1),
    events.MouseScrollDown: (0, -1),
    events.MouseScrollLeft: (-1, 0),
    events.MouseScrollRight: (1, 0),
}
"""Cells to the right and up."""


class PictureView(Widget):
    """Draws when something may have changed, and paints what has."""

    @dataclass
    class Pointed(Message):
        view: "PictureView"
        thing: Any

    @dataclass
    class Rolled(Message):
        """The wheel of the mouse was turned; so many cells to the right and up, one of them."""

        view: "PictureView"
        right: int
        up: int

    def __init__(self, draw: Draw, *, id: str) -> None:  # noqa: A002  Textual's name for it
        super().__init__(id=id)
        self._draw = draw
        self._picture: Picture[Any] | None = None

    def redraw(self) -> None:
        """What is shown has changed: only the lines that differ are painted again."""
        if not self.size.area:  # it is told its size soon
            return
        before = self._lines
        self._picture = self._draw(*self.size)
        rows = [y for y, (old, new) in enumerate(zip_longest(before, self._lines)) if old != new]
        if rows:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))

    @property
    def _lines(self) -> Sequence[Line]:
        return self._picture.lines if self._picture is not None else ()

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        colours = palette(self.app.theme, safe=getattr(self.app, "safe_colours", False))
        spans = self._lines[y] if y < len(self._lines) else ()
        behind = self.rich_style  # it is worked out again whenever it is asked for
        segments = [Segment(span.text, behind + colours[span.style]) for span in spans]
        return Strip(segments).adjust_cell_length(self.size.width, behind)

    def on_click(self, event: events.Click) -> None:
        thing = self._picture.at(event.x, event.y) if self._picture is not None else None
        if thing is not None:
            self.post_message(self.Pointed(self, thing))

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    @on(events.MouseScrollLeft)
    @on(events.MouseScrollRight)
    def _roll(self, event: events.MouseEvent) -> None:
        """Up and down go to the side with Shift, or with Ctrl where a terminal keeps Shift for itself."""
        event.stop()
        right, up = _WHEEL[type(event)]
        if up and (event.shift or event.ctrl):
            right, up = -up, 0
        self.post_message(self.Rolled(self, right, up))
