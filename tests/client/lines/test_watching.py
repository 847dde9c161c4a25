"""Watching a table in lines: which one, what is told when, what can be asked, and what the end says."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from client.lines.watching import LineWatch
from client.net.conversation import Me
from client.net.guest import Guest, Pace, Server
from client.net.shelf import NoJoins, Shelf
from client.profile.known_players import KnownPlayers
from client.profile.known_servers import KnownServers
from client.render.charset import BOX
from client.visit.news import Listener
from client.visit.visit import Visit
from engine.front import view
from engine.notebook import Notebook
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import Identity
from tests.support.tables_at_play import small_mine
from tests.support.world import LINK, World


class Onlooker:
    """A person who watches, without a terminal."""

    def __init__(self, world: World, me: Me | None = None, **how: Any) -> None:
        self.world = world
        world.players.append(self)  # type: ignore[arg-type]
        self.folder = world.folder / f"onlooker {len(list(world.folder.iterdir()))}"
        self.folder.mkdir()
        self.said: list[str] = []
        self.codes: list[int] = []
        me = me or Me(Identity(world.randomness(32)), f"Eva{len(world.players)}")
        server = Server(LINK, world.dial, KnownServers(self.folder / "known-servers"))
        shelf, listeners = Shelf(self.folder / "tables"), list[Listener]()
        make = partial(Guest, me, server, shelf, world.around, joins=NoJoins)
        self.visit = Visit(listeners, world.clock.seconds, make)
        known, say = KnownPlayers(self.folder / "players"), lambda *lines: self.said.extend(lines)
        self.lines = LineWatch(self.visit, known, BOX, say, partial(world.clock.callLater, 0), **how)
        listeners.append(self.lines)
        self.lines.done.addCallback(self.codes.append)
        self.visit.guest.start()
        world.settle()

    def go(self) -> None:
        self.visit.guest.stop()

    def type(self, line: str) -> list[str]:
        before = len(self.said)
        self.lines.typed(line)
        self.world.settle()
        return self.said[before:]

    @property
    def log(self) -> bytes:
        (path,) = (self.folder / "tables").glob("*.umlog")
        return path.read_bytes()


def gathered(world: World, **how: Any) -> bytes:
    """A table that has begun."""
    host = world.gather(1, bots_of_server=2, **how)[0]
    world.until(lambda: bool(host.guest.tables))
    (tid,) = host.guest.tables
    return tid


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


def test_a_game_is_watched_late_and_checked_to_its_end(world: World) -> None:
    """What is seen at any time is the public view of the log as far as it may be seen."""
    tid = gathered(world, pace=Pace(1000, 0))
    assert Onlooker(world).said == ["No table can be watched here now."]
    world.clock.advance(60)
    eva = Onlooker(world, verify=True)
    assert "What you see here happened 1 minute ago." in eva.said
    table = eva.visit.tables[tid]
    assert table.own is None
    assert eva.type("place 1 at 1,0") == ["There is no command “place”. “help” lists them."]
    world.until(lambda: bool(eva.codes))
    assert eva.codes == [0]
    assert table.follower is not None
    assert table.view == view(table.follower.state, None, Notebook())
    assert eva.log == world.journal.export(tid)[: len(eva.log)]
    assert audit(eva.log).verdict is Verdict.VERIFIED
    assert any(line.startswith("fair game ✓") for line in eva.said)
    assert not any("Secret" in line or "You draw" in line for line in eva.said)


def test_what_was_seen_so_far_can_be_verified(world: World) -> None:
    """The exit code is that of an audit, and a person who has nothing to do with the table gives no code of a game."""
    tid = gathered(world, pace=Pace(1000, 0))
    world.until(lambda: len(world.journal.export(tid)) > 4000)
    world.clock.advance(55)
    eva, ann = Onlooker(world, verify=True), Onlooker(world)
    world.until(lambda: bool(eva.visit.tables) or bool(eva.codes))
    assert eva.codes == [1], "nothing is old enough"
    world.clock.advance(5)
    eva, ann = Onlooker(world, verify=True), Onlooker(world)
    world.until(lambda: eva.visit.tables[tid].playing)
    told = "\n".join(eva.type("board") + eva.type("who") + eva.type("trust") + eva.type("help"))
    assert "Fair so far" in told
    assert "Waiting for" in told
    eva.type("quit")
    ann.type("quit")
    assert (eva.codes, ann.codes) == ([3], [0])
    assert eva.said[-1].startswith("UNPROVEN: the file ends at entry")
    assert world.journal.export(tid).startswith(eva.log)
    assert len(eva.log) < len(world.journal.export(tid))


def test_who_has_a_seat_is_sent_back_to_it_and_keeps_it(world: World) -> None:
    """The same key on a second connection would take the seat of the first."""
    tid = gathered(world, pace=Pace(1000, 0))
    host = world.players[0]
    world.clock.advance(60)
    same = Onlooker(world, host.me)
    assert same.said == ["You have a seat at this table: undermine join LINK goes back to it."]
    assert same.codes == [1]
    assert host.guest.tables[tid].trouble is None


def test_after_a_restart_of_the_server_a_game_can_be_found_and_watched(world: World) -> None:
    tid = gathered(world, pace=Pace(1000, 0))
    world.clock.advance(60)
    world.crash()
    world.until(lambda: world.up)
    world.clock.advance(60)
    eva = Onlooker(world, verify=True)
    assert tid in eva.visit.tables
    world.until(lambda: bool(eva.codes))
    assert (eva.codes, audit(eva.log).verdict) == ([0], Verdict.VERIFIED)


def test_a_cut_costs_a_spectator_nothing(world: World) -> None:
    tid = gathered(world, pace=Pace(1000, 0))
    world.clock.advance(60)
    eva = Onlooker(world, verify=True)
    world.until(lambda: eva.visit.tables[tid].playing)
    cable = next(one for one in world.cables if one.ends[0]._talker is eva.visit.guest._talk)
    cable.cut()
    world.until(lambda: bool(eva.codes))
    assert "The connection is back." in eva.said
    assert (eva.codes, audit(eva.log).verdict) == ([0], Verdict.VERIFIED)
