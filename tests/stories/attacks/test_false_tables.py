"""Tables that are not what was agreed to, logs that do not hold, and servers that are not who they were."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client.net.table.table import FollowedTable
from client.words.codes import sentence
from engine.rules import parse
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log.bodies import HEADER, BotSeat, Join, Name, Predecessor, SignedJoin
from protocol.log.join import Joining, make_table
from protocol.log.records import Entry, Kind, RecordType, record
from protocol.wire import lobby
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Entries, Presence, Submit
from server.tables.room import Room
from tests.client.lines.persons import Person, wait
from tests.client.lines.test_mishaps_in_lines import begun as begun_in_lines
from tests.client.lines.test_mishaps_in_lines import forged
from tests.client.screen.piloted import piloted
from tests.stories.attacks.hostile import sent
from tests.stories.attacks.memory_door import on_screen
from tests.support.threats import threat
from tests.support.visitors import Visitor, gathered, seated
from tests.support.world import World

Change = Callable[[dict[str, Any]], dict[str, Any]]
OTHERWISE: dict[str, Change] = {
    "consent/rules": lambda how: {"rules": parse("base+gold-draw=players")},
    "consent/options": lambda how: {"options": replace(how["options"], turn_seconds=1)},
    "consent/seats": lambda how: {"seats": [*how["seats"], BotSeat(bot="random", rev=1)]},
    "consent/predecessor": lambda how: {"predecessor": Predecessor(tid=b"\1" * 32, reason="finished")},
}
SEATS: dict[str, Change] = {
    "a bot for a person": lambda how: {"seats": [*how["seats"][:2], BotSeat(bot="random", rev=1)]},
    "another order": lambda how: {"seats": [how["seats"][0], how["seats"][2], how["seats"][1]]},
    "a puppet for a person": lambda how: {"seats": [*how["seats"][:2], puppet(how["seats"][2])]},
}


def puppet(victim: SignedJoin) -> SignedJoin:
    """A JOIN of the server itself, which carries the link and the name of another person."""
    server, nonce = Identity(b"\7" * 32), b"\7" * 32
    theirs = decode(Join, victim.join, 2048)
    own = Joining(server, nonce, Name(salt=bytes(16), name="Bob")).signed(theirs.server_key)
    join = decode(Join, own.join, 2048)
    data = encode(replace(join, identity_link=theirs.identity_link, name_hash=theirs.name_hash))
    return SignedJoin(join=data, signature=sign(server.seat(nonce).signing, Purpose.JOIN, data))


def made_otherwise(monkeypatch: pytest.MonkeyPatch, change: Change) -> None:
    """The server makes another table than the one all are ready for."""

    def make(rules: Any, options: Any, seats: Any, key: bytes, secrets: Any, *, predecessor: Any) -> bytes:
        how = {"rules": rules, "options": options, "seats": seats, "predecessor": predecessor}
        how |= change(how)
        before = how.pop("predecessor")
        return make_table(how["rules"], how["options"], how["seats"], key, secrets, predecessor=before)

    monkeypatch.setattr("server.tables.lobby.make_table", make)


def started(world: World, visitors: list[Visitor]) -> None:
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    host = visitors[0]
    assert host.visit.gathering is not None
    host.visit.guest.say(lobby.Start(gathering=host.visit.gathering.code))
    world.until(lambda: all(one.visit.tables for one in visitors))
    world.settle()


@threat("table-other-options", "consent/options")
@threat("table-other-rules", "consent/rules")
@pytest.mark.parametrize("code", OTHERWISE)
def test_nothing_is_signed_at_a_table_that_is_not_what_was_agreed_to(
    world: World, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")
    made_otherwise(monkeypatch, OTHERWISE[code])
    sent_entries: list[object] = []
    send = FollowedTable._send

    def noted(following: FollowedTable, entry: Entry | None) -> None:
        sent_entries.append(entry)
        send(following, entry)

    monkeypatch.setattr(FollowedTable, "_send", noted)
    started(world, visitors)
    for one in visitors:
        assert one.table.objection == code
        assert one.table.asked is None
        assert not list(one.drawer.folder.glob("*.sent"))
    assert [entry for entry in sent_entries if entry is not None] == []


@threat("join-other-people", "consent/seats")
@pytest.mark.parametrize("what", SEATS)
def test_nothing_is_signed_where_other_people_sit(world: World, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Who was ready has agreed to these people, these bots and their order, and to nothing else."""
    visitors = gathered(world, "Eva", "Ann", "Bob")
    made_otherwise(monkeypatch, SEATS[what])
    started(world, visitors)
    for one in visitors[:2]:
        assert one.table.objection == "consent/seats"
        assert not list(one.drawer.folder.glob("*.seal"))


