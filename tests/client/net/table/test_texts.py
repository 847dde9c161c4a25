"""Texts that a server keeps from one player: asked for once, and accepted if they are what was signed."""

from collections.abc import Iterator

import pytest

from client.net.table.gaps import MOST_ASKED, Texts
from client.visit.table import VisitedTable
from client.visit.told import ToldKind
from protocol.log.bodies import HEADER
from protocol.log.records import TEXTS, Entry, Kind, RecordType, kind_of, payload, record
from protocol.wire.codec import decode, encode
from protocol.wire.messages import RECORD, Entries, Fetch, Fetched
from server.net.session import _HANDLERS, Session
from server.tables.room import Room
from tests.support.tables_at_play import AtPlay, small_mine, talk
from tests.support.visitors import Visitor, play_on, seated
from tests.support.world import World


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    with small_mine():
        yield


def stripped(one: bytes, kind: int) -> bytes:
    """A record without its text, if it is a text of this kind."""
    if kind_of(one) is not RecordType.ENTRY or Entry.from_bytes(payload(one)).kind != kind:
        return one
    return record(RecordType.HEADER, payload(one)[:HEADER])


def withholding(monkeypatch: pytest.MonkeyPatch, name: str, kind: int = Kind.TALK) -> None:
    """The server sends one player no texts."""
    tell_frame = Session.tell_frame

    def told(session: Session, frame: bytes) -> None:
        if session.name == name and b"\xa1t\xa7entries" in frame:
            message = decode(Entries, frame, RECORD + 128)
            frame = encode(Entries(table=message.table, records=tuple(stripped(one, kind) for one in message.records)))
        tell_frame(session, frame)

    monkeypatch.setattr(Session, "tell_frame", told)


def talks(table: VisitedTable) -> list[str]:
    return [told.text for told in table.told_lines if told.kind is ToldKind.TALK]


def fetches(monkeypatch: pytest.MonkeyPatch) -> list[Fetch]:
    asked: list[Fetch] = []
    fetch = Session._fetch

    def heard(session: Session, message: Fetch) -> None:
        asked.append(message)
        fetch(session, message)

    monkeypatch.setitem(_HANDLERS, Fetch, heard)
    return asked


@pytest.fixture
def three(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Visitor]:
    """Eva, Ann and Bob; what is said does not reach Bob."""
    people = seated(world, "Eva", "Ann", "Bob")
    withholding(monkeypatch, "Bob")
    return people


def test_a_text_that_was_kept_from_one_player_is_asked_for_and_read(
    world: World, three: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = fetches(monkeypatch)
    eva, ann, bob = three
    eva.table.talk("Ann is a saboteur")
    world.settle()
    assert talks(ann.table) == ["Eva says: “Ann is a saboteur”"]
    assert talks(bob.table) == ["Eva says: (text withheld)", "Eva says: “Ann is a saboteur”"]
    assert [message.table for message in asked] == [bob.table.tid]
    play_on(world, three)
    assert len(asked) == 1


@pytest.mark.parametrize("answer", [b"", b"something else"])
def test_a_text_that_is_not_given_or_not_the_one_that_was_signed_is_shown_as_withheld(
    world: World, three: list[Visitor], monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    monkeypatch.setattr(Room, "text", lambda room, seq: answer)
    eva, _ann, bob = three
    eva.table.talk("Ann is a saboteur")
    world.settle()
    assert talks(bob.table) == ["Eva says: (text withheld)"]
    play_on(world, three)
    assert bob.table.trouble is None


def test_who_is_muted_is_not_read_that_way_either(world: World, three: list[Visitor]) -> None:
    eva, _ann, bob = three
    bob.table.muted.add(eva.table.seat)
    eva.table.talk("Ann is a saboteur")
    world.settle()
    assert talks(bob.table) == []


def test_a_name_that_was_kept_from_one_player_is_asked_for_and_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    withholding(monkeypatch, "Eva", Kind.NAME)
    eva, *_others = seated(world, "Eva", "Ann", "Bob")
    assert eva.table.following is not None
    assert eva.table.following.follower is not None
    assert eva.table.following.follower.agreement.names == {0: "Eva", 1: "Ann", 2: "Bob"}
    assert [eva.table.people.name(seat) for seat in range(3)] == ["Eva", "Ann", "Bob"]


# by itself


def header_of(kind: int = Kind.TALK, seq: int = 7) -> tuple[Entry, bytes]:
    said = encode(talk("hello"))
    whole = Entry(seq, 0, kind, 1, 0, 1, 1, bytes(64), said)
    return Entry.without_body(whole.header()), said


@pytest.mark.parametrize("kind", sorted(TEXTS))
def test_each_text_is_asked_for_once_and_answered_once(kind: int) -> None:
    texts, (entry, said) = Texts(bytes(32)), header_of(kind)
    assert texts.ask(entry) == Fetch(table=bytes(32), seq=7)
    answer = Fetched(table=bytes(32), seq=7, body=said)
    found = texts.take(answer)
    assert found is not None
    assert (found.body, found.removed, found.header()) == (said, b"", entry.header())
    assert texts.take(answer) is None


def test_what_has_its_text_or_is_none_is_not_asked_for() -> None:
    texts, (entry, said) = Texts(bytes(32)), header_of()
    whole = Entry(8, 0, Kind.TALK, 1, 0, 1, 1, bytes(64), said)
    assert texts.ask(whole) is None
    assert texts.ask(header_of(Kind.ACT)[0]) is None
    assert texts.take(Fetched(table=bytes(32), seq=entry.seq, body=said)) is None, "it was not asked for"


def test_a_server_that_withholds_everything_is_not_asked_for_ever() -> None:
    texts = Texts(bytes(32))
    asked = [texts.ask(header_of(seq=seq)[0]) for seq in range(1, MOST_ASKED + 9)]
    assert sum(one is not None for one in asked) == MOST_ASKED


def test_a_malformed_text_breaks_nothing(world: World) -> None:
    """A server may write anything under the hash that a player signed, if the two are one."""
    eva, *_others = seated(world, "Eva", "Ann", "Bob")
    table = AtPlay()
    entry = Entry(table.host.next_seq, 0, Kind.TALK, 1, 0, 1, 1, bytes(64), b"\xff no text at all")
    eva.table.went_on(entry, [])
    assert talks(eva.table) == ["Ann says: (text withheld)"]
