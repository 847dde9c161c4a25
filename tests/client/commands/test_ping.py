"""`undermine ping`: a real server is asked, and no player logs in."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

from client.commands.ping import FITS, HANDED_OVER, NO_PIN, OTHER
from client.net.conversation import Surroundings
from client.net.hang_up import HungUp
from client.net.probe import Answer, Probe
from client.net.way import Way
from client.net.wire import dialler
from protocol.keys.identity import Identity, pin
from protocol.wire.invite import Invite
from server import main as command
from server.service import Server
from tests.server.at_server import running, stopped

ROOT = Path(__file__).parents[3]


async def asked(*words: str) -> tuple[int, str, str]:
    arguments = [sys.executable, "-m", "client.main", "ping", *words]
    ran = await deferToThread(subprocess.run, arguments, cwd=ROOT, capture_output=True, text=True)
    return ran.returncode, ran.stdout, ran.stderr


async def probed(port: int, way: Way = Way.DIRECT) -> Answer:
    from twisted.internet import reactor

    probe = Probe(dialler(reactor, Invite("127.0.0.1", port), way), Surroundings(reactor, lambda count: b"r" * count))
    probe.start()
    return await probe.answer


def players(server: Server) -> int:
    return len(server._house.lobby.guests)


@ensureDeferred
async def test_it_says_whether_the_key_is_that_of_the_link(tmp_path: Path) -> None:
    server, port = await running(tmp_path)
    key = pin(server.identity.public)
    code, out, _err = await asked(f"127.0.0.1:{port}#{key}", "--json")
    told = json.loads(out)
    assert (code, told["answers"], told["fits"], told["pin"], told["wire"]) == (0, True, FITS, key, 2)
    assert told["answer_ms"] > 0
    assert len(told["certificate"]) == 64
    code, out, _err = await asked(f"127.0.0.1:{port}#{pin(Identity(bytes(32)).public)}")
    assert code == 1
    assert "THE LINK NAMES ANOTHER KEY" in out
    assert players(server) == 0
    await stopped(server)
    code, out, _err = await asked(f"127.0.0.1:{port}", "--json")
    assert (code, json.loads(out)["code"]) == (1, "connection/refused")


@ensureDeferred
async def test_without_tls_there_is_no_certificate(tmp_path: Path) -> None:
    server, port = await running(tmp_path, plain_tcp=True)
    answer = await probed(port, Way.PLAIN)
    assert (answer.key, answer.certificate) == (server.identity.public, b"")
    with pytest.raises(HungUp):
        await probed(port)
    await stopped(server)


@ensureDeferred
async def test_a_key_that_was_handed_over_fits_a_link_from_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from client.commands import ping

    monkeypatch.setenv("UNDERMINE_SERVER_DATA_DIR", str(tmp_path / "server"))
    assert command.main(["new-key"]) == 0
    before = capsys.readouterr().out.splitlines()[0].split()[-1]
    server, port = await running(tmp_path)
    answer = await probed(port)
    here = Invite("127.0.0.1", port)
    assert ping._tell(Invite("127.0.0.1", port, before), answer, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["fits"] == HANDED_OVER
    assert ping._fits(here, answer) == NO_PIN
    assert ping._fits(Invite("127.0.0.1", port, pin(bytes(32))), answer) == OTHER
    assert "vouches for this one" in "\n".join(ping._lines(here, answer, HANDED_OVER))
    assert players(server) == 0
    await stopped(server)
