"""Boxes: frozen bytes, made by a second program, and no other reader, place or content."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from protocol.modes.dealer.sealing import (
    OVERHEAD,
    PLAIN,
    Place,
    Unreadable,
    parse_plaintext,
    plaintext,
    seal,
    unseal,
)
from tests.stories.cheats import paper, paper_vectors

VECTORS: dict[str, Any] = json.loads((paper_vectors.VECTORS / "sealing.json").read_text("utf-8"))
BOXES = VECTORS["boxes"]


def place_of(vector: dict[str, Any]) -> Place:
    """Where the box of a vector stands."""
    return Place.of_slots(bytes.fromhex(vector["tid"]), vector["seq"], vector["seat"], vector["slots"])


def reader_of(vector: dict[str, Any]) -> X25519PrivateKey:
    """Who can read it."""
    return X25519PrivateKey.from_private_bytes(bytes.fromhex(vector["reader_secret"]))


def test_the_second_program_knows_the_published_vectors() -> None:
    """RFC 7748, 5.2; RFC 8439, 2.8.2."""
    scalar = bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    point = bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    shared = "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    assert paper.x25519(scalar, point).hex() == shared
    alice = paper.made("alice")
    assert paper.public_of(alice) == X25519PrivateKey.from_private_bytes(alice).public_key().public_bytes_raw()
    text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    text += b"sunscreen would be it."
    aad, nonce = bytes.fromhex("50515253c0c1c2c3c4c5c6c7"), bytes.fromhex("070000004041424344454647")
    sealed = paper.chacha20_poly1305(bytes(range(0x80, 0xA0)), nonce, text, aad)
    assert sealed[-16:].hex() == "1ae10b594f09e26a7e902ecbd0600691"


@pytest.mark.parametrize("vector", BOXES, ids=lambda vector: vector["why"])
class TestBox:
    """One box for one reader at one place."""

    def test_it_never_changes(self, vector: dict[str, Any]) -> None:
        openings = [(face, bytes.fromhex(salt)) for face, salt in vector["openings"]]
        plain = plaintext(openings)
        assert plain.hex() == vector["plain"]
        made = seal(bytes.fromhex(vector["seal_key"]), place_of(vector), bytes.fromhex(vector["reader"]), plain)
        assert made.hex() == vector["box"]
        assert len(made) == len(openings) * PLAIN + OVERHEAD

    def test_its_reader_reads_it(self, vector: dict[str, Any]) -> None:
        plain = unseal(reader_of(vector), place_of(vector), bytes.fromhex(vector["box"]))
        assert [[face, salt.hex()] for face, salt in parse_plaintext(plain)] == vector["openings"]

    def test_nobody_else_reads_it(self, vector: dict[str, Any]) -> None:
        stranger = X25519PrivateKey.from_private_bytes(bytes(32))
        with pytest.raises(Unreadable):
            unseal(stranger, place_of(vector), bytes.fromhex(vector["box"]))

    @pytest.mark.parametrize(
        "change", [{"tid": bytes(32)}, {"seq": 8}, {"seat": 1}, {"header": b"\0\1\0"}, {"header": b""}]
    )
    def test_it_is_read_at_its_place_alone(self, vector: dict[str, Any], change: dict[str, Any]) -> None:
        with pytest.raises(Unreadable):
            unseal(reader_of(vector), replace(place_of(vector), **change), bytes.fromhex(vector["box"]))

    def test_it_depends_on_all_that_it_is_about(self, vector: dict[str, Any]) -> None:
        """Not even the ephemeral key stays the same: it is used once."""
        key, reader, plain = (bytes.fromhex(vector[name]) for name in ("seal_key", "reader", "plain"))
        place = place_of(vector)
        other = paper.public_of(bytes(31) + b"\1")
        boxes = [
            seal(key, place, reader, plain),
            seal(bytes(32), place, reader, plain),
            seal(key, replace(place, tid=bytes(32)), reader, plain),
            seal(key, replace(place, seq=8), reader, plain),
            seal(key, replace(place, seat=1), reader, plain),
            seal(key, replace(place, header=place.header[:-1] + b"\7"), reader, plain),
            seal(key, place, other, plain),
            seal(key, place, reader, plain[:-1] + b"\0"),
        ]
        assert len({box[:32] for box in boxes}) == len(boxes)

    def test_one_bit_spoils_it(self, vector: dict[str, Any]) -> None:
        box, random = bytes.fromhex(vector["box"]), Random(1)
        for at in range(len(box)):
            # The highest bit of an X25519 key says nothing to the exchange, but the key that seals is made from it.
            bit = 7 if at == 31 else random.randrange(8)
            spoilt = box[:at] + bytes([box[at] ^ 1 << bit]) + box[at + 1 :]
            with pytest.raises(Unreadable):
                unseal(reader_of(vector), place_of(vector), spoilt)

    @pytest.mark.parametrize("length", [0, 1, 31, 32, 47, 48])
    def test_a_piece_of_it_is_not_read(self, vector: dict[str, Any], length: int) -> None:
        with pytest.raises(Unreadable):
            unseal(reader_of(vector), place_of(vector), bytes.fromhex(vector["box"])[:length])


@pytest.mark.parametrize("public", [bytes(32), (1).to_bytes(32, "little")], ids=["zero", "one"])
def test_a_box_from_a_key_of_low_order_is_not_read(public: bytes) -> None:
    vector = BOXES[0]
    with pytest.raises(Unreadable):
        unseal(reader_of(vector), place_of(vector), public + bytes.fromhex(vector["box"])[32:])


@pytest.mark.parametrize("length", VECTORS["bad_plain_lengths"])
def test_an_opening_of_another_length_is_not_read(length: int) -> None:
    with pytest.raises(Unreadable):
        parse_plaintext(bytes(length))
