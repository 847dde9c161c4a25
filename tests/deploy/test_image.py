"""The entry point of the image serves a game: read-only, without rights, and from nothing but what the image holds."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.dockerfile import health, instructions, last
from tests.deploy.shipped import PLACE, ROOT, text

FOUND = instructions(text("Dockerfile"))
_APART = ("unshare", "--user", "--map-root-user", "--mount")
_IN_IT = ("sh", str(Path(__file__).parent / "image.sh"))
_TRY = "import os, sys; print(os.getuid(), *(os.access(one, os.W_OK) for one in sys.argv[1:]))"


def can_be_set_apart() -> bool:
    """Whether this system lets a user have a file system that is read-only for one program."""
    if shutil.which("unshare") is None or shutil.which("setpriv") is None:
        return False
    tried = subprocess.run([*_APART, "mount", "-o", "remount,bind,ro", "/"], capture_output=True, check=False)
    return tried.returncode == 0


pytestmark = pytest.mark.skipif(not can_be_set_apart(), reason="this system gives a user no mount namespace of its own")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The sources that the Dockerfile copies, where they stand alone."""
    place = tmp_path / "program"
    for one in FOUND:
        if one.word == "COPY" and one.arguments[-1].startswith(f"{PLACE}/program/"):
            source, target = one.arguments
            shutil.copytree(ROOT / source, place / Path(target).name, ignore=shutil.ignore_patterns("__pycache__"))
    return place


@pytest.fixture
def data(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir(mode=0o700)
    return made


@pytest.fixture
def variables(program: Path, data: Path) -> dict[str, str]:
    """Those of the image, with the folders of the test."""
    return dict(pair.split("=", 1) for pair in last(FOUND, "ENV").split()) | {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(program), sysconfig.get_path("purelib")]),
        "UNDERMINE_SERVER_DATA_DIR": str(data),
        "UNDERMINE_SERVER_HOST": "127.0.0.1",
        "UNDERMINE_SERVER_PORT": "0",
    }


def as_here(command: str) -> list[str]:
    """A command of the image; without `site`, nothing that the tests install leads back to the checkout."""
    _, *arguments = json.loads(command)
    return [sys.executable, "-S", *arguments]


@pytest.fixture
def serving(variables: dict[str, str], data: Path) -> Iterator[subprocess.Popen[str]]:
    with (data.parent / "messages.txt").open("w") as messages:
        process = subprocess.Popen(
            [*_APART, *_IN_IT, str(data), *as_here(last(FOUND, "ENTRYPOINT"))],
            cwd=data,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=messages,
            text=True,
        )
    yield process
    process.kill()
    process.communicate()


def test_where_it_runs_only_the_folder_can_be_written_and_by_no_root(data: Path) -> None:
    elsewhere = [str(data.parent), str(ROOT), "/tmp", "/"]
    command = [*_APART, *_IN_IT, str(data), sys.executable, "-c", _TRY, str(data), *elsewhere]
    tried = subprocess.run(command, capture_output=True, text=True, check=True)
    assert tried.stdout.split() == ["10001", "True", *["False"] * len(elsewhere)]


def test_a_game_is_played_at_it(serving: subprocess.Popen[str], variables: dict[str, str], data: Path) -> None:
    assert serving.stdout is not None
    link = serving.stdout.readline().strip()
    messages = data.parent / "messages.txt"
    assert link.startswith("undermine://"), messages.read_text()
    home = {name: str(data.parent / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    open_table = ("--open", "base", "--players", "3", "--bots-of-server", "2")
    played = subprocess.run(
        [sys.executable, "-m", "client.main", "bot", "--join", link, *open_table],
        cwd=ROOT,
        env={**os.environ, **home},
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stdout + played.stderr
    asking = as_here(health(FOUND))
    asked = subprocess.run(asking, cwd=data, env=variables, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr
    serving.send_signal(signal.SIGTERM)
    assert serving.wait() == 0
    assert subprocess.run(asking, cwd=data, env=variables, capture_output=True, check=False).returncode == 1
    assert "Traceback" not in messages.read_text()
    assert {file.name for file in data.iterdir()} >= {"server.key", "journal.sqlite3"}
    assert [file.name for file in data.iterdir() if file.stat().st_mode & 0o077 and file.name != "lock"] == []
