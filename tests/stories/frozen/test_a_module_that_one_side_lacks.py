"""A program plays with one that knows more, by all rules that both know, and names what it lacks for the others.

Server and host know a made-up module; the other programs are started as they are.  All are processes of their own.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.audit.audit import Verdict, audit
from tests.stories.frozen.made_up import NAME
from tests.support.loopback import ROOT, ServerProcess

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the folders of a profile are set as on Linux")
KNOWING = ("-m", "tests.stories.frozen.knowing", "client")
PLAIN = ("-m", "client.main")
RULES = f"base+{NAME}"
LACKING = f"This program does not know “{NAME}” in the rules “{RULES}”: update it."


class Company:
    """A server that knows the module, and programs of people, each in a folder with their name."""

    def __init__(self, folder: Path) -> None:
        self.server = ServerProcess(folder, "tests.stories.frozen.knowing", "server")
        self._folder = folder
        self._bots: list[subprocess.Popen[str]] = []

    def _home(self, who: str) -> dict[str, str]:
        folder = self._folder / who
        return {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}

    def bot(self, who: str, program: tuple[str, ...], *arguments: str) -> subprocess.Popen[str]:
        """`undermine bot`; its news are objects, one a line."""
        link = ("--join", str(self.server.invite), "--bot", "random", "--json")
        bot = subprocess.Popen(
            [sys.executable, *program, "bot", *link, *arguments],
            cwd=ROOT,
            env=self._home(who),
            stdout=subprocess.PIPE,
            text=True,
        )
        self._bots.append(bot)
        return bot

    def lines(self, who: str, *typed: str) -> str:
        """What a person reads who types these lines into the program that lacks the module."""
        run = subprocess.run(
            [sys.executable, *PLAIN, "join", str(self.server.invite), "--name", who],
            cwd=ROOT,
            env=self._home(who),
            input="".join(f"{line}\n" for line in typed),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert run.stderr == ""
        return run.stdout

    def close(self) -> None:
        """All processes end."""
        for bot in self._bots:
            bot.kill()
            bot.wait()
            assert bot.stdout is not None
            bot.stdout.close()
        self.server.kill()


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    made = Company(tmp_path)
    made.server.begin()
    yield made
    made.close()


def heard(bot: subprocess.Popen[str], event: str) -> dict[str, Any]:
    """The next news of this kind."""
    assert bot.stdout is not None
    for line in bot.stdout:
        news: dict[str, Any] = json.loads(line)
        if news["event"] == event:
            return news
    raise AssertionError(f"the bot went without {event}")


def gathered(company: Company, who: str, rules: str, bots_of_server: int = 0) -> tuple[subprocess.Popen[str], str]:
    """A host that knows the module, at a table with three seats, and the code of the gathering."""
    seats = ("--open", rules, "--players", "3", "--bots-of-server", str(bots_of_server))
    host = company.bot(who, KNOWING, *seats)
    return host, heard(host, "gathering")["code"]


@pytest.mark.long
def test_what_both_know_is_played_to_the_end(company: Company) -> None:
    """The guest looks for any table in the lobby, and passes by the one that needs the module."""
    gathered(company, "Ann", RULES)
    host, _code = gathered(company, "Bob", "base", bots_of_server=1)
    guest = company.bot("guest", PLAIN)
    logs = [Path(heard(one, "ended")["log"]).read_bytes() for one in (host, guest)]
    assert [audit(log, bots=True).verdict for log in logs] == [Verdict.VERIFIED] * 2
    assert (host.wait(), guest.wait()) == (0, 0)
    assert company.server.messages == ""


@pytest.mark.long
def test_a_person_in_lines_is_told_what_the_program_lacks(company: Company) -> None:
    _host, code = gathered(company, "Ann", RULES)
    told = company.lines("Eva", "tables", f"sit {code}", "ready", "rise", "quit").splitlines()
    assert told.count(LACKING) == 2, "among the terms of the gathering, and for “ready”"
    assert "You have left the lobby." in told
    assert not [line for line in told if "no connection" in line]


@pytest.mark.long
def test_a_bot_is_told_what_the_program_lacks(company: Company) -> None:
    _host, code = gathered(company, "Ann", RULES)
    guest = company.bot("guest", PLAIN, "--gathering", code)
    assert heard(guest, "denied")["code"] == "gathering/unknown-rules"
    assert guest.wait() == 1


def test_a_game_of_the_newer_program_cannot_go_on_in_the_older_and_the_module_is_named(company: Company) -> None:
    """The person has gone back to an older version in the middle of a game."""
    host, _code = gathered(company, "Ann", RULES, bots_of_server=2)
    heard(host, "round")
    host.send_signal(signal.SIGKILL)
    host.wait()
    told = company.lines("Ann")
    assert "This program does not know the rules or the protocol of this table: update it." in told
    assert f"the rules name '{NAME}', which this program does not know" in told
