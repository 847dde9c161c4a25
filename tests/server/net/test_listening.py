"""Listening: on all addresses at one port, or with a sentence."""

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet import reactor as installed
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import gatherResults, maybeDeferred
from twisted.internet.interfaces import IListeningPort
from twisted.internet.protocol import Factory
from twisted.internet.threads import deferToThread
from twisted.protocols.wire import Echo

from server.net import listening
from server.net.listening import CannotListen, listen
from server.settings.settings import Settings

reactor: Any = installed  # the stub names only what every reactor has


async def stop(ports: list[IListeningPort]) -> None:
    await gatherResults([maybeDeferred(port.stopListening) for port in ports])


def number_of(port: IListeningPort) -> int:
    address = port.getHost()
    assert isinstance(address, IPv4Address | IPv6Address)
    return address.port


def has_ipv6() -> bool:
    """Whether this computer can talk to itself by IPv6."""
    try:
        with closing(socket.socket(socket.AF_INET6)) as made:
            made.bind(("::1", 0))
    except OSError:
        return False
    return True


IPV6 = pytest.mark.skipif(not has_ipv6(), reason="this computer has no IPv6")


def answer(host: str, port: int) -> bytes:
    """What comes back from there."""
    with socket.create_connection((host, port), 10) as made:
        made.sendall(b"hello")
        return made.recv(5)


@contextmanager
def occupied(host: str) -> Iterator[int]:
    """A port that another program listens on."""
    with closing(socket.socket()) as made:
        made.bind((host, 0))
        made.listen()
        yield made.getsockname()[1]


@IPV6
@ensureDeferred
async def test_the_addresses_of_the_settings_can_be_listened_on_together() -> None:
    hosts = Settings().host
    ports = listen(reactor, hosts, 0, Factory.forProtocol(Echo))
    try:
        (number,) = {number_of(port) for port in ports}
        assert len(ports) == len(hosts) == 2
        assert await deferToThread(answer, "127.0.0.1", number) == b"hello"
        assert await deferToThread(answer, "::1", number) == b"hello"
    finally:
        await stop(ports)


@ensureDeferred
async def test_after_it_stops_the_port_is_free_at_once() -> None:
    number = 0
    for _ in range(3):
        (port,) = listen(reactor, ["127.0.0.1"], number, Factory.forProtocol(Echo))
        number = number_of(port)
        assert await deferToThread(answer, "127.0.0.1", number) == b"hello"
        await stop([port])


def test_a_port_that_is_taken_is_told_and_nothing_is_left_open() -> None:
    with occupied("127.0.0.1") as number:
        with pytest.raises(CannotListen) as refused:
            listen(reactor, ["127.0.0.2", "127.0.0.1"], number, Factory())
        assert str(refused.value) == f"cannot listen on 127.0.0.1, port {number}: {os.strerror(errno.EADDRINUSE)}"
        with closing(socket.socket()) as made:
            made.bind(("127.0.0.2", number))


def test_an_address_that_this_computer_does_not_have_is_told() -> None:
    with pytest.raises(
        CannotListen, match=r"cannot listen on 192\.0\.2\.7, port [0-9]+: Cannot assign requested address"
    ):
        listen(reactor, ["127.0.0.1", "192.0.2.7"], 0, Factory())


@pytest.mark.parametrize("number", [errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL])
@ensureDeferred
async def test_a_family_that_this_computer_does_not_have_is_left_out(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    make = listening._listening

    def without_ipv6(host: str, port: int) -> socket.socket:
        if ":" in host:
            raise OSError(number, os.strerror(number))
        return make(host, port)

    monkeypatch.setattr(listening, "_listening", without_ipv6)
    (port,) = listen(reactor, ["::", "127.0.0.1"], 0, Factory.forProtocol(Echo))
    assert await deferToThread(answer, "127.0.0.1", number_of(port)) == b"hello"
    await stop([port])
    with pytest.raises(CannotListen, match="cannot listen on ::, port 5: "):
        listen(reactor, ["::"], 5, Factory())


@ensureDeferred
async def test_with_port_0_another_number_is_tried_if_one_is_taken_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    make, calls = listening._listening, []

    def taken_at_first(host: str, port: int) -> socket.socket:
        calls.append(host)
        if calls.count("127.0.0.2") == 1 and host == "127.0.0.2":
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        return make(host, port)

    monkeypatch.setattr(listening, "_listening", taken_at_first)
    ports = listen(reactor, ["127.0.0.1", "127.0.0.2"], 0, Factory())
    assert len({number_of(port) for port in ports}) == 1
    assert calls == ["127.0.0.1", "127.0.0.2"] * 2
    await stop(ports)
