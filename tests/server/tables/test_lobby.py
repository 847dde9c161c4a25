"""The lobby: how people gather, what they may do there, and how gatherings become tables and come back."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from twisted.internet.defer import Deferred, fail
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent
from zope.interface import implementer

from client.net.consent import terms_of
from engine.bots import BOTS
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.modes.dealer.part import JoinPart
from protocol.wire import lobby, messages
from protocol.wire.codec import Message, decode, encode
from protocol.wire.messages import FEATURES, Bye, FromServer, decode_from_server
from server.settings.settings import Settings
from server.store.journal import Pace
from server.tables.bringing import Denied
from server.tables.lobby import Lobby
from server.tables.on_view import OnView
from tests.server.callers import wishes as common_wishes
from tests.support.hall import Hall, person
from tests.support.reading import now
from tests.support.stores import MemoryOnView
from tests.support.tables_at_play import small_mine


class Guest:
    """A person in the lobby, without a connection."""

    def __init__(self, inn: "Inn", name: str, identity: Identity | None = None, network: str = "") -> None:
        self.inn = inn
        self.network = network
        self.own = identity or Identity(inn.hall.randomness(32))
        self.identity = self.own.public
        self.name = name
        self.told: list[FromServer] = []
        self.features: tuple[str, ...] = FEATURES
        self.joining: Joining | None = None
        inn.lobby.enter(self)
        inn.everybody.append(self)

    def knows(self, feature: str) -> bool:
        return feature in self.features

    def tell(self, message: Message) -> None:
        self.tell_frame(encode(message))

    def hang_up(self, code: str) -> None:
        self.tell(Bye(code=code))

    def tell_frame(self, frame: bytes) -> None:
        self.told.append(decode_from_server(frame))

    def say(self, message: Any) -> str:
        """What the lobby answers: the code of a refusal, or nothing."""
        try:
            getattr(self.inn.lobby, _VERBS[type(message)])(self, message)
        except Denied as denied:
            return denied.code
        return ""

    def gather(self, password: str = "", **how: Any) -> str:
        assert self.open(password, **how) == ""
        return self.gathering.code

    def open(self, password: str = "", **how: Any) -> str:
        return self.say(lobby.Gather(wishes=wishes(**how), password=password, join=self.join()))

    @property
    def gathering(self) -> lobby.Gathering:
        """As it was told last."""
        return [one for one in self.told if isinstance(one, lobby.Gathered)][-1].gathering

    @property
    def sitter(self) -> lobby.Sitter:
        """The seat that asks."""
        told = [one for one in self.told if isinstance(one, lobby.Gathered)][-1]
        return told.gathering.sitters[told.seat]

    def sit(self, code: str, password: str = "") -> str:
        return self.say(lobby.Sit(gathering=code, password=password, join=self.join()))

    def another_game(self, table: bytes) -> lobby.Again:
        return lobby.Again(table=table, join=self.join())

    def again(self, table: bytes) -> str:
        return self.say(self.another_game(table))

    def join(self, key: bytes | None = None) -> bodies.SignedJoin:
        self.joining = person(self.inn.hall.randomness, self.name, self.own)
        return self.joining.signed(key or self.inn.hall.identity.public)

    def rejoin(self, code: str) -> str:
        return self.say(lobby.Rejoin(gathering=code, join=self.join()))

    def introduction(self) -> bodies.Introduction:
        assert self.joining is not None
        return self.joining.introduction(self.inn.hall.identity.public)

    def introduce(self, code: str) -> str:
        return self.say(lobby.Introduce(gathering=code, introduction=self.introduction()))

    def signed(self) -> bytes:
        """Ready for the gathering as it was told last."""
        terms, joining = terms_of(self.gathering), self.joining
        assert joining is not None
        parts = terms.parts if terms is not None else ()
        return sign(joining.identity.seat(joining.nonce).signing, Purpose.READY, *parts)

    def ready(self, code: str) -> str:
        """When all have done what programs do by themselves."""
        self.inn.prepare(code)
        return self.say(lobby.Ready(gathering=code, signature=self.signed()))

    def heard(self, kind: type) -> list[Any]:
        return [one for one in self.told if isinstance(one, kind)]


_VERBS: dict[type, str] = {
    lobby.Browse: "browse",
    lobby.Gather: "gather",
    lobby.Sit: "sit",
    lobby.Rise: "rise",
    lobby.Dismiss: "dismiss",
    lobby.SeatBot: "seat_bot",
    lobby.Introduce: "introduce",
    lobby.Ready: "ready",
    lobby.Rejoin: "rejoin",
    lobby.Start: "start",
    lobby.Again: "again",
    lobby.Look: "look",
    lobby.Say: "say",
    lobby.Pace: "pace",
}


class Inn:
    """A lobby in front of a hall."""

    def __init__(self, **settings: Any) -> None:
        self.everybody: list[Guest] = []
        self.hall = Hall()
        self.on_view = MemoryOnView(self.hall.journal)
        self.settings = Settings(data_dir="", **settings)
        self.lobby = self.open()

    def open(self) -> Lobby:
        """As a server does that is started on these stores."""
        hall, rooms = self.hall, self.hall.rooms
        on_view = OnView(rooms.loaded, self.on_view, hall.clock)
        Deferred.fromCoroutine(on_view.bring_back())
        return Lobby(hall.identity, rooms, self.settings, hall.randomness, on_view)

    def restart(self) -> None:
        """A new process on the same stores."""
        self.hall.restart()
        self.lobby = self.open()

    def prepare(self, code: str) -> None:
        """Each who sits there brings a JOIN, and is introduced."""
        told = [guest for guest in self.everybody if guest in self.lobby.guests and guest.heard(lobby.Gathered)]
        there = [guest for guest in told if guest.gathering.code == code]
        for guest in there:
            if guest.sitter.key == guest.identity and guest.sitter.join is None:
                guest.rejoin(code)
        for guest in there:
            guest.introduce(code)

    def guests(self, count: int = 3) -> list[Guest]:
        return [Guest(self, f"guest {number}") for number in range(count)]

    def offers(self) -> list[lobby.Offer]:
        guest = Guest(self, "looks")
        guest.say(lobby.Browse())
        self.lobby.leave(guest)
        self.everybody.remove(guest)
        return list(guest.told[-1].offers)  # type: ignore[union-attr]


def wishes(**how: Any) -> lobby.Wishes:
    return common_wishes(**{"listed": True, **how})


@pytest.fixture
def inn() -> Iterator[Inn]:
    with small_mine():
        made = Inn()
        yield made
    made.hall.rooms.stop()
    assert made.hall.clock.getDelayedCalls() == []


def ready_to_start(guests: list[Guest], **how: Any) -> str:
    code = guests[0].gather(**how)
    for guest in guests[1:]:
        assert guest.sit(code) == ""
    for guest in guests:
        assert guest.ready(code) == ""
    return code


def started(inn: Inn, guests: list[Guest], **how: Any) -> str:
    """A table; its people sit in the hall."""
    code = ready_to_start(guests, **how)
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    sit_down(inn, guests)
    return code


def sit_down(inn: Inn, guests: list[Guest]) -> None:
    from tests.support.hall import Person

    inn.hall.tid = guests[0].heard(lobby.Started)[-1].table
    joinings = [guest.joining for guest in guests]
    inn.hall.people = [Person(joining, inn.hall.tid) for joining in joinings if joining is not None]


# gathering


def test_a_gathering_is_listed_until_it_begins(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    (offer,) = inn.offers()
    assert (offer.code, offer.host, offer.taken, offer.seats, offer.locked) == (code, "guest 0", 1, 3, False)
    for guest in guests[1:]:
        guest.sit(code)
    assert inn.offers()[0].taken == 3
    for guest in guests:
        guest.ready(code)
    guests[0].say(lobby.Start(gathering=code))
    assert inn.offers() == []
    assert guests[2].sit(code) == "gathering/none"


def test_the_fullest_come_first_and_not_too_many(inn: Inn) -> None:
    for number in range(60):
        guests = [Guest(inn, f"host {number}", network=str(number)), Guest(inn, f"guest {number}")]
        code = guests[0].gather()
        if number == 30:
            guests[1].sit(code)
    offers = inn.offers()
    assert len(offers) == lobby.MOST_OFFERS
    assert (offers[0].host, offers[0].taken) == ("host 30", 2)


def test_the_largest_list_fits_into_a_frame(inn: Inn) -> None:
    long = Guest(inn, "n" * 64)
    inn.lobby._settings = Settings(data_dir="", most_tables_per_player=64)
    for _ in range(50):
        long.gather(rules="base")
    assert len(inn.offers()) == 50


def test_an_unlisted_one_is_found_by_its_code_only(inn: Inn) -> None:
    host, guest, _ = inn.guests()
    code = host.gather(listed=False)
    assert inn.offers() == []
    assert guest.sit(code) == ""


def test_a_password_is_asked_for_and_never_told(inn: Inn) -> None:
    host, guest, _ = inn.guests()
    code = host.gather(password="sesame")
    assert inn.offers()[0].locked
    assert guest.sit(code) == guest.sit(code, "Sesame") == "gathering/password"
    assert guest.sit(code, "sesame") == ""
    assert guest.gathering.locked
    assert not any(b"sesame" in encode(one) for one in (*host.told, *guest.told))


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"seats": 11}, "gathering/unfit-rules"),
        ({"rules": "nonsense"}, "gathering/unfit-rules"),
        ({"rules": "base+base"}, "gathering/unfit-rules"),
        ({"absent": bodies.BotSeat(bot="nobody", rev=1)}, "gathering/no-such-bot"),
        ({"absent": bodies.BotSeat(bot="random", rev=999)}, "gathering/no-such-bot"),
    ],
)
def test_what_does_not_fit_together_is_refused_before_anybody_sits(inn: Inn, how: dict[str, Any], code: str) -> None:
    (guest,) = inn.guests(1)
    assert guest.open(**how) == code
    assert inn.offers() == []


def test_everybody_sees_who_sits_there(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    for guest in guests[1:]:
        guest.sit(code)
    for seat, guest in enumerate(guests):
        told = guest.heard(lobby.Gathered)[-1]
        assert told.seat == seat
        assert [sitter.key for sitter in told.gathering.sitters] == [other.identity for other in guests]
        assert told.gathering.options.absent_after == 2
    assert Guest(inn, "late").sit(code) == "gathering/full"


def test_whoever_rises_is_gone_and_the_next_is_host(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    guests[1].sit(code)
    assert guests[2].say(lobby.Rise(gathering=code)) == "gathering/not-there"
    assert guests[0].say(lobby.Rise(gathering=code)) == ""
    assert guests[0].told[-1] == lobby.Parted(gathering=code, why="risen")
    assert guests[1].gathering.host == 0
    assert [sitter.name for sitter in guests[1].gathering.sitters] == ["guest 1"]
    guests[1].say(lobby.Rise(gathering=code))
    assert inn.offers() == []
    assert guests[1].sit(code) == "gathering/none"


def test_only_the_host_sends_away_fills_seats_and_starts(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    guests[1].sit(code)
    guests[2].sit(code)
    for message in (
        lobby.Dismiss(gathering=code, seat=0),
        lobby.SeatBot(gathering=code, bot="random"),
        lobby.Start(gathering=code),
    ):
        assert guests[1].say(message) == "gathering/not-host"
        assert Guest(inn, "stranger").say(message) == "gathering/not-there"
    assert guests[0].say(lobby.Dismiss(gathering=code, seat=0)) == "gathering/own-seat"
    assert guests[0].say(lobby.Dismiss(gathering=code, seat=5)) == "gathering/no-such-seat"
    assert guests[0].say(lobby.Dismiss(gathering=code, seat=1)) == ""
    assert guests[1].told[-1] == lobby.Parted(gathering=code, why="dismissed")
    assert [sitter.name for sitter in guests[2].gathering.sitters] == ["guest 0", "guest 2"]
    assert guests[1].sit(code) == "gathering/dismissed", "once is enough"
    assert guests[1].sit(guests[1].gather()) == ""


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_bots_of_every_kind_may_sit_down(inn: Inn, bot: str) -> None:
    (host,) = inn.guests(1)
    code = host.gather()
    for _ in range(2):
        assert host.say(lobby.SeatBot(gathering=code, bot=bot)) == ""
    assert host.say(lobby.SeatBot(gathering=code, bot=bot)) == "gathering/full"
    sitters = host.gathering.sitters[1:]
    assert [(one.bot, one.ready, one.key) for one in sitters] == [
        (bodies.BotSeat(bot=bot, rev=BOTS[bot].rev), None, None)
    ] * 2
    assert len({one.name for one in sitters}) == 2
    host.say(lobby.Dismiss(gathering=code, seat=1))
    host.say(lobby.SeatBot(gathering=code, bot=bot))
    assert len({one.name for one in host.gathering.sitters}) == 3
    assert host.say(lobby.SeatBot(gathering=code, bot="nobody")) == "gathering/no-such-bot"
    host.ready(code)
    assert host.say(lobby.Start(gathering=code)) == ""
    assert host.heard(lobby.Started)


# ready


def test_a_join_must_be_good_in_a_table_of_this_server(inn: Inn) -> None:
    host, guest, other = inn.guests()
    code = host.gather()
    for join, refusal in (
        (guest.join(key=Identity(bytes(32)).public), "join/not-yours"),
        (bodies.SignedJoin(join=b"\xc1", signature=bytes(64)), "join/malformed"),
        (bodies.SignedJoin(join=guest.join().join, signature=bytes(64)), "join/signature"),
        (bodies.SignedJoin(join=guest.join().join + b"\0", signature=guest.join().signature), "join/malformed"),
        (altered(guest, part=b""), "join/malformed"),
        (altered(guest, part=encode(JoinPart(x25519=bytes(32)))), "join/bad-keys"),
        (altered(guest, seat_key=bytes(32)), "join/bad-keys"),
        (altered(guest, proto_max=1, proto_min=1), "join/other-protocol"),
        (host.sitter.join, "join/bad-keys"),
    ):
        assert join is not None
        assert guest.say(lobby.Sit(gathering=code, password="", join=join)) == refusal
        assert guest.say(lobby.Gather(wishes=wishes(), password="", join=join)) in {refusal, ""}
        assert len(host.gathering.sitters) == 1
    assert guest.sit(code) == ""
    assert guest.rejoin(code) == ""
    assert other.rejoin(code) == "gathering/not-there"
    assert guest.say(lobby.Rejoin(gathering=code, join=host.sitter.join)) == "join/bad-keys"  # type: ignore[arg-type]


def altered(guest: Guest, **how: Any) -> bodies.SignedJoin:
    """A JOIN with something else in it, signed all the same."""
    good = decode(bodies.Join, guest.join().join, 2048)
    assert guest.joining is not None
    data = encode(replace(good, **how))
    return bodies.SignedJoin(join=data, signature=sign(guest.own.seat(guest.joining.nonce).signing, Purpose.JOIN, data))


def test_an_introduction_is_ones_own_and_fits_the_join(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    for guest in guests[1:]:
        guest.sit(code)
    first, second = guests[0].introduction(), guests[1].introduction()
    for introduction in (
        second,
        replace(first, identity=guests[1].identity),
        replace(first, blind=bytes(32)),
        replace(first, name=second.name),
        replace(first, name=b"no name"),
        replace(first, signature=second.signature),
    ):
        said = lobby.Introduce(gathering=code, introduction=introduction)
        assert guests[0].say(said) == "introduction/not-yours"
        assert guests[0].sitter.introduction is None
    assert guests[0].introduce(code) == ""
    assert guests[1].gathering.sitters[0].introduction == first
    told = len(guests[1].told)
    assert guests[0].introduce(code) == ""
    assert len(guests[1].told) == told, "it is known already"


def test_people_are_introduced_when_all_seats_are_taken(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    guests[1].sit(code)
    assert guests[0].introduce(code) == ""
    assert now(lambda: guests[1].gathering.sitters[0].introduction) is None
    guests[2].sit(code)
    assert guests[1].gathering.sitters[0].introduction == guests[0].introduction()
    inn.lobby.leave(guests[2])
    assert guests[1].gathering.sitters[0].introduction is None


def test_ready_is_signed_over_the_gathering_as_it_stands(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    ready = lobby.Ready(gathering=code, signature=bytes(64))
    assert guests[0].say(ready) == "gathering/seats-free"
    guests[1].sit(code)
    guests[2].sit(code)
    assert guests[0].say(ready) == "gathering/not-introduced"
    inn.prepare(code)
    assert guests[0].say(ready) == "gathering/changed"
    assert guests[0].say(lobby.Ready(gathering=code, signature=guests[1].signed())) == "gathering/changed"
    early = guests[0].signed()
    assert guests[2].rejoin(code) == ""
    inn.prepare(code)
    assert guests[0].say(lobby.Ready(gathering=code, signature=early)) == "gathering/changed"
    assert guests[0].ready(code) == ""
    assert guests[1].gathering.sitters[0].ready == guests[0].signed()
    assert Guest(inn, "stranger").say(ready) == "gathering/not-there"


@pytest.mark.parametrize("change", ["rise", "dismiss", "cut", "rejoin", "sit again"])
def test_a_changed_row_withdraws_every_ready_and_keeps_the_joins(inn: Inn, change: str) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    joins = [sitter.join for sitter in guests[0].gathering.sitters]
    match change:
        case "rise":
            guests[2].say(lobby.Rise(gathering=code))
        case "dismiss":
            guests[0].say(lobby.Dismiss(gathering=code, seat=2))
        case "cut":
            inn.lobby.leave(guests[2])
        case "rejoin":
            guests[2].rejoin(code)
        case _:
            guests[2].sit(code)
    shown = guests[0].gathering.sitters
    assert not any(sitter.ready for sitter in shown)
    assert [sitter.join for sitter in shown[:2]] == joins[:2]
    if len(shown) == 2:
        guests[0].say(lobby.SeatBot(gathering=code, bot="random"))
    assert guests[0].say(lobby.Start(gathering=code)) == "gathering/not-ready"
    for guest in guests[: len(shown)]:
        assert guest.ready(code) == ""
    assert guests[0].say(lobby.Start(gathering=code)) == ""


def test_a_bot_that_sits_down_withdraws_every_ready(inn: Inn) -> None:
    guests = inn.guests(2)
    code = guests[0].gather()
    guests[1].sit(code)
    guests[0].say(lobby.SeatBot(gathering=code, bot="random"))
    assert all(guest.ready(code) == "" for guest in guests)
    guests[0].say(lobby.Dismiss(gathering=code, seat=2))
    guests[0].say(lobby.SeatBot(gathering=code, bot="random"))
    assert not any(sitter.ready for sitter in guests[0].gathering.sitters)


def test_a_new_connection_with_the_same_join_changes_nothing(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    again = Guest(inn, guests[1].name, guests[1].own)
    join = guests[1].sitter.join
    assert join is not None
    assert again.say(lobby.Sit(gathering=code, password="", join=join)) == ""
    assert all(sitter.is_ready for sitter in again.gathering.sitters)


def test_a_join_that_stood_in_a_table_is_good_for_no_other(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    used = guests[0].sitter.join
    assert used is not None
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    sit_down(inn, guests)
    for message in (
        lobby.Gather(wishes=wishes(), password="", join=used),
        lobby.Again(table=inn.hall.tid, join=used),
    ):
        assert guests[0].say(message) == "join/reused"
    dissolve(inn)
    assert guests[0].sitter.join is None, "a failed start has used it up"
    assert guests[0].say(lobby.Rejoin(gathering=code, join=used)) == "join/reused"
    assert guests[0].rejoin(code) == ""


def test_a_start_that_cannot_be_stored_uses_up_the_joins(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    used = guests[0].sitter.join
    assert used is not None
    inn.hall.journal.trouble = OSError("the disk is full")
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    assert [sitter.join for sitter in guests[0].gathering.sitters] == [None] * 3
    assert guests[0].say(lobby.Rejoin(gathering=code, join=used)) == "join/reused"


def test_nothing_begins_before_all_are_there_and_ready(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    start = lobby.Start(gathering=code)
    assert guests[0].say(start) == "gathering/seats-free"
    for guest in guests[1:]:
        guest.sit(code)
    for guest in guests[:2]:
        guest.ready(code)
    assert guests[0].say(start) == "gathering/not-ready"
    guests[2].ready(code)
    assert guests[0].say(start) == ""
    tables = {guest.heard(lobby.Started)[0].table for guest in guests}
    assert len(tables) == 1
    assert guests[0].say(start) == "gathering/none"


def test_while_it_begins_nothing_can_be_changed(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    inn.hall.journal.slow = True
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    for message in (
        lobby.Start(gathering=code),
        lobby.Rise(gathering=code),
        lobby.Dismiss(gathering=code, seat=1),
        lobby.Ready(gathering=code, signature=guests[0].signed()),
        lobby.Introduce(gathering=code, introduction=guests[0].introduction()),
        lobby.Rejoin(gathering=code, join=guests[0].join()),
    ):
        assert guests[0].say(message) == "gathering/started"
    assert Guest(inn, "late").sit(code) == "gathering/started"
    assert inn.offers() == []
    assert not guests[0].heard(lobby.Started), "a table is shown when it is on the disk"
    inn.hall.journal.answer()
    assert guests[0].heard(lobby.Started)


def test_who_is_cut_off_while_it_begins_keeps_the_seat(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    inn.hall.journal.slow = True
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    inn.lobby.leave(guests[1])
    inn.hall.journal.answer()
    table = guests[0].heard(lobby.Started)[0].table
    assert inn.hall.journal.tables[table].players[1] == guests[1].identity


def test_a_start_that_cannot_be_stored_changes_nothing(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    inn.hall.journal.trouble = OSError("the disk is full")
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    assert guests[0].told[-1].code == "server/not-stored"  # type: ignore[union-attr]
    assert not any(guest.heard(lobby.Started) for guest in guests)
    inn.hall.journal.trouble = None
    assert all(guest.ready(code) == "" for guest in guests)
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    assert all(guest.heard(lobby.Started) for guest in guests)


def test_secrets_that_cannot_be_stored_begin_no_table(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    put = inn.hall.secrets.put

    def full(tid: bytes, secrets: object) -> Deferred[None]:
        return fail(OSError("the disk is full"))

    inn.hall.secrets.put = full  # type: ignore[method-assign]
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    assert inn.hall.journal.tables == {}
    inn.hall.secrets.put = put  # type: ignore[method-assign]
    assert all(guest.ready(code) == "" for guest in guests)
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    assert len(inn.hall.journal.tables) == 1


# limits


def test_the_server_has_only_so_many_tables() -> None:
    with small_mine():
        inn = Inn(most_tables=2)
        guests = inn.guests()
        started(inn, guests)
        inn.hall.come()
        other = Guest(inn, "other")
        other.gather()
        assert other.open() == "lobby/full"
        inn.hall.play()
        assert other.open() == ""
        inn.hall.rooms.stop()


def test_tables_that_nobody_follows_make_room_for_others() -> None:
    """Else a person who opens tables and goes could shut all others out."""
    with small_mine():
        inn = Inn(most_tables=1)
        started(inn, inn.guests())
        assert inn.hall.rooms.running() == 1
        assert Guest(inn, "other").open() == ""
        assert inn.hall.rooms.running() == 0
        inn.hall.come()
        assert inn.hall.rooms.running() == 1
        inn.hall.play()
        inn.hall.rooms.stop()


def test_one_player_sits_at_only_so_many_tables() -> None:
    with small_mine():
        inn = Inn(most_tables_per_player=2)
        guests = inn.guests()
        started(inn, guests)
        first = guests[0]
        code = first.gather()
        assert first.open() == "lobby/too-many-tables"
        other = Guest(inn, "other").gather()
        assert first.sit(other) == "lobby/too-many-tables"
        assert first.sit(code) == ""
        first.say(lobby.Rise(gathering=code))
        assert first.sit(other) == ""
        inn.hall.rooms.stop()


@pytest.mark.parametrize(
    ("how", "begun"), [({"tables_per_hour_per_player": 2}, [2, 2, 2]), ({"tables_per_hour_per_address": 3}, [3, 0, 3])]
)
def test_tables_are_begun_so_often_in_an_hour_whatever_becomes_of_them(how: dict[str, int], begun: list[int]) -> None:
    """By a player with one key, and by all keys of one address; time gives back what it took."""

    def begin(guest: Guest) -> bool:
        code = guest.gather(seats=3)
        for _ in range(2):
            guest.say(lobby.SeatBot(gathering=code, bot="random"))
        guest.ready(code)
        answer = guest.say(lobby.Start(gathering=code))
        if answer:
            guest.say(lobby.Rise(gathering=code))
        assert answer in ("", "lobby/too-often")
        return not answer

    with small_mine():
        inn = Inn(most_tables_per_player=64, **how)
        near, other, far = (Guest(inn, name, network=where) for name, where in zip("abc", ("x", "x", "y"), strict=True))
        assert [sum(begin(guest) for _ in range(4)) for guest in (near, other, far)] == begun
        inn.hall.clock.advance(1800)
        assert begin(near)
        inn.hall.rooms.stop()


def test_throwaway_identities_of_one_address_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the operator is told what is going on, by each of the two limits."""
    warnings: list[str] = []

    @implementer(ILogObserver)
    def note(event: LogEvent) -> None:
        warnings.append(formatEvent(event))

    monkeypatch.setattr(Lobby, "_log", Logger(observer=note))
    with small_mine():
        inn = Inn(most_tables=20, most_tables_per_address=8)
        mine = [Guest(inn, f"mine {number}", network="2001:db8::/64") for number in range(3)]
        started(inn, mine)
        inn.hall.come()
        answers = []
        for network in ("2001:db8::/64", "192.0.2.1"):
            crowd = [Guest(inn, f"{network} {number}", network=network) for number in range(5)]
            answers.append([guest.open() for guest in crowd for _ in range(4)])
        assert answers == [[""] * 7 + ["lobby/too-many-nearby"] * 13, [""] * 8 + ["lobby/too-many-nearby"] * 12]
        assert warnings[-1] == "from 192.0.2.1 as many tables are open as most-tables-per-address allows: 8"
        honest = Guest(inn, "honest", network="192.0.2.2")
        assert [honest.open() for _ in range(4)] == [""] * 4
        crowd[0].say(lobby.Rise(gathering=crowd[0].gathering.code))
        assert crowd[2].open() == "", "one has gone: there is room for one"
        inn.hall.play()
        assert mine[0].open() == "", "a table that is over counts no more"
        assert Guest(inn, "last", network="192.0.2.3").open() == "lobby/full"
        assert "most-tables is 20" in warnings[-1]
        inn.hall.rooms.stop()


