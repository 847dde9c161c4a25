"""A bare relay, for comparison: what Twisted and TLS alone can do on this machine.

Whoever sends a frame makes everybody of the group get one of a given size.  No keys, no rules, no journal.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from protocol.wire.framing import Frames, framed
from protocol.wire.messages import FRAME_OF_CLIENT
from server.reactor import install_reactor


def main() -> None:
    """Arguments: the size of a group, and of an answer in bytes."""
    size, answer = int(sys.argv[1]), framed(bytes(int(sys.argv[2])))
    reactor = install_reactor()
    from twisted.internet.protocol import Factory, Protocol  # noqa: PLC0415
    from twisted.protocols.tls import TLSMemoryBIOFactory  # noqa: PLC0415

    from server.net.certificate import ServerTLS, self_made  # noqa: PLC0415

    groups: list[list[Any]] = [[]]

    class Relay(Protocol):
        def connectionMade(self) -> None:  # noqa: N802
            if len(groups[-1]) == size:
                groups.append([])
            self._group = groups[-1]
            self._group.append(self.transport)
            self._frames = Frames(FRAME_OF_CLIENT)

        def dataReceived(self, data: bytes) -> None:  # noqa: N802
            for _ in self._frames.feed(data):
                for transport in self._group:
                    transport.write(answer)

    with tempfile.TemporaryDirectory() as folder:
        tls = ServerTLS(lambda: self_made(Path(folder) / "certificate.pem"))
    factory: Any = TLSMemoryBIOFactory(tls, False, Factory.forProtocol(Relay))
    port = reactor.listenTCP(0, factory, interface="127.0.0.1")
    print(port.getHost().port, flush=True)
    reactor.run()


if __name__ == "__main__":
    main()
