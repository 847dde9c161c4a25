"""Who sits at a gathering, by what the sitters have signed: nothing that a server says of them is taken for it."""

from functools import lru_cache

from protocol.keys.identity import Purpose, verify
from protocol.log import bodies
from protocol.log.join import BadJoin, is_introduced, name_of, read_join
from protocol.wire.lobby import Sitter

_MOST = 256
"""Sitters that are remembered: a gathering is told of again after each change."""


@lru_cache(_MOST)
def join_of(signed: bodies.SignedJoin, server_key: bytes) -> bodies.Join | None:
    """A JOIN that a TABLE of this server can have; None if it cannot."""
    try:
        return read_join(signed, server_key)
    except BadJoin:
        return None


def introduced(sitter: Sitter, server_key: bytes) -> bytes | None:
    """The identity that has made the sitter's JOIN for this server; None if that is not proved."""
    if sitter.join is None or sitter.introduction is None or sitter.introduction.identity != sitter.key:
        return None
    return _proved(sitter.join, sitter.introduction, sitter.name, server_key)


@lru_cache(_MOST)
def _proved(signed: bodies.SignedJoin, introduction: bodies.Introduction, name: str, server_key: bytes) -> bytes | None:
    join = join_of(signed, server_key)
    if join is None or name_of(introduction) != name or not is_introduced(join, introduction):
        return None
    return introduction.identity


def has_signed(sitter: Sitter, server_key: bytes, parts: tuple[bytes, ...]) -> bool:
    """Whether the sitter is ready for just this."""
    join = None if sitter.join is None else join_of(sitter.join, server_key)
    return join is not None and sitter.ready is not None and verify(join.seat_key, sitter.ready, Purpose.READY, *parts)
