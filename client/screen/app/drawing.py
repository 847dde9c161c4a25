"""The last step before the terminal: lines in ASCII, or without colours."""

from collections.abc import Callable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from client.render.charset import in_ascii

_STANDS_OUT = 0.35
"""How far from black, or from white, a background has to be to mean "look here"; fainter shades are dropped."""


class AsciiFilter(LineFilter):
    """For terminals that have nothing but ASCII.  Each character keeps its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]


class Colourless(LineFilter):
    """For NO_COLOR: no colour is sent; what stood out by its background is reversed.  Bold and underlined stay."""

    def __init__(self, is_dark: Callable[[], bool]) -> None:
        super().__init__()
        self._is_dark = is_dark

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        dark = self._is_dark()
        return [Segment(text, _plain(style, dark) if style else style, control) for text, style, control in segments]


@lru_cache(1024)
def _plain(style: Style, dark: bool) -> Style:
    usual = 0.0 if dark else 1.0
    ground = style.bgcolor
    stands_out = ground is not None and abs(Color.from_rich_color(ground).brightness - usual) > _STANDS_OUT
    return Style(
        bold=style.bold,
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=stands_out != bool(style.reverse),
        link=style.link,
        meta=style.meta,
    )
