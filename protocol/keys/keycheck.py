"""Which public keys and signatures are accepted at all, before a library is asked about them.

Libraries differ here.  `cryptography` (OpenSSL) loads every 32 bytes as an Ed25519 key, points of small order included:
under the neutral point one constant signature verifies every message, so a player with that key could deny each move.
It also loads bytes that are no point, and X25519 keys that fail only when something is sealed to them.
"""

from enum import Enum, unique
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

KEY, SIGNATURE = 32, 64
"""Lengths in bytes: of every public key here, and of a signature (R, then S)."""

PRIME = 2**255 - 19
"""Coordinates are numbers below this one (RFC 7748 and RFC 8032)."""

ORDER = 2**252 + 27742317777372353535851937790883648493
"""L of RFC 8032: how many multiples the base point has."""

_TOP_OF_Y, _TOP_OF_ORDER = 0x7F, ORDER >> 248
"""The top bytes of the largest y and of L: with a smaller one, nearly always, a number need not be made."""

_D = -121665 * pow(121666, -1, PRIME) % PRIME  # of the curve -x^2 + y^2 = 1 + d x^2 y^2
_SIGN = 1 << 255  # the top bit of a point tells which of the two x goes with its y

NEGATIVE_ZERO = frozenset(
    bytes.fromhex(point)
    for point in (
        "0100000000000000000000000000000000000000000000000000000000000080",  # y = 1
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",  # y = -1
    )
)
"""Points with x = 0 and the sign of a negative x: the only second spellings with y below the prime."""

SMALL_ORDER = NEGATIVE_ZERO | frozenset(
    bytes.fromhex(point)
    for point in (
        "0100000000000000000000000000000000000000000000000000000000000000",  # order 1, the neutral point
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  # order 2
        "0000000000000000000000000000000000000000000000000000000000000000",  # order 4
        "0000000000000000000000000000000000000000000000000000000000000080",  # order 4
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",  # order 8
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",  # order 8
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",  # order 8
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",  # order 8
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  # order 1, with y = p + 1
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",  # order 1, likewise
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  # order 4, with y = p
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",  # order 4, likewise
    )
)
"""The eight points whose order divides 8, and all their second spellings."""

_TRIAL = X25519PrivateKey.from_private_bytes(bytes(KEY))
"""No secret: the result is thrown away, and with a key of low order every private key comes to zero."""


_MOST_KNOWN = 1024
"""Keys that are remembered: a JOIN is read when it is brought, and again in its TABLE."""


@unique
class KeyFault(Enum):
    """Why a public key is refused."""

    LENGTH = "key/length"
    SMALL_ORDER = "key/small-order"
    NOT_CANONICAL = "key/not-canonical"
    NOT_A_POINT = "key/not-a-point"


class BadKey(ValueError):
    """This public key is not accepted; ``fault`` says why."""

    def __init__(self, fault: KeyFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def check_ed25519(public: bytes) -> None:
    """Refuse a key under which signatures would prove nothing, or that can be spelled in two ways."""
    if fault := ed25519_fault(public):
        raise BadKey(fault)
    if not _is_on_curve(public):
        raise BadKey(KeyFault.NOT_A_POINT)
    try:
        Ed25519PublicKey.from_public_bytes(public)
    except ValueError as error:  # from a library that looks closer than today's
        raise BadKey(KeyFault.NOT_A_POINT) from error


def check_x25519(public: bytes) -> None:
    """Refuse a key to which nothing can be sealed, or that can be spelled in two ways.

    Two spellings of one key would pass for two different keys at one table.
    """
    if len(public) != KEY:
        raise BadKey(KeyFault.LENGTH)
    if int.from_bytes(public, "little") >= PRIME:
        raise BadKey(KeyFault.NOT_CANONICAL)
    if not _takes_secrets(public):
        raise BadKey(KeyFault.SMALL_ORDER)


@lru_cache(maxsize=_MOST_KNOWN)
def _takes_secrets(public: bytes) -> bool:
    try:
        _TRIAL.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        return False
    return True


def ed25519_fault(public: bytes) -> KeyFault | None:
    """What the bytes alone tell: quick enough to ask before each signature."""
    if len(public) != KEY:
        return KeyFault.LENGTH
    if public in SMALL_ORDER:
        return KeyFault.SMALL_ORDER
    if not _is_canonical(public):
        return KeyFault.NOT_CANONICAL
    return None


def is_canonical_signature(signature: bytes) -> bool:
    """Whether no other bytes could stand for the same signature: R has one spelling, and S is below L."""
    if len(signature) != SIGNATURE:
        return False
    return _is_canonical(signature[:KEY]) and (
        signature[-1] < _TOP_OF_ORDER or int.from_bytes(signature[KEY:], "little") < ORDER
    )


def _is_canonical(point: bytes) -> bool:
    return (point[-1] & _TOP_OF_Y < _TOP_OF_Y or _y(point) < PRIME) and point not in NEGATIVE_ZERO


@lru_cache(maxsize=_MOST_KNOWN)
def _is_on_curve(point: bytes) -> bool:
    """Whether an x goes with this y: (y^2 - 1) / (d y^2 + 1) must be a square, as x^2 is (RFC 8032, 5.1.3).

    Zero is one too, but the points with x = 0 are of small order, and were refused before.
    """
    square = _y(point) ** 2
    product = (square - 1) * (_D * square + 1)  # a square exactly if the quotient is one
    return pow(product, (PRIME - 1) // 2, PRIME) == 1


def _y(point: bytes) -> int:
    return int.from_bytes(point, "little") % _SIGN
