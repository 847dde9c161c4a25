"""What stands in the bodies of entries, and in JOIN and TABLE: one closed schema, bounds included.

What belongs to the way cards are dealt stands in ``part``: bytes in a schema of the table's mode.
"""

from typing import Annotated, Literal

from msgspec import Meta

from engine.slots import TABLE
from protocol.log.records import Kind
from protocol.wire.codec import Body, check_text

Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key = Digest
Nonce = Digest
Seed = Digest
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
_LAST_SEAT = 11
Seat = Annotated[int, Meta(ge=0, le=_LAST_SEAT)]
Slot = Annotated[int, Meta(ge=0, le=65535)]
Face = Annotated[int, Meta(ge=0, le=65535)]
Round = Annotated[int, Meta(ge=0, le=99)]
Version = Annotated[int, Meta(ge=1, le=65535)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}\Z")]
RulesText = Annotated[str, Meta(pattern=r"^[a-z0-9+=.,:_-]{1,4000}\Z")]
_MONTH = 2_592_000
Seconds = Annotated[int, Meta(ge=1, le=_MONTH)]
MaybeSeconds = Annotated[int, Meta(ge=0, le=_MONTH)]
Seq = Annotated[int, Meta(ge=1, lt=2**32)]
Millis = Annotated[int, Meta(ge=0, lt=2**32)]
TextSalt = Annotated[bytes, Meta(min_length=16, max_length=16)]
LONGEST_BODY = 1 << 16
LONGEST_PART = 4096
Part = Annotated[bytes, Meta(max_length=LONGEST_PART)]
"""What an entry says in the schema of its mode."""
HEADER = 116
"""Bytes of the header of an entry."""


class Join(Body, frozen=True, kw_only=True):
    """What a person brings to a table; signed by the seat key, and good for one table."""

    proto_min: Version
    proto_max: Version
    server_key: Key
    identity_link: Digest
    seat_key: Key
    part: Annotated[bytes, Meta(max_length=1024)]
    nonce: Nonce
    seed_commitment: Digest
    name_hash: Digest


class SignedJoin(Body, frozen=True, kw_only=True):
    """The exact bytes of a JOIN, and their signature."""

    join: Annotated[bytes, Meta(max_length=2048)]
    signature: Signature


class Introduction(Body, frozen=True, kw_only=True):
    """Who has made a JOIN: for the people of a gathering, never for a log."""

    identity: Key
    blind: Digest
    name: Annotated[bytes, Meta(max_length=128)]
    """The body of the NAME that the JOIN holds the hash of."""
    signature: Signature
    """Of the identity key, over the server, the seat key and the nonce."""


class BotSeat(Body, frozen=True, kw_only=True):
    """A seat that a bot of the server plays; it has no key and no seed."""

    bot: Word
    rev: Version


class SeatRow(Body, frozen=True, kw_only=True):
    """One seat: a person or a bot."""

    person: SignedJoin | None
    bot: BotSeat | None


class Options(Body, frozen=True, kw_only=True):
    """What is agreed about time, absence, spectators, and how long the log may become.

    TABLE writes all of these.  An option that comes later stands there only where it differs from its default.
    """

    turn_seconds: Seconds
    step_seconds: Seconds
    """For any other question, and for SEAL and REVEAL."""
    window_seconds: MaybeSeconds
    bank_seconds: MaybeSeconds
    """More time for a seat, once in the game, to use up where a limit is too short."""
    pause_most: MaybeSeconds
    """The longest pause; 0 allows none."""
    resume_seconds: MaybeSeconds
    """More time for the question that opens anew after a pause."""
    absent_after: Annotated[int, Meta(ge=1, le=99)]
    absent: BotSeat | None
    """Who plays for a seat that is away; without a bot it passes (HA25)."""
    spectators: bool
    spectator_delay: Annotated[int, Meta(ge=0, le=86400)]
    host_plays: bool
    relay: Literal["fixed"]
    """Who may take over the log: with `fixed` the server's key signs every HEAD."""
    most_entries: Annotated[int, Meta(ge=3_000, le=200_000)]
    most_bytes: Annotated[int, Meta(ge=1 << 19, le=64 << 20)]
    kept_entries: Annotated[int, Meta(ge=2_000, le=100_000)]
    kept_bytes: Annotated[int, Meta(ge=1 << 18, le=32 << 20)]
    """For play, openings and the end: talk has no room in it."""
    most_talks: Annotated[int, Meta(ge=0, le=1_000)]
    """Of each seat in each round."""

    def __post_init__(self) -> None:
        if self.most_entries <= self.kept_entries or self.most_bytes <= self.kept_bytes:
            raise ValueError("a log with less room than is kept for play")


class Predecessor(Body, frozen=True, kw_only=True):
    """The table that these people sat at before, and how it ended."""

    tid: Digest
    reason: Word


class Mode(Body, frozen=True, kw_only=True):
    """How cards are dealt and proved at a table."""

    name: Word
    rev: Version
    part: Annotated[bytes, Meta(max_length=1 << 14)]


