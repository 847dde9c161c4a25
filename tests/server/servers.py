"""Real servers, one after the other, on the same folder and port; and what is left of their tables."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.threads import deferToThread

from protocol.audit.audit import Verdict, audit
from protocol.wire.invite import Invite, read_invite
from tests.server.callers import Party
from tests.support.stores import stored_logs

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


class Servers:
    """One server after the other on the same folder and port; each may have its moment of death."""

    program: Sequence[str] = ("-m", "server.main")

    def __init__(self, folder: Path, *, forked: bool, **settings: str) -> None:
        self.folder = folder
        self._settings = {f"UNDERMINE_SERVER_{name}": value for name, value in settings.items()}
        self._forked = forked
        self._process: subprocess.Popen[str] | None = None
        self._pid = 0
        self.port = 0
        self.messages = folder / "messages.txt"
        if forked:
            self._process = self._run([str(HERE / "server_child.py")], os.environ.copy())

    def _run(self, arguments: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
        with self.messages.open("a") as messages:
            return subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=messages,
                text=True,
            )

    def _environment(self) -> dict[str, str]:
        return {
            "UNDERMINE_SERVER_DATA_DIR": str(self.folder / "server"),
            "UNDERMINE_SERVER_PORT": str(self.port),
            "UNDERMINE_SERVER_HOST": "127.0.0.1",
            "UNDERMINE_SERVER_LOG_LEVEL": "error",
            "UNDERMINE_SERVER_CONNECTIONS_PER_MINUTE_PER_ADDRESS": "100000",
            "UNDERMINE_SERVER_NEW_NAMES_PER_DAY": "100000",
            "UNDERMINE_SERVER_MESSAGES_PER_SECOND_PER_ADDRESS": "100000",
            "UNDERMINE_SERVER_LOGS_PER_MINUTE_PER_ADDRESS": "100000",
            "UNDERMINE_SERVER_TABLES_PER_HOUR_PER_PLAYER": "100000",
            "UNDERMINE_SERVER_TABLES_PER_HOUR_PER_ADDRESS": "100000",
            **self._settings,
        }

    async def start(self, how: dict[str, Any] | None = None) -> Invite | None:
        """Returns when it listens, with the link to it, or when it is dead."""
        environment = self._environment()
        if self._forked:
            assert self._process is not None
            assert self._process.stdin is not None
            order = {"environment": environment, "messages": str(self.messages), "how": how}
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            self._pid = int(await self._line())
        else:
            self._process = self._run([*self.program], {**os.environ, **environment})
            self._pid = self._process.pid
        line = await self._line()
        if line.startswith("gone"):
            self._died(line)
            return None
        invite = read_invite(line)
        self.port = invite.port
        return Invite("127.0.0.1", invite.port, invite.pin)

    async def _line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        line: str = await deferToThread(self._process.stdout.readline)
        return line

    @property
    def memory(self) -> int:
        """Bytes that the server has in memory, where the system tells."""
        pages = Path(f"/proc/{self._pid}/statm")
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else 0

    def kill(self) -> None:
        """Now, from outside."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)

    async def dead(self) -> None:
        """Returns when the server is gone."""
        if self._forked:
            self._died(await self._line())
        else:
            assert self._process is not None
            await deferToThread(self._process.wait)
            self._died(f"gone {self._process.returncode}")
            self._close()

    def _died(self, line: str) -> None:
        assert line.split() == ["gone", str(-signal.SIGKILL)], line
        self._pid = 0

    def _close(self) -> None:
        if self._process is not None:
            self.kill()
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                pipe.close()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """Nothing is left of it."""
        self._close()


class Games:
    """Tables at which there is always play: when a game is over, the next begins."""

    def __init__(self, tables: int = 1) -> None:
        self._tables = tables
        self.parties: list[Party] = []
        self._stopping: list[Deferred[None]] = []
        self._over: Deferred[None] | None = None
        """The games that are played are the last; fires when none is left."""
        self._watch: Callable[[], None] = lambda: None

    @property
    def _open(self) -> list[Party]:
        return [party for party in self.parties if not party.done.called]

    @property
    def at_play(self) -> bool:
        """Whether a table was begun and is not over."""
        return any(caller.mind is not None for party in self._open for caller in party.callers)

    def begin(self, invite: Invite) -> None:
        """As many games as there are to be at once."""
        from twisted.internet import reactor

        while len(self._open) < self._tables:
            party = Party(reactor, invite)
            party.watch = lambda _: self._watch()
            party.done.addCallback(self._watching(party))
            self.parties.append(party)
            party.start()

    def _watching(self, party: Party) -> Callable[[object], None]:
        return lambda _: self._went(party)

    def _went(self, party: Party) -> None:
        self._stopping.append(Deferred.fromCoroutine(party.stop()))
        if self._over is None:
            self.begin(party.invite)
        elif not self._open:
            self._over.callback(None)

    def after(self, messages: int, act: Callable[[], None]) -> None:
        """Do something when so many more messages have come to the players."""
        left = count(messages - 1, -1)

        def watch() -> None:
            if next(left) == 0:
                act()

        self._watch = watch

    async def finish(self) -> None:
        """Returns when the games that are open are over, and all have gone."""
        self._over = Deferred()
        if self._open:
            await self._over
        await gatherResults(self._stopping)


async def logs(folder: Path) -> dict[bytes, bytes]:
    """All tables, as the journal has them."""
    return await stored_logs(folder / "server")


def judge(parties: list[Party], stored: dict[bytes, bytes]) -> None:
    """Everything that anybody ever saw stands in the final log, in its place, and the game is proved."""
    for party in parties:
        mind = party.callers[0].mind
        assert mind is not None
        log = stored[mind.tid]
        assert all(log.startswith(seen) for seen in party.logs)
        assert all(caller.mind is not None and caller.mind.log == log for caller in party.callers)
        report = audit(log)
        assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
