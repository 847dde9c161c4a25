"""A server that is killed at any moment loses nothing that anybody saw, and repeats nothing."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from callers import Party
from pytest_twisted import ensureDeferred
from tables_at_play import small_mine
from twisted.internet.threads import deferToThread

from protocol.audit import Verdict, audit
from protocol.invite import Invite, read_invite
from protocol.log import Kind
from server.journal import Journal

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HAPPENS = tuple(
    kind.name
    for kind in (
        Kind.NAME,
        Kind.SEAL,
        Kind.REVEAL,
        Kind.DECK_COMMIT,
        Kind.SHOW,
        Kind.ACT,
        Kind.OPEN,
        Kind.ROUND_OPEN,
        Kind.GAME_OPEN,
        Kind.END,
        Kind.CLOSE,
    )
)


class Servers:
    """One server after the other on the same folder and port; each may have its moment of death."""

    def __init__(self, folder: Path, *, forked: bool) -> None:
        self._folder = folder
        self._forked = forked
        self._process: subprocess.Popen[str] | None = None
        self._pid = 0
        self.port = 0
        self.deaths = 0
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
            "UNDERMINE_SERVER_DATA_DIR": str(self._folder / "server"),
            "UNDERMINE_SERVER_PORT": str(self.port),
            "UNDERMINE_SERVER_HOST": "127.0.0.1",
            "UNDERMINE_SERVER_LOG_LEVEL": "error",
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
            self._process = self._run(["-m", "server.main"], {**os.environ, **environment})
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
        self.deaths += 1

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


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    made = Servers(tmp_path, forked=True)
    with small_mine():
        yield made
    made.close()


@pytest.fixture
def plain_servers(tmp_path: Path) -> Iterator[Servers]:
    made = Servers(tmp_path, forked=False)
    yield made
    made.close()


async def logs(folder: Path) -> dict[bytes, bytes]:
    """All tables, as the journal has them."""
    from twisted.internet import reactor

    journal = Journal(folder / "server" / "journal.sqlite3", reactor)  # type: ignore[arg-type]
    try:
        return {table.tid: await journal.export(table.tid) for table in await journal.tables()}
    finally:
        await journal.close()


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


def moments(chance: Random) -> Iterator[dict[str, Any]]:
    """When servers die: each kind of entry, before and after its commit, and anything between."""
    named = [{"kind": kind, "when": when} for kind in HAPPENS for when in ("before", "after")]
    for one in named:
        if one["kind"] in {"DECK_COMMIT", "GAME_OPEN"}:  # where the dealer's secrets come into play
            yield one
    while True:
        chance.shuffle(named)
        for one in named:
            yield one
            if chance.random() < 0.3:
                yield {"commit": chance.randrange(1, 16), "when": chance.choice(("before", "after"))}
            if chance.random() < 0.3:
                yield {"messages": chance.randrange(1, 60)}


async def killed(servers: Servers, seed: int, kills: int) -> None:
    """Games, one after the other, until so many servers have died; then whatever is open is finished."""
    from twisted.internet import reactor

    dying, parties = moments(Random(seed)), []
    while servers.deaths < kills:
        how = next(dying)
        inside = how if "when" in how else None
        invite = await servers.start(inside)
        if invite is None:
            continue
        party = parties[-1] if parties and not parties[-1].done.called else None
        if party is None:
            party = Party(reactor, invite)
            party.done.addCallback(lambda _: servers.kill())  # the game was over before the moment came
            parties.append(party)
            party.start()
        if not inside:
            kill_at_message(servers, party, how["messages"])
        await servers.dead()
        party.watch = lambda count: None
        if party.done.called:
            await party.stop()
    if not parties[-1].done.called:
        await servers.start()
        await servers.dead()
        await parties[-1].stop()
    judge(parties, await logs(servers._folder))
    assert not servers.messages.read_text()


def kill_at_message(servers: Servers, party: Party, count: int) -> None:
    """After so many more messages have come to the players."""
    first: list[int] = []

    def watch(heard: int) -> None:
        first.append(heard)
        if heard == first[0] + count:
            servers.kill()

    party.watch = watch


@ensureDeferred
async def test_killed_at_every_kind_of_entry_and_anywhere_between(servers: Servers) -> None:
    await killed(servers, 1, 30)


@ensureDeferred
async def test_the_program_as_it_is_started_by_hand_is_killed(plain_servers: Servers) -> None:
    from twisted.internet import reactor

    party: Party | None = None
    for count in (40, 120, 180):
        invite = await plain_servers.start()
        assert invite is not None
        if party is None:
            party = Party(reactor, invite)
            party.start()
        kill_at_message(plain_servers, party, count)
        await plain_servers.dead()
        party.watch = lambda count: None
    assert party is not None
    await plain_servers.start()
    await party.done
    await party.stop()
    plain_servers.kill()
    await plain_servers.dead()
    judge([party], await logs(plain_servers._folder))
    assert not plain_servers.messages.read_text()


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10, 15))
@ensureDeferred
async def test_killed_a_hundred_times(servers: Servers, seed: int) -> None:
    await killed(servers, seed, 100)
