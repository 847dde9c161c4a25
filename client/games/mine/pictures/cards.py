"""Cards in characters: rock all round, tunnels cut into it; 5 by 3 of them, 7 by 3, or 9 by 5; or lines, 3 by 1."""

from dataclasses import dataclass
from functools import cache, lru_cache

from client.games.mine.names import CARD
from client.games.mine.pictures import overview
from client.games.mine.words.words import find
from client.render.charset import Charset
from client.render.spans import Line, Span, joined
from client.render.tiles import framed
from engine.grid.cells import EAST, NORTH, SOUTH, WEST, Edges, Groups
from engine.mine.cards.card import TOOLS, Card
from engine.slots import Face

_BRIDGE = {NORTH | SOUTH, EAST | WEST}
_RISING = {NORTH | WEST, EAST | SOUTH}
_FALLING = {NORTH | EAST, SOUTH | WEST}
_THICK = 7
"""A tile that is wider has tunnels up and down of three characters, as wide as one row is high."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of a tile, by what each of its characters belongs to: a side, its middle, or rock.

    Small letters are where a dead end is marked if something else lies in the middle.
    """

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def middle(self) -> tuple[int, int]:
        """Row and column."""
        return self.height // 2, self.width // 2


TINY = Size((" " * overview.WIDTH,))
"""Lines in place of rock, where the set of characters has them."""
SMALL = Size(("  n  ", "Ww.eE", "  s  "))
MEDIUM = Size(("   n   ", "WWw.eEE", "   s   "))
LARGE = Size(("   NNN   ", "   nnn   ", "WWWw.eEEE", "   sss   ", "   SSS   "))
WIDTH, HEIGHT = SMALL.width, SMALL.height

Tile = list[list[str]]


def tunnels(groups: Groups, charset: Charset, mark: str = "", *, ladder: bool = False, size: Size = SMALL) -> list[str]:
    """A path card; ``mark`` stands in its middle.  With a ladder even a single opening leads somewhere."""
    ways = [group for group in groups if ladder or group.bit_count() > 1]
    dead = sum(groups) - sum(ways) if ways or mark else 0
    signs = {" ": charset.rock, ".": mark or (" " if ways else charset.blocked)}
    for letter, side in (("N", NORTH), ("E", EAST), ("S", SOUTH), ("W", WEST)):
        signs[letter] = " " if sum(groups) & side else charset.rock
        signs[letter.lower()] = charset.blocked if dead & side else signs[letter]
    tile = [[signs[char] for char in row] for row in size.rows]
    if size.width > _THICK:
        _fit_middle(tile, ways, charset, size)
    _part(tile, set(ways), charset, size)
    return ["".join(row) for row in tile]


def _fit_middle(tile: Tile, ways: list[Edges], charset: Charset, size: Size) -> None:
    """A wide tunnel is as wide in the middle of its tile; rock stands on both sides of where all ways end."""
    row, column = size.middle
    for aside in (column - 1, column + 1):
        if not ways and tile[row][aside] != charset.blocked:
            tile[row][aside] = charset.rock
        elif any(way & (NORTH | SOUTH) for way in ways) and tile[row][aside] == charset.rock:
            tile[row][aside] = " "


def _part(tile: Tile, ways: set[Edges], charset: Charset, size: Size) -> None:
    """Two ways that do not meet: the rails of a bridge (up and down runs over), or rock between two curves."""
    row, column = size.middle
    thick = size.width > _THICK
    if ways == _BRIDGE:
        aside = 2 if thick else 1
        tile[row][column - aside] = tile[row][column + aside] = charset.rail
    for parted, wall, down in ((_RISING, "/", -1), (_FALLING, "\\", 1)):
        if ways == parted:
            for step in (-1, 0, 1) if thick else (0,):
                tile[row + step][column + step * down] = wall


@lru_cache(maxsize=1024)
def styled_row(row: str, charset: Charset, ground: str = "floor") -> Line:
    """A row of a path card; on another ground, of a goal that lies face down ("goal") or of an empty cell ("free")."""
    styles = _styles(charset) if ground != "goal" else _SECRET if "(" in row else {}
    return joined(Span(char, styles.get(char, ground)) for char in row)


@cache
def _styles(charset: Charset) -> dict[str, str]:
    return {
        charset.rock: "rock",
        charset.blocked: "dead",
        charset.rail: "rail",
        charset.free: "free",
        "S": "start",
        "$": "gold",
        "o": "stone",
        **dict.fromkeys(BAG_MARKS, "gold"),
        **dict.fromkeys((DRAGON_MARK, SPIDER_MARK), "dead"),
        "B": "blue",
        "G": "green",
        "H": "ladder",
        POSTCARD_MARK: "ladder",
        BLOCKED_MARK: "dead",
        "*": "crystal",
    }


START_MARK, TREASURE_MARK, STONE_MARK = "S", "$", "o"
BAG_MARKS, DRAGON_MARK, SPIDER_MARK = "12", "D", "m"
LADDER_MARK, CRYSTAL_MARK, POSTCARD_MARK = "H", "*", "P"
BLOCKED_MARK = "T"

_EVERY_TOOL = "*"

_GOAL_MARKS = {"treasure": TREASURE_MARK, "dragon": DRAGON_MARK, "spider": SPIDER_MARK}
_SECRET = dict.fromkeys(("(", ")", STONE_MARK, *BAG_MARKS, *_GOAL_MARKS.values()), "secret")
"""What only this seat knows of a goal."""


def path(card: Card, groups: Groups, charset: Charset, size: Size = SMALL) -> list[str]:
    """A path card as it lies; its letter or sign is the same upright and turned."""
    shown = dict(charset.doors)[card.door] if card.door else mark(card)
    if size is TINY:
        return [overview.overview(groups, charset, shown, ladder=card.ladder)]
    return tunnels(groups, charset, shown, ladder=card.ladder, size=size)


def mark(card: Card) -> str:
    """What a path card shows besides its tunnels, but for the letter of a door: no card shows two things."""
    if card.kind == "start":
        return START_MARK
    if card.kind == "postcard":
        return POSTCARD_MARK
    if card.kind == "goal":
        return str(card.nuggets) if card.nuggets else _GOAL_MARKS.get(card.key, STONE_MARK)
    return LADDER_MARK if card.ladder else CRYSTAL_MARK if card.crystals else ""


def picture(face: Face | None, charset: Charset, size: Size = SMALL) -> list[str]:
    """A card of the hand; one whose opening has not arrived is a question mark."""
    if face is None:
        return framed("?", charset, size)
    card = CARD[face]
    if card.tunnels:
        return path(card, card.groups, charset, size)
    tools = _EVERY_TOOL if len(card.tools) == len(TOOLS) else "".join(tool[0].upper() for tool in card.tools)
    # Cards that undo each other have pictures that differ in one character.
    return framed(find("kinds", card.kind).picture.format(signs=charset, tools=tools), charset, size)
