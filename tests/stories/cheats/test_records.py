"""Files that need no key to be written: they prove nothing and accuse no seat.

And the pen of the other files, which writes with all keys: alone it changes nothing.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.audit.audit import Verdict, Why, audit
from protocol.keys.identity import Purpose, sign
from protocol.log.records import (
    MAGIC,
    NO_SIGNATURE,
    Chain,
    HeadRecord,
    RecordType,
    head_parts,
    record,
    records,
)
from tests.stories.cheats.games import Game, whole_game
from tests.stories.cheats.scenes import Scene, scene, scene_with_bot, tiny_scene
from tests.support.dealing import SIGNED


def unproven(log: bytes) -> None:
    """Reading stops at the bad record: that is damage; what stands under a HEAD before it still counts."""
    report = audit(log)
    assert report.verdict is (Verdict.UNPROVEN if report.entries else Verdict.UNREADABLE)
    assert report.why is Why.DAMAGED
    assert not report.findings


def rerecorded(log: bytes, change: Callable[[int, RecordType, bytes], bytes]) -> bytes:
    """A file whose records are other ones."""
    return MAGIC + b"".join(change(number, kind, payload) for number, (kind, payload) in enumerate(records(log)))


def test_entries_in_another_order() -> None:
    table = scene()
    entries = list(table.entries)
    entries[20], entries[21] = entries[21], entries[20]
    _, log = whole_game()
    there = [record(RecordType.ENTRY, entry.to_bytes()) for entry in entries]
    changed = rerecorded(
        log, lambda _, kind, payload: there.pop(0) if kind == RecordType.ENTRY else record(kind, payload)
    )
    unproven(changed)


@pytest.mark.parametrize("dropped", [2, 3, 6, 9, 10, 14])
def test_an_entry_dropped(dropped: int) -> None:
    _, log = whole_game()
    rows = list(records(log))
    assert rows[dropped][0] == rows[dropped + 1][0] == RecordType.ENTRY
    file = rerecorded(log, lambda number, kind, payload: b"" if number == dropped else record(kind, payload))
    unproven(file)


def test_the_last_entry_before_a_head_dropped() -> None:
    """The numbers stay in order, but the HEAD is over something else."""
    _, log = whole_game()
    rows = list(records(log))
    at = next(number for number, (kind, _) in enumerate(rows) if kind == RecordType.HEAD and number > 30)
    file = rerecorded(log, lambda number, kind, payload: b"" if number == at - 1 else record(kind, payload))
    unproven(file)


def _bad_head(payload: bytes, why: str, game: Game) -> bytes:
    head = HeadRecord.from_bytes(payload)
    changed = {
        "another number": replace(head, seq=head.seq + 1).to_bytes(),
        "no signature": replace(head, signature=NO_SIGNATURE).to_bytes(),
        "cut": payload[:-1],
        "a player's": replace(
            head, signature=sign(game.keys[0].signing, Purpose.HEAD, game.host.setting.tid)
        ).to_bytes(),
        "another table's": replace(
            head, signature=game.server.sign_head(*head_parts(bytes(32), head.seq, bytes(32)))
        ).to_bytes(),
    }
    return changed[why]


@pytest.mark.parametrize("why", ["another number", "no signature", "cut", "a player's", "another table's"])
def test_a_head_that_is_not_the_servers_word(why: str) -> None:
    game, log = whole_game()
    at = [kind for kind, _ in records(log)].index(RecordType.HEAD)
    file = rerecorded(
        log, lambda number, kind, payload: record(kind, _bad_head(payload, why, game) if number == at else payload)
    )
    unproven(file)


def test_another_body_under_the_same_header() -> None:
    _, log = whole_game()
    file = rerecorded(
        log,
        lambda number, kind, payload: record(kind, payload[:-1] + bytes([payload[-1] ^ 1]) if number == 2 else payload),
    )
    unproven(file)


def test_the_entries_of_another_table() -> None:
    _, log = whole_game()
    _, other = whole_game(seed=b"y")
    mixed = list(records(log))[:2] + list(records(other))[2:]
    file = MAGIC + b"".join(record(kind, payload) for kind, payload in mixed)
    unproven(file)


# the pen


@pytest.mark.parametrize("table", [scene, scene_with_bot, tiny_scene])
def test_the_pen_alone_changes_nothing(table: Callable[[], Scene]) -> None:
    """What is found is found because of the cheat."""
    there = table()
    with there.mine():
        assert audit(there.forge.write(there.entries)).verdict is Verdict.VERIFIED
        assert audit(there.forge.write(there.entries[:60])).verdict is Verdict.UNPROVEN


def test_the_chain_of_a_scene_is_that_of_the_log() -> None:
    """A scene looks at the state before an entry; it must not be off by one."""
    table = scene()
    at = table.own_turn()
    follower = table.follower(at)
    assert follower.chain.last == at == table.entries[at].seq - 1
    assert table.entries[at].kind in SIGNED
    assert Chain(follower.setting.tid).heads[0] == follower.chain.heads[0]
