"""Seals, names, secret choices and the bodies of entries: frozen bytes, made by a second program."""

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from protocol.keys.hashing import frame
from protocol.keys.identity import Identity, Purpose, SeatKeys, sign, verify
from protocol.log import bodies
from protocol.log.join import Joining, identity_link, is_introduced, name_of, ready_parts
from protocol.log.records import body_hash
from protocol.log.setting import table_id
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer import choices, part
from protocol.modes.dealer.choices import TO_DEALER, TO_SEAT, Where
from protocol.modes.dealer.sealing import Unreadable
from protocol.wire.codec import Body, decode, encode
from tests.stories.cheats import paper, paper_vectors
from tests.support import parts
from tests.support.dealing import KIND_OF, KINDS


def vectors(name: str) -> dict[str, Any]:
    """A file of them."""
    read: dict[str, Any] = json.loads((paper_vectors.VECTORS / name).read_text("utf-8"))
    return read


CHOICES, BODIES = vectors("choices.json"), vectors("bodies.json")
IDENTITIES = vectors("identity.json")["identities"]
TID = bytes.fromhex(CHOICES["tid"])
DEALER = X25519PrivateKey.from_private_bytes(bytes.fromhex(CHOICES["dealer_secret"]))


def seat_of(vector: dict[str, Any]) -> SeatKeys:
    """The keys of the seat that a vector is about."""
    return Identity(bytes.fromhex(vector["master"])).seat(bytes.fromhex(vector["join_nonce"]))