class Table(Body, frozen=True, kw_only=True):
    """Everything that is fixed before a card is dealt; its hash is the table's name."""

    proto: Version
    mode: Mode
    rules: RulesText
    revs: Annotated[list[tuple[Word, Version]], Meta(min_length=2, max_length=64)]
    """The core, the card set and each module or variant, with its revision."""
    data_hash: Digest
    options: Options
    seats: Annotated[list[SeatRow], Meta(min_length=2, max_length=12)]
    server_key: Key
    server_nonce: Nonce
    predecessor: Predecessor | None


class Seal(Body, frozen=True, kw_only=True):
    """The person has checked the table and agrees to it: the seat key's signature over its name alone."""

    signature: Signature


class Reveal(Body, frozen=True, kw_only=True):
    """The person's seed."""

    seed: Seed


class Timeout(Body, frozen=True, kw_only=True):
    """The time of a seat is up, for the question that entry ``about`` opened; that of a window is the table's."""

    seat: Annotated[int, Meta(ge=0, le=TABLE)]
    about: Seq

    def __post_init__(self) -> None:
        if _LAST_SEAT < self.seat < TABLE:
            raise ValueError(f"expected a seat or {TABLE}, found {self.seat}")


class RoundOpen(Body, frozen=True, kw_only=True):
    """What may be known when a round has ended."""

    round: Round
    part: Part


class GameOpen(Body, frozen=True, kw_only=True):
    """What may be known when nothing more is played."""

    part: Annotated[bytes, Meta(max_length=1 << 14)]


class End(Body, frozen=True, kw_only=True):
    """The log ends here, and why."""

    reason: Word
    seats: Annotated[list[Seat], Meta(max_length=12)]


class Ack(Body, frozen=True, kw_only=True):
    """The person has seen the log up to this head."""

    seq: Annotated[int, Meta(ge=0, lt=2**32)]
    head: Digest


class Unlogged(Body, frozen=True, kw_only=True):
    """Something that a seat signed and that does not stand in the log: its header, and for a REVEAL its body."""

    header: Annotated[bytes, Meta(min_length=HEADER, max_length=HEADER)]
    body: Annotated[bytes, Meta(max_length=64)]


MOST_TOLD = 8
Missing = Annotated[list[Unlogged], Meta(max_length=MOST_TOLD)]
Times = Annotated[list[tuple[Seq, Millis]], Meta(max_length=MOST_TOLD)]
"""Entries that end a question, each with the milliseconds that the seat's own clock gave that question."""


class Close(Body, frozen=True, kw_only=True):
    """The person has seen the log up to this end, and what is to be said that the log does not."""

    seq: Seq
    head: Digest
    unlogged: Missing
    times: Times
    part: Part


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


class Protest(Body, frozen=True, kw_only=True):
    """What this seat signed and the server did not log, and questions that took another time than the log says."""

    unlogged: Missing
    times: Times

    def __post_init__(self) -> None:
        if not self.unlogged and not self.times:
            raise ValueError("a protest about nothing")


class Pause(Body, frozen=True, kw_only=True):
    """All clocks stand still, or start anew."""

    on: bool


class AskPause(Body, frozen=True, kw_only=True):
    """This seat wants the clocks to stand still, or to run again."""

    on: bool


OTHER_BOTS = "other-bots"
"""``what`` of a NOTE: the signer was told that bots play on in another revision than TABLE names."""


class Note(Body, frozen=True, kw_only=True):
    """For programs of a later version: no effect on the game, and it may be removed like a text."""

    salt: TextSalt
    what: Word
    data: Annotated[bytes, Meta(max_length=512)]


class Handover(Body, frozen=True, kw_only=True):
    """Another key signs the HEADs from here on.  Reserved: with the option `relay` at `fixed` it is a fault."""

    epoch: Annotated[int, Meta(ge=0, le=65535)]
    key: Key
    seq: Seq
    head: Digest
    votes: Annotated[list[tuple[Seat, Signature]], Meta(max_length=12)]


class Nothing(Body, frozen=True, kw_only=True):
    """An entry whose kind says it all."""


class SeatOut(Body, frozen=True, kw_only=True):
    """A seat is absent from now on."""

    seat: Seat


BODIES: dict[Kind, type[Body]] = {
    Kind.SEAL: Seal,
    Kind.REVEAL: Reveal,
    Kind.TIMEOUT: Timeout,
    Kind.ROUND_OPEN: RoundOpen,
    Kind.GAME_OPEN: GameOpen,
    Kind.END: End,
    Kind.CLOSE: Close,
    Kind.TALK: Talk,
    Kind.ACK: Ack,
    Kind.LEAVE: Nothing,
    Kind.BACK: Nothing,
    Kind.SEAT_OUT: SeatOut,
    Kind.NAME: Name,
    Kind.PROTEST: Protest,
    Kind.PAUSE: Pause,
    Kind.NOTE: Note,
    Kind.HANDOVER: Handover,
    Kind.ASK_PAUSE: AskPause,
    Kind.LET_PASS: Nothing,
}
"""By kind of entry; acts have a schema of their own, made from the rules."""
