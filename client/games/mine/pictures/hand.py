"""The hand: numbered pictures side by side; with a name for each in lines, to be pointed at on a screen."""

from collections.abc import Collection

from client.games.mine.names import CARD, card_name
from client.games.mine.pictures.cards import HEIGHT, LARGE, SMALL, WIDTH, Size, picture, styled_row
from client.games.naming import wrapped
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span, cropped, joined
from engine.mine.view import View
from engine.slots import Face

_GAP, _LINES_GAP = 2, 3
"""Columns between two cards."""
_WIDTH = 78
"""Of the names in lines."""


def hand_lines(view: View, charset: Charset) -> list[str]:
    """For lines: pictures with their numbers above, and the names below."""
    cards = [face for _, face in view.hand()]
    if not cards:
        return []
    pictures = [[f"{number:^{WIDTH}}", *picture(face, charset)] for number, face in enumerate(cards, start=1)]
    rows = [(" " * _LINES_GAP).join(picture[part] for picture in pictures).rstrip() for part in range(HEIGHT + 1)]
    names = (f"{number} {card_name(face)}" for number, face in enumerate(cards, start=1))
    return rows + wrapped(names, " " * _LINES_GAP, _WIDTH)


def hand_picture(view: View, chosen: Collection[int], charset: Charset, width: int, height: int) -> Picture[int]:
    """For the screen: a card that is pointed at is told by its place in the hand, from 0."""
    cards = [face for _, face in view.hand()]
    roomy = len(cards) * (LARGE.width + _GAP) + 1 <= width and height > LARGE.height
    size = LARGE if roomy else SMALL
    drawn = [_numbered(place, face, charset, size, chosen=place in chosen) for place, face in enumerate(cards)]
    lines = [joined((Span(" "), *(span for card in drawn for span in card[row]))) for row in range(size.height + 1)]

    def at(column: int, row: int) -> int | None:
        place = (column - 1) // (size.width + _GAP)
        return place if 0 <= place < len(cards) and column > 0 and row < len(lines) else None

    return Picture(cropped(lines, width, height), at)


def _numbered(place: int, face: Face | None, charset: Charset, size: Size, *, chosen: bool) -> list[Line]:
    label = f"[{place + 1}]" if chosen else f" {place + 1} "
    gap = " " * _GAP
    lines: list[Line] = [(Span(f"{label:^{size.width}}{gap}", "chosen" if chosen else "quiet"),)]
    for row in picture(face, charset, size):
        style = "chosen" if chosen else "quiet" if face is None else "" if CARD[face].tunnels else "card"
        lines.append((*((Span(row, style),) if style else styled_row(row, charset)), Span(gap)))
    return lines
