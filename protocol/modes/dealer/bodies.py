"""What stands in the entries that are the dealer mode's: one closed schema, bounds included."""

from typing import Annotated

from msgspec import Meta

from protocol.log.bodies import Digest, Face, Part, Seat, Seq, Slot
from protocol.wire.codec import Body

Salt = Digest


class Opening(Body, frozen=True, kw_only=True):
    """A face with the salt that proves it."""

    slot: Slot
    face: Face
    salt: Salt


class DeckCommit(Body, frozen=True, kw_only=True):
    """A round is dealt: a commitment for every slot, in slot order."""

    commitments: Annotated[list[Digest], Meta(max_length=400)]


class Open(Body, frozen=True, kw_only=True):
    """Faces for all seats."""

    openings: Annotated[list[Opening], Meta(min_length=1, max_length=64)]


class Show(Body, frozen=True, kw_only=True):
    """Faces for one seat; a bot's box is empty."""

    seat: Seat
    slots: Annotated[list[Slot], Meta(min_length=1, max_length=64)]
    box: Annotated[bytes, Meta(max_length=4096)]


class RandomValue(Body, frozen=True, kw_only=True):
    """What chance gave, to which question of the rules: its kind, about whom (255: the table), below which number."""

    kind: Annotated[int, Meta(ge=1, le=255)]
    subject: Annotated[int, Meta(ge=0, le=255)]
    below: Annotated[int, Meta(ge=1, lt=2**32)]
    value: Annotated[int, Meta(ge=0, lt=2**32)]


class Answer(Body, frozen=True, kw_only=True):
    """Yes or no about cards that stay hidden: which question, about whom (255: the table), about which cards."""

    question: Annotated[int, Meta(ge=1, le=255)]
    subject: Annotated[int, Meta(ge=0, le=255)]
    slots: Annotated[list[Slot], Meta(min_length=1, max_length=64)]
    yes: bool


class Renew(Body, frozen=True, kw_only=True):
    """New slots for old ones, in the order of their zone; ``by`` is the seat that orders them, 255 if chance does."""

    slots: Annotated[list[Slot], Meta(min_length=1, max_length=400)]
    by: Annotated[int, Meta(ge=0, le=255)]
    commitments: Annotated[list[Digest], Meta(min_length=1, max_length=400)]


class Choice(Body, frozen=True, kw_only=True):
    """A secret choice: only that it was made can be read."""

    part: Part


class Complaint(Body, frozen=True, kw_only=True):
    """The box in that entry cannot be read, or says something else than was committed to."""

    seq: Seq
