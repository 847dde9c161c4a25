"""What a person has agreed to: compared with the TABLE before anything is signed, and written down when it is."""

from collections.abc import Callable
from dataclasses import replace as replace_setting
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.net.consent import introduced, terms_of
from client.net.drawer import Drawer, Sealed
from client.net.open_joins import own_seat
from protocol.keys.identity import Identity, Purpose, sign, verify
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.setting import LONGEST_TABLE, Setting
from protocol.wire import lobby
from protocol.wire.codec import decode, encode
from tests.support.gatherings import (
    BOT,
    CODE,
    OTHER,
    OTHER_SERVER,
    SERVER,
    Own,
    bot,
    gathering,
    joining,
    signed,
    sitter,
    table,
)
from tests.support.threats import threat
from tests.support.undealt.mode import MODE as OTHER_MODE

ANN, BOB = joining("Ann"), joining("Bob")
BEFORE = bodies.Predecessor(tid=b"b" * 32, reason="dissolved")
GATHERING = gathering()


def ready(*, others: bool = True, **how: Any) -> tuple[Own, lobby.Gathering]:
    """Eva has agreed to a table with Ann and Bob, and so have they."""
    eva = Own()
    told = gathering(eva.sitter(), sitter(ANN), sitter(BOB), **how)
    assert eva.hear(told) == []
    assert eva.agree(told) is not None
    made = eva.joins.made(eva.nonce)
    assert made is not None
    told = signed(told, [made.joining, *((ANN, BOB) if others else ())])
    assert eva.hear(told) == []
    return eva, told


def test_there_is_no_objection_to_what_was_agreed_to() -> None:
    eva, told = ready()
    assert eva.object_to(table(told)) is None


def test_who_sits_where_is_found_by_key_alone() -> None:
    eva, told = ready()
    setting = table(told)
    people = [eva.identity, ANN.identity, BOB.identity]
    assert [own_seat(setting, person) for person in people] == [0, 1, 2]
    assert own_seat(setting, Identity(b"x" * 32)) is None


def decoy(victim: bodies.SignedJoin) -> bodies.SignedJoin:
    """A JOIN of another person that carries the victim's link."""
    puppet, nonce = Identity(b"p" * 32), b"n" * 32
    own = Joining(puppet, nonce, bodies.Name(salt=bytes(16), name="Eva")).signed(SERVER.public)
    link = decode(bodies.Join, victim.join, LONGEST_TABLE).identity_link
    data = encode(replace(decode(bodies.Join, own.join, LONGEST_TABLE), identity_link=link))
    return bodies.SignedJoin(join=data, signature=sign(puppet.seat(nonce).signing, Purpose.JOIN, data))


@threat("join-decoy")
def test_a_decoy_on_an_earlier_seat_makes_nobody_a_spectator() -> None:
    eva, told = ready()
    rows = [one.join for one in told.sitters]
    setting = table(told, seats=[decoy(eva.signed), *rows])
    assert [own_seat(setting, one) for one in (eva.identity, ANN.identity, BOB.identity)] == [1, 2, 3]
    assert eva.object_to(setting, 1) == "consent/seats"


OPTIONS: list[tuple[str, Any]] = [
    ("turn_seconds", 5),
    ("step_seconds", 31),
    ("window_seconds", 9),
    ("bank_seconds", 1),
    ("pause_most", 1),
    ("resume_seconds", 1),
    ("absent_after", 1),
    ("absent", BOT),
    ("spectators", False),
    ("spectator_delay", 1),
    ("host_plays", True),
    ("most_entries", 19_999),
    ("most_bytes", 1 << 21),
    ("kept_entries", 2000),
    ("kept_bytes", 1 << 18),
    ("most_talks", 0),
]


def test_every_option_is_listed() -> None:
    """But for the one that has a single value."""
    assert {name for name, _ in OPTIONS} == set(bodies.Options.__struct_fields__) - {"relay"}


@threat("table-other-options", "consent/options")
@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_other_options_are_objected_to(name: str, value: object) -> None:
    eva, told = ready()
    assert eva.object_to(table(told, options=replace(told.options, **{name: value}))) == "consent/options"


def rows(told: lobby.Gathering) -> list[Any]:
    return [one.join for one in told.sitters]


CHANGED: dict[str, tuple[str, Callable[[lobby.Gathering], Setting]]] = {
    "rules": ("consent/rules", lambda told: table(told, rules="base-2006")),
    "one more": ("consent/seats", lambda told: table(told, seats=[*rows(told), BOT])),
    "a bot": ("consent/seats", lambda told: table(told, seats=[*rows(told)[:2], BOT])),
    "another person": (
        "consent/seats",
        lambda told: table(told, seats=[*rows(told)[:2], joining("Cat").signed(SERVER.public)]),
    ),
    "another JOIN of a person": (
        "consent/seats",
        lambda told: table(told, seats=[*rows(told)[:2], joining("Bob", 1).signed(SERVER.public)]),
    ),
    "another order": ("consent/seats", lambda told: table(told, seats=[rows(told)[0], *reversed(rows(told)[1:])])),
    "predecessor": ("consent/predecessor", lambda told: table(told, predecessor=BEFORE)),
}


