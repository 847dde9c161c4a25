"""A server that says anything at any time: no program breaks, nothing is signed, and nothing begins by itself."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from client.screen.screens.gathering import GatheringScreen
from client.screen.table.screen import TableScreen
from client.visit.news import What
from client.words.codes import SENTENCES
from protocol.wire import lobby
from protocol.wire.messages import Bye, Entries, Fault, Presence, Refused, Remedy, Submit
from tests.client.lines.persons import Person
from tests.client.lines.test_games_in_lines import gathered
from tests.client.screen.piloted import piloted
from tests.stories.attacks.hostile import CODES, ODD_CODES, gathering, presence, sent, sitter, stream, wishes
from tests.stories.attacks.memory_door import on_screen
from tests.support.visitors import Visitor, seated
from tests.support.visitors import gathered as gathered_visitors
from tests.support.world import World

TYPED_BESIDE = ("who", "tables", "ready", "unready", "start", "bot", "dismiss 2", "dismiss x", "news", "rise", "say hi")
TYPED_AT_TABLE = ("who", "look", "moves", "news", "trust", "say hi", "pause", "resume", "report", "mute ann")
PRESSED_BESIDE = ("r", "s", "b", "x", "enter", "down", "up", "t", "c", "tab")
PRESSED_AT_TABLE = ("1", "d", "enter", "m", "g", "v", "n", "s", "p", "b", "q", "z", "escape", "t", "tab")


# anything, in any order


@pytest.mark.parametrize("seed", range(8))
def test_nothing_that_is_told_of_the_lobby_breaks_the_lines(world: World, seed: int) -> None:
    rng = Random(seed)
    eva = Person(world, "Eva").come()
    for message in stream(rng, 60):
        sent(eva, message)
        if rng.random() < 0.3:
            eva.type(rng.choice(TYPED_BESIDE))
    assert eva.visit.connected_now
    assert not eva.visit.tables
    assert eva.type("help")[0] == "Before you sit down:"


@pytest.mark.parametrize("seed", range(8))
def test_nothing_that_is_told_of_a_table_breaks_the_lines(world: World, seed: int) -> None:
    rng = Random(seed)
    people = gathered(world, "Eva Ann Bob", more="turn 600 bank 0")
    world.until(lambda: any(person.asked for person in people))
    eva = people[0]
    tid, entries = eva.table.tid, eva.table.entries
    for message in stream(rng, 60, [tid]):
        sent(eva, message)
        if rng.random() < 0.3:
            eva.type(rng.choice(TYPED_AT_TABLE))
    assert eva.visit.connected_now
    assert eva.table.trouble is None
    assert list(eva.visit.tables) == [tid]
    assert eva.table.entries >= entries


@pytest.mark.parametrize("seed", range(2))
@piloted
async def test_nothing_that_is_told_of_the_lobby_breaks_the_screen(world: World, tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    async with on_screen(world, tmp_path) as person:
        for message in stream(rng, 25):
            sent(person.door, message)
            if rng.random() < 0.3:
                await person.press(rng.choice(PRESSED_BESIDE))
        await person.go_on()
        assert person.visit.connected_now
        assert not person.visit.tables
        assert not any(isinstance(screen, TableScreen) for screen in person.app.screen_stack)


@pytest.mark.parametrize("seed", range(2))
@piloted
async def test_nothing_that_is_told_of_a_table_breaks_the_screen(world: World, tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    async with on_screen(world, tmp_path) as person:
        table = await person.play_with_bots()
        for message in stream(rng, 25, [table.tid]):
            sent(person.door, message)
            if rng.random() < 0.3:
                await person.press(rng.choice(PRESSED_AT_TABLE))
        await person.go_on()
        assert table.trouble is None
        assert list(person.visit.tables) == [table.tid]


# gatherings


def unsound(rng: Random) -> lobby.Gathered:
    """Our seat is empty."""
    return lobby.Gathered(gathering=replace(gathering(rng), sitters=(sitter(rng),), host=0), seat=5)


def test_a_gathering_that_cannot_be_is_told_in_a_sentence_and_can_be_left(world: World) -> None:
    eva = Person(world, "Eva").come()
    sent(eva, unsound(Random(1)))
    assert eva.said[-1] == "The server shows an impossible table; “rise” leaves it."
    assert eva.type("who")[0].startswith("You are at no table.")
    assert eva.type("rise") == ["No lobby has this code: the game may have begun, or all players have left."]


@piloted
async def test_a_gathering_that_cannot_be_has_a_sentence_on_the_screen(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        sent(person.door, unsound(Random(1)))
        await person.go_on()
        assert "The server shows an impossible table. Esc leaves." in person.text
        await person.press("r", "s", "b", "x", "enter")
        assert isinstance(person.top, GatheringScreen)


def test_somebody_elses_parting_is_not_ones_own(world: World) -> None:
    eva, *_others = gathered_visitors(world, "Eva", "Ann", "Bob")
    before = eva.visit.gathering
    sent(eva, lobby.Parted(gathering=CODES[0], why="dismissed"))
    assert eva.visit.gathering == before is not None
    assert not eva.heard_of(What.PARTED)


def test_rules_that_nobody_knows_are_not_agreed_to(world: World) -> None:
    eva = Visitor(world, "Eva")
    now = gathering(Random(3), CODES[0])
    now = replace(now, wishes=wishes(Random(3), rules="nobody-knows-these", seats=12), sitters=(sitter(Random(1)),))
    sent(eva, lobby.Gathered(gathering=replace(now, host=0), seat=0))
    assert not eva.visit.get_ready()
    assert eva.heard_of(What.DENIED)[-1].code == "gathering/unknown-rules"
    assert not list(eva.drawer.folder.glob("*.seal"))


# beginnings


def test_a_table_begins_only_where_somebody_sits(world: World) -> None:
    eva = Visitor(world, "Eva")
    sent(eva, *(lobby.Started(gathering=CODES[0], table=bytes([number]) * 32) for number in range(200)))
    assert not eva.visit.tables
    assert not eva.heard_of(What.STARTED)
    assert not list(eva.drawer.folder.glob("*")), "no file is made for a table that no one agreed to"


def test_a_table_does_not_begin_twice_and_not_in_the_name_of_another(world: World) -> None:
    eva, ann, _bob = gathered_visitors(world, "Eva", "Ann", "Bob")
    assert eva.visit.gathering is not None
    code = eva.visit.gathering.code
    before = eva.visit.gathering
    sent(eva, lobby.Started(gathering=CODES[1], table=b"\1" * 32))
    assert eva.visit.gathering == before
    sent(eva, lobby.Started(gathering=code, table=b"\1" * 32), lobby.Started(gathering=code, table=b"\1" * 32))
    assert eva.visit.mine == (b"\1" * 32,)
    sent(eva, lobby.Gathered(gathering=before, seat=0), lobby.Started(gathering=code, table=b"\1" * 32))
    assert eva.visit.mine == (b"\1" * 32,)
    assert len(eva.heard_of(What.STARTED)) == 1
    assert not ann.visit.tables


@piloted
async def test_a_table_that_begins_twice_is_on_the_screen_once(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        table = await person.play_with_bots()
        rng = Random(2)
        here = lobby.Gathered(gathering=gathering(rng, CODES[0]), seat=0)
        sent(person.door, here, lobby.Started(gathering=CODES[0], table=table.tid))
        await person.go_on()
        assert sum(isinstance(screen, TableScreen) for screen in person.app.screen_stack) == 1


# at the table


def submitted(visitor: Visitor) -> list[Submit]:
    """From now on, what the seat signs and sends."""
    found: list[Submit] = []
    following = visitor.table.following
    assert following is not None
    say: Any = following._say

    def hear(message: Any) -> None:
        if isinstance(message, Submit):
            found.append(message)
        say(message)

    following._say = hear
    return found


def test_refusals_of_what_was_never_said_change_nothing(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    for one in visitors:
        signed = submitted(one)
        asked = one.table.asked
        refusals = [
            Refused(table=one.table.tid, counter=counter, code="rules/illegal") for counter in (0, 7, 2**32 - 1)
        ]
        sent(one, *refusals)
        assert one.table.notice == ""
        assert one.table.asked == asked
        assert signed == []


@pytest.mark.parametrize("code", ODD_CODES)
def test_a_code_that_nobody_knows_is_shown_as_the_servers_word(world: World, code: str) -> None:
    eva = Person(world, "Eva").come()
    sent(eva, Fault(table=None, code=code, remedy=Remedy.LEAVE))
    if code not in SENTENCES:
        assert f"“{code}”" in eva.said[-1] or eva.said[-1].endswith(".")
    assert eva.visit.connected_now


def test_a_clock_that_the_server_made_up_is_a_hint_and_signs_nothing(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    (one,) = [one for one in visitors if one.table.asked is not None]
    signed = submitted(one)
    rng = Random(4)
    for _ in range(50):
        sent(one, presence(rng, one.table.tid))
        left = one.table.seconds_left()
        assert left is None or 0 <= left < 2**32 / 1000 + 1
        assert all(seat < 3 for seat in one.table.waiting_for)
    assert signed == []


def test_records_for_tables_that_are_not_followed_leave_nothing_behind(world: World) -> None:
    eva = Visitor(world, "Eva")
    before = sorted(eva.folder.rglob("*"))
    sent(eva, *(Entries(table=bytes([at]) * 32, records=(b"\1" * 60_000,)) for at in range(20)))
    assert sorted(eva.folder.rglob("*")) == before
    assert not eva.visit.tables


def test_a_farewell_in_the_middle_loses_nothing(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    entries = eva.table.entries
    sent(eva, Bye(code="server/stops"), presence(Random(1), eva.table.tid))
    assert not eva.visit.connected_now
    assert str(eva.visit.why) == "The server is shutting down."
    assert eva.table.asked is None, "nothing is asked while the answer would not be heard"
    world.until(lambda: eva.visit.connected_now)
    world.settle()
    assert eva.table.entries >= entries
    assert eva.table.trouble is None


def test_a_flood_of_words_is_kept_to_the_last_of_them(world: World) -> None:
    eva = Person(world, "Eva").come()
    for batch in range(20):
        texts = [f"{batch} {number}" for number in range(250)]
        sent(eva, *(lobby.Said(gathering=None, name="Bob", key=b"\1" * 32, text=text) for text in texts))
    assert len(eva.visit.said) == 200
    assert eva.visit.said[-1].text == "19 249"
    assert eva.visit.connected_now


@piloted
async def test_a_wish_for_a_pause_that_nobody_has_signed_is_shown_to_nobody(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        table = await person.play_with_bots()
        here = Presence(table=table.tid, seats=(), waiting=(), left_ms=0, paused=True, pause_wanted=(*range(12),))
        sent(person.door, here)
        await person.go_on()
        assert "YOUR TURN   1-9: pick a card   D: discard" in person.text
        assert "Pause" not in person.text
        assert not table.wishes


def test_who_asks_for_a_pause_again_and_again_is_told_of_once(world: World) -> None:
    eva, _ann, bob = seated(world, "Eva", "Ann", "Bob")
    for on in (True, False) * 5:
        bob.table.ask_pause(on=on)
        world.settle()
    assert [told.text for told in eva.table.told_lines if "pause" in told.text] == ["Bob asks for a pause."]
    assert eva.table.wishes == 1


def test_who_leaves_and_comes_back_all_the_time_stops_nobody(world: World) -> None:
    eva, ann, bob = seated(world, "Eva", "Ann", "Bob")
    for _ in range(10):
        bob.table.leave()
        world.settle()
        bob.table.come_back()
        world.settle()
    assert eva.table.trouble is None
    assert eva.table.entries == ann.table.entries
    assert any(told.text == "Bob is back." for told in eva.table.told_lines)
