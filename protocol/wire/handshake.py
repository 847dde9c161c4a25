"""How two programs show each other their keys before anything else is said.

Both sign the exporter of their TLS connection, so that a relay cannot pass a signature on, and the other's nonce, so
that none can be used twice.  Without TLS, or behind a proxy that ends it, the exporter is empty; a client
accepts that only if its person or the link says so.
"""

from protocol.keys.identity import Identity, Purpose, sign, verify

EXPORTER_LABEL, EXPORTER = b"EXPORTER-Channel-Binding", 32


def sign_as_server(identity: Identity, exporter: bytes, client_nonce: bytes) -> bytes:
    """The server's word that this connection ends at its key."""
    return sign(identity.key, Purpose.SERVER, identity.public, exporter, client_nonce)


def is_server(key: bytes, signature: bytes, exporter: bytes, client_nonce: bytes) -> bool:
    """Whether the other end of this connection has that key."""
    return verify(key, signature, Purpose.SERVER, key, exporter, client_nonce)


def sign_login(identity: Identity, server_key: bytes, exporter: bytes, server_nonce: bytes) -> bytes:
    """A player's word to one server, on one connection."""
    return sign(identity.key, Purpose.LOGIN, server_key, exporter, server_nonce)


def is_player(key: bytes, signature: bytes, server_key: bytes, exporter: bytes, server_nonce: bytes) -> bool:
    """Whether the other end of this connection has that identity."""
    return verify(key, signature, Purpose.LOGIN, server_key, exporter, server_nonce)
