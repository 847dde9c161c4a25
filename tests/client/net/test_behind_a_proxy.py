"""A server that speaks without TLS, a proxy in front of it that speaks TLS, and what a client makes of both."""

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from twisted.internet.endpoints import HostnameEndpoint, TCP4ServerEndpoint, wrapServerTLS

from client.bot.guest import Plan
from client.net.way import Way
from engine.bots import BOTS
from protocol.keys.identity import Identity, pin
from protocol.wire.invite import Invite
from server.net.certificate import Certified, ServerTLS
from tests.support.loopback import Caller, ServerProcess
from tests.support.middle import Middle

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.7"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """Without TLS; and this computer trusts the certificates in one file, which is not there yet."""
    monkeypatch.setenv("UNDERMINE_SERVER_PLAIN_TCP", "true")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trusted.pem"))
    process = ServerProcess(tmp_path)
    yield process
    process.kill()


def certified(address: str) -> Certified:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a proxy")])
    begins, ends = datetime(2020, 1, 1, tzinfo=UTC), datetime(2999, 1, 1, tzinfo=UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), begins, ends)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))]), critical=False)
        .sign(key, SHA256())
    )
    return Certified(certificate, (), key)


def trust(folder: Path, shown: Certified) -> None:
    (folder / "trusted.pem").write_bytes(shown.certificate.public_bytes(Encoding.PEM))


@asynccontextmanager
async def proxy(server: Invite, shown: Certified) -> AsyncIterator[int]:
    """In front of the server, on this port."""
    from twisted.internet import reactor

    listening = wrapServerTLS(ServerTLS(lambda: shown), TCP4ServerEndpoint(reactor, 0, interface=HERE))
    port: Any = await listening.listen(Middle(HostnameEndpoint(reactor, server.host, server.port)))
    try:
        yield port.getHost().port
    finally:
        await port.stopListening()


async def outcome(folder: Path, invite: Invite, way: Way) -> str:
    """Why a bot that looks for a gathering which does not exist came to its end, at the first try."""
    caller = Caller(folder, "caller", invite, Plan(BOTS["steady"], code="ABCDEFGH"), way=way)
    assert await caller.stay() == 1
    assert not caller.told("disconnected")
    (news,) = [*caller.told("denied"), *caller.told("gave-up")]
    return str(news["code"])


@pytest_twisted.ensureDeferred
async def test_a_server_is_reached_through_its_proxy_by_who_asks_for_that(
    server: ServerProcess, tmp_path: Path
) -> None:
    invite = await server.start()
    shown = certified(HERE)
    trust(tmp_path, shown)
    async with proxy(invite, shown) as port:
        assert await outcome(tmp_path, Invite(HERE, port, invite.pin), Way.PROXY) == "gathering/none"
        assert await outcome(tmp_path, Invite(HERE, port, invite.pin), Way.DIRECT) == "server/not-proved"


@pytest_twisted.ensureDeferred
async def test_the_servers_key_counts_behind_a_proxy_too(server: ServerProcess, tmp_path: Path) -> None:
    invite = await server.start()
    shown = certified(HERE)
    trust(tmp_path, shown)
    other = pin(Identity(secrets.token_bytes(32)).public)
    async with proxy(invite, shown) as port:
        assert await outcome(tmp_path, Invite(HERE, port, other), Way.PROXY) == "server/other-key"


@pytest_twisted.ensureDeferred
async def test_a_proxy_that_nobody_vouches_for_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    invite = await server.start()
    trust(tmp_path, certified(HERE))
    async with proxy(invite, certified(HERE)) as port:
        assert await outcome(tmp_path, Invite(HERE, port, invite.pin), Way.PROXY) == "connection/certificate"


@pytest_twisted.ensureDeferred
async def test_a_proxy_with_the_certificate_of_another_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    invite = await server.start()
    shown = certified(ELSEWHERE)
    trust(tmp_path, shown)
    async with proxy(invite, shown) as port:
        assert await outcome(tmp_path, Invite(HERE, port, invite.pin), Way.PROXY) == "connection/certificate"


@pytest.mark.parametrize("way", [Way.DIRECT, Way.PROXY])
@pytest_twisted.ensureDeferred
async def test_who_expects_tls_and_finds_none_is_told_so(server: ServerProcess, tmp_path: Path, way: Way) -> None:
    invite = await server.start()
    assert await outcome(tmp_path, invite, way) == "connection/no-tls"
    assert await outcome(tmp_path, invite, Way.PLAIN) == "gathering/none"


@pytest_twisted.ensureDeferred
async def test_who_expects_no_tls_and_finds_it_is_told_so(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERMINE_SERVER_PLAIN_TCP", "false")
    invite = await server.start()
    caller = Caller(tmp_path, "caller", invite, Plan(BOTS["steady"], code="ABCDEFGH"), way=Way.PLAIN)
    told = caller.hear("disconnected")
    caller.guest.start()
    assert (await told)["code"] == "connection/wordless"
    await caller.bot.stop()
