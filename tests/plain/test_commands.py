"""Every legal act has a command, and the command means the act."""

from dataclasses import replace
from typing import Any

import pytest
from plain.rooms import NAMES, faces, laid, position, read_back, stream

from client.plain.acts import command
from client.plain.parser import parse_act
from client.plain.people import People
from engine.front import choices, decide
from engine.mine.position import Position, arrange
from engine.mine.rules.break_tool import BreakTool
from engine.mine.rules.goals import RotateGoal, TurnGoal
from engine.mine.rules.gold_draft import TakeGold
from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.read_map import ReadMap
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.rules import parse
from engine.tabletop import Tabletop

ALL = {BreakTool, CauseRockfall, Pass, PlacePath, ReadMap, RepairTool, RotateGoal, TakeGold, TurnGoal}
UPPER = (
    (0, 1, "curve-left", 180),
    (1, 1, "cross", 0),
    (2, 1, "tee-short", 0),
    (3, 1, "straight-short", 0),
    (4, 1, "tee-short", 180),
    (5, 1, "straight-short", 0),
)
TWO_GOALS = (*UPPER, (6, 1, "straight-short", 0), (7, 1, "tee-short", 180))
"""A crossing at (8,1) reaches the top and the middle goal at once."""
TWO_SIDES = (*UPPER, (6, 1, "cross", 0), (7, 0, "curve-right", 0), (8, 1, "curve-right", 180))
"""A crossing at (7,1) reaches the middle goal from two sides (HA6)."""
TREASURE_BELOW = faces("stone-b", "stone-a", "treasure")


def same_effect(one: Any, other: Any) -> bool:
    """Equal, or with another card that shows the same face."""
    if type(one) is not type(other):
        return False
    return bool(one == other or (hasattr(one, "face") and replace(one, slot=other.slot) == other))


def check_all(table: Tabletop, met: set[type]) -> int:
    """Every choice of whoever is waited for, there and back."""
    want = table.waiting()
    assert want is not None
    seat = want.seats[0]
    view, people = table.view(seat), People(NAMES[: table.state.book.seats], seat)
    acts = choices(view)
    for act in acts:
        read = read_back(act, view, people)
        assert same_effect(read, act)
        decide(table.state, read)
        met.add(type(act))
    return len(acts)


@pytest.mark.parametrize("seats", range(3, 11))
@pytest.mark.parametrize("rules", ["base", "base-2006"])
def test_every_act_of_a_random_game_can_be_typed(rules: str, seats: int) -> None:
    table = Tabletop(parse(rules), seats, stream("deal", seats).draw)
    chance, met, count = stream("chance", rules, seats).draw, set[type](), 0
    table.advance()
    while want := table.waiting():
        count += check_all(table, met)
        acts = choices(table.view(want.seats[0]))
        paths = [act for act in acts if isinstance(act, PlacePath)]
        acts = paths[-3:] if paths and chance(3) else acts
        table.play(acts[chance(len(acts))])
    assert count > 1000
    assert {BreakTool, CauseRockfall, Pass, PlacePath, ReadMap, RepairTool} <= met


@pytest.mark.parametrize(
    ("board", "at", "kind"),
    [(TWO_GOALS, "place 1 at 8,1", TurnGoal), (TWO_SIDES, "place 1 at 7,1", RotateGoal)],
    ids=["goal", "rotation"],
)
def test_what_is_asked_about_goals_can_be_typed(board: Any, at: str, kind: type) -> None:
    table = played(position(["cross", "map"], board=laid(*board), goals=TREASURE_BELOW), at)
    met: set[type] = set()
    assert check_all(table, met) == 2
    assert met == {kind}


def test_every_gold_card_of_a_draft_can_be_typed() -> None:
    board = laid(*((x, 0, "cross" if x % 2 else "tee-short", 0) for x in range(1, 7)))
    table = played(position(["cross", "map"], board=board), "place 1 at 7,0")
    met: set[type] = set()
    assert check_all(table, met) == 3
    assert met == {TakeGold}


def played(start: Position, text: str) -> Tabletop:
    table = Tabletop(parse("base"), 4, stream("played").draw)
    arrange(table, start)
    view, people = table.view(0), People(NAMES[:4], 0)
    act = next(
        act for act in choices(view) if read_back(act, view, people) == act and command(act, view, people) == text
    )
    table.play(act)
    return table


def test_of_two_repairs_the_one_with_the_single_tool_is_used_unless_another_is_named() -> None:
    """A card that shows two tools is worth more later."""
    own = ["repair-pick-cart", "repair-pick"]
    table = Tabletop(parse("base"), 4, stream("repairs").draw)
    arrange(table, position(own, broken=[["pick"], [], [], []]))
    view, people = table.view(0), People(NAMES[:4], 0)
    assert parse_act("repair", ["me", "pick"], view, people).face == faces("repair-pick")[0]
    assert parse_act("repair", ["me", "pick", "with", "1"], view, people).face == faces("repair-pick-cart")[0]
    assert parse_act("repair", ["eva", "pick", "2"], view, people).face == faces("repair-pick")[0]


def test_the_check_met_every_kind_of_act() -> None:
    """The kinds named in this file are all the kinds of acts there are."""
    table = Tabletop(parse("base"), 4, stream("book").draw)
    dealers = {"DealRound", "GiveRandom", "OpenSlots", "RenewSlots", "ShowSlots", "TimeUp"}
    assert {kind.__name__ for kind in table.state.book.decide} - dealers == {kind.__name__ for kind in ALL}
