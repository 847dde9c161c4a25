"""A server that makes a second TABLE of the same JOINs, after it has seen the seeds of the first: no seat seals it."""

from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from client.net.table.agenda import Agenda
from client.net.table.table import FollowedTable
from engine.front import setup
from protocol.follow.seat import SeatFollower
from protocol.log.faults import Code
from protocol.log.join import make_table
from protocol.modes.dealer.secrets import Secrets
from protocol.wire import lobby
from tests.support.threats import threat
from tests.support.visitors import Visitor, begun, gathered
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("small")


@dataclass
class Searcher:
    """A server that keeps what it made a TABLE of, to make more of them."""

    world: World
    made: list[tuple[tuple[Any, ...], dict[str, Any]]] = field(default_factory=list)

    def make(self, *how: Any, **more: Any) -> bytes:
        self.made.append((how, more))
        return make_table(*how, **more)

    def another(self, *players: Visitor) -> bytes:
        """A second table of the JOINs that stood in the first one."""
        (rules, options, seats, key, _secrets), more = self.made[0]
        world = self.world
        secrets = Secrets.make(lambda _label: world.randomness(32), setup(rules, len(seats)).book.rounds)
        table = make_table(rules, options, seats, key, secrets, **more)
        rooms: list[Any] = []
        seated = {seat: one.me.identity.public for seat, one in enumerate(players)}
        world.rooms.begin(table, secrets, seated).addCallback(rooms.append)
        tid: bytes = rooms[0].tid
        return tid

    def seals(self, tid: bytes) -> list[int]:
        """Who has sealed a table."""
        room = self.world.rooms.loaded(tid)
        assert room is not None
        agreement = room.host.follower.agreement
        return sorted(set(range(3)) - set(agreement.missing)) if not agreement.all_sealed else [0, 1, 2]


@pytest.fixture
def server(world: World, monkeypatch: pytest.MonkeyPatch) -> Searcher:
    searcher = Searcher(world)
    monkeypatch.setattr("server.tables.lobby.make_table", searcher.make)
    return searcher


@threat("join-reused", Code.REUSED)
def test_one_program_seals_no_second_table_with_one_join(world: World, server: Searcher) -> None:
    visitors = begun(world, gathered(world, "Eva", "Ann", "Bob"))
    second = server.another(*visitors)
    for one in visitors:
        one.visit.follow(second)
    world.settle()
    assert server.seals(second) == []
    for one in visitors:
        assert one.visit.tables[second].objection == "join/reused"


@threat("join-copied-home", "consent/none")
def test_a_copy_of_the_home_folder_seals_no_second_table(world: World, server: Searcher) -> None:
    """The copy was made when all were ready: today's files, another computer, the same key."""
    visitors = gathered(world, "Eva", "Ann", "Bob")
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    copies: list[Path] = [world.folder / f"copy of {one.me.name}" for one in visitors]
    for one, copy in zip(visitors, copies, strict=True):
        one.drawer.folder.mkdir(exist_ok=True)
        copytree(one.folder, copy)
    host = visitors[0]
    assert host.visit.gathering is not None
    host.visit.guest.say(lobby.Start(gathering=host.visit.gathering.code))
    world.until(lambda: any(one.visit.tables and one.table.asked for one in visitors))
    second = server.another(*visitors)
    for one, copy in zip(visitors, copies, strict=True):
        one.go()
        one.use(copy)
        one.come()
        one.visit.follow(second)
    world.settle()
    assert server.seals(second) == []
    for one in visitors:
        assert one.visit.tables[second].objection == "consent/none"


def test_a_program_that_starts_has_no_open_join(world: World, server: Searcher) -> None:
    """It was ready, and ended: the table that begins then is not sealed by its next run."""
    visitors = gathered(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    (gathering,) = world.rooms.watchers[0].__self__._gatherings.values()  # type: ignore[attr-defined]
    joins = [sitting.brought.signed for sitting in gathering.sittings]
    server.made.append(((gathering.rules, gathering.options, joins, world.identity.public, None), {}))
    eva.go()
    eva.come()
    tid = server.another(*visitors)
    eva.visit.follow(tid)
    world.settle()
    assert eva.table.objection == "consent/none"
    assert 0 not in server.seals(tid)


def test_the_table_is_on_the_disk_before_its_seal_is_signed(
    world: World, server: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")
    drawers = {one.drawer: one for one in visitors}
    found: list[bytes] = []
    seal = SeatFollower.seal

    def watched(follower: SeatFollower) -> Any:
        join = follower.setting.joins[follower.seat]
        assert join is not None
        kept = [record for drawer in drawers if (record := drawer.sealed(join.nonce)) is not None]
        assert [record.tid for record in kept] == [follower.setting.tid]
        found.append(follower.setting.tid)
        return seal(follower)

    monkeypatch.setattr(SeatFollower, "seal", watched)
    begun(world, visitors)
    assert len(found) == 3


def test_what_cannot_be_written_down_is_not_sealed(
    world: World, server: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")

    def full(*_given: object) -> bool:
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(visitors[0].drawer, "seal", full)
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    assert visitors[0].visit.gathering is not None
    visitors[0].visit.guest.say(lobby.Start(gathering=visitors[0].visit.gathering.code))
    world.settle()
    eva = visitors[0].table
    assert eva.trouble is not None
    assert eva.trouble.code == "table/not-kept"
    assert server.seals(eva.tid) == [1, 2]


def test_a_program_that_ended_behind_the_record_goes_on_with_that_table(
    world: World, server: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written down, and then the power was gone: the next run seals that table, and no other."""
    visitors = gathered(world, "Eva", "Ann", "Bob")
    eva = visitors[0]
    say_next = Agenda.next
    silenced: list[Agenda] = []

    def cut(self: Agenda) -> Any:
        if self._follower.seat == 0 and (not silenced or self in silenced):
            silenced.append(self)
            return None
        return say_next(self)

    monkeypatch.setattr(Agenda, "next", cut)
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    assert eva.visit.gathering is not None
    eva.visit.guest.say(lobby.Start(gathering=eva.visit.gathering.code))
    world.until(lambda: bool(eva.visit.tables))
    world.settle()
    tid = eva.table.tid
    assert server.seals(tid) == [1, 2]
    second = server.another(*visitors)
    eva.go()
    eva.come()
    eva.visit.follow(second)
    world.settle()
    assert eva.visit.tables[second].objection == "join/reused"
    eva.visit.follow(tid)
    world.until(lambda: eva.visit.tables[tid].playing)
    table = eva.visit.tables[tid].following
    assert isinstance(table, FollowedTable)
    assert table.follower is not None
    assert table.follower.agreement.names[0] == "Eva"
    assert server.seals(second) == []


def test_open_joins_are_never_written(world: World) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
        assert not [path for path in one.folder.rglob("*") if path.suffix in {".join", ".seal"}]


def test_joins_that_older_versions_left_behind_are_deleted(world: World) -> None:
    eva = Visitor(world, "Eva")
    eva.go()
    eva.drawer.folder.mkdir(exist_ok=True)
    left = [eva.drawer.folder / f"{'ab' * 32}{ending}" for ending in (".join", ".people")]
    for path in left:
        path.write_bytes(b"an old consent")
    (eva.drawer.folder / "a folder.join").mkdir()
    eva.come()
    assert not any(path.exists() for path in left)
