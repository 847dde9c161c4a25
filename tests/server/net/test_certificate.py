"""The certificate: made once, TLS 1.3 only, exchanged as the server runs, and never for a worse one."""

import os
import ssl
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_twisted
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa, x25519
from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes
from cryptography.hazmat.primitives.serialization import Encoding
from twisted.internet import reactor
from twisted.internet.endpoints import SSL4ServerEndpoint
from twisted.internet.protocol import Factory
from twisted.internet.threads import deferToThread
from twisted.protocols.wire import Echo

from server.net.certificate import CertificateTrouble, ServerTLS, self_made
from tests.server.certificates import NOW, a_key, certificate_pem, files, key_pem, put

POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")


def test_the_server_makes_its_own_certificate_once(tmp_path: Path) -> None:
    path = tmp_path / "certificate.pem"
    made, again = self_made(path), self_made(path)
    assert made.certificate == again.certificate
    assert isinstance(made.key, ec.EllipticCurvePrivateKey)
    assert made.key.curve.name == "secp256r1"
    assert made.ends.year == 9999
    made.certificate.verify_directly_issued_by(made.certificate)
    assert [file.name for file in tmp_path.iterdir()] == ["certificate.pem"]


def test_two_servers_make_two(tmp_path: Path) -> None:
    assert self_made(tmp_path / "a").certificate.public_key() != self_made(tmp_path / "b").certificate.public_key()