def plain(body: Body) -> Any:
    """The fields of a body, as a vector tells them."""

    def listed(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [listed(item) for item in value]
        return {name: listed(value[name]) for name in value} if isinstance(value, dict) else value

    return listed(msgspec.to_builtins(body, builtin_types=(bytes,)))


def told(value: Any) -> Any:
    """The vector's own way to write bytes, undone."""
    if isinstance(value, list):
        return [told(item) for item in value]
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"]) if value.keys() == {"hex"} else {name: told(value[name]) for name in value}
    return value


# the second program


def test_the_second_program_knows_the_published_signatures() -> None:
    """RFC 8032, 7.1, the first two; then the library's."""
    for secret, public, message, signature in (
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
    ):
        assert paper.ed25519_public(bytes.fromhex(secret)).hex() == public
        assert paper.ed25519(bytes.fromhex(secret), bytes.fromhex(message)).hex() == signature
    key = paper.made("key")
    assert paper.ed25519(key, b"text") == Ed25519PrivateKey.from_private_bytes(key).sign(b"text")


@pytest.mark.parametrize("identity", IDENTITIES, ids=lambda identity: identity["fingerprint"])
def test_both_programs_and_the_older_vectors_agree_on_the_keys_of_a_seat(identity: dict[str, Any]) -> None:
    master = bytes.fromhex(identity["master"])
    for seat in identity["seats"]:
        nonce = bytes.fromhex(seat["nonce"])
        secrets = {
            what: paper.seat_secret(master, what, nonce)
            for what in ("seat-key", "x25519-key", "player-seed", "choice-key", "link-blind")
        }
        assert paper.ed25519_public(secrets["seat-key"]).hex() == seat["seat_key"]
        assert paper.public_of(secrets["x25519-key"]).hex() == seat["x25519_key"]
        assert secrets["player-seed"].hex() == seat["seed"]
        assert Identity(master).seat(nonce).choosing == secrets["choice-key"]
        assert Identity(master).seat(nonce).blind == secrets["link-blind"]


# secret choices


@pytest.mark.parametrize("vector", CHOICES["choices"], ids=lambda vector: vector["why"])
class TestChoice:
    """One choice of one seat."""

    def where(self, vector: dict[str, Any]) -> Where:
        return Where(TID, vector["round"], vector["seat"], vector["counter"])

    def test_the_key_that_hides_it(self, vector: dict[str, Any]) -> None:
        assert seat_of(vector).choosing.hex() == vector["choosing"]

    def test_the_commitment(self, vector: dict[str, Any]) -> None:
        made = self.where(vector).commitment(vector["choice"], bytes.fromhex(vector["nonce"]))
        assert made.hex() == vector["commitment"]

    def test_the_body(self, vector: dict[str, Any]) -> None:
        dealer = DEALER.public_key().public_bytes_raw()
        body = choices.make(seat_of(vector), self.where(vector), vector["choice"], dealer)
        assert body.commitment.hex() == vector["commitment"]
        assert (body.to_dealer.hex(), body.to_seat.hex()) == (vector["to_dealer"], vector["to_seat"])
        assert encode(body).hex() == vector["part"]
        assert encode(dealer_bodies.Choice(part=encode(body))).hex() == vector["body"]

    def test_both_readers_read_it_and_at_its_place_alone(self, vector: dict[str, Any]) -> None:
        body = parts.choice_part(decode(dealer_bodies.Choice, bytes.fromhex(vector["body"]), 1 << 16))
        where = self.where(vector)
        said = vector["choice"], bytes.fromhex(vector["nonce"])
        readers = {TO_DEALER: DEALER, TO_SEAT: seat_of(vector).reading}
        for reader, key in readers.items():
            assert choices.read(key, where, body, reader) == said
            for other in (
                replace(where, tid=bytes(32)),
                replace(where, round=2),
                replace(where, seat=1),
                replace(where, counter=8),
            ):
                with pytest.raises(Unreadable):
                    choices.read(key, other, body, reader)
            with pytest.raises(Unreadable):
                choices.read(readers[1 - reader], where, body, reader)
            with pytest.raises(Unreadable):
                choices.read(key, where, body, 1 - reader)


def test_nothing_of_two_choices_is_the_same() -> None:
    """Not the commitment and no box; what is longer or shorter tells nothing either."""
    for name in ("commitment", "to_dealer", "to_seat"):
        assert len({vector[name] for vector in CHOICES["choices"]}) == len(CHOICES["choices"])
    assert len({len(vector["body"]) for vector in CHOICES["choices"]}) == 1


# seals and names


def test_a_seal_never_changes() -> None:
    vector = BODIES["seal"]
    keys, tid = seat_of(vector), bytes.fromhex(vector["tid"])
    assert keys.public.hex() == vector["seat_key"]
    assert frame(Purpose.SEAL, tid).hex() == vector["signed"]
    assert sign(keys.signing, Purpose.SEAL, tid).hex() == vector["signature"]
    assert verify(keys.public, bytes.fromhex(vector["signature"]), Purpose.SEAL, tid)


@pytest.mark.parametrize("vector", BODIES["names"], ids=lambda vector: vector["hash"][:8])
def test_a_name_and_its_hash_never_change(vector: dict[str, Any]) -> None:
    name = bodies.Name(salt=bytes.fromhex(vector["salt"]), name=vector["name"])
    assert encode(name).hex() == vector["body"]
    assert body_hash(encode(name)).hex() == vector["hash"]
    signed = Joining(Identity(bytes(32)), bytes(32), name).signed(bytes(32))
    assert decode(bodies.Join, signed.join, 1024).name_hash.hex() == vector["hash"]


# bodies


@pytest.mark.parametrize("vector", BODIES["bodies"], ids=lambda vector: f"{vector['kind']}-{len(vector['body']) // 2}")
def test_a_body_never_changes(vector: dict[str, Any]) -> None:
    schema = KINDS.bodies[KIND_OF[vector["kind"]]]
    fields, data = told(vector["fields"]), bytes.fromhex(vector["body"])
    body = msgspec.convert(fields, schema, builtin_types=(bytes,))
    assert encode(body) == data
    assert decode(schema, data, len(data)) == body
    assert plain(body) == fields


def test_the_bodies_that_open_something_have_vectors() -> None:
    there = {vector["kind"] for vector in BODIES["bodies"]}
    assert there >= {"SEAL", "REVEAL", "ROUND_OPEN", "GAME_OPEN", "END", "NAME", "COMPLAINT", "PROTEST", "PAUSE"}
    assert there >= {"RANDOM", "RENEW", "TIMEOUT", "CHOICE", "ACK", "CLOSE", "NOTE", "HANDOVER", "ASK_PAUSE"}


@pytest.mark.parametrize("vector", BODIES["parts"], ids=lambda vector: f"{vector['part']}-{len(vector['bytes']) // 2}")
def test_a_part_of_the_dealer_mode_never_changes(vector: dict[str, Any]) -> None:
    schema = getattr(part, vector["part"])
    fields, data = told(vector["fields"]), bytes.fromhex(vector["bytes"])
    made = msgspec.convert(fields, schema, builtin_types=(bytes,))
    assert encode(made) == data
    assert part.read(schema, data) == made
    assert plain(made) == fields


def test_every_part_of_the_dealer_mode_has_a_vector() -> None:
    made = {name for name, kind in vars(part).items() if isinstance(kind, type) and issubclass(kind, Body)}
    assert {vector["part"] for vector in BODIES["parts"]} == made - {"Body", "ChoiceOpening"}


# JOIN and TABLE


@pytest.mark.parametrize("vector", BODIES["tables"], ids=lambda vector: vector["tid"][:8])
class TestTable:
    """A TABLE, and the JOIN in it."""

    def test_the_join(self, vector: dict[str, Any]) -> None:
        name = decode(bodies.Name, bytes.fromhex(vector["name"]), 1024)
        joining = Joining(Identity(bytes.fromhex(vector["master"])), bytes.fromhex(vector["join_nonce"]), name)
        signed = joining.signed(told(vector["join"])["server_key"])
        assert (signed.join.hex(), signed.signature.hex()) == (vector["join_bytes"], vector["signature"])
        join = decode(bodies.Join, signed.join, 2048)
        assert plain(join) == told(vector["join"])

    def test_the_introduction_opens_the_link(self, vector: dict[str, Any]) -> None:
        name = decode(bodies.Name, bytes.fromhex(vector["name"]), 1024)
        joining = Joining(Identity(bytes.fromhex(vector["master"])), bytes.fromhex(vector["join_nonce"]), name)
        join = decode(bodies.Join, bytes.fromhex(vector["join_bytes"]), 2048)
        introduction = joining.introduction(join.server_key)
        assert plain(introduction) == told(vector["introduction"])
        assert identity_link(introduction) == join.identity_link
        assert is_introduced(join, introduction)
        assert name_of(introduction) == "Ann"

    def test_what_a_person_signs_who_is_ready(self, vector: dict[str, Any]) -> None:
        table = decode(bodies.Table, bytes.fromhex(vector["table"]), 1 << 16)
        keys = Identity(bytes.fromhex(vector["master"])).seat(bytes.fromhex(vector["join_nonce"]))
        for which, predecessor in (("first", None), ("after", table.predecessor)):
            parts = ready_parts(table.seats, table.rules, table.options, predecessor)
            assert sign(keys.signing, Purpose.READY, *parts) == told(vector["ready"])[which]

    def test_the_table_and_its_name(self, vector: dict[str, Any]) -> None:
        fields, data = told(vector["fields"]), bytes.fromhex(vector["table"])
        table = msgspec.convert(fields, bodies.Table, builtin_types=(bytes,))
        assert encode(table) == data
        assert decode(bodies.Table, data, len(data)) == table
        assert plain(table) == fields
        assert table_id(data).hex() == vector["tid"]
        person = table.seats[0].person
        assert person is not None
        assert (person.join.hex(), person.signature.hex()) == (vector["join_bytes"], vector["signature"])
