"""What only the dealer may know stands in its own file while a table is played, and nowhere else; then nowhere at all.

The program runs as it is started by hand, and says as much as it can.  At the begin of each round, while no seat acts,
this looks at all that could give a secret away: the journal's files, the log files of the players, every frame that
came to anybody, and the program's messages.
"""

import base64
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from unittest.mock import patch

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

from client.net.conversation import Conversation
from protocol.audit.audit import Verdict, audit
from protocol.keys.keytext import master_of
from protocol.modes.dealer.secrets import Secrets
from protocol.modes.dealer.seeds import GAME_CLASS
from protocol.wire.invite import Invite, read_invite
from tests.server import programs
from tests.server.callers import Party
from tests.server.programs import Program, line

PASSWORD = "open sesame 7391"
Seeds = dict[tuple[int, int], bytes]
"""By round from 0 and by class."""
program = programs.program  # the fixture; pytest finds it by this name


@pytest.fixture
def frames() -> Iterator[list[bytes]]:
    """Everything that is sent to anybody, as it leaves TLS."""
    came: list[bytes] = []
    received = Conversation.received

    def noted(self: Conversation, frame: bytes) -> None:
        came.append(frame)
        received(self, frame)

    with patch.object(Conversation, "received", noted):
        yield came


class Lookout:
    """What a thorough outsider finds of a server and its players."""

    def __init__(self, program: Program, frames: list[bytes], party: Party) -> None:
        self._program = program
        self._folder = program.folder / "server"
        self._frames = frames
        self._party = party
        self.seeds: Seeds = {}
        self.keys: list[bytes] = [master_of((self._folder / "server.key").read_text())]
        """What is never opened."""
        self.rounds = 0
        """That were looked at."""
        self.found: list[str] = []

    def watch(self, count: int) -> None:
        """With each message: look when a round has begun, since none ends before a seat has acted."""
        mind = self._party.callers[0].mind
        if mind is None or mind.follower is None or mind.follower.state.round == self.rounds:
            return
        self.rounds += 1
        if not self.seeds:
            self._read_secrets()
        closed = [at for at in self.seeds if at[1] == GAME_CLASS or at[0] >= self.rounds]
        self.found += self.told(*self.keys, *(self.seeds[at] for at in closed))

    def _read_secrets(self) -> None:
        """From the running server's own database."""
        with closing(sqlite3.connect(f"file:{self._folder}/secrets.sqlite3?mode=ro", uri=True)) as database:
            ((kept,),) = database.execute("SELECT secrets FROM secrets")
        secrets = Secrets.from_bytes(kept)
        self.seeds = secrets.seeds
        self.keys.append(secrets.box_secret)

    def told(self, *secrets: bytes) -> list[str]:
        """By what a secret is given away."""
        places = {
            "journal": b"".join(path.read_bytes() for path in self._folder.glob("journal.sqlite3*")),
            "logs": b"".join(self._party.logs),
            "frames": b"".join(self._frames),
            "messages": self._program.messages.encode(),
        }
        assert all(places.values()), "nothing is not looked at"
        return [place for place, text in places.items() for secret in secrets if stands_in(secret, text)]

    @property
    def kept(self) -> bytes:
        """The files with the secrets."""
        return b"".join(path.read_bytes() for path in self._folder.glob("secrets.sqlite3*"))


def stands_in(secret: bytes, text: bytes) -> bool:
    """As it is, or as a person may have written it, wholly or in part."""
    part = secret[:12]
    spelled = (part.hex().encode(), base64.b64encode(part), base64.b32encode(part)[:16], repr(part)[2:-1].encode())
    return part in text or any(one in text for one in spelled)


@ensureDeferred
async def test_the_secrets_of_a_table_stand_in_one_file_until_its_end_and_then_in_none(
    program: Program, frames: list[bytes]
) -> None:
    from twisted.internet import reactor

    process = program.start(UNDERMINE_SERVER_LOG_LEVEL="debug")
    link = read_invite(await deferToThread(line, process))
    party = Party(reactor, Invite("127.0.0.1", link.port, link.pin), password=PASSWORD)
    lookout = Lookout(program, frames, party)
    party.watch = lookout.watch
    party.start()
    await party.done
    await party.stop()
    assert (lookout.rounds, lookout.found) == (3, [])
    seeds = list(lookout.seeds.values())
    assert len(seeds) == 3 + 4
    assert lookout.told(*lookout.keys) == []
    assert lookout.told(*seeds) == ["journal"] * 7 + ["logs"] * 7 + ["frames"] * 7, "all is open, and found here"
    assert "sesame" not in program.messages
    process.send_signal(signal.SIGTERM)
    assert await deferToThread(process.wait, 20) == 0
    assert not any(stands_in(secret, lookout.kept) for secret in (*seeds, *lookout.keys))
    assert lookout.told(*lookout.keys) == []
    assert audit(party.logs[-1]).verdict is Verdict.VERIFIED
