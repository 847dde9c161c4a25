"""TLS around a connection, in memory: what is sealed and opened at one go, and what takes Twisted's way."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from OpenSSL.SSL import Connection, WantReadError, ZeroReturnError
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.ssl import CertificateOptions, TLSVersion
from twisted.internet.testing import StringTransport

from server.net.certificate import ServerTLS, self_made
from server.net.over_tls import OverTLS

FRAMES = [bytes([number]) * size for number, size in enumerate((1, 230, 16_384, 5))]


class Wrapped(Protocol):
    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.told: list[str] = []
        self.lost: Any = None

    def hang_up(self, code: str) -> None:
        self.told.append(code)
        assert self.transport is not None
        self.transport.loseConnection()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        self.heard.append(data)

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802
        self.lost = reason


class Line:
    """Both ends, and the bytes on their way."""

    def __init__(self, folder: Path) -> None:
        tls = ServerTLS(lambda: self_made(folder / "certificate.pem"))
        self.wrapped = Wrapped()
        factory: Any = OverTLS(tls, False, Factory.forProtocol(lambda: self.wrapped))
        self.server = factory.buildProtocol(None)
        self.transport = StringTransport()
        context = CertificateOptions(raiseMinimumTo=TLSVersion.TLSv1_3, verify=False).getContext()
        context.set_keylog_callback(self._log)
        self.secrets: dict[bytes, bytes] = {}
        self.client = Connection(context, None)
        self.client.set_connect_state()
        self.server.makeConnection(self.transport)
        for _ in range(3):
            with suppress(WantReadError):
                self.client.do_handshake()
            with suppress(WantReadError):
                self.server.dataReceived(self.client.bio_read(1 << 16))
            self._fetch()

    def _log(self, _: Connection, line: bytes) -> None:
        label, _random, secret = line.split()
        self.secrets[label] = bytes.fromhex(secret.decode())

    def _fetch(self) -> None:
        if self.transport.value():
            self.client.bio_write(self.transport.value())
            self.transport.clear()

    def sealed(self, frame: bytes) -> bytes:
        self.client.send(frame)
        return self.client.bio_read(1 << 16)

    def read(self) -> Iterator[bytes]:
        self._fetch()
        with suppress(WantReadError):
            while True:
                yield self.client.recv(1 << 16)


class Renewing:
    """A client's records beside OpenSSL, which renews no keys by itself (RFC 8446, 4.6.3, 5.2 and 7)."""

    def __init__(self, line: Line) -> None:
        assert line.client.get_cipher_name() == "TLS_AES_256_GCM_SHA384"
        self._secret = line.secrets[b"CLIENT_TRAFFIC_SECRET_0"]
        self._number = 0

    def _expanded(self, label: bytes, size: int) -> bytes:
        info = size.to_bytes(2, "big") + bytes([6 + len(label)]) + b"tls13 " + label + b"\0"
        return HKDFExpand(SHA384(), size, info).derive(self._secret)

    def sealed(self, said: bytes, kind: int = 23) -> bytes:
        header = b"\x17\x03\x03" + (len(said) + 17).to_bytes(2, "big")
        nonce = int.from_bytes(self._expanded(b"iv", 12), "big") ^ self._number
        self._number += 1
        cipher = AESGCM(self._expanded(b"key", 32))
        return header + cipher.encrypt(nonce.to_bytes(12, "big"), said + bytes([kind]), header)

    def renewal(self) -> bytes:
        one = self.sealed(b"\x18\0\0\x01\0", 22)
        self._secret, self._number = self._expanded(b"traffic upd", 48), 0
        return one


@pytest.fixture
def line(tmp_path: Path) -> Line:
    return Line(tmp_path)


def one_by_one(records: list[bytes]) -> list[bytes]:
    return records


def together(records: list[bytes]) -> list[bytes]:
    return [b"".join(records)]


def torn(records: list[bytes]) -> list[bytes]:
    whole = b"".join(records)
    return [whole[at : at + 1000] for at in range(0, len(whole), 1000)]


def byte_by_byte(records: list[bytes]) -> list[bytes]:
    return [bytes([one]) for one in b"".join(records)]


def crossing(records: list[bytes]) -> list[bytes]:
    """Segments as long as a record that begin in the middle of one."""
    whole = b"".join(records)
    return [whole[:3], *(whole[at : at + len(records[1])] for at in range(3, len(whole), len(records[1])))]


@pytest.mark.parametrize("cut", [one_by_one, together, torn, byte_by_byte, crossing])
def test_what_comes_is_heard_in_order_however_it_is_cut(line: Line, cut: Callable[[list[bytes]], list[bytes]]) -> None:
    for _ in range(2):
        for segment in cut([line.sealed(frame) for frame in FRAMES]):
            line.server.dataReceived(segment)
        assert b"".join(line.wrapped.heard) == b"".join(FRAMES)
        line.wrapped.heard.clear()
    line.server.dataReceived(line.sealed(b"last"))
    assert line.wrapped.heard == [b"last"]


@pytest.mark.parametrize("size", [1, 580, 16_384, 16_385, 100_000])
def test_what_is_written_is_read_whole(line: Line, size: int) -> None:
    frame = bytes(range(251)) * (size // 251 + 1)
    for _ in range(2):
        line.server.write(frame[:size])
        assert b"".join(line.read()) == frame[:size]


def test_what_is_written_before_the_handshake_is_sent_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wrapped, "connectionMade", lambda self: self.transport.write(b"early"))
    assert b"".join(Line(tmp_path).read()) == b"early"


def test_a_client_that_says_goodbye_is_answered(line: Line) -> None:
    line.client.shutdown()
    line.server.dataReceived(line.client.bio_read(1 << 16))
    with pytest.raises(ZeroReturnError):
        list(line.read())
    assert line.transport.disconnecting


def test_a_damaged_record_ends_the_connection(line: Line) -> None:
    sealed = line.sealed(b"a frame")
    line.server.dataReceived(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    assert line.wrapped.heard == []
    assert line.transport.disconnecting


def test_nothing_is_written_or_heard_behind_the_end(line: Line) -> None:
    last = line.sealed(b"too late")
    line.server.abortConnection()
    line.transport.clear()
    line.server.write(b"behind the end")
    line.server.dataReceived(last)
    assert (line.transport.value(), line.wrapped.heard) == (b"", [])


@pytest.mark.parametrize("at_once", [1, 7])
def test_new_keys_again_and_again_are_no_way_around_the_limit_of_messages(line: Line, at_once: int) -> None:
    client = Renewing(line)
    for _ in range(2):
        line.server.dataReceived(client.renewal())
    line.server.dataReceived(client.sealed(b"a frame"))
    assert (line.wrapped.heard, line.wrapped.told) == ([b"a frame"], [])
    sent = 0
    while not line.transport.disconnected:
        assert sent < 50
        line.server.dataReceived(b"".join(client.renewal() for _ in range(at_once)))
        sent += at_once
    assert line.wrapped.told == ["connection/too-fast"]
