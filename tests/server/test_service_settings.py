"""What the settings say is what the server does: without TLS, names for some days, tables that are put away."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.task import Clock
from twisted.internet.threads import deferToThread

from protocol.keys.identity import Identity
from protocol.log.records import RecordType, record
from protocol.wire import lobby, messages
from protocol.wire.archive import TOO_MUCH, Games, ListGames
from protocol.wire.codec import Message, encode
from protocol.wire.framing import Frames, framed
from protocol.wire.handshake import is_server, sign_login
from protocol.wire.messages import FromServer, decode_from_server
from server.service import Server
from server.store.archive import KeptGame, StoredList
from tests.server.at_server import has_ipv6, running, settings, stopped
from tests.server.store import journals
from tests.support.hall import Hall
from tests.support.tables_at_play import small_mine

NO_EXPORTER = b""
NONCE = b"a nonce of the client".ljust(32, b".")
DAY = 24 * 60 * 60
IPV6 = pytest.mark.skipif(not has_ipv6(), reason="this computer has no IPv6")


class Line:
    """A plain socket to a server, and what comes on it."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port), 20)
        self._told = self._read()

    def _read(self) -> Iterator[FromServer]:
        frames = Frames(1 << 16)
        while data := self._socket.recv(65536):
            yield from map(decode_from_server, frames.feed(data))

    def say(self, message: Message) -> FromServer:
        """The next that comes after it."""
        self._socket.sendall(framed(encode(message)))
        return next(self._told)

    def log_in(self, identity: Identity, name: str) -> FromServer:
        """The answer to a login: who connects checks first who the server is."""
        hello = self.say(messages.Hello(wire_min=2, wire_max=2, features=(messages.ARCHIVE,), nonce=NONCE))
        assert isinstance(hello, messages.ServerHello)
        assert is_server(hello.key, hello.signature, NO_EXPORTER, NONCE)
        signature = sign_login(identity, hello.key, NO_EXPORTER, hello.nonce)
        return self.say(messages.Login(key=identity.public, signature=signature, name=name))

    def close(self) -> None:
        self._socket.close()


def logged_in(port: int, name: str, key: bytes, *said: Message, host: str = "127.0.0.1") -> list[FromServer]:
    """What a server without TLS answers to a login and to what is said after it."""
    line = Line(host, port)
    try:
        return [line.log_in(Identity(key), name), *(line.say(message) for message in said)]
    finally:
        line.close()


@pytest.mark.parametrize("host", ["127.0.0.1", pytest.param("::1", marks=IPV6)])
@ensureDeferred
async def test_behind_a_proxy_that_ends_tls_the_server_speaks_without(tmp_path: Path, host: str) -> None:
    server, port = await running(tmp_path, plain_tcp=True, host=(host,))
    welcome = await deferToThread(logged_in, port, "Eva", b"e" * 32, host=host)
    assert welcome == [messages.Welcome(tables=())]
    await stopped(server)


@ensureDeferred
async def test_a_name_is_kept_for_as_many_days_as_are_set(tmp_path: Path) -> None:
    now = [1_900_000_000.0]
    with patch("server.service.time", lambda: now[0]):
        server, port = await running(tmp_path, plain_tcp=True, name_kept_days=3)
        welcome, taken = messages.Welcome(tables=()), messages.Bye(code="login/name-taken")
        assert await deferToThread(logged_in, port, "Eva", b"e" * 32) == [welcome]
        now[0] += 3 * DAY
        assert await deferToThread(logged_in, port, "Eva", b"b" * 32) == [taken]
        now[0] += 1
        assert await deferToThread(logged_in, port, "Eva", b"b" * 32) == [welcome]
        await stopped(server)


@ensureDeferred
async def test_new_names_are_given_only_so_often_and_known_players_come_in(tmp_path: Path) -> None:
    """A thousand names in ten seconds, each kept for months, were free."""
    server, port = await running(tmp_path, plain_tcp=True, new_names_per_day=2)
    welcome, enough = messages.Welcome(tables=()), messages.Bye(code="login/too-many-names")
    answers = [await deferToThread(logged_in, port, f"name {key}", bytes([key]) * 32) for key in (1, 2, 3, 4, 1, 2)]
    assert answers == [[welcome], [welcome], [enough], [enough], [welcome], [welcome]]
    await stopped(server)


