"""The one client of `undermine bench server` that verifies: it watches a table of the load, and checks everything.

It reads one line of JSON with the link and the table, follows until a second line comes, and writes what it found.
"""

import json
import secrets
import sys
from typing import Any

from client.net.conversation import Conversation, Me, Surroundings
from client.net.wire import AnyCertificate, Wire
from client.terminal.reactor import install_reactor
from protocol.follow.follower import Follower
from protocol.keys.identity import Identity
from protocol.log.faults import Fault
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, RecordType, records
from protocol.log.setting import read_setting
from protocol.wire.invite import read_invite
from protocol.wire.messages import Entries, FromServer, Resume


class Verifier:
    """A spectator with a follower."""

    def __init__(self, table: bytes) -> None:
        self._table = table
        self._follower: Follower | None = None
        self.trouble = ""

    @property
    def entries(self) -> int:
        """How many entries were checked."""
        return 0 if self._follower is None else self._follower.chain.last

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        """Ask for the whole log."""
        talk.say(Resume(table=self._table, next=1, head=Chain(self._table).heads[0]))

    def told(self, talk: Conversation, message: FromServer) -> None:
        """Check every entry as it comes."""
        if isinstance(message, Entries) and not self.trouble:
            try:
                self._take(message)
            except Fault as fault:
                self.trouble = str(fault)

    def _take(self, message: Entries) -> None:
        for kind, payload in records(MAGIC + b"".join(message.records)):
            if kind == RecordType.TABLE:
                self._follower = Follower(read_setting(payload))
            elif self._follower is not None and kind == RecordType.ENTRY:
                self._follower.take(Entry.from_bytes(payload))
            elif self._follower is not None and kind == RecordType.HEAD:
                self._follower.signed_up_to = HeadRecord.from_bytes(payload).seq

    def ended(self, talk: Conversation, why: object) -> None:
        """The connection is gone before the measurement was."""
        self.trouble = self.trouble or str(why)


def main() -> None:
    """Watch until told to stop."""
    orders = json.loads(sys.stdin.readline())
    reactor = install_reactor()
    from twisted.internet.endpoints import HostnameEndpoint, connectProtocol, wrapClientTLS  # noqa: PLC0415
    from twisted.internet.threads import deferToThread  # noqa: PLC0415

    verifier = Verifier(bytes.fromhex(orders["table"]))

    def begin() -> None:
        invite = read_invite(orders["link"])
        place = HostnameEndpoint(reactor, invite.host, invite.port)
        me = Me(Identity(secrets.token_bytes(32)), f"verifier {secrets.token_hex(4)}")
        talk = Conversation(me, lambda key: None, Surroundings(reactor, secrets.token_bytes), verifier)
        connectProtocol(wrapClientTLS(AnyCertificate(invite.host), place), Wire(talk))
        deferToThread(sys.stdin.readline).addCallback(stop)

    def stop(line: Any) -> None:
        print(json.dumps({"entries": verifier.entries, "trouble": verifier.trouble}), flush=True)
        reactor.stop()

    reactor.callWhenRunning(begin)
    reactor.run()


if __name__ == "__main__":
    main()
