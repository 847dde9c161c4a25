"""A room: one thing at a time, the journal before the wire, and nothing in memory that the disk does not have."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hall import Hall, Person, person
from pytest_twisted import ensureDeferred
from tables_at_play import asking, goal_slots, small_mine, talk
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.logger import LogEvent, globalLogPublisher

from engine.bots import BOTS
from protocol import bodies, faults
from protocol.audit import Verdict, audit
from protocol.log import MAGIC, Chain, Entry, HeadRecord, Kind, RecordType, record, records
from protocol.messages import AskPause, Behind, Entries, Presence, Refused
from server.database_thread import Step
from server.ended import EndedHost
from server.journal import Journal
from server.secrets_store import SecretsStore

BOT = bodies.BotSeat(bot="random", rev=BOTS["random"].rev)
HEADS = (RecordType.ENTRY, RecordType.HEADER)


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    """Games that are over soon."""
    with small_mine():
        yield


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    yield made
    made.rooms.stop()
    assert made.clock.getDelayedCalls() == [], "a timer was left behind"


def begun(hall: Hall, **how: Any) -> Hall:
    """A table at which everybody has come."""
    hall.begin(**how)
    hall.come()
    return hall


def at_play(hall: Hall, **how: Any) -> Hall:
    """A table at which somebody has a turn."""
    begun(hall, **how)
    hall.play(lambda: hall.room.host.follower.play.waiting() is not None)
    return hall


def kinds(log: bytes) -> list[Kind]:
    return [Kind(Entry.from_bytes(payload).kind) for kind, payload in records(log) if kind == RecordType.ENTRY]


def asked(hall: Hall) -> Person:
    """Who has to act."""
    (seat, *_) = hall.room._asked()
    return hall.people[seat]


def followed(state: Any) -> list[object]:
    """Everything that a host knows, for comparing."""
    follower = state.follower
    return [
        follower.chain.heads,
        follower.state.copy(),
        follower.signed_up_to,
        repr(vars(follower.absence)),
        repr(follower.agreement.seeds),
        follower.ending.confirmations(),
        state.records,
    ]


@contextmanager
def errors() -> Iterator[list[str]]:
    """What the server says that went wrong."""
    found: list[str] = []

    def look(event: LogEvent) -> None:
        if event["log_level"].name in {"error", "critical"}:
            found.append(str(event.get("log_format")))

    globalLogPublisher.addObserver(look)
    try:
        yield found
    finally:
        globalLogPublisher.removeObserver(look)


# a whole game


@pytest.mark.parametrize("bots", [0, 1, 2])
def test_a_game_is_played_to_its_end(hall: Hall, bots: int) -> None:
    begun(hall, bots=bots)
    hall.play()
    report = audit(hall.stored)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
    assert all(one.mind.log == hall.stored for one in hall.people)
    assert all(one.codes() == [] for one in hall.people)
    assert hall.journal.tables[hall.tid].ended
    assert hall.tid not in hall.secrets.kept


def test_everybody_is_sent_the_same_bytes(hall: Hall) -> None:
    begun(hall)
    hall.play()
    entries = [[frame for frame, told in zip(one.frames, one.told, strict=True) if isinstance(told, Entries)]
               for one in hall.people]  # fmt: skip
    assert entries[0] == entries[1] == entries[2]


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
    while hall.room.host.follower.ended is None:
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
    assert hall.room.host.follower.ended
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
    from protocol.identity import Purpose, sign
    from protocol.log import act_parts

    follower = one.mind.follower
    assert follower is not None
    unsigned = replace(entry, counter=0, signature=bytes(64))
    keys = one.mind.joining.identity.seat(one.mind.joining.nonce)
    parts = act_parts(follower.setting.tid, follower.chain.heads[entry.seen], unsigned)
    return replace(unsigned, signature=sign(keys.signing, Purpose.ACT, *parts))


def test_a_bot_and_the_clock_try_again_what_could_not_be_stored(hall: Hall) -> None:
    begun(hall, bots=1)
    hall.play(hall.room.host.bot_is_next)
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
        while hall.room.host.follower.ended is None:
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
    hall.journal.read = lambda tid: _failed()
    with errors():
        assert hall.step()
        hall.clock.pump([5, 5])
        hall.go(hall.people[0])
        hall.clock.pump([5])
    hall.journal.trouble, hall.journal.read = None, read
    hall.clock.advance(5)
    hall.come(hall.people[0])
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def _failed() -> Deferred[list[bytes]]:
    from twisted.internet.defer import fail

    return fail(OSError("the disk is gone"))


@pytest.mark.parametrize("mistake", ["an error", "a fault"])
def test_a_mistake_of_the_server_leaves_nothing_half_done(hall: Hall, mistake: str) -> None:
    """Somebody's entry was taken, and what should follow from it fails: the room begins again from the journal."""
    at_play(hall)
    host, stored = hall.room.host, hall.stored

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
    assert actor.codes() == ["server/not-stored", "server/not-stored"]
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def full(_: Step) -> None:
    raise sqlite3.OperationalError("database or disk is full")


