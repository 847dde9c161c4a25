"""The command `undermine-server`: what it prints, its exit codes, its signals, and what it never says."""

import base64
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from callers import Party
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

from protocol import bodies
from protocol.audit import Verdict, audit
from protocol.codec import decode
from protocol.invite import Invite, read_invite
from protocol.log import Entry, Kind, RecordType, records
from server import main as command
from server.journal import Journal

ROOT = Path(__file__).parents[2]


class Program:
    """`python -m server.main` with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, **settings: str) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "UNDERMINE_SERVER_DATA_DIR": str(self.folder / "server"),
            "UNDERMINE_SERVER_PORT": "0",
            "UNDERMINE_SERVER_HOST": "127.0.0.1",
            **settings,
        }
        with (self.folder / "messages.txt").open("a") as messages:
            process = subprocess.Popen(
                [sys.executable, "-m", "server.main", *arguments],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=messages,
                text=True,
            )
        self._running.append(process)
        return process

    @property
    def messages(self) -> str:
        return (self.folder / "messages.txt").read_text()

    def close(self) -> None:
        for process in self._running:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path)
    yield made
    made.close()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_its_settings_are_explained_and_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in list(os.environ):
        if name.startswith("UNDERMINE_SERVER_"):
            monkeypatch.delenv(name)
    assert command.main(["sample-config"]) == 0
    sample = tmp_path / "server.toml"
    sample.write_text(capsys.readouterr().out)
    assert command.main(["--config", str(sample), "check-config"]) == 0
    assert "turn-seconds" in capsys.readouterr().out
    sample.write_text("turn-seconds = 0\nnonsense = 1\n")
    assert command.main(["--config", str(sample), "check-config"]) == 78
    told = capsys.readouterr()
    assert "turn-seconds" in told.err
    assert "nonsense" in told.err
    assert not told.out


def test_a_wrong_setting_is_named_and_nothing_starts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERMINE_SERVER_TURN_SECONDS", "soon")
    monkeypatch.setenv("UNDERMINE_SERVER_PORT", "70000")
    assert command.main([]) == 78
    told = capsys.readouterr().err
    assert "turn-seconds" in told.lower().replace("_", "-")
    assert "port" in told.lower()


def test_it_runs_until_it_is_told_to_stop(program: Program) -> None:
    first = program.start()
    link = read_invite(line(first))
    second = program.start()
    assert second.wait(20) == 1
    assert line(second) == ""
    assert program.messages.count("cannot start") == 1
    first.send_signal(signal.SIGHUP)
    first.send_signal(signal.SIGTERM)
    assert first.wait(20) == 0
    third = program.start(UNDERMINE_SERVER_PORT=str(link.port))
    assert read_invite(line(third)) == link, "the same key and port as before"
    third.send_signal(signal.SIGINT)
    assert third.wait(20) == 0
    assert "Traceback" not in program.messages
    assert "the certificate was read again" in program.messages


def test_a_broken_certificate_leaves_the_old_one_in_use(program: Program) -> None:
    process = program.start()
    line(process)
    (program.folder / "server" / "certificate.pem").write_text("nonsense")
    process.send_signal(signal.SIGHUP)
    for _ in range(200):
        if "certificate" in program.messages:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert "certificate" in program.messages


def secrets_of(log: bytes) -> list[bytes]:
    """The seeds of a game, and what its players showed; nothing of it is secret afterwards, but before it was."""
    found: list[bytes] = []
    for kind, payload in records(log):
        if kind != RecordType.ENTRY:
            continue
        entry = Entry.from_bytes(payload)
        match entry.kind:
            case Kind.REVEAL:
                found.append(decode(bodies.Reveal, entry.body, len(entry.body)).seed)
            case Kind.ROUND_OPEN:
                found.append(decode(bodies.RoundOpen, entry.body, len(entry.body)).seed)
            case Kind.GAME_OPEN:
                opened = decode(bodies.GameOpen, entry.body, len(entry.body))
                found += [*opened.seeds, *opened.round_seeds]
    return found


def spellings(secret: bytes) -> list[str]:
    """As somebody may have written it, wholly or in part."""
    part = secret[:12]
    return [part.hex(), base64.b64encode(part).decode(), base64.b32encode(part)[:16].decode(), repr(part)[2:-1]]


@ensureDeferred
async def test_nothing_that_it_writes_shows_a_secret(program: Program) -> None:
    from twisted.internet import reactor

    process = program.start(UNDERMINE_SERVER_LOG_LEVEL="debug")
    link = read_invite(await deferToThread(line, process))
    party = Party(reactor, Invite("127.0.0.1", link.port, link.pin), password="open sesame 7391")
    party.start()
    await party.done
    await party.stop()
    process.send_signal(signal.SIGTERM)
    assert await deferToThread(process.wait, 20) == 0
    journal = Journal(program.folder / "server" / "journal.sqlite3", reactor)  # type: ignore[arg-type]
    (table,) = await journal.tables()
    log = await journal.export(table.tid)
    await journal.close()
    assert audit(log).verdict is Verdict.VERIFIED
    hidden = secrets_of(log)
    assert len(hidden) == 3 + 3 + 4
    hidden.append((program.folder / "server" / "server.key").read_bytes()[:32])
    written = program.messages
    assert written
    assert "sesame" not in written
    assert [text for secret in hidden for text in spellings(secret) if text in written] == []
