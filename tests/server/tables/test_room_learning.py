"""A room on an old copy of the journal: it learns again what the server had signed, nothing else, and sees a fork."""

from collections.abc import Callable

import pytest

from client.net.table.log_file import last_head
from protocol.audit.audit import Verdict, audit
from protocol.log.records import HeadRecord, Kind, RecordType, record
from protocol.wire.messages import Behind
from server.tables.ended import SpentLog
from tests.server.tables import at_room
from tests.server.tables.at_room import at_play, begun, errors, positions
from tests.support.hall import Hall, Person
from tests.support.tables_at_play import talk

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names


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
    assert isinstance(hall.room.host, SpentLog)
    teach(hall, hall.people[0])
    assert hall.stored == hall.people[0].mind.log
    assert audit(hall.stored).verdict is Verdict.VERIFIED
    assert hall.journal.tables[hall.tid].ended


def test_a_server_learns_a_part_although_its_secrets_are_deleted(hall: Hall) -> None:
    """From a client that has not seen the end; nothing is added to what was signed before."""
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
    hall.play(hall.host.bot_is_next)
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
            assert one.codes() == ["table/secrets-lost", "entry/out-of-place"]
        hall.clock.advance(10_000)
    assert found == []
    assert hall.stored == stored
    assert audit(stored).verdict is Verdict.UNPROVEN


@pytest.mark.parametrize("at", [0, 40, -1], ids=["nonce", "key", "last seed"])
def test_secrets_that_the_disk_has_changed_are_lost_secrets(hall: Hall, at: int) -> None:
    """What the table promised does not come of them: dealt with them, every client would refuse the log."""
    begun(hall)
    hall.play(lambda: hall.last() >= 12)
    stored, changed = hall.stored, bytearray(hall.secrets.kept[hall.tid])
    changed[at] ^= 4
    hall.secrets.kept[hall.tid] = bytes(changed)
    hall.go()
    hall.restart()
    hall.come()
    hall.clock.advance(10_000)
    assert {one.codes()[-1] for one in hall.people} == {"table/secrets-lost"}
    assert hall.stored == stored


def damages(hall: Hall) -> dict[str, Callable[[list[bytes]], None]]:
    """What a disk can do to a log, by name; the records are those of the journal."""
    at = {
        kind: [place for place, one in enumerate(hall.journal.tables[hall.tid].records) if one[0] == kind]
        for kind in RecordType
    }
    entry, head = at[RecordType.ENTRY][12], at[RecordType.HEAD][4]

    def flip(place: int, byte: int) -> Callable[[list[bytes]], None]:
        def change(stored: list[bytes]) -> None:
            one = bytearray(stored[place])
            one[byte] ^= 1
            stored[place] = bytes(one)

        return change

    def lose(stored: list[bytes]) -> None:
        stored[entry:] = [b""]

    return {
        "header": flip(entry, 9),
        "body": flip(entry, -1),
        "kind of record": flip(entry, 0),
        "length": flip(entry, 1),
        "head": flip(head, -1),
        "number of a head": flip(head, 5),
        "first entry": flip(2, 20),
        "lost": lose,
    }


@pytest.mark.parametrize(
    "damage", ["header", "body", "kind of record", "length", "head", "number of a head", "first entry", "lost"]
)
@pytest.mark.parametrize("over", [False, True])
def test_what_the_disk_has_damaged_is_taught_back_by_the_players(hall: Hall, damage: str, over: bool) -> None:
    begun(hall, bots=1)
    hall.play() if over else hall.play(lambda: hall.last() >= 30)
    whole = hall.stored
    damages(hall)[damage](hall.journal.tables[hall.tid].records)
    hall.go()
    hall.restart()
    with errors() as found:
        teach(hall, hall.people[0])
    (told,) = found
    assert "the journal is damaged from record" in told
    assert hall.stored == whole
    hall.come(hall.people[1])
    hall.play()
    assert audit(hall.stored).verdict is Verdict.VERIFIED
    assert all(one.mind.log == hall.stored for one in hall.people)


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
    """Another client went on from the old copy before a client came that had seen more."""
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


def test_a_fork_is_seen_while_the_new_log_is_still_shorter(hall: Hall) -> None:
    """The client that has seen more is asked to teach, and cannot: it shows a signature over what both should have."""
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
    hall.room.submit(other, other.mind.follower.say(Kind.TALK, talk("another")))
    hall.room.resume(ahead, *ahead.mind.place)
    behind = ahead.told[-1]
    assert isinstance(behind, Behind)
    signature = last_head(ahead.mind.signed, behind.next)
    assert signature is not None
    assert hall.room.host.is_fork(signature.seq, ahead.mind.follower.chain.heads[signature.seq], signature.signature)
