"""Pictures of the terminal as SVG: the same characters in the same colours, for dark and light pages.

Rock and ground are drawn as areas, so that no font decides whether tunnels join; all else is text in a grid.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from itertools import groupby

from rich.color import Color
from rich.style import Style

from client.render.charset import BOX
from client.render.spans import Line, Span, width_of
from client.screen.app.palette import THEMES, palette
from client.words.safe import columns

WIDTH, HEIGHT = 8, 16
"""Of a character."""
_FONT = 'font: 13.29px/16px "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace'
_PAPER = {"dark": "#1c1a17", "light": "#e9decb"}


def picture(lines: Sequence[Line], title: str) -> str:
    """A file of its own."""
    wide, high = widest(lines) * WIDTH, len(lines) * HEIGHT
    rows = "".join(placed(fragment(line), row) for row, line in enumerate(lines))
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n'
        f"<title>{escape(title)}</title>\n<style>{colours()}</style>\n"
        f'<rect class="paper" width="100%" height="100%"/>\n{rows}</svg>\n'
    )


def widest(lines: Iterable[Line]) -> int:
    return max(map(width_of, lines), default=0)


def placed(drawn: str, row: int) -> str:
    return f'<g transform="translate(0 {row * HEIGHT})">{drawn}</g>\n' if drawn else ""


@cache
def fragment(line: Line) -> str:
    """One line of characters, from its upper left corner on."""
    parts, x = [], 0
    for span in line:
        wide = columns(span.text) * WIDTH
        parts.append("".join(_drawn(span, x, wide)))
        x += wide
    return "".join(parts)


def _drawn(span: Span, x: int, wide: int) -> Iterator[str]:
    if _style(span.style).bgcolor is not None:
        yield f'<rect class="{span.style} g" x="{x}" width="{wide}" height="{HEIGHT}"/>'
    for rock, run in groupby(span.text, lambda char: char == BOX.rock):
        text = "".join(run)
        room = columns(text) * WIDTH
        if rock:
            yield f'<rect class="{span.style} r" x="{x}" width="{room}" height="{HEIGHT}"/>'
        elif text.strip():
            yield _text(text, span.style, x)
        x += room


def _text(text: str, style: str, x: int) -> str:
    """Without the blanks around it."""
    inner = text.strip()
    x += columns(text[: len(text) - len(text.lstrip())]) * WIDTH
    return f'<text class="{style}" x="{x}" y="12" textLength="{columns(inner) * WIDTH}">{escape(inner)}</text>'


@cache
def _style(name: str) -> Style:
    return palette()[name]


def colours() -> str:
    """Rules for every style; a page that prefers light gets light ones."""
    dark, light = ("".join(_rules(theme)) for theme in _PAPER)
    shared = f"text{{{_FONT};white-space:pre}}rect{{shape-rendering:crispEdges}}.r{{fill-opacity:.55}}"
    return f"{shared}{dark}@media (prefers-color-scheme:light){{{light}}}"


def _rules(theme: str) -> Iterable[str]:
    yield f".paper{{fill:{_PAPER[theme]}}}"
    for name, style in palette(THEMES[theme]).items():
        weight = ";font-weight:bold" if style.bold else ""
        yield f".{name}{{fill:{_hex(style.color)}{weight}}}"
        if style.bgcolor is not None:
            yield f".{name}.g{{fill:{_hex(style.bgcolor)}}}"


def _hex(colour: Color | None) -> str:
    assert colour is not None
    return colour.get_truecolor().hex
