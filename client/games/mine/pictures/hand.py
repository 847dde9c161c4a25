"""The hand: numbered pictures side by side; with a name for each in lines, to be pointed at on a screen."""

from collections.abc import Collection

from client.games.mine.names import CARD, card_name
from client.games.mine.pictures.cards import HEIGHT, LARGE, SMALL, WIDTH, Size, picture, styled_row
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span, cropped, joined
from engine.mine.view import View
from engine.slots import Face

_GAP, _LINES_GAP = 2, 3
"""Columns between two cards."""
_NUMBERS = 1
"""Rows above the pictures."""


def hand_lines(view: View, charset: Charset) -> list[str]:
    """For lines: pictures with their numbers above, and the names below."""
    cards = [face for _, face in view.hand()]
    if not cards:
        return []
    pictures = [picture(face, charset) for face in cards]
    step = WIDTH + _LINES_GAP
    numbers = "".join(f"{number:^{WIDTH}}".ljust(step) for number in range(1, len(cards) + 1))
    rows = [(" " * _LINES_GAP).join(picture[part] for picture in pictures) for part in range(HEIGHT)]
    names = [f"{number} {card_name(face)}" for number, face in enumerate(cards, start=1)]
    return [line.rstrip() for line in (numbers, *rows)] + _folded(names)


def _folded(names: list[str], width: int = 78) -> list[str]:
    lines = [""]
    for name in names:
        joined = f"{lines[-1]}   {name}".strip()
        if len(joined) > width:
            lines.append(name)
        else:
            lines[-1] = joined
    return lines


def hand_picture(view: View, chosen: Collection[int], charset: Charset, width: int, height: int) -> Picture[int]:
    """For the screen: a card that is pointed at is told by its place in the hand, from 0."""
    cards = [face for _, face in view.hand()]
    size = _size(len(cards), width, height)
    step = size.width + _GAP
    pictures = [picture(face, charset, size) for face in cards]
    lines: list[Line] = [_numbers(len(cards), chosen, step)]
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


def _numbers(count: int, chosen: Collection[int], step: int) -> Line:
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
