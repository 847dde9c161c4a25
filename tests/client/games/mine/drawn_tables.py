"""Tables that are drawn for a screen, and the windows of the screen that they are drawn in."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from client.games.game import Seats
from client.games.mine.picking import lit, preview
from client.games.mine.pictures.hand import hand_picture
from client.games.mine.pictures.map_picture import Look, map_picture
from client.games.mine.pictures.players_picture import players_picture
from client.games.picking import Picking
from client.render.charset import Charset
from client.render.spans import Picture, text_of
from engine.front import choices
from engine.grid.cells import cell
from engine.mine.cards import base as base_cards
from engine.mine.cards import championship as championship_cards
from engine.mine.cards import saboteur2 as saboteur2_cards
from engine.mine.modules.toll.state import Collector
from engine.mine.scenario.position import Position, arrange
from engine.mine.view import View
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import NAMES, faces, laid, position, stream


@dataclass(frozen=True)
class Window:
    """How many columns and rows each picture has on a screen; a test of the screen compares them."""

    map: tuple[int, int]
    hand: tuple[int, int]
    players: int
    """Columns; there is a row for each player."""


WINDOWS = {
    "80x24": Window((56, 17), (48, 4), 23),
    "160x50": Window((94, 41), (94, 6), 65),
}


def table_of(start: Position, seats: int, rules: str = "base") -> Tabletop:
    """A table with everything where the position says."""
    table = Tabletop(parse(rules), seats, stream("drawn").draw)
    arrange(table, start)
    return table


def nothing(table: Tabletop) -> None:
    """No seat has looked at anything."""


def look_at(x: int, y: int, table: Tabletop) -> None:
    """Seat 0 has read a map."""
    slot = table.state.goals[cell(x, y)]
    table.notebooks[0].show([(slot, table.faces[slot])])


@dataclass(frozen=True)
class Scene:
    """What is drawn, through the eyes of seat 0."""

    start: Position
    rules: str = "base"
    seats: int = 5
    picking: Picking = field(default_factory=Picking)
    several: Collection[int] = ()
    seen: Callable[[Tabletop], None] = nothing
    names: list[str] = field(default_factory=lambda: NAMES)
    people: dict[str, Any] = field(default_factory=dict)

    def view(self) -> View:
        """The table, laid out."""
        table = table_of(self.start, self.seats, self.rules)
        self.seen(table)
        view: View = table.view(0)
        return view

    def pictures(self, charset: Charset, window: Window) -> tuple[Picture[int], Picture[int], Picture[int]]:
        """Map, hand and players."""
        view, picking = self.view(), self.picking
        legal = choices(view)
        look = Look(cursor=picking.cursor, lit=lit(picking, view, legal), preview=preview(picking, view, legal))
        chosen = self.several or ({picking.card} if picking.card is not None else ())
        seats = Seats(self.names[: self.seats], 0, (view.state.active,), **self.people)
        return (
            map_picture(view, look, charset, *window.map),
            hand_picture(view, chosen, charset, *window.hand),
            players_picture(view, seats, charset, window.players, self.seats + 1),
        )

    def text(self, charset: Charset, window: Window) -> str:
        """The three pictures, one below the other, as a reader without colours sees them."""
        pictures = self.pictures(charset, window)
        return "\n".join("".join(f"{text_of(line)}\n" for line in picture.lines) for picture in pictures)


OWN = ["tee-long", "dead-single-short", "rockfall", "broken-lantern", "curve-left", "map"]
MIDDLE = laid(
    (1, 0, "cross", 0),
    (2, 0, "straight-short", 0),
    (3, 0, "tee-short", 0),
    (3, -1, "curve-left", 0),
    (1, 1, "dead-curve-right", 180),
    (0, 1, "straight-long", 0),
)
IN_THE_MIDDLE = position(
    OWN,
    5,
    board=MIDDLE,
    broken=[["pick", "cart"], [], ["lantern"], [], ["pick", "lantern", "cart"]],
    gold=[faces("gold-3"), [], faces("gold-1", "gold-2"), [], []],
    nuggets=[0, 3, 0, 0, 1],
)
HEALTHY = position(OWN, 5, board=MIDDLE)
DEAD_ENDS = [
    (1, 0, "dead-cross", 0),
    (-1, 0, "dead-curve-left", 0),
    (0, 1, "dead-straight-long", 0),
    (0, -1, "dead-single-long", 180),
    (0, 2, "dead-tee-long", 0),
    (1, 2, "dead-single-short", 0),
    (2, 0, "dead-straight-short", 0),
    (1, 1, "dead-curve-right", 180),
]
TO_THE_GOALS = [(x, 0, "straight-short" if x == 4 else "tee-short" if x % 2 else "cross", 0) for x in range(1, 8)]
TALL = [(0, y, "cross" if y % 2 else "straight-long", 0) for y in range(-4, 5) if y]
MINE = laid(
    (1, 0, "cross", 0),
    (2, 0, "bridge", 0),
    (1, 1, "double-curve-right", 0),
    (2, 1, "double-curve-left", 0),
    (3, 0, "blue-door-straight-short", 0),
    (4, 0, "green-door-straight-short", 0),
    (5, 0, "crystal-straight-short-stub", 0),
    (1, -1, "ladder-single-long", 180),
    (2, -1, "green-door-straight-long", 0),
    (4, 2, "ladder-curve-right", 180),
    (3, 2, "crystal-tee-short-stub", 0),
    (4, 1, "curve-right-stub", 0),
    (5, 1, "crystal-dead-single-short", 0),
)
ACTIONS = ["theft", "prison", "swap-hands", "ladder-curve-left", "crystal-tee-long-stub", "hands-off"]
LONG_NAMES = [
    "Ingeborg_die_Zwe…",
    "李小龍",
    "e\u0301toile",
    "\uff57\uff49\uff44\uff45\uff3f\uff4e\uff41\uff4d\uff45",
    "Bartholomäus_the_",
    *NAMES[5:],
]
EVERYBODY: dict[str, Any] = {
    "marks": {1: "sab", 3: "dig"},
    "standing": {1: "!", 2: "~", 4: "!"},
    "here": ("here", "lost", "here", "left", "bot"),
    "confirmed": (212, 9, 0, 180, 0),
}
BOX_MINE = laid(
    (1, 0, "cross", 0),
    (2, 0, "straight-short", 0),
    (1, 1, "dead-curve-right", 180),
    (0, 1, "straight-long", 0),
    (2, -1, "bridge", 0),
    (0, 2, "curve-left-stub", 0),
    (-1, 0, "dead-cross", 0),
    (0, -1, "crystal-tee-short-stub", 0),
    (-1, -1, "ladder-single-short", 0),
    (-1, 1, "double-curve-right", 0),
)
BOX_HAND = ["diversion", "goal-swap", "treasury", "trailblazer", "veto", "master-craftsman"]
BOX_GOALS = faces("dragon", "bag-2", "treasure", "spider", "bag-1-a")


def brought(table: Tabletop) -> None:
    """Two collectors stand in the mine, maps are banned, and turns go back; a goal was looked at."""
    state: Any = table.state
    hosts = ((1, cell(1, 0), cell(1, -1)), (4, cell(2, 0), cell(3, 0)))
    for number, (owner, host, at) in enumerate(hosts, start=1):
        state.collectors.append(Collector(number, owner, host, state.board.network.slots[host], at))
    state.brought, state.map_ban, state.counter_clockwise = 2, True, True
    look_at(8, 4, table)


def owing(table: Tabletop) -> None:
    """A nugget was paid against gold cards, and a dragon found nothing sure."""
    state: Any = table.state
    state.nuggets[2] = -2
    state.notes.append((2, -2, 2))


BOX = Scene(
    position(BOX_HAND, 5, "saboteur2", board=BOX_MINE, goals=BOX_GOALS, nuggets=[1, 1, 3, 1, 0], theft=[2]),
    "saboteur2+everything",
    seen=brought,
    people=EVERYBODY,
)
SCENES = {
    "start": Scene(position(["cross", "map", "straight-short", "repair-pick", "curve-left", "dead-cross"], 5)),
    "middle": Scene(IN_THE_MIDDLE, people=EVERYBODY),
    "lit-both-ways": Scene(HEALTHY, picking=Picking(card=0, cursor=cell(1, -1))),
    "lit-and-turned": Scene(HEALTHY, picking=Picking(card=0, cursor=cell(4, 0), turned=True)),
    "refused-place": Scene(HEALTHY, picking=Picking(card=0, cursor=cell(5, 1))),
    "refused-with-a-broken-tool": Scene(IN_THE_MIDDLE, picking=Picking(card=0, cursor=cell(4, 0), turned=True)),
    "lit-tunnels": Scene(IN_THE_MIDDLE, picking=Picking(card=2, cursor=cell(2, 0))),
    "lit-goals": Scene(HEALTHY, picking=Picking(card=5, cursor=cell(8, 0))),
    "discarding": Scene(position(OWN, 5, "saboteur2"), "saboteur2", several=(0, 2, 5)),
    "treasure-that-only-this-seat-knows": Scene(position(OWN, 5), seen=partial(look_at, 8, 0)),
    "stone-that-only-this-seat-knows": Scene(position(OWN, 5), seen=partial(look_at, 8, 2)),
    "goals-face-up": Scene(
        position(OWN, 5, board=laid(*TO_THE_GOALS), face_up=[(cell(8, 0), 0), (cell(8, 2), 180), (cell(8, -2), 0)])
    ),
    "dead-ends": Scene(position(["cross", "map"], 5, board=laid(*DEAD_ENDS))),
    "more-than-fits": Scene(
        position(OWN, 5, board=laid(*TALL, (1, 0, "cross", 0), (-1, 0, "straight-short", 0))),
        picking=Picking(card=0, cursor=cell(0, 5)),
    ),
    "saboteur2-mine": Scene(
        position(
            ACTIONS,
            5,
            "saboteur2",
            board=MINE,
            broken=[["pick"], [], ["lantern"], [], ["pick", "lantern", "cart"]],
            prison=[2, 4],
            theft=[0, 4],
            nuggets=[2, 3, 0, 1, 12],
        ),
        "saboteur2",
        people=EVERYBODY,
    ),
    "saboteur2-a-ladder": Scene(
        position(ACTIONS, 5, "saboteur2", board=MINE), "saboteur2", picking=Picking(card=3, cursor=cell(2, 2))
    ),
    "saboteur2-twelve-players": Scene(
        Position(
            hands=[faces(*ACTIONS), *(faces("cross") for _ in range(5)), *(list[int]() for _ in range(6))],
            roles=faces(*["blue-digger", "green-digger"] * 4, "boss", "profiteer", "geologist", "saboteur-2"),
            broken=[[], ["pick", "lantern", "cart"], ["cart"], *(list[str]() for _ in range(9))],
            prison=[1, 5],
            theft=[1, 4],
            nuggets=[0, 12, 0, 3, 0, 1, 0, 0, 2, 0, 0, 11],
        ),
        "saboteur2",
        12,
        names=LONG_NAMES,
        people=EVERYBODY,
    ),
    "box-with-everything": BOX,
    "box-a-place-is-lit": replace(BOX, picking=Picking(card=0, cursor=cell(0, 3))),
    "box-base-game": Scene(
        position(
            ["cross", "map", "rockfall", "tee-long"],
            5,
            board=laid(*((x, 0, "straight-short", 0) for x in (1, 2)), (3, 0, "cross", 0), (3, 1, "tee-long", 0)),
            goals=BOX_GOALS,
            gold=[faces("gold-3"), [], faces("gold-1", "gold-2"), [], []],
            pile=faces("cross"),
        ),
        "base+toll+new-goals",
        seen=owing,
    ),
    "box-far-from-the-start": Scene(
        position(
            ["cross", "map"],
            5,
            board=laid(*((0, y, "cross" if y % 2 else "straight-long", 0) for y in range(1, 7))),
            goals=BOX_GOALS,
        ),
        "base+new-goals",
        picking=Picking(cursor=cell(1, 4)),
    ),
}
BASE_CARDS = [*base_cards.TUNNELS, *base_cards.ACTIONS]
CHAMPIONSHIP_CARDS = [*championship_cards.ACTIONS]
SABOTEUR2_CARDS = [*saboteur2_cards.TUNNELS, *saboteur2_cards.ACTIONS]
