"""The server as a whole, over real sockets within this computer."""

import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred
from twisted.internet.testing import StringTransport
from twisted.internet.threads import deferToThread
from twisted.logger import ILogObserver, LogEvent, Logger, formatEvent
from zope.interface import implementer

from protocol.audit.audit import Verdict, audit
from protocol.log.records import RecordType, record
from protocol.wire.codec import encode
from protocol.wire.framing import framed
from protocol.wire.invite import Invite, read_invite
from protocol.wire.messages import Bye, Hello, decode_from_server
from server.net.connection import _MOST_UNREAD, Connection, Connections
from server.net.listening import CannotListen
from server.service import Server
from server.store.data_dir import DataDirTrouble
from tests.server.at_server import LOOPBACK, has_ipv6, running, settings, stopped, until
from tests.server.callers import Party
from tests.server.certificates import a_key, put
from tests.support.reading import now
from tests.support.stores import log_file
from tests.support.tables_at_play import small_mine


def invite(port: int, host: str = "127.0.0.1") -> Invite:
    return Invite(host, port)


@pytest.mark.parametrize(("days", "complaints"), [(1, 0), (-1, 1)])
@ensureDeferred
async def test_a_certificate_that_has_ended_serves_and_is_complained_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, complaints: int
) -> None:
    messages: list[str] = []

    @implementer(ILogObserver)
    def note(event: LogEvent) -> None:
        messages.append(formatEvent(event))

    monkeypatch.setattr(Server, "_log", Logger(observer=note))
    put(tmp_path, a_key(), ends=datetime.now(UTC) + timedelta(days=days))
    files = {"certificate": str(tmp_path / "tls.pem"), "certificate_key": str(tmp_path / "tls.key")}
    server, _port = await running(tmp_path, **files)
    await stopped(server)
    assert len([one for one in messages if "was good only until" in one]) == complaints


@ensureDeferred
async def test_a_game_over_tls_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    from twisted.internet import reactor

    with small_mine():
        server, port = await running(tmp_path)
        party = Party(reactor, invite(port))
        party.start()
        await party.done
        (mind, *_) = [caller.mind for caller in party.callers if caller.mind is not None]
        log = await log_file(server.stores.journal, mind.tid)
        assert audit(log).verdict is Verdict.VERIFIED
        assert all(seen and log.startswith(seen) for seen in party.logs)
        await party.stop()
        await stopped(server)


@ensureDeferred
async def test_people_are_told_that_the_server_stops_and_play_on_when_it_is_back(tmp_path: Path) -> None:
    from twisted.internet import reactor

    with small_mine():
        server, port = await running(tmp_path)
        party = Party(reactor, invite(port))
        half: Deferred[None] = Deferred()
        party.watch = lambda count: half.callback(None) if count == 60 else None
        party.start()
        await half
        await stopped(server)
        server, _ = await running(tmp_path, port=port)
        await party.done
        (mind, *_) = [caller.mind for caller in party.callers if caller.mind is not None]
        log = await log_file(server.stores.journal, mind.tid)
        assert audit(log).verdict is Verdict.VERIFIED
        assert all(log.startswith(seen) for seen in party.logs)
        await party.stop()
        await stopped(server)


@pytest.mark.skipif(not has_ipv6(), reason="this computer has no IPv6")
@ensureDeferred
async def test_one_port_on_both_kinds_of_addresses(tmp_path: Path) -> None:
    server, port = await running(tmp_path, host=LOOPBACK)
    for host in LOOPBACK:
        answer = await deferToThread(_hello, host, port)
        assert answer
    link = read_invite(server.invite("localhost", port))
    assert link.port == port
    await stopped(server)


def _tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _hello(host: str, port: int) -> bytes:
    """The first answer of a server."""
    with socket.create_connection((host, port), 5) as plain, _tls().wrap_socket(plain) as line:
        line.sendall(framed(encode(Hello(wire_min=2, wire_max=2, features=(), nonce=bytes(32)))))
        return line.recv(65536)


def _nonsense(port: int) -> list[bytes]:
    """What comes after bytes that mean nothing, until the server closes; this side does not."""
    came = []
    with socket.create_connection(("127.0.0.1", port), 5) as plain, _tls().wrap_socket(plain) as line:
        line.sendall(framed(b"\xc1"))
        while data := line.recv(65536):
            came.append(data)
    return came


@ensureDeferred
async def test_whoever_sends_nonsense_is_told_and_really_cut_off(tmp_path: Path) -> None:
    server, port = await running(tmp_path)
    (told,) = await deferToThread(_nonsense, port)
    assert decode_from_server(told[4:]) == Bye(code="connection/bad-frame")
    await stopped(server)


def _silence(port: int, first: bytes) -> bytes:
    """What comes to a caller that speaks no TLS, or stops in the middle of it."""
    with socket.create_connection(("127.0.0.1", port), 10) as plain:
        plain.sendall(first)
        came = b""
        try:
            while data := plain.recv(65536):
                came += data
        except ConnectionResetError:
            pass
        return came


@pytest.mark.parametrize("first", [b"", b"\x16\x03\x01\x02\x00\x01"], ids=["nothing", "a part of a greeting"])
@ensureDeferred
async def test_whoever_does_not_come_to_speak_is_cut_off(tmp_path: Path, first: bytes) -> None:
    server, port = await running(tmp_path, login_seconds=1)
    assert await deferToThread(_silence, port, first) == b""
    await stopped(server)