@pytest.mark.parametrize("what", CHANGED)
def test_everything_else_that_differs_is_objected_to(what: str) -> None:
    code, make = CHANGED[what]
    eva, told = ready()
    assert eva.object_to(make(told)) == code


def test_a_row_that_is_not_what_was_sent_is_objected_to() -> None:
    """The same JOIN with another signature under it; only its maker could make one."""
    eva, told = ready()
    made = eva.joins.made(eva.nonce)
    assert made is not None
    setting = table(told)
    made.signed = bodies.SignedJoin(join=made.signed.join, signature=bytes(64))
    eva.signed = made.signed
    assert eva.object_to(setting) == "consent/row"


def test_a_table_of_another_server_is_objected_to() -> None:
    eva, told = ready()
    made = eva.joins.made(eva.nonce)
    assert made is not None
    people = [made.joining, ANN, BOB]
    elsewhere = table(told, OTHER_SERVER, seats=[one.signed(OTHER_SERVER.public) for one in people])
    assert eva.object_to(elsewhere) == "consent/server"


@threat("table-other-mode", "consent/mode")
def test_a_table_that_is_dealt_in_another_way_is_objected_to() -> None:
    """There is one mode today; the other is one for tests."""
    eva, told = ready()
    assert eva.object_to(replace_setting(table(told), mode=OTHER_MODE)) == "consent/mode"


def test_who_did_not_join_here_objects() -> None:
    _eva, told = ready()
    assert Own("Ann").joins.objection(table(told), ANN.nonce, 1) == "consent/none"


def test_a_predecessor_that_was_shown_is_no_objection() -> None:
    eva, told = ready(predecessor=BEFORE)
    assert eva.object_to(table(told)) is None
    assert eva.object_to(table(told, predecessor=None)) == "consent/predecessor"


# ready


def test_nothing_is_sealed_before_every_person_is_ready_for_the_same() -> None:
    for said, code in (([], "consent/not-ready"), ([ANN], "consent/not-ready"), ([ANN, BOB], None)):
        eva, told = ready(others=False)
        for one in said:
            eva.hear(signed(told, [one]))
        assert eva.object_to(table(told)) == code


def test_a_ready_for_something_else_is_none() -> None:
    eva, told = ready(others=False)
    other = signed(replace(told, options=replace(told.options, turn_seconds=5)), [ANN, BOB])
    eva.hear(replace(told, sitters=(told.sitters[0], *other.sitters[1:])))
    assert eva.object_to(table(told)) == "consent/not-ready"


def test_whoever_did_not_get_ready_does_not_seal() -> None:
    eva = Own()
    told = signed(gathering(eva.sitter(), sitter(ANN), sitter(BOB)), [ANN, BOB])
    eva.hear(told)
    assert eva.object_to(table(told)) == "consent/not-agreed"


@pytest.mark.parametrize("what", ["person", "order", "options", "predecessor", "rules", "gone"])
def test_what_changes_afterwards_was_not_agreed_to(what: str) -> None:
    """Nor is what it was before: it has to be agreed to again."""
    eva, told = ready()
    first, ann, bob = told.sitters
    changed = {
        "person": replace(told, sitters=(first, ann, sitter(joining("Cat")))),
        "order": replace(told, sitters=(first, bob, ann)),
        "options": replace(told, options=replace(told.options, turn_seconds=5)),
        "predecessor": replace(told, predecessor=BEFORE),
        "rules": replace(told, wishes=replace(told.wishes, rules="base-2006")),
        "gone": replace(told, sitters=(first, ann)),
    }[what]
    eva.hear(changed)
    made = eva.joins.made(eva.nonce)
    assert made is not None
    assert made.consent is None
    eva.hear(told)
    assert made.consent is None
    assert eva.agree(told) is not None
    assert eva.object_to(table(told)) is None


def test_ready_is_signed_over_rows_rules_options_and_predecessor() -> None:
    eva = Own()
    told = gathering(eva.sitter(), sitter(ANN), bot())
    eva.hear(told)
    said, terms = eva.agree(told), terms_of(told)
    assert said is not None
    assert terms is not None
    key = eva.identity.seat(eva.nonce).public
    assert verify(key, said.signature, Purpose.READY, *terms.parts)
    others = [
        gathering(eva.sitter(), bot(), sitter(ANN)),
        gathering(eva.sitter(), sitter(ANN), bot(), rules="base-2006"),
    ]
    others += [replace(told, predecessor=BEFORE), replace(told, options=replace(told.options, turn_seconds=5))]
    for other in others:
        changed = terms_of(other)
        assert changed is not None
        assert not verify(key, said.signature, Purpose.READY, *changed.parts)


