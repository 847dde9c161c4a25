"""Spectators: what they are sent, and that nothing of it comes before its time."""

from collections.abc import Sequence
from typing import TypeVar

from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.records import MAGIC, Chain, Kind, RecordType
from protocol.wire.codec import Message, encode
from protocol.wire.messages import PACE, BetweenRounds, Entries, Fault, Presence, Refused, decode_from_server
from server.store.journal import Pace
from tests.server.tables import at_room
from tests.server.tables.at_room import asked, at_play, begun
from tests.support.hall import Hall
from tests.support.tables_at_play import talk

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names

LATE = 60
T = TypeVar("T", bound=Message)


class Watcher:
    """A guest without a seat; keeps what would be sent."""

    name, network = "watcher", ""

    def __init__(self, hall: Hall, identity: bytes = bytes(32), features: Sequence[str] = (PACE,)) -> None:
        self.hall = hall
        self.identity = identity
        self._features = features
        self.told: list[Message] = []

    def knows(self, feature: str) -> bool:
        return feature in self._features

    def hang_up(self, code: str) -> None:
        raise AssertionError(f"hung up on: {code}")

    def tell(self, message: Message) -> None:
        self.tell_frame(encode(message))

    def tell_frame(self, frame: bytes) -> None:
        self.told.append(decode_from_server(frame))

    def come(self, next_: int = 1, head: bytes | None = None) -> "Watcher":
        self.hall.room.resume(self, next_, Chain(self.hall.tid).heads[0] if head is None else head)
        return self

    @property
    def records(self) -> list[bytes]:
        return [one for told in self.told if isinstance(told, Entries) for one in told.records]

    @property
    def log(self) -> bytes:
        return MAGIC + b"".join(self.records)

    def of(self, kind: type[T]) -> list[T]:
        return [one for one in self.told if isinstance(one, kind)]


def test_each_batch_comes_when_its_head_is_old_enough_and_not_before(hall: Hall) -> None:
    """All bytes that a spectator was sent at any time are those that stood on the disk so long before."""
    begun(hall, spectator_delay=LATE)
    watcher = Watcher(hall).come()
    stood: list[tuple[float, bytes]] = [(hall.clock.seconds(), MAGIC)]
    while hall.room.host.follower.ended is None:
        hall.step()
        stood.append((hall.clock.seconds(), hall.stored))
        hall.clock.advance(2.5)
        stood.append((hall.clock.seconds(), hall.stored))
        old = [log for at, log in stood if at <= hall.clock.seconds() - LATE]
        assert watcher.log == (old[-1] if old else MAGIC)
        assert not watcher.records or watcher.records[-1][0] == RecordType.HEAD
    assert audit(watcher.log).findings == []
    hall.clock.advance(LATE)
    assert watcher.log == hall.stored
    hall.go()
    hall.room.part(watcher)


def test_who_comes_later_sees_what_is_old_enough(hall: Hall) -> None:
    at_play(hall, spectator_delay=LATE)
    early = hall.stored
    hall.clock.advance(LATE - 1)
    before = Watcher(hall).come()
    assert before.told == []
    hall.step()
    hall.clock.advance(1)
    later = Watcher(hall).come()
    assert later.log == before.log == early != hall.stored
    assert isinstance(later.told[-1], Presence)
    assert isinstance(before.told[-1], Presence)


def test_presence_and_breaks_are_as_late_as_the_log(hall: Hall) -> None:
    at_play(hall, spectator_delay=LATE)
    hall.clock.advance(LATE)
    watcher, older = Watcher(hall).come(), Watcher(hall, features=()).come()
    seen = len(watcher.told)
    hall.go(hall.people[1])
    hall.room.spectators.hint(BetweenRounds(table=hall.tid, round=1, gone_on=(), awaited=(), left_ms=None))
    hall.clock.advance(LATE - 1)
    assert len(watcher.of(Presence)) == len([one for one in watcher.told[:seen] if isinstance(one, Presence)])
    assert watcher.of(BetweenRounds) == []
    assert Watcher(hall).come().of(Presence)[-1].seats == ("here", "here", "here")
    hall.clock.advance(1)
    assert watcher.of(Presence)[-1].seats == ("here", "lost", "here")
    assert (len(watcher.of(BetweenRounds)), older.of(BetweenRounds)) == (1, [])


def test_a_real_break_reaches_spectators_late_and_they_go_on_for_no_seat(hall: Hall) -> None:
    hall.begin(Pace(0, 20), spectator_delay=LATE)
    hall.come()
    watcher = Watcher(hall).come()
    hall.play(lambda: bool(hall.people[0].told) and isinstance(hall.people[0].told[-1], BetweenRounds))
    broke = hall.clock.seconds()
    hall.room.go_on(watcher, 1)
    hall.clock.advance(19)
    assert (hall.room.host.follower.state.round, watcher.of(BetweenRounds)) == (1, [])
    hall.clock.advance(LATE - 19)
    assert hall.clock.seconds() == broke + LATE
    assert watcher.of(BetweenRounds)


