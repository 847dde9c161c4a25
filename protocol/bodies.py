"""What stands in the bodies of entries, and in JOIN and TABLE: one closed schema, bounds included."""

from typing import Annotated

from msgspec import Meta

from protocol.codec import Body
from protocol.log import Kind

Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key = Digest
Nonce = Digest
Seed = Digest
Salt = Digest
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Seat = Annotated[int, Meta(ge=0, le=11)]
Slot = Annotated[int, Meta(ge=0, le=65535)]
Face = Annotated[int, Meta(ge=0, le=65535)]
Round = Annotated[int, Meta(ge=0, le=99)]
Version = Annotated[int, Meta(ge=1, le=65535)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}\Z")]
RulesText = Annotated[str, Meta(pattern=r"^[a-z0-9+=-]{1,400}\Z")]


class Join(Body, frozen=True, kw_only=True):
    """What a person brings to a table; signed by the seat key, and good for one table."""

    proto_min: Version
    proto_max: Version
    server_key: Key
    identity_link: Digest
    seat_key: Key
    x25519: Key
    nonce: Nonce
    seed_commitment: Digest
    name_hash: Digest


class SignedJoin(Body, frozen=True, kw_only=True):
    """The exact bytes of a JOIN, and their signature."""

    join: Annotated[bytes, Meta(max_length=1024)]
    signature: Signature


class BotSeat(Body, frozen=True, kw_only=True):
    """A seat that a bot of the server plays; it has no key and no seed."""

    bot: Word
    rev: Version


class SeatRow(Body, frozen=True, kw_only=True):
    """One seat: a person or a bot."""

    person: SignedJoin | None
    bot: BotSeat | None


class Options(Body, frozen=True, kw_only=True):
    """What is agreed about time, absence and spectators."""

    turn_seconds: Annotated[int, Meta(ge=1, le=86400)]
    step_seconds: Annotated[int, Meta(ge=1, le=86400)]
    absent_after: Annotated[int, Meta(ge=1, le=99)]
    spectators: bool
    hide_draw_order: bool
    host_plays: bool


class Table(Body, frozen=True, kw_only=True):
    """Everything that is fixed before a card is dealt; its hash is the table's name."""

    proto: Version
    mode: Word
    rules: RulesText
    rules_rev: Version
    data_hash: Digest
    options: Options
    seats: Annotated[list[SeatRow], Meta(min_length=2, max_length=12)]
    server_key: Key
    dealer_x25519: Key
    server_nonce: Nonce
    predecessor: Digest | None
    commitments: Annotated[list[Digest], Meta(min_length=2, max_length=200)]
    """The server's seeds, committed: by round from 0, class R before class G."""


class Opening(Body, frozen=True, kw_only=True):
    """A face with the salt that proves it."""

    slot: Slot
    face: Face
    salt: Salt


class Seal(Body, frozen=True, kw_only=True):
    """The person has checked the table and agrees to it."""

    tid: Digest


class Reveal(Body, frozen=True, kw_only=True):
    """The person's seed."""

    seed: Seed


class DeckCommit(Body, frozen=True, kw_only=True):
    """A round is dealt: a commitment for every slot, in slot order."""

    commitments: Annotated[list[Digest], Meta(max_length=400)]


class Open(Body, frozen=True, kw_only=True):
    """Faces for everybody."""

    openings: Annotated[list[Opening], Meta(min_length=1, max_length=64)]


class Show(Body, frozen=True, kw_only=True):
    """Faces for one seat; a bot's box is empty."""

    seat: Seat
    slots: Annotated[list[Slot], Meta(min_length=1, max_length=64)]
    box: Annotated[bytes, Meta(max_length=4096)]


class RandomValue(Body, frozen=True, kw_only=True):
    """What chance gave."""

    value: Annotated[int, Meta(ge=0, lt=2**32)]


class Renew(Body, frozen=True, kw_only=True):
    """New slots for old ones."""

    commitments: Annotated[list[Digest], Meta(min_length=1, max_length=64)]


class Timeout(Body, frozen=True, kw_only=True):
    """The time of a seat is up."""

    seat: Seat


class RoundOpen(Body, frozen=True, kw_only=True):
    """The server's seed of class R for the round that ends."""

    round: Round
    seed: Seed


class GameOpen(Body, frozen=True, kw_only=True):
    """All other seeds of the server: class G by round from 0."""

    seeds: Annotated[list[Seed], Meta(min_length=1, max_length=100)]


class End(Body, frozen=True, kw_only=True):
    """The log ends here, and why."""

    reason: Word
    seats: Annotated[list[Seat], Meta(max_length=12)]


class Close(Body, frozen=True, kw_only=True):
    """The person has seen the log up to this head."""

    seq: Annotated[int, Meta(ge=0, lt=2**32)]
    head: Digest


class Talk(Body, frozen=True, kw_only=True):
    """Something said; the salt lets it be removed later without being guessed from its hash."""

    salt: Annotated[bytes, Meta(min_length=16, max_length=16)]
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Nothing(Body, frozen=True, kw_only=True):
    """An entry whose kind says it all."""


class SeatOut(Body, frozen=True, kw_only=True):
    """A seat is absent from now on."""

    seat: Seat


BODIES: dict[Kind, type[Body]] = {
    Kind.SEAL: Seal,
    Kind.REVEAL: Reveal,
    Kind.DECK_COMMIT: DeckCommit,
    Kind.OPEN: Open,
    Kind.SHOW: Show,
    Kind.RANDOM: RandomValue,
    Kind.RENEW: Renew,
    Kind.TIMEOUT: Timeout,
    Kind.ROUND_OPEN: RoundOpen,
    Kind.GAME_OPEN: GameOpen,
    Kind.END: End,
    Kind.CLOSE: Close,
    Kind.TALK: Talk,
    Kind.ACK: Close,
    Kind.LEAVE: Nothing,
    Kind.BACK: Nothing,
    Kind.SEAT_OUT: SeatOut,
}
"""By kind of entry; acts have a schema of their own, made from the rules."""
