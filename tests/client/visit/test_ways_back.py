"""Unfinished games, as a computer finds them in its own files after any end of the program."""

from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.net.drawer import Drawer, Place
from client.net.way import Way
from client.visit.errand import Alone, At, WithFriends
from client.visit.ways_back import WayBack, by_code, ways_back
from client.words.ways_back import back_about, back_command, back_line, when
from protocol.keys.identity import pin
from protocol.wire import lobby
from tests.support.visitors import Visitor, begun, play_on, seated
from tests.support.world import LINK, World, wishes

pytestmark = pytest.mark.usefixtures("small")
NOON = datetime(2026, 5, 4, 12, 0).astimezone().timestamp()
DAY = 86_400


def ways(one: Visitor) -> list[WayBack]:
    return ways_back(one.drawer, one.me.identity)


def kept(one: Visitor, **changes: Any) -> None:
    """What stands beside the log of the only table is something else."""
    [tid] = one.drawer.all_open()
    place = one.drawer.place(tid)
    assert place is not None
    one.drawer.keep_place(tid, replace(place, **changes))


def test_a_game_that_was_begun_is_found_without_any_server(world: World) -> None:
    eva, ann = seated(world, "Eva", "Ann", bots=["random"])
    tid, key = ann.table.tid, world.identity.public
    world.kill_server()  # and neither program has ended as it should
    [way] = ways(ann)
    assert way.errand == At(changed(LINK, pin=pin(key)), way=Way.DIRECT, table=tid)
    assert (way.host, way.own, way.names, way.round) == ("Eva", False, ("Eva",), 1)
    assert by_code(ways(ann), way.code) == way
    assert by_code(ways(ann), "") is None
    assert back_line(way, way.played_at).startswith("Back to Eva's game, base, round 1, today ")
    assert back_command(way) == f"join {way.code}"
    assert back_about(way) == "With Eva. Where: mine.example."
    [hosted] = ways(eva)
    assert back_line(hosted, hosted.played_at).startswith("Back to your table with Ann, base, round 1, today ")


def test_games_with_the_same_people_can_be_told_apart(world: World) -> None:
    people = eva, ann = seated(world, "Eva", "Ann", bots=["random"])
    for one in people:
        one.visit.put_aside(one.table.tid)
    eva.visit.guest.gather(wishes(seats=3), "")
    world.settle()
    assert eva.visit.gathering is not None
    ann.visit.guest.sit(eva.visit.gathering.code, "")
    eva.visit.guest.say(lobby.SeatBot(gathering=eva.visit.gathering.code, bot="random"))
    world.settle()
    begun(world, people)
    assert len({way.code for way in ways(ann)}) == 2
    assert len({back_command(way) for way in ways(ann)}) == 2


def test_what_has_ended_before_the_eyes_of_the_program_is_not_unfinished(world: World) -> None:
    people = seated(world, "Eva", "Ann", bots=["random"])
    play_on(world, people)
    world.settle()
    assert [ways(one) for one in people] == [[], []]


def test_one_that_has_ended_meanwhile_shows_its_end_and_is_offered_no_more(world: World) -> None:
    eva, ann = seated(world, "Eva", "Ann", bots=["random"], absent="random")
    tid = ann.table.tid
    ann.go()
    eva.visit.follow(tid).leave()
    world.until(lambda: eva.table.ended is not None, seconds=10**6)
    [stale] = ways(ann)
    ann.come()
    assert ann.visit.choose(stale.tid)
    world.until(lambda: ann.visit.follow(tid).end_confirmed)
    ann.visit.forget(tid, over=True)
    assert ways(ann) == []


def test_of_several_the_one_that_was_picked_is_followed_and_no_other(world: World) -> None:
    eva, *_ = seated(world, "Eva", "Ann", bots=["random"])
    first = eva.table.tid
    eva.visit.mine = (first, b"\7" * 32)
    assert eva.visit.choose(first)
    assert [*eva.visit.mine] == [first]
    assert not eva.visit.choose(b"\7" * 32), "the server does not know it"
    assert [*eva.visit.mine] == []
    assert not eva.visit.tables
    eva.cable.cut()
    world.until(lambda: eva.visit.connected_now)
    assert [*eva.visit.mine] == [], "nor after a lost connection"


@pytest.mark.parametrize("alone", [True, False])
def test_a_game_of_this_computers_own_server_leads_there(world: World, alone: bool) -> None:
    names = ["Eva"] if alone else ["Eva", "Ann"]
    eva, *_ = seated(world, *names, bots=["random"] * (3 - len(names)))
    kept(eva, link="")
    [way] = ways(eva)
    assert way.errand == (Alone(table=way.tid) if alone else WithFriends(table=way.tid))
    assert back_command(way) == ("play" if alone else "host")
    assert back_about(way).endswith("On this computer.")
    start = "Back to your game with bots, base" if alone else "Back to your table with Ann, base"
    assert back_line(way, NOON).startswith(start)


@pytest.mark.parametrize(
    "changes", [{"link": "undermine://"}, {"link": "http://mine.example"}, {"way": "TUNNEL"}, {"link": "a b"}]
)
def test_a_place_that_is_none_is_left_out(world: World, changes: dict[str, str]) -> None:
    eva, *_ = seated(world, "Eva", "Ann", bots=["random"])
    kept(eva, **changes)
    assert ways(eva) == []


def test_what_a_server_said_cannot_draw_on_the_terminal(world: World) -> None:
    eva, *_ = seated(world, "Eva", "Ann", bots=["random"])
    kept(eva, host="Ann]52;c;AAAA \u0336 (you)")
    [way] = ways(eva)
    line = back_line(way, NOON)
    assert line.isprintable()
    assert "(you)" not in line


@pytest.mark.parametrize("ending", [".place", ".open", ".seal"])
def test_damaged_files_cost_the_way_back_and_nothing_else(world: World, ending: str) -> None:
    eva, *_ = seated(world, "Eva", "Ann", bots=["random"])
    for path in Path(eva.drawer.folder).glob(f"*{ending}"):
        path.write_bytes(b"\xc1 not this")
    assert ways(eva) == []


def test_a_table_of_another_key_is_not_taken_for_this_one(world: World) -> None:
    eva, *_ = seated(world, "Eva", "Ann", bots=["random"])
    eva.drawer.mark_open(eva.table.tid, bytes(32))
    assert ways(eva) == []


def test_a_server_that_names_tables_leaves_no_way_to_them(world: World) -> None:
    eva, *_ = seated(world, "Eva", "Ann", bots=["random"])
    eva.visit.connected((b"\1" * 32, b"\2" * 32))
    assert eva.drawer.place(b"\1" * 32) is None


def test_a_full_disk_stops_no_game(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Drawer, tid: bytes, place: Place) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Drawer, "keep_place", full)
    eva, *_ = seated(world, "Eva", "Ann", bots=["random"])
    assert eva.table.playing
    assert ways(eva) == []


@pytest.mark.parametrize(
    ("before", "text"),
    [(3600, "today 11:00"), (DAY - 3600, "yesterday 13:00"), (DAY, "yesterday 12:00"), (3 * DAY, "2026-05-01 12:00")],
)
def test_when_is_a_day_and_a_time(before: int, text: str) -> None:
    assert when(NOON - before, NOON) == text