async def quiet(hall: Hall) -> None:
    """The journal has answered."""
    from twisted.internet import reactor

    while hall.rooms._coming or any(room._busy for room in hall.rooms._rooms.values()):
        await deferLater(reactor, 0.001)  # type: ignore[arg-type]


@ensureDeferred
async def test_a_full_disk_stops_nothing_for_good(journal: Journal, store: SecretsStore) -> None:
    hall = Hall(journal=journal, secrets=store)
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
        other = Hall(journal=journal, secrets=store, seed=b"another hall")
        table, secrets = other.table()
        with pytest.raises(sqlite3.OperationalError):
            await other.rooms.begin(table, secrets, {seat: one.identity for seat, one in enumerate(other.people)})
    journal.database.fail = None
    while rested < 3:
        rested = 0 if hall.step() else rested + 1
        await quiet(hall)
    log = await journal.export(hall.tid)
    assert audit(log).verdict is Verdict.VERIFIED
    assert all(one.mind.log == log for one in played)
    assert await store.get(hall.tid) is None
    hall.rooms.stop()


# coming back


def whole_game(hall: Hall, **how: Any) -> list[bytes]:
    begun(hall, **how)
    hall.play()
    return [*hall.journal.tables[hall.tid].records]


def positions(stored: list[bytes]) -> list[int]:
    """By entry: the index of its record."""
    return [at for at, one in enumerate(stored) if one[0] in HEADS]


@pytest.mark.parametrize("parked", [False, True])
def test_from_every_entry_on_exactly_the_rest_is_sent(hall: Hall, parked: bool) -> None:
    stored = whole_game(hall)
    heads = hall.room.host.follower.chain.heads
    hall.go()
    if parked:
        hall.clock.advance(601)
        hall.rooms.park()
        assert len(hall.rooms) == 0
    at = [*positions(stored), len(stored)]
    for next_ in range(1, len(heads) + 1):
        guest = Person(hall.people[0].mind.joining, hall.tid)
        got: list[bytes] = []
        guest.mind.take = got.extend  # type: ignore[method-assign]
        hall.room.resume(guest, next_, heads[next_ - 1])
        assert got == (stored if next_ == 1 else stored[at[next_ - 1] :])
        assert isinstance(guest.told[-1], Presence)
        hall.room.part(guest)


def test_a_log_beyond_the_own_one_is_asked_for_and_another_one_refused(hall: Hall) -> None:
    at_play(hall)
    last = hall.last()
    guest = Person(hall.people[0].mind.joining, hall.tid)
    hall.room.resume(guest, last + 2, bytes(32))
    assert guest.told == [Behind(table=hall.tid, next=last + 1)]
    hall.room.resume(guest, last, bytes(32))
    assert guest.codes() == ["log/differs"]
    assert hall.room.seating.here[0] is hall.people[0], "who has another log does not take the seat"


