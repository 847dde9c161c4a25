"""A listener knows where each dwarf stands, which ways are open from there, and what the next step costs."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from client.games.cave.board_words import board_words
from client.games.cave.game import board_lines, hand_lines, secrets, standing
from client.games.cave.names import space_name
from client.games.cave.ways import ways_from
from client.games.naming import cell_name
from client.render.charset import ASCII
from client.words.people import People
from engine.cave.board import NOWHERE, space
from engine.cave.cards.table import GOALS
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.rules.walk.walk import Step
from engine.cave.scenario.position import Position
from engine.grid.cells import cell, xy
from engine.placing import PlacePath
from engine.tabletop import Tabletop
from engine.wants import Act
from tests.client.games.cave.caves import NUMBER, at, cave, games, held, legal, lying, view_of
from tests.client.lines.rooms import NAMES

PEOPLE = People(NAMES[:4], 0)
WEB_RIGHT_OF_START = 2 * cell(0, 0) + 1
GOLDEN = Path(__file__).parents[3] / "stories" / "golden" / "cave"


def busy_cave() -> Tabletop:
    """A bit of everything: a bridge, a tunnel, a lair with the Goblin, a vein, a cobweb, two ladders."""
    board = lying(
        (0, 1, "double-curve-left-2", 0),
        (1, 0, "tee-short-2", 0),
        (2, 0, "bridge-short-3", 0),
        (1, -1, "lair-long-2", 180),
        (-1, 0, "ladder-curve-right-1", 0),
        (-1, 1, "vein-tee-short-1", 0),
        (3, 0, "straight-short-1", 0),
        (4, 0, "curve-left-2", 0),
        (4, 1, "straight-long-1", 0),
        (4, 2, "straight-long-2", 0),
        (4, 3, "straight-long-3", 0),
    )
    own = held("cross-1", "lair-short-1", "goblin 1", "rat 1", "secret-information 1")
    return cave(
        Position(
            board=board,
            hands=[own, held("tee-long-1"), held("tee-long-2"), []],
            dwarfs={0: at(0, 1, 3), 1: at(1, 0, 0), 2: at(1, 0, 1), 3: at(4, 3, 0)},
            lying=[1],
            axes=[1, 2],
            boots=[2],
            open=[3],
            nuggets=[3, 0, 5, 1],
            webs=[(WEB_RIGHT_OF_START, 1, 2)],
            monsters={"goblin": (at(1, -1, 0), 1)},
            goals=[card.number for card in GOALS],
        )
    )


def test_the_busy_cave_in_words() -> None:
    table = busy_cave()
    view = view_of(table)
    goal = table.state.goals[cell(-4, 4)]
    table.notebooks[0].show([(goal, table.faces[goal]), (table.state.clans[1], table.faces[table.state.clans[1]])])
    told = [
        *board_words(view, PEOPLE),
        *standing(view, PEOPLE),
        *hand_lines(view, replace(ASCII, in_words=True), PEOPLE),
    ]
    assert "\n".join(told) + "\n" == (GOLDEN / "in-words.txt").read_text(encoding="utf-8")


def walk_wanted(table: Tabletop) -> Act:
    table.play(legal(table, PlacePath)[0])
    want = table.waiting()
    assert isinstance(want, Act)
    return want


def test_a_way_is_listed_with_what_each_step_costs() -> None:
    table = busy_cave()
    want = walk_wanted(table)
    assert hand_lines(view_of(table), ASCII, PEOPLE, want) == [
        "Your dwarf is at 0,1 (down). Moves left: 3.",
        "  step down        0,0, ladder",
        "  step right       0,1 (right)",
        "  step tunnel      0,1 (tunnel): the tunnel costs a nugget",
        "  stop             Stop here",
    ]


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (at(0, 0), "  step right       1,0 (left): a cobweb bars the way"),
        (at(0, 0), "  step left        -1,0, ladder"),
        (at(1, 0, 0), "  step right       2,0 (left): the bridge costs a random card"),
        (at(1, 0, 1), "  step down        1,-1 (up): the Goblin attacks"),
        (at(4, 3, 0), "  step up          4,4: reveals the upper-right goal, and stops there"),
        (at(-1, 0), "  step up          -1,1, gold vein: a nugget lies there; taking it shows your clan card"),
    ],
)
def test_what_a_step_brings_about_is_said_before_it_is_taken(where: int, line: str) -> None:
    table = busy_cave()
    table.state.dwarfs[0] = where
    want = walk_wanted(table)
    assert line in hand_lines(view_of(table), ASCII, PEOPLE, want)


def test_a_monster_on_its_way_is_told_whom_it_would_attack() -> None:
    table = busy_cave()
    table.state.monsters[2], table.state.dwarfs[0] = at(1, 0, 2), at(1, 0, 1)
    [act] = [act for act in legal(table, UnleashMonster) if act.face == NUMBER["goblin"]]
    table.play(act)
    want = table.waiting()
    assert isinstance(want, Act)
    assert want.what == "prowl"
    assert hand_lines(view_of(table), ASCII, PEOPLE, want)[:4] == [
        "The Goblin is at 1,0 (left). Moves left: 5.",
        "  step left        0,0: a cobweb bars the way",
        "  step right       1,0 (right): attacks Ann",
        "  step down        1,0 (down): attacks Eva, Bob",
    ]


def test_who_is_attacked_is_told_what_the_axe_would_save() -> None:
    table = busy_cave()
    [act] = [act for act in legal(table, UnleashMonster) if act.face == NUMBER["goblin"]]
    table.play(act)
    [step] = [act for act in legal(table, Step) if space(act.cell, act.space) == at(1, 0, 1)]
    table.play(step)
    assert table.waiting() == (want := Act((2,), must=True, what="axe"))
    assert hand_lines(view_of(table, 2), ASCII, People(NAMES[:4], 2), want) == [
        "  swing            Use your axe: drive the Goblin away",
        "  hold             Keep your axe: you lose a nugget",
    ]


def test_every_cell_every_dwarf_and_every_open_way_is_told() -> None:
    asked = 0
    for view, want in games():
        asked += 1
        if asked % 40:
            continue
        state, people = view.state, People(NAMES[: view.state.book.seats], want.seats[0])
        board, lines = state.board, board_words(view, people)
        there = sorted((*board.charts, *board.network.hidden), key=lambda at: (xy(at)[0], -xy(at)[1]))
        cells = [line.split()[0] for line in lines if line.startswith("  ")]
        assert cells == [cell_name(at) for at in there]
        ways: dict[str, str] = {}
        for line in lines:
            if named := re.fullmatch(r"(.*?) at (.*)\.", line):
                ways |= dict.fromkeys(named[1].split(", "), named[2])
        inside = [seat for seat, where in enumerate(state.dwarfs) if where != NOWHERE]
        assert ways.keys() == {people.name(seat) for seat in inside}
        for seat in inside:
            told = ways[people.name(seat)]
            assert told.startswith(space_name(board, state.dwarfs[seat]))
            assert all(space_name(board, way.to) in told for way in ways_from(state, state.dwarfs[seat]))
        assert board_lines(view, ASCII, PEOPLE)[-1].startswith("a Eva")
    assert asked > 1000


def test_only_its_seat_is_told_a_secret() -> None:
    table = busy_cave()
    table.notebooks[0].show(
        [(slot, table.faces[slot]) for slot in (table.state.clans[1], table.state.goals[cell(4, 4)])]
    )
    own: Any = secrets(view_of(table), PEOPLE)
    assert len([line for line in own if line.startswith("Secret: Ann is ")]) == 1
    assert len([line for line in own if line.startswith("Secret: the upper-right goal is ")]) == 1
    for seat in (1, 2, 3):
        others = secrets(view_of(table, seat), People(NAMES[:4], seat))
        assert not [line for line in others if "goal" in line or re.match(r"Secret: (?!you)", line)]
