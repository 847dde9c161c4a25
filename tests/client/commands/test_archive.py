"""`undermine archive`: what is typed, and how a connection that fails ends it."""

from pathlib import Path
from typing import Any

import pytest
from twisted.python.failure import Failure

from client.commands import archive
from client.commands.ends import WrongUsage
from client.commands.parser import build
from client.lines.archive import ArchiveErrand
from client.lines.run_archive import ArchiveRun
from client.net.hang_up import HungUp
from client.net.way import Way
from client.profile.person import person_of
from protocol.wire.invite import Invite


@pytest.mark.parametrize(
    "typed", [["fetch", "abc"], ["fetch", "3f2g"], ["fetch", "a" * 65], ["list", "3f2a91bc"]], ids=" ".join
)
def test_what_is_no_game_is_refused_before_a_connection(typed: list[str]) -> None:
    with pytest.raises(WrongUsage):
        archive.main(build().parse_args(["archive", "mine.example", *typed]))


class Stopping:
    """A reactor that is asked to stop."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def callLater(self, seconds: float, *what: Any) -> None:  # noqa: N802
        self.asked.append(what)

    def stop(self) -> None:
        """Asked for later."""

    def __getattr__(self, name: str) -> Any:
        from twisted.internet import reactor

        return getattr(reactor, name)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("connection/refused", "The server cannot be reached."),
        ("login/banned", "The operator of the server does not let you in."),
    ],
)
def test_a_connection_that_fails_ends_it_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: str, told: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    reactor = Stopping()
    person = person_of(build().parse_args(["archive", "mine.example", "--name", "Eva"]))
    run = ArchiveRun(person, Invite("mine.example"), Way.DIRECT, ArchiveErrand("list", (), as_json=True), reactor)
    for _ in range(2):  # the second time it is over, and nothing more is said
        run.failed(Failure(HungUp(code)))
    assert run.code == 1
    assert reactor.asked == [(reactor.stop,)]
    out, err = capsys.readouterr()
    assert out == '{\n "exit_code": 1\n}\n'
    assert err.splitlines()[0] == told
