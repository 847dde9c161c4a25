"""The squares modulo a safe prime of 64 bits, and proofs of equal logarithms: too small for anything but tests."""

from protocol.keys.hashing import digest
from protocol.keys.stream import Stream

P = 2**64 - 1469
Q = (P - 1) // 2
G = 4
SIZE = 8
Cipher = tuple[int, int]


def number(tag: str, *parts: bytes) -> int:
    """An exponent that a hash gives."""
    return int.from_bytes(digest(f"toy/{tag}", *parts), "little") % (Q - 1) + 1


def point(tag: str, *parts: bytes) -> int:
    """A square that a hash gives, and of which the logarithm is not known."""
    return pow(int.from_bytes(digest(f"toy/{tag}", *parts), "little") % (P - 3) + 2, 2, P)


def to_bytes(*values: int) -> bytes:
    """Group elements and exponents, in a row."""
    return b"".join(value.to_bytes(SIZE, "little") for value in values)


def from_bytes(data: bytes) -> list[int]:
    """The same back."""
    return [int.from_bytes(data[at : at + SIZE], "little") for at in range(0, len(data), SIZE)]


def is_element(value: int) -> bool:
    """Whether it is a square, and not the neutral one."""
    return 1 < value < P and pow(value, Q, P) == 1


def prove(secret: int, bases: tuple[int, ...], context: bytes) -> bytes:
    """That the logarithms of ``base ** secret`` to all bases are the same."""
    made = [pow(base, secret, P) for base in bases]
    nonce = number("nonce", to_bytes(secret, *bases, *made), context)
    firsts = [pow(base, nonce, P) for base in bases]
    challenge = number("challenge", to_bytes(*bases, *made, *firsts), context)
    return to_bytes(challenge, (nonce - challenge * secret) % Q)


def proves(proof: bytes, bases: tuple[int, ...], made: tuple[int, ...], context: bytes) -> bool:
    """Whether that holds."""
    if len(proof) != 2 * SIZE or not all(map(is_element, made)):
        return False
    challenge, answer = from_bytes(proof)
    pairs = zip(bases, made, strict=True)
    firsts = [pow(base, answer, P) * pow(one, challenge, P) % P for base, one in pairs]
    return challenge == number("challenge", to_bytes(*bases, *made, *firsts), context)


def masked(card: Cipher, key: int, more: int) -> Cipher:
    """The same card in another ciphertext."""
    return card[0] * pow(G, more, P) % P, card[1] * pow(key, more, P) % P


def chance(tag: str, *parts: bytes) -> Stream:
    """A stream that a secret gives."""
    return Stream(digest(f"toy/{tag}", *parts))
