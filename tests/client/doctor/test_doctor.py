"""`undermine doctor`: what it finds wrong, what it says to do, and its exit codes; on the network, loopback alone."""

import json
import os
import re
import socket
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client.doctor import network, terminal, versions
from client.doctor.finding import Finding, Level
from client.lan.multicast import NoMulticast
from client.main import main
from client.profile.keyfile import KeyFile
from client.profile.profile import Profile
from tests.protocol.audit.asked import Play
from tests.support.audits import play

__all__ = ["play"]

HERE = "127.0.0.1"
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")


@pytest.fixture(autouse=True)
def on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "findings", partial(network.findings, HERE, [HERE]))
    monkeypatch.setattr("client.lan.addresses.addresses", lambda: ["192.0.2.7"])


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    for kind in ("config", "data"):
        place = tmp_path / kind
        monkeypatch.setattr(f"client.profile.profile.user_{kind}_path", lambda *_, place=place, **__: place)
    return Profile("default")


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[[], dict[str, dict[str, Any]]]:
    """Every finding of the command, by its code."""

    def look() -> dict[str, dict[str, Any]]:
        code = main(["doctor", "--json"])
        told = json.loads(capsys.readouterr().out)
        assert told["wrong"] == sum(one["level"] == "wrong" for one in told["findings"])
        assert code == (1 if told["wrong"] else 0)
        assert all(one["remedy"] for one in told["findings"] if one["level"] != "ok")
        return {one["code"]: one for one in told["findings"]}

    return look


Told = Callable[[], dict[str, dict[str, Any]]]


def only(findings: Iterator[Finding]) -> Finding:
    [one] = findings
    return one


def test_nothing_is_wrong_here_and_nothing_is_written(told: Told, kept: Profile) -> None:
    found = told()
    assert {one["topic"] for one in found.values()} == {"versions", "terminal", "profile", "network"}
    assert found["network/multicast"]["level"] == found["key/none"]["level"] == "ok"
    assert not kept.config.exists()
    assert not kept.data.exists()


def test_in_sentences_the_remedy_stands_below(capsys: pytest.CaptureFixture[str], kept: Profile) -> None:
    kept.config.mkdir(parents=True)
    kept.settings_file.write_text("bell = 7\n", encoding="utf-8")
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    lines = out.splitlines()
    at = lines.index("        Correct that line, or remove it.")
    assert "  WRONG " in "\n".join(lines[at - 3 : at])
    assert out.endswith("1 thing is wrong.\n")
    assert max(len(line) for line in lines if str(kept.config) not in line and str(kept.data) not in line) <= 80


def test_a_profile_that_cannot_be_named_so_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--profile", "a/b"]) == 2
    assert "cannot name a profile" in capsys.readouterr().err


def test_a_package_that_is_missing_ends_its_topic_alone(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "client.doctor.profile", raising=False)
    monkeypatch.setitem(sys.modules, "client.profile.known_file", None)
    found = told()
    assert found["doctor/stopped"]["topic"] == "profile"
    assert "client.profile.known_file" in found["doctor/stopped"]["text"]
    assert found["network/loopback"]["level"] == "ok"


# the profile


@POSIX
def test_a_key_that_others_can_read_is_wrong(told: Told, kept: Profile) -> None:
    key = KeyFile.of(kept)
    key.load_or_make(os.urandom)
    assert told()["key/usable"]["level"] == "ok"
    key.path.chmod(0o644)
    found = told()["key/open"]
    assert found["level"] == "wrong"
    assert found["remedy"] == f"chmod 600 {key.path}"


def test_a_damaged_key_and_a_list_that_cannot_be_read_are_wrong(told: Told, kept: Profile) -> None:
    KeyFile.of(kept).load_or_make(os.urandom)
    key = KeyFile.of(kept).path
    key.write_text(key.read_text(encoding="ascii")[:-9], encoding="ascii")
    servers = kept.data / "known-servers"
    servers.touch(mode=0o600)
    servers.write_text("nonsense\n", encoding="utf-8")
    found = told()
    assert "damaged" in found["key/unusable"]["text"]
    assert "known-servers" in found["profile/known"]["text"]


def test_a_folder_that_cannot_be_written_is_wrong(told: Told, kept: Profile) -> None:
    kept.data.parent.write_text("a file in its place", encoding="utf-8")
    found = told()["profile/not-writable"]
    assert found["level"] == "wrong"
    assert str(kept.data.parent) in found["text"]


@pytest.mark.parametrize(
    ("free", "code"), [(1 << 20, "profile/disk-full"), (20 << 20, "profile/disk-low"), (1 << 30, "profile/disk")]
)
def test_a_full_disk_is_told_before_it_hurts(free: int, code: str, monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: _Usage(free))
    assert code in told()


class _Usage:
    def __init__(self, free: int) -> None:
        self.free = free