def test_a_row_that_changes_takes_every_ready_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server lets another person sit down when all are ready, and begins with all that was said before."""
    visitors = gathered(world, "Eva", "Ann", "Bob")
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    (gathering,) = world.rooms.watchers[0].__self__._gatherings.values()  # type: ignore[attr-defined]
    before = [sitting.ready for sitting in gathering.sittings]
    visitors[2].go()
    world.settle()
    cat = Visitor(world, "Cat")
    cat.visit.guest.sit(gathering.code, "")
    world.settle()
    assert cat.visit.get_ready()
    world.settle()
    for sitting, ready in zip(gathering.sittings[:2], before[:2], strict=True):
        sitting.ready = ready
    visitors[0].visit.guest.say(lobby.Start(gathering=gathering.code))
    world.settle()
    for one in visitors[:2]:
        assert one.table.objection == "consent/not-agreed"
        assert not list(one.drawer.folder.glob("*.seal"))
    assert cat.table.objection == "consent/not-ready", "what was signed for another table is not believed"


def test_a_start_without_a_persons_ready_is_not_sealed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")
    monkeypatch.setattr("server.tables.gathering.Gathering.require_ready", lambda self: None)
    for one in visitors[:2]:
        assert one.visit.get_ready()
        world.settle()
    assert visitors[0].visit.gathering is not None
    visitors[0].visit.guest.say(lobby.Start(gathering=visitors[0].visit.gathering.code))
    world.settle()
    assert [one.table.objection for one in visitors] == ["consent/not-ready"] * 2 + ["consent/not-agreed"]


@threat("join-withdrawn", "consent/withdrawn")
def test_who_takes_ready_back_while_it_begins_does_not_seal(world: World) -> None:
    visitors = gathered(world, "Eva", "Ann", "Bob")
    for one in visitors:
        assert one.visit.get_ready()
        world.settle()
    eva, ann, _bob = visitors
    assert eva.visit.gathering is not None
    eva.visit.guest.say(lobby.Start(gathering=eva.visit.gathering.code))
    eva.cable.carry()  # the server begins, and Ann has not heard of it
    assert ann.visit.not_ready()
    world.settle()
    assert ann.table.objection == "consent/withdrawn"
    assert not list(ann.drawer.folder.glob("*.seal"))


@piloted
async def test_the_screen_says_that_nothing_was_signed(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_otherwise(monkeypatch, OTHERWISE["consent/rules"])
    async with on_screen(world, tmp_path) as person:
        await person.begin_with_bots()
        assert "This is not the table that you accepted" in person.text
        assert "Your computer signed nothing" in person.text


# logs that do not hold


@piloted
async def test_a_fault_in_the_middle_of_play_stops_the_screen_with_its_page(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        table = await person.play_with_bots()
        fake: Any = type("Fake", (), {"table": table})
        sent(person.door, forged(fake, world))
        await person.go_on()
        assert "THIS IS A PROOF of cheating" in person.text
        (evidence,) = person.door.drawer.folder.glob("*evidence*")
        assert audit(evidence.read_bytes()).verdict is Verdict.REFUTED
        await person.press("escape")
        assert "SOMETHING IS WRONG" in person.text
        before = table.entries
        await person.press("1", "enter", "d", "enter")
        assert table.entries == before
        assert table.asked is None


@pytest.mark.parametrize("rubbish", [b"x", b"\x02" + b"\xff" * 4, b"\1" * 60_000])
def test_rubbish_instead_of_a_log_accuses_nobody_and_is_kept(world: World, rubbish: bytes) -> None:
    eva, *_ = seated(world, "Eva", "Ann", "Bob")
    before = eva.drawer.log(eva.table.tid).read_bytes()
    sent(eva, Entries(table=eva.table.tid, records=(rubbish,)))
    trouble = eva.table.trouble
    assert trouble is not None
    assert trouble.proved is None
    assert trouble.evidence is not None
    assert trouble.evidence.exists()
    assert eva.drawer.log(eva.table.tid).read_bytes() == before
    assert eva.table.asked is None


def test_a_server_that_has_lost_something_takes_back_nothing_that_was_seen(world: World) -> None:
    eva, ann, _bob = seated(world, "Eva", "Ann", "Bob")
    ann.table.talk("hello")
    world.settle()
    log = world.journal.tables[eva.table.tid]
    entries = eva.table.entries
    world.crash()
    del log.records[-2:]  # what was said, and the signature over it
    world.until(lambda: eva.visit.connected_now, seconds=60)
    world.until(lambda: eva.table.trouble is not None or eva.table.following.live, seconds=120)  # type: ignore[union-attr]
    assert eva.table.entries >= entries
    assert any(told.text.endswith("hello”") for told in eva.table.told_lines)


@threat("talk-withheld", "withheld")
def test_a_text_that_is_kept_from_one_client_is_seen_to_be_missing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    eva, ann, _bob = seated(world, "Eva", "Ann", "Bob")
    send = Room._send

    def keep_back(room: Room, guests: list[Any], batch: list[bytes]) -> None:
        deaf = [guest for guest in guests if guest.identity == eva.me.identity.public]
        send(room, [guest for guest in guests if guest not in deaf], batch)
        send(room, deaf, [without_talk(one) for one in batch])

    monkeypatch.setattr(Room, "_send", keep_back)
    monkeypatch.setattr(Room, "text", lambda room, seq: b"")  # nor is it given to a client that asks
    ann.table.talk("hello")
    world.settle()
    assert ann.table.told_lines[-1].text.endswith("hello”")
    assert eva.table.told_lines[-1].text.endswith("(text withheld)")
    assert eva.table.trouble is None
    assert eva.table.entries == ann.table.entries


def without_talk(one: bytes) -> bytes:
    """The record, without its text if it is talk."""
    talk = one[0] == RecordType.ENTRY and Entry.from_bytes(one[5:]).kind == Kind.TALK
    return record(RecordType.HEADER, one[5 : 5 + HEADER]) if talk else one


# servers that are not who they were


def other_key(world: World) -> None:
    """The server comes back with another key."""
    world.kill_server()
    world.identity = Identity(b"\x55" * 32)
    world.start_server()


def test_a_server_with_a_new_key_is_refused_loudly_and_told_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = begun_in_lines(world)
    eva = people[0]
    said: list[object] = []

    def noted(*given: object) -> bytes:
        said.append(given)
        return bytes(64)

    monkeypatch.setattr("client.net.conversation.sign_login", noted)
    other_key(world)
    wait(world, 40)
    assert said == [], "no client says who it is to a server that is not the one"
    assert any("has another key than before" in line for line in eva.said)
    assert "Before you continue, ask the host of the server, by phone or in person." in eva.said
    assert eva.codes == [1]
    assert (eva.folder / "known-servers").read_text().count("\n") == 1, "nor is it trusted from now on"


@piloted
async def test_a_server_with_a_new_key_stops_the_screen(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        await person.play_with_bots()
        other_key(world)
        for _ in range(40):
            world.clock.advance(1)
            world.settle()
        await person.go_on()
        words = " ".join(person.text.replace("┃", " ").split())
        assert "THE KEY OF THE SERVER HAS CHANGED" in words
        assert "has another key than before" in words
        assert "or something is intercepting the connection." in words


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[World]:
    """Another server."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    world = World(folder, b"another world")
    yield world
    world.close()


