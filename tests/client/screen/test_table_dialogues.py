"""Every question and every card at a table, answered and played by keys alone and by the mouse alone."""

from pathlib import Path
from typing import Any

import pytest

from client.profile.settings import Settings
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue
from engine.grid.cells import cell
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
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
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.placing import PlacePath
from engine.wants import Choose
from tests.client.lines.rooms import faces, laid, position
from tests.client.screen.local_table import LocalTable, asked, laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import HANDS, Keys, Mouse, at_table
from tests.support.mine_words import TITLES

Hands = type[Keys] | type[Mouse]
BREAK = "Break Ann's cart"
both_hands = pytest.mark.parametrize("hands", HANDS)


# what is asked in a dialogue of its own

QUESTIONS = [
    ("goal", "The middle goal first", TurnGoal),
    ("rotation", "Turned", RotateGoal),
    ("gold", "1 nugget", TakeGold),
    ("theft", "Steal a nugget from Bob", Steal),
    ("theft", "Steal nothing", StealNothing),
]


@both_hands
@piloted
async def test_a_question_comes_up_by_itself_and_is_answered(tmp_path: Path, hands: Hands) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, hands) as person:
        for what, answer, kind in QUESTIONS:
            table = asked(what, tmp_path)
            await person.sit_at(table)
            assert isinstance(person.top, ChoiceDialogue)
            assert person.text.count(TITLES[what]) == 2, "in the dialogue, and below the board"
            await (person.press("escape") if hands is Keys else person.click(1, 1))
            assert isinstance(person.top, ChoiceDialogue), "it cannot be put off"
            await person.choose(answer)
            assert isinstance(table.done[-1], kind)
            assert TITLES[what] not in person.text