def test_no_fault_tells_that_something_happened(hall: Hall) -> None:
    """A journal that refuses a move, and a seat that is taken over, are nothing to spectators."""
    at_play(hall, spectator_delay=LATE)
    hall.clock.advance(LATE)
    watcher = Watcher(hall).come()
    hall.journal.trouble = OSError("full")
    hall.step()
    hall.journal.trouble = None
    assert "server/not-stored" in [code for one in hall.people for code in one.codes()]
    hall.clock.advance(LATE)
    assert watcher.of(Fault) == []


def test_what_spectators_ask_for_is_answered_from_what_they_may_know(hall: Hall) -> None:
    at_play(hall, spectator_delay=LATE)
    one, watcher = hall.people[0], Watcher(hall).come()
    assert one.mind.follower is not None
    hall.room.submit(one, one.mind.follower.say(Kind.TALK, talk("hello")))
    said = hall.room.host.entries[-1]
    assert hall.room.text(said.seq, one) == said.body
    assert (hall.room.text(said.seq, watcher), hall.room.known_to(watcher)) == (b"", 0)
    hall.room.submit(watcher, one.mind.follower.say(Kind.ASK_PAUSE, bodies.AskPause(on=True)))
    assert [one.code for one in watcher.of(Refused)] == ["seat/not-yours"]
    hall.room.learn(watcher, [b"?"])
    hall.room.learn(watcher, hall.room.host.records[2:])
    assert len(watcher.told) == 1
    hall.clock.advance(LATE)
    assert hall.room.text(said.seq, watcher) == said.body
    assert hall.room.known_to(watcher) == said.seq


def test_who_has_more_than_may_be_shown_learns_nothing_until_it_may(hall: Hall) -> None:
    """A true head or a made-up one, of an entry that is there or not: the answer is the same silence."""
    at_play(hall, spectator_delay=LATE)
    heads, last = hall.room.host.follower.chain.heads, hall.last()
    true, false = Watcher(hall), Watcher(hall)
    true.come(last + 1, heads[last])
    false.come(last + 1, bytes(32))
    beyond = Watcher(hall).come(last + 1000, bytes(32))
    hall.clock.advance(LATE - 1)
    assert true.told == false.told == beyond.told == []
    hall.clock.advance(1)
    assert [type(one) for one in true.told] == [Presence]
    assert [one.code for one in false.of(Fault)] == ["log/differs"]
    assert beyond.told == []


def test_the_end_is_late_too_and_keeps_the_table_in_memory_until_it_was_shown(hall: Hall) -> None:
    begun(hall, spectator_delay=LATE)
    hall.play()
    hall.go()
    watcher = Watcher(hall).come()
    hall.clock.advance(LATE - 1)
    hall.rooms.park(at_once=True)
    assert (watcher.told, hall.rooms.loaded(hall.tid) is None) == ([], False)
    hall.clock.advance(1)
    assert watcher.log == hall.stored
    hall.room.part(watcher)
    hall.rooms.park(at_once=True)
    assert hall.rooms.loaded(hall.tid) is None


def test_a_table_that_comes_back_from_the_journal_shows_nothing_earlier(hall: Hall) -> None:
    """How long it was away no record says; the time of the table since a HEAD has surely passed."""
    at_play(hall, spectator_delay=LATE)
    old, at_old = hall.stored, hall.last()
    hall.clock.advance(20)
    hall.step()
    assert hall.last() > at_old
    late = hall.stored
    hall.restart()
    hall.clock.advance(5)
    watcher = Watcher(hall).come()
    hall.clock.advance(LATE - 21)
    assert watcher.told == []
    hall.clock.advance(1)
    assert watcher.log == old
    again = Watcher(hall).come(at_old + 1, hall.room.host.follower.chain.heads[at_old])
    hall.clock.advance(20)
    assert watcher.log == late == old + b"".join(again.records)
    hall.room.part(watcher)
    hall.room.part(again)


def test_without_a_delay_spectators_see_what_players_see_when_they_do(hall: Hall) -> None:
    at_play(hall, spectator_delay=0)
    watcher = Watcher(hall).come()
    assert watcher.log == hall.stored
    while hall.step():
        assert watcher.log == hall.stored
    assert audit(watcher.log).verdict is Verdict.VERIFIED
    hall.go(hall.people[2])
    assert watcher.of(Presence)[-1].seats == ("here", "here", "lost")


def test_who_has_a_seat_is_late_only_with_another_key(hall: Hall) -> None:
    at_play(hall, spectator_delay=LATE)
    player = asked(hall)
    same, other = Watcher(hall, player.identity).come(), Watcher(hall, bytes(31) + b"1").come()
    assert (same.log, other.told) == (hall.stored, [])


def test_a_table_that_may_not_be_watched_keeps_nothing_for_spectators(hall: Hall) -> None:
    begun(hall, spectators=False, spectator_delay=LATE)
    hall.play()
    assert not hall.room.spectators.is_behind
    hall.clock.advance(LATE)
    assert Watcher(hall).come().told == []
    hall.go()
