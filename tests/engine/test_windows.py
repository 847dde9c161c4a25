"""Windows for reactions: when one opens, who may react, the clock of the table, and bots that let it pass."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, cast
from unittest.mock import patch

import pytest

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.bots.mind import Mind
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.events import TimeRanOut
from engine.front import apply, choices, decide, wants
from engine.inputs import ShowSlots, TimeUp
from engine.mine.bots import MINDS
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.turn.passing import Pass
from engine.rules import parse
from engine.scenario.reader import read
from engine.scenario.runner import run
from engine.slots import TABLE
from engine.tabletop import Tabletop
from engine.waits import window
from engine.wants import Open, Window
from tests.support.reacting import STOP, AllSilent, DrawStopped, StopDraw, reacting
from tests.support.tables_at_play import MAP, small_mine

BASE = parse("base")


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine((STOP,) * 6 + (MAP,) * 6, rounds=1, hand_size=2, change=reacting()):
        yield


def at_window(seed: int = 0) -> Tabletop:
    """A card was passed, and the others may react."""
    table = Tabletop(BASE, 3, Random(seed).randrange)
    table.advance()
    seat = table.state.active
    table.play(Pass(seat, (table.state.hands[seat][0],)))
    return table


def reason(table: Tabletop, given: object) -> Reason:
    with pytest.raises(Illegal) as refused:
        decide(table.state, given)
    return refused.value.reason


def reactions(table: Tabletop) -> list[StopDraw]:
    return [cast("StopDraw", act) for seat in range(3) for act in choices(table.view(seat))]


def test_the_clock_of_the_table_closes_it_and_marks_no_seat() -> None:
    table = at_window()
    want = table.waiting()
    assert isinstance(want, Window)
    assert table.state.active not in want.seats
    for seat in (-1, 0, 1, 2, 3, 254):
        assert reason(table, TimeUp(seat)) is NOT_YOUR_TURN
    assert decide(table.state, TimeUp(TABLE)) == (AllSilent(),)
    assert not [event for event in table.play(TimeUp(TABLE)) if isinstance(event, TimeRanOut)]
    assert table.state.stage == "turn"
    assert reason(table, TimeUp(TABLE)) is NOT_YOUR_TURN


def dealt() -> Iterator[tuple[Tabletop, list[ReadMap]]]:
    """Tables at their first turn, and the maps that can be read there."""
    for seed in range(20):
        table = Tabletop(BASE, 3, Random(seed).randrange)
        table.advance()
        yield table, [act for act in choices(table.view(table.state.active)) if isinstance(act, ReadMap)]


def test_it_opens_when_nothing_is_owed() -> None:
    table, look = next((table, looks[0]) for table, looks in dealt() if looks)
    apply(table.state, look)
    [owed] = wants(table.state)
    assert isinstance(owed, Open)
    assert window(table.state) is None
    assert reason(table, TimeUp(TABLE)) is NOT_WANTED
    assert all(reason(table, act) is NOT_WANTED for act in reactions(table))
    assert owed.to is not None
    apply(table.state, ShowSlots(owed.to, owed.slots))
    assert isinstance(window(table.state), Window)
    assert wants(table.state) == (window(table.state),)


def test_only_the_seats_that_are_asked_react_and_the_first_reaction_closes_it() -> None:
    table = next(table for table in map(at_window, range(20)) if len({act.seat for act in reactions(table)}) == 2)
    [first, *_, last] = reactions(table)
    active = table.state.active
    assert reason(table, StopDraw(active, table.state.hands[active][0], STOP)) is NOT_YOUR_TURN
    events = table.play(first)
    assert events[0] == DrawStopped(first.seat, first.slot, STOP)
    assert reason(table, last) is NOT_WANTED


def test_the_dealer_does_not_answer_for_the_players() -> None:
    table = at_window()
    assert table.advance() == []
    assert isinstance(table.waiting(), Window)


# bots


def asked(table: Tabletop, seat: int, name: str, draw: Any) -> Any:
    return Sitting(BOTS[name], table, seat, draw).choose()


def test_silence_is_as_likely_as_each_reaction_to_a_bot_that_plays_by_chance() -> None:
    table = next(table for table in map(at_window, range(50)) if len(reactions(table)) == len(_twice(table)) == 2)
    seat = reactions(table)[0].seat
    bounds: list[int] = []

    def draw(below: int) -> int:
        bounds.append(below)
        return len(bounds) - 1

    assert [asked(table, seat, "random", draw) for _ in range(3)] == [*reactions(table), None]
    assert bounds == [3, 3, 3]
    other = next(seat for seat in range(3) if not choices(table.view(seat)))
    assert asked(table, other, "random", lambda below: 0) is None


def _twice(table: Tabletop) -> list[StopDraw]:
    """Both of one seat."""
    acts = reactions(table)
    return [act for act in acts if act.seat == acts[0].seat]


@pytest.mark.parametrize(("worth", "reacts"), [(-1.0, False), (0.0, False), (0.1, True)])
def test_a_steady_bot_reacts_if_that_is_worth_something(worth: float, reacts: bool) -> None:
    base = MINDS["base"]
    mind = Mind(base.memory, base.player, {**base.worth, StopDraw: lambda player, act: worth}, base.misses)
    with patch.dict(MINDS, {"base": mind}):
        table = next(table for table in map(at_window, range(20)) if reactions(table))
        for seat in range(3):
            legal = choices(table.view(seat))
            chosen = asked(table, seat, "steady", lambda below: 0)
            assert chosen == (legal[0] if legal and reacts else None)


def test_the_seats_are_asked_in_their_order_and_then_the_clock() -> None:
    order: list[int] = []

    def silent(seat: int) -> Any:
        order.append(seat)

    assert answered(Window((2, 0, 1), "stop"), silent) == TimeUp(TABLE)
    assert order == [0, 1, 2]
    assert answered(Window((2, 0, 1), "stop"), lambda seat: Pass(seat, ()) if seat else None) == Pass(1, ())


def _chosen(seats: list[Sitting], seat: int) -> Any:
    return seats[seat].choose()


def test_bots_play_through_windows_at_a_tabletop() -> None:
    told: list[object] = []
    for seed in range(5):
        rng = Random(seed)
        table = Tabletop(BASE, 3, rng.randrange)
        seats = [Sitting(BOTS["random"], table, seat, rng.randrange) for seat in range(3)]
        table.watchers.append(told.extend)
        table.advance()
        while want := table.waiting():
            table.play(answered(want, partial(_chosen, seats)))
    assert {AllSilent, DrawStopped} <= {type(event) for event in told}


# scenarios


STORY = """
title = "A window passes"
cites = ["HA25"]
seats = 3

[position]
turn = 0
hands = [["cross"], ["cross"], ["cross"]]
pile = ["cross"]

[[step]]
seat = 0
pass = "cross"
after = { wait = "stop", waits-for = [1, 2], pile = 1 }

[[step]]
time-up = 1
refused = "turn/not-yours"

[[step]]
time-up = 255
includes = ["card-drawn", "turn-began"]
excludes = ["time-ran-out"]
after = { wait = "turn", turn = 1, pile = 0 }
"""


def test_a_scenario_closes_a_window() -> None:
    with small_mine((11,) * 4, rounds=1, change=reacting()):
        table = run(read(STORY))
    assert table.state.active == 1
