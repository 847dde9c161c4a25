"""A TABLE to refuse: keys, JOINs, rules and commitments."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.rules import parse
from protocol.audit.audit import Verdict, Why, audit
from protocol.follow.follower import Follower
from protocol.keys.hashing import frame
from protocol.keys.identity import Purpose, sign
from protocol.keys.keycheck import PRIME
from protocol.keys.player_seed import player_commitment
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.records import MAGIC, NO_SIGNATURE, Entry, Kind, RecordType, record, records
from protocol.log.setting import PROTO, read_setting
from protocol.modes.dealer import part
from protocol.wire.codec import Body, decode, encode
from tests.stories.cheats.games import Forge, Game, entries_of, first, follow, refuted, whole_game
from tests.support.parts import join_part, mode, table_part
from tests.support.threats import threat

IDENTITY_POINT = (1).to_bytes(32, "little")
"""A key of order one."""
CONSTANT = IDENTITY_POINT + bytes(32)
"""A signature that the library alone takes from it for every message."""

Change = Callable[[Game, bodies.Table], bodies.Table]


def table_of(game: Game) -> bodies.Table:
    """The TABLE of a game."""
    return decode(bodies.Table, game.table, 1 << 16)


def join_of(table: bodies.Table, seat: int) -> bodies.Join:
    """The JOIN of a seat."""
    person = table.seats[seat].person
    assert person is not None
    return decode(bodies.Join, person.join, 2048)


def seated(
    game: Game, table: bodies.Table, seat: int, join: bodies.Join, signature: bytes | None = None
) -> bodies.Table:
    """A table with another JOIN, signed with the key of its seat."""
    data = encode(join)
    made = signature or sign(game.keys[seat].signing, Purpose.JOIN, data)
    rows = list(table.seats)
    rows[seat] = bodies.SeatRow(person=bodies.SignedJoin(join=data, signature=made), bot=None)
    return msgspec.structs.replace(table, seats=rows)


def joined(game: Game, table: bodies.Table, seat: int = 1, **change: Any) -> bodies.Table:
    """A table where one JOIN says something else."""
    return seated(game, table, seat, msgspec.structs.replace(join_of(table, seat), **change))


def with_box_key(game: Game, table: bodies.Table, key: bytes) -> bodies.Table:
    """A table where the JOIN of seat 1 has another key for its boxes."""
    return joined(game, table, part=encode(part.JoinPart(x25519=key)))


def with_part(table: bodies.Table, **change: Any) -> bodies.Table:
    """A table where the dealer's part says something else."""
    made = msgspec.structs.replace(table_part(table), **change)
    return msgspec.structs.replace(table, mode=mode(made))


def _signature(game: Game, table: bodies.Table) -> bodies.Table:
    return seated(game, table, 1, join_of(table, 1), bytes(63) + b"\1")


def _signed_by_another(game: Game, table: bodies.Table) -> bodies.Table:
    join = join_of(table, 1)
    return seated(game, table, 1, join, sign(game.keys[0].signing, Purpose.JOIN, encode(join)))


def _changed_join(game: Game, table: bodies.Table) -> bodies.Table:
    person = table.seats[1].person
    assert person is not None
    join = msgspec.structs.replace(join_of(table, 1), name_hash=bytes(32))
    return seated(game, table, 1, join, person.signature)


def _two_seats_one_join(game: Game, table: bodies.Table) -> bodies.Table:
    return msgspec.structs.replace(table, seats=[table.seats[0], table.seats[0], table.seats[2]])


def _one_box_key(game: Game, table: bodies.Table) -> bodies.Table:
    return with_box_key(game, table, join_part(join_of(table, 0)).x25519)


def _mirrored(game: Game, table: bodies.Table) -> bodies.Table:
    """Another person's nonce and commitment under our key."""
    other = join_of(table, 0)
    return joined(game, table, nonce=other.nonce, seed_commitment=other.seed_commitment)


def _dealers_box_key(game: Game, table: bodies.Table) -> bodies.Table:
    return with_box_key(game, table, table_part(table).x25519)