def test_ready_takes_all_seats_and_everybody_introduced() -> None:
    eva = Own()
    for told in (
        gathering(eva.sitter(), sitter(ANN)),
        gathering(eva.sitter(), sitter(ANN), sitter(BOB, introduced=False)),
        gathering(eva.sitter(), sitter(ANN), replace(sitter(BOB), join=None)),
        gathering(eva.sitter(), sitter(ANN), replace(sitter(BOB), introduction=sitter(ANN).introduction)),
        gathering(sitter(joining("Eva", 5)), sitter(ANN), sitter(BOB)),
    ):
        eva.hear(told)
        assert eva.agree(told) is None
    told = gathering(eva.sitter(), sitter(ANN), sitter(BOB))
    assert eva.agree(told) is not None


# open JOINs


def test_what_was_taken_back_is_dead() -> None:
    eva, told = ready()
    setting, nonce = table(told), eva.nonce
    eva.joins.withdraw(CODE)
    eva.joins.for_gathering(CODE, SERVER.public)
    assert eva.joins.objection(setting, nonce, 0) == "consent/withdrawn"


def test_who_has_gone_seals_nothing() -> None:
    eva, told = ready()
    setting, nonce = table(told), eva.nonce
    eva.joins.leave(CODE)
    assert eva.joins.objection(setting, nonce, 0) == "consent/withdrawn"
    assert eva.hear(told) == [], "news that were on their way are not answered"


def test_a_join_is_good_at_one_gathering() -> None:
    """A server shows the JOIN of one gathering at another one."""
    eva = Own()
    elsewhere = gathering(eva.sitter(), sitter(ANN), sitter(BOB), code=OTHER)
    (said,) = eva.hear(elsewhere)
    assert isinstance(said, lobby.Rejoin)
    assert said.join != eva.signed
    assert eva.agree(elsewhere) is None


def test_a_join_for_a_new_gathering_belongs_to_the_first_that_shows_it() -> None:
    eva = Own()
    eva.signed = eva.joins.for_new(SERVER.public)
    told = gathering(eva.sitter(), sitter(ANN), sitter(BOB), code=OTHER)
    eva.hear(told)
    assert eva.agree(told) is not None
    assert eva.joins.for_gathering(OTHER, SERVER.public) == eva.signed
    assert eva.joins.for_new(SERVER.public) != eva.signed


def test_after_a_failed_start_there_is_a_new_join_by_itself() -> None:
    eva, told = ready()
    nonce = eva.nonce
    used = replace(told, sitters=tuple(replace(one, join=None, introduction=None, ready=None) for one in told.sitters))
    (said,) = eva.hear(used)
    assert isinstance(said, lobby.Rejoin)
    assert said.join != eva.signed
    assert eva.hear(used) == [], "it is on its way"
    assert eva.joins.objection(table(told), nonce, 0) == "consent/withdrawn"
    eva.joins.lost_connection()
    (again,) = eva.hear(used)
    assert isinstance(again, lobby.Rejoin)


def test_a_new_connection_brings_the_same_join() -> None:
    eva, told = ready()
    eva.joins.lost_connection()
    assert eva.joins.for_gathering(CODE, SERVER.public) == eva.signed
    assert eva.object_to(table(told)) is None


def test_another_place_of_the_same_person_is_left_alone() -> None:
    eva = Own()
    eva.hear(gathering(eva.sitter()))
    assert eva.hear(gathering(sitter(joining("Eva", 9)))) == []


def test_a_join_that_the_server_has_used_is_replaced() -> None:
    eva = Own()
    eva.joins.denied("gathering/password")
    assert eva.joins.for_gathering(CODE, SERVER.public) == eva.signed
    eva.joins.denied("join/reused")
    assert eva.joins.for_gathering(CODE, SERVER.public) != eva.signed


def test_people_are_introduced_once_and_when_all_seats_are_taken() -> None:
    eva = Own()
    own = replace(eva.sitter(), introduction=None)
    assert eva.hear(gathering(own, sitter(ANN))) == []
    (said,) = eva.hear(gathering(own, sitter(ANN), sitter(BOB)))
    introduction = eva.sitter().introduction
    assert introduction is not None
    assert said == lobby.Introduce(gathering=CODE, introduction=introduction)
    assert eva.hear(gathering(own, sitter(ANN), sitter(BOB))) == []
    eva.joins.lost_connection()
    assert eva.hear(gathering(own, sitter(ANN), sitter(BOB))) == [said]


