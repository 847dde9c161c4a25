"""What people say before the first card and at the ends: seals, seeds, names, confirmations, and quarrels."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import Purpose, sign
from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import encode
from tests.stories.cheats.scenes import Cheats, Scene, tiny_scene
from tests.support.parts import close, protest
from tests.support.threats import threat

cheat = Cheats()


# seals and seeds


def _sealed(table: Scene, seat: int, tid: bytes, purpose: Purpose = Purpose.SEAL, by: int = 1) -> bytes:
    signature = sign(table.game.keys[by].signing, purpose, tid)
    return table.with_body(table.place(Kind.SEAL, seat), bodies.Seal(signature=signature))


@threat("seal-forged", Code.SEAL)
@cheat(Code.SEAL, 1)
def a_seal_for_another_table(table: Scene) -> bytes:
    return _sealed(table, 1, bytes(32))


@cheat(Code.SEAL, 1)
def a_seal_for_another_purpose(table: Scene) -> bytes:
    return _sealed(table, 1, table.forge.tid, Purpose.JOIN)


@threat("seal-forged", Code.SEAL)
@cheat(Code.SEAL, 1)
def the_seal_of_another_seat(table: Scene) -> bytes:
    return _sealed(table, 1, table.forge.tid, by=0)


@cheat(Code.OUT_OF_PLACE, None)
def a_second_seal(table: Scene) -> bytes:
    at = table.place(Kind.SEAL, 0)
    return table.until(at + 1, replace(table.entries[at], counter=9))


@threat("seed-early", Code.OUT_OF_PLACE)
@cheat(Code.OUT_OF_PLACE, None)
def a_seed_before_all_seals(table: Scene) -> bytes:
    return table.until(table.place(Kind.SEAL, 2), table.entries[table.place(Kind.REVEAL, 0)])


@threat("seed-changed", Code.SEED)
@cheat(Code.SEED, 1)
def another_seed_than_promised(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.REVEAL, 1), bodies.Reveal(seed=bytes(32)))


@cheat(Code.SEED, 1)
def the_seed_of_another_seat(table: Scene) -> bytes:
    return table.with_body(table.place(Kind.REVEAL, 1), bodies.Reveal(seed=table.game.keys[0].seed))


@cheat(Code.OUT_OF_PLACE, None)
def a_second_seed(table: Scene) -> bytes:
    at = table.place(Kind.REVEAL, 2)
    return table.until(at, replace(table.entries[table.place(Kind.REVEAL, 0)], counter=9))


@cheat(Code.OUT_OF_PLACE, None)
def an_act_before_the_deal(table: Scene) -> bytes:
    act = table.entries[table.place(Kind.ACT)]
    return table.until(table.place(Kind.REVEAL, 2), replace(act, round=0))


# names


@cheat(Code.MALFORMED, 1)
def another_name_than_the_one_in_the_join(table: Scene) -> bytes:
    at = table.place(Kind.NAME, 1)
    true = table.body(at, bodies.Name)
    return table.with_body(at, bodies.Name(salt=true.salt, name="Player 1"))


@cheat(Code.MALFORMED, 1)
def the_name_of_another_seat(table: Scene) -> bytes:
    return table.changed(table.place(Kind.NAME, 1), body=table.entries[table.place(Kind.NAME, 0)].body)


@cheat(Code.OUT_OF_PLACE, None)
def a_second_name(table: Scene) -> bytes:
    at = table.place(Kind.NAME, 0)
    return table.until(at + 1, replace(table.entries[at], counter=9))


# what people confirm


def _confirming(table: Scene, seq: int) -> bytes:
    at = table.place(Kind.CLOSE, 1, after=table.place(Kind.END))
    entry = replace(table.entries[at], body=encode(close(seq, bytes(32))))
    return table.signed_by(table.game.keys[1].signing, at, entry)


@threat("log-other-head", Code.CHAIN)
@cheat(Code.CHAIN, 1)
def a_close_over_another_log(table: Scene) -> bytes:
    return _confirming(table, table.place(Kind.END) + 1)


@cheat(Code.OUT_OF_PLACE, None)
def a_close_over_what_is_not_there_yet(table: Scene) -> bytes:
    return _confirming(table, table.place(Kind.CLOSE, 1, after=table.place(Kind.END)) + 1)


@cheat(Code.OUT_OF_PLACE, None)
def a_close_over_what_is_no_end(table: Scene) -> bytes:
    return _confirming(table, table.own_turn())


@cheat(Code.OUT_OF_PLACE, None)
def a_second_close(table: Scene) -> bytes:
    at = table.place(Kind.CLOSE, 1, after=table.place(Kind.END))
    return table.until(at + 1, replace(table.entries[at], counter=10**6))


@threat("log-other-head", Code.CHAIN)
@cheat(Code.CHAIN, 0, tiny_scene)
def an_ack_over_another_log(table: Scene) -> bytes:
    at = table.place(Kind.ACK)
    body = encode(bodies.Ack(seq=at, head=bytes(32)))
    return table.signed_by(table.game.keys[0].signing, at, replace(table.entries[at], body=body))


# quarrels


@cheat(Code.MALFORMED, 1, tiny_scene)
def a_complaint_about_the_box_of_another_seat(table: Scene) -> bytes:
    at = table.place(DealerKind.COMPLAINT)
    return table.changed(at, actor=1, counter=10**6)


@cheat(Code.MALFORMED, 0, tiny_scene)
def a_complaint_about_no_box(table: Scene) -> bytes:
    return table.with_body(table.place(DealerKind.COMPLAINT), dealer_bodies.Complaint(seq=1))


# what does not hold


def _protesting(table: Scene, lost: Entry) -> bytes:
    """Seat 0 protests that this was not logged."""
    at = table.place(Kind.PROTEST)
    entry = replace(table.entries[at], body=encode(protest(lost.header())))
    return table.signed_by(table.game.keys[0].signing, at, entry)


def _lost(table: Scene) -> Entry:
    [told] = table.body(table.place(Kind.PROTEST), bodies.Protest).unlogged
    return Entry.without_body(told.header)


FALSE_PROTESTS: dict[str, Callable[[Scene], Entry]] = {
    "not signed": lambda table: replace(_lost(table), signature=bytes(64)),
    "logged": lambda table: table.entries[table.place(Kind.TALK, 0)],
    "of another seat": lambda table: replace(_lost(table), actor=1),
    "what only the server says": lambda table: replace(_lost(table), kind=Kind.PAUSE),
}


@pytest.mark.parametrize("false", FALSE_PROTESTS.values(), ids=FALSE_PROTESTS)
def test_a_protest_that_does_not_hold_is_a_note_and_accuses_no_one(false: Callable[[Scene], Entry]) -> None:
    table = tiny_scene()
    with table.mine():
        report = audit(_protesting(table, false(table)))
    assert report.verdict is Verdict.UNPROVEN  # the log goes no further
    assert report.follower is not None
    assert report.follower.grievances.withheld == []
    assert [seat for _seq, seat in report.follower.grievances.unproved] == [0]


def test_there_are_enough() -> None:
    assert len(cheat) >= 19


@pytest.mark.parametrize("name", cheat)
def test_it_ends_in_its_own_finding(name: str) -> None:
    cheat.check(name)
