"""A room's journal: one thing at a time, the disk before the wire, and nothing in memory that the disk has not."""

from dataclasses import replace

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent
from zope.interface import implementer

from protocol.audit.audit import Verdict, audit
from protocol.host.host import Host
from protocol.log import faults
from protocol.log.records import Entry, Kind, record, records
from protocol.wire.messages import Behind, Presence, Refused
from server.store.errors import StoreFailed
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.secrets import SqliteSecrets
from server.store.sqlite.thread import Step
from server.tables.room import Room
from tests.server.tables import at_room
from tests.server.tables.at_room import asked, at_play, begun, errors, followed, kinds
from tests.support.hall import Hall, Person
from tests.support.reading import now
from tests.support.stores import log_file
from tests.support.tables_at_play import talk

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names


# the journal before the wire


def test_nothing_is_sent_before_it_is_stored(hall: Hall) -> None:
    begun(hall)
    hall.play(lambda: hall.last() >= 20)
    hall.journal.slow = True
    before = [len(one.frames) for one in hall.people]
    assert hall.step()
    hall.clock.advance(10)
    assert hall.journal.asked == 1
    assert [len(one.frames) for one in hall.people] == before
    hall.journal.answer()
    assert all(len(one.frames) > count for one, count in zip(hall.people, before, strict=True))


def test_who_comes_while_something_is_being_stored_sees_nothing_of_it(hall: Hall) -> None:
    begun(hall)
    hall.play(lambda: hall.last() >= 25)
    late = hall.people[2]
    hall.go(late)
    hall.journal.slow = True
    hall.play(lambda: hall.journal.asked > 0)
    shown, heard = hall.stored, len(late.told)
    hall.come(late)
    assert late.mind.log == shown
    assert not [one for one in late.told[heard:] if isinstance(one, Presence)], "who waits follows from what is hidden"
    hall.journal.answer()
    assert late.mind.log == hall.stored != shown
    assert isinstance(late.told[-1], Presence)


def test_who_asks_for_what_follows_an_entry_that_is_being_stored_is_told_where_the_log_ends(hall: Hall) -> None:
    """Whether the head is right is not said either: it would tell what the entry is."""
    at_play(hall)
    shown, guest = hall.last(), hall.people[2]
    hall.journal.slow = True
    assert hall.step()
    chain, heard = hall.room.host.follower.chain, len(guest.told)
    assert chain.last > shown
    for head in (chain.heads[-1], bytes(32)):
        hall.room.resume(guest, chain.last + 1, head)
    assert guest.told[heard:] == [Behind(table=hall.tid, next=shown + 1)] * 2
    hall.journal.answer()
    assert guest.mind.log == hall.stored


def test_what_comes_meanwhile_waits_and_is_answered_in_order(hall: Hall) -> None:
    at_play(hall)
    hall.journal.slow = True
    said = [one.mind.follower.say(Kind.TALK, talk(str(number)))  # type: ignore[union-attr]
            for number, one in enumerate(hall.people)]  # fmt: skip
    for one, entry in zip(hall.people, said, strict=True):
        hall.room.submit(one, entry)
    assert hall.journal.asked == 1
    before = len(kinds(hall.stored))
    for number in range(1, 4):
        hall.journal.answer()
        assert hall.journal.asked == (number < 3)
        assert len(kinds(hall.stored)) == before + number
    bodies_ = [Entry.from_bytes(payload).signature for kind, payload in records(hall.stored) if kind == 3]
    assert bodies_[-3:] == [entry.signature for entry in said]


def test_the_end_is_told_when_it_is_on_the_disk_and_not_before(hall: Hall) -> None:
    begun(hall)
    hall.play(lambda: hall.last() >= 15)
    ended: list[object] = []
    hall.rooms.watchers.append(ended.append)
    hall.journal.slow = True
    while not hall.room.host.follower.ended:
        if hall.journal.asked:
            hall.journal.answer()
        else:
            talker = hall.people[0].mind.follower
            assert talker is not None
            hall.step()
            if hall.room.host.follower.ended is None:  # something waits behind every act
                hall.room.submit(hall.people[1], hall.people[1].mind.follower.say(Kind.TALK, talk()))  # type: ignore[union-attr]
    assert not hall.journal.tables[hall.tid].ended
    assert not ended
    assert hall.tid in hall.secrets.kept
    while hall.journal.asked:
        hall.journal.answer()
    assert hall.journal.tables[hall.tid].ended
    assert ended == [hall.room]
    assert hall.tid not in hall.secrets.kept


