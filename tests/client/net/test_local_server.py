"""A server of one's own: it starts, says where it is or why not, and never outlives the game."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import client
from client.net import local_server
from client.net.local_server import LocalServer, ServerTrouble
from client.profile.profile import Profile
from protocol.keys.filelock import take_lock
from tests.support.reading import now

ROOT = Path(client.__file__).parent.parent
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as on Linux")

GAME = """
import signal, sys
from pathlib import Path
from client.net.local_server import LocalServer

server = LocalServer(Path(sys.argv[1]))
server.start()
print(server.invite().port, flush=True)
signal.pause()
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    with LocalServer(tmp_path / "data" / "server") as made:
        yield made


def process_of(server: LocalServer) -> int:
    """The process that holds the folder."""
    return int((server.folder / "lock").read_text())


def answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), 10).close()
    except ConnectionRefusedError:
        return False
    return True


def test_it_starts_and_ends_with_its_game(server: LocalServer) -> None:
    assert not now(lambda: server.running)
    server.start()
    link = server.invite()
    assert now(lambda: server.running)
    assert link.host == "127.0.0.1"
    assert answers("127.0.0.1", link.port)
    assert server.invite() == link
    server.stop()
    assert not server.running
    assert not answers("127.0.0.1", link.port)
    server.stop()
    server.start()
    again = server.invite()
    assert again.pin == link.pin, "the folder keeps its key"
    assert server.last_message() == ""


def test_a_profile_has_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    profile = Profile("eva")
    assert LocalServer.of(profile).folder == profile.data / "server"


def test_without_a_start_there_is_nothing_to_stop(server: LocalServer) -> None:
    server.stop()
    server.stop()
    assert not server.folder.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only there all of 127.0.0.0/8 is this computer")
@pytest.mark.parametrize("friends", [False, True])
def test_only_friends_reach_it_from_elsewhere(server: LocalServer, friends: bool) -> None:
    server.start(friends=friends, port=0)
    assert answers("127.0.0.2", server.invite().port) is friends


@POSIX
def test_a_game_that_is_killed_takes_its_server_along(tmp_path: Path) -> None:
    folder = tmp_path / "server"
    game = subprocess.Popen(
        [sys.executable, "-c", GAME, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert game.stdout is not None
        port = int(game.stdout.readline())
        assert answers("127.0.0.1", port)
        assert take_lock(folder / "lock", wait=False) is None
    finally:
        game.kill()
        game.communicate()
    freed = take_lock(folder / "lock", wait=True)
    assert freed is not None
    os.close(freed)
    assert not answers("127.0.0.1", port)
    assert LocalServer(folder).last_message() == "", "it has ended without trouble"


@POSIX
def test_ctrl_c_is_for_the_game_alone(server: LocalServer) -> None:
    server.start()
    server.invite()
    assert os.getpgid(process_of(server)) != os.getpgid(0)
    assert os.getsid(process_of(server)) != os.getsid(0)


def test_a_port_in_use_is_named_and_another_one_does(server: LocalServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server.start(port=port)
        with pytest.raises(ServerTrouble, match=rf"cannot listen on 127\.0\.0\.1, port {port}: "):
            server.invite()
        assert not server.running
        server.start(port=0)
        assert server.invite().port != port


def test_a_profile_that_plays_already_is_told_so_and_goes_on(server: LocalServer) -> None:
    server.start()
    link = server.invite()
    with LocalServer(server.folder) as second:
        second.start()
        with pytest.raises(ServerTrouble, match=r"playing in another window: .* with --profile"):
            second.invite()
    assert server.running
    assert answers("127.0.0.1", link.port)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with LocalServer(tmp_path / "file" / "server") as server, pytest.raises(ServerTrouble, match=r"file"):
        server.start()


def test_what_is_set_for_another_server_is_not_for_this_one(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERMINE_SERVER_PORT", "nonsense")
    monkeypatch.setenv("UNDERMINE_SERVER_HOST", "nonsense")
    monkeypatch.setenv("UNDERMINE_SERVER_PLAIN_TCP", "nonsense")
    server.start()
    assert answers("127.0.0.1", server.invite().port)


def test_it_is_found_from_any_folder(server: LocalServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    for folder in (tmp_path, server.folder):
        (folder / "server").mkdir(parents=True)
        (folder / "server" / "__init__.py").write_text("raise SystemExit('another server')")
        (folder / "twisted.py").write_text("raise SystemExit('another twisted')")
    monkeypatch.chdir(tmp_path)
    server.start()
    assert answers("127.0.0.1", server.invite().port)


def test_an_installed_package_needs_no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert local_server._search_path().split(os.pathsep) == [str(ROOT), "elsewhere"]
    monkeypatch.setattr("site.getsitepackages", lambda: [str(ROOT)])
    assert local_server._search_path() == "elsewhere"


@POSIX
def test_a_server_that_takes_its_time_is_not_waited_for_longer_than_wanted(server: LocalServer) -> None:
    server.start()
    assert server._process is not None
    server._process.send_signal(signal.SIGSTOP)  # however fast it is
    with pytest.raises(ServerTrouble, match="does not answer"):
        server.invite(0)
    server._process.send_signal(signal.SIGCONT)
    assert answers("127.0.0.1", server.invite().port)


@POSIX
def test_a_server_that_does_not_stop_is_killed(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_server, "_STOP_SECONDS", 0.05)
    server.start()
    port = server.invite().port
    os.kill(process_of(server), signal.SIGSTOP)
    server.stop()
    assert not answers("127.0.0.1", port)


@POSIX
@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("exit 1", "stopped without a message"),
        ("echo nonsense", "stopped without a message"),
        ("printf 'Traceback\\n  somewhere\\nOops: \\033[31mit broke\\n' >&2", "did not start: “Oops: [31mit broke”"),
        (
            "echo '2026-11-16T08:00:00.000+00:00 error    broken' >&2; echo '    somewhere' >&2",
            "did not start: “broken”",
        ),
    ],
)
def test_the_last_words_of_a_broken_server_are_told(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, sentence: str
) -> None:
    broken = tmp_path / "python"
    broken.write_text(f"#!/bin/sh\n{program}\n")
    broken.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(broken))
    server.start()
    with pytest.raises(ServerTrouble) as told:
        server.invite()
    assert str(told.value).endswith(sentence)
