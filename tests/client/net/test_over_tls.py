"""Real sockets, real TLS, and a server in a process of its own."""

import secrets
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.endpoints import HostnameEndpoint, TCP4ServerEndpoint, wrapClientTLS, wrapServerTLS

from client.bot.guest import BotGuest, Plan
from client.bot.table import BotAtTable
from client.net.guest import Pace
from client.net.wire import AnyCertificate
from engine.bots import BOTS
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import Identity, fingerprint, pin
from protocol.wire.invite import Invite
from protocol.wire.messages import BetweenRounds
from server.net.certificate import ServerTLS, self_made
from tests.support.loopback import Caller, ServerProcess
from tests.support.middle import Middle
from tests.support.stores import stored_logs
from tests.support.world import wishes

STEADY = BOTS["steady"]
SEATS = 5
FEW = 3


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path)
    yield process
    process.kill()


def begun(stay: Coroutine[Any, Any, int]) -> Deferred[int]:
    return Deferred.fromCoroutine(stay)


async def gathered(server: ServerProcess, folder: Path, seats: int) -> tuple[list[Caller], Deferred[list[int]]]:
    """So many bots on their way to a table; fires with their exit codes."""
    host = Caller(folder, "host", server.invite, Plan(STEADY, wishes=wishes(seats=seats)))
    opened = host.hear("gathering")
    staying = [begun(host.stay())]
    code = str((await opened)["code"])
    others = [Caller(folder, f"player {number}", server.invite, Plan(STEADY, code=code)) for number in range(1, seats)]
    staying += [begun(other.stay()) for other in others]
    return [host, *others], gatherResults(staying)


async def exported(server: ServerProcess) -> bytes:
    """The log as the server has it, once its process is gone."""
    (log,) = (await stored_logs(server.folder / "server")).values()
    return log


def verified(callers: list[Caller], log: bytes) -> None:
    reports = [audit(data) for data in (log, *(caller.log for caller in callers))]
    assert [report.verdict for report in reports] == [Verdict.VERIFIED] * (len(callers) + 1)
    assert len({report.phrase for report in reports}) == 1
    assert all(log.startswith(caller.log) for caller in callers)


class Reading(BotAtTable):
    """Goes on from a round only when the other has."""

    def rests(self, between: BetweenRounds) -> None:
        """It says so in its news."""
        if between.gone_on:
            self._tell("went-on", "", round=between.round, gone_on=list(between.gone_on), left_ms=between.left_ms)
            super().rests(between)


class Reader(BotGuest):
    eyes = Reading


@pytest_twisted.ensureDeferred
async def test_two_people_go_on_from_each_round_over_tls(server: ServerProcess, tmp_path: Path) -> None:
    """Without their word each break would last ten minutes."""
    await server.start()
    pace = Pace(bot_ms=10, break_seconds=600)
    plan = Plan(STEADY, wishes=wishes(seats=FEW), bots_of_server=1, pace=pace)
    host = Caller(tmp_path, "host", server.invite, plan)
    opened = host.hear("gathering")
    staying = [begun(host.stay())]
    code = str((await opened)["code"])
    reader = Caller(tmp_path, "reader", server.invite, Plan(STEADY, code=code), guest=Reader)
    staying.append(begun(reader.stay()))
    assert await gatherResults(staying) == [0, 0]
    server.kill()
    verified([host, reader], await exported(server))
    first = [news for news in reader.told("went-on") if news["gone_on"] == [0]]
    assert [news["round"] for news in first] == [1, 2]
    assert not reader.told("mistimed")


@pytest.mark.long
@pytest_twisted.ensureDeferred
async def test_five_bots_finish_a_game_over_tls(server: ServerProcess, tmp_path: Path) -> None:
    await server.start()
    callers, done = await gathered(server, tmp_path, SEATS)
    assert await done == [0] * SEATS
    server.kill()
    verified(callers, await exported(server))
    assert not server.messages


@pytest_twisted.ensureDeferred
async def test_a_game_goes_on_after_the_server_was_killed(server: ServerProcess, tmp_path: Path) -> None:
    invite = await server.start()
    callers, done = await gathered(server, tmp_path, FEW)
    while (await callers[1].hear("round"))["round"] < 2:
        pass
    cut = gatherResults([caller.hear("disconnected") for caller in callers])
    server.kill()
    await cut
    await server.start(invite.port)
    assert server.invite == invite
    assert await done == [0] * FEW
    assert all(len(caller.told("connected")) >= 2 for caller in callers)
    server.kill()
    verified(callers, await exported(server))
    assert not server.messages


# who is refused


async def refusal(caller: Caller) -> str:
    """Why the caller gave up, after one connection and without another try."""
    assert await caller.stay() == 1
    assert not caller.told("connected")
    assert not caller.told("disconnected")
    (news,) = caller.told("gave-up")
    return str(news["code"])


