"""What cards, tools, goals and players are called."""

from client.words import _
from engine.grid import Cell, xy
from engine.mine.base_cards import GOAL_CELLS
from engine.mine.game import ALL_CARDS
from engine.slots import Face

_KEYS = {card.number: card.key for card in ALL_CARDS}

CARDS = {
    "start": _("start"),
    "treasure": _("treasure"),
    "stone-a": _("stone"),
    "stone-b": _("stone"),
    "cross": _("crossing"),
    "tee-long": _("junction up, right and down"),
    "tee-short": _("junction right, down and left"),
    "straight-long": _("straight up and down"),
    "straight-short": _("straight left to right"),
    "curve-right": _("curve up and right"),
    "curve-left": _("curve up and left"),
    "dead-cross": _("dead end, four ways"),
    "dead-tee-long": _("dead end, up, right and down"),
    "dead-tee-short": _("dead end, right, down and left"),
    "dead-straight-long": _("dead end, up and down"),
    "dead-straight-short": _("dead end, left and right"),
    "dead-curve-right": _("dead end, up and right"),
    "dead-curve-left": _("dead end, up and left"),
    "dead-single-long": _("dead end, down"),
    "dead-single-short": _("dead end, left"),
    "broken-pick": _("broken pick"),
    "broken-lantern": _("broken lantern"),
    "broken-cart": _("broken cart"),
    "repair-pick": _("repair pick"),
    "repair-lantern": _("repair lantern"),
    "repair-cart": _("repair cart"),
    "repair-pick-lantern": _("repair pick or lantern"),
    "repair-pick-cart": _("repair pick or cart"),
    "repair-lantern-cart": _("repair lantern or cart"),
    "rockfall": _("rockfall"),
    "map": _("map"),
    "digger": _("gold-digger"),
    "saboteur": _("saboteur"),
    "gold-1": _("1 nugget"),
    "gold-2": _("2 nuggets"),
    "gold-3": _("3 nuggets"),
}

TURNED = {
    "tee-long": _("junction up, down and left"),
    "tee-short": _("junction up, right and left"),
    "curve-right": _("curve down and left"),
    "curve-left": _("curve down and right"),
    "dead-tee-long": _("dead end, up, down and left"),
    "dead-tee-short": _("dead end, up, right and left"),
    "dead-curve-right": _("dead end, down and left"),
    "dead-curve-left": _("dead end, down and right"),
    "dead-single-long": _("dead end, up"),
    "dead-single-short": _("dead end, right"),
}
"""Cards that are another card when they lie turned."""

TOOLS = {"pick": _("pick"), "lantern": _("lantern"), "cart": _("cart")}
GOALS = dict(zip(GOAL_CELLS, (_("top"), _("middle"), _("bottom")), strict=True))
BOTS = ("Ann", "Bob", "Cleo", "Dirk", "Eva", "Fritz", "Gus", "Hana", "Ivo", "Jana")
"""Names for bots that sit at a table with a person; one more than needed, in case the person has one of them."""


def card_name(face: Face) -> str:
    """A card as people call it."""
    return CARDS[_KEYS[face]]


def lying_name(face: Face, turned: int) -> str:
    """A path card as it lies: nobody should have to turn it in the head."""
    key = _KEYS[face]
    return TURNED.get(key, CARDS[key]) if turned else CARDS[key]


def goal_card(face: Face) -> str:
    """What a goal is: there is one treasure, and two stones."""
    return _("the treasure") if _KEYS[face] == "treasure" else _("a stone")


def goal_name(at: Cell) -> str:
    """A goal by its place: top, middle or bottom."""
    return GOALS[xy(at)]


def cell_name(at: Cell) -> str:
    """A cell by its coordinates."""
    x, y = xy(at)
    return f"{x},{y}"