# talk


def test_talk_goes_to_the_lobby_or_to_those_who_sit_there(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    guests[1].sit(code)
    guests[0].say(lobby.Say(gathering=None, text="to all"))
    guests[0].say(lobby.Say(gathering=code, text="to us"))
    texts = [[said.text for said in guest.heard(lobby.Said)] for guest in guests]
    assert texts == [["to all", "to us"], ["to all", "to us"], ["to all"]]
    said = guests[2].heard(lobby.Said)[0]
    assert (said.name, said.key) == ("guest 0", guests[0].identity)
    assert guests[2].say(lobby.Say(gathering=code, text="let me in")) == "gathering/not-there"


@pytest.mark.parametrize(("per_minute", "at_once"), [(30, 30), (1, 1), (0, 0)])
def test_nobody_talks_too_much(per_minute: int, at_once: int) -> None:
    from twisted.internet.task import Clock

    from server.net.allowance import Allowance

    clock = Clock()
    talk = Allowance(clock, per_minute / 60, per_minute)
    assert [talk.take() for _ in range(at_once + 2)] == [True] * at_once + [False] * 2
    clock.advance(60)
    assert talk.take() == bool(per_minute)
    clock.advance(100_000)
    assert [talk.take() for _ in range(at_once + 2)] == [True] * at_once + [False] * 2


# who comes and goes


def test_a_cut_frees_the_seat_at_a_gathering(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather()
    for guest in guests[1:]:
        guest.sit(code)
    inn.lobby.leave(guests[0])
    assert [sitter.name for sitter in guests[1].gathering.sitters] == ["guest 1", "guest 2"]
    assert guests[1].gathering.host == 0
    inn.lobby.leave(guests[1])
    inn.lobby.leave(guests[2])
    assert inn.offers() == []


def test_whoever_comes_with_a_new_connection_keeps_the_seat(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather(password="sesame")
    again = Guest(inn, "guest 0", guests[0].own)
    assert again.sit(code) == ""
    inn.lobby.leave(guests[0])
    assert [sitter.name for sitter in again.gathering.sitters] == ["guest 0"]
    assert again.say(lobby.SeatBot(gathering=code, bot="random")) == ""


def dissolve(inn: Inn) -> None:
    """No seat seals."""
    inn.hall.come()
    inn.hall.clock.advance(3601)


def test_a_start_that_was_dissolved_brings_its_people_back(inn: Inn) -> None:
    guests = inn.guests()
    code = started(inn, guests)
    first = inn.hall.tid
    dissolve(inn)
    for guest in guests:
        shown = guest.gathering
        assert shown.predecessor == bodies.Predecessor(tid=first, reason="dissolved")
        assert shown.dissolved == 1
        assert not any(sitter.ready for sitter in shown.sitters), "all are asked anew"
    assert guests[0].say(lobby.Start(gathering=code)) == "gathering/not-ready"
    for guest in guests:
        assert guest.ready(code) == ""
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    sit_down(inn, guests)
    assert inn.hall.tid != first
    predecessor = inn.hall.room.host.setting.table.predecessor
    assert predecessor == bodies.Predecessor(tid=first, reason="dissolved")
    dissolve(inn)
    assert guests[0].gathering.dissolved == 2
    for guest in guests:
        guest.ready(code)
    guests[0].say(lobby.Start(gathering=code))
    sit_down(inn, guests)
    inn.hall.come()
    inn.hall.play()
    for guest in guests:
        assert guest.again(inn.hall.tid) == ""
    assert guests[0].gathering.dissolved == 0
    predecessor = guests[0].gathering.predecessor
    assert predecessor == bodies.Predecessor(tid=inn.hall.tid, reason="finished")


def test_who_has_gone_does_not_come_back_from_a_dissolved_start(inn: Inn) -> None:
    """Least of all as the host, for whom all would wait for ever."""
    guests = inn.guests()
    code = started(inn, guests)
    inn.lobby.leave(guests[0])
    again = Guest(inn, "guest 1", guests[1].own)
    inn.lobby.leave(guests[1])
    dissolve(inn)
    assert [sitter.name for sitter in guests[2].gathering.sitters] == ["guest 1", "guest 2"]
    assert again.gathering == guests[2].gathering
    assert again.say(lobby.SeatBot(gathering=code, bot="random")) == ""


def test_a_dissolved_start_of_people_who_are_all_gone_is_over(inn: Inn) -> None:
    guests = inn.guests()
    started(inn, guests)
    inn.hall.come()
    for guest in guests:
        inn.lobby.leave(guest)
    inn.hall.clock.advance(3601)
    assert inn.hall.room.host.follower.ended
    assert inn.offers() == []


def played(inn: Inn, guests: list[Guest], **how: Any) -> str:
    code = started(inn, guests, **how)
    inn.hall.come()
    inn.hall.play()
    return code


def test_another_game_with_the_same_people(inn: Inn) -> None:
    guests = inn.guests()
    code = played(inn, guests)
    over = inn.hall.tid
    assert inn.offers() == []
    assert guests[1].again(over) == ""
    assert [sitter.name for sitter in guests[1].gathering.sitters] == ["guest 0", "guest 1", "guest 2"]
    assert Guest(inn, "stranger").again(over) == "gathering/not-there"
    assert told_why(guests[1], Guest(inn, "stranger").another_game(bytes(32))) == "gathering/not-over"
    for guest in guests:
        assert guest.ready(code) == ""
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    assert guests[0].say(Guest(inn, "another").another_game(over)) == "gathering/not-over"
    sit_down(inn, guests)
    assert Guest(inn, "stranger").again(inn.hall.tid) == "gathering/not-there", "not-over would tell how it stands"
    inn.hall.come()
    inn.hall.play()
    assert inn.hall.room.host.follower.ended


@pytest.mark.parametrize("late", [0, 60])
def test_another_game_is_listed_when_spectators_have_seen_the_end(late: int) -> None:
    inn = Inn(spectator_delay_seconds=late)
    guests = inn.guests()
    code = played(inn, guests, spectators=True)
    assert inn.hall.room.host.setting.table.options.spectator_delay == late
    assert guests[1].again(inn.hall.tid) == ""
    assert [offer.code for offer in inn.offers()] == ([] if late else [code])
    inn.hall.clock.advance(60)
    assert [offer.code for offer in inn.offers()] == [code]
    inn.hall.rooms.stop()


def told_why(guest: Guest, message: Any) -> str:
    """Why it cannot be, where the journal has to be looked at first."""
    assert guest.say(message) == ""
    fault = guest.told[-1]
    assert isinstance(fault, messages.Fault)
    return fault.code


def anew(inn: Inn, guests: list[Guest]) -> list[Guest]:
    """The server was started again, and all have come back."""
    inn.hall.rooms.park(at_once=True)
    inn.lobby = inn.open()
    return [Guest(inn, guest.name, guest.own) for guest in guests]


def test_another_game_after_the_server_was_started_again(inn: Inn) -> None:
    guests = inn.guests(2)
    code = guests[0].gather(seats=3, turn_seconds=77)
    guests[0].say(lobby.SeatBot(gathering=code, bot="random"))
    guests[1].sit(code)
    for guest in guests:
        guest.ready(code)
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    sit_down(inn, guests)
    over = inn.hall.tid
    eva, ben = anew(inn, guests)
    assert told_why(ben, ben.another_game(over)) == "gathering/not-over"
    inn.hall.come()
    inn.hall.play()
    inn.hall.go()
    eva, ben = anew(inn, guests)
    stranger = Guest(inn, "stranger")
    assert told_why(stranger, stranger.another_game(over)) == "gathering/not-there"
    assert ben.again(over) == ""
    assert [sitter.name for sitter in ben.gathering.sitters] == ["guest 1", "random 1"]
    assert ben.gathering.wishes.turn_seconds == 77
    assert ben.gathering.predecessor == bodies.Predecessor(tid=over, reason="finished")
    assert inn.offers() == []
    assert eva.again(over) == ""
    again = [eva, ben]
    assert all(guest.ready(eva.gathering.code) == "" for guest in again)
    assert ben.say(lobby.Start(gathering=ben.gathering.code)) == ""
    sit_down(inn, again)
    inn.hall.come()
    inn.hall.play()
    assert inn.hall.room.host.follower.ended


def test_who_has_played_needs_no_password_again_and_others_do(inn: Inn) -> None:
    guests = inn.guests()
    code = guests[0].gather(password="sesame")
    assert all(guest.sit(code, "sesame") == "" for guest in guests[1:])
    assert all(guest.ready(code) == "" for guest in guests)
    assert guests[0].say(lobby.Start(gathering=code)) == ""
    sit_down(inn, guests)
    inn.hall.come()
    inn.hall.play()
    assert guests[0].again(inn.hall.tid) == ""
    assert guests[1].say(lobby.Rise(gathering=code)) == ""
    assert Guest(inn, "stranger").sit(code) == "gathering/password"
    assert guests[1].sit(code) == ""
    assert len(guests[1].gathering.sitters) == 3


def test_while_a_game_is_played_there_is_no_other(inn: Inn) -> None:
    guests = inn.guests()
    started(inn, guests)
    assert guests[0].again(inn.hall.tid) == "gathering/not-over"


def test_who_has_gone_after_a_game_does_not_keep_the_others_from_the_next(inn: Inn) -> None:
    guests = inn.guests()
    code = played(inn, guests)
    over = inn.hall.tid
    inn.lobby.leave(guests[0])
    assert guests[1].again(over) == ""
    assert [sitter.name for sitter in guests[1].gathering.sitters] == ["guest 1", "guest 2"]
    assert guests[1].gathering.host == 0
    late = Guest(inn, "guest 0", guests[0].own)
    assert late.again(over) == ""
    assert [sitter.name for sitter in late.gathering.sitters] == ["guest 1", "guest 2", "guest 0"]
    assert guests[1].say(lobby.Dismiss(gathering=code, seat=2)) == ""


def test_a_late_confirmation_of_an_old_game_does_not_disturb_the_next(inn: Inn) -> None:
    guests = inn.guests()
    code = started(inn, guests)
    inn.hall.come()
    inn.hall.play(lambda: inn.hall.room.host.follower.ended is not None)
    old, people = inn.hall.tid, inn.hall.people
    guests[0].again(old)
    for guest in guests:
        guest.ready(code)
    inn.hall.go()
    inn.hall.clock.advance(601)
    inn.hall.rooms.park()
    inn.hall.come()
    inn.hall.play()
    assert people[0].mind.log == inn.hall.stored
    assert all(sitter.is_ready for sitter in guests[0].gathering.sitters)
    assert guests[0].say(lobby.Start(gathering=code)) == ""


def test_a_table_that_does_not_hold_together_is_not_begun(inn: Inn) -> None:
    guests = inn.guests()
    code = ready_to_start(guests)
    gathering = inn.lobby._gatherings[code]
    gathering.sittings[1].brought = gathering.sittings[0].brought
    assert guests[0].say(lobby.Start(gathering=code)) == "table/bad-keys"
    assert not gathering.started
    assert not any(sitter.join for sitter in guests[0].gathering.sitters)


# pace


def test_the_host_says_how_fast_and_all_are_told(inn: Inn) -> None:
    eva, ben = inn.guests(2)
    code = eva.gather(seats=3)
    pace = lobby.Pace(gathering=code, bot_ms=400, break_seconds=20)
    assert eva.say(pace) == ""
    ben.sit(code)
    assert (eva.heard(lobby.Pace)[-1], ben.heard(lobby.Pace)[-1]) == (pace, pace)
    assert ben.say(pace) == "gathering/not-host"
    assert inn.guests(1)[0].say(pace) == "gathering/not-there"


def test_a_program_that_does_not_know_the_pace_is_not_told_of_it(inn: Inn) -> None:
    eva, old = inn.guests(2)
    old.features = ()
    code = eva.gather(seats=3)
    eva.say(lobby.Pace(gathering=code, bot_ms=400, break_seconds=20))
    old.sit(code)
    assert old.heard(lobby.Gathered)
    assert not old.heard(lobby.Pace)


def test_a_pace_changes_nothing_that_players_agree_to(inn: Inn) -> None:
    eva, ben = inn.guests(2)
    code = eva.gather(seats=3)
    ben.sit(code)
    eva.say(lobby.SeatBot(gathering=code, bot="random"))
    assert (eva.ready(code), ben.ready(code)) == ("", "")
    assert eva.say(lobby.Pace(gathering=code, bot_ms=1000, break_seconds=5)) == ""
    assert eva.say(lobby.Start(gathering=code)) == ""
    (table,) = [one.table for one in ben.heard(lobby.Started)]
    assert inn.hall.journal.tables[table].pace == Pace(1000, 5)
    room = inn.hall.rooms.loaded(table)
    assert room is not None
    assert room.pace == Pace(1000, 5)
    assert eva.say(lobby.Pace(gathering=code, bot_ms=0, break_seconds=0)) == "gathering/none"


# tables that may be watched


def named(guest: Guest, code: str | None = None) -> list[bytes]:
    guest.say(lobby.Look(gathering=code))
    watchables: list[lobby.Watchables] = guest.heard(lobby.Watchables)
    return [about.table for about in watchables[-1].tables]


def test_a_table_is_named_while_spectators_see_it_play() -> None:
    """From when its beginning is old enough until its end is, also if it is put away meanwhile."""
    inn = Inn(spectator_delay_seconds=60)
    guests, stranger = inn.guests(), Guest(inn, "stranger")
    code = started(inn, guests, spectators=True)
    tid = inn.hall.tid
    inn.hall.clock.advance(59)
    assert named(stranger) == []
    inn.hall.clock.advance(1)
    assert named(stranger) == [tid]
    about = stranger.heard(lobby.Watchables)[-1].tables[0]
    assert (about.code, about.seats, about.host, about.delay) == (code, 3, "guest 0", 60)
    inn.hall.rooms.park(at_once=True)
    assert (inn.hall.rooms.loaded(tid), named(stranger)) == (None, [tid])
    inn.hall.come()
    inn.hall.play()
    inn.hall.go()
    inn.hall.clock.advance(59)
    inn.hall.rooms.park(at_once=True)
    assert named(stranger) == [tid]
    inn.hall.clock.advance(1)
    assert named(stranger) == []
    inn.hall.rooms.stop()


@pytest.mark.parametrize(("listed", "spectators"), [(True, False), (False, True)])
def test_who_may_not_watch_is_not_told_and_an_unlisted_table_takes_its_code(listed: bool, spectators: bool) -> None:
    inn = Inn(spectator_delay_seconds=0)
    code = started(inn, inn.guests(), listed=listed, spectators=spectators)
    stranger = Guest(inn, "stranger")
    assert (named(stranger), named(stranger, "AAAAAAAA")) == ([], [])
    assert named(stranger, code) == ([inn.hall.tid] if spectators else [])
    inn.hall.rooms.stop()


def test_after_a_restart_tables_are_named_again_and_none_before_its_time() -> None:
    """A table in memory tells how old it is; of any other the delay begins anew."""
    inn = Inn(spectator_delay_seconds=60)
    code = started(inn, inn.guests(), spectators=True)
    tid = inn.hall.tid
    inn.hall.clock.advance(30)
    inn.restart()
    stranger = Guest(inn, "stranger")
    inn.hall.clock.advance(59)
    assert (named(stranger), named(stranger, code)) == ([], [])
    inn.hall.clock.advance(1)
    assert named(stranger) == [tid]
    about = stranger.heard(lobby.Watchables)[-1].tables[0]
    assert (about.code, about.seats, about.host, about.delay) == (code, 3, "guest 0", 60)
    inn.restart()
    inn.hall.come()
    assert named(Guest(inn, "another")) == []
    inn.hall.rooms.stop()


def test_an_end_before_a_restart_is_told_no_earlier_by_the_list() -> None:
    inn = Inn(spectator_delay_seconds=60)
    started(inn, inn.guests(), spectators=True)
    tid = inn.hall.tid
    inn.hall.clock.advance(60)
    inn.hall.come()
    inn.hall.play()
    inn.hall.clock.advance(30)
    inn.restart()
    stranger = Guest(inn, "stranger")
    assert named(stranger) == []
    inn.hall.clock.advance(59)
    assert tid in inn.on_view.named
    inn.hall.clock.advance(1)
    assert named(stranger) == []
    assert inn.on_view.named == {}
    inn.hall.rooms.stop()


def test_an_unlisted_table_stays_so_after_a_restart() -> None:
    inn = Inn(spectator_delay_seconds=0)
    code = started(inn, inn.guests(), listed=False, spectators=True)
    inn.restart()
    stranger = Guest(inn, "stranger")
    assert (named(stranger), named(stranger, code)) == ([], [inn.hall.tid])
    inn.hall.rooms.stop()


def test_what_cannot_be_read_of_a_table_to_watch_names_no_table_and_stops_no_server() -> None:
    inn = Inn(spectator_delay_seconds=0)
    started(inn, inn.guests(), spectators=True)
    inn.on_view.named[inn.hall.tid] = b"what a disk has made of it"
    inn.restart()
    assert named(Guest(inn, "stranger")) == []
    inn.hall.rooms.stop()
