"""Every legal act has a command, and the command means the act."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from client.games.mine.game import moves, read, write
from client.words.people import People
from engine.front import ActLike, choices, decide
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.passing import Pass
from engine.mine.scenario.position import Position, arrange
from engine.placing import PlacePath
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import NAMES, SEATS, Curious, Room, faces, laid, position, read_back, stream
from tests.support.nights import thinned

SELDOM = {RotateGoal, TakeGold, TurnGoal, Steal, StealNothing}
"""Acts that a game by chance may not come to."""
DEALERS = {"DealRound", "GiveRandom", "OpenSlots", "RenewSlots", "ShowSlots", "TimeUp"}
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
    """Every choice of the seat that is waited for, there and back."""
    want = table.waiting()
    assert want is not None
    seat = want.seats[0]
    view, people = table.view(seat), People(NAMES[: table.state.book.seats], seat)
    acts = choices(view)
    for act in acts:
        again = read_back(act, view, people)
        assert same_effect(again, act)
        decide(table.state, again)
        met.add(type(act))
    return len(acts)


@pytest.mark.parametrize(("rules", "seats"), thinned(product(("base", "base-2006"), range(3, 11)), 5))
def test_every_act_of_a_random_game_can_be_typed(rules: str, seats: int) -> None:
    table = Tabletop(parse(rules), seats, stream("deal", seats).draw)
    chance, met, count = stream("chance", rules, seats).draw, set[type](), 0
    table.advance()
    while want := table.waiting():
        count += check_all(table, met)
        acts = choices(table.view(want.seats[0]))
        paths: list[ActLike] = [act for act in acts if isinstance(act, PlacePath)]
        acts = paths[-3:] if paths and chance(3) else acts
        table.play(acts[chance(len(acts))])
    assert count > 1000
    assert {BreakTool, CauseRockfall, Pass, PlacePath, ReadMap, RepairTool} <= met


@pytest.mark.parametrize("card_set", SEATS)
def test_every_kind_of_act_can_be_typed(card_set: str) -> None:
    """Games in which everything is tried, at tables of every size."""
    met, acts, curious = set[type](), set[type](), Curious()
    for seats in SEATS[card_set]:
        table = Tabletop(parse(card_set), seats, stream("curious", seats).draw)
        table.advance()
        while table.state.round == 1 and (want := table.waiting()):
            check_all(table, met)
            table.play(curious.choose(table.view(want.seats[0])))
        acts |= {kind for kind in table.state.book.decide if kind.__name__ not in DEALERS}
    assert met - SELDOM == acts - SELDOM


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


def test_every_theft_can_be_typed() -> None:
    start = position(["map"], 2, "saboteur2", theft=[0], nuggets=[0, 2], turn=1, hands=[[], faces("map")])
    table = Tabletop(parse("saboteur2"), 2, stream("theft").draw)
    arrange(table, start)
    table.play(choices(table.view(1))[0])
    met: set[type] = set()
    assert check_all(table, met) == 2
    assert met == {Steal, StealNothing}


def played(start: Position, text: str) -> Tabletop:
    table = Tabletop(parse("base"), 4, stream("played").draw)
    arrange(table, start)
    view, people = table.view(0), People(NAMES[:4], 0)
    act = next(act for act in choices(view) if read_back(act, view, people) == act and write(act, view, people) == text)
    table.play(act)
    return table


def test_of_two_repairs_the_one_with_the_single_tool_is_used_unless_another_is_named() -> None:
    """A card that shows two tools is worth more later."""
    own = ["repair-pick-cart", "repair-pick"]
    table = Tabletop(parse("base"), 4, stream("repairs").draw)
    arrange(table, position(own, broken=[["pick"], [], [], []]))
    view, people = table.view(0), People(NAMES[:4], 0)
    assert read("repair", ["me", "pick"], view, people).face == faces("repair-pick")[0]
    assert read("repair", ["me", "pick", "with", "1"], view, people).face == faces("repair-pick-cart")[0]
    assert read("repair", ["eva", "pick", "2"], view, people).face == faces("repair-pick")[0]


FRONT = {"broken": [["pick"], [], [], []], "prison": [0], "theft": [0]}
S2_HAND = ["theft", "hands-off", "freedom", "inspection", "swap-hats", "swap-hands", "ladder-curve-left", "bridge"]


def saboteur2(*own: str, **parts: Any) -> tuple[Any, People]:
    table = Tabletop(parse("saboteur2"), 4, stream("saboteur2").draw)
    arrange(table, position(own or S2_HAND, card_set="saboteur2", **parts))
    return table.view(0), People([*NAMES[:3], "Hana"], 0)


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("swap ann", "swap ann"),
        ("swap hands with ann", "swap ann"),
        ("swap h", "swap hana"),
        ("swap hats with ann", "hats ann"),
        ("swap hats h", "hats hana"),
        ("hats me", "hats eva"),
        ("hands off a", "hands off ann"),
        ("hands ann", "hands off ann"),
        ("inspect the cards of bob", "inspect bob"),
    ],
)
def test_cards_may_be_called_by_their_names(text: str, like: str) -> None:
    view, people = saboteur2()
    one, other = (read(words[0], words[1:], view, people) for words in (text.split(), like.split()))
    assert one == other


def test_a_ladder_is_placed_like_a_path() -> None:
    view, people = saboteur2()
    assert isinstance(read("place", ["7", "at", "1,0"], view, people), PlaceLadder)
    assert isinstance(read("place", ["8", "at", "1,0"], view, people), PlacePath)


@pytest.mark.parametrize(
    ("text", "lies"),
    [("drop 1 2 remove pick", "broken-pick"), ("drop 1 2 pris", "prison"), ("drop 2 1 remove the theft", "theft")],
)
def test_what_lies_in_front_is_named(text: str, lies: str) -> None:
    view, people = saboteur2(**FRONT)
    verb, *words = text.split()
    act = read(verb, words, view, people)
    assert view.state.faces[act.removed] == faces(lies)[0]
    assert act.slots == tuple(view.state.hands[0][:2])
    decide(view.state, act)


def test_the_only_card_in_front_need_not_be_named() -> None:
    view, people = saboteur2(prison=[0])
    assert read("drop", ["3", "4"], view, people) == read("drop", ["3", "4", "prison"], view, people)


def test_moves_leaves_out_sets_of_cards_and_says_so() -> None:
    view, people = saboteur2("map", "inspection", "swap-hats", prison=[0])
    lines = moves(view, people)
    assert [line for line in lines if line.startswith(("discard", "drop"))] == [
        "drop 1 2 remove prison",
        "discard 1, 2 or 3",
    ]
    assert lines[-2:] == [
        "Any two cards can be dropped, such as: drop 2 3 remove prison",
        "Up to 3 cards can be discarded at once, such as: discard 1 2 3",
    ]
    assert moves(view, people, "inspect") == ["inspect Ann, Bob or Hana"]
    assert moves(view, people, "place") == ["No such move now."]
    assert moves(view, people, "drop") == [lines[-4], lines[-2]]


def test_commands_of_another_card_set_are_not_known() -> None:
    room = Room(laid_out=position(["map", "cross"]))
    assert room.answers("theft") == ["There is no command “theft”. “help” lists them."]
    assert {InspectRole, SwapHats, SwapHands}.isdisjoint(room.table.state.book.decide)


def test_a_player_can_be_meant_by_number() -> None:
    """For names that a keyboard does not have, or that are words of commands."""
    people = People(["Eva", "the", "\u05d0", "#1"], 0)
    assert [people.seat(word) for word in ("#1", "#2", "#3", "#4", "#5", "#0")] == [0, 1, 2, 3, None, None]