@POSIX
def test_only_the_owner_can_read_its_key(tmp_path: Path) -> None:
    path = tmp_path / "certificate.pem"
    before = os.umask(0)
    try:
        self_made(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    with pytest.raises(CertificateTrouble, match=r"run: chmod 600 "):
        self_made(path)


def test_its_key_is_not_in_a_repr(tmp_path: Path) -> None:
    certified = self_made(tmp_path / "certificate.pem")
    assert repr(certified).startswith("<server.net.certificate.Certified object at ")


@pytest.mark.parametrize("keep", [0, 30, 300])
def test_damage_to_its_own_is_told_with_what_to_do(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "certificate.pem"
    self_made(path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(CertificateTrouble) as refused:
        self_made(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert str(refused.value).endswith("; remove the file, and the next start makes a new one")
    path.unlink()
    self_made(path)


def test_a_certificate_comes_with_those_that_vouch_for_it(tmp_path: Path) -> None:
    key, issuer = a_key(), a_key()
    put(tmp_path, key)
    with (tmp_path / "tls.pem").open("ab") as file:
        file.write(certificate_pem(issuer, name="issuer"))
    certified = files(tmp_path)
    assert certified.certificate.public_key() == key.public_key()
    assert [one.public_key() for one in certified.chain] == [issuer.public_key()]
    ServerTLS(lambda: certified)


def wrong_files(folder: Path) -> dict[str, tuple[bytes, bytes, str]]:
    """By what is wrong: certificate, key, and what is said."""
    key = a_key()
    good, good_key = certificate_pem(key), key_pem(key)
    secretive = key_pem(key, b"password")
    return {
        "no certificate": (b"", good_key, r"tls\.pem: this is not what it should be"),
        "half a certificate": (good[:200], good_key, r"tls\.pem: this is not what it should be"),
        "a key for a certificate": (good_key, good_key, r"tls\.pem: this is not what it should be"),
        "no key": (good, b"", r"tls\.key: this is not what it should be"),
        "a certificate for a key": (good, good, r"tls\.key: this is not what it should be"),
        "a password": (good, secretive, r"tls\.key: the key has a password; write it without one"),
        "another key": (good, key_pem(a_key()), r"tls\.key: is not the key of the first certificate in .*tls\.pem"),
        "a key of another sort": (good, key_pem(x25519.X25519PrivateKey.generate()), r"is not the key of the first"),
    }


@pytest.mark.parametrize("why", list(wrong_files(Path())))
def test_wrong_files_are_refused_and_the_old_certificate_stays(tmp_path: Path, why: str) -> None:
    put(tmp_path, a_key())
    tls = ServerTLS(lambda: files(tmp_path))
    before = tls.certified
    certificate, key, sentence = wrong_files(tmp_path)[why]
    (tmp_path / "tls.pem").write_bytes(certificate)
    (tmp_path / "tls.key").write_bytes(key)
    with pytest.raises(CertificateTrouble, match=sentence):
        tls.reload(NOW)
    assert tls.certified is before
    with pytest.raises(CertificateTrouble, match=sentence):
        ServerTLS(lambda: files(tmp_path))


KEYS: dict[str, Callable[[], CertificateIssuerPrivateKeyTypes]] = {
    "P-256": a_key,
    "P-384": lambda: ec.generate_private_key(ec.SECP384R1()),
    "RSA": lambda: rsa.generate_private_key(65537, 2048),
    "Ed25519": ed25519.Ed25519PrivateKey.generate,
}
USELESS_KEYS: dict[str, Callable[[], CertificateIssuerPrivateKeyTypes]] = {
    "DSA": lambda: dsa.generate_private_key(2048),
    "secp256k1": lambda: ec.generate_private_key(ec.SECP256K1()),
    "short RSA": lambda: rsa.generate_private_key(65537, 1024),
}


@pytest.mark.parametrize("kind", KEYS)
def test_these_keys_will_do(tmp_path: Path, kind: str) -> None:
    put(tmp_path, a_key())
    tls = ServerTLS(lambda: files(tmp_path))
    put(tmp_path, KEYS[kind]())
    tls.reload(NOW)
    assert tls.certified.certificate == files(tmp_path).certificate


@pytest.mark.parametrize("kind", USELESS_KEYS)
def test_a_key_that_tls_1_3_cannot_use_leaves_the_old_one_in_use(tmp_path: Path, kind: str) -> None:
    put(tmp_path, a_key())
    tls = ServerTLS(lambda: files(tmp_path))
    before = tls.certified
    put(tmp_path, USELESS_KEYS[kind]())
    with pytest.raises(CertificateTrouble, match=r"cannot be used for TLS 1\.3 \([a-z ]+\); one for P-256 can"):
        tls.reload(NOW)
    assert tls.certified is before


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CertificateTrouble, match=r"tls\.pem: No such file or directory"):
        files(tmp_path)
    (tmp_path / "tls.pem").write_bytes(certificate_pem(a_key()))
    with pytest.raises(CertificateTrouble, match=r"tls\.key: No such file or directory"):
        files(tmp_path)


def test_a_certificate_that_has_ended_is_not_taken_in_place_of_another(tmp_path: Path) -> None:
    put(tmp_path, a_key())
    tls = ServerTLS(lambda: files(tmp_path))
    before = tls.certified
    put(tmp_path, a_key(), ends=NOW - timedelta(days=1))
    with pytest.raises(CertificateTrouble, match="the certificate is good only until 2029-12-31"):
        tls.reload(NOW)
    assert tls.certified is before


def meet(port: int, most: ssl.TLSVersion = ssl.TLSVersion.MAXIMUM_SUPPORTED) -> tuple[str | None, bytes]:
    """The version of TLS and the certificate that a client meets there."""
    import socket

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = most
    with socket.create_connection(("127.0.0.1", port), 10) as plain, context.wrap_socket(plain) as wrapped:
        wrapped.sendall(b"hello")
        assert wrapped.recv(5) == b"hello"
        return wrapped.version(), wrapped.getpeercert(binary_form=True) or b""


@pytest_twisted.ensureDeferred
async def test_tls_1_3_is_spoken_and_nothing_older_and_a_new_certificate_is_shown_at_once(tmp_path: Path) -> None:
    put(tmp_path, a_key())
    tls = ServerTLS(lambda: files(tmp_path))
    endpoint = SSL4ServerEndpoint(reactor, 0, tls, interface="127.0.0.1")
    port = await endpoint.listen(Factory.forProtocol(Echo))
    try:
        number = port.getHost().port
        first = tls.certified.certificate.public_bytes(Encoding.DER)
        assert await deferToThread(meet, number) == ("TLSv1.3", first)
        with pytest.raises(ssl.SSLError):
            await deferToThread(meet, number, ssl.TLSVersion.TLSv1_2)
        put(tmp_path, ed25519.Ed25519PrivateKey.generate())
        tls.reload(NOW)
        second = tls.certified.certificate.public_bytes(Encoding.DER)
        assert second != first
        assert await deferToThread(meet, number) == ("TLSv1.3", second)
        put(tmp_path, a_key(), ends=NOW)
        with pytest.raises(CertificateTrouble):
            tls.reload(NOW)
        assert await deferToThread(meet, number) == ("TLSv1.3", second)
    finally:
        await port.stopListening()
