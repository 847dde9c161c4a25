"""Colours by name of style, for a dark and a light screen, as usual or so that colour-blind people can tell them apart.

No colour says anything that a character does not say.
"""

from functools import cache

from rich.style import Style
from textual.theme import Theme

_DARK = {
    "rock": "#8a6d4b on #2a221a",
    "floor": "#e8dcc8 on #14110e",
    "dead": "bold #ff8c69 on #14110e",
    "rail": "#b0a48f on #14110e",
    "start": "bold #ffffff on #14110e",
    "gold": "bold #ffd75f",
    "stone": "bold #b8b8b8 on #14110e",
    "goal": "bold #ffd75f on #33291c",
    "secret": "bold #d7afff",
    "blue": "bold #5fafff on #14110e",
    "green": "bold #5fd787 on #14110e",
    "ladder": "bold #ffffff on #14110e",
    "crystal": "bold #87ffff on #14110e",
    "free": "#6e675c",
    "lit": "bold #87d7ff on #10304a",
    "cursor": "bold #000000 on #ffd75f",
    "good": "bold #d7ffaf on #1d4d1d",
    "bad": "#ffafaf on #5f1f1f",
    "card": "#e8dcc8 on #2a2a3a",
    "chosen": "bold #000000 on #ffd75f",
    "own": "bold #e8dcc8",
    "turn": "bold #ffd75f",
    "broken": "bold #ff8c69",
    "quiet": "#8c857a",
    "warn": "bold #ff8c69",
    "talk": "#87d7ff",
    "plain": "#e8dcc8",
}
_LIGHT = {
    "rock": "#7d6243 on #d8c8b0",
    "floor": "#2a221a on #fdf9f0",
    "dead": "bold #a02000 on #fdf9f0",
    "rail": "#5c4a30 on #fdf9f0",
    "start": "bold #000000 on #fdf9f0",
    "gold": "bold #7a5c00",
    "stone": "bold #555555 on #fdf9f0",
    "goal": "bold #7a5c00 on #f0e4c8",
    "secret": "bold #6a1b9a",
    "blue": "bold #0050b0 on #fdf9f0",
    "green": "bold #006b2d on #fdf9f0",
    "ladder": "bold #000000 on #fdf9f0",
    "crystal": "bold #006070 on #fdf9f0",
    "free": "#7d7464",
    "lit": "bold #00457a on #cfe6fa",
    "cursor": "bold #ffffff on #7a5c00",
    "good": "bold #0a4a0a on #cdeccd",
    "bad": "#7a0000 on #f6cccc",
    "card": "#2a221a on #e6e6f0",
    "chosen": "bold #ffffff on #7a5c00",
    "own": "bold #2a221a",
    "turn": "bold #7a5c00",
    "broken": "bold #a02000",
    "quiet": "#645d52",
    "warn": "bold #a02000",
    "talk": "#00457a",
    "plain": "#2a221a",
}
_SAFE_DARK = {
    "green": "bold #f0e442 on #14110e",
    "blue": "bold #56b4e9 on #14110e",
    "good": "bold #ffffff on #0b4f8a",
    "bad": "#ffffff on #8a4b00",
    "broken": "bold #e69f00",
    "warn": "bold #e69f00",
    "dead": "bold #e69f00 on #14110e",
    "secret": "bold #b48cff",
}
_SAFE_LIGHT = {
    "green": "bold #8a5a00 on #fdf9f0",
    "blue": "bold #0050b0 on #fdf9f0",
    "good": "bold #ffffff on #00457a",
    "bad": "#5c3000 on #f6e0c0",
    "broken": "bold #8a4b00",
    "warn": "bold #8a4b00",
    "dead": "bold #8a4b00 on #fdf9f0",
}


_CONTRAST = {
    "rock": "#d0d0d0 on #000000",
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
    if theme == THEMES["light"]:
        colours = _LIGHT | (_SAFE_LIGHT if safe else {})
    else:
        colours = _DARK | (_CONTRAST if theme == CONTRAST.name else {}) | (_SAFE_DARK if safe else {})
    return {name: Style.parse(text) for name, text in colours.items()}