def _small_order(game: Game, table: bodies.Table) -> bodies.Table:
    join = msgspec.structs.replace(join_of(table, 1), seat_key=IDENTITY_POINT)
    return seated(game, table, 1, join, CONSTANT)


def _small_order_server(game: Game, table: bodies.Table) -> bodies.Table:
    made = msgspec.structs.replace(table, server_key=IDENTITY_POINT)
    for seat in range(3):
        made = joined(game, made, seat, server_key=IDENTITY_POINT)
    return made


def _low_order_box_key(game: Game, table: bodies.Table) -> bodies.Table:
    return with_box_key(game, table, bytes(32))


def _second_spelling(game: Game, table: bodies.Table) -> bodies.Table:
    return with_box_key(game, table, (PRIME + 9).to_bytes(32, "little"))


def _low_order_dealer(game: Game, table: bodies.Table) -> bodies.Table:
    return with_part(table, x25519=IDENTITY_POINT)


def _another_server(game: Game, table: bodies.Table) -> bodies.Table:
    return joined(game, table, server_key=game.keys[0].public)


def _newer_protocol(game: Game, table: bodies.Table) -> bodies.Table:
    return joined(game, table, proto_min=PROTO + 1, proto_max=PROTO + 2)


def _nobody(game: Game, table: bodies.Table) -> bodies.Table:
    return msgspec.structs.replace(table, seats=[*table.seats[:2], bodies.SeatRow(person=None, bot=None)])


def _both(game: Game, table: bodies.Table) -> bodies.Table:
    row = bodies.SeatRow(person=table.seats[2].person, bot=bodies.BotSeat(bot="random", rev=1))
    return msgspec.structs.replace(table, seats=[*table.seats[:2], row])


def _few_commitments(game: Game, table: bodies.Table) -> bodies.Table:
    return with_part(table, commitments=table_part(table).commitments[:-1])


def _many_commitments(game: Game, table: bodies.Table) -> bodies.Table:
    return with_part(table, commitments=[*table_part(table).commitments, bytes(32), bytes(32)])


def _no_part(game: Game, table: bodies.Table) -> bodies.Table:
    return msgspec.structs.replace(table, mode=msgspec.structs.replace(table.mode, part=b"\x80"))


def _no_join_part(game: Game, table: bodies.Table) -> bodies.Table:
    return joined(game, table, part=b"\x80")


def _two_seats(game: Game, table: bodies.Table) -> bodies.Table:
    return msgspec.structs.replace(table, seats=table.seats[:2])


def _short_rules(game: Game, table: bodies.Table) -> bodies.Table:
    return msgspec.structs.replace(table, rules="base")


def _rules_in_another_order(game: Game, table: bodies.Table) -> bodies.Table:
    name, *flags = table.rules.split("+")
    return msgspec.structs.replace(table, rules="+".join([name, *reversed(flags)]))


def _odd_predecessor(game: Game, table: bodies.Table) -> bodies.Table:
    return msgspec.structs.replace(table, predecessor=bodies.Predecessor(tid=bytes(32), reason="boring"))


FAULTS: dict[str, tuple[set[Code], Change]] = {
    "a JOIN without a true signature": ({Code.JOIN_SIGNATURE}, _signature),
    "a JOIN that another player signed": ({Code.JOIN_SIGNATURE}, _signed_by_another),
    "a JOIN changed by the server": ({Code.JOIN_SIGNATURE}, _changed_join),
    "two seats with one JOIN": ({Code.KEYS}, _two_seats_one_join),
    "two seats with one box key": ({Code.KEYS}, _one_box_key),
    "a copied nonce and commitment": ({Code.KEYS}, _mirrored),
    "the dealer's box key for a seat": ({Code.KEYS}, _dealers_box_key),
    # The signature is looked at first, and under such a key no signature counts.
    "a seat key of small order": ({Code.KEYS, Code.JOIN_SIGNATURE}, _small_order),
    "a box key of low order": ({Code.KEYS}, _low_order_box_key),
    "a box key in a second spelling": ({Code.KEYS}, _second_spelling),
    "a dealer's key of low order": ({Code.KEYS}, _low_order_dealer),
    "a JOIN for another server": ({Code.TABLE}, _another_server),
    "a JOIN for a newer protocol": ({Code.TABLE}, _newer_protocol),
    "a seat with nobody": ({Code.TABLE}, _nobody),
    "a seat with a person and a bot": ({Code.TABLE}, _both),
    "too few commitments": ({Code.TABLE}, _few_commitments),
    "too many commitments": ({Code.TABLE}, _many_commitments),
    "a mode without its part": ({Code.TABLE}, _no_part),
    "a JOIN without the part of its mode": ({Code.TABLE}, _no_join_part),
    "two seats": ({Code.TABLE}, _two_seats),
    "rules that are not written out": ({Code.TABLE}, _short_rules),
    "rules in another order": ({Code.TABLE}, _rules_in_another_order),
    "a predecessor that ended as none ends": ({Code.TABLE}, _odd_predecessor),
}


