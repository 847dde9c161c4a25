"""Frames, messages and bodies: bytes that come from the other side fail in one way only, `BadFrame`.

The first byte chooses what the others are read as.  What can be read is written again as the very same bytes.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from protocol.log import bodies
from protocol.modes.dealer import part
from protocol.wire.codec import BadFrame, Body, Message, decode, encode, pack, unpack
from protocol.wire.framing import LENGTH, Frames, framed
from protocol.wire.invite import BadInvite, read_invite
from protocol.wire.messages import BEFORE_LOGIN, FRAME_OF_SERVER, decode_from_client, decode_from_server
from tests.support.dealing import KIND_OF
from tests.support.dealing import KINDS as OF_TABLE

LONGEST = 600
VECTORS = Path(__file__).parents[2] / "vectors"


def one(data: bytes) -> None:
    """Read it as what its first byte says."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> Iterator[bytes]:
    """Everything that has a vector: messages, bodies, parts and plain values."""
    codec, log = _vectors("codec"), _vectors("bodies")
    for row in codec["messages"]:
        frame = bytes.fromhex(row["bytes"])
        yield b"\0" + frame
        yield b"\1" + frame
    yield b"\2" + b"".join(framed(bytes.fromhex(row["bytes"])) for row in codec["messages"][:5])
    for row in codec["values"]:
        yield b"\4" + bytes.fromhex(row["bytes"])
    numbers = {kind: number for number, kind in enumerate(KINDS, BODIES_FROM)}
    for row in log["bodies"]:
        if row["kind"] in KIND_OF and (kind := OF_TABLE.bodies.get(KIND_OF[row["kind"]])):
            yield bytes([numbers[kind]]) + bytes.fromhex(row["body"])
    for row in log["parts"]:
        yield bytes([numbers[getattr(part, row["part"])]]) + bytes.fromhex(row["bytes"])
    yield b"\5undermine://mine.example:4477#" + b"A" * 52


def _vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


def _from_client(frame: bytes) -> None:
    _same(decode_from_client, frame)


def _from_server(frame: bytes) -> None:
    _same(decode_from_server, frame)


def _same(read: Callable[[bytes], Body | Message], data: bytes) -> None:
    try:
        found = read(data)
    except BadFrame:
        return
    assert encode(found) == data, found


def _plain(data: bytes) -> None:
    try:
        value = unpack(data, LONGEST)
    except BadFrame:
        return
    assert pack(value) == data, value


def _stream(data: bytes) -> None:
    """In pieces of a length that changes; whatever the pieces, the frames are the same."""
    whole, pieces = _frames(data, len(data) + 1), _frames(data, 1 + len(data) // 7)
    assert whole == pieces, (whole, pieces)
    told = b"".join(map(framed, whole[0]))
    assert data.startswith(told), whole


def _frames(data: bytes, step: int) -> tuple[list[bytes], bool]:
    frames, found = Frames(BEFORE_LOGIN), []
    for start in range(0, len(data), step):
        try:
            for frame in frames.feed(data[start : start + step]):
                found.append(frame)
                frames.limit = FRAME_OF_SERVER
        except BadFrame:
            return found, True
    return found, False


def _framed(data: bytes) -> None:
    """A frame alone, however long."""
    head = len(data).to_bytes(LENGTH, "little")
    assert list(Frames(LONGEST).feed(head + data)) == [data] if data else True


def _invite(data: bytes) -> None:
    try:
        read_invite(data.decode("utf-8", "replace"))
    except BadInvite:
        return


def _body(kind: type[Body]) -> Callable[[bytes], None]:
    return lambda data: _same(lambda bytes_: decode(kind, bytes_, LONGEST), data)


KINDS: list[type[Body]] = [
    *dict.fromkeys(OF_TABLE.bodies.values()),
    *(bodies.Join, bodies.Table, bodies.Introduction),
    *(part.JoinPart, part.TablePart, part.ActPart, part.ChoicePart, part.RoundPart, part.GamePart),
]
READERS: list[Callable[[bytes], None]] = [
    *(_from_client, _from_server, _stream, _framed, _plain, _invite),
    *map(_body, KINDS),
]
BODIES_FROM = len(READERS) - len(KINDS)