def make_appear(hall: Hall, kind: Kind) -> None:
    """Go on until an entry of this kind stands in the log, and a little further."""
    people, first = hall.people, hall.people[0]
    follower = first.mind.follower
    assert follower is not None
    match kind:
        case Kind.TALK:
            hall.room.submit(first, follower.say(kind, talk()))
        case Kind.ACK:
            last = follower.chain.last
            hall.room.submit(first, follower.say(kind, bodies.Close(seq=last, head=follower.chain.heads[last])))
        case Kind.LEAVE | Kind.BACK | Kind.SEAT_OUT:
            hall.play(lambda: follower.play.waiting() is not None)
            hall.room.submit(first, follower.say(Kind.LEAVE, bodies.Nothing()))
            if kind == Kind.BACK:
                assert hall.step()
        case Kind.TIMEOUT:
            hall.play(lambda: follower.play.waiting() is not None)
            hall.clock.advance(1000)
        case Kind.COMPLAINT:
            hall.play(lambda: Kind.SHOW in kinds(hall.stored))
            shown = next(entry for entry in hall.room.host.entries if entry.kind == Kind.SHOW)
            seat = _seat_of_show(shown)
            complainer = people[seat].mind.follower
            assert complainer is not None
            hall.room.submit(people[seat], complainer.say(kind, bodies.Complaint(seq=shown.seq)))
        case Kind.PROTEST:
            missing = follower.say(Kind.TALK, talk("never sent"))
            hall.room.submit(first, follower.say(kind, bodies.Protest(header=missing.header())))
        case Kind.PAUSE:
            hall.play(lambda: follower.play.waiting() is not None)
            for one in people:
                hall.room.ask_pause(one, AskPause(table=hall.tid, on=True))
        case _:
            hall.play(lambda: kind in kinds(hall.stored))


def _seat_of_show(entry: Entry) -> int:
    from protocol.codec import decode

    return decode(bodies.Show, entry.body, len(entry.body)).seat


@pytest.mark.parametrize("how", ["cut", "restart", "park"])
@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name)
def test_everybody_is_cut_off_after_an_entry_of_every_kind_and_comes_back(hall: Hall, kind: Kind, how: str) -> None:
    with small_mine(change=asking(goal_slots, 6)):
        cut_after(hall, kind, how)


def cut_after(hall: Hall, kind: Kind, how: str) -> None:
    begun(hall)
    make_appear(hall, kind)
    assert kind in kinds(hall.stored), kind.name
    paused = hall.room.host.follower.absence.paused
    before = followed(hall.room.host)
    hall.go()
    if how == "restart":
        hall.restart()
    elif how == "park":
        hall.clock.advance(601)
        hall.rooms.park()
        assert len(hall.rooms) == 0
    assert followed(hall.room.host) == before
    hall.come()
    if paused:
        hall.room.ask_pause(hall.people[0], AskPause(table=hall.tid, on=False))
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED
    assert all(one.mind.log == hall.stored for one in hall.people)


def test_every_prefix_of_a_game_folds_to_the_same_state(hall: Hall) -> None:
    """Parked after every single thing that happened, the end included, the game comes out as if it never was."""
    begun(hall, bots=1)
    steps = 0
    while True:
        before = followed(hall.room.host)
        hall.go()
        hall.clock.advance(601)
        hall.rooms.park()
        assert len(hall.rooms) == 0
        assert followed(hall.room.host) == before
        hall.come()
        if not hall.step():
            break
        steps += 1
    assert steps > 25
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_a_table_that_is_played_or_was_just_left_is_not_parked(hall: Hall) -> None:
    at_play(hall)
    hall.clock.advance(10_000)
    hall.rooms.park()
    assert len(hall.rooms) == 1
    hall.go()
    hall.clock.advance(599)
    hall.rooms.park()
    assert len(hall.rooms) == 1
    hall.clock.advance(2)
    hall.rooms.park()
    assert len(hall.rooms) == 0


