"""Servers that begin again until the deal pleases: what did not finish is told before a person agrees again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.net.table.agenda import Agenda
from client.net.unfinished import Unfinished, unfinished_lines
from protocol.wire import lobby
from tests.client.lines.persons import Person
from tests.client.net.test_games_in_memory import everybody_is_done
from tests.support.threats import threat
from tests.support.visitors import Visitor, begun, gathered, play_on, seated
from tests.support.world import World, wishes

pytestmark = pytest.mark.usefixtures("small")


def gather_again(world: World, visitors: list[Visitor]) -> list[str]:
    """The same people at a new gathering; what the first of them reads there."""
    host, *others = visitors
    host.visit.guest.gather(wishes(seats=len(visitors)), "")
    world.settle()
    assert host.visit.gathering is not None
    for one in others:
        one.visit.guest.sit(host.visit.gathering.code, "")
        world.settle()
    return host.visit.unfinished


def forget_everything(world: World) -> None:
    """The server is killed, and knows of no table when it is there again."""
    world.kill_server()
    world.journal.tables.clear()
    world.start_server()
    world.until(lambda: bool(world.cables), seconds=60)


@threat("start-crashed")
def test_a_server_that_crashes_after_the_last_seed_is_found_out(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    last = eva.table.entries
    forget_everything(world)
    world.until(lambda: all(one.visit.connected_now for one in visitors), seconds=60)
    assert gather_again(world, visitors) == [f"Unfinished here: 1 game (base with Ann, Bob: no end after entry {last})"]


def test_the_list_is_there_after_a_new_start(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    last = visitors[0].table.entries
    for one in visitors:
        one.go()
    forget_everything_at_rest(world)
    for one in visitors:
        one.come()
    assert gather_again(world, visitors) == [f"Unfinished here: 1 game (base with Ann, Bob: no end after entry {last})"]


def test_a_game_under_a_key_that_the_server_has_handed_over_is_one_of_this_server(world: World) -> None:
    visitors = seated(world, "Eva", "Ann", "Bob")
    last = visitors[0].table.entries
    for one in visitors:
        one.go()
    world.kill_server()
    world.journal.tables.clear()
    world.hand_over()
    world.start_server()
    for one in visitors:
        one.come()
    assert gather_again(world, visitors) == [f"Unfinished here: 1 game (base with Ann, Bob: no end after entry {last})"]


def forget_everything_at_rest(world: World) -> None:
    world.kill_server()
    world.journal.tables.clear()
    world.start_server()


@threat("seed-kept-back")
def test_dissolved_starts_are_counted_by_this_computer_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob's program says nothing, again and again; whatever the server says of it."""
    visitors = gathered(world, "Eva", "Ann", "Bob", step_seconds=5)
    bob = visitors[2]
    monkeypatch.setattr(Agenda, "next", quiet(bob))
    for count in (1, 2):
        for one in visitors:
            assert one.visit.get_ready()
            world.settle()
        host = visitors[0]
        assert host.visit.gathering is not None
        host.visit.guest.say(lobby.Start(gathering=host.visit.gathering.code))
        world.until(lambda: host.visit.gathering is not None and host.visit.gathering.dissolved == count)  # noqa: B023
        (line,) = host.visit.unfinished
        assert line.startswith(f"Unfinished here: {count} game")
        assert line.count("base with Ann, Bob: dissolved after entry ") == count


def quiet(visitor: Visitor) -> Callable[[Agenda], object]:
    say_next = Agenda.next

    def speaks(self: Agenda) -> object:
        keys = visitor.me.identity
        join = self._follower.setting.joins[self._follower.seat]
        assert join is not None
        return None if keys.seat(join.nonce).public == join.seat_key else say_next(self)

    return speaks


def test_what_is_still_played_is_told_and_what_is_finished_is_not(world: World) -> None:
    """A server that does not go on after the last seed has not ended the table either."""
    visitors = seated(world, "Eva", "Ann", "Bob")
    (told,) = gather_again(world, visitors)
    assert told.startswith("Unfinished here: 1 game (base with Ann, Bob: no end after entry ")
    for one in visitors:
        assert one.visit.gathering is not None
    eva = visitors[0]
    code = eva.visit.gathering.code  # type: ignore[union-attr]
    play_on(world, visitors)
    for one in visitors:
        one.visit.guest.rise(code)
    world.settle()
    assert gather_again(world, visitors) == []


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[World]:
    """Another server."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    world = World(folder, b"another world")
    yield world
    world.close()


def test_the_same_host_with_another_key_is_found_by_the_people(world: World, elsewhere: World) -> None:
    """Who has proved to be there today sat at the table that did not finish."""
    visitors = seated(world, "Eva", "Ann", "Bob")
    last = visitors[0].table.entries
    moved: list[Visitor] = []
    for one in visitors:
        one.go()
        other = Visitor(elsewhere, f"nobody {len(moved)}")
        other.go()
        other.me, other.drawer = one.me, one.drawer
        moved.append(other.come())
    stranger = Visitor(elsewhere, "Cat")
    assert gather_again(elsewhere, [moved[0], moved[1], stranger]) == [
        f"Unfinished elsewhere with these people: 1 game (base with Ann, Bob: no end after entry {last})"
    ]


def test_bots_say_it_and_play(world: World) -> None:
    players = world.gather(3)

    def crash() -> None:
        """When every seat has seen all seeds."""
        if world.up and all(player.guest.tables and player.table.phrase for player in players):
            world.kill_server()

    world.journal.appended.append(crash)
    world.until(lambda: not world.up)
    world.journal.appended.clear()
    for player in players:
        player.drawer.mark_over(player.table.tid)
        player.go()
    forget_everything_at_rest(world)
    again = world.gather_again(players)
    world.until(lambda: everybody_is_done(again), seconds=3600)
    assert all(player.told("unfinished")[0]["text"].startswith("Unfinished here: 1 game (") for player in again)


def test_the_line_mode_says_it_before_anybody_is_ready(world: World) -> None:
    eva = Person(world, "Eva").come()
    eva.type("open base 3", "bot random", "bot random", "ready", "start")
    world.until(lambda: eva.asked)
    last = eva.table.entries
    eva.go()
    forget_everything_at_rest(world)
    eva.come()
    line = f"Unfinished here: 1 game (base with bots alone: no end after entry {last})"
    assert line in eva.type("open base 3")
    assert eva.type("who")[-1] == line


def test_a_long_list_is_short() -> None:
    one = Unfinished(True, "base", ("Ann", "B\x1bob"), 7, "stopped")
    (line,) = unfinished_lines([one] * 9)
    assert line.startswith("Unfinished here: 9 games (base with Ann, B")
    assert line.count("stopped after entry 7") == 3
    assert line.endswith("; and 6 more)")
    assert "\x1b" not in line
    assert unfinished_lines([]) == []


def test_a_list_that_cannot_be_read_stops_nobody(world: World) -> None:
    visitors = begun(world, gathered(world, "Eva", "Ann", "Bob"))
    eva = visitors[0]
    (record,) = eva.drawer.folder.glob("*.seal")
    record.write_bytes(b"rubbish")
    eva.drawer.log(eva.table.tid).chmod(0)
    (eva.drawer.folder / "a folder.seal").mkdir()
    assert gather_again(world, visitors) == []
