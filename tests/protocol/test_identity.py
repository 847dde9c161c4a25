"""One secret and what follows from it: keys, seeds, signatures, fingerprints."""

import hmac
import json
import pickle
from itertools import product
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from protocol.keys import identity as identity_module
from protocol.keys.hashing import frame
from protocol.keys.identity import Identity, Purpose, SeatKeys, fingerprint, pin, sign, verify
from protocol.keys.keycheck import ORDER, PRIME, SMALL_ORDER, check_ed25519, check_x25519
from protocol.keys.player_seed import player_commitment
from tests.support.paths import VECTORS as VECTOR_FILES

VECTORS: dict[str, Any] = json.loads((VECTOR_FILES / "identity.json").read_text("utf-8"))
IDENTITIES = VECTORS["identities"]
SEATS = [(identity["master"], seat) for identity in IDENTITIES for seat in identity["seats"]]
PURPOSES = (
    "login",
    "server",
    "join",
    "introduce",
    "ready",
    "seal",
    "act",
    "head",
    "handover",
    "succession",
    "remove-texts",
    "heads",
)
SIGNATURES = VECTORS["signatures"]
MASTER, NONCE = bytes(range(32)), bytes(32)


def verdict(vector: dict[str, Any]) -> bool:
    """Whether the signature of a vector verifies."""
    key, signature = bytes.fromhex(vector["key"]), bytes.fromhex(vector["signature"])
    return verify(key, signature, Purpose(vector["purpose"]), *map(bytes.fromhex, vector["parts"]))


def derived(master: bytes, info: bytes) -> bytes:
    """HKDF-SHA-256 (RFC 5869) written out, for one block and without salt."""
    return hmac.digest(hmac.digest(bytes(32), master, "sha256"), info + b"\1", "sha256")


def test_the_vectors_are_found() -> None:
    assert len(IDENTITIES) >= 3
    assert len(SEATS) >= 6
    assert len(SIGNATURES["good"]) >= 10
    assert len(SIGNATURES["bad"]) >= 20
    assert {vector["purpose"] for vector in SIGNATURES["good"]} == set(Purpose)


@pytest.mark.parametrize("vector", IDENTITIES, ids=lambda vector: vector["fingerprint"])
def test_an_identity_never_changes(vector: dict[str, str]) -> None:
    identity = Identity(bytes.fromhex(vector["master"]))
    assert identity.key.private_bytes_raw().hex() == vector["identity_secret"]
    assert identity.public.hex() == vector["identity_key"]
    assert pin(identity.public) == vector["pin"]
    assert fingerprint(identity.public) == vector["fingerprint"]


@pytest.mark.parametrize(("master", "vector"), SEATS)
def test_the_keys_of_a_seat_never_change(master: str, vector: dict[str, str]) -> None:
    nonce = bytes.fromhex(vector["nonce"])
    seat = Identity(bytes.fromhex(master)).seat(nonce)
    assert seat.public.hex() == vector["seat_key"]
    assert seat.reading_public.hex() == vector["x25519_key"]
    assert seat.seed.hex() == vector["seed"]
    assert player_commitment(seat.public, nonce, seat.seed).hex() == vector["seed_commit"]


def test_every_secret_is_derived_under_a_tag_of_its_own() -> None:
    identity, seat = Identity(MASTER), Identity(MASTER).seat(NONCE)
    assert identity.key.private_bytes_raw() == derived(MASTER, frame("undermine/1/identity-key"))
    assert seat.signing.private_bytes_raw() == derived(MASTER, frame("undermine/1/seat-key", NONCE))
    assert seat.reading.private_bytes_raw() == derived(MASTER, frame("undermine/1/x25519-key", NONCE))
    assert seat.seed == derived(MASTER, frame("undermine/1/player-seed", NONCE))
    assert seat.choosing == derived(MASTER, frame("undermine/1/choice-key", NONCE))
    assert seat.blind == derived(MASTER, frame("undermine/1/link-blind", NONCE))


def test_no_two_secrets_are_the_same_and_all_keys_pass_the_checks() -> None:
    made = set()
    for number in range(50):
        identity = Identity(number.to_bytes(32, "big"))
        check_ed25519(identity.public)
        made.add(identity.public)
        for nonce in (bytes(32), number.to_bytes(32, "little")):
            seat = identity.seat(nonce)
            check_ed25519(seat.public)
            check_x25519(seat.reading_public)
            made |= {seat.public, seat.reading_public, seat.seed, seat.choosing}
    assert len(made) == 50 + 50 * 2 * 4 - 4  # for number 0 both nonces are the same


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_secrets_and_nonces_have_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="a master secret has 32 bytes"):
        Identity(bytes(length))
    with pytest.raises(ValueError, match="a nonce has 32 bytes"):
        Identity(MASTER).seat(bytes(length))