@both_hands
@piloted
async def test_a_secret_choice_is_made(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    table.secret = Choose(0, 3, "order")
    async with at_table(table, tmp_path, hands) as person:
        assert "No other player learns" in person.text
        await person.choose("way 2")
        assert table.done == [1]
        assert isinstance(person.top, TableScreen)


@piloted
async def test_arrows_and_enter_choose_too(tmp_path: Path) -> None:
    table = asked("theft", tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("down", "enter")
        assert table.done[-1] == Steal(0, 2)


@piloted
async def test_enter_alone_chooses_the_first(tmp_path: Path) -> None:
    table = asked("theft", tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("enter")
        assert table.done[-1] == Steal(0, 1)


@piloted
async def test_what_the_clock_has_answered_is_not_asked_any_more(tmp_path: Path) -> None:
    """Also if the person has opened something over it, and a late answer changes nothing."""
    table = asked("theft", tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        assert isinstance(person.top, ChoiceDialogue)
        table.act(StealNothing(0))
        table.done.clear()
        await person.settle()
        assert not [screen for screen in person.app.screen_stack if isinstance(screen, ChoiceDialogue)]
        assert table.done == []


@piloted
async def test_what_the_server_refuses_is_asked_again(tmp_path: Path) -> None:
    table = asked("theft", tmp_path)
    sent: list[Any] = []
    table.act = sent.append  # type: ignore[method-assign, assignment]
    async with at_table(table, tmp_path, Keys) as person:
        await person.choose("Steal nothing")
        assert len(sent) == 1
        table.notice = "The server did not take it."
        table.listener()
        await person.settle()
        assert isinstance(person.top, ChoiceDialogue)
        assert "The server did not take it." in person.text
        await person.choose("Steal nothing")
        assert len(sent) == 2


# cards of the hand

OTHERS = ["cross", "tee-long", "rockfall"]
CARDS: list[tuple[str, str, dict[str, Any], type]] = [
    ("broken-pick", "Break Bob's pick", {}, BreakTool),
    ("repair-pick", "Repair Ann's pick", {"broken": [[], ["pick"], [], []]}, RepairTool),
    ("repair-pick-cart", "Repair your own cart", {"broken": [["pick", "cart"], [], [], []]}, RepairTool),
    ("theft", "Play the Theft on yourself", {}, LayTheft),
    ("hands-off", "Take away Cleo's Theft", {"theft": [3]}, StopTheft),
    ("prison", "Imprison Ann", {}, Imprison),
    ("freedom", "Set yourself free", {"prison": [0]}, FreePlayer),
    ("inspection", "Look at Bob's role", {}, InspectRole),
    ("swap-hats", "A new role for yourself", {}, SwapHats),
    ("swap-hands", "Swap hands with Cleo", {}, SwapHands),
    ("swap-hands", "Discard this card and draw", {}, Pass),
]


def with_card(key: str, folder: Path, **parts: Any) -> LocalTable:
    start = position([*OTHERS, key], 4, "saboteur2", pile=faces("map", "map", "map"), **parts)
    return laid_out(start, folder, rules="saboteur2")


def number_of(table: LocalTable, key: str) -> int:
    """Where a card is in the hand, from 1."""
    [face] = faces(key)
    return [held for _slot, held in table.view.hand()].index(face) + 1


@both_hands
@piloted
async def test_every_card_is_played_from_its_list(tmp_path: Path, hands: Hands) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, hands) as person:
        for key, answer, parts, kind in CARDS:
            table = with_card(key, tmp_path, **parts)
            await person.sit_at(table)
            await person.pick(number_of(table, key))
            assert "What do you do with this card" in person.text
            await person.choose(answer)
            assert isinstance(person.top, TableScreen)
            assert [type(act) for act in table.done] == [kind]


@both_hands
@piloted
async def test_a_list_is_left_and_the_card_is_back(tmp_path: Path, hands: Hands) -> None:
    table = with_card("prison", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.pick(number_of(table, "prison"))
        assert isinstance(person.top, ChoiceDialogue)
        if hands is Keys:
            await person.press("escape")
        else:
            await person.click_on("Esc")
        assert isinstance(person.top, TableScreen)
        assert "1-9: pick a card" in person.text
        assert table.done == []


ON_THE_BOARD = [
    ("tee-long", (0, 1), PlacePath),
    ("ladder-single-short", (-1, 0), PlaceLadder),
    ("rockfall", (1, 0), CauseRockfall),
    ("map", (8, -2), ReadMap),
]


@both_hands
@piloted
async def test_a_card_is_played_on_the_board(tmp_path: Path, hands: Hands) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, hands) as person:
        for key, at, kind in ON_THE_BOARD:
            start = position(["cross", key], 4, "saboteur2", board=laid((1, 0, "crystal-cross", 0)))
            table = laid_out(start, tmp_path, rules="saboteur2")
            await person.sit_at(table)
            await person.pick(number_of(table, key))
            await person.play_at(*at)
            [act] = table.done
            assert isinstance(act, kind)
            assert act.cell == cell(*at)  # type: ignore[attr-defined]


@both_hands
@piloted
async def test_a_card_is_turned(tmp_path: Path, hands: Hands) -> None:
    """It is picked turned, since the place that is nearest to the goals takes it only so."""
    async with at_table(asked("turn", tmp_path), tmp_path, hands) as person:
        for times, lies in ((0, 180), (1, 0), (2, 180)):
            table = laid_out(position(["tee-long", "map"]), tmp_path)
            await person.sit_at(table)
            await person.pick(number_of(table, "tee-long"))
            await (person.press("up", "left") if isinstance(person, Keys) else person.click(*person.place_of(0, 1)))
            for _ in range(times):
                await person.do("turn")
            await person.do("play")
            assert [(act.cell, act.turned) for act in table.done] == [(cell(0, 1), lies)]


@both_hands
@piloted
async def test_a_place_that_is_refused_says_why_and_nothing_happens(tmp_path: Path, hands: Hands) -> None:
    table = laid_out(position(["tee-long", "map"]), tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.pick(number_of(table, "tee-long"))
        await person.play_at(3, 1)
        assert table.done == []
        assert "Not at 3,1: A path card must share a full side" in person.text
        assert "a corner is not enough." in " ".join(person.text.split()), "the whole sentence stands beside the hand"


@both_hands
@piloted
async def test_several_cards_are_discarded(tmp_path: Path, hands: Hands) -> None:
    table = with_card("theft", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("discard")
        for number in (1, 4, 2, 2):
            await person.pick(number)
        assert "[1]" in person.text
        assert "[2]" not in person.text
        await person.do("play")
        hand = [slot for slot, _face in with_card("theft", tmp_path / "again").view.hand()]
        assert table.done == [Pass(0, (hand[0], hand[3]))]


@both_hands
@piloted
async def test_two_cards_are_dropped_to_be_rid_of_another(tmp_path: Path, hands: Hands) -> None:
    table = with_card("theft", tmp_path, prison=[0], broken=[["pick"], [], [], []])
    async with at_table(table, tmp_path, hands) as person:
        await person.do("discard")
        await person.pick(1)
        await person.pick(2)
        await person.do("play")
        assert "Discard them, and then?" in person.text
        await person.choose("Discard two cards to remove Prison")
        [act] = table.done
        assert isinstance(act, DiscardTwo)


@both_hands
@piloted
async def test_whoever_picks_nothing_is_told_so_and_one_card_takes_the_place_of_another(
    tmp_path: Path, hands: Hands
) -> None:
    """In the base game one card is discarded."""
    table = laid_out(position(["cross", "map", "rockfall"]), tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("discard")
        await person.do("play")
        assert "Pick a card first." in person.text
        await person.pick(1)
        await person.pick(2)
        assert ("[1]" in person.text, "[2]" in person.text) == (False, True)
        await person.do("play")
        assert [act.slots for act in table.done] == [(table.done[0].slots[0],)]


@both_hands
@piloted
async def test_whoever_wants_to_is_asked_once_more(tmp_path: Path, hands: Hands) -> None:
    table = laid_out(position(["cross", "map"]), tmp_path)
    async with at_table(table, tmp_path, hands, confirm="always") as person:
        await person.pick(number_of(table, "cross"))
        await person.do("play")
        assert "crossing at 1,0?" in person.text
        await person.choose("No")
        assert table.done == []
        await person.do("play")
        await person.choose("Yes, play it")
        assert [type(act) for act in table.done] == [PlacePath]


@both_hands
@piloted
async def test_to_break_and_to_collapse_are_asked_once_more_unless_the_player_says_never(
    tmp_path: Path, hands: Hands
) -> None:
    def table() -> LocalTable:
        hand = position(["tee-long", "rockfall", "broken-cart"], board=laid((1, 0, "cross", 0)))
        return laid_out(hand, tmp_path)

    async with at_table(table(), tmp_path, hands, confirm=Settings().confirm) as person:
        for key, act, kind in (("rockfall", "Collapse 1,0", CauseRockfall), ("broken-cart", BREAK, BreakTool)):
            now = table()
            await person.sit_at(now)
            await person.pick(number_of(now, key))
            await (person.play_at(1, 0) if key == "rockfall" else person.choose(BREAK))
            assert f"{act}?" in person.text
            await person.choose("No")
            assert now.done == []
            await person.do("play")
            if key != "rockfall":
                await person.choose(BREAK)
            await person.choose("Yes, play it")
            assert [type(act) for act in now.done] == [kind]
        now = table()
        await person.sit_at(now)
        await person.pick(number_of(now, "tee-long"))
        await person.play_at(0, 1)
        assert [type(act) for act in now.done] == [PlacePath], "to build harms no player"


@piloted
async def test_a_number_of_a_card_that_is_not_there_says_so_and_does_nothing(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        before = person.text
        await person.press("9", "0", "enter", "space", "tab")
        assert "You have no card “9”: they are numbered 1 to 2." in person.text
        await person.press("escape")
        assert person.text == before
        assert table.done == []


@piloted
async def test_while_others_play_nothing_can_be_picked(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"], turn=1), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        assert "Waiting for Ann" in person.text
        await person.press("1", "enter", "d", "1", "enter")
        assert "[1]" not in person.text
        assert table.done == []
