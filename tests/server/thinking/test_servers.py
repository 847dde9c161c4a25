"""Real servers with slow bots: no table waits for another's, and no death loses anything."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.defer import gatherResults
from twisted.internet.threads import deferToThread

from protocol.audit.audit import Verdict, audit
from protocol.wire.invite import Invite
from tests.server.at_server import running, stopped, until
from tests.server.callers import Party
from tests.server.servers import Servers, judge, logs
from tests.server.thinking.slow_server import slow_server
from tests.support.slow_bots import FILE


class Gate:
    """Where a bot waits until it may decide."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._waits = file.with_suffix(".waits")

    async def until_one_waits(self, before: int = 0) -> int:
        """Returns when a bot waits, in another process than the one before: in which."""
        await until(lambda: self._waits.exists() and self._waits.read_text() not in ("", str(before)))
        return int(self._waits.read_text())

    def open(self) -> None:
        """None waits any more."""
        self._file.touch()


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    monkeypatch.setenv(FILE, str(tmp_path / "file"))
    with slow_server():
        yield Gate(tmp_path / "file")


def lives(process: int) -> bool:
    """Whether it runs; one that has ended and was not asked for its exit code does not."""
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def party_at(port: int, *bots: str, seats: int = 2) -> Party:
    from twisted.internet import reactor

    party = Party(reactor, Invite("127.0.0.1", port), seats, bots=bots)
    party.start()
    return party


def last(party: Party) -> int:
    """The last entry that its first person has seen."""
    mind = party.callers[0].mind
    assert mind is not None
    assert mind.follower is not None
    return mind.follower.chain.last


def is_verified(party: Party) -> bool:
    mind = party.callers[0].mind
    assert mind is not None
    report = audit(mind.log)
    return report.verdict is Verdict.VERIFIED and report.bots_checked == bool(report.played_by_bots)


@ensureDeferred
async def test_tables_go_on_while_the_bot_of_another_thinks(tmp_path: Path, gate: Gate) -> None:
    """Also one whose own bot is slow."""
    server, port = await running(tmp_path, most_thinkers=2)
    slow = party_at(port, "waiting")
    await gate.until_one_waits()
    at = last(slow)
    others = [party_at(port, "slow"), party_at(port, seats=3)]
    await gatherResults([other.done for other in others])
    assert all(map(is_verified, others))
    assert last(slow) == at
    assert not slow.done.called
    gate.open()
    await slow.done
    assert is_verified(slow)
    assert len(server.thinkers._all) == 2
    for party in (slow, *others):
        await party.stop()
    await stopped(server)


@ensureDeferred
async def test_a_thinker_that_is_killed_in_mid_thought_costs_its_table_nothing(tmp_path: Path, gate: Gate) -> None:
    server, port = await running(tmp_path)
    party = party_at(port, "waiting")
    first = await gate.until_one_waits()
    os.kill(first, signal.SIGKILL)
    await gate.until_one_waits(before=first)
    assert server.counts.thinkers_died == 1
    gate.open()
    await party.done
    assert is_verified(party)
    assert not any(caller.codes for caller in party.callers)
    await party.stop()
    await stopped(server)


@ensureDeferred
async def test_a_server_that_stops_in_mid_thought_goes_on_from_there(tmp_path: Path, gate: Gate) -> None:
    server, port = await running(tmp_path)
    party = party_at(port, "waiting")
    thinker = await gate.until_one_waits()
    await stopped(server)
    assert not lives(thinker)
    gate.open()
    server, _ = await running(tmp_path, port=port)
    await party.done
    assert is_verified(party)
    await party.stop()
    await stopped(server)


def slow_servers(folder: Path) -> Servers:
    """In processes of their own."""
    made = Servers(folder, forked=False)
    made.program = ("-m", "tests.server.thinking.slow_server")
    return made


@ensureDeferred
async def test_a_server_that_is_killed_in_mid_thought_leaves_no_process_and_loses_nothing(
    tmp_path: Path, gate: Gate
) -> None:
    servers = slow_servers(tmp_path)
    invite = await servers.start()
    assert invite is not None
    party = party_at(invite.port, "waiting")
    thinker = await gate.until_one_waits()
    servers.kill()
    await servers.dead()
    gate.open()
    await until(lambda: not lives(thinker))
    await servers.start()
    await party.done
    assert is_verified(party)
    await party.stop()
    servers.close()
    judge([party], await logs(tmp_path))
    assert not servers.messages.read_text()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@ensureDeferred
async def test_a_signal_to_all_processes_in_mid_thought_stops_the_server_in_order(
    tmp_path: Path, gate: Gate, name: str
) -> None:
    servers = slow_servers(tmp_path)
    invite = await servers.start()
    assert invite is not None
    party = party_at(invite.port, "waiting")
    thinker = await gate.until_one_waits()
    process = servers._process
    assert process is not None
    for one in (thinker, process.pid):
        os.kill(one, getattr(signal, name))
    assert await deferToThread(process.wait) == 0
    assert not lives(thinker)
    servers._pid = 0
    await party.stop()
    servers.close()
    assert not servers.messages.read_text()
