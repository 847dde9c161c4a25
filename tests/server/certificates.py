"""Certificates of all kinds, as files."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes, PrivateKeyTypes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from server.net.certificate import Certified, from_files

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def key_pem(key: PrivateKeyTypes, password: bytes = b"") -> bytes:
    """As a file holds it."""
    encryption = BestAvailableEncryption(password) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)


def certificate_pem(
    key: CertificateIssuerPrivateKeyTypes, ends: datetime = NOW + timedelta(days=90), name: str = "mine.example"
) -> bytes:
    """A certificate for a key, that is good until then."""
    named = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    start = datetime(2020, 1, 1, tzinfo=UTC)
    builder = x509.CertificateBuilder(named, named, key.public_key(), x509.random_serial_number(), start, ends)
    digest = None if isinstance(key, ed25519.Ed25519PrivateKey) else SHA256()
    return builder.sign(key, digest).public_bytes(Encoding.PEM)


def put(folder: Path, key: CertificateIssuerPrivateKeyTypes, ends: datetime = NOW + timedelta(days=90)) -> None:
    """A certificate and its key, as certbot would put them."""
    (folder / "tls.pem").write_bytes(certificate_pem(key, ends))
    (folder / "tls.key").write_bytes(key_pem(key))


def files(folder: Path) -> Certified:
    """What `put` has put."""
    return from_files(folder / "tls.pem", folder / "tls.key")


def a_key() -> ec.EllipticCurvePrivateKey:
    """Any key."""
    return ec.generate_private_key(ec.SECP256R1())