@threat("table-join-forged", Code.JOIN_SIGNATURE)
@threat("table-bad-keys", Code.KEYS)
@threat("table-malformed", Code.TABLE)
@pytest.mark.parametrize("name", FAULTS)
def test_nobody_sits_down(name: str) -> None:
    expected, change = FAULTS[name]
    table, file = signed(change)
    findings = refuted(file)
    assert len(findings) == 1
    assert findings[0].code in expected
    assert (findings[0].at, findings[0].key) == (0, table.server_key)
    with pytest.raises(Fault) as caught:  # a client, which seals no such table
        read_setting(encode(table))
    assert caught.value.finding.code is findings[0].code


def signed(change: Change) -> tuple[bodies.Table, bytes]:
    """Another table, and a log of it with one entry under a HEAD of the server."""
    game, log = whole_game()
    table = change(game, table_of(game))
    return table, Forge(game, encode(table)).write(entries_of(log)[:1], signing=lambda entry: False)


@pytest.mark.parametrize("name", FAULTS)
def test_without_a_signature_over_it_a_table_accuses_no_key(name: str) -> None:
    """The holder of the file could have made it so: that is damage."""
    game, _ = whole_game()
    for change in (FAULTS[name][1], _small_order_server):
        report = audit(Forge(game, encode(change(game, table_of(game)))).write([]))
        assert (report.verdict, report.why, report.findings) == (Verdict.UNREADABLE, Why.DAMAGED, [])


def test_a_signature_under_another_table_accuses_no_key() -> None:
    """The HEADs of the honest table behind a TABLE in which one thing is wrong."""
    game, log = whole_game()
    (_, honest), *rest = records(log)
    table = encode(_signature(game, table_of(game)))
    file = MAGIC + b"".join(record(kind, payload) for kind, payload in [(RecordType.TABLE, table), *rest])
    assert honest != table
    report = audit(file)
    assert (report.verdict, report.why, report.findings) == (Verdict.UNREADABLE, Why.DAMAGED, [])


def test_under_a_server_key_of_small_order_no_signature_counts() -> None:
    """So it names no key: any holder of the file could have signed with it."""
    report = audit(signed(_small_order_server)[1])
    assert (report.verdict, report.findings) == (Verdict.UNREADABLE, [])


