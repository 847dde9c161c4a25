"""Colours by name of style, for a dark and a light screen, as usual or so that colour-blind people can tell them apart.

No colour says anything that a character does not say, and the last step before the terminal can take them all away.
"""

from collections.abc import Callable
from functools import cache, lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from client.render.charset import in_ascii

_STYLES = {
    "rock": ("#a5875f on #2a221a", "#7d6243 on #d8c8b0"),
    "floor": ("#e8dcc8 on #3a3632", "#2a221a on #fdf9f0"),
    "dead": ("bold #ff8c69 on #3a3632", "bold #a02000 on #fdf9f0"),
    "rail": ("#b0a48f on #3a3632", "#5c4a30 on #fdf9f0"),
    "start": ("bold #ffffff on #3a3632", "bold #000000 on #fdf9f0"),
    "gold": ("bold #ffd75f", "bold #7a5c00"),
    "stone": ("bold #b8b8b8 on #3a3632", "bold #555555 on #fdf9f0"),
    "goal": ("bold #ffd75f on #33291c", "bold #7a5c00 on #f0e4c8"),
    "secret": ("bold #d7afff", "bold #6a1b9a"),
    "blue": ("bold #5fafff on #3a3632", "bold #0050b0 on #fdf9f0"),
    "green": ("bold #5fd787 on #3a3632", "bold #006b2d on #fdf9f0"),
    "yellow": ("bold #ffd75f on #3a3632", "bold #7a5c00 on #fdf9f0"),
    "web": ("bold #ff87d7 on #3a3632", "bold #8a0060 on #fdf9f0"),
    "ladder": ("bold #ffffff on #3a3632", "bold #000000 on #fdf9f0"),
    "crystal": ("bold #87ffff on #3a3632", "bold #006070 on #fdf9f0"),
    "free": ("#6e675c", "#7d7464"),
    "fresh": ("bold underline #ff87d7", "bold underline #8a0060"),
    "lit": ("bold #87d7ff on #10304a", "bold #00457a on #cfe6fa"),
    "cursor": ("bold #000000 on #ffd75f", "bold #ffffff on #7a5c00"),
    "good": ("bold #d7ffaf on #1d4d1d", "bold #0a4a0a on #cdeccd"),
    "bad": ("#ffafaf on #5f1f1f", "#7a0000 on #f6cccc"),
    "card": ("#e8dcc8 on #2a2a3a", "#2a221a on #e6e6f0"),
    "chosen": ("bold #000000 on #ffd75f", "bold #ffffff on #7a5c00"),
    "badge-gold": ("bold #000000 on #ffd75f", "bold #000000 on #ffd75f"),
    "badge-red": ("bold #ffffff on #a02000", "bold #ffffff on #a02000"),
    "badge-blue": ("bold #ffffff on #0050b0", "bold #ffffff on #0050b0"),
    "badge-green": ("bold #ffffff on #006b2d", "bold #ffffff on #006b2d"),
    "badge-yellow": ("bold #000000 on #ffd75f", "bold #000000 on #ffd75f"),
    "badge-other": ("bold #ffffff on #6a1b9a", "bold #ffffff on #6a1b9a"),
    "own": ("bold #e8dcc8", "bold #2a221a"),
    "turn": ("bold #ffd75f", "bold #7a5c00"),
    "broken": ("bold #ff8c69", "bold #a02000"),
    "quiet": ("#8c857a", "#645d52"),
    "warn": ("bold #ff8c69", "bold #a02000"),
    "talk": ("#87d7ff", "#00457a"),
    "plain": ("#e8dcc8", "#2a221a"),
}
"""On a dark screen, and on a light one."""
_SAFE = {
    "green": ("bold #f0e442 on #3a3632", "bold #8a5a00 on #fdf9f0"),
    "blue": ("bold #56b4e9 on #3a3632", "bold #0050b0 on #fdf9f0"),
    "good": ("bold #ffffff on #0b4f8a", "bold #ffffff on #00457a"),
    "bad": ("#ffffff on #8a4b00", "#5c3000 on #f6e0c0"),
    "broken": ("bold #e69f00", "bold #8a4b00"),
    "warn": ("bold #e69f00", "bold #8a4b00"),
    "dead": ("bold #e69f00 on #3a3632", "bold #8a4b00 on #fdf9f0"),
    "secret": ("bold #b48cff", "bold #6a1b9a"),
}
_CONTRAST = {
    "rock": "#d0d0d0 on #000000",
    "floor": "#ffffff on #303030",
    "free": "#ffffff",
    "quiet": "#ffffff",
    "lit": "bold #000000 on #00ffff",
    "good": "bold #000000 on #ffffff",
    "bad": "bold #ffffff on #b00000",
    "card": "#ffffff on #000000",
    "goal": "bold #ffff00 on #000000",
    "plain": "#ffffff",
    "own": "bold #ffffff",
}
"""On black, over the dark one: nothing is dim."""

THEMES = {"dark": "textual-dark", "light": "textual-light", "contrast": "undermine-contrast"}
"""By the word of the settings: what Textual calls it."""
CONTRAST = Theme(
    name=THEMES["contrast"],
    primary="#ffff00",
    secondary="#00ffff",
    warning="#ffff00",
    error="#ff5050",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#202020",
    dark=True,
)


@cache
def palette(theme: str = THEMES["dark"], *, safe: bool = False) -> dict[str, Style]:
    """Every style that a `client.render.spans.Span` can have, for one of Textual's themes."""
    at = 1 if theme == THEMES["light"] else 0
    colours = {name: pair[at] for name, pair in _STYLES.items()}
    colours |= _CONTRAST if theme == CONTRAST.name else {}
    colours |= {name: pair[at] for name, pair in _SAFE.items()} if safe else {}
    return {name: Style.parse(text) for name, text in colours.items()}


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
