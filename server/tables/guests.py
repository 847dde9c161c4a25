"""A connected player, as tables and the lobby see one: a key, a name, and a way to send messages."""

from typing import Protocol

from protocol.wire.codec import Message


class Guest(Protocol):
    """A player's conversation."""

    identity: bytes
    name: str
    network: str
    """Where the player's connection comes from."""

    def knows(self, feature: str) -> bool:
        """Whether the player's program and this one have both named the feature."""
        ...

    def tell(self, message: Message) -> None:
        """Send a message, if the guest is still there."""
        ...

    def hang_up(self, code: str) -> None:
        """Say the code and close the connection."""
        ...

    def tell_frame(self, frame: bytes) -> None:
        """Send a message that was encoded once for many guests."""
        ...