UNREADABLE: dict[str, dict[str, Any]] = {
    "a newer protocol": {"proto": PROTO + 1},
    "another mode": {"mode": bodies.Mode(name="dealerless", rev=1, part=b"")},
    "a newer revision of the mode": {"mode": bodies.Mode(name=part.NAME, rev=part.REV + 1, part=b"")},
    "a newer core": {"revs": [("mine", 65535), ("base", 1)]},
    "a newer card set": {"revs": [("mine", 1), ("base", 2)]},
    "a part more": {"revs": [("mine", 1), ("base", 1), ("toll", 1)]},
    "a part less": {"revs": [("mine", 1), ("mine", 1)]},
    "a module that is not known": {"rules": "base+toll"},
    "a flag that is not known": {"rules": "base+gold-for-me=yes"},
    "a card set that is not known": {"rules": "saboteur9"},
    "a value that is not known": {"rules": "base+gold-draw=all"},
    "other cards": {"data_hash": bytes(32)},
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_this_program_does_not_know_is_no_fault(name: str) -> None:
    game, _ = whole_game()
    table = msgspec.structs.replace(table_of(game), **UNREADABLE[name])
    report = audit(Forge(game, encode(table)).write([]))
    assert report.verdict is Verdict.UNREADABLE
    assert not report.findings
    assert report.reason


def test_a_table_that_cannot_be_read() -> None:
    """Damage accuses no key."""
    game, _ = whole_game()
    for table in (b"", b"\x80", game.table[:-1], game.table + b"\0"):
        report = audit(Forge(game, table).write([]))
        assert (report.verdict, report.findings) == (Verdict.UNREADABLE, [])
        assert report.reason


def _other_rules(game: Game, table: bodies.Table) -> bodies.Table:
    return msgspec.structs.replace(table, rules=parse("base-2006").in_full())


def _other_seeds(game: Game, table: bodies.Table) -> bodies.Table:
    """Commitments to seeds that suit those of the players."""
    return with_part(table, commitments=[bytes(32) for _ in table_part(table).commitments])


@threat("seed-late", Code.SIGNATURE)
@pytest.mark.parametrize("change", [_other_rules, _other_seeds])
def test_a_table_that_is_changed_later_has_no_signature(change: Change) -> None:
    """The rules or the seeds of the server are changed after the SEALs: none of them is for this table.

    Not even people who sign every entry again for the server have sealed it: the seal is a signature of its own.
    """
    game, log = whole_game()
    table = change(game, table_of(game))
    forge, entries = Forge(game, encode(table)), entries_of(log)
    findings = refuted(forge.write(entries[:6], signing=lambda entry: False))
    assert [(finding.code, finding.at) for finding in findings] == [(Code.SIGNATURE, 1)]
    with pytest.raises(Fault) as caught:
        follow(Follower(read_setting(encode(table))), entries)
    assert caught.value.finding == findings[0]
    findings = refuted(forge.write(entries[:6]))
    sealed = first(entries, Kind.SEAL)
    assert [(finding.code, finding.at) for finding in findings] == [(Code.SEAL, sealed + 1)]
    assert findings[0].key == game.keys[entries[sealed].actor].public


@threat("seed-mirrored", Code.SEED)
def test_a_copied_commitment_does_not_open() -> None:
    """A mirrored commitment is bound to the key and the nonce of its author, so there is no seed that opens it."""
    game, _ = whole_game()
    own, other = join_of(table_of(game), 1), join_of(table_of(game), 0)
    assert player_commitment(other.seat_key, other.nonce, game.keys[0].seed) == other.seed_commitment
    assert player_commitment(own.seat_key, own.nonce, game.keys[0].seed) != other.seed_commitment
    data = encode(joined(game, table_of(game), seed_commitment=other.seed_commitment))
    forge, client = Forge(game, data), Follower(read_setting(data))
    seals = [bodies.Seal(signature=sign(keys.signing, Purpose.SEAL, forge.tid)) for keys in game.keys]
    said: list[tuple[int, Body]] = [(Kind.SEAL, seal) for seal in seals]
    said += [(Kind.REVEAL, bodies.Reveal(seed=game.keys[0].seed))] * 2
    entries = [
        Entry(0, 0, kind, at % 3, 0, at, 0, NO_SIGNATURE, encode(body)) for at, (kind, body) in enumerate(said, 3)
    ]
    log = forge.write(entries)
    [finding] = refuted(log)
    assert (finding.code, finding.at, finding.key) == (Code.SEED, len(entries), own.seat_key)
    with pytest.raises(Fault) as caught:
        follow(client, entries_of(log))
    assert (caught.value.finding, client.chain.last) == (finding, len(entries) - 1)


def test_the_constant_signature_is_one_for_the_library() -> None:
    """Why keys are looked at: without that, any party could sign for such a seat."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    Ed25519PublicKey.from_public_bytes(IDENTITY_POINT).verify(CONSTANT, frame(Purpose.JOIN, b"anything"))
