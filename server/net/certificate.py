"""What the server shows in TLS: a certificate of its own making, or one from files that can be exchanged as it runs.

Players know a server by its key, which it proves after the handshake; so the certificate of its own making is good for
ever and needs no authority.  TLS 1.3 only: the proof signs over an exporter that older versions do not bind.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import NameOID
from OpenSSL.SSL import SSL_CB_ACCEPT_LOOP, Connection, Context, WantReadError
from OpenSSL.SSL import Error as TLSError
from twisted.internet.interfaces import IOpenSSLServerConnectionCreator
from twisted.internet.ssl import CertificateOptions, TLSVersion
from twisted.protocols.tls import TLSMemoryBIOProtocol
from zope.interface import implementer

from protocol.keys.secretfile import OpenToOthers, read_secret, write_whole
from server.store.data_dir import open_to_others

_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "undermine-server")])
_FROM, _TO = datetime(2020, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)  # RFC 5280: no end
_LONGEST = 1 << 20


class CertificateTrouble(Exception):
    """The certificate cannot be used; the message says which file and why."""


@dataclass(frozen=True, slots=True, repr=False)  # a repr ends up in logs, and the key is secret
class Certified:
    """A certificate with its key and its chain."""

    certificate: x509.Certificate
    chain: tuple[x509.Certificate, ...]
    key: PrivateKeyTypes

    @property
    def ends(self) -> datetime:
        """When it expires."""
        return self.certificate.not_valid_after_utc


@dataclass(slots=True)
class Steps:
    """Of the handshake of a connection, and of each change of keys that a client asks for later."""

    taken: int = 0


@implementer(IOpenSSLServerConnectionCreator)
class ServerTLS:
    """The TLS of every connection from now on; `reload` exchanges what it shows, and open connections stay."""

    def __init__(self, source: Callable[[], Certified]) -> None:
        self._source = source
        self.certified = source()
        self._options = options(self.certified)

    def serverConnectionForTLS(self, protocol: TLSMemoryBIOProtocol) -> Connection:  # noqa: N802
        """Called by Twisted for each connection."""
        return self._options.serverConnectionForTLS(protocol)

    def reload(self, now: datetime) -> None:
        """Read the files again; if they cannot be used, `CertificateTrouble` and the old ones stay."""
        new = self._source()
        if new.ends <= now:
            raise CertificateTrouble(f"the certificate is good only until {new.ends:%Y-%m-%d}")
        self._options = options(new)
        self.certified = new


def options(certified: Certified) -> CertificateOptions:
    """The TLS that a listening port needs."""
    # Any: Twisted takes these as they are, and says that it wants pyOpenSSL's, which warn that they will go.
    shown: dict[str, Any] = {
        "privateKey": certified.key,
        "certificate": certified.certificate,
        "extraCertChain": list(certified.chain),
    }
    try:
        made = CertificateOptions(raiseMinimumTo=TLSVersion.TLSv1_3, **shown)
        made.getContext().set_info_callback(_count)
        _shake_hands(made.getContext())
    except (TLSError, TypeError, ValueError) as error:
        why = _reasons(error)
        raise CertificateTrouble(f"the certificate cannot be used for TLS 1.3 ({why}); one for P-256 can") from error
    return made


def _count(connection: Connection, where: int, _outcome: int) -> None:
    if isinstance(steps := connection.get_app_data(), Steps):
        steps.taken += where == SSL_CB_ACCEPT_LOOP


def _shake_hands(context: Context) -> None:
    """As with a first client, in memory: OpenSSL takes keys that no client of TLS 1.3 can do anything with."""
    server = Connection(context, None)
    server.set_accept_state()
    client = Connection(CertificateOptions(raiseMinimumTo=TLSVersion.TLSv1_3, verify=False).getContext(), None)
    client.set_connect_state()
    for near, far in ((client, server), (server, client), (client, server)):
        with suppress(WantReadError):
            near.do_handshake()
        far.bio_write(near.bio_read(_LONGEST))
    server.do_handshake()


def _reasons(error: Exception) -> str:
    """What OpenSSL says, without where in it; everything else as it is."""
    if isinstance(error, TLSError) and error.args and isinstance(error.args[0], list):
        return ", ".join(reason for *_where, reason in error.args[0])
    return str(error)


def files_of(*settings: str) -> tuple[Path, ...]:
    """Which files the settings mean: ``~`` is the home of the user, as in a shell."""
    try:
        return tuple(Path(setting).expanduser() for setting in settings)
    except RuntimeError as error:
        raise CertificateTrouble(f"the home folder is not known ({error}); write the whole path") from error


def from_files(certificate: Path, key: Path) -> Certified:
    """The certificate, those that vouch for it and the key, from PEM files; both may be in one."""
    with _trouble_with(certificate):
        first, *chain = x509.load_pem_x509_certificates(_read(certificate))
    with _trouble_with(key):
        private = load_pem_private_key(_read(key), password=None)
    if first.public_key() != private.public_key():
        raise CertificateTrouble(f"{key}: is not the key of the first certificate in {certificate}")
    return Certified(first, tuple(chain), private)


def self_made(path: Path) -> Certified:
    """The server's own, made on the first start: key and certificate in one file, so that there is never half of it.

    The caller holds the folder, so there is one writer.
    """
    with _trouble_with(path):
        if read_secret(path, 0) is None:
            write_whole(path, _made())
    try:
        return from_files(path, path)
    except CertificateTrouble as error:
        raise CertificateTrouble(f"{error}; remove the file, and the next start makes a new one") from error


def _made() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())  # every TLS library and proxy takes it, unlike Ed25519
    certificate = (
        x509.CertificateBuilder(_NAME, _NAME, key.public_key(), x509.random_serial_number(), _FROM, _TO)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LONGEST)


@contextmanager
def _trouble_with(path: Path) -> Iterator[None]:
    """Say in a sentence what is wrong with a file."""
    try:
        yield
    except OpenToOthers as error:
        raise CertificateTrouble(open_to_others(path)) from error
    except OSError as error:
        raise CertificateTrouble(f"{error.filename or path}: {error.strerror}") from error
    except TypeError as error:
        raise CertificateTrouble(f"{path}: the key has a password; write it without one") from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise CertificateTrouble(f"{path}: this is not what it should be, or it is damaged: {error}") from error
