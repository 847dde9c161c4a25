"""A card as its picture: what its row says goes in, a tile comes out."""

from client.games.mine.names import CARD
from client.games.mine.pictures.tiles import SMALL, Size, framed, tunnels
from client.games.mine.words.words import find
from client.render.charset import Charset
from engine.grid.cells import Groups
from engine.mine.cards.card import Card
from engine.slots import Face

START_MARK, TREASURE_MARK, STONE_MARK = "S", "$", "o"
LADDER_MARK, CRYSTAL_MARK = "H", "*"


def path(card: Card, groups: Groups, charset: Charset, size: Size = SMALL) -> list[str]:
    """A path card as it lies; its letter or sign is the same upright and turned."""
    shown = dict(charset.doors)[card.door] if card.door else mark(card)
    return tunnels(groups, charset, shown, ladder=card.ladder, size=size)


def mark(card: Card) -> str:
    """What a path card shows besides its tunnels, but for the letter of a door: no card shows two things."""
    if card.kind == "start":
        return START_MARK
    if card.kind == "goal":
        return TREASURE_MARK if card.key == "treasure" else STONE_MARK
    return LADDER_MARK if card.ladder else CRYSTAL_MARK if card.crystals else ""


def picture(face: Face | None, charset: Charset, size: Size = SMALL) -> list[str]:
    """A card of the hand; one whose opening has not arrived is a question mark."""
    if face is None:
        return framed("?", charset, size)
    card = CARD[face]
    return path(card, card.groups, charset, size) if card.tunnels else framed(_symbol(card, charset), charset, size)


def _symbol(card: Card, charset: Charset) -> str:
    """Three characters; cards that undo each other have pictures that differ in one of them."""
    tools = "".join(tool[0].upper() for tool in card.tools)
    return str(find("kinds", card.kind).picture.format(signs=charset, tools=tools))
