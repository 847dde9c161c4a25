"""What modules ask of a player at a table, played by keys alone and by the mouse alone."""

from pathlib import Path
from typing import Any

import pytest

from client.games.mine import game
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue
from engine.front import choices
from engine.grid.cells import START, cell
from engine.inputs import TimeUp
from engine.mine.modules.diversion import DivertPath
from engine.mine.modules.goal_swap import SwapGoals
from engine.mine.modules.toll.collectors import BringCollector
from engine.mine.modules.toll.consent import AskToll
from engine.mine.modules.toll.payers import NamePayer
from engine.mine.modules.toll.state import Collector
from engine.mine.modules.trailblazer import BlazeTrail, EndTrail
from engine.mine.modules.veto import PlayVeto
from engine.mine.rules.actions.keep_one import KeepCard
from engine.mine.rules.actions.read_map import ReadMap
from engine.placing import PlacePath
from engine.slots import TABLE
from engine.wants import Choose, Window
from tests.client.lines.rooms import NUMBER, faces, laid, position
from tests.client.screen.local_table import LocalTable, asked, laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import MOUSE_AT_NIGHT, Keys, Mouse, at_table
from tests.client.screen.test_gremlins_on_the_screen import Quiet, number_of

Hands = type[Keys] | type[Mouse]
both_hands = pytest.mark.parametrize("hands", MOUSE_AT_NIGHT)
TUNNEL = laid((1, 0, "straight-short", 0), (2, 0, "curve-right", 180))


def quiet(folder: Path, own: list[str], rules: str, **parts: Any) -> Quiet:
    table = laid_out(position(own, **parts), folder, rules=rules)
    table.__class__ = Quiet
    assert isinstance(table, Quiet)
    return table


def last(table: LocalTable) -> Any:
    """What was done last."""
    return table.done[-1]


def collector_of(table: LocalTable, owner: int, x: int, y: int) -> None:
    """It stands on the start."""
    state: Any = table.top.state
    state.brought += 1
    state.collectors.append(Collector(state.brought, owner, START, state.board.network.slots[START], cell(x, y)))


@both_hands
@piloted
async def test_a_diversion_is_aimed_at_the_board(tmp_path: Path, hands: Hands) -> None:
    table = quiet(tmp_path, ["diversion", "cross"], "base+diversion", board=TUNNEL)
    async with at_table(table, tmp_path, hands) as person:
        await person.pick(number_of(table, NUMBER["diversion"]))
        assert "Moves the path card" in person.text
        await person.lay(0, 1, turned=True)
        [act] = table.done
        assert isinstance(act, DivertPath)
        assert (act.cell, act.turned) == (cell(0, 1), 180), "the only way in which it fits there"


@both_hands
@piloted
async def test_a_collector_is_brought_in_with_a_card_that_is_discarded(tmp_path: Path, hands: Hands) -> None:
    table = quiet(tmp_path, ["cross", "map"], "base+toll")
    async with at_table(table, tmp_path, hands) as person:
        await person.do("discard")
        await person.pick(1)
        assert "Tab: a toll collector" in person.text
        await person.play_at(1, 0)
        [act] = table.done
        assert isinstance(act, BringCollector)
        assert act.cell == cell(1, 0)
        assert "T1" in person.text


@piloted
async def test_what_is_discarded_brings_no_collector_by_itself(tmp_path: Path) -> None:
    table = quiet(tmp_path, ["cross", "map"], "base+toll")
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("right", "right", "d", "1", "enter")
        assert [type(act).__name__ for act in table.done] == ["Pass"]


@both_hands
@piloted
async def test_a_toll_is_asked_for_named_and_paid(tmp_path: Path, hands: Hands) -> None:
    table = quiet(tmp_path, ["cross", "map"], "base+toll", nuggets=[0, 1, 1, 1])
    collector_of(table, 2, 1, 0)
    async with at_table(table, tmp_path, hands) as person:
        assert "Enter: more" in person.text
        await person.do("play")
        await person.choose("Ask Ann to pay the toll")
        assert table.done == [AskToll(0, 1)]
        table.play_on(next(act for act in choices(table.top.view(1)) if type(act).__name__ == "AgreeToll"))
        await person.settle()
        await person.do("play")
        await person.choose("Ann pays collector 1 at 1,0")
        assert last(table) == NamePayer(0, 1, 1)
        await person.pick(number_of(table, NUMBER["cross"]))
        await person.lay(1, 0, turned=False)
        assert isinstance(last(table), PlacePath)
        assert table.view.state.nuggets == [0, 0, 2, 1]


