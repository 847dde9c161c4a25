"""Coming back to a room: from everywhere on exactly the rest is sent, and a room that was parked is as it was."""

from itertools import product
from typing import Any

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.messages import Behind, Presence
from tests.server.tables import at_room
from tests.server.tables.at_room import ask_pause, at_play, begun, followed, kinds, positions
from tests.support.dealing import ALL_KINDS
from tests.support.hall import Hall, Person
from tests.support.nights import thinned
from tests.support.parts import protest
from tests.support.tables_at_play import asking, goal_slots, small_mine, talk

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names


KINDS = sorted(set(ALL_KINDS) - {Kind.HANDOVER, Kind.LET_PASS})


def whole_game(hall: Hall, **how: Any) -> list[bytes]:
    begun(hall, **how)
    hall.play()
    return [*hall.journal.tables[hall.tid].records]


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
        guest.mind.take = got.extend  # type: ignore[method-assign, assignment]
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


def make_appear(hall: Hall, kind: int) -> None:
    """Go on until an entry of this kind stands in the log, and a little further."""
    people, first = hall.people, hall.people[0]
    follower = first.mind.follower
    assert follower is not None
    match kind:
        case Kind.TALK:
            hall.room.submit(first, follower.say(kind, talk()))
        case Kind.NOTE:
            hall.room.submit(first, follower.say(kind, bodies.Note(salt=bytes(16), what="mood", data=b"merry")))
        case Kind.ASK_PAUSE:
            hall.room.submit(first, follower.say(kind, bodies.AskPause(on=True)))
        case Kind.ACK:
            last = follower.chain.last
            hall.room.submit(first, follower.say(kind, bodies.Ack(seq=last, head=follower.chain.heads[last])))
        case Kind.LEAVE | Kind.BACK | Kind.SEAT_OUT:
            hall.play(lambda: follower.play.waiting() is not None)
            hall.room.submit(first, follower.say(Kind.LEAVE, bodies.Nothing()))
            if kind == Kind.BACK:
                assert hall.step()
        case Kind.TIMEOUT:
            hall.play(lambda: follower.play.waiting() is not None)
            hall.clock.advance(1000)
        case DealerKind.COMPLAINT:
            hall.play(lambda: DealerKind.SHOW in kinds(hall.stored))
            shown = next(entry for entry in hall.room.host.entries if entry.kind == DealerKind.SHOW)
            seat = _seat_of_show(shown)
            complainer = people[seat].mind.follower
            assert complainer is not None
            hall.room.submit(people[seat], complainer.say(kind, dealer_bodies.Complaint(seq=shown.seq)))
        case Kind.PROTEST:
            missing = follower.say(Kind.TALK, talk("never sent"))
            hall.room.submit(first, follower.say(kind, protest(missing.header())))
        case Kind.PAUSE:
            hall.play(lambda: follower.play.waiting() is not None)
            ask_pause(hall, *people)
        case _:
            hall.play(lambda: kind in kinds(hall.stored))


def _seat_of_show(entry: Entry) -> int:
    from protocol.wire.codec import decode

    return decode(dealer_bodies.Show, entry.body, len(entry.body)).seat


@pytest.mark.parametrize(("kind", "how"), thinned(product(KINDS, ("cut", "restart", "park")), 2))
def test_everybody_is_cut_off_after_an_entry_of_every_kind_and_comes_back(hall: Hall, kind: int, how: str) -> None:
    with small_mine(change=asking(goal_slots, 6)):
        cut_after(hall, kind, how)


def cut_after(hall: Hall, kind: int, how: str) -> None:
    begun(hall)
    make_appear(hall, kind)
    assert kind in kinds(hall.stored)
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
        ask_pause(hall, hall.people[0], on=False)
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
