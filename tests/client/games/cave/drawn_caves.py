"""Caves that are drawn for a screen, and the windows of the screen that they are drawn in."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from client.games.cave.pictures.hand import hand_picture
from client.games.cave.pictures.layout import LARGE, OVERVIEW
from client.games.cave.pictures.map_picture import Look, map_picture
from client.games.cave.pictures.players_picture import players_picture
from client.games.game import Seats
from client.games.pointing import TURNED, UPRIGHT, Preview
from client.render.charset import Charset
from client.render.spans import Picture, text_of
from engine.cave.board import border, space
from engine.cave.cards.table import CARDS
from engine.cave.scenario.position import Named, Position, arrange
from engine.cave.view import View
from engine.grid.cells import cell
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.games.mine.drawn_tables import EVERYBODY, LONG_NAMES, WINDOWS, Window
from tests.client.lines.rooms import NAMES, stream

NUMBER = {card.key: card.number for card in CARDS}
NORTH, EAST, SOUTH, WEST = range(4)
"""Edges, as borders count them."""

__all__ = ["NUMBER", "SCENES", "WINDOWS", "Scene", "laid", "named", "table_of"]


def laid(*cards: tuple[int, int, str, int]) -> list[tuple[int, int, int]]:
    """Cards on the board: x, y, key, degrees."""
    return [(cell(x, y), NUMBER[key], turned) for x, y, key, turned in cards]


def named(*keys: str) -> list[Named]:
    """Cards of a hand by their keys, with the level of an action card behind it: "rat 3"."""
    found = (key.split() for key in keys)
    return [Named(NUMBER[key], *map(int, level)) for key, *level in found]


def table_of(start: Position, seats: int) -> Tabletop:
    """A table with everything where the position says."""
    table = Tabletop(parse("cave"), seats, stream("drawn").draw)
    arrange(table, start)
    return table


def nothing(table: Tabletop) -> None:
    """No seat has looked at anything but its own cards."""


def spied(table: Tabletop) -> None:
    """Seat 0 has looked at a goal, and at the clan card of seat 2."""
    slots = [table.state.goals[max(table.state.goals)], table.state.clans[2]]
    table.notebooks[0].show([(slot, table.faces[slot]) for slot in slots])


@dataclass(frozen=True)
class Scene:
    """What is drawn, through the eyes of seat 0."""

    start: Position
    seats: int = 5
    look: Look = field(default_factory=Look)
    chosen: Collection[int] = ()
    seen: Callable[[Tabletop], None] = nothing
    names: list[str] = field(default_factory=lambda: NAMES)
    people: dict[str, Any] = field(default_factory=dict)

    def view(self) -> View:
        """The table, laid out."""
        table = table_of(self.start, self.seats)
        self.seen(table)
        view: View = table.view(0)
        return view

    def pictures(self, charset: Charset, window: Window) -> tuple[Picture[int], Picture[int], Picture[int]]:
        """Map, hand and players."""
        view = self.view()
        seats = Seats(self.names[: self.seats], 0, (view.state.active,), **self.people)
        return (
            map_picture(view, self.look, charset, *window.map),
            hand_picture(view, self.chosen, charset, *window.hand),
            players_picture(view, seats, charset, window.players, self.seats + 1),
        )

    def text(self, charset: Charset, window: Window) -> str:
        """The three pictures, one below the other, as a reader without colours sees them."""
        pictures = self.pictures(charset, window)
        return "\n".join("".join(f"{text_of(line)}\n" for line in picture.lines) for picture in pictures)


HAND = named("tee-long-1", "rat 1", "bridge-long-2", "secret-information 2", "double-curve-right-3")
OTHERS = [named("boots 1", "cross-1"), named("goblin 2"), named("card-swap 3", "tee-short-3"), named("curve-right-2")]
CAVE = laid(
    (1, 0, "cross-2", 0),
    (2, 0, "lair-cross-3", 0),
    (1, 1, "double-curve-left-3", 0),
    (2, 1, "bridge-long-3", 0),
    (0, 1, "ladder-tee-long-2", 0),
    (-1, 0, "straight-short-1", 0),
    (-2, 0, "vein-tee-short-1", 0),
    (2, -1, "bridge-short-2", 0),
    (1, -1, "double-curve-right-2", 0),
    (-2, -1, "lair-long-3", 180),
    (3, 0, "lair-short-2", 180),
)
BUSY = Position(
    board=CAVE,
    goals=[NUMBER[key] for key in ("exit", "goal-lair", "goal-ladder", "goal-vein")],
    hands=[HAND, *OTHERS],
    boots=[0, 3],
    axes=[2, 2, 0],
    dwarfs={
        0: space(cell(2, 1), 4),
        1: space(cell(2, 0), 4),
        2: space(cell(1, 1), 6),
        3: space(cell(1, 0), 3),
        4: space(cell(1, 0), 3),
    },
    lying=[1],
    nuggets=[3, 0, 12, 1, 2],
    webs=[(border(cell(1, 0), EAST), 2, 3), (border(cell(0, 1), NORTH), 1, 3), (border(cell(-1, 0), WEST), 1, 0)],
    monsters={"goblin": (space(cell(2, 0), 4), 1), "rat": (space(cell(-4, -4), 0), 4)},
)
HALL = Position(
    board=CAVE,
    hands=[HAND, named("cross-1"), *([] for _ in range(6))],
    clans=[NUMBER[key] for key in (*["blue-loyal"] * 3, "blue-saboteur", *["yellow-loyal"] * 3, "yellow-saboteur")],
    open=[1, 4],
    out=[6],
    mined=[cell(-2, 0)],
    face_up=[(cell(3, 3), 0), (cell(-3, -3), 180)],
    monsters={"crawler": (0, 2)},
)
FAR = Position(
    board=laid(
        *((x, 0, key, 0) for x, key in enumerate(["straight-short-1", "straight-short-2", "straight-short-3"], 1)),
        (4, 0, "cross-1", 0),
        (5, 0, "curve-left-1", 0),
        (5, 1, "straight-long-1", 0),
        (5, 2, "straight-long-2", 0),
    ),
    hands=[HAND, *OTHERS],
    dwarfs={0: space(cell(5, 1), 0)},
)
SCENES = {
    "start": Scene(Position(hands=[HAND, *OTHERS])),
    "busy": Scene(BUSY, people=EVERYBODY, look=Look(last=cell(1, 0))),
    "a-goal-that-only-this-seat-knows": Scene(BUSY, seen=spied, look=Look(last=cell(4, 4))),
    "eight-players": Scene(HALL, 8, names=LONG_NAMES, people=EVERYBODY),
    "far-from-the-start": Scene(FAR, look=Look(last=cell(5, 1))),
    "overview": Scene(BUSY, look=Look(size=OVERVIEW, cursor=cell(1, 0))),
    "large-tiles": Scene(BUSY, look=Look(size=LARGE, last=cell(1, 0))),
    "a-card-is-laid": Scene(
        BUSY,
        look=Look(
            cursor=cell(0, -1),
            lit={cell(0, -1): UPRIGHT, cell(0, 2): UPRIGHT | TURNED, cell(2, 2): TURNED},
            preview=Preview(NUMBER["tee-long-1"], turned=False, legal=True),
        ),
        chosen=[0],
    ),
    "a-card-is-refused": Scene(
        BUSY,
        look=Look(cursor=cell(0, 2), preview=Preview(NUMBER["bridge-long-2"], turned=True, legal=False)),
        chosen=[2],
    ),
    "cards-are-lit": Scene(BUSY, look=Look(cursor=cell(-2, 0), lit=dict.fromkeys([cell(-2, 0), cell(0, 1)], UPRIGHT))),
    "a-way": Scene(
        BUSY,
        look=Look(
            cursor=cell(2, 1),
            space=space(cell(2, 1), 0),
            spaces=[space(cell(2, 1), 0), space(cell(2, 1), 2), space(cell(2, 0), 4), space(cell(1, 0), 3)],
        ),
    ),
    "places-of-a-cobweb": Scene(
        BUSY,
        look=Look(
            cursor=cell(0, 0),
            border=border(cell(0, 0), EAST),
            borders=[border(cell(0, 0), edge) for edge in (NORTH, EAST, SOUTH)] + [border(cell(2, 1), NORTH)],
        ),
    ),
}