@both_hands
@piloted
async def test_a_gold_card_is_turned_up_to_pay(tmp_path: Path, hands: Hands) -> None:
    table = quiet(tmp_path, ["cross", "map"], "base+toll", gold=[faces("gold-3"), [], [], []], nuggets=[0, 1, 1, 1])
    table.top.state.nuggets[0] = -1
    collector_of(table, 2, 1, 0)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("play")
        await person.choose("Show a gold card: 3 nuggets")
        await person.do("play")
        await person.choose("Pay collector 1 at 1,0 yourself")
        assert last(table) == NamePayer(0, 1, 0)


@both_hands
@piloted
async def test_a_trail_goes_on_until_it_is_stopped(tmp_path: Path, hands: Hands) -> None:
    own = ["trailblazer", "cross", "tee-long", "map"]
    table = quiet(tmp_path, own, "base+trailblazer", pile=faces("map", "map"))
    async with at_table(table, tmp_path, hands) as person:
        await person.pick(number_of(table, NUMBER["trailblazer"]))
        await person.choose("Place two path cards")
        assert isinstance(last(table), BlazeTrail)
        assert "STILL YOUR TURN" in person.text
        await person.pick(number_of(table, NUMBER["cross"]))
        await person.lay(1, 0, turned=False)
        assert isinstance(last(table), PlacePath)
        assert "STILL YOUR TURN" in person.text
        await person.do("discard")
        assert last(table) == EndTrail(0)
        assert "goes on" not in person.text


@both_hands
@piloted
async def test_a_goal_swap_is_chosen_in_secret(tmp_path: Path, hands: Hands) -> None:
    table = quiet(tmp_path, ["goal-swap", "cross"], "base+goal-swap")
    async with at_table(table, tmp_path, hands) as person:
        await person.pick(number_of(table, NUMBER["goal-swap"]))
        await person.choose("Pick up two goals: middle and top")
        assert isinstance(last(table), SwapGoals)
        assert isinstance(table.asked, Choose)
        assert "No other player learns your choice." in " ".join(person.text.replace("┃", " ").split())
        await person.choose("each in the other's place")
        assert last(table) == 1
        assert isinstance(person.top, TableScreen)


@both_hands
@piloted
async def test_one_of_the_cards_that_only_the_player_sees_is_kept(tmp_path: Path, hands: Hands) -> None:
    table = asked("keep", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        assert "Only you see them." in person.text
        await person.choose("rockfall")
        act = last(table)
        assert isinstance(act, KeepCard)
        assert table.view.face(act.slot) == NUMBER["rockfall"]


CHESTS = [
    ("chest-goal", "Move the middle goal away"),
    ("chest-role", "Look at Bob's role"),
    ("chest-victim", "Take a card from Ann"),
    ("dragon", "Show a gold card: 1 nugget"),
    ("toll", "Yes, I pay"),
]


@both_hands
@pytest.mark.parametrize(("what", "answer"), CHESTS)
@piloted
async def test_a_question_of_a_module_comes_up_by_itself(tmp_path: Path, hands: Hands, what: str, answer: str) -> None:
    table = asked(what, tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        assert isinstance(person.top, ChoiceDialogue)
        words = {game.sentence(act, table.view, table.people): act for act in table.legal()}
        await person.choose(answer)
        assert last(table) == words[answer]


def announced(folder: Path, own: list[str]) -> Quiet:
    """Ann plays a map, and waits."""
    table = quiet(folder, own, "base+veto", turn=1)
    [(slot, face)] = table.top.view(1).hand()
    table.play_on(ReadMap(1, slot, face, cell(8, 0)))
    return table


@both_hands
@piloted
async def test_a_veto_is_one_key_or_one_click(tmp_path: Path, hands: Hands) -> None:
    table = announced(tmp_path, ["veto", "cross"])
    table.left = 3.0
    async with at_table(table, tmp_path, hands) as person:
        assert isinstance(table.asked, Window)
        assert "Ann looks at the middle goal  F2 Veto (0:03)" in person.text
        if issubclass(hands, Keys):
            await person.press("f2")
        else:
            await person.click_on("F2 Veto")
        assert isinstance(last(table), PlayVeto)
        assert "F2" not in person.text


@piloted
async def test_a_player_without_a_veto_sees_what_is_announced_and_no_window(tmp_path: Path) -> None:
    table = announced(tmp_path, ["map", "cross"])
    table.left = 2.0
    async with at_table(table, tmp_path, Keys) as person:
        assert table.asked is None
        assert "Ann looks at the middle goal (0:02)" in person.line[22]
        assert "F2" not in person.text
        assert person.text.count("◆") == 4, "the corners of the goal that it is about"
        table.play_on(TimeUp(TABLE))
        await person.settle()
        assert "◆" not in person.text
        assert "Ann looks" not in person.line[22]
