"""For terminals and readers that have nothing but ASCII: whatever is drawn, by whomever, becomes ASCII at last."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from client.render.plain_ascii import in_ascii


class AsciiFilter(LineFilter):
    """Each character keeps its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """One line of the screen."""
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