def test_a_repr_tells_no_secret() -> None:
    identity = Identity(MASTER)
    seat = identity.seat(NONCE)
    assert repr(identity) == f"<Identity {fingerprint(identity.public)}>"
    for secret, shown in product((MASTER, seat.seed, seat.choosing), (repr(identity), repr(seat), str(seat))):
        assert secret.hex() not in shown
        assert repr(secret)[2:-1] not in shown


@pytest.mark.parametrize("secret", [Identity(MASTER), Identity(MASTER).seat(NONCE)], ids=["identity", "seat"])
def test_neither_is_packed_by_accident(secret: Identity | SeatKeys) -> None:
    with pytest.raises(TypeError):
        pickle.dumps(secret)


@pytest.mark.parametrize("vector", SIGNATURES["good"], ids=lambda vector: vector["why"])
def test_a_good_signature_verifies(vector: dict[str, Any]) -> None:
    assert verdict(vector)


@pytest.mark.parametrize("vector", SIGNATURES["bad"], ids=lambda vector: vector["why"])
def test_a_bad_signature_does_not_verify(vector: dict[str, Any]) -> None:
    assert not verdict(vector)


@pytest.mark.parametrize("vector", SIGNATURES["good"][: len(PURPOSES)], ids=lambda vector: vector["why"])
def test_signing_gives_the_frozen_signature(vector: dict[str, Any]) -> None:
    """Ed25519 has no chance in it: the same key and frame give the same bytes everywhere."""
    parts = map(bytes.fromhex, vector["parts"])
    assert sign(Identity(MASTER).key, Purpose(vector["purpose"]), *parts).hex() == vector["signature"]


@pytest.mark.parametrize("purpose", Purpose)
def test_a_signature_covers_the_frame_and_serves_one_purpose(purpose: Purpose) -> None:
    identity = Identity(MASTER)
    signature = sign(identity.key, purpose, b"one", b"two")
    Ed25519PublicKey.from_public_bytes(identity.public).verify(signature, frame(purpose.value, b"one", b"two"))
    accepting = [other for other in Purpose if verify(identity.public, signature, other, b"one", b"two")]
    assert accepting == [purpose]


def test_the_purposes_are_tags_of_their_own() -> None:
    assert {purpose.value for purpose in Purpose} == {f"undermine/1/{word}" for word in PURPOSES}


def test_one_changed_bit_anywhere_is_noticed() -> None:
    identity = Identity(MASTER)
    message = b"a move"
    signature = sign(identity.key, Purpose.ACT, message)
    for bit in range(8 * len(signature)):
        assert not verify(identity.public, flipped(signature, bit), Purpose.ACT, message)
    for bit in range(8 * len(identity.public)):
        assert not verify(flipped(identity.public, bit), signature, Purpose.ACT, message)
    for bit in range(8 * len(message)):
        assert not verify(identity.public, signature, Purpose.ACT, flipped(message, bit))


def flipped(data: bytes, bit: int) -> bytes:
    """The data with one bit changed."""
    return (int.from_bytes(data, "big") ^ 1 << bit).to_bytes(len(data), "big")


@pytest.mark.parametrize("key", sorted(SMALL_ORDER), ids=bytes.hex)
def test_no_message_verifies_under_a_key_of_small_order(key: bytes) -> None:
    """The library alone accepts each of these keys, and for some messages a signature that was never made."""
    constant = (1).to_bytes(32, "little") + bytes(32)
    for number in range(64):
        assert not verify(key, constant, Purpose.ACT, bytes([number]))


def test_a_key_that_is_no_point_has_signed_nothing() -> None:
    signature = sign(Identity(MASTER).key, Purpose.ACT)
    assert not verify((2).to_bytes(32, "little"), signature, Purpose.ACT)


def test_a_library_that_forgives_more_changes_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSSL of today looks at R and S itself; the rule must not hang on that."""

    class Forgiving:
        @classmethod
        def from_public_bytes(cls, _: bytes) -> "Forgiving":
            return cls()

        def verify(self, signature: bytes, message: bytes) -> None:
            """Whatever it is, it is fine."""

    monkeypatch.setattr(identity_module, "Ed25519PublicKey", Forgiving)
    key = Identity(MASTER).public
    whole = sign(Identity(MASTER).key, Purpose.ACT)
    raised = int.from_bytes(whole[32:], "little") + ORDER
    assert verify(key, whole, Purpose.ACT)
    assert not verify(key, whole[:32] + raised.to_bytes(32, "little"), Purpose.ACT)
    assert not verify(key, (PRIME + 1).to_bytes(32, "little") + whole[32:], Purpose.ACT)
    assert not verify(key, whole[:63], Purpose.ACT)


def test_a_fingerprint_is_the_beginning_of_the_pin_in_groups() -> None:
    for number in range(100):
        public = number.to_bytes(32, "big")
        groups = fingerprint(public).split("-")
        assert [len(group) for group in groups] == [4] * 5
        assert pin(public).startswith("".join(groups))
        assert len(pin(public)) == 52
        assert set(pin(public)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
