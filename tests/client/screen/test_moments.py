"""Moments of a game on the screen: what is told stays in sight, and the last line names what does something now."""

import re
from pathlib import Path

import pytest

from client.games.game import Scores
from client.games.mine import game
from client.screen.table import revealing
from client.screen.table.opening import RoundCard
from client.screen.table.words import end_page
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.page import Page
from client.visit.table import Rest
from client.visit.told import Told, ToldKind
from client.words.people import People
from engine.cave.rules.turn.vote import AgreeToEnd
from engine.grid.cells import cell
from engine.mine.rules.turn.passing import Pass
from engine.mine.scenario.position import arrange
from engine.placing import PlacePath
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.wants import Choose
from tests.client.games.cave.asking import voting
from tests.client.lines.rooms import NAMES, NUMBER, Curious, faces, laid, position, stream
from tests.client.screen.local_table import LocalTable, laid_out
from tests.client.screen.piloted import piloted, until
from tests.client.screen.table_pilot import SIZES, Keys, at_table
from tests.support.held_deal import HeldDeal

CLAN_OF_ANOTHER = re.compile(r"▏ [bcd]\w+ .*\d (?:loy|sab)$", re.MULTILINE)


def keys(person: Keys) -> set[str]:
    return {key.words for key in person.top.query_one(KeyBar).fitting}


def told_much(folder: Path) -> LocalTable:
    table = laid_out(position(["cross", "map", "curve-left"]), folder)
    table.told_lines += [Told(ToldKind.STORY, f"Line {number}.") for number in range(60)]
    return table


@piloted
async def test_the_last_line_shows_the_keys_that_do_something_now(tmp_path: Path) -> None:
    table = told_much(tmp_path)
    async with at_table(table, tmp_path, Keys, SIZES["160x50"]) as person:
        assert not {"play", "turn", "next", "back"} & keys(person)
        assert "discard" in keys(person)
        await person.press("1")
        assert {"play", "next", "back", "discard"} <= keys(person)
        assert "turn" not in keys(person), "a crossing looks the same both ways"
        await person.press("3")
        assert "turn" in keys(person)
        table.gone = True
        table.listener()
        await person.settle()
        assert "come back" in keys(person)
        assert not {"play", "turn", "discard"} & keys(person)


