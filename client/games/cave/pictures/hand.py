"""The hand in characters: pictures with their numbers and levels, which are on the backs of the cards."""

from collections.abc import Collection

from client.games import hand_picture as pictures
from client.games.cave.names import level_name
from client.games.cave.pictures.cards import picture
from client.games.cave.pictures.layout import LARGE, SMALL, Size
from client.render.charset import Charset
from client.render.spans import Line, Picture
from engine.cave.view import View


def hand_picture(view: View, chosen: Collection[int], charset: Charset, width: int, height: int) -> Picture[int]:
    hand = view.hand()

    def draw(place: int, size: Size) -> list[Line]:
        return picture(hand[place][1], charset, size)

    backs = [level_name(view.state, slot) for slot, _face in hand]
    return pictures.hand_picture(draw, backs, chosen, (LARGE, SMALL), (width, height))