@pytest.mark.parametrize("seat", [3, 11])
def test_news_that_cannot_be_are_passed_over(seat: int) -> None:
    eva = Own()
    told = gathering(eva.sitter(), sitter(ANN), sitter(BOB))
    assert eva.hear(told, seat) == []
    assert eva.agree(told, seat) is None
    assert eva.hear(told, 1) == []
    assert eva.agree(told, 1) is None


# who sits there


FALSE: dict[str, Callable[[lobby.Sitter], lobby.Sitter]] = {
    "no introduction": lambda one: replace(one, introduction=None),
    "no JOIN": lambda one: replace(one, join=None),
    "another key": lambda one: replace(one, key=BOB.identity.public),
    "another name": lambda one: replace(one, name="Anne"),
    "another person's": lambda one: replace(one, introduction=sitter(BOB).introduction),
    "of an earlier JOIN": lambda one: replace(one, introduction=sitter(joining("Ann", 1)).introduction),
    "of another server": lambda _one: sitter(ANN, OTHER_SERVER),
    "a puppet with a friend's link": lambda one: replace(one, join=decoy(ANN.signed(SERVER.public))),
}


@threat("join-puppets")
@pytest.mark.parametrize("what", FALSE)
def test_nobody_is_taken_for_somebody_without_proof(what: str) -> None:
    assert introduced(sitter(ANN), SERVER.public) == ANN.identity.public
    assert introduced(FALSE[what](sitter(ANN)), SERVER.public) is None


# on the disk


def sealed(nonce: bytes = b"n" * 32, tid: bytes = b"t" * 32) -> Sealed:
    name = bodies.Name(salt=bytes(16), name="Eva")
    return Sealed(nonce=nonce, tid=tid, server_key=SERVER.public, rules="base", name=name, people=[], last=0, end="")


def test_a_join_is_sealed_for_one_table_and_no_other(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    assert drawer.sealed(b"n" * 32) is None
    assert drawer.seal(sealed())
    assert drawer.seal(sealed()), "the same table once more"
    assert not drawer.seal(sealed(tid=b"u" * 32))
    assert Drawer(tmp_path / "tables").sealed(b"n" * 32) == sealed()
    assert drawer.sealed(b"m" * 32) is None


def test_a_damaged_record_lets_no_table_be_sealed(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.seal(sealed())
    (path,) = drawer.folder.glob("*.seal")
    path.write_bytes(path.read_bytes()[:-1])
    assert drawer.sealed(b"n" * 32) is None
    assert not drawer.seal(sealed())
    assert not drawer.seal(sealed(tid=b"u" * 32))


def test_the_end_of_a_table_is_noted_once(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.note_end(b"n" * 32, 7, "dissolved")
    assert drawer.sealed(b"n" * 32) is None
    drawer.seal(sealed())
    drawer.note_end(b"n" * 32, 7, "dissolved")
    drawer.note_end(b"n" * 32, 8, "finished")
    assert drawer.sealed(b"n" * 32) == replace(sealed(), last=7, end="dissolved")


def test_open_tables_are_those_of_one_server(tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "tables")
    drawer.mark_open(b"1" * 32, SERVER.public)
    drawer.mark_open(b"2" * 32, OTHER_SERVER.public)
    assert drawer.open_tables(SERVER.public) == [b"1" * 32]
    drawer.mark_over(b"1" * 32)
    assert drawer.open_tables(SERVER.public) == []


def test_a_join_is_good_for_the_table_that_the_server_has_named_and_for_no_other() -> None:
    eva, told = ready()
    nonce = eva.nonce
    eva.joins.started(CODE, bytes(32))
    assert eva.object_to(table(told)) == "consent/other-table"
    assert eva.joins.objection(table(told), nonce, 0) == "consent/withdrawn"


@threat("join-withdrawn", "consent/withdrawn")
@pytest.mark.parametrize("dies", ["the people gather again", "the person goes", "ready is taken back"])
def test_a_join_whose_start_failed_after_it_was_announced_is_dead(dies: str) -> None:
    """A server that says “started”, sends no TABLE and starts later has nothing to start with."""
    eva, told = ready()
    nonce, agreed = eva.nonce, table(told)
    eva.joins.started(CODE, agreed.tid)
    if dies == "the people gather again":
        eva.hear(replace(told, sitters=tuple(replace(one, join=None, ready=None) for one in told.sitters)))
    elif dies == "the person goes":
        eva.joins.leave(CODE)
    else:
        eva.joins.withdraw(CODE)
    assert eva.joins.objection(agreed, nonce, 0) == "consent/withdrawn"


def test_a_table_that_was_objected_to_leaves_no_second_try() -> None:
    eva, told = ready()
    nonce = eva.nonce
    other = replace(told, options=replace(told.options, bank_seconds=told.options.bank_seconds + 1))
    assert eva.object_to(table(other)) == "consent/options"
    assert eva.joins.objection(table(told), nonce, 0) == "consent/withdrawn"
