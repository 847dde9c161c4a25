"""A module that no box has on the screen: it brings its rules and its words, and nothing in the client names it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from client.games.game import Waiting
from client.games.mine import game
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue
from client.visit.errand import Alone, Setup
from engine.front import choices
from engine.grid.cells import cell
from engine.mine.rules.actions.read_map import ReadMap
from engine.placing import PlacePath
from engine.wants import Choose, Window
from tests.client.lines.rooms import NUMBER, faces, laid, position
from tests.client.screen.local_table import LocalTable, laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import HANDS, Keys, Mouse, at_table
from tests.client.screen.world_pilot import at_server
from tests.support.gremlins import CRY, HUSH, RELAY, Cry, Hush, StartRelay, StopRelay, gremlins, window_ends
from tests.support.world import World

Hands = type[Keys] | type[Mouse]
MAP = NUMBER["map"]


@pytest.fixture(autouse=True)
def module() -> Iterator[None]:
    with gremlins():
        yield


class Quiet(LocalTable):
    """The others do nothing by themselves, and as at a server, a seat is asked in a window only if it can react."""

    def act(self, act: object) -> None:
        self.done.append(act)
        self.play_on(act)

    def choose(self, choice: int) -> None:
        self.done.append(choice)
        self.play_on(self.top.choose(0, choice))

    def play_on(self, given: object) -> None:
        self.top.play(given)
        self.listener()

    @property
    def asked(self) -> Waiting | None:
        waits = isinstance(self.waiting, Window)
        return None if waits and not choices(self.view) else super().asked


def table_of(folder: Path, own: list[int], *, turn: int = 0, **parts: Any) -> Quiet:
    hands = [own, *([MAP, NUMBER["cross"]] for _ in range(3))]
    table = laid_out(position([], hands=hands, turn=turn, **parts), folder, rules="base+gremlins=far")
    table.__class__ = Quiet
    assert isinstance(table, Quiet)
    return table


def number_of(table: LocalTable, face: int) -> int:
    return [held for _slot, held in table.view.hand()].index(face) + 1


def announce_map(table: Quiet, seat: int) -> None:
    [slot] = [slot for slot, face in table.top.view(seat).hand() if face == MAP]
    table.play_on(ReadMap(seat, slot, MAP, cell(8, 0)))


@piloted
async def test_a_cry_by_one_key_while_a_line_is_half_typed(tmp_path: Path) -> None:
    table = table_of(tmp_path, [CRY, CRY, NUMBER["cross"]], turn=1)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("t")
        await person.type("I think ")
        announce_map(table, 1)
        await person.settle()
        assert isinstance(table.asked, Window)
        words = game.sentence(Cry(0, 0, CRY), table.view, table.people)
        assert f" Ann looks at the middle goal  F2 {words}" in person.line[22]
        assert "F3" not in person.text, "two cards that do the same are one reaction"
        await person.press("f2")
        assert [type(done) for done in table.done] == [Cry]
        assert "F2" not in person.text
        assert isinstance(person.app.focused, Input)
        assert person.app.focused.value == "I think "
        await person.type("so")
        await person.press("enter")
        assert table.done[-1] == "I think so"


@piloted
async def test_a_player_who_cannot_react_sees_no_window(tmp_path: Path) -> None:
    table = table_of(tmp_path, [NUMBER["cross"]], turn=1)
    async with at_table(table, tmp_path, Keys) as person:
        announce_map(table, 1)
        await person.settle()
        assert "F2" not in person.text


@pytest.mark.parametrize("hands", HANDS)
@piloted
async def test_a_relay_is_a_sequence_of_questions(tmp_path: Path, hands: Hands) -> None:
    table = table_of(tmp_path, [RELAY, NUMBER["cross"], MAP], pile=faces("map", "map"))
    async with at_table(table, tmp_path, hands) as person:
        await person.pick(number_of(table, RELAY))
        await person.choose(game.sentence(StartRelay(0, 0, RELAY), table.view, table.people))
        table.play_on(window_ends())
        await person.settle()
        for at in (0, -1):
            assert isinstance(person.top, ChoiceDialogue)
            act = table.legal()[at]
            await person.choose(game.sentence(act, table.view, table.people))
            assert table.done[-1] == act
        assert isinstance(table.done[-1], StopRelay)
        assert isinstance(person.top, TableScreen)


@pytest.mark.parametrize("hands", HANDS)
@piloted
async def test_a_hush_asks_in_secret_with_its_ways_in_words(tmp_path: Path, hands: Hands) -> None:
    table = table_of(tmp_path, [HUSH, NUMBER["cross"]])
    async with at_table(table, tmp_path, hands) as person:
        act = next(act for act in table.legal() if isinstance(act, Hush))
        await person.pick(number_of(table, HUSH))
        await person.choose(game.sentence(act, table.view, table.people))
        table.play_on(window_ends())
        await person.settle()
        asked = table.asked
        assert isinstance(asked, Choose)
        assert "No other player learns your choice." in " ".join(person.text.replace("┃", " ").split())
        await person.choose(game.way(asked, 1))
        assert table.done[-1] == 1
        assert isinstance(person.top, TableScreen)


@piloted
async def test_a_gremlin_that_is_found_lies_on_the_board(tmp_path: Path) -> None:
    tunnel = [(x, 0, "straight-short", 0) for x in (1, 2, 3)]
    table = table_of(tmp_path, [NUMBER["cross"], MAP], board=laid(*tunnel))
    async with at_table(table, tmp_path, Keys) as person:
        slot = table.view.hand()[number_of(table, NUMBER["cross"]) - 1][0]
        table.act(PlacePath(0, slot, NUMBER["cross"], cell(4, 0), 0))
        table.play_on(window_ends())
        await person.settle()
        assert [line[29:34] for line in person.line[4:7]] == ["▓▓ ▓▓", "     ", "▓▓ ▓▓"], "open on all four sides"


@pytest.mark.long
@piloted
async def test_a_whole_game_is_played_and_verified(world: World) -> None:
    async with at_server(world, Alone(Setup("base+gremlins=near", 4, ("random",))), Keys) as there:
        await there.until_there()
        await there.play_on()
        assert "fair game ✓" in there.person.text