def at_another_server(world: World, elsewhere: World) -> tuple[Person, list[object]]:
    """A player at one server, who is told by another that the game is there; and what they say to it."""
    eva = begun_in_lines(world)[0]
    tid = eva.table.tid
    eva.go()
    world.settle()
    there = Person(elsewhere, "Eva")
    there.me, there.drawer = eva.me, eva.drawer
    there.come()
    said: list[object] = []
    talk: Any = there.visit.guest._talk
    talk.say = said.append
    table = there.visit.follow(tid)
    table.following.hear(Presence(table=tid, seats=(), waiting=(), left_ms=0, paused=False, pause_wanted=()))
    table.talk("hello")
    if table.asked is not None:
        table.act(table.legal()[0])
    return there, said


def test_a_game_is_not_played_on_at_another_server(world: World, elsewhere: World) -> None:
    _eva, said = at_another_server(world, elsewhere)
    assert not [message for message in said if isinstance(message, Submit)]


def test_another_server_does_not_take_a_game_away(world: World, elsewhere: World) -> None:
    eva, _said = at_another_server(world, elsewhere)
    assert eva.drawer.open_tables(world.identity.public)


def test_every_objection_has_a_sentence() -> None:
    codes = [*OTHERWISE, "consent/none", "consent/not-agreed", "consent/not-ready", "consent/withdrawn", "join/reused"]
    assert all(sentence(code).endswith(".") and code not in sentence(code) for code in codes)


def test_a_table_with_half_the_name_of_another_leaves_the_log_of_that_one_alone(world: World) -> None:
    """A server that could make a log vanish could tell another story afterwards, and let the seat sign twice."""
    eva, *_others = seated(world, "Eva", "Ann", "Bob")
    tid = eva.table.tid
    eva.go()
    log = eva.drawer.log(tid).read_bytes()
    eva.come()
    eva.visit.follow(tid[:16] + bytes(16))
    world.settle()
    eva.go()
    assert eva.drawer.log(tid).read_bytes().startswith(log)
    assert tid in eva.drawer.open_tables(world.identity.public)
