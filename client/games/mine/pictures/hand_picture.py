"""The hand on a screen: pictures side by side, numbered; what is chosen is marked above and below."""

from collections.abc import Collection

from client.games.mine.names import CARD
from client.games.mine.pictures.cards import picture
from client.games.mine.pictures.tile_styles import styled_row
from client.games.mine.pictures.tiles import LARGE, SMALL, Size
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span, cropped, joined
from engine.mine.view import View
from engine.slots import Face

_GAP = 2
_NUMBERS = 1
"""Rows above the pictures."""


def hand_picture(view: View, chosen: Collection[int], charset: Charset, width: int, height: int) -> Picture[int]:
    """Each card can be pointed at; it is told by its place in the hand, from 0."""
    cards = [face for _, face in view.hand()]
    size = _size(len(cards), width, height)
    step = size.width + _GAP
    pictures = [picture(face, charset, size) for face in cards]
    lines: list[Line] = [_numbers(len(cards), chosen, charset, step)]
    for part in range(size.height):
        row = [Span(" ")]
        for place, (one, face) in enumerate(zip(pictures, cards, strict=True)):
            row += (*_card_row(one[part], face, charset, chosen=place in chosen), Span(" " * _GAP))
        lines.append(joined(row))

    def at(column: int, row: int) -> int | None:
        place = (column - 1) // step
        return place if 0 <= place < len(cards) and column > 0 and row < len(lines) else None

    return Picture(cropped(lines, width, height), at)


def _size(count: int, width: int, height: int) -> Size:
    fits = count * (LARGE.width + _GAP) + 1 <= width and height >= LARGE.height + _NUMBERS
    return LARGE if fits else SMALL


def _numbers(count: int, chosen: Collection[int], charset: Charset, step: int) -> Line:
    spans = [Span(" ")]
    for at in range(count):
        label = f"[{at + 1}]" if at in chosen else f" {at + 1} "
        spans.append(Span(f"{label:^{step - _GAP}}{' ' * _GAP}", "chosen" if at in chosen else "quiet"))
    return joined(spans)


def _card_row(row: str, face: Face | None, charset: Charset, *, chosen: bool) -> Line:
    if chosen:
        return (Span(row, "chosen"),)
    if face is None:
        return (Span(row, "quiet"),)
    return styled_row(row, charset) if CARD[face].tunnels else (Span(row, "card"),)
