"""A table comes back from the journal under the server's own HEADs: what they vouch for is not verified once more."""

from dataclasses import replace
from typing import Any

import pytest

from protocol.follow import signatures
from protocol.log.faults import Code
from protocol.log.records import HeadRecord, Kind, RecordType, payload, record
from server.tables import sound
from tests.server.tables import at_room
from tests.server.tables.at_room import begun, errors
from tests.support.hall import Hall
from tests.support.tables_at_play import talk

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """For each signature that was verified, what for."""
    found: list[str] = []

    def spy(module: Any) -> None:
        real = module.verify

        def verify(key: bytes, signature: bytes, purpose: Any, *parts: bytes) -> bool:
            found.append(purpose.name)
            return bool(real(key, signature, purpose, *parts))

        monkeypatch.setattr(module, "verify", verify)

    spy(signatures)
    spy(sound)
    return found


def parked(hall: Hall) -> list[bytes]:
    """The records of a table with a game behind it, in the journal alone."""
    begun(hall, bots=1)
    hall.play(lambda: hall.last() >= 30)
    hall.go()
    hall.restart()
    return hall.journal.tables[hall.tid].records


def test_no_signature_of_a_whole_log_is_verified_again(hall: Hall, verified: list[str]) -> None:
    parked(hall)
    verified.clear()
    assert hall.room.host.follower.chain.last >= 30
    assert verified == []


def test_what_is_signed_from_then_on_is_verified(hall: Hall) -> None:
    parked(hall)
    hall.come()
    one = hall.people[0]
    assert one.mind.follower is not None
    last = hall.last()
    said = one.mind.follower.say(Kind.TALK, talk())
    hall.room.submit(one, replace(said, signature=said.signature[:40] + bytes(24)))
    assert (one.codes()[-1], hall.last()) == (Code.SIGNATURE.value, last)
    hall.room.submit(one, said)
    assert hall.last() == last + 1


def test_a_wrong_head_at_the_end_has_everything_before_it_verified(hall: Hall, verified: list[str]) -> None:
    records = parked(hall)
    last = HeadRecord.from_bytes(payload(records[-1]))
    records[-1] = record(RecordType.HEAD, replace(last, signature=bytes(64)).to_bytes())
    verified.clear()
    with errors() as found:
        host = hall.room.host
    assert "the journal is damaged from record" in found[0]
    signed = [entry for entry in host.entries if entry.is_signed]
    assert host.follower.chain.last < last.seq
    assert verified.count("ACT") == len(signed) > 0


def test_a_signature_that_no_head_vouches_for_is_found(hall: Hall) -> None:
    """The chain has the signatures in it: one that has changed on the disk changes the head."""
    records = parked(hall)
    at = next(at for at, one in enumerate(records) if one[0] == RecordType.ENTRY and any(one[-200:-100]))
    changed = bytearray(records[at])
    changed[5 + 60] ^= 1  # in the signature of its header
    records[at] = bytes(changed)
    with errors() as found:
        assert hall.room.host.follower.chain.last < 30
    assert "the journal is damaged from record" in found[0]


def test_a_server_with_another_key_verifies_the_heads(hall: Hall, verified: list[str]) -> None:
    records = parked(hall)
    setting = hall.room.host.setting
    verified.clear()
    heads = sum(one[0] == RecordType.HEAD for one in records)
    assert sound.kept(sound.sound_part(setting, records, None)) == len(records)
    assert verified == ["HEAD"] * heads
    verified.clear()
    assert sound.kept(sound.sound_part(setting, records, lambda *_: bytes(64))) == len(records)
    assert verified == ["HEAD"] * heads
