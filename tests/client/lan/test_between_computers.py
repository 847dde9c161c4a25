"""Two computers on one network: two namespaces of this one, with a cable between them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

import pytest

from protocol.wire.invite import DEFAULT_PORT

pytest.importorskip("zeroconf", reason="zeroconf is not installed: nothing is found on a network without it")

ROOT = Path(__file__).parents[3]
CHILD = Path(__file__).with_name("lan_child.py")


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


class Computers:
    """Two of them, 10.77.0.1 and 10.77.0.2; both have a bridge inside with the same address, as many have."""

    def __init__(self) -> None:
        self._names = [f"undermine-{os.getpid()}-{number}" for number in (1, 2)]
        self._running: list[subprocess.Popen[str]] = []

    def connect(self) -> None:
        one, other = self._names
        ip("netns", "add", one)
        ip("netns", "add", other)
        ip("link", "add", "cable", "netns", one, "type", "veth", "peer", "name", "cable", "netns", other)
        for number, name in enumerate(self._names, 1):
            ip("-n", name, "address", "add", f"10.77.0.{number}/24", "dev", "cable")
            ip("-n", name, "address", "add", "172.17.0.1/16", "dev", "lo")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", "cable", "up")

    def run(self, number: int, *arguments: str) -> "subprocess.Popen[str]":
        command = ["ip", "netns", "exec", self._names[number - 1], sys.executable, str(CHILD), *arguments]
        process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._running.append(process)
        until(process, "there")
        return process

    def play(self, number: int, home: Path, *arguments: str) -> "subprocess.Popen[str]":
        """The program as a person starts it, in lines, with a profile of its own."""
        command = ["ip", "netns", "exec", self._names[number - 1], sys.executable, "-m", "client.main", *arguments]
        folders = {"XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home), "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            command,
            env={**os.environ, **folders},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._running.append(process)
        return process

    def close(self) -> None:
        try:
            for process in self._running:
                with process:
                    process.kill()
        finally:
            for name in self._names:
                subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


@pytest.fixture
def computers() -> Iterator[Computers]:
    if shutil.which("ip") is None:
        pytest.skip("there is no program `ip` to make network namespaces with")
    made = Computers()
    try:
        made.connect()
    except subprocess.CalledProcessError as error:
        made.close()
        pytest.skip(f"network namespaces cannot be made here: {error.stderr.strip()}")
    try:
        yield made
    finally:
        made.close()


def until(process: "subprocess.Popen[str]", wanted: object) -> None:
    """Read what it says until it says this."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(json.loads(line))
        if said[-1] == wanted:
            return
    raise AssertionError(f"it said {said} and not {wanted}")


def seen(taken: int) -> list[dict[str, object]]:
    return [{"host": "10.77.0.1", "port": DEFAULT_PORT, "taken": taken}]


def test_friends_find_each_other_and_the_end(computers: Computers, tmp_path: Path) -> None:
    guest = computers.run(2, "guest", "20")
    host = computers.run(1, "host", str(tmp_path), "60")
    until(guest, seen(1))
    assert host.stdin is not None
    host.stdin.write("\n")
    host.stdin.flush()
    until(guest, seen(2))
    host.stdin.close()
    until(guest, [])
    assert host.wait(20) == 0


@pytest.mark.long
def test_a_computer_that_vanishes_is_not_seen_for_long(computers: Computers, tmp_path: Path) -> None:
    host = computers.run(1, "host", str(tmp_path), "1")
    guest = computers.run(2, "guest", "0.5")
    until(guest, seen(1))
    host.kill()
    until(guest, [])


def read_until(process: "subprocess.Popen[str]", words: str) -> str:
    """The line with these words."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if words in line:
            return line
    raise AssertionError(f"it did not say {words!r}:\n{''.join(said)}")


def type_in(process: "subprocess.Popen[str]", *lines: str) -> None:
    assert process.stdin is not None
    process.stdin.writelines(f"{line}\n" for line in lines)
    process.stdin.flush()


def leave(process: "subprocess.Popen[str]") -> None:
    type_in(process, "quit")
    process.communicate()
    assert process.returncode == 0


PASSING = ("pass 1 2 3", "pass 1 2 3", "pass 1") * 100
"""More than a game of two has turns; what cannot be passed is refused, and the next line is read."""


def open_table(computers: Computers, home: Path) -> "subprocess.Popen[str]":
    """A game of two is hosted at the first computer."""
    how = ("host", "--plain", "--name", "Mira", "--rules", "saboteur2", "--players", "2")
    host = computers.play(1, home, *how)
    read_until(host, "You are in lobby")
    return host


def come_by_the_list(computers: Computers, home: Path) -> "subprocess.Popen[str]":
    """A player at the second computer looks around until something is found, and types the command that is shown."""
    told = ""
    while "undermine join undermine://10.77.0.1" not in told:
        told, _ = computers.play(2, home, "join", "--plain", "--name", "Zoe").communicate(timeout=60)
    (found,) = [line.split() for line in told.splitlines() if "undermine join undermine://10.77.0.1" in line]
    return computers.play(2, home, *found[1:], "--plain")


@pytest.mark.long
def test_two_people_play_a_whole_game_at_a_table_that_one_finds_on_the_network(
    computers: Computers, tmp_path: Path
) -> None:
    host = open_table(computers, tmp_path / "mira")
    guest = come_by_the_list(computers, tmp_path / "zoe")
    read_until(guest, "You are in lobby")
    type_in(guest, "ready")
    read_until(host, "Zoe is ready")
    type_in(host, "ready", "start")
    with ThreadPoolExecutor() as pool:  # a program that is not read from waits, and the other with it
        both = [host, guest]
        list(pool.map(read_until, both, repeat("Fair so far")))
        looking = computers.play(2, tmp_path / "late", "join", "--plain")
        read_until(looking, "No game was found on this network.")
        for one in both:
            type_in(one, "trust", *PASSING)
        phrases = list(pool.map(read_until, both, repeat("The phrase of this table")))
        assert phrases[0] == phrases[1] != ""
        verdicts = list(pool.map(read_until, both, repeat("fair game")))
        assert all("(VERIFIED)" in verdict for verdict in verdicts)
    for one in (guest, host):  # the server goes with the host
        leave(one)


@pytest.mark.long
def test_another_server_at_the_same_address_is_refused_though_it_is_announced(
    computers: Computers, tmp_path: Path
) -> None:
    first = open_table(computers, tmp_path / "mira")
    guest = come_by_the_list(computers, tmp_path / "zoe")
    read_until(guest, "You are in lobby")
    for one in (guest, first):
        leave(one)
    open_table(computers, tmp_path / "eve")
    guest = come_by_the_list(computers, tmp_path / "zoe")
    read_until(guest, "The server at 10.77.0.1:4477 has another key than before.")
    assert guest.wait() == 1