def test_a_damaged_log_is_named(told: Told, kept: Profile, play: Play) -> None:
    log = play()
    folder = kept.data / "tables" / "me"
    folder.mkdir(parents=True)
    (folder / "good.umlog").write_bytes(log)
    (folder / "just-begun.umlog").touch()
    assert "log/damaged" not in told()
    half = len(log) // 2
    (folder / "bad.umlog").write_bytes(log[:half] + bytes(60) + log[half + 60 :])
    (folder / "good.damaged-1.umlog").write_bytes(log)
    found = told()
    assert "bad.umlog" in found["log/damaged"]["text"]
    assert "undermine audit" in found["log/damaged"]["remedy"]
    assert found["log/aside"]["level"] == "hint"
    assert found["log/checked"]["text"] == "2 logs were checked."


# the network


def test_a_port_that_is_taken_is_a_hint() -> None:
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        assert network._port(HERE, port).level is Level.HINT
    assert network._port(HERE, port).level is Level.OK


def test_without_multicast_or_a_network_there_is_a_hint(monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    def refuse(interfaces: object) -> None:
        raise NoMulticast("no such device")

    monkeypatch.setattr("client.lan.multicast.join_multicast", refuse)
    monkeypatch.setattr("client.lan.addresses.addresses", list)
    found = told()
    assert "no such device" in found["network/no-multicast"]["text"]
    assert found["network/no-address"]["level"] == "hint"


# versions


@pytest.mark.parametrize(
    ("version", "bounds", "fit"),
    [
        ("8.2", ">=8.2,<9", True),
        ("8.2.0.dev1", "<9,>=8.2", True),
        ("8.10", ">=8.2,<9", True),
        ("8.1.99", ">=8.2,<9", False),
        ("9", ">=8.2,<9", False),
        ("9.0.0", ">=8.2,<9", False),
        ("46", ">=46.0", True),
        ("nonsense", ">=1", False),
    ],
)
def test_versions_lie_within_bounds(version: str, bounds: str, fit: bool) -> None:
    assert versions.fits(version, bounds) is fit


def test_all_that_the_project_asks_for_is_understood() -> None:
    project = tomllib.loads(versions._PROJECT.read_text(encoding="utf-8"))["project"]
    for requirement in (*project["dependencies"], *project["optional-dependencies"]["lan"]):
        bounds = requirement.partition("]")[2] or re.sub(r"^[A-Za-z0-9-]+", "", requirement)
        assert versions._BOUND.sub("", bounds).strip(",") == "", "bounds of other kinds would be passed over"


def test_old_and_missing_packages_are_wrong_and_those_that_are_nice_to_have_a_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As of an installed program, whose needs stand beside it."""
    needs = ["textual<9,>=8.2", "pytest>=9999", "no-such-package>=1", 'neither>=1; extra == "lan"']
    monkeypatch.setattr(versions, "_PROJECT", Path("there is none"))
    monkeypatch.setattr("importlib.metadata.metadata", lambda _: {"Requires-Python": ">=99"})
    monkeypatch.setattr("importlib.metadata.requires", lambda _: needs)
    found = [(one.code, one.level, one.text.partition(" is ")[0]) for one in versions.findings()]
    assert found[0][:2] == ("version/python", Level.WRONG)
    assert found[1][:2] == ("version/package", Level.OK)
    assert [each[:2] for each in found[2:4]] == [("version/package", Level.WRONG), ("version/missing", Level.WRONG)]
    assert found[4] == ("version/missing", Level.HINT, "The package neither")
    assert found[5][:2] == ("version/undermine", Level.OK)


# the terminal


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"TERM": "xterm", "NO_COLOR": "1"}, "terminal/no-color"),
        ({"TERM": "xterm"}, "terminal/few-colours"),
        ({"TERM": "dumb"}, "terminal/no-color"),
        ({"TERM": "xterm-256color"}, "terminal/colours"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "terminal/colours"),
    ],
)
def test_colours_are_those_that_the_terminal_says(environ: dict[str, str], code: str) -> None:
    assert terminal._colours(environ).code == code


@pytest.mark.parametrize(
    ("term", "code"), [("", "terminal/dumb"), ("dumb", "terminal/dumb"), ("xterm", "terminal/term")]
)
def test_a_terminal_without_a_screen_is_told(term: str, code: str) -> None:
    assert terminal._kind({"TERM": term}).code == code


@pytest.mark.parametrize(("size", "code"), [((79, 24), "small"), ((80, 23), "small"), ((80, 24), "size")])
def test_a_window_that_is_too_small_is_told(size: tuple[int, int], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_size_of", lambda stream: size)
    assert only(terminal._size()).code == f"terminal/{code}"


def test_a_locale_that_is_not_installed_and_one_without_boxes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "xx_XX.UTF-8")
    assert terminal._locale().code == "terminal/locale"
    assert "xx_XX" in terminal._locale().text
    monkeypatch.setenv("LC_ALL", "C")
    assert only(terminal._characters()).code == "terminal/ascii"
    assert terminal._locale().level is Level.OK