def test_the_secrets_are_kept_while_the_end_waits_behind_something_else(hall: Hall) -> None:
    """An action is stored, and the next, which ends the game, is carried out at once and cannot be stored."""
    begun(hall)
    hall.journal.slow = True
    while now(lambda: hall.room.host.follower.ended) is None:
        before = hall.stored
        if not hall.journal.asked:
            actor = next((one for one in hall.people if one.mind.flying is None and one.mind.due()), None)
            if actor is None:
                break
            entry = actor.mind.say()
            assert entry is not None
            talker = next(one for one in hall.people if one is not actor)
            hall.room.submit(talker, talker.mind.follower.say(Kind.TALK, talk()))  # type: ignore[union-attr]
            hall.room.submit(actor, entry)
        hall.journal.answer()
        assert hall.room.host.follower.ended is None or hall.tid in hall.secrets.kept
        assert hall.stored != before
    assert now(lambda: hall.room.host.follower.ended)
    hall.journal.trouble = OSError("the disk is full")
    with errors():
        hall.journal.answer()
    assert hall.room.host.follower.ended is None
    assert hall.tid in hall.secrets.kept
    hall.journal.trouble, hall.journal.slow = None, False
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


# a write that fails


def test_nothing_is_sent_of_what_cannot_be_stored(hall: Hall) -> None:
    at_play(hall)
    hall.journal.trouble = OSError("the disk is full")
    actor, before, stored = asked(hall), hall.room.host, hall.stored
    logs = [one.mind.log for one in hall.people]
    with errors() as found:
        assert hall.step()
    assert found
    assert [one.mind.log for one in hall.people] == logs
    assert hall.room.host is not before
    assert followed(hall.room.host)[-1] == [record(kind, payload) for kind, payload in records(stored)]
    refused = [one for one in actor.told if isinstance(one, Refused)]
    assert [one.code for one in refused] == ["server/not-stored"]
    assert all(one.codes()[-1] == "server/not-stored" for one in hall.people)
    hall.journal.trouble = None
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_a_refused_entry_with_the_counter_zero_is_refused_as_well(hall: Hall) -> None:
    begun(hall)
    first = hall.people[0]
    assert first.mind.follower is not None
    first.mind.follower._counter = -1
    entry = first.mind.follower.say(Kind.TALK, talk())
    hall.journal.trouble = OSError("the disk is full")
    zero = _signed_with_counter_zero(first, entry)
    with errors():
        hall.room.submit(first, zero)
    assert Refused(table=hall.tid, counter=0, code="server/not-stored") in first.told
    hall.journal.trouble = None


def _signed_with_counter_zero(one: Person, entry: Entry) -> Entry:
    from protocol.keys.identity import Purpose, sign
    from protocol.log.records import act_parts

    follower = one.mind.follower
    assert follower is not None
    unsigned = replace(entry, counter=0, signature=bytes(64))
    keys = one.mind.joining.identity.seat(one.mind.joining.nonce)
    parts = act_parts(follower.setting.tid, follower.chain.heads[entry.seen], unsigned)
    return replace(unsigned, signature=sign(keys.signing, Purpose.ACT, *parts))


def test_a_bot_and_the_clock_try_again_what_could_not_be_stored(hall: Hall) -> None:
    begun(hall, bots=1)
    hall.play(hall.host.bot_is_next)
    hall.journal.trouble = OSError("the disk is full")
    stored = hall.stored
    with errors() as found:
        hall.tick()
        hall.clock.pump([5] * 4)
        assert len(found) >= 4
    assert hall.stored == stored
    hall.journal.trouble = None
    hall.clock.advance(5)
    assert hall.stored != stored
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


@pytest.mark.parametrize("every", [2, 3, 5])
def test_a_game_goes_on_however_often_writes_fail(hall: Hall, every: int) -> None:
    begun(hall, bots=1)
    count = 0
    with errors():
        while now(lambda: hall.room.host.follower.ended) is None:
            count += 1
            hall.journal.trouble = OSError("no") if count % every == 0 else None
            if not hall.step():
                hall.clock.advance(5)
    hall.journal.trouble = None
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED
    assert all(one.mind.log == hall.stored for one in hall.people)


def test_a_journal_that_cannot_be_read_either_is_read_again_later(hall: Hall) -> None:
    at_play(hall)
    read = hall.journal.read
    hall.journal.trouble = OSError("the disk is gone")
    hall.journal.read = lambda tid: _failed()  # type: ignore[method-assign]
    with errors():
        assert hall.step()
        hall.clock.pump([5, 5])
        hall.go(hall.people[0])
        hall.clock.pump([5])
    hall.journal.trouble, hall.journal.read = None, read  # type: ignore[method-assign]
    hall.clock.advance(5)
    hall.come(hall.people[0])
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def _failed() -> Deferred[list[bytes]]:
    from twisted.internet.defer import fail

    return fail(OSError("the disk is gone"))