@ensureDeferred
async def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    from twisted.internet import reactor

    server, _ = await running(tmp_path)
    with pytest.raises(DataDirTrouble):
        Server(settings(tmp_path), reactor)
    await stopped(server)
    server, _ = await running(tmp_path)
    await stopped(server)


@ensureDeferred
async def test_a_server_that_could_not_listen_leaves_nothing_open(tmp_path: Path) -> None:
    from twisted.internet import reactor

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = Server(settings(tmp_path, port=taken.getsockname()[1]), reactor)
        with pytest.raises(CannotListen):
            await server.start()
    await stopped(server)


@ensureDeferred
async def test_what_ended_tables_have_left_is_cleared_away_at_the_start(tmp_path: Path) -> None:
    """A server that was killed between the end of a table and the deletion of its secrets."""
    from tests.support.hall import Hall

    with small_mine():
        server, _ = await running(tmp_path)
        hall = Hall()
        table, made = hall.table()
        secrets = made.to_bytes()
        records = [record(RecordType.TABLE, table), record(RecordType.CARDS, b"cards")]
        await server.stores.secrets.put(hall.tid, secrets)
        journal = server.stores.journal
        next_ = await journal.begin(hall.tid, records, {})
        await journal.append(hall.tid, [record(RecordType.ENTRY, b"end")], next_, ended=True)
        unknown = b"\7" * 32
        await server.stores.secrets.put(unknown, secrets)
        await stopped(server)
        server, _ = await running(tmp_path)
        assert await server.stores.secrets.get(hall.tid) is None
        assert await server.stores.secrets.get(unknown) == secrets, "the journal may be an old copy"
        await stopped(server)


def test_whoever_does_not_read_is_cut_off_before_the_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []

    @implementer(ILogObserver)
    def note(event: LogEvent) -> None:
        messages.append(formatEvent(event))

    class Transport(StringTransport):
        aborted = False

        def abortConnection(self) -> None:  # noqa: N802
            self.aborted = True

    sends: list[Callable[[bytes], None]] = []

    def seat(exporter: bytes, send: Callable[[bytes], None], close: Callable[[], None], network: str) -> Any:
        sends.append(send)
        return None

    monkeypatch.setattr(Connection, "_log", Logger(observer=note))
    connection = Connections(seat, tls=False, most=1, most_per_address=1).buildProtocol(None)
    assert connection is not None
    transport = Transport()
    connection.makeConnection(transport)
    for _ in range(2 * _MOST_UNREAD // 60_000):
        sends[0](bytes(60_000))
    assert not now(lambda: transport.aborted), "a reader may be sent anything"
    connection.pauseProducing()
    for _ in range(_MOST_UNREAD // 60_000 + 1):
        sends[0](bytes(60_000))
    assert transport.aborted
    written = len(transport.value())
    for _ in range(100):
        sends[0](bytes(60_000))
    assert (len(transport.value()), len(messages)) == (written, 1), "each later write is written, or told of"
    connection.connectionLost()


def test_what_all_from_one_address_do_not_read_has_a_bound_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was 16 MB for each of 64 connections."""
    sends: list[Callable[[bytes], None]] = []

    def seat(exporter: bytes, send: Callable[[bytes], None], close: Callable[[], None], network: str) -> Any:
        sends.append(send)
        return None

    monkeypatch.setattr("server.net.connection._MOST_UNREAD_NEARBY", 100_000)
    connections = Connections(seat, tls=False, most=9, most_per_address=9)
    cut: list[int] = []

    def come(host: str) -> Connection:
        connection, number = connections.buildProtocol(IPv4Address("TCP", host, 1)), len(sends)
        assert connection is not None
        transport: Any = StringTransport()
        transport.abortConnection = lambda: cut.append(number)
        connection.makeConnection(transport)
        connection.pauseProducing()
        return connection

    deaf = [come("127.0.0.2") for _ in range(3)]
    other = come("127.0.0.3")
    for send in sends:
        send(bytes(40_000))
    assert cut == [2], "the one that would leave too much"
    deaf[2].connectionLost()
    deaf[0].resumeProducing()
    sends[1](bytes(50_000))
    assert cut == [2], "what was read does not count, or went with its connection"
    sends[1](bytes(50_000))
    assert cut == [2, 1]
    for one in (*deaf[:2], other):
        one.connectionLost()
    assert not connections.unread


def _cut_off(port: int) -> bool:
    """Whether the server closes at once, without a word and before any TLS."""
    with socket.create_connection(("127.0.0.1", port), 5) as plain:
        try:
            return plain.recv(1) == b""
        except ConnectionResetError:
            return True


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "TLS"])
@ensureDeferred
async def test_a_connection_beyond_all_that_are_told_so_is_closed_and_raises_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain: bool
) -> None:
    monkeypatch.setattr("server.net.connection.MOST_TURNED_AWAY", 0)
    server, port = await running(tmp_path, plain_tcp=plain, most_connections_per_address=1)
    with socket.create_connection(("127.0.0.1", port), 5):
        await until(lambda: len(server.connections.open) == 1)
        for _ in range(3):
            assert await deferToThread(_cut_off, port)
        assert len(server.connections.open) == 1
    await stopped(server)
