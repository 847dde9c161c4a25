"""Connections that send at once: most frames fit into the socket, and the reactor need not be asked about each."""

from twisted.internet.tcp import Server


class PromptServer(Server):
    """Twisted's own queues whatever is written and waits until the reactor says that the socket can take it.

    Here that happens only when it could not: an event less for each frame and guest.
    """

    _queued = False

    def startWriting(self) -> None:  # noqa: N802
        """Something is left for the reactor to send."""
        self._queued = True
        super().startWriting()  # type: ignore[no-untyped-call]

    def stopWriting(self) -> None:  # noqa: N802
        """All of it was sent."""
        self._queued = False
        super().stopWriting()  # type: ignore[no-untyped-call]

    def write(self, data: bytes) -> None:
        """What does not go at once is queued; what goes wrong is met again, and told, by the reactor."""
        if 0 < len(data) <= self.SEND_LIMIT and self.connected and not (self._queued or self.disconnecting):
            try:
                sent = self.socket.send(data)
            except OSError:
                sent = 0
            if sent == len(data):
                return
            data = data[sent:]
        super().write(data)  # type: ignore[no-untyped-call]