@pytest.mark.parametrize("mistake", ["an error", "a fault"])
def test_a_mistake_of_the_server_leaves_nothing_half_done(hall: Hall, mistake: str) -> None:
    """An entry was taken, and what should follow from it fails: the room begins again from the journal."""
    at_play(hall)
    host, stored = hall.host, hall.stored

    def fail() -> None:
        if mistake == "a fault":
            raise faults.Fault(faults.Finding(faults.Code.OWED, 1, bytes(32), "a test"))
        raise ZeroDivisionError

    host.settle = fail  # type: ignore[method-assign]
    actor = asked(hall)
    with errors() as found:
        assert hall.step()
    assert found
    assert hall.stored == stored
    assert hall.room.host is not host
    (code,) = set(actor.codes())
    assert len(actor.codes()) == 2, "that it is not in the log, and that the table has begun again"
    assert code.startswith("error/")
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


NO_ROOM = faults.Fault(faults.Finding(faults.Code.CAP, 1, bytes(32), ""))


@pytest.mark.parametrize("mistake", [ZeroDivisionError(), NO_ROOM])
def test_a_table_that_fails_at_what_is_its_own_to_do_ends_and_its_log_can_be_audited(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, mistake: Exception
) -> None:
    """Another table goes on meanwhile, as if nothing had happened."""
    messages: list[str] = []

    @implementer(ILogObserver)
    def look(event: LogEvent) -> None:
        messages.append(formatEvent(event))

    monkeypatch.setattr(Room, "_log", Logger(observer=look))
    at_play(hall)
    monkeypatch.setattr(Host, "time_up", lambda host: (_ for _ in ()).throw(mistake))
    while hall.room.host.follower.ended is None:
        assert len(messages) < 10
        hall.clock.advance(3600)
    assert hall.room.host.follower.ended.reason == "stopped"
    codes = [code for code in hall.people[0].codes() if code.startswith("error/")]
    assert len(codes) == 3
    assert all(any(code.removeprefix("error/") in message for message in messages) for code in codes)
    log = hall.stored
    report = audit(log)
    assert (report.findings, report.verdict) == ([], Verdict.UNFINISHED)
    assert all(one.mind.log == log for one in hall.people)
    hall.go()
    hall.restart()
    hall.come()
    assert hall.stored == log


def test_a_table_that_cannot_even_end_stands_still(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    at_play(hall)
    for name in ("time_up", "end"):
        monkeypatch.setattr(Host, name, lambda *_: (_ for _ in ()).throw(ZeroDivisionError()))
    stored = hall.stored
    with errors() as found:
        for _ in range(100):
            hall.clock.advance(3600)
    assert hall.stored == stored
    assert len(found) < 30, "it is tried for ever"
    hall.go()
    hall.come()
    assert all(one.mind.log == stored for one in hall.people)


def full(_: Step) -> None:
    raise StoreFailed("database or disk is full")


async def quiet(hall: Hall) -> None:
    """The journal has answered."""
    from twisted.internet import reactor

    while hall.rooms._coming or any(room._busy for room in hall.rooms._rooms.values()):
        await deferLater(reactor, 0.001)


@ensureDeferred
async def test_a_full_disk_stops_nothing_for_good(journal: SqliteJournal, store: SqliteSecrets) -> None:
    hall = Hall(stores=(journal, store))
    table, secrets = hall.table()
    await hall.rooms.begin(table, secrets, {seat: one.identity for seat, one in enumerate(hall.people)})
    hall.come()
    played, rested = hall.people, 0
    while hall.room.host.follower.chain.last < 25:
        assert hall.step()
        await quiet(hall)
    journal.database.fail = full
    with errors():
        seen = [one.mind.log for one in played]
        for _ in range(6):
            hall.step()
            await quiet(hall)
        assert [one.mind.log for one in played] == seen
        assert all("server/not-stored" in one.codes() for one in played)
        other = Hall(stores=(journal, store), seed=b"another hall")
        table, secrets = other.table()
        with pytest.raises(StoreFailed):
            await other.rooms.begin(table, secrets, {seat: one.identity for seat, one in enumerate(other.people)})
    journal.database.fail = None
    while rested < 3:
        rested = 0 if hall.step() else rested + 1
        await quiet(hall)
    log = await log_file(journal, hall.tid)
    assert audit(log).verdict is Verdict.VERIFIED
    assert all(one.mind.log == log for one in played)
    assert await store.get(hall.tid) is None
    hall.rooms.stop()
