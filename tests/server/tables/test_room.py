"""A room: a game from its beginning to its end, who may do what, and answers that come at the same time."""

from dataclasses import replace
from itertools import permutations

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.records import MAGIC, Chain, Entry, Kind
from protocol.wire.messages import Entries, Refused
from tests.server.tables import at_room
from tests.server.tables.at_room import asked, at_play, begun, followed
from tests.support.hall import Hall, Person, person
from tests.support.tables_at_play import talk

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names


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
    watcher.mind.take = got.extend  # type: ignore[method-assign, assignment]
    hall.room.resume(watcher, 1, Chain(hall.tid).heads[0])
    one = hall.people[0]
    assert one.mind.follower is not None
    hall.room.submit(watcher, one.mind.follower.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
    assert watcher.codes() == ["seat/not-yours"]
    hall.play()
    assert MAGIC + b"".join(got) == hall.stored
    hall.room.part(watcher)


def test_whoever_only_watches_makes_no_clock_run(hall: Hall) -> None:
    at_play(hall, turn_seconds=20, bank_seconds=0)
    watcher = Person(person(hall.randomness, "watcher"), hall.tid)
    watcher.mind.take = lambda records: None  # type: ignore[method-assign]
    hall.room.resume(watcher, 1, Chain(hall.tid).heads[0])
    last = hall.last()
    for one in hall.people:
        hall.room.part(one)
    hall.clock.advance(86_400)
    assert hall.last() == last
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
    """A game in which each seat that is asked answers at once, and the answers arrive in this order."""
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


# a room that is stopped


def test_a_stopped_room_does_nothing_any_more(hall: Hall) -> None:
    at_play(hall)
    hall.rooms.stop()
    stored = hall.stored
    hall.room.part(hall.people[0])
    hall.step()
    hall.clock.advance(10_000)
    assert hall.stored == stored
    assert hall.clock.getDelayedCalls() == []


# texts


def test_a_text_is_given_to_whoever_asks_and_nothing_else_is(hall: Hall) -> None:
    at_play(hall)
    one = hall.people[0]
    assert one.mind.follower is not None
    hall.room.submit(one, one.mind.follower.say(Kind.TALK, talk("hello")))
    entries = hall.room.host.entries
    assert hall.room.text(entries[-1].seq, one) == entries[-1].body
    assert {entry.kind for entry in entries if hall.room.text(entry.seq, one)} == {Kind.TALK, Kind.NAME}
    assert hall.room.text(entries[-1].seq + 1, one) == b""


def test_a_text_that_is_not_on_the_disk_is_given_to_nobody(hall: Hall) -> None:
    at_play(hall)
    one = hall.people[0]
    assert one.mind.follower is not None
    hall.journal.slow = True
    hall.room.submit(one, one.mind.follower.say(Kind.TALK, talk("hello")))
    seq = hall.room.host.entries[-1].seq
    assert hall.room.text(seq, one) == b""
    hall.journal.answer()
    assert hall.room.text(seq, one)
