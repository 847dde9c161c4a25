"""Several pictures of the screen as one that moves: of each picture, only what has changed is drawn over the last one.

It moves by style sheet alone, since scripts do not run in a picture on a page; where nothing may move, the last picture
is seen.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

Frame = tuple[str, float]
"""A picture, as `docs.svg` makes it, and for how many seconds it stands."""
_Cell = tuple[str, str, str]
"""The colour of the ground, a style, and a character."""
_SVG = "{http://www.w3.org/2000/svg}"
_WIDTH, _HEIGHT = 12.2, 24.4
"""Of a character, as Textual draws it."""
_TOP, _FOOT = 1.5, 18.5
"""Where the first line begins, and where in a line its characters stand."""
_STYLE = re.compile(r"\.t-(r\d+) \{ *(.*?);? *\}")
_HEAD = re.compile(r"\A(<svg .*?<style>.*?)\.t-r1 .*?(</style>.*?<g transform[^>]*clip-path[^>]*>)", re.DOTALL)
_NEAR = 3
"""Changes with fewer characters between them are drawn as one."""


def film(frames: list[Frame]) -> str:
    """All of them, over and over."""
    head = _HEAD.match(frames[0][0])
    assert head is not None, "Textual draws its pictures in another way than before"
    styles: dict[str, str] = {}
    whole = sum(seconds for _, seconds in frames)
    rules = [f".f{{animation:{whole:g}s step-end infinite}}", "rect{shape-rendering:crispEdges}"]
    drawn: list[str] = []
    before: dict[tuple[int, int], _Cell] = {}
    begun = 0.0
    for number, (picture, seconds) in enumerate(frames):
        now = _cells(picture)
        changed = sorted(at for at, cell in now.items() if before.get(at) != cell)
        drawn.append(f'<g class="f" style="animation-name:f{number}">')
        drawn += [_draw(span, now, styles) for span in _spans(changed)]
        drawn.append("</g>")
        hidden = "0%{visibility:hidden}" if number else ""
        rules.append(f"@keyframes f{number}{{{hidden}{100 * begun / whole:.4g}%{{visibility:visible}}}}")
        before, begun = now, begun + seconds
    rules += [f".{name}{{{css}}}" for css, name in styles.items()]
    rules.append("@media (prefers-reduced-motion:reduce){.f{animation:none}}")
    return "\n".join([head[1] + "\n".join(rules), head[2], '<g class="t-matrix">', *drawn, "</g></g></svg>\n"])


def _cells(picture: str) -> dict[tuple[int, int], _Cell]:
    """What stands in each line and column of the terminal."""
    styles = dict(_STYLE.findall(picture))
    [screen] = [part for part in ET.fromstring(picture) if part.get("clip-path")]  # noqa: S314  # made here
    cells: dict[tuple[int, int], _Cell] = {}
    for part in screen.iter(f"{_SVG}rect"):
        row, column, width = _place(part, "width")
        cells |= {(row, column + at): (part.get("fill", ""), "", " ") for at in range(width)}
    for part in screen.iter(f"{_SVG}text"):
        row, column, _ = _place(part, "textLength")
        style = styles[part.get("class", "").removeprefix("t-")]
        text = (part.text or "").replace("\xa0", " ")
        if "underline" not in style:
            column, text = column + len(text) - len(text.lstrip()), text.strip()
        cells |= {(row, at): (cells[row, at][0], style, char) for at, char in enumerate(text, column)}
    return cells


def _place(part: ET.Element, width: str) -> tuple[int, int, int]:
    x, y, wide = (float(part.get(name, "0")) for name in ("x", "y", width))
    return int(y // _HEIGHT), round(x / _WIDTH), round(wide / _WIDTH)


def _spans(changed: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """What is drawn at once: places in one line, near each other."""
    span: list[tuple[int, int]] = []
    for row, column in changed:
        if span and (row != span[-1][0] or column - span[-1][1] > _NEAR):
            yield span
            span = []
        span += [(row, at) for at in range(span[-1][1] + 1 if span else column, column + 1)]
    if span:
        yield span


def _draw(span: list[tuple[int, int]], cells: dict[tuple[int, int], _Cell], styles: dict[str, str]) -> str:
    row = span[0][0]
    parts: list[str] = []
    for ground, group in groupby(span, key=lambda at: cells[at][0]):
        columns = [column for _, column in group]
        parts.append(f'<rect fill="{ground}" {_where(columns)} height="{_HEIGHT}"/>')
    for style, group in groupby(span, key=lambda at: cells[at][1]):
        columns = [column for _, column in group]
        if style:
            name = styles.setdefault(style, f"s{len(styles)}")
            text = escape("".join(cells[row, column][2] for column in columns)).replace(" ", "\xa0")
            where = _where(columns).replace("width", 'lengthAdjust="spacingAndGlyphs" textLength')
            parts.append(f'<text class="{name}" y="{_FOOT}" {where}>{text}</text>')
    return f'<g transform="translate(0,{row * _HEIGHT + _TOP:g})">{"".join(parts)}</g>'


def _where(columns: list[int]) -> str:
    return f'x="{columns[0] * _WIDTH:g}" width="{len(columns) * _WIDTH:g}"'
