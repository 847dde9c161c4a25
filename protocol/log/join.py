"""How a table comes about: what each person brings, and the TABLE that the server makes of it."""

from collections.abc import Sequence
from enum import Enum, unique

from engine.records import record
from engine.registry import game_of
from engine.rules import Rules
from protocol.keys.hashing import digest
from protocol.keys.identity import Identity, Purpose, sign, verify
from protocol.keys.keycheck import BadKey, check_ed25519
from protocol.keys.player_seed import player_commitment
from protocol.log import bodies
from protocol.log.cards import data_hash
from protocol.log.records import body_hash
from protocol.log.setting import LONGEST_JOIN, PROTO
from protocol.modes.mode import Secrets
from protocol.modes.registry import new_mode
from protocol.wire.codec import BadFrame, decode, encode


@record
class Joining:
    """A person who sits down; the nonce is new for every table."""

    identity: Identity
    nonce: bytes
    name: bodies.Name

    def signed(self, server_key: bytes) -> bodies.SignedJoin:
        """The JOIN, good for one table of that server."""
        keys = self.identity.seat(self.nonce)
        introduced = self.introduction(server_key)
        data = encode(
            bodies.Join(
                proto_min=PROTO,
                proto_max=PROTO,
                server_key=server_key,
                identity_link=identity_link(introduced),
                seat_key=keys.public,
                part=new_mode().join_part(keys),
                nonce=self.nonce,
                seed_commitment=player_commitment(keys.public, self.nonce, keys.seed),
                name_hash=body_hash(encode(self.name)),
            )
        )
        return bodies.SignedJoin(join=data, signature=sign(keys.signing, Purpose.JOIN, data))

    def introduction(self, server_key: bytes) -> bodies.Introduction:
        """What tells the people of a gathering who brings the JOIN; it never stands in the log."""
        keys = self.identity.seat(self.nonce)
        return bodies.Introduction(
            identity=self.identity.public,
            blind=keys.blind,
            name=encode(self.name),
            signature=sign(self.identity.key, Purpose.INTRODUCE, server_key, keys.public, self.nonce),
        )


@unique
class JoinFault(Enum):
    """Why a JOIN is not good in a TABLE."""

    MALFORMED = "it cannot be read"
    PROTOCOL = "it was made for another version of the protocol"
    SERVER = "it was made for another server"
    KEYS = "a key is one that proves nothing"
    SIGNATURE = "its seat key has not signed it"


class BadJoin(ValueError):
    """This JOIN is not accepted; ``fault`` says why."""

    def __init__(self, fault: JoinFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def read_join(signed: bodies.SignedJoin, server_key: bytes) -> bodies.Join:
    """The JOIN in these bytes; `BadJoin` if a TABLE of that server could not have it."""
    try:
        join = decode(bodies.Join, signed.join, LONGEST_JOIN)
        keys = new_mode().join_keys(join.part)
    except BadFrame as error:
        raise BadJoin(JoinFault.MALFORMED) from error
    if not join.proto_min <= PROTO <= join.proto_max:
        raise BadJoin(JoinFault.PROTOCOL)
    if join.server_key != server_key:
        raise BadJoin(JoinFault.SERVER)
    try:
        check_ed25519(join.seat_key)
        for key in keys:
            new_mode().check_key(key)
    except BadKey as error:
        raise BadJoin(JoinFault.KEYS) from error
    if not verify(join.seat_key, signed.signature, Purpose.JOIN, signed.join):
        raise BadJoin(JoinFault.SIGNATURE)
    return join


def are_distinct(joins: Sequence[bodies.Join], server_key: bytes) -> bool:
    """Whether no two of these JOINs share a key or a nonce."""
    of_mode = [key for join in joins for key in new_mode().join_keys(join.part)]
    signing, nonces = [server_key, *(join.seat_key for join in joins)], [join.nonce for join in joins]
    return all(len(set(keys)) == len(keys) for keys in (of_mode, signing, nonces))


def identity_link(introduced: bodies.Introduction) -> bytes:
    """Ties a seat to a person for those to whom the person was introduced, and says nothing to all others."""
    return digest("undermine/1/identity-link", introduced.identity, introduced.signature, introduced.blind)


def is_introduced(join: bodies.Join, introduced: bodies.Introduction) -> bool:
    """Whether that person has made this JOIN, and is called so there."""
    parts = join.server_key, join.seat_key, join.nonce
    return (
        join.identity_link == identity_link(introduced)
        and join.name_hash == body_hash(introduced.name)
        and verify(introduced.identity, introduced.signature, Purpose.INTRODUCE, *parts)
    )


def name_of(introduced: bodies.Introduction) -> str | None:
    """What the person is called; None if that is no name."""
    try:
        return decode(bodies.Name, introduced.name, len(introduced.name)).name
    except BadFrame:
        return None


def ready_parts(
    rows: Sequence[bodies.SeatRow], rules: str, options: bodies.Options, predecessor: bodies.Predecessor | None
) -> tuple[bytes, ...]:
    """What every person signs who is ready: all seats in their order, and all that is agreed to."""
    hashed = digest("undermine/1/rows", *(encode(row) for row in rows))
    return hashed, rules.encode("ascii"), encode(options), b"" if predecessor is None else encode(predecessor)


def seat_row(seat: bodies.SignedJoin | bodies.BotSeat) -> bodies.SeatRow:
    """A seat as TABLE has it."""
    if isinstance(seat, bodies.SignedJoin):
        return bodies.SeatRow(person=seat, bot=None)
    return bodies.SeatRow(person=None, bot=seat)


def make_table(
    rules: Rules,
    options: bodies.Options,
    seats: Sequence[bodies.SignedJoin | bodies.BotSeat],
    server_key: bytes,
    secrets: Secrets,
    *,
    predecessor: bodies.Predecessor | None = None,
) -> bytes:
    """The bytes of a TABLE."""
    mode = new_mode()
    return encode(
        bodies.Table(
            proto=PROTO,
            mode=bodies.Mode(name=mode.name, rev=mode.rev, part=mode.table_part(secrets, server_key)),
            rules=rules.in_full(),
            revs=list(game_of(rules).revs(rules)),
            data_hash=data_hash(game_of(rules).book(rules, len(seats))),
            options=options,
            seats=[seat_row(seat) for seat in seats],
            server_key=server_key,
            server_nonce=secrets.nonce,
            predecessor=predecessor,
        )
    )