def stranger(folder: Path, invite: Invite, name: str = "stranger", **how: Any) -> Caller:
    return Caller(folder, name, invite, Plan(STEADY, code="ABCDEFGH"), **how)


@pytest_twisted.ensureDeferred
async def test_a_server_with_another_key_than_the_link_names_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    invite = await server.start()
    other = Identity(secrets.token_bytes(32)).public
    caller = stranger(tmp_path, Invite(invite.host, invite.port, pin(other)))
    assert await refusal(caller) == "server/other-key"
    assert fingerprint(other) in caller.news[-1]["text"]
    assert not caller.known.path.exists()


@pytest_twisted.ensureDeferred
async def test_a_server_whose_key_has_changed_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    invite = await server.start()
    before = Identity(secrets.token_bytes(32)).public
    caller = stranger(tmp_path, Invite(invite.host, invite.port))
    caller.known.meet(Invite(invite.host, invite.port), before)
    assert await refusal(caller) == "server/key-changed"
    assert fingerprint(before) in caller.news[-1]["text"]
    assert (invite.pin or "")[:4] in caller.news[-1]["text"]


@pytest_twisted.ensureDeferred
async def test_a_server_that_is_met_for_the_first_time_is_known_from_then_on(
    server: ServerProcess, tmp_path: Path
) -> None:
    invite = await server.start()
    bare = Invite(invite.host, invite.port)
    caller = stranger(tmp_path, bare)
    assert await caller.stay() == 1  # there is no such gathering
    assert [news["code"] for news in caller.told("denied")] == ["gathering/none"]
    assert caller.known.pin_of(bare) == invite.pin


@pytest_twisted.ensureDeferred
async def test_a_name_that_belongs_to_somebody_else_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    invite = await server.start()
    first = stranger(tmp_path, invite, "first", called="Eva")
    assert await first.stay() == 1
    assert first.told("connected")
    assert await refusal(stranger(tmp_path, invite, "second", called="Eva")) == "login/name-taken"
    assert await refusal(stranger(tmp_path, invite, "third", called="E V A")) == "login/name-taken"
    assert await refusal(stranger(tmp_path, invite, "fourth", called="\u3164")) == "login/bad-name"


@pytest_twisted.ensureDeferred
async def test_programs_that_do_not_fit_together_part(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite = await server.start()
    monkeypatch.setattr("client.net.conversation.WIRE_MIN", 7)
    monkeypatch.setattr("client.net.conversation.WIRE_MAX", 7)
    assert await refusal(stranger(tmp_path, invite)) == "proto/too-new"


@pytest.mark.parametrize("pinned", [True, False])
@pytest_twisted.ensureDeferred
async def test_somebody_in_the_middle_is_refused(server: ServerProcess, tmp_path: Path, *, pinned: bool) -> None:
    from twisted.internet import reactor

    invite = await server.start()
    tls = ServerTLS(lambda: self_made(tmp_path / "middle.pem"))
    onward = wrapClientTLS(AnyCertificate(invite.host), HostnameEndpoint(reactor, invite.host, invite.port))
    endpoint = wrapServerTLS(tls, TCP4ServerEndpoint(reactor, 0, interface="127.0.0.1"))
    port: Any = await endpoint.listen(Middle(onward))
    try:
        caller = stranger(tmp_path, Invite("127.0.0.1", port.getHost().port, invite.pin if pinned else None))
        assert await refusal(caller) == "server/not-proved"
        assert not caller.known.path.exists()
    finally:
        await port.stopListening()


@pytest_twisted.ensureDeferred
async def test_a_server_without_room_says_so_and_is_tried_again(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERMINE_SERVER_MOST_CONNECTIONS", "1")
    monkeypatch.setenv("UNDERMINE_SERVER_MOST_CONNECTIONS_PER_ADDRESS", "1")
    invite = await server.start()
    first, second = Caller(tmp_path, "first", invite, Plan(STEADY, wishes=wishes())), stranger(tmp_path, invite)
    first.guest.start()
    await first.hear("gathering")
    second.guest.start()
    for _ in range(2):
        assert (await second.hear("disconnected"))["code"] == "server/full"
    await first.guest.stop()
    await second.hear("connected")
    await second.guest.stop()


@pytest_twisted.ensureDeferred
async def test_nobody_there_is_tried_again_until_told_to_stop(tmp_path: Path) -> None:
    caller = stranger(tmp_path, Invite("127.0.0.1", 1))
    caller.guest.start()
    for _ in range(3):
        assert (await caller.hear("disconnected"))["code"] == "connection/refused"
    await caller.guest.stop()
    assert not caller.told("gave-up")