@piloted
async def test_what_is_told_below_is_marked_and_ones_own_act_returns_to_the_end(tmp_path: Path) -> None:
    table = told_much(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        assert "Line 59." in person.text
        await person.press("pageup", "pageup")
        assert "Line 59." not in person.text
        assert "new below" not in person.text
        table.told_lines.append(Told(ToldKind.NOTICE, "Line 60."))
        table.listener()
        await person.settle()
        assert "new below ▼ PgDn" in person.text
        await person.press("pagedown", "pagedown", "pagedown")
        assert "Line 60." in person.text
        assert "new below" not in person.text
        await person.press("pageup", "1", "enter")
        assert "You place" in " ".join(person.text.split())


@piloted
async def test_the_story_is_wider_from_a_hundred_columns_on(tmp_path: Path) -> None:
    async with at_table(told_much(tmp_path), tmp_path, Keys) as person:
        widths = []
        for columns in (80, 100, 130):
            await person.resize(columns, 30)
            widths.append(person.screen.query_one("#story").size.width)
        assert widths == sorted(set(widths))


def last_card(folder: Path) -> tuple[LocalTable, HeldDeal]:
    """The round is over with the next act of the player, and the next one waits."""
    top = HeldDeal(parse("base"), 4, stream("local").draw)
    arrange(top, position([], hands=[faces("map"), [], [], []]))
    top.holds = True
    return LocalTable(top, folder), top


async def end_the_round(person: Keys, table: LocalTable) -> None:
    table.act(Pass(0, (table.view.hand()[0][0],)))
    await person.settle()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn further by itself."""
    monkeypatch.setattr(revealing, "LONGEST", 1e6)
    monkeypatch.setattr(revealing, "_STEP", 1e6)


def hidden(person: Keys) -> int:
    return person.text.count("│ ? │")


@pytest.mark.usefixtures("slow")
@piloted
async def test_a_round_ends_on_the_board_and_any_key_skips_to_what_came_of_it(tmp_path: Path) -> None:
    table, top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await end_the_round(person, table)
        assert hidden(person) == 3
        assert "Roles revealed" not in person.text
        assert "(dig)" in person.text, "the player's own role is known all the time"
        assert " sab" not in person.text
        assert top.state.faces.keys() >= set(top.state.roles), "the state has it all: it is only not drawn yet"
        assert person.line[-2].strip() == "Any key: show the rest at once", "no key is named that would only skip"
        await person.press("1")
        assert hidden(person) == 0
        assert "│ $ │" in person.text
        assert " sab" in person.text
        assert "All cards are used and the treasure is not found" in person.text
        assert "Ann gets 4 nuggets as a saboteur." in person.text
        assert "Round 1 is over" in person.text
        assert person.top is person.screen, "it all is on the board"
        await person.press("n")
        assert "The middle goal was the treasure." in person.text


@pytest.mark.usefixtures("slow")
@piloted
async def test_a_key_that_the_last_line_names_does_what_it_says_while_the_end_is_drawn(tmp_path: Path) -> None:
    table, _top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await end_the_round(person, table)
        assert "last round" in keys(person)
        await person.press("n")
        assert "The middle goal was the treasure." in person.text
        await person.press("escape")
        assert hidden(person) == 0


@pytest.mark.usefixtures("slow")
@piloted
async def test_goals_turn_up_before_roles_and_roles_before_what_is_told(tmp_path: Path) -> None:
    table, _top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await end_the_round(person, table)
        seen = []
        while (drawing := person.screen._revealing).is_running:
            seen.append((hidden(person), " sab" in person.text, "Roles revealed" in person.text))
            drawing._next()
            await person.settle()
        assert seen == [(3, False, False), (2, False, False), (1, False, False), (0, False, False), (0, True, False)]
        assert "Ann gets 4" in person.text


@piloted
async def test_it_is_drawn_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revealing, "_STEP", 0.01)
    table, _top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await end_the_round(person, table)
        await until(person.pilot, lambda: "Ann gets 4" in person.text)


@pytest.mark.parametrize("goals", range(12))
def test_it_is_drawn_within_four_seconds_however_many_goals_there_are(goals: int) -> None:
    assert revealing.pause(goals + 2) * (goals + 2) <= 4


@piloted
@pytest.mark.usefixtures("slow")
async def test_a_gold_card_is_chosen_at_once(tmp_path: Path) -> None:
    tunnel = [(x, 0, "cross" if x % 2 else "tee-short", 0) for x in range(1, 7)]
    start = position(["cross", "map"], board=laid(*tunnel), goals=faces("stone-b", "treasure", "stone-a"))
    table = laid_out(start, tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        table.act(PlacePath(0, table.view.hand()[0][0], NUMBER["cross"], cell(7, 0), 0))
        await person.settle()
        assert "Gold! Which card do you keep?" in person.text
        assert not person.screen._revealing.is_running


@pytest.mark.usefixtures("slow")
@piloted
async def test_the_next_deal_is_shown_when_it_comes_and_begins_with_who_you_are(tmp_path: Path) -> None:
    table, top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        assert not isinstance(person.top, RoundCard), "this round is under way"
        await end_the_round(person, table)
        await person.press("x")
        top.deal_now()
        table.listener()
        await until(person.pilot, lambda: isinstance(person.top, RoundCard))
        await person.settle()
        identity = game.identity(table.view)
        assert identity is not None
        assert f" {identity.letter}   You are {identity.who}: {identity.aim}" in person.text
        assert "Round 2 of 3" in person.text
        await person.press("x")
        assert person.top is person.screen
        assert person.line[0].startswith(f" {identity.letter} {identity.name}")
        table.listener()
        await person.settle()
        assert person.top is person.screen, "once a round"
        await person.press("n")
        assert "Round 1 is over" in person.text


@pytest.mark.usefixtures("slow")
@piloted
async def test_a_deal_that_comes_too_soon_leaves_a_page_of_what_came_of_the_round(tmp_path: Path) -> None:
    table, top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await end_the_round(person, table)
        top.deal_now()
        table.listener()
        await person.settle()
        assert not person.screen._revealing.is_running
        assert isinstance(person.top, Page)
        await person.press("enter")
        assert isinstance(person.top, RoundCard)


@pytest.mark.usefixtures("slow")
@piloted
async def test_an_end_and_a_deal_that_come_at_once_cover_nothing_of_the_new_board(tmp_path: Path) -> None:
    table, top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        tell, table.listener = table.listener, lambda: None
        table.act(Pass(0, (table.view.hand()[0][0],)))
        top.deal_now()
        tell()
        await person.settle()
        assert not person.screen._revealing.is_running
        assert isinstance(person.top, Page)


@piloted
async def test_enter_goes_on_to_the_next_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revealing, "_STEP", 0.01)
    table, _top = last_card(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await end_the_round(person, table)
        await until(person.pilot, lambda: not person.screen._revealing.is_running)
        table.rest = Rest(1, (), (0, 1), 17.2)
        table.listener()
        await person.settle()
        assert "Round 1 is over.   Enter: next round   N: all of it (0:17)" in person.text
        table.rest = None
        table.listener()
        await person.settle()
        table.rest = Rest(1, (), (0, 1), 17.2)
        await person.press("enter")
        assert table.done[-1] != "go on", "the network knows more than the player"
        table.listener()
        await person.press("enter")
        assert table.done[-1] == "go on"
        table.rest = Rest(1, (0,), (1,), None)
        table.listener()
        await person.settle()
        assert "Round 1 is over; waiting for Ann" in person.text


@piloted
async def test_the_end_names_the_winner_then_each_round_then_that_it_was_fair(tmp_path: Path) -> None:
    table = laid_out(position(["map"]), tmp_path)
    assert table.chronicle.story is not None
    table.chronicle.story.scores = Scores((3, 7, 0, 1), (1,), ((1, 4, 0, 0), (2, 3, 0, 1)))
    async with at_table(table, tmp_path, Keys, SIZES["120x35"]) as person:
        person.app.push_screen(Page(*end_page(table, None)))
        await person.settle()
        title, *lines = (line.split("┃")[1].strip() for line in person.line if "┃" in line)
        assert title == "The game is over: Ann wins with 7 nuggets"
        assert [line.split() for line in lines[:3]] == [
            ["R1", "R2", "sum"],
            ["*", "Ann", "4", "3", "7"],
            ["Eva", "1", "2", "3"],
        ]


@pytest.mark.parametrize("rules", ["base", "saboteur2"])
def test_what_each_round_brought_comes_to_the_scores(rules: str) -> None:
    top = Tabletop(parse(rules), 4, stream("rounds", rules).draw)
    told = game.story(top.view(0), People(NAMES[:4], 0))

    def hear(events: list[object]) -> None:
        for event in events:
            told.tell(event)

    top.watchers.append(hear)
    top.advance()
    players = Curious("rounds")
    while (want := top.waiting()) is not None:
        assert not isinstance(want, Choose)
        top.play(players.choose(top.view(want.seats[0])))
    assert told.scores is not None
    assert len(told.scores.rounds) == 3
    assert tuple(map(sum, zip(*told.scores.rounds, strict=True))) == told.scores.scores


@pytest.mark.usefixtures("slow")
@piloted
async def test_a_cave_ends_on_the_board_too(tmp_path: Path) -> None:
    table = LocalTable(voting(), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        table.act(AgreeToEnd(0))
        await person.settle()
        reveal, covered = person.screen._revealing, []
        while reveal.is_running:
            covered.append((len(reveal.covered.goals), len(CLAN_OF_ANOTHER.findall(person.text))))
            assert "For blue" not in person.text
            reveal._next()
            await person.settle()
        assert covered == [(0, 0), (0, 3)], "clan cards are turned up, and no goal"
        assert "No dwarf got out of" in person.text