def test_an_end_is_told_once_also_if_the_table_comes_back_for_a_late_confirmation(hall: Hall) -> None:
    begun(hall)
    hall.play(lambda: hall.room.host.follower.ended is not None)
    ended: list[object] = []
    hall.rooms.watchers.append(ended.append)
    hall.go()
    hall.clock.advance(601)
    hall.rooms.park()
    hall.come()
    hall.play()
    assert hall.room.host.follower.ending.closed_by() == (0, 1, 2)
    assert kinds(hall.stored)[-1] is Kind.CLOSE
    assert ended == []


# who may do what


def test_the_newest_connection_of_a_seat_wins(hall: Hall) -> None:
    at_play(hall)
    old = hall.people[0]
    new = Person(old.mind.joining, hall.tid)
    hall.people[0] = new
    hall.come(new)
    assert old.codes() == ["seat/elsewhere"]
    assert new.mind.log == hall.stored
    before = len(old.told)
    hall.room.part(old)
    assert hall.room.seating.here[0] is new
    hall.play()
    assert len(old.told) == before
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_nobody_signs_for_another_seat(hall: Hall) -> None:
    at_play(hall)
    one, other = hall.people[:2]
    assert one.mind.follower is not None
    entry = one.mind.follower.say(Kind.TALK, talk())
    stored = hall.stored
    hall.room.submit(other, entry)
    assert other.codes() == ["seat/not-yours"]
    stranger = Person(person(hall.randomness, "stranger"), hall.tid)
    hall.room.submit(stranger, entry)
    assert stranger.codes() == ["seat/not-yours"]
    hall.room.submit(other, replace(entry, actor=255))
    assert other.codes() == ["seat/not-yours"] * 2
    hall.room.submit(other, replace(entry, actor=other.seat))
    assert other.codes()[-1] == "entry/signature"
    assert hall.stored == stored


def test_whoever_watches_sees_everything_and_says_nothing(hall: Hall) -> None:
    at_play(hall)
    watcher = Person(person(hall.randomness, "watcher"), hall.tid)
    got: list[bytes] = []
    watcher.mind.take = got.extend  # type: ignore[method-assign]
    hall.room.resume(watcher, 1, Chain(hall.tid).heads[0])
    hall.room.ask_pause(watcher, AskPause(table=hall.tid, on=True))
    assert watcher.codes() == ["pause/not-now"]
    hall.play()
    assert MAGIC + b"".join(got) == hall.stored
    hall.room.part(watcher)


def test_refusals_say_why_and_change_nothing(hall: Hall) -> None:
    at_play(hall)
    actor = asked(hall)
    other = next(one for one in hall.people if one is not actor)
    assert other.mind.follower is not None
    assert actor.mind.follower is not None
    entry = actor.mind.due()
    assert entry is not None
    stored, before = hall.stored, followed(hall.room.host)
    for wrong, code in (
        (replace(entry, signature=bytes(63) + b"\1"), "entry/signature"),
        (replace(entry, counter=0), "entry/replayed"),
        (replace(entry, round=7), "entry/wrong-round"),
        (replace(entry, kind=99), "entry/unknown-kind"),
        (replace(entry, kind=Kind.TIMEOUT), "entry/wrong-actor"),
        (replace(entry, seen=10**6), "entry/stale"),
        (actor.mind.follower.signed(Kind.ACT, b"\xc1"), "entry/malformed"),
    ):
        hall.room.submit(actor, wrong)
        assert actor.told[-1] == Refused(table=hall.tid, counter=wrong.counter, code=code)
    assert (hall.stored, followed(hall.room.host)) == (stored, before)
    hall.room.submit(actor, entry)
    hall.room.submit(actor, entry)
    assert actor.codes()[-1] == "entry/stale"
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


# answers at the same time


def answers(hall: Hall) -> list[tuple[Person, Entry]]:
    said = [(one, one.mind.say()) for one in hall.people]
    return [(one, entry) for one, entry in said if entry is not None]


def played_in(order: tuple[int, ...]) -> Hall:
    """A game in which everybody who is asked answers at once, and the answers arrive in this order."""
    hall = Hall(seed=b"the same for every order")
    begun(hall)
    for one in hall.people:
        one.mind.says_names = False
    while said := answers(hall):
        assert len(said) in (1, 3), "one acts, or all agree or confirm"
        for seat in order if len(said) == 3 else (0,):
            hall.room.submit(*said[seat])
    hall.rooms.stop()
    return hall


