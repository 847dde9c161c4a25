"""What stands in the bodies of entries, and in JOIN and TABLE: one closed schema, bounds included."""

from typing import Annotated

from msgspec import Meta

from engine.slots import TABLE
from protocol.log.records import Kind
from protocol.wire.codec import Body, check_text

Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key = Digest
Nonce = Digest
Seed = Digest
Salt = Digest
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
_LAST_SEAT = 11
Seat = Annotated[int, Meta(ge=0, le=_LAST_SEAT)]
Slot = Annotated[int, Meta(ge=0, le=65535)]
Face = Annotated[int, Meta(ge=0, le=65535)]
Round = Annotated[int, Meta(ge=0, le=99)]
Version = Annotated[int, Meta(ge=1, le=65535)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}\Z")]
RulesText = Annotated[str, Meta(pattern=r"^[a-z0-9+=-]{1,1000}\Z")]
Seconds = Annotated[int, Meta(ge=1, le=86400)]
MaybeSeconds = Annotated[int, Meta(ge=0, le=86400)]
Seq = Annotated[int, Meta(ge=1, lt=2**32)]
TextSalt = Annotated[bytes, Meta(min_length=16, max_length=16)]
ChoiceBox = Annotated[bytes, Meta(min_length=81, max_length=81)]


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
    """What is agreed about time, absence, spectators, and how long the log may become."""

    turn_seconds: Seconds
    step_seconds: Seconds
    """For any other question, and for SEAL and REVEAL."""
    window_seconds: MaybeSeconds
    bank_seconds: MaybeSeconds
    """More time for a seat, once in the game, to use up where a limit is too short."""
    absent_after: Annotated[int, Meta(ge=1, le=99)]
    absent: BotSeat | None
    """Who plays for a seat that is away; without a bot it passes (HA25)."""
    spectators: bool
    host_plays: bool
    most_entries: Annotated[int, Meta(ge=3_000, le=20_000)]
    most_bytes: Annotated[int, Meta(ge=1 << 19, le=4 << 20)]
    most_talks: Annotated[int, Meta(ge=0, le=200)]
    """Of each seat in each round."""


class Predecessor(Body, frozen=True, kw_only=True):
    """The table that these people sat at before, and how it ended."""

    tid: Digest
    reason: Word


class Table(Body, frozen=True, kw_only=True):
    """Everything that is fixed before a card is dealt; its hash is the table's name."""

    proto: Version
    mode: Word
    rules: RulesText
    revs: Annotated[list[tuple[Word, Version]], Meta(min_length=2, max_length=64)]
    """The core, the card set and each module or variant, with its revision."""
    data_hash: Digest
    options: Options
    seats: Annotated[list[SeatRow], Meta(min_length=2, max_length=12)]
    server_key: Key
    dealer_x25519: Key
    server_nonce: Nonce
    predecessor: Predecessor | None
    commitments: Annotated[list[Digest], Meta(min_length=2, max_length=200)]
    """The server's seeds, committed: by round from 0, class R before class G."""


class Opening(Body, frozen=True, kw_only=True):
    """A face with the salt that proves it."""

    slot: Slot
    face: Face
    salt: Salt


class Seal(Body, frozen=True, kw_only=True):
    """The person has checked the table and agrees to it: the seat key's signature over its name alone."""

    signature: Signature


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


class Answer(Body, frozen=True, kw_only=True):
    """Yes or no about cards that stay hidden: which question, about whom (255: the table), about which cards."""

    question: Annotated[int, Meta(ge=1, le=255)]
    subject: Annotated[int, Meta(ge=0, le=255)]
    slots: Annotated[list[Slot], Meta(min_length=1, max_length=64)]
    yes: bool


class Renew(Body, frozen=True, kw_only=True):
    """New slots for old ones."""

    commitments: Annotated[list[Digest], Meta(min_length=1, max_length=400)]


class Timeout(Body, frozen=True, kw_only=True):
    """The time of a seat is up; that of a window is the table's."""

    seat: Annotated[int, Meta(ge=0, le=TABLE)]

    def __post_init__(self) -> None:
        if _LAST_SEAT < self.seat < TABLE:
            raise ValueError(f"expected a seat or {TABLE}, found {self.seat}")


class Choice(Body, frozen=True, kw_only=True):
    """A secret choice: its commitment, and boxes for the dealer and for the seat itself."""

    commitment: Digest
    to_dealer: ChoiceBox
    to_seat: ChoiceBox


class ChoiceOpening(Body, frozen=True, kw_only=True):
    """What the choice of that entry was."""

    seq: Seq
    choice: Annotated[int, Meta(ge=0, le=255)]
    nonce: Nonce


class RoundOpen(Body, frozen=True, kw_only=True):
    """The server's seed of class R for the round that ends, and the secret choices that were made in it."""

    round: Round
    seed: Seed
    choices: Annotated[list[ChoiceOpening], Meta(max_length=64)]


class GameOpen(Body, frozen=True, kw_only=True):
    """All other seeds of the server: class G by round from 0, class R and secret choices of what has not ended."""

    seeds: Annotated[list[Seed], Meta(min_length=1, max_length=100)]
    round_seeds: Annotated[list[Seed], Meta(max_length=100)]
    choices: Annotated[list[ChoiceOpening], Meta(max_length=64)]


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

    salt: TextSalt
    text: Annotated[str, Meta(min_length=1, max_length=500)]

    def __post_init__(self) -> None:
        check_text(self.text, 2000)


class Name(Body, frozen=True, kw_only=True):
    """What the person of a seat wants to be called; the hash of these bytes stands in the JOIN."""

    salt: TextSalt
    name: Annotated[str, Meta(min_length=1, max_length=64)]

    def __post_init__(self) -> None:
        check_text(self.name, 64)


class Complaint(Body, frozen=True, kw_only=True):
    """The box in that entry cannot be read, or says something else than was committed to."""

    seq: Seq


class Protest(Body, frozen=True, kw_only=True):
    """The header of something that this seat signed and that the server did not log."""

    header: Annotated[bytes, Meta(min_length=116, max_length=116)]


class Pause(Body, frozen=True, kw_only=True):
    """All clocks stand still, or start anew."""

    on: bool


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
    Kind.CHOICE: Choice,
    Kind.ANSWER: Answer,
    Kind.NAME: Name,
    Kind.COMPLAINT: Complaint,
    Kind.PROTEST: Protest,
    Kind.PAUSE: Pause,
}
"""By kind of entry; acts have a schema of their own, made from the rules."""
