"""The whole program at a server in memory: a real server, a real log, real keys, and a clock that a test moves."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred

from client.games.cave.aims import AIMS, drawn_at
from client.games.cave.desk import CaveDesk
from client.games.cave.picking import ON_CELLS
from client.games.mine.picking import ON_BOARD
from client.games.registry import game_of
from client.net.conversation import Me
from client.net.drawer import Drawer
from client.net.guest import Guest, GuestWatcher, Server
from client.net.open_joins import OpenJoins
from client.net.shelf import NoJoins, Shelf
from client.net.way import Way
from client.profile.known_servers import KnownServers
from client.screen.app.app import UndermineApp
from client.screen.table.opening import RoundCard
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue
from client.screen.widgets.page import Page
from client.screen.widgets.top import TopScreen
from client.visit.errand import Errand
from client.visit.news import Listener
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from client.visit.ways_back import WayBack, ways_back
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.turn.vote import AgreeToEnd, ProposeEnd
from engine.cave.rules.walk.walk import Stop
from engine.grid.cells import xy
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.wants import Choose, Window
from protocol.keys.identity import Identity
from protocol.keys.stream import Stream
from protocol.wire.invite import Invite
from tests.client.screen.piloted import unpainted
from tests.client.screen.table_pilot import Keys, Mouse, kit_of
from tests.support.world import LINK, World


class WorldDoor:
    """Opens visits at the server in memory."""

    def __init__(self, world: World, folder: str = "eva") -> None:
        self._world = world
        self._folder = world.folder / folder
        self._folder.mkdir(exist_ok=True)
        self.identity = Identity(world.randomness(32))
        self.drawer = Drawer(self._folder / "tables")

    def open(
        self,
        invite: Invite,
        name: str,
        listeners: list[Listener],
        way: Way = Way.DIRECT,
        *,
        own: bool = False,
        back: bool = False,
        watches: bool = False,
    ) -> Visit:
        """Connect, and stay connected; this server does not move."""
        guest = self.guest(invite, name, way, own=own, watches=watches)
        visit = Visit(listeners, self._world.clock.seconds, guest)
        visit.guest.start()
        return visit

    def guest(
        self, invite: Invite, name: str, way: Way = Way.DIRECT, *, own: bool = False, watches: bool = False
    ) -> Callable[[GuestWatcher], Guest]:
        """As its players have one."""
        world = self._world
        server = Server(invite, world.dial, KnownServers(self._folder / "known-servers"), way, own)
        drawer, joins = (Shelf(self._folder / "watched"), NoJoins) if watches else (self.drawer, OpenJoins)
        return partial(Guest, Me(self.identity, name), server, drawer, world.around, joins=joins)

    def ways_back(self) -> list[WayBack]:
        """As the program finds them."""
        return ways_back(self.drawer, self.identity)

    def close(self, visit: Visit) -> "Deferred[None]":
        """Hang up."""
        gone = visit.guest.stop()
        self._world.settle()
        return gone


class WorldServer:
    """The server of this computer is the one in memory."""

    running = True

    def invite(self) -> Invite:
        """Where it listens."""
        return LINK

    def stop(self) -> None:
        """It goes on for the next test."""


class AtServer:
    """A person at the screen, and the world behind it."""

    def __init__(self, person: Any, world: World) -> None:
        self.person: Any = person
        self.world = world
        self.chance = Stream(world.randomness(32)).draw

    @property
    def table(self) -> VisitedTable:
        """The table that the person looks at."""
        table: VisitedTable = self.person.screen.table
        return table

    async def settle(self) -> None:
        """Carry over what was said, and draw what came of it."""
        self.world.settle()
        await self.person.settle()

    async def until(self, there: Callable[[], object], seconds: float = 60.0) -> None:
        """Let time pass until something is so."""
        end = self.world.clock.seconds() + seconds
        await self.settle()
        while not there():
            assert self.world.clock.seconds() < end, f"it did not come about:\n{self.person.text}"
            self.world.clock.advance(0.1)
            await self.settle()

    async def until_there(self) -> None:
        """Until the table is on the screen, and something is asked."""
        await self.until(lambda: any(isinstance(screen, TableScreen) for screen in self.person.app.screen_stack))
        await self.until_asked()

    async def until_asked(self) -> None:
        """Until the person has to do something: play, answer, or read a page."""
        await self.until(lambda: self._is_wanted() or self.table.asked is not None)
        while self._is_shown_something():
            await self.go_on()
            await self.until(lambda: self._is_wanted() or self.table.asked is not None)

    async def until_on_top(self, screen: type[TopScreen[Any]]) -> None:
        """Another screen, once it is there; a card that stands over it is closed."""
        await self.until(lambda: isinstance(self.person.top, screen | RoundCard))
        if screen is not RoundCard and isinstance(self.person.top, RoundCard):
            await self.go_on()

    def _is_wanted(self) -> bool:
        return isinstance(self.person.top, ChoiceDialogue | Page) or self._is_shown_something()

    def _is_shown_something(self) -> bool:
        """The card with which a round begins, or what its end turns up."""
        tables = [screen for screen in self.person.app.screen_stack if isinstance(screen, TableScreen)]
        return isinstance(self.person.top, RoundCard) or any(screen._revealing.is_running for screen in tables)

    async def go_on(self) -> None:
        """Any key, or a click."""
        await (self.person.click(1, 1) if isinstance(self.person, Mouse) else self.person.press("escape"))

    # a whole game

    async def play_on(self) -> None:
        """With whatever keys or clicks it takes, until the last page."""
        while True:
            await self.until_asked()
            if isinstance(self.person.top, Page):
                if "┃ The game is over" in self.person.text:
                    return
                await self.person.push("Continue")
            else:
                await self.take_turn()

    async def take_turn(self) -> None:
        """Anything that is allowed, in the way that a person does it."""
        legal, view, asked = self.table.legal(), self.table.view, self.table.asked
        assert view is not None
        if isinstance(asked, Choose):
            await self.person.choose(game_of(view.state.book.rules).way(asked, self.chance(asked.below)))
            return
        wanted = [act for act in legal if not isinstance(act, ProposeEnd | AgreeToEnd)]  # else a game is soon over
        act = wanted[self.chance(len(wanted))]
        before = self.table.entries
        if isinstance(asked, Window):
            await self.person.press("f2")
        elif isinstance(self.person.top, ChoiceDialogue):
            await self._answer(act)
        elif isinstance(act, AIMS):
            await self._point(act)
        elif isinstance(act, Stop):
            await self.person.do("discard")
        elif isinstance(act, (*ON_BOARD, *ON_CELLS)):
            await self.person.pick(_number(view, act.slot))
            await self.person.lay(*xy(act.cell), turned=bool(getattr(act, "turned", 0)))
        elif isinstance(act, Pass | DiscardTwo | Discard):
            await self._discard(act, view)
        else:
            await self.person.pick(_number(view, act.slot))
            await self._answer(act)
        await self.until(lambda: self.table.entries > before)

    def _words(self, act: Any) -> str:
        view: Any = self.table.view
        return game_of(view.state.book.rules).sentence(act, view, self.table.people)

    async def _answer(self, act: Any) -> None:
        await self.person.choose(self._words(act))

    async def _point(self, act: Any) -> None:
        """At a way or a place for a cobweb; a way can also be chosen from a list, and an axe in a turn only there."""
        desk: Any = self.person.screen.desk
        assert isinstance(desk, CaveDesk)
        if hasattr(act, "slot"):
            await self.person.pick(_number(self.table.view, act.slot))
        if act not in desk._aims() or (not hasattr(act, "slot") and self.chance(2)):
            await self.person.do("play")
            await self._answer(act)
            return
        if isinstance(self.person, Mouse):
            await self._click_at(act, desk)
            return
        while desk.aim != act:
            await self.person.press("tab")
        await self.person.do("play")

    async def _click_at(self, act: Any, desk: CaveDesk) -> None:
        """The first click points, unless it is pointed at already; the second does it."""
        (at, _spot), *_more = drawn_at(act, desk._view)
        while True:
            await self.person._bring_into_sight(*xy(at))
            shown = self.person.screen.query_one("#map")
            picture, region = desk.board(shown.size.width, shown.size.height), shown.region
            assert picture is not None
            size = desk._frame(desk._window.centre, desk.picking.cursor, desk._window.size).size
            [(_at, spot), *_others] = drawn_at(act, desk._view, size)
            wanted = (at << 8) + (spot[0] << 4) + spot[1]
            everywhere = ((x, y) for y in range(region.height) for x in range(region.width))
            x, y = next((x, y) for x, y in everywhere if picture.at(x, y) == wanted)
            pointed = desk.aim == act
            await self.person.click(region.x + x, region.y + y)
            if pointed:
                return
            assert desk.aim == act, f"{desk.aim} is pointed at, and not {act}"

    async def _discard(self, act: Pass | DiscardTwo | Discard, view: Any) -> None:
        await self.person.do("discard")
        for slot in act.slots:
            await self.person.pick(_number(view, slot))
        words = self._words(act)
        await self.person.do("play")
        if isinstance(self.person.top, ChoiceDialogue):
            await self.person.choose(words)


def _number(view: Any, slot: int) -> int:
    return [held for held, _face in view.hand()].index(slot) + 1


@asynccontextmanager
async def at_server(
    world: World, errand: Errand, hands: type[Keys] | type[Mouse], size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[AtServer]:
    """A person who has started the program for something."""
    kit = kit_of(world.folder / "profile", **settings)
    door: Any = WorldDoor(world)
    server: Any = WorldServer()
    kit.door, kit.server = door, server
    app: Any = UndermineApp(kit, errand)
    try:
        async with unpainted(), app.run_test(size=size) as pilot:
            there = AtServer(hands(pilot), world)
            await there.settle()
            yield there
    finally:
        if app.visit is not None:
            app.visit.guest.stop()
