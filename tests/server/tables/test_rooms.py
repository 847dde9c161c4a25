"""All tables of a server: what is stored first, who waits for whom, and what is put away."""

from collections.abc import Iterator
from typing import Any

import pytest
from twisted.internet.defer import Deferred, fail, succeed

from protocol.follow.follower import Follower
from protocol.host.host import Host
from protocol.keys.identity import Identity
from protocol.log.setting import Unreadable
from protocol.modes.dealer.ledger import DealerLedger
from protocol.modes.dealer.secrets import Secrets
from server.store.journal import NoSuchTable
from server.tables.room import Room
from server.tables.sound import TableDamaged
from server.tables.spectators import Spectators
from server.tables.stopwatch import Stopwatch
from tests.support.garbage import nothing_left
from tests.support.hall import Hall, done
from tests.support.tables_at_play import small_mine


@pytest.fixture
def hall() -> Iterator[Hall]:
    with small_mine():
        made = Hall()
        yield made
    made.rooms.stop()
    assert made.clock.getDelayedCalls() == []


def test_the_secrets_are_stored_before_the_table_and_the_table_before_anybody_sees_it(hall: Hall) -> None:
    table, secrets = hall.table()
    players = {seat: one.identity for seat, one in enumerate(hall.people)}
    waiting: Deferred[None] = Deferred()
    put = hall.secrets.put
    hall.secrets.put = lambda tid, secrets: waiting.addCallback(lambda _: put(tid, secrets))  # type: ignore[method-assign]
    hall.journal.slow = True
    begun: list[Room] = []
    hall.rooms.begin(table, secrets, players).addCallback(begun.append)
    assert (hall.journal.asked, begun) == (0, [])
    waiting.callback(None)
    assert (hall.journal.asked, begun, len(hall.rooms)) == (1, [], 0)
    hall.journal.answer()
    assert begun == [hall.room]
    assert hall.journal.tables[hall.tid].players == players


def test_a_table_that_is_not_as_it_should_be_is_not_begun(hall: Hall) -> None:
    with pytest.raises(Unreadable):
        hall.rooms.begin(b"\xc1", Secrets.make(lambda label: hall.randomness(32), 1), {})
    assert hall.secrets.kept == {}
    assert hall.journal.tables == {}


def test_of_a_table_that_could_not_be_stored_no_secrets_are_left(hall: Hall) -> None:
    hall.journal.begin = lambda *_, **_listed: fail(OSError("no space left"))  # type: ignore[method-assign]
    table, secrets = hall.table()
    with pytest.raises(OSError, match="no space left"):
        done(hall.rooms.begin(table, secrets, {}))
    assert hall.secrets.kept == {}
    assert len(hall.rooms) == 0


def test_whoever_asks_for_a_parked_table_waits_for_one_and_the_same(hall: Hall) -> None:
    hall.begin()
    hall.restart()
    waiting: Deferred[None] = Deferred()
    stored = list(hall.journal.tables[hall.tid].records)
    reads: list[bytes] = []

    def read(tid: bytes) -> Deferred[list[bytes]]:
        reads.append(tid)
        return waiting.addCallback(lambda _: stored)

    hall.journal.read = read  # type: ignore[method-assign]
    first, second = hall.rooms.room(hall.tid), hall.rooms.room(hall.tid)
    assert (first.called, second.called, len(reads)) == (False, False, 1)
    waiting.callback(None)
    assert done(first) is done(second) is done(hall.rooms.room(hall.tid))
    assert len(reads) == 1


def test_a_table_that_nobody_knows_and_one_that_cannot_be_read(hall: Hall) -> None:
    for _ in range(2):
        with pytest.raises(NoSuchTable):
            done(hall.rooms.room(bytes(32)))
    hall.begin()
    hall.restart()
    read = hall.journal.read
    hall.journal.read = lambda tid: succeed([b"\7nonsense"])  # type: ignore[method-assign]
    with pytest.raises(TableDamaged, match="TABLE is damaged"):
        done(hall.rooms.room(hall.tid))
    hall.journal.read = read  # type: ignore[method-assign]
    assert done(hall.rooms.room(hall.tid)).tid == hall.tid


def test_the_players_of_a_parked_table_are_the_same(hall: Hall) -> None:
    room = hall.begin(bots=1)
    players = room.seating.players
    hall.clock.advance(601)
    hall.rooms.park()
    assert len(hall.rooms) == 0
    assert hall.room is not room
    assert hall.room.seating.players == players
    assert hall.rooms.running() == hall.rooms.running(hall.people[0].identity) == 1
    assert hall.rooms.running(Identity(bytes(32)).public) == 0


def test_a_table_that_somebody_follows_is_not_put_away(hall: Hall) -> None:
    room, (guest, *_) = hall.begin(step_seconds=86_400), hall.people
    hall.come(guest)
    hall.clock.advance(601)
    for at_once in (False, True):
        hall.rooms.park(at_once=at_once)
        assert hall.room is room
    hall.go(guest)
    hall.rooms.park()
    assert hall.room is room, "a client was here just now"
    hall.rooms.park(at_once=True)
    assert hall.room is not room


def test_a_table_that_has_ended_is_put_away_whoever_still_looks_at_it(hall: Hall) -> None:
    room = hall.begin()
    hall.come()
    hall.play()
    assert room.host.follower.ended
    for at_once in (False, True):
        hall.rooms.park(at_once=at_once)
        assert hall.room is room, "people have just seen the end"
    hall.clock.advance(601)
    hall.rooms.park()
    assert len(hall.rooms) == 0
    for one in hall.people:
        room.part(one)
    hall.come()
    assert hall.room is not room
    assert all(one.mind.log == hall.stored for one in hall.people)


def test_a_stopwatch_stands_still_and_never_goes_back(hall: Hall) -> None:
    clock = hall.clock
    watch = Stopwatch(clock)
    clock.advance(5)
    assert watch.now() == 0
    watch.run(on=True)
    clock.advance(2)
    watch.run(on=True)
    clock.advance(1)
    assert watch.now() == 3000
    watch.run(on=False)
    clock.advance(100)
    watch.run(on=False)
    assert watch.now() == 3000
    watch.run(on=True)
    clock.rightNow -= 50
    assert watch.now() == 3000
    clock.advance(51)
    assert watch.now() == 4000


def test_a_table_that_never_was_leaves_nothing_for_the_collector(hall: Hall) -> None:
    """A stranger can ask for thousands."""
    with nothing_left(NoSuchTable):
        for number in range(5):
            done_or(NoSuchTable, hall.rooms.room(bytes([number]) * 32))


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("bots", [0, 1])
def test_a_table_that_is_put_away_leaves_nothing_for_the_collector(hall: Hall, bots: int, is_over: bool) -> None:
    """A table takes hundreds of kilobytes: a server that lives long would be full of those that are gone."""
    with nothing_left(Room, Host, Follower, DealerLedger, Spectators):
        hall.begin(bots=bots, spectators=True, spectator_delay=60)
        hall.come()
        hall.play(lambda: not is_over and hall.room.host.follower.play.waiting() is not None)
        hall.go()
        hall.clock.advance(700)
        hall.people.clear()
        assert hall.rooms.loaded(hall.tid) is not None
        hall.rooms.park()
        assert hall.rooms.loaded(hall.tid) is None


def done_or(kind: type[Exception], promised: Deferred[Room]) -> None:
    """It fails so."""
    found: list[object] = []
    failed: Deferred[Any] = promised
    failed.addErrback(lambda failure: found.append(failure.type))
    assert found == [kind]