@ensureDeferred
async def test_nobody_says_more_in_a_minute_than_is_set(tmp_path: Path) -> None:
    server, port = await running(tmp_path, plain_tcp=True, talk_per_minute=2)
    words = [lobby.Say(gathering=None, text=text) for text in ("one", "two", "three")]
    _, *answers = await deferToThread(logged_in, port, "Eva", b"e" * 32, *words)
    assert [type(answer) for answer in answers] == [lobby.Said, lobby.Said, messages.Fault]
    await stopped(server)


@ensureDeferred
async def test_an_address_says_no_more_in_a_minute_than_is_set_whatever_keys_it_has(tmp_path: Path) -> None:
    server, port = await running(tmp_path, plain_tcp=True, talk_per_minute_per_address=3)
    words = [lobby.Say(gathering=None, text=text) for text in ("one", "two")]
    _, *answers = await deferToThread(logged_in, port, "Eva", b"e" * 32, *words)
    assert [type(answer) for answer in answers] == [lobby.Said, lobby.Said]
    _, *answers = await deferToThread(logged_in, port, "Ben", b"b" * 32, *words)
    assert type(answers[0]) is lobby.Said
    assert answers[1] == fault("talk/too-much-nearby")
    await stopped(server)


class MovedReactor:
    """The reactor with a clock that a test moves."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self.clock = Clock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.clock if name in {"seconds", "callLater"} else self._reactor, name)


@ensureDeferred
async def test_a_table_that_nobody_follows_is_put_away_by_itself_and_comes_back(tmp_path: Path) -> None:
    from twisted.internet import reactor

    moved = MovedReactor(reactor)
    with small_mine():
        server = Server(settings(tmp_path, park_after_seconds=60), moved)
        await server.start()
        hall = Hall()
        hall.identity = server.identity
        table, secrets = hall.table()
        await server.rooms.begin(table, secrets, {})
        moved.clock.pump([1] * 59)
        assert len(server.rooms) == 1
        moved.clock.pump([1] * 11)
        assert len(server.rooms) == 0
        assert (await server.rooms.room(hall.tid)).tid == hall.tid
        await stopped(server)
    assert moved.clock.getDelayedCalls() == []


@ensureDeferred
async def test_nothing_of_the_archive_is_fetched_if_no_megabyte_is_allowed(tmp_path: Path) -> None:
    for megabytes, told in ((1, Games(mine=True, games=(), more=False)), (0, fault(TOO_MUCH))):
        server, port = await running(tmp_path, plain_tcp=True, archive_megabytes_per_hour=megabytes)
        ask = ListGames(mine=True, after=None)
        _welcome, answer = await deferToThread(logged_in, port, "Eva", b"e" * 32, ask)
        assert answer == told
        await stopped(server)


def fault(code: str) -> messages.Fault:
    return messages.Fault(table=None, code=code, remedy=messages.Remedy.WAIT)


@pytest.mark.parametrize(
    ("how", "stays"),
    [({"archive_days": 0}, True), ({"archive_days": 1}, False), ({"archive_days": 0, "archive_megabytes": 1}, False)],
)
@ensureDeferred
async def test_games_are_kept_for_so_many_days_and_megabytes(tmp_path: Path, how: dict[str, int], stays: bool) -> None:
    server, _port = await running(tmp_path, plain_tcp=True, **how)
    journal, archive, (tid, first) = server.stores.journal, server.stores.archive, journals.table("one")
    await journal.begin(tid, first, {})
    await journal.append(tid, [record(RecordType.ENTRY, bytes(1_000_000))] * 2, 2, ended=True)
    await archive.keep(KeptGame(tid, 0, "finished", "base", 3, bytes(32), None))
    await archive.put_list(StoredList(9, 9, 0, b"a list", bytes(64)), await archive.unlisted(), b"")
    await server.archive.tend()
    assert [table.tid for table in await journal.stored_tables()] == ([tid] if stays else [])
    await stopped(server)
