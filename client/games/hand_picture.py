"""The hand on a screen: numbered pictures side by side, to be pointed at."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from client.render.spans import Line, Picture, Span, cropped, joined, text_of
from client.render.tiles import Size

_GAP = 2
"""Columns between two cards."""

_Size = TypeVar("_Size", bound=Size)


def hand_picture(
    draw: Callable[[int, _Size], Sequence[Line]],
    backs: Sequence[str],
    chosen: Collection[int],
    sizes: Sequence[_Size],
    room: tuple[int, int],
) -> Picture[int]:
    """A card is told by its place in the hand, from 0; ``draw`` draws it, and its back says what all players see of it.

    The cards have the first of the sizes in which all of them fit, or else the last.
    """
    width, height = room
    roomy = (size for size in sizes if len(backs) * (size.width + _GAP) + 1 <= width and height > size.height)
    size = next(roomy, sizes[-1])
    cards = [_numbered(place, back, draw(place, size), size, place in chosen) for place, back in enumerate(backs)]
    lines = [joined((Span(" "), *(span for card in cards for span in card[row]))) for row in range(size.height + 1)]

    def at(column: int, row: int) -> int | None:
        place = (column - 1) // (size.width + _GAP)
        return place if 0 <= place < len(backs) and column > 0 and row < len(lines) else None

    return Picture(cropped(lines, width, height), at)


def _numbered(place: int, back: str, card: Sequence[Line], size: Size, chosen: bool) -> list[Line]:
    label = f"[{place + 1}]" if chosen else f" {place + 1} "
    text = f"{label} {back}" if back else label
    gap = " " * _GAP
    lines: list[Line] = [(Span(f"{text:^{size.width}}{gap}", "chosen" if chosen else "quiet"),)]
    for row in card:
        shown: Line = (Span(text_of(row).ljust(size.width), "chosen"),) if chosen else row
        lines.append((*shown, Span(gap)))
    return lines
