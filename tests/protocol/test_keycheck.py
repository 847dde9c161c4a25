"""Which keys and signatures are accepted: the list of bad points is complete, and the library alone would take them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from protocol.keys import keycheck
from protocol.keys.keycheck import (
    NEGATIVE_ZERO,
    ORDER,
    PRIME,
    SMALL_ORDER,
    BadKey,
    KeyFault,
    check_ed25519,
    check_x25519,
    is_canonical_signature,
)
from tests.support.paths import VECTORS as VECTOR_FILES

VECTORS: dict[str, Any] = json.loads((VECTOR_FILES / "identity.json").read_text("utf-8"))
CHECKS = {"ed25519_keys": check_ed25519, "x25519_keys": check_x25519}
GOOD = [(kind, vector) for kind in CHECKS for vector in VECTORS[kind]["good"]]
BAD = [(kind, vector) for kind in CHECKS for vector in VECTORS[kind]["bad"]]

Point = tuple[int, int]
D = -121665 * pow(121666, -1, PRIME) % PRIME
NEUTRAL = (0, 1)
CONSTANT = (1).to_bytes(32, "little") + bytes(32)
"""The signature R = 1, S = 0."""


def plus(one: Point, other: Point) -> Point:
    """The sum of two points, as RFC 8032 has it in 5.1.4, without its shortcuts."""
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, PRIME)
    return x % PRIME, y % PRIME


def times(factor: int, point: Point) -> Point:
    """The multiple of a point."""
    result = NEUTRAL
    for bit in f"{factor:b}":
        result = plus(result, result)
        if bit == "1":
            result = plus(result, point)
    return result


def points() -> Iterator[Point]:
    """Points by ascending y."""
    for y in range(2, PRIME):
        square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
        root = pow(square, (PRIME + 3) // 8, PRIME)
        for x in (root, root * pow(2, (PRIME - 1) // 4, PRIME) % PRIME):
            if x * x % PRIME == square:
                yield x, y


def spellings(point: Point) -> set[bytes]:
    """Every 32 bytes that decode to a point if nothing is checked."""
    x, y = point
    signs = (x & 1,) if x else (0, 1)
    return {
        (spelled | sign << 255).to_bytes(32, "little")
        for spelled in (y, y + PRIME)
        if spelled < 2**255
        for sign in signs
    }


def test_the_vectors_are_found() -> None:
    assert len(GOOD) >= 9
    assert len(BAD) >= 70
    assert {vector["fault"] for _, vector in BAD} == {fault.value for fault in KeyFault}


@pytest.mark.parametrize(("kind", "vector"), GOOD, ids=lambda value: value["why"] if isinstance(value, dict) else value)
def test_a_good_key_is_accepted(kind: str, vector: dict[str, str]) -> None:
    CHECKS[kind](bytes.fromhex(vector["key"]))


@pytest.mark.parametrize(("kind", "vector"), BAD, ids=lambda value: value["why"] if isinstance(value, dict) else value)
def test_a_bad_key_is_refused_with_its_reason(kind: str, vector: dict[str, str]) -> None:
    with pytest.raises(BadKey) as refused:
        CHECKS[kind](bytes.fromhex(vector["key"]))
    assert refused.value.fault is KeyFault(vector["fault"])


def test_the_list_holds_every_spelling_of_every_point_of_small_order_and_nothing_else() -> None:
    generator = next(
        small for point in points() if times(4, small := times(ORDER, point)) != NEUTRAL
    )  # of order 8: the curve has 8 * L points
    eight = {times(factor, generator) for factor in range(8)}
    assert len(eight) == 8
    assert set[bytes]().union(*(spellings(point) for point in eight)) == SMALL_ORDER
    assert len(SMALL_ORDER) == 14


def test_a_negative_zero_is_the_only_second_spelling_below_the_prime() -> None:
    """Only x = 0 has no negative, and only y = 1 and y = -1 go with it."""
    both = set[bytes]().union(*(spellings((0, y)) for y in (1, PRIME - 1)))
    assert {
        key for key in both if int.from_bytes(key, "little") >> 255 and int.from_bytes(key, "little") % 2**255 < PRIME
    } == NEGATIVE_ZERO


def test_the_library_takes_the_neutral_point_and_one_signature_for_every_message() -> None:
    """This is what the check is for: its owner has signed everything, and can deny anything."""
    neutral = (1).to_bytes(32, "little")
    accepted = Ed25519PublicKey.from_public_bytes(neutral)
    for number in range(100):
        accepted.verify(CONSTANT, b"message %d" % number)  # raises where it does not verify
    with pytest.raises(BadKey):
        check_ed25519(neutral)


@pytest.mark.parametrize("key", sorted(SMALL_ORDER), ids=bytes.hex)
def test_the_library_takes_every_key_of_small_order(key: bytes) -> None:
    Ed25519PublicKey.from_public_bytes(key)


def test_the_library_takes_what_is_no_point() -> None:
    nowhere = (2).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(nowhere)
    with pytest.raises(BadKey) as refused:
        check_ed25519(nowhere)
    assert refused.value.fault is KeyFault.NOT_A_POINT


def test_half_of_all_numbers_are_no_point() -> None:
    on_curve = {y for _, (_, y) in zip(range(200), points(), strict=False)}
    for y in range(2, max(on_curve)):
        key = y.to_bytes(32, "little")
        if y in on_curve:
            check_ed25519(key)
        else:
            with pytest.raises(BadKey):
                check_ed25519(key)


def test_a_library_that_looks_closer_is_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closer:
        @staticmethod
        def from_public_bytes(_: bytes) -> None:
            raise ValueError

    monkeypatch.setattr(keycheck, "Ed25519PublicKey", Closer)
    with pytest.raises(BadKey):
        check_ed25519((3).to_bytes(32, "little"))


def test_every_key_that_is_made_passes() -> None:
    for number in range(300):
        secret = number.to_bytes(32, "big")
        check_ed25519(Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw())
        check_x25519(X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw())


def test_the_library_loads_x25519_keys_that_fail_only_when_used() -> None:
    for vector in VECTORS["x25519_keys"]["bad"]:
        if vector["fault"] == KeyFault.SMALL_ORDER.value:
            loaded = X25519PublicKey.from_public_bytes(bytes.fromhex(vector["key"]))
            for secret in (b"\1" * 32, b"\xa7" * 32, b"\xff" * 32):  # the trial key is as good as any
                with pytest.raises(ValueError, match="shared key"):
                    X25519PrivateKey.from_private_bytes(secret).exchange(loaded)


def test_a_signature_has_one_spelling() -> None:
    whole = Ed25519PrivateKey.from_private_bytes(bytes(32)).sign(b"")
    r, s = whole[:32], int.from_bytes(whole[32:], "little")
    assert is_canonical_signature(whole)
    assert is_canonical_signature(r + (ORDER - 1).to_bytes(32, "little"))
    for number in (ORDER, s + ORDER, 2**256 - 1):
        assert not is_canonical_signature(r + number.to_bytes(32, "little"))
    for point in (PRIME, PRIME + 1, 2**255 - 1, PRIME | 1 << 255, 1 | 1 << 255):
        assert not is_canonical_signature(point.to_bytes(32, "little") + whole[32:])
    for length in (0, 32, 63):
        assert not is_canonical_signature(whole[:length])
    assert not is_canonical_signature(whole + b"\0")
