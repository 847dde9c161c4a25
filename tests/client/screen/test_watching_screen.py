"""Watching on the screen: the list of tables, a table without a seat as late as it says, and the way home."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from client.net.guest import Pace
from client.profile.known_servers import KnownServers
from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.screens.menu import MenuScreen
from client.screen.screens.watchables import WatchablesScreen
from client.screen.table.watching import WatchingScreen
from client.screen.widgets.dialogues import ChoiceDialogue
from client.screen.widgets.page import Page
from client.visit.errand import At, Undecided, Watching
from client.visit.visit import Visit
from engine.front import view
from engine.notebook import Notebook
from protocol.audit.audit import Verdict, audit
from protocol.follow.follower import Follower
from protocol.log.records import Entry, RecordType, records
from protocol.log.setting import read_setting
from protocol.wire.lobby import Look, Start, Watchable, Watchables
from protocol.wire.messages import Ping, Pong, Resume
from tests.client.lines.test_watching import gathered
from tests.client.screen.around_fakes import BareApp
from tests.client.screen.piloted import compare, piloted, words_of
from tests.client.screen.table_pilot import MOUSE_AT_NIGHT, Keys, Mouse
from tests.client.screen.world_pilot import AtServer, at_server
from tests.support.reading import now
from tests.support.tables_at_play import small_mine
from tests.support.world import LINK, World, wishes

Hands = type[Keys] | type[Mouse]
LATE = 60
ACTING = ("1", "9", "d", "enter", "space", "tab", "escape", "t", "g", "p", "s", "b", "f2", "f3", "x")


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


def state_of(log: bytes) -> Any:
    """The game as a program folds it that has these bytes alone."""
    (_, table), *rest = records(log)
    follower = Follower(read_setting(table))
    for kind, payload in rest:
        if kind == RecordType.ENTRY:
            follower.signed_up_to = follower.chain.last
            follower.take(Entry.from_bytes(payload))
    return follower.state


def old_enough(world: World, tid: bytes) -> Callable[[], bytes]:
    """What stood in the journal so long ago that it may be seen."""
    stood = [(world.clock.seconds(), world.journal.export(tid))]
    world.journal.appended.append(lambda: stood.append((world.clock.seconds(), world.journal.export(tid))))
    return lambda: [log for at, log in stood if at <= world.clock.seconds() - LATE][-1]


async def come(there: AtServer) -> Any:
    """The only table, when it can be seen."""
    there.world.clock.advance(LATE)
    await there.until(lambda: isinstance(there.person.top, WatchingScreen))
    return there.person.top


@pytest.mark.parametrize("rules", ["base", "cave"])
@piloted
async def test_what_is_seen_is_the_public_view_of_the_log_as_old_as_the_table_says(world: World, rules: str) -> None:
    """At any time, of both games; and no word that only a seat knows is among what is told."""
    tid = gathered(world, rules=rules, pace=Pace(1000, 0))
    seen_by_now = old_enough(world, tid)
    world.clock.advance(LATE)
    async with at_server(world, Watching(LINK), Keys) as there:
        await there.until(lambda: isinstance(there.person.top, WatchingScreen))
        table = now(lambda: there.person.top).table
        heights = set()
        for _ in range(60):
            world.clock.advance(1.5)
            await there.settle()
            log = seen_by_now()
            assert table.log.read_bytes() == log
            assert table.view == view(state_of(log), None, Notebook())
            assert there.person.screen.desk._view.state is table.view.state
            heights.add(len(log))
        assert len(heights) > 5, "nothing has happened"
        assert not any("Secret" in told.text or "You " in told.text for told in table.told_lines)


@pytest.mark.parametrize("hands", MOUSE_AT_NIGHT)
@piloted
async def test_a_game_is_watched_to_its_end(world: World, hands: Hands) -> None:
    gathered(world, pace=Pace(1000, 0))
    world.clock.advance(LATE)
    async with at_server(world, Watching(LINK), hands) as there:
        person = there.person
        await there.until(lambda: isinstance(person.top, WatchingScreen))
        await there.until(lambda: person.top.table.ended, 900)
        await Keys(person.pilot).press("x")  # what is turned up at the end is drawn step by step
        await there.until(lambda: isinstance(person.top, Page))
        assert "The game is over" in person.text
        assert "fair game ✓ (VERIFIED)" in person.text
        assert "Another game" not in person.text
        log = person.screen.table.log.read_bytes()
        assert audit(log).verdict is Verdict.VERIFIED
        await person.push("To the tables")
        assert isinstance(now(lambda: person.top), WatchablesScreen)
        await (person.press("escape") if hands is Keys else person.do("leave"))
        assert isinstance(now(lambda: person.top), MenuScreen)


@piloted
async def test_no_key_and_no_click_acts(world: World) -> None:
    """Nothing is said to the server but what is asked of it, and nothing is offered."""
    gathered(world, pace=Pace(1000, 0))
    world.clock.advance(LATE)
    async with at_server(world, Watching(LINK), Keys) as there:
        person = there.person
        await there.until(lambda: isinstance(person.top, WatchingScreen))
        await there.until(lambda: person.top.table.playing)
        said: list[object] = []
        talk = person.app.visit.guest._talk
        say = talk.say

        def note(message: Any) -> None:
            said.append(message)
            say(message)

        talk.say = note
        for key in ACTING:
            await person.press(key)
            assert isinstance(now(lambda: person.top), WatchingScreen), key
        for place in ("#map", "#hand", "#about", "#story"):
            region = person.screen.query_one(place).region
            if region:
                await Mouse(person.pilot).click(region.x + 3, region.y)
                assert isinstance(now(lambda: person.top), WatchingScreen), place
        assert {type(one) for one in said} <= {Ping, Pong, Resume, Look}


@piloted
async def test_what_can_be_read_while_watching(world: World) -> None:
    gathered(world, pace=Pace(1000, 0))
    world.clock.advance(LATE)
    async with at_server(world, Watching(LINK), Keys) as there:
        person = there.person
        await there.until(lambda: isinstance(person.top, WatchingScreen))
        await there.until(lambda: person.top.table.playing)
        pages = {"v": "The phrase of this table", "r": "The score so far", "?": "stop watching"}
        for key, words in pages.items():
            await person.press(key)
            assert words in person.text
            await person.press("escape")
        await person.press("a")
        await person.choose("host")
        assert isinstance(now(lambda: person.top), Page)
        await person.press("escape", "w")
        assert person.app.clipboard.startswith(f"{LINK}#")
        [told] = [note.message for note in person.app._notifications]
        assert told.endswith(f"watch {person.app.clipboard}")
        await person.press("q")
        await person.choose("To the start menu")
        assert isinstance(now(lambda: person.top), MenuScreen)
        assert person.app.visit is None


@piloted
async def test_a_cut_is_told_and_the_table_goes_on(world: World) -> None:
    tid = gathered(world, pace=Pace(1000, 0))
    seen_by_now = old_enough(world, tid)
    world.clock.advance(LATE)
    async with at_server(world, Watching(LINK), Keys) as there:
        person = there.person
        await there.until(lambda: isinstance(person.top, WatchingScreen))
        talk = person.app.visit.guest._talk
        next(one for one in world.cables if one.ends[0]._talker is talk).cut()
        await there.settle()
        assert "What you have seen is kept on this computer." in person.text
        await there.until(lambda: isinstance(person.top, WatchingScreen))
        await there.settle()
        assert person.top.table.log.read_bytes() == seen_by_now()


@piloted
async def test_a_link_that_comes_before_its_time_opens_the_table_when_it_is_there(world: World) -> None:
    """The players give it at once, and a game is seen only later."""
    gathered(world, pace=Pace(1000, 0))
    code = world.players[0].told("gathering")[0]["code"]
    async with at_server(world, Watching(LINK, code), Keys) as there:
        person = there.person
        await there.until(lambda: "can be watched now: a game is seen some time" in person.text)
        world.clock.advance(LATE)
        await person.press("r")
        await there.until(lambda: isinstance(person.top, WatchingScreen))


@piloted
async def test_who_has_a_seat_is_told_how_to_go_back_to_it(world: World) -> None:
    tid = gathered(world, pace=Pace(1000, 0))
    host = world.players[0]
    world.clock.advance(LATE)
    async with at_server(world, Undecided(), Keys) as there:
        person = there.person
        person.app.kit.door.identity = host.me.identity
        person.app.kit.name = host.me.name
        person.app.errands.begin(Watching(LINK))
        await there.until(lambda: "You have a seat at this table" in person.text)
        assert isinstance(now(lambda: person.top), WatchablesScreen)
        assert host.guest.tables[tid].trouble is None


@piloted
async def test_the_menu_leads_to_the_tables_of_a_server_that_is_known(world: World) -> None:
    gathered(world, pace=Pace(1000, 0))
    world.clock.advance(LATE)
    async with at_server(world, Undecided(), Keys) as there:
        person = there.person
        KnownServers.of(person.app.kit.profile).meet(LINK, world.identity.public)
        await person.press("6")
        assert isinstance(now(lambda: person.top), ChoiceDialogue)
        await person.choose("undermine://mine.example")
        await there.until(lambda: isinstance(person.top, WatchingScreen))


@pytest.mark.parametrize("typed", ["undermine://mine.example", "mine.example --table {code}"])
@piloted
async def test_the_menu_takes_a_link_as_the_players_give_it(world: World, typed: str) -> None:
    gathered(world, pace=Pace(1000, 0))
    world.clock.advance(LATE)
    code = world.players[0].told("gathering")[0]["code"]
    async with at_server(world, Undecided(), Keys) as there:
        person = there.person
        await person.press("6")
        await person.type(typed.format(code=code))
        await person.press("enter")
        await there.until(lambda: isinstance(person.top, WatchingScreen))


# the list alone


class Watcher(BareApp):
    """Shows the list of tables that a server tells."""

    def __init__(self, *tables: Watchable, code: str = "") -> None:
        self.watched: list[Watchable] = []
        super().__init__(self._list)
        self._code = code
        self._told = Watchables(tables=tables)

    def _list(self, visit: Visit) -> WatchablesScreen:
        return WatchablesScreen(visit, self.watched.append, code=self._code)

    def tell(self) -> None:
        self.visit.told(self._told)


def about(number: int, rules: str = "base", **how: Any) -> Watchable:
    common = {"table": bytes([number]) * 32, "code": f"ABCDEFG{number}", "host": "Mira", "seats": 5, "delay": 60}
    return Watchable(rules=rules, **{**common, **how})


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@piloted
async def test_tables_that_can_be_watched_are_listed(size: tuple[int, int]) -> None:
    app = Watcher(about(2), about(3, "cave", host="Zoe [b]red", delay=0), about(4, "no-such-rules", delay=86_400))
    async with app.run_test(size=size) as pilot:
        app.tell()
        await pilot.press("down")
        compare(app, "watchables")
        await pilot.press("enter")
        assert [one.rules for one in app.watched] == ["cave"]


@piloted
async def test_only_what_is_meant_is_opened_by_itself_and_only_once() -> None:
    app = Watcher(about(2), about(3), code="ABCDEFG3")
    async with app.run_test(size=(80, 24)) as pilot:
        app.tell()
        app.tell()
        await pilot.pause()
        assert [one.code for one in app.watched] == ["ABCDEFG3"]
        assert [type(one) for one in app.guest.said] == [Look]


@piloted
async def test_of_several_none_is_opened_by_itself() -> None:
    app = Watcher(about(2), about(3))
    async with app.run_test(size=(80, 24)) as pilot:
        app.tell()
        await pilot.pause()
        assert app.watched == []
        app.guest.connected = False
        await pilot.press("r")
        assert "This server does not say which tables can be watched" in str(app.screen.query_one(".notice").render())


# the players


@piloted
async def test_players_give_the_link_to_a_table_that_others_may_watch(world: World) -> None:
    """It leads to their table, with W and on the page of trust."""
    async with at_server(world, At(LINK), Keys) as there:
        person = there.person
        await there.until_on_top(LobbyScreen)
        visit = person.app.visit
        visit.gather(wishes(seats=3), bots=["random"] * 2)
        await there.until_on_top(GatheringScreen)
        await there.until(lambda: visit.get_ready() and not visit.why_not_ready())
        code = visit.gathering.code
        visit.guest.say(Start(gathering=code))
        await there.until_there()
        await person.press("w")
        assert person.app.clipboard == f"{visit.guest.link} --table {code}"
        await person.press("v", "end")
        assert "Others can watch this table" in words_of(person.app)
