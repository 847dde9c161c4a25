"""What cards, tools, goals and players are called."""

from client.i18n import _
from engine.grid.cells import Cell, xy
from engine.mine.cards.base import GOAL_CELLS
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
    "bridge": _("bridge, up and down over left to right"),
    "double-curve-left": _("double curve, up and left, down and right"),
    "double-curve-right": _("double curve, up and right, down and left"),
    "ladder-single-long": _("ladder, down"),
    "ladder-single-short": _("ladder, left"),
    "ladder-curve-left": _("ladder, up and left"),
    "ladder-curve-right": _("ladder, up and right"),
    "blue-door-straight-long": _("blue door, up and down"),
    "blue-door-straight-short": _("blue door, left to right"),
    "blue-door-curve-right": _("blue door, down and left"),
    "green-door-straight-long": _("green door, up and down, stub right"),
    "green-door-straight-short": _("green door, left to right"),
    "green-door-curve-left": _("green door, down and right"),
    "crystal-dead-single-long": _("crystal, dead end down"),
    "crystal-dead-single-short": _("crystal, dead end left"),
    "crystal-cross": _("crystal, crossing"),
    "crystal-tee-short": _("crystal, junction right, down and left"),
    "crystal-tee-long": _("crystal, junction up, right and down"),
    "crystal-tee-long-stub": _("crystal, junction up, down and left, stub right"),
    "crystal-tee-short-stub": _("crystal, junction right, down and left, stub up"),
    "crystal-straight-short-stub": _("crystal, straight left to right, stub down"),
    "straight-long-stub": _("straight up and down, stub right"),
    "straight-long-stubs": _("straight up and down, stubs left and right"),
    "straight-short-stubs": _("straight left to right, stubs up and down"),
    "curve-left-stub": _("curve down and right, stub up"),
    "curve-right-stub": _("curve up and right, stub down"),
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
    "theft": _("Theft"),
    "hands-off": _("Hands Off"),
    "prison": _("Prison"),
    "freedom": _("Freedom"),
    "inspection": _("Inspection"),
    "swap-hats": _("Swap Hats"),
    "swap-hands": _("Swap Hands"),
    "digger": _("gold-digger"),
    "saboteur": _("saboteur"),
    "blue-digger": _("blue gold-digger"),
    "green-digger": _("green gold-digger"),
    "boss": _("Boss"),
    "profiteer": _("Profiteer"),
    "geologist": _("Geologist"),
    "saboteur-2": _("saboteur"),
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
    "ladder-single-long": _("ladder, up"),
    "ladder-single-short": _("ladder, right"),
    "ladder-curve-left": _("ladder, down and right"),
    "ladder-curve-right": _("ladder, down and left"),
    "blue-door-curve-right": _("blue door, up and right"),
    "green-door-straight-long": _("green door, up and down, stub left"),
    "green-door-curve-left": _("green door, up and left"),
    "crystal-dead-single-long": _("crystal, dead end up"),
    "crystal-dead-single-short": _("crystal, dead end right"),
    "crystal-tee-short": _("crystal, junction up, right and left"),
    "crystal-tee-long": _("crystal, junction up, down and left"),
    "crystal-tee-long-stub": _("crystal, junction up, right and down, stub left"),
    "crystal-tee-short-stub": _("crystal, junction up, right and left, stub down"),
    "crystal-straight-short-stub": _("crystal, straight left to right, stub up"),
    "straight-long-stub": _("straight up and down, stub left"),
    "curve-left-stub": _("curve up and left, stub down"),
    "curve-right-stub": _("curve down and left, stub up"),
}
"""Cards that are another card when they lie turned."""

ROLES = {
    "digger": _("a gold-digger"),
    "saboteur": _("a saboteur"),
    "blue-digger": _("a blue gold-digger"),
    "green-digger": _("a green gold-digger"),
    "boss": _("the Boss"),
    "profiteer": _("the Profiteer"),
    "geologist": _("a Geologist"),
    "saboteur-2": _("a saboteur"),
}
"""Roles as somebody is one: there may be several saboteurs, there is one Boss."""

SHORT_ROLES = {
    "digger": _("dig"),
    "saboteur": _("sab"),
    "blue-digger": _("blu"),
    "green-digger": _("grn"),
    "boss": _("bos"),
    "profiteer": _("pro"),
    "geologist": _("geo"),
    "saboteur-2": _("sab"),
}
"""Where there is room for three letters."""

TOOLS = {"pick": _("pick"), "lantern": _("lantern"), "cart": _("cart")}
GOALS = dict(zip(GOAL_CELLS, (_("top"), _("middle"), _("bottom")), strict=True))


def card_name(face: Face) -> str:
    """A card as people call it."""
    return CARDS[_KEYS[face]]


def lying_name(face: Face, turned: int) -> str:
    """A path card as it lies: nobody should have to turn it in the head."""
    key = _KEYS[face]
    return TURNED.get(key, CARDS[key]) if turned else CARDS[key]


def role_name(face: Face) -> str:
    """What somebody with this role is."""
    return ROLES[_KEYS[face]]


def role_short(face: Face) -> str:
    """The same in three letters."""
    return SHORT_ROLES[_KEYS[face]]


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