def test_answers_at_once_come_to_the_same_in_every_order() -> None:
    """SEAL, REVEAL and CLOSE of three seats: the cards, the moves and the points are the same."""
    games = [played_in(order) for order in permutations(range(3))]
    for hall in games:
        assert audit(hall.stored).verdict is Verdict.VERIFIED
        assert all(one.codes() == [] for one in hall.people)
        ends = hall.room.host.follower.ending.confirmations()
        assert [seats for _, seats in ends] == [{0, 1, 2}] * 3
    states = [hall.room.host.follower.state.copy() for hall in games]
    assert states == [states[0]] * 6
    assert len({repr(hall.room.host.follower.seeds) for hall in games}) == 1
    assert len({hall.stored for hall in games}) == 6


# time


def test_a_turn_is_over_exactly_when_its_time_is(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    last = hall.last()
    hall.clock.advance(19.999)
    assert hall.last() == last
    hall.clock.advance(0.002)
    entry = hall.room.host.entries[last]
    assert (entry.kind, entry.dt_ms) in [(Kind.TIMEOUT, 20_000), (Kind.TIMEOUT, 20_001)]


def test_the_extra_time_is_used_up_once(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=30)
    seat, last = asked(hall).seat, hall.last()
    hall.clock.advance(49)
    assert hall.last() == last
    hall.clock.advance(1.1)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT
    assert hall.room.host.follower.absence.bank_ms[seat] == 0
    hall.play(lambda: hall.room._asked() == {seat})
    last = hall.last()
    hall.clock.advance(20.1)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT


def test_who_misses_turns_is_away_and_a_bot_plays_until_they_are_back(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0, absent_after=2, absent=BOT)
    gone = asked(hall)
    gone.deaf = True
    hall.room.part(gone)
    assert hall.people[(gone.seat + 1) % 3].presence().seats[gone.seat] == "lost"
    while gone.seat not in hall.room.host.follower.absence.out:
        if not hall.step():
            hall.clock.advance(20.1)
    assert kinds(hall.stored).count(Kind.TIMEOUT) == 2
    assert kinds(hall.stored).count(Kind.SEAT_OUT) == 1
    acts = [entry for entry in hall.room.host.entries if entry.kind == Kind.ACT and entry.actor == gone.seat]
    hall.play(lambda: hall.room.host.follower.state.round > 1 or hall.room.host.follower.ended is not None)
    later = [entry for entry in hall.room.host.entries if entry.kind == Kind.ACT and entry.actor == gone.seat]
    assert len(later) > len(acts)
    assert all(not any(entry.signature) for entry in later[len(acts) :])
    gone.deaf = False
    hall.come(gone)
    hall.play()
    assert kinds(hall.stored).count(Kind.BACK) == 1
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_without_a_bot_nobody_waits_for_who_is_away(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0, absent_after=1)
    gone = asked(hall)
    gone.deaf = True
    hall.room.part(gone)
    hall.clock.advance(20.1)
    assert Kind.SEAT_OUT in kinds(hall.stored)
    started = hall.clock.seconds()
    hall.play()
    assert hall.room.host.follower.ended
    assert hall.clock.seconds() == started, "no more time was spent on an empty seat"
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_who_says_that_they_go_is_away_at_once(hall: Hall) -> None:
    at_play(hall, absent=BOT)
    gone = hall.people[0]
    assert gone.mind.follower is not None
    hall.room.submit(gone, gone.mind.follower.say(Kind.LEAVE, bodies.Nothing()))
    gone.deaf = True
    hall.room.part(gone)
    assert hall.people[1].presence().seats == ("left", "here", "here")
    assert kinds(hall.stored)[-2:] == [Kind.LEAVE, Kind.SEAT_OUT]
    hall.play()
    assert hall.room.host.follower.ended
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_when_all_have_left_the_game_is_given_up(hall: Hall) -> None:
    at_play(hall)
    for one in hall.people:
        assert one.mind.follower is not None
        hall.room.submit(one, one.mind.follower.say(Kind.LEAVE, bodies.Nothing()))
    ended = hall.room.host.follower.ended
    assert ended is not None
    assert ended.reason == "abandoned"
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_a_start_that_not_everybody_agrees_to_is_dissolved_in_time(hall: Hall) -> None:
    begun(hall, step_seconds=30)
    for one in hall.people[:2]:
        hall.play(lambda one=one: one.mind.follower.agreement.missing == {2})  # type: ignore[misc]
        hall.people[2].deaf = True
    hall.clock.advance(29)
    assert hall.room.host.follower.ended is None
    hall.clock.advance(1.1)
    ended = hall.room.host.follower.ended
    assert ended is not None
    assert (ended.reason, list(ended.seats)) == ("dissolved", [2])
    hall.people[2].deaf = False
    hall.come(hall.people[2])
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_nobody_is_there_and_no_clock_runs(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    last, slow = hall.last(), asked(hall)
    hall.clock.advance(12)
    hall.go()
    assert hall.clock.getDelayedCalls() == []
    hall.clock.advance(86_400)
    other = next(one for one in hall.people if one is not slow)
    hall.come(other)
    assert 7_000 <= other.presence().left_ms <= 8_000
    hall.clock.advance(7.9)
    assert hall.last() == last, "the time in which nobody was there counts for nobody"
    hall.clock.advance(0.2)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT


def test_a_restart_gives_time_and_takes_none(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    last = hall.last()
    hall.clock.advance(15)
    hall.go()
    hall.restart()
    hall.clock.advance(3600)
    hall.come()
    hall.clock.advance(19.9)
    assert hall.last() == last
    hall.clock.advance(0.2)
    assert hall.room.host.entries[last].kind == Kind.TIMEOUT


def test_a_day_that_passes_at_once_takes_nobody_elses_time(hall: Hall) -> None:
    """A computer that was asleep: the clock jumps, and whoever was waited for is late, once."""
    at_play(hall, turn_seconds=20, bank_seconds=0, absent_after=5)
    last = hall.last()
    hall.clock.advance(86_400)
    new = hall.room.host.entries[last:]
    assert [entry.kind for entry in new].count(Kind.TIMEOUT) == 1
    assert new[0].dt_ms == 86_400_000
    assert hall.people[0].mind.follower is not None
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_a_clock_that_goes_back_is_a_clock_that_stands(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    hall.clock.rightNow -= 500
    assert hall.step()
    assert all(entry.dt_ms < 1000 for entry in hall.room.host.entries)
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


# pauses


def test_clocks_stand_still_when_all_who_are_there_want_it_and_run_when_one_does(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    on, off = AskPause(table=hall.tid, on=True), AskPause(table=hall.tid, on=False)
    hall.go(hall.people[2])
    hall.room.ask_pause(hall.people[0], on)
    assert hall.people[1].presence().pause_wanted == (0,)
    assert not hall.people[1].presence().paused
    hall.room.ask_pause(hall.people[1], on)
    assert kinds(hall.stored)[-1] is Kind.PAUSE
    assert hall.people[0].presence().paused
    last = hall.last()
    hall.clock.advance(3000)
    assert hall.last() == last
    hall.room.ask_pause(hall.people[1], off)
    assert not hall.people[0].presence().paused
    assert hall.people[0].presence().pause_wanted == ()
    hall.clock.advance(19.9)
    assert hall.last() == last + 1
    hall.clock.advance(0.2)
    assert Kind.TIMEOUT in kinds(hall.stored)
    hall.come(hall.people[2])
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED


def test_a_pause_that_was_wanted_by_all_who_stay_begins_when_the_others_go(hall: Hall) -> None:
    at_play(hall)
    for one in hall.people[:2]:
        hall.room.ask_pause(one, AskPause(table=hall.tid, on=True))
    assert Kind.PAUSE not in kinds(hall.stored)
    hall.go(hall.people[2])
    assert kinds(hall.stored)[-1] is Kind.PAUSE


def test_a_pause_ends_by_itself(hall: Hall) -> None:
    at_play(hall)
    for one in hall.people:
        hall.room.ask_pause(one, AskPause(table=hall.tid, on=True))
    last = hall.last()
    hall.clock.advance(3599)
    assert hall.last() == last
    hall.clock.advance(2)
    assert hall.room.host.entries[last].kind == Kind.PAUSE
    assert not hall.room.host.follower.absence.paused


def test_where_no_pauses_are_allowed_there_are_none() -> None:
    hall = Hall()
    hall.restart(pause_most=0)
    at_play(hall)
    for one in hall.people:
        hall.room.ask_pause(one, AskPause(table=hall.tid, on=True))
    assert all(one.codes() == ["pause/not-now"] for one in hall.people)
    hall.rooms.stop()


def test_before_the_first_card_and_after_the_end_there_are_no_pauses(hall: Hall) -> None:
    begun(hall)
    hall.room.ask_pause(hall.people[0], AskPause(table=hall.tid, on=True))
    assert hall.people[0].codes() == ["pause/not-now"]
    hall.play()
    hall.room.ask_pause(hall.people[0], AskPause(table=hall.tid, on=True))
    assert hall.people[0].codes() == ["pause/not-now"] * 2


def test_no_pause_is_announced_before_it_is_stored(hall: Hall) -> None:
    at_play(hall)
    hall.journal.slow = True
    for one in hall.people:
        hall.room.ask_pause(one, AskPause(table=hall.tid, on=True))
    assert not any(isinstance(told, Presence) and told.paused for one in hall.people for told in one.told)
    hall.journal.answer()
    assert all(one.presence().paused for one in hall.people)


# an old copy of the journal


def copied(hall: Hall) -> Callable[[], None]:
    """Takes a copy of the journal; putting it back is a server that was restored from it."""
    copy = list(hall.journal.tables[hall.tid].records)

    def put_back() -> None:
        hall.go()
        stored = hall.journal.tables[hall.tid]
        stored.records, stored.ended = list(copy), False
        hall.restart()

    return put_back


def teach(hall: Hall, teacher: Person, size: int = 1000) -> None:
    """What a client does that is ahead: it comes, is asked, gives what it has, and comes again."""
    next_, head = teacher.mind.place
    hall.room.resume(teacher, next_, head)
    asked_for = teacher.told[-1]
    assert isinstance(asked_for, Behind)
    at = positions(teacher.mind.signed)
    lesson = teacher.mind.signed[at[asked_for.next - 1] :]
    for start in range(0, len(lesson), size):
        hall.room.learn(teacher, lesson[start : start + size])
    hall.come(teacher)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_server_learns_again_what_it_has_forgotten(hall: Hall, size: int) -> None:
    begun(hall, bots=1)
    hall.play(lambda: hall.last() >= 20)
    put_back = copied(hall)
    hall.play(lambda: hall.last() >= 40)
    put_back()
    teach(hall, hall.people[0], size)
    assert hall.stored == hall.people[0].mind.log
    hall.come(hall.people[1])
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED
    assert all(one.mind.log == hall.stored for one in hall.people)


def test_a_server_learns_the_end_although_its_secrets_are_deleted(hall: Hall) -> None:
    begun(hall, bots=1)
    hall.play(lambda: hall.last() >= 20)
    put_back = copied(hall)
    hall.play()
    put_back()
    assert isinstance(hall.room.host, EndedHost)
    teach(hall, hall.people[0])
    assert hall.stored == hall.people[0].mind.log
    assert audit(hall.stored).verdict is Verdict.VERIFIED
    assert hall.journal.tables[hall.tid].ended


def test_a_server_learns_a_part_although_its_secrets_are_deleted(hall: Hall) -> None:
    """From somebody who has not seen the end; nothing is added to what was signed before."""
    begun(hall, bots=1)
    hall.play(lambda: hall.last() >= 20)
    put_back = copied(hall)
    hall.play(lambda: hall.last() >= 30)
    half, there = hall.people[1], hall.stored
    hall.go(half)
    half.deaf = True
    hall.people[1] = Person(half.mind.joining, hall.tid)
    hall.come(hall.people[1])
    hall.play()
    whole = hall.stored
    put_back()
    half.deaf = False
    with errors() as found:
        teach(hall, half)
        assert half.mind.log == hall.stored == there
        hall.clock.advance(10_000)
        assert hall.stored == there
        teach(hall, hall.people[0])
    assert found == []
    assert half.mind.log == hall.stored == whole


def test_a_table_whose_secrets_are_lost_stays_as_it_is(hall: Hall) -> None:
    begun(hall, bots=1)
    hall.play(hall.room.host.bot_is_next)
    stored = hall.stored
    hall.secrets.kept.clear()
    hall.go()
    hall.restart()
    with errors() as found:
        hall.come()
        hall.clock.advance(10_000)
        for one in hall.people:
            assert one.mind.follower is not None
            hall.room.submit(one, one.mind.follower.say(Kind.TALK, talk()))
            assert one.codes() == ["entry/out-of-place"]
        hall.clock.advance(10_000)
    assert found == []
    assert hall.stored == stored
    assert audit(stored).verdict is Verdict.UNPROVEN


def test_lessons_without_the_servers_signature_teach_nothing(hall: Hall) -> None:
    begun(hall)
    hall.play(lambda: hall.last() >= 20)
    put_back = copied(hall)
    hall.play(lambda: hall.last() >= 40)
    put_back()
    stored, teacher = hall.stored, hall.people[0]
    at = positions(teacher.mind.signed)
    lesson = teacher.mind.signed[at[hall.last()] :]
    forged = [record(RecordType.HEAD, one[5:9] + bytes(64)) if one[0] == RecordType.HEAD else one for one in lesson]
    hall.room.learn(teacher, forged)
    hall.room.learn(teacher, [b"\4nonsense"])
    assert teacher.codes()[-1] == "log/unreadable"
    hall.room.learn(teacher, [one for one in lesson if one[0] != RecordType.HEAD])
    assert hall.stored == stored


def test_a_fork_under_the_servers_own_signature_ends_the_table(hall: Hall) -> None:
    """Somebody else went on from the old copy before a client came that had seen more."""
    at_play(hall)
    put_back = copied(hall)
    ahead, other = hall.people[0], hall.people[2]
    assert ahead.mind.follower is not None
    assert other.mind.follower is not None
    hall.go(other)
    for number in range(3):
        hall.room.submit(ahead, ahead.mind.follower.say(Kind.TALK, talk(str(number))))
    put_back()
    hall.come(other)
    for number in range(5):
        hall.room.submit(other, other.mind.follower.say(Kind.TALK, talk(str(number))))
    next_, head = ahead.mind.place
    hall.room.resume(ahead, next_, head)
    assert ahead.codes() == ["log/differs"]
    signature = [HeadRecord.from_bytes(one[5:]) for one in ahead.mind.signed if one[0] == RecordType.HEAD][-1]
    host = hall.room.host
    assert host.is_fork(signature.seq, ahead.mind.follower.chain.heads[signature.seq], signature.signature)
    assert not host.is_fork(signature.seq, bytes(32), signature.signature)
    assert not host.is_fork(signature.seq, ahead.mind.follower.chain.heads[signature.seq], bytes(64))
    with errors() as found:
        hall.room.end_as_forked()
        hall.room.end_as_forked()
    assert found == []
    ended = hall.room.host.follower.ended
    assert ended is not None
    assert ended.reason == "forked"
    assert hall.journal.tables[hall.tid].ended


def test_a_stopped_room_does_nothing_any_more(hall: Hall) -> None:
    at_play(hall)
    hall.rooms.stop()
    stored = hall.stored
    hall.room.part(hall.people[0])
    hall.step()
    hall.clock.advance(10_000)
    assert hall.stored == stored
    assert hall.clock.getDelayedCalls() == []
