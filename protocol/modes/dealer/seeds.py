"""From the seeds of all parties to every shuffle, salt and random value of a game.

A seed alone decides nothing: the server's seeds are committed before the players show theirs, and the players' before
they see the server's.  Class R opens when a round ends, class G when the game is over.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.keys.hashing import digest, u8, u16, u32
from protocol.keys.stream import Stream

ROUND_CLASS, GAME_CLASS = 0, 1
TABLE_SUBJECT = 255
"""The subject of a random value that concerns no seat."""


def homes(rounds: int) -> list[tuple[int, int]]:
    """Round and class of every seed of the server, in the order of TABLE.

    What is dealt once for the game is round 0, and has nothing that opens with a round.
    """
    return [(0, GAME_CLASS)] + [(at, class_) for at in range(1, rounds + 1) for class_ in (ROUND_CLASS, GAME_CLASS)]


def server_commitment(server_key: bytes, nonce: bytes, round_: int, class_: int, seed: bytes) -> bytes:
    """What the server publishes of a seed before play."""
    return digest("undermine/1/server-commit", server_key, nonce, u16(round_), u8(class_), seed)


@dataclass(frozen=True, slots=True, repr=False)  # a repr ends up in logs, and these bytes give every card
class Root:
    """All chance of one round and one class."""

    table: bytes
    round: int
    class_: int
    server_seed: bytes
    root: bytes
    _salt_key: bytes = field(init=False)
    seal_key: bytes = field(init=False)
    """The key of private openings' boxes, so that any auditor can make them again."""

    def __post_init__(self) -> None:
        """Made once: every card asks for them."""
        object.__setattr__(self, "_salt_key", self._key("undermine/1/salt-key"))
        object.__setattr__(self, "seal_key", self._key("undermine/1/seal-key"))

    @classmethod
    def mix(cls, table: bytes, round_: int, class_: int, server_seed: bytes, seeds: Sequence[bytes]) -> "Root":
        """The seed of the server and those of all seats, in their order; a bot's part is empty."""
        root = digest("undermine/1/mix", table, u16(round_), u8(class_), server_seed, *seeds)
        return cls(table, round_, class_, server_seed, root)

    def pile(self, number: int) -> Stream:
        """The stream that shuffles a pile."""
        return Stream(digest("undermine/1/pile", self.root, u8(number)))

    def event(self, kind: int, subject: int | None, ordinal: int) -> Stream:
        """The stream of one random event: labelled, so that no other event can shift it."""
        seat = TABLE_SUBJECT if subject is None else subject
        return Stream(digest("undermine/1/event", self.root, u8(kind), u8(seat), u32(ordinal)))

    def bot(self, seat: int, decision: int) -> Stream:
        """The stream of one decision of a bot, counted from 0 in each round."""
        seed = digest("undermine/1/bot", self.root, u8(seat))
        return Stream(digest("undermine/1/bot-decision", seed, u32(decision)))

    def salt(self, slot: int) -> bytes:
        """The salt of a slot: without it a commitment to one of few faces is a public fact."""
        return hmac.digest(self._salt_key, b"undermine/1/salt" + u16(slot), "sha256")

    def _key(self, tag: str) -> bytes:
        return digest(tag, self.table, u16(self.round), u8(self.class_), self.server_seed, self.root)


def commitment(table: bytes, round_: int, slot: int, face: int, salt: bytes) -> bytes:
    """What is published of a slot."""
    return digest("undermine/1/card", table, u16(round_), u16(slot), u16(face), salt)
