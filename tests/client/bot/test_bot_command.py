"""`undermine bot`, as people and scripts start it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.main import main
from protocol.audit.audit import Verdict, audit
from tests.support.loopback import ROOT, ServerProcess

POSIX = pytest.mark.skipif(os.name != "posix", reason="the folders of a profile are set as on Linux")
LONG = pytest.mark.long


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The folders of a person who has never played."""
    return {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path)
    process.begin()
    yield process
    process.kill()


def command(server: ServerProcess | None, *arguments: str) -> list[str]:
    join = [] if server is None else ["--join", str(server.invite)]
    return [sys.executable, "-m", "client.main", "bot", *join, *arguments]


def run(home: dict[str, str], server: ServerProcess | None, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command(server, *arguments), cwd=ROOT, env=home, capture_output=True, text=True, timeout=100, check=False
    )


class Program:
    """A bot in the background, whose news are read line by line."""

    def __init__(self, home: dict[str, str], server: ServerProcess, *arguments: str) -> None:
        self._process = subprocess.Popen(
            command(server, "--json", *arguments), cwd=ROOT, env=home, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._lines = self._process.stdout

    def until(self, event: str, **values: object) -> dict[str, Any]:
        """The next news of this kind."""
        for line in self._lines:
            news: dict[str, Any] = json.loads(line)
            if news["event"] == event and values.items() <= news.items():
                return news
        raise AssertionError(f"the bot went without {event}")

    def send(self, number: int) -> None:
        self._process.send_signal(number)

    def ended(self) -> int:
        """The exit code, once it has left."""
        self._lines.read()
        self._lines.close()
        return self._process.wait(100)


GATHER = ("--open", "base", "--players", "3", "--bots-of-server", "2", "--bot", "random")


@POSIX
def test_a_bot_plays_and_keeps_its_log(home: dict[str, str], server: ServerProcess) -> None:
    told = run(home, server, *GATHER)
    assert (told.returncode, told.stderr) == (0, "")
    path = Path(told.stdout.splitlines()[-1].split()[-1])
    assert audit(path.read_bytes(), bots=True).verdict is Verdict.VERIFIED
    assert "lobby " in told.stdout
    assert "phrase " in told.stdout


@POSIX
@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("cave", 2),
        *(pytest.param(*table, marks=LONG) for table in (("base", 3), ("cave", 4), ("cave", 5), ("cave", 8))),
    ],
)
def test_two_bots_on_one_computer_sit_at_one_table(
    home: dict[str, str], server: ServerProcess, tmp_path: Path, rules: str, seats: int
) -> None:
    """One of them is quiet, and says only where the log is; bots of the server take the other seats."""
    gather = ("--open", rules, "--players", str(seats), "--bots-of-server", str(seats - 2))
    host = Program(home, server, "--profile", "one", *gather)
    code = host.until("gathering")["code"]
    guest = run(home, server, "--quiet", "--key", str(tmp_path / "my.key"), "--name", "Eva", "--lobby", code.lower())
    assert (guest.returncode, guest.stderr) == (0, "")
    assert (tmp_path / "my.key").exists()
    (line,) = guest.stdout.splitlines()
    paths = [Path(host.until("ended", reason="finished")["log"]), Path(line.split()[-1])]
    assert host.ended() == 0
    found = [audit(path.read_bytes(), bots=True) for path in paths]
    assert {one.verdict for one in found} == {Verdict.VERIFIED}
    assert len({one.phrase for one in found}) == 1


@pytest.mark.long
@POSIX
def test_a_bot_that_was_killed_goes_on_at_its_table(home: dict[str, str], server: ServerProcess) -> None:
    first = Program(home, server, *GATHER)
    first.until("round", round=1)
    first.send(signal.SIGKILL)
    assert first.ended() == -signal.SIGKILL
    again = Program(home, server, "--bot", "random")
    path = again.until("ended", reason="finished")["log"]
    assert again.ended() == 0
    assert audit(Path(path).read_bytes()).verdict is Verdict.VERIFIED


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
def test_a_bot_that_is_told_to_stop_stops(home: dict[str, str], server: ServerProcess, number: int) -> None:
    program = Program(home, server, "--open", "base", "--players", "3")
    program.until("gathering")
    program.send(number)
    assert program.ended() == 130


@POSIX
def test_there_is_nothing_to_sit_down_at(home: dict[str, str], server: ServerProcess) -> None:
    told = run(home, server)
    assert told.returncode == 1
    assert "no unfinished game" in told.stderr
    assert "--open," in told.stderr
    told = run(home, server, "--lobby", "AAAAAAAA")
    assert told.returncode == 1
    assert "No lobby has this code" in told.stderr


@POSIX
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--join", "https://example.org"), "undermine://"),
        (("--join", "host:99999"), "65535"),
        (("--join", "host", "--bot", "clever"), "clever"),
        (("--join", "host", "--bot", "random,steady"), "one bot"),
        (("--join", "host", "--open", "poker"), "poker"),
        (("--join", "host", "--open", "base", "--players", "99"), "99"),
        (("--join", "host", "--open", "base", "--bots-of-server", "5"), "0 to 4"),
        (("--join", "host", "--name", "\x1b[2J"), "cannot be a name"),
        (("--join", "host", "--lobby", "ABC"), "8 letters"),
        (("--join", "host", "--password", "p" * 65), "password"),
        (("--join", "host", "--name", "n" * 65), "cannot be a name"),
        (("--join", "host", "--profile", "no/good"), "profile"),
        (("--join", "host", "--key", "/dev/null/key"), "undermine bot"),
        (("--join", "host", "--lobby", "A", "--open", "base"), "not allowed"),
        (("--open", "base"), "--join"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(
    home: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    told: str,
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, home[name])
    try:
        code: object = main(["bot", *arguments])
    except SystemExit as ended:  # the parser of the command line knows it at once
        code = ended.code
    assert code == 2
    assert told in capsys.readouterr().err


@POSIX
def test_a_wrong_word_ends_the_program_without_a_traceback(home: dict[str, str]) -> None:
    answer = run(home, None, "--join", "host", "--bot", "clever")
    assert answer.returncode == 2
    assert "clever" in answer.stderr
    assert "Traceback" not in answer.stderr
