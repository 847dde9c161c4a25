"""At a table, beside the game: everything that is opened, used and left again, by keys alone and by the mouse alone."""

import re
from pathlib import Path
from typing import Any, Literal
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from textual import events
from textual.containers import VerticalScroll

from client.games.mine.names import card_meaning, card_name
from client.net.trouble import Trouble
from client.screen.screens.connecting import LostPage
from client.screen.table.opening import RoundCard
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue, LineDialogue
from client.screen.widgets.page import Page
from client.visit.errand import Alone, Setup
from client.visit.table import VisitedTable
from client.visit.told import Told, ToldKind
from engine.mine.rules.turn.passing import Pass
from engine.wants import Choose
from protocol.log.faults import Code, Finding
from protocol.wire.messages import Presence
from tests.client.lines.rooms import faces, laid, position
from tests.client.screen.local_table import TID, LocalTable, asked, laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import MOUSE_AT_NIGHT, SIZES, Keys, Mouse, at_table
from tests.client.screen.world_pilot import at_server
from tests.support.tables_at_play import small_mine
from tests.support.world import World

Hands = type[Keys] | type[Mouse]
both_hands = pytest.mark.parametrize("hands", MOUSE_AT_NIGHT)


# talk, guesses, and who is not to be read


@both_hands
@piloted
async def test_something_is_said(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("talk")
        assert "Say to the table" in person.text
        await person.type("Glück auf, q!")
        await (person.press("enter") if hands is Keys else person.click_on("OK"))
        assert table.done == ["Glück auf, q!"]
        assert isinstance(person.top, TableScreen)
        await person.do("talk")
        await person.type("not this")
        await (person.press("escape") if hands is Keys else person.click_on("Back"))
        assert table.done == ["Glück auf, q!"]
        assert isinstance(person.top, TableScreen)


@both_hands
@piloted
async def test_a_saying_is_chosen_from_a_list(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("talk")
        await (person.press("enter") if hands is Keys else person.click_on("OK"))
        await person.choose("Well played!")
        assert table.done == ["Well played!"]
        assert isinstance(person.top, TableScreen)


@both_hands
@piloted
async def test_who_types_is_not_asked_before_it_is_said(tmp_path: Path, hands: Hands) -> None:
    table = laid_out(position(["map"], turn=1), tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("talk")
        await person.type("I saw ")
        table.secret = Choose(0, 3, "order")
        table.listener()
        await person.type("2")
        assert isinstance(person.top, LineDialogue)
        assert "Choose in secret: the order of the cards." in person.line[22], "the line below the board asks already"
        await (person.press("enter") if hands is Keys else person.click_on("OK"))
        assert table.done == ["I saw 2"]
        assert isinstance(person.top, ChoiceDialogue)
        await person.choose("way 3")
        assert table.done == ["I saw 2", 2]


@both_hands
@piloted
async def test_who_chooses_something_is_not_asked_anything_else_meanwhile(tmp_path: Path, hands: Hands) -> None:
    table = laid_out(position(["map"], turn=1), tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("guess")
        table.secret = Choose(0, 3, "order")
        table.listener()
        await person.settle()
        await person.choose("Bob")
        assert "What do you think Bob is?" in person.text
        await person.choose("saboteur")
        assert table.done == []
        await person.choose("way 1")
        assert table.done == [0]


@both_hands
@piloted
async def test_a_guess_is_made_and_taken_back(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        for option, mark in (("saboteur", "sab?"), ("gold-digger", "dig?"), ("no guess", "")):
            await person.do("guess")
            await person.choose("Bob")
            assert "What do you think Bob is?" in person.text
            await person.choose(option)
            [line] = [line for line in person.line if " Bob " in line]
            assert mark in line
            assert ("?" in line.partition("Bob")[2]) == bool(mark)


@piloted
async def test_a_click_on_a_player_is_a_guess_too(tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, Mouse) as person:
        await person.click_on(" Ann ")
        await person.choose("saboteur")
        assert table.marks is not None
        assert table.marks.guess(1) == "saboteur"
        await person.click_on("Eva ")
        assert "What Eva has done so far" in person.text, "no player guesses about oneself"


@both_hands
@piloted
async def test_somebody_is_muted_and_heard_again(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        for words, muted in (("mute Cleo", {3}), ("hear Cleo again", set())):
            await (person.press("m") if hands is Keys else person.click_on(" Cleo "))
            await person.choose(words)
            assert table.muted == muted
            assert isinstance(person.top, TableScreen)


# pages


@both_hands
@pytest.mark.parametrize(("word", "words"), [("trust", "Fair so far ✓"), ("help", "Keys and rules")])
@piloted
async def test_a_page_is_read_and_left(tmp_path: Path, hands: Hands, word: str, words: str) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, hands) as person:
        await person.do(word)
        assert isinstance(person.top, Page)
        assert words in person.text
        await person.push("Continue")
        assert isinstance(person.top, TableScreen)


@piloted
async def test_a_long_page_is_read_to_its_end_and_left_in_every_way(tmp_path: Path) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, Keys) as person:
        for key in ("escape", "q", "enter"):
            await person.press("?")
            assert "A dot is an open spot" not in person.text
            await person.press(*["pagedown"] * 8)
            assert "A dot is an open spot" in person.text
            await person.press("up")
            await person.press(key)
            assert isinstance(person.top, TableScreen)


@piloted
async def test_keys_that_come_at_once_scroll_as_far_as_single_ones(tmp_path: Path) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, Keys) as person:
        await person.press("?")
        text = person.top.query_one(VerticalScroll)
        end, page = text.max_scroll_y, text.size.height
        assert end > 9
        for key, times, row in (("down", 9, 9), ("up", 3, 6), ("end", 1, end), ("pageup", 1, max(0, end - page))):
            for _ in range(times):
                person.app.post_message(events.Key(key, None))
            await person.settle()
            assert text.scroll_y == row, key


@both_hands
@piloted
async def test_all_secrets_stand_on_a_page(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await (person.press("s") if hands is Keys else person.click_on("Secret: you"))
        assert "What only you know" in person.text
        await person.push("Continue")
        assert isinstance(person.top, TableScreen)


@both_hands
@piloted
async def test_a_round_that_ends_is_reported_once_and_again_if_wished(tmp_path: Path, hands: Hands) -> None:
    table = laid_out(position([], 4, hands=[faces("map"), [], [], []]), tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        table.act(Pass(0, (table.view.hand()[0][0],)))
        await person.settle()
        assert isinstance(person.top, Page)
        assert "Round 1 is over" in person.text
        assert "Roles revealed:" in person.text
        await person.push("Continue")
        assert isinstance(person.top, RoundCard)
        await (person.press("x") if hands is Keys else person.click(1, 1))
        assert isinstance(person.top, TableScreen)
        await person.do_more("The end of the last round again")
        assert "Round 1 is over" in person.text
        await person.push("Continue")


# leaving


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
@pytest.mark.parametrize("opens", ["", "t", "g", "?"])
@piloted
async def test_a_key_ends_the_program_whatever_is_open(tmp_path: Path, key: str, opens: str) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, Keys) as person:
        await person.press(*opens, key)
        assert person.app._exit


@piloted
async def test_a_key_copies_what_is_selected_and_ends_nothing(tmp_path: Path) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, Keys) as person:
        await person.press("t")
        await person.type("this way")
        await person.press("shift+home", "ctrl+c")
        assert person.app.clipboard == "this way"
        assert not person.app._exit
        assert isinstance(person.top, LineDialogue)


@both_hands
@pytest.mark.parametrize(
    ("way", "came_to"),
    [("Stay", None), ("To the start menu", "menu"), ("Quit;", "quit"), ("Leave the table", "left")],
)
@piloted
async def test_a_table_is_left(tmp_path: Path, hands: Hands, way: str, came_to: str | None) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do("leave")
        assert isinstance(person.top, ChoiceDialogue)
        await person.choose(way)
        assert person.app.came_to == came_to
        assert table.gone == (came_to == "left")


@piloted
async def test_the_question_about_leaving_is_left(tmp_path: Path) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, Keys) as person:
        await person.press("q", "escape")
        assert isinstance(person.top, TableScreen)
        assert person.app.came_to is None


@both_hands
@piloted
async def test_whoever_was_away_comes_back_when_the_person_says_so(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        table.out = True
        table.listener()
        await person.settle()
        assert table.out
        await person.do_more("Come back to the table")
        assert not table.out


@both_hands
@piloted
async def test_whoever_has_left_comes_back(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        table.gone = True
        table.listener()
        await person.settle()
        assert "You have left this table. B brings you back." in person.text
        await person.press("d")
        assert "DISCARD" not in person.text
        await person.do_more("Come back to the table")
        assert "YOUR TURN" in person.text


@both_hands
@piloted
async def test_a_card_can_be_looked_at_while_others_think_and_nothing_is_done_with_it(
    tmp_path: Path, hands: Hands
) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        table.gone = True  # for the screen it is the same: this seat is asked for nothing
        table.listener()
        await person.settle()
        for at, (_slot, face) in enumerate(table.view.hand()):
            await person.pick(at + 1)
            assert f"[{at + 1}]" in person.text
            assert face is not None
            assert card_name(face)[:20] in person.text
            assert card_meaning(face)[:16] in person.text
        await person.pick(at + 1)
        assert f"[{at + 1}]" not in person.text, "a second time puts it back"
        await person.pick(1)
        table.gone = False
        table.listener()
        await person.settle()
        assert "YOUR TURN   1-9: pick a card" in person.text
        assert "[1]" not in person.text
        assert table.done == []


@piloted
async def test_a_game_that_is_over_is_not_offered_again_whatever_is_open_then(tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    over = Mock()
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("t")
        assert isinstance(person.top, LineDialogue)
        assert table.following is not None
        table.following.over = over  # type: ignore[method-assign]
        table.following.confirmed = True  # type: ignore[misc]
        table.listener()
        await person.settle()
        assert not over.called, "a start that was dissolved has no scores, and brings its people back"
        table.score(1, 2, 3, 4)
        for _ in range(2):
            table.listener()
            await person.settle()
        over.assert_called_once_with()


@piloted
async def test_what_was_told_before_is_read_by_keys(tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        table.told_lines += [Told(ToldKind.NOTICE, f"Word {number}.") for number in range(60)]
        table.listener()
        await person.settle()
        assert "Word 59." in person.text
        await person.press("pageup", "pageup")
        assert "Word 59." not in person.text
        assert "Word 4" in person.text or "Word 3" in person.text
        table.told_lines.append(Told(ToldKind.NOTICE, "Word 60."))
        table.listener()
        await person.settle()
        assert "Word 60." not in person.text, "whoever reads is not disturbed"
        await person.press("pagedown", "pagedown", "pagedown")
        assert "Word 60." in person.text


@both_hands
@piloted
async def test_what_a_player_has_done_is_read_by_a_key_or_a_click(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    table.act(next(act for act in table.legal() if isinstance(act, Pass)))
    async with at_table(table, tmp_path, hands) as person:
        await person.do_more("What a player has done so far")
        await person.choose("Eva")
        assert "What Eva has done so far" in person.text
        assert "You discard a card." in person.text
        await person.push("Continue")
        if hands is Mouse:
            await person.click_on("Ann")
            await person.choose("what Ann has done so far")
            assert "What Ann has done so far" in person.text


@both_hands
@piloted
async def test_the_score_is_read_during_the_game(tmp_path: Path, hands: Hands) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, hands) as person:
        await person.do_more("The score so far")
        assert re.search(r"player +so far", person.text)
        assert re.search(r"Eva +-", person.text)


@both_hands
@piloted
async def test_a_pause_is_asked_for_and_ended(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        await person.do_more("Ask for a pause")
        assert "Paused." in person.line[22]
        await person.do_more("End the pause")
        assert "Paused." not in person.line[22]
        here: tuple[Literal["here"], ...] = ("here",) * 4
        rung = person.app.alert._write = Mock()
        for wanted, sign in (((1, 2), "Pause? P agrees"), ((0, 1, 2), "Pause asked for")):
            table.told(Presence(table=TID, seats=here, waiting=(0,), left_ms=0, paused=False, pause_wanted=wanted))
            await person.settle()
            assert person.line[22].rstrip().endswith(f"discard  {sign}")
            assert person.text.count("asks for a pause.") == 2
            rung.assert_called_once_with("\a")
        await person.pick(1)
        assert "Pause asked for" in person.line[22], "also if a card is picked"


@both_hands
@piloted
async def test_a_pause_is_agreed_to_and_a_wish_taken_back(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    wished = Presence(table=TID, seats=("here",) * 4, waiting=(0,), left_ms=0, paused=False, pause_wanted=(1,))
    wants = table.ask_pause = Mock()  # type: ignore[method-assign]
    async with at_table(table, tmp_path, hands) as person:
        for wanted, words, on in (((1,), "Agree to a pause", True), ((0, 1), "Take back your wish for a pause", False)):
            table.told(replace(wished, pause_wanted=wanted))
            await person.settle()
            await person.do_more(words)
            wants.assert_called_with(on=on)


@piloted
async def test_before_the_table_is_there_no_key_breaks_anything(tmp_path: Path) -> None:
    table: Any = VisitedTable(TID, lambda table: None, lambda: 0.0)
    async with at_table(table, tmp_path, Keys) as person:
        assert "The table is being set up…" in person.text
        for key in (*"1d", "enter", "space", "tab", *"gmv?pbnsracz", "up", "t"):
            await person.press(key, "escape")
            assert isinstance(person.top, TableScreen), key
        await person.press("q")
        await person.choose("Give the game up")
        await person.press("q")
        await person.choose("To the start menu")
        assert person.app.came_to == "menu"


# why a game stops

FORGED = Trouble("log/forked", "entry 9", Path("evidence.umlog"), Finding(Code.FORKED, 9, bytes(32), "two heads"))
DAMAGED = Trouble("entry/signature", "entry 9", Path("evidence.umlog"))
LOST = Trouble("table/none")


@both_hands
@pytest.mark.parametrize(
    ("trouble", "words", "head"),
    [
        (FORGED, "THIS IS A PROOF", "SOMETHING IS WRONG"),
        (DAMAGED, "This proves nothing against anyone", "SOMETHING IS WRONG"),
        (LOST, "The server does not know this", "the game stops here"),
    ],
)
@piloted
async def test_trouble_stops_the_game_and_says_what_to_do(
    tmp_path: Path, hands: Hands, trouble: Trouble, words: str, head: str
) -> None:
    table = asked("theft", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        assert isinstance(person.top, ChoiceDialogue)
        table.stopped(trouble)
        await person.settle()
        assert "The game stops here" in person.text
        assert words in person.text
        await person.push("Look at the table")
        assert isinstance(person.top, TableScreen), "nothing is asked any more"
        assert person.line[0].endswith(f"· {head}")
        await person.do("trust")
        assert words in person.text
        assert "Fair so far ✓" not in person.text
        await person.push("Continue")
        await person.do("leave")
        assert "The game stops here" in person.text
        await person.push("To the start menu")
        assert person.app.came_to == "menu"


@both_hands
@piloted
async def test_an_objection_is_explained(tmp_path: Path, hands: Hands) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, hands) as person:
        table.objected("consent/options")
        await person.settle()
        assert "This is not the table that you accepted" in person.text
        assert "Your computer signed nothing" in person.text
        await person.push("Look at the table")
        assert person.line[0].endswith("· the game stops here")
        await person.do("trust")
        assert "Your computer signed nothing" in person.text
        assert "Fair so far ✓" not in person.text
        await person.push("Continue")
        await person.do("leave")
        await person.push("Quit")
        assert person.app.came_to == "quit"


@both_hands
@piloted
async def test_after_a_whole_game_the_log_is_verified_and_another_can_be_played(world: World, hands: Hands) -> None:
    with small_mine():
        async with at_server(world, Alone(Setup("base", 3, ("random",))), hands) as there:
            await there.until_there()
            await there.play_on()
            assert "fair game ✓" in there.person.text
            assert " with " in there.person.text
            assert " win" in there.person.text
            first = there.table
            await there.person.push("Look at the table")
            assert isinstance(there.person.top, TableScreen)
            assert "The game is over." in there.person.text
            await there.person.do("trust")
            assert "VERIFIED: every signature holds" in there.person.text
            await there.person.push("Continue")
            await there.person.do("leave")
            await there.person.push("Another game")
            await there.until(lambda: isinstance(there.person.top, TableScreen) and there.table is not first)
            await there.until_asked()
            assert there.table.entries > 0
            assert "YOUR TURN" in there.person.text


@both_hands
@piloted
async def test_a_lost_connection_is_said_and_comes_back(world: World, hands: Hands) -> None:
    with small_mine():
        async with at_server(world, Alone(Setup("base", 3, ("random",))), hands) as there:
            await there.until_there()
            person = there.person
            world.kill_server()
            await there.settle()
            assert isinstance(person.top, LostPage)
            assert "Connection lost" in person.text
            assert "Nothing is lost" in person.text
            await person.push("Show table")
            assert isinstance(person.top, TableScreen)
            assert "Connection lost; trying again…" in person.text
            world.clock.advance(5)
            await there.settle()
            assert isinstance(person.top, TableScreen), "whoever looks behind the page is left alone"
            world.start_server()
            await there.until(lambda: isinstance(person.top, TableScreen) and there.table.asked is not None)
            assert "YOUR TURN" in person.text


# looking around


def a_wide_mine(folder: Path) -> LocalTable:
    cards = [(0, y, "cross" if y % 2 else "straight-long", 0) for y in range(-4, 5) if y]
    return laid_out(position(["cross", "map"], board=laid(*cards)), folder)


@piloted
async def test_the_board_is_moved_and_brought_back(tmp_path: Path) -> None:
    async with at_table(a_wide_mine(tmp_path), tmp_path, Keys) as person:
        before = person.text
        await person.press("shift+up")
        moved = person.text
        assert moved != before
        await person.press("shift+down")
        assert person.text == before
        await person.press(*["shift+up"] * 30, *["shift+left"] * 30)
        assert "▓" in person.text, "something of the mine is always seen"
        await person.press("c")
        assert person.text == before


@piloted
async def test_the_wheel_of_the_mouse_moves_the_board(tmp_path: Path) -> None:
    async with at_table(a_wide_mine(tmp_path), tmp_path, Mouse) as person:
        before = person._numbers()
        await person.roll(0, 1)
        assert set(person._numbers()[1]) == {row + 1 for row in before[1]}
        await person.roll(1, 0)
        assert set(person._numbers()[0]) == {column + 1 for column in before[0]}
        await person.do_more("The whole board again, centred")
        assert person._numbers() == before


@both_hands
@piloted
async def test_tiles_become_larger_and_smaller(tmp_path: Path, hands: Hands) -> None:
    async with at_table(asked("turn", tmp_path), tmp_path, hands) as person:
        assert "▓▓▓   ▓▓▓" not in person.text
        await person.do_more("Larger or smaller tiles")
        assert "▓▓▓   ▓▓▓" in person.text
        await person.do_more("Larger or smaller tiles")
        assert "▓▓▓   ▓▓▓" not in person.text


@piloted
async def test_a_new_size_of_the_window_is_used(tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    table.told_lines.append(Told(ToldKind.TALK, "Ann: " + "a long word and " * 9))
    async with at_table(table, tmp_path, Keys) as person:
        for size in (SIZES["160x50"], (100, 30), SIZES["80x24"], (40, 12), SIZES["80x24"]):
            await person.resize(*size)
            assert len(person.line) == size[1]
        assert person.text.count("Ann: a long word") == 1
