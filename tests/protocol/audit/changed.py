"""Logs that were changed, or that a crooked server has made."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log.records import MAGIC, Entry, Kind, RecordType, record, records
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.author import HoldingDealer
from protocol.wire.codec import Body


def first_of(data: bytes, kind: int) -> int:
    """The number of the first entry of a kind."""
    return next(e.seq for e in entries(data) if e.kind == kind)


def entries(data: bytes) -> list[Entry]:
    return [Entry.from_bytes(payload) for kind, payload in records(data) if kind == RecordType.ENTRY]


def edited(data: bytes, at: int, change: Callable[[Entry], Entry]) -> bytes:
    """The file with one entry changed by its holder: hashes fit, signatures do not."""
    out = bytearray(MAGIC)
    for kind, payload in records(data):
        entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else None
        out += record(kind, change(entry).to_bytes() if entry and entry.seq == at else payload)
    return bytes(out)


def flip_body(entry: Entry) -> Entry:
    return replace(entry, body=entry.body[:-1] + bytes([entry.body[-1] ^ 1]))


def cut_after_head(data: bytes, number: int) -> bytes:
    """The file up to and with its HEAD of this number."""
    out, heads = bytearray(MAGIC), 0
    for kind, payload in records(data):
        out += record(kind, payload)
        heads += kind == RecordType.HEAD
        if heads == number:
            break
    return bytes(out)


LAST_GOLD = 27
"""The slot of a gold card that three rounds do not reach."""


class Crooked(HoldingDealer):
    """A dealer that puts something of its own into the first deal."""

    def answer(self, want: Any, state: Any, seq: int) -> tuple[int, Body]:
        kind, body = super().answer(want, state, seq)
        if isinstance(body, dealer_bodies.DeckCommit) and state.round == 0:
            promised = list(body.commitments)
            promised[LAST_GOLD] = bytes(32)
            body = dealer_bodies.DeckCommit(commitments=promised)
        return kind, body


class Stacked(SelfPlay):
    """A table where it deals."""

    author_of = Crooked


def game(seed: str, kind: type[SelfPlay] = SelfPlay) -> SelfPlay:
    return kind(parse("base"), 3, [BOTS["random"]], from_seed(seed.encode()))


def stacked(seed: str) -> bytes:
    """A log whose dealer promised another card than the seeds give, in a slot that no one ever sees."""
    return game(seed, Stacked).play()


def without_close(seed: str, seat: int) -> bytes:
    """A log whose end one person has not signed."""
    played = game(seed)
    host, take = played.host, played.host.take

    def heard(entry: Entry) -> list[object]:
        silent = entry.kind == Kind.CLOSE and entry.actor == seat and host.follower.ended is not None
        return [] if silent else take(entry)

    host.take = heard  # type: ignore[method-assign]
    return played.play()
