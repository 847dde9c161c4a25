"""A real server in a process of its own, and real clients over TLS; traffic only within this computer."""

import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

from client.bot.guest import BotGuest, Plan
from client.net.conversation import Me, Surroundings
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.net.way import Way
from client.net.wire import dialler
from client.profile.known_servers import KnownServers
from protocol.keys.identity import Identity
from protocol.keys.stream import Stream
from protocol.wire.invite import Invite, read_invite

ROOT = Path(__file__).parents[2]


class ServerProcess:
    """`python -m server.main`, or another program, on a folder; ``invite`` is what it printed."""

    def __init__(self, folder: Path, *program: str) -> None:
        self.folder = folder
        self._program = program or ("server.main",)
        self._process: subprocess.Popen[str] | None = None
        self.invite = Invite("localhost", 1)

    async def start(self, port: int = 0) -> Invite:
        """Fires when it listens."""
        invite: Invite = await deferToThread(self.begin, port)
        return invite

    def begin(self, port: int = 0) -> Invite:
        """Returns when it listens."""
        environment = {
            **os.environ,
            "UNDERMINE_SERVER_DATA_DIR": str(self.folder / "server"),
            "UNDERMINE_SERVER_PORT": str(port),
            "UNDERMINE_SERVER_HOST": "127.0.0.1",
            "UNDERMINE_SERVER_LOG_LEVEL": "error",
        }
        command = [sys.executable, "-m", *self._program]
        with (self.folder / "server-messages.txt").open("a") as messages:
            process = self._process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=messages, text=True
            )
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, self.messages
        found = read_invite(line)
        self.invite = Invite("127.0.0.1", found.port, found.pin)
        return self.invite

    def kill(self) -> None:
        """Without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    @property
    def messages(self) -> str:
        """What it logged."""
        return (self.folder / "server-messages.txt").read_text()


class Caller:
    """A bot over a socket, with a folder of its own."""

    def __init__(self, folder: Path, name: str, invite: Invite, plan: Plan, **how: Any) -> None:
        from twisted.internet import reactor  # not above: this file may be read before the tests choose their reactor

        folder = folder / name
        folder.mkdir(exist_ok=True)
        around = Surroundings(reactor, secrets.token_bytes)
        self.me = Me(how.get("identity") or Identity(secrets.token_bytes(32)), how.get("called", name))
        self.known = KnownServers(folder / "known-servers")
        self.drawer = Drawer(folder / "tables")
        self.news: list[dict[str, Any]] = []
        self._waiting: list[tuple[str, Deferred[dict[str, Any]]]] = []
        guest: type[BotGuest] = how.get("guest", BotGuest)
        server = Server(invite, dialler(reactor, invite, how.get("way", Way.DIRECT)), self.known)
        draw = Stream(secrets.token_bytes(32)).draw
        self.bot = guest(plan, draw, reactor, self._tell, lambda bot: Guest(self.me, server, self.drawer, around, bot))
        self.guest = self.bot.guest

    def _tell(self, event: str, text: str, **values: object) -> None:
        self.news.append({"event": event, "text": text, **values})
        for wanted, deferred in [*self._waiting]:
            if wanted == event:
                self._waiting.remove((wanted, deferred))
                deferred.callback(self.news[-1])

    def hear(self, event: str) -> Deferred[dict[str, Any]]:
        """Fires with the next news of this kind."""
        deferred: Deferred[dict[str, Any]] = Deferred()
        self._waiting.append((event, deferred))
        return deferred

    def told(self, event: str) -> list[dict[str, Any]]:
        """The news of one kind."""
        return [news for news in self.news if news["event"] == event]

    @property
    def log(self) -> bytes:
        """The only log."""
        (path,) = self.drawer.folder.glob("*.umlog")
        return path.read_bytes()

    async def stay(self) -> int:
        """Until it is done; the exit code."""
        self.guest.start()
        try:
            return await self.bot.done
        finally:
            await self.bot.stop()
