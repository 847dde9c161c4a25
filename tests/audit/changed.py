"""Logs that somebody has changed, or that a crooked server has made."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.bots import BOTS
from engine.rules import parse
from protocol import bodies
from protocol.log import MAGIC, Entry, Kind, RecordType, record, records
from protocol.selfplay import SelfPlay, from_seed


def first_of(data: bytes, kind: Kind) -> int:
    """The number of the first entry of a kind."""
    return next(e.seq for e in entries(data) if e.kind == kind)


def entries(data: bytes) -> list[Entry]:
    return [Entry.from_bytes(payload) for kind, payload in records(data) if kind == RecordType.ENTRY]


def edited(data: bytes, at: int, change: Callable[[Entry], Entry]) -> bytes:
    """The file with one entry changed by whoever holds it: hashes fit, signatures do not."""
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


def game(seed: str) -> SelfPlay:
    return SelfPlay(parse("base"), 3, [BOTS["random"]], from_seed(seed.encode()))


def stacked(seed: str) -> bytes:
    """A log whose dealer promised another card than the seeds give, in a slot that no one ever sees."""
    played = game(seed)
    seat_dealer = played.host.seat_dealer
    played.host.seat_dealer = lambda dealer: seat_dealer(Crooked(dealer))  # type: ignore[method-assign]
    return played.play()


LAST_GOLD = 27
"""The slot of a gold card that three rounds do not reach."""


class Crooked:
    """A dealer that puts something of its own into the first deal."""

    def __init__(self, honest: Any) -> None:
        self._honest = honest

    def __getattr__(self, name: str) -> Any:
        return getattr(self._honest, name)

    def answer(self, want: Any, state: Any, seq: int) -> tuple[Kind, Any]:
        kind, body = self._honest.answer(want, state, seq)
        if kind == Kind.DECK_COMMIT and state.round == 0:
            promised = list(body.commitments)
            promised[LAST_GOLD] = bytes(32)
            body = bodies.DeckCommit(commitments=promised)
        return kind, body


def without_close(seed: str, seat: int) -> bytes:
    """A log whose end one person has not signed."""
    played = game(seed)

    def confirm(seq: int) -> None:
        head = played.host.follower.chain.heads[seq]
        for person in played.people:
            if person.seat != seat or played.host.follower.ended is None:
                played.host.take(person.say(Kind.CLOSE, bodies.Close(seq=seq, head=head)))

    played._confirm = confirm  # type: ignore[method-assign]
    return played.play()
