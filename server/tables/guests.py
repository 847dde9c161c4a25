"""Whoever is connected, as tables and the lobby see them: somebody with a key and a name who can be told things."""

from typing import Protocol

from protocol.wire.codec import Message


class Guest(Protocol):
    """A player's conversation; tests put a list in its place."""

    identity: bytes
    name: str

    def tell(self, message: Message) -> None:
        """Send a message, if the guest is still there."""
        ...

    def tell_frame(self, frame: bytes) -> None:
        """Send what was encoded before, for many."""
        ...
