"""How a table comes about: what each person brings, and the TABLE that the server makes of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.registry import game_of
from engine.rules import Rules
from protocol.keys.hashing import digest
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.cards import data_hash
from protocol.log.records import body_hash
from protocol.log.setting import PROTO
from protocol.modes.dealer import part
from protocol.modes.dealer.secrets import Secrets
from protocol.modes.dealer.seeds import player_commitment
from protocol.wire.codec import encode


@dataclass(frozen=True, slots=True)
class Joining:
    """A person who sits down; the nonce is new for every table."""

    identity: Identity
    nonce: bytes
    name: bodies.Name

    def signed(self, server_key: bytes) -> bodies.SignedJoin:
        """The JOIN, good for one table of that server."""
        keys = self.identity.seat(self.nonce)
        data = encode(
            bodies.Join(
                proto_min=PROTO,
                proto_max=PROTO,
                server_key=server_key,
                identity_link=identity_link(self.identity.public, self.nonce),
                seat_key=keys.public,
                part=encode(part.JoinPart(x25519=keys.reading_public)),
                nonce=self.nonce,
                seed_commitment=player_commitment(keys.public, self.nonce, keys.seed),
                name_hash=body_hash(encode(self.name)),
            )
        )
        return bodies.SignedJoin(join=data, signature=sign(keys.signing, Purpose.JOIN, data))


def identity_link(identity: bytes, nonce: bytes) -> bytes:
    """Ties a seat to a person for those who know the person's key, and says nothing to all others."""
    return digest("undermine/1/identity-link", identity, nonce)


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
    promised = part.TablePart(x25519=secrets.reading_public, commitments=secrets.commitments(server_key))
    return encode(
        bodies.Table(
            proto=PROTO,
            mode=bodies.Mode(name=part.NAME, rev=part.REV, part=encode(promised)),
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
