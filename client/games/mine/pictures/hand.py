"""The hand: numbered pictures side by side; with a name for each in lines, to be pointed at on a screen."""

from collections.abc import Collection

from client.games import hand_picture as pictures
from client.games.mine.names import CARD, card_name
from client.games.mine.pictures.cards import HEIGHT, LARGE, SMALL, WIDTH, Size, picture, styled_row
from client.games.naming import wrapped
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span
from engine.mine.view import View
from engine.slots import Face

_LINES_GAP = 3
"""Columns between two cards."""
_WIDTH = 78
"""Of the names in lines."""


def hand_lines(view: View, charset: Charset) -> list[str]:
    """For lines: pictures with their numbers above, and the names below."""
    cards = [face for _, face in view.hand()]
    if not cards:
        return []
    drawn = [[f"{number:^{WIDTH}}", *picture(face, charset)] for number, face in enumerate(cards, start=1)]
    rows = [(" " * _LINES_GAP).join(card[part] for card in drawn).rstrip() for part in range(HEIGHT + 1)]
    names = (f"{number} {card_name(face)}" for number, face in enumerate(cards, start=1))
    return rows + wrapped(names, " " * _LINES_GAP, _WIDTH)


def hand_picture(view: View, chosen: Collection[int], charset: Charset, width: int, height: int) -> Picture[int]:
    """For the screen: a card that is pointed at is told by its place in the hand, from 0."""
    cards = [face for _, face in view.hand()]

    def draw(place: int, size: Size) -> list[Line]:
        return _styled(cards[place], charset, size)

    return pictures.hand_picture(draw, [""] * len(cards), chosen, (LARGE, SMALL), (width, height))


def _styled(face: Face | None, charset: Charset, size: Size) -> list[Line]:
    style = "quiet" if face is None else "" if CARD[face].tunnels else "card"
    return [(Span(row, style),) if style else styled_row(row, charset) for row in picture(face, charset, size)]
