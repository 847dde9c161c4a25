"""For the tests of the command `undermine-server`: the program as it is started by hand."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


class Program:
    """`python -m server.main` with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, stdin: int | None = None, **settings: str) -> subprocess.Popen[str]:
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
                stdin=stdin,
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
