"""How a tile shows that a card may be played there, how it would lie, and where the cursor is.

Signs say all of it, so that it is seen without colours too.
"""

from collections.abc import Callable, Mapping
from functools import partial

from client.render.charset import Charset
from client.render.spans import Line, Span, joined, text_of
from client.render.tiles import Size, empty
from engine.records import record
from engine.slots import Face

UPRIGHT, TURNED = 1, 2
"""Bits: how a card may lie on a cell."""
REFUSED = "!"
"""Left and right of a card that may not lie where it is shown."""

Position = tuple[int, int]
"""Row and column of a character of a picture."""


@record
class Preview:
    """A card of the hand that is held over a cell, and whether it may lie there."""

    face: Face
    turned: bool
    legal: bool


@record
class Laid:
    """A card as it would lie, and whether it may."""

    rows: tuple[str, ...]
    legal: bool


def pointed(
    shown: list[Line], charset: Charset, size: Size, *, taken: bool, lit: int = 0, laid: Laid | None = None
) -> list[Line]:
    """A tile with a card that would be laid there, or lit; ``taken``: something lies there already."""
    if laid is not None and not taken:
        return [(Span(row, "good" if laid.legal else "bad"),) for row in laid.rows]
    if lit:
        lying = [text_of(line).ljust(size.width) for line in shown] if taken else None
        return [(Span(row, "lit"),) for row in _lit_tile(lying, lit, charset, size)]
    return shown


def _lit_tile(lying: list[str] | None, lit: int, charset: Charset, size: Size) -> list[str]:
    """What lies there, with signs in its corners, where no card shows anything; or an empty cell in a frame."""
    corner = (charset.either,) * 4 if lying else charset.corner
    mark = {UPRIGHT: charset.upright, TURNED: charset.upside_down, UPRIGHT | TURNED: charset.either}[lit]
    if size.height == 1:
        return [f"{charset.either}{lying[0][1]}{charset.either}"] if lying else empty(mark, size)
    first, *between, last = lying or empty(mark, size)
    return [f"{corner[0]}{first[1:-1]}{corner[1]}", *between, f"{corner[2]}{last[1:-1]}{corner[3]}"]


def marked(shown: list[Line], charset: Charset, size: Size, *, last: bool, fresh: bool) -> list[Line]:
    """A tile on which the last act happened, or with a card that was laid since this seat acted."""
    bottom, right = len(shown) - 1, size.width - 1
    if not bottom and last:
        return overlaid(shown, {(0, 0): lambda _: Span("[", "fresh"), (0, right): lambda _: Span("]", "fresh")})
    if not bottom:
        return [tuple(Span(span.text, "fresh") for span in shown[0])] if fresh else shown
    corners = ((0, 0), (0, right), (bottom, 0), (bottom, right))
    signs = dict(zip(corners, charset.last, strict=True)) if last else {(0, 0): charset.fresh} if fresh else {}
    return overlaid(shown, {spot: partial(_sign, sign) for spot, sign in signs.items()})


def _sign(sign: str, below: Span) -> Span:
    return Span(sign, "fresh")


def bracketed(shown: list[Line], charset: Charset, *, refused: bool) -> list[Line]:
    """A tile with the cursor: brackets left and right of its middle row."""
    left, right = (REFUSED, REFUSED) if refused else charset.cursor
    row, last = len(shown) // 2, sum(len(span.text) for span in shown[0]) - 1
    return overlaid(shown, {(row, 0): lambda _: Span(left, "cursor"), (row, last): lambda _: Span(right, "cursor")})


def overlaid(lines: list[Line], marks: Mapping[Position, Callable[[Span], Span]]) -> list[Line]:
    """Lines with other characters at some places, each made of the one below it."""
    changed = list(lines)
    for row in {row for row, _column in marks}:
        if 0 <= row < len(lines):
            chars = [Span(char, span.style) for span in lines[row] for char in span.text]
            changed[row] = joined(marks.get((row, at), _as_it_is)(span) for at, span in enumerate(chars))
    return changed


def _as_it_is(span: Span) -> Span:
    return span
