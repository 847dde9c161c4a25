"""A person's computer under test: folders of its own, and terminals in which the program is started."""

import os
import subprocess
import sys
import time
from pathlib import Path

from protocol.keys.filelock import take_lock
from tests.stories.e2e.terminal import PATIENCE, Terminal

ROOT = Path(__file__).parents[3]
THREE = ("play", "--players", "3", "--name", "Mira")
"""The smallest game, which is over soonest."""
_KEPT = ("PATH", "PYTHONPATH", "COVERAGE_PROCESS_START")


AT_ONCE = ("--pace", "0", "--round-break", "0")
"""What lets no test wait for bots, or for a round to be looked at."""


def at_once(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """A command line with nothing to wait for; one that says otherwise stays as it is."""
    hosts = arguments[:1] in {("play",), ("host",)} and not {"--pace", "--seed"} & {*arguments}
    return (*arguments, *AT_ONCE) if hosts else arguments


class Home:
    """Where the files of one person are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self.environ |= {
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        self._terminals: list[Terminal] = []

    @property
    def settings(self) -> Path:
        """The file in which the person sets things."""
        return self.folder / "config" / "undermine" / "default" / "settings.toml"

    @property
    def data(self) -> Path:
        """What the program keeps for this person."""
        return self.folder / "data" / "undermine" / "default"

    def start(self, *arguments: str, size: tuple[int, int] = (80, 24), **environ: str) -> Terminal:
        """The program in a new terminal; without arguments, a game of three."""
        command = [sys.executable, "-m", "client.main", *at_once(arguments or THREE)]
        return self._started(Terminal(command, self.environ | environ, size, str(ROOT)))

    def start_with(self, mistake: str) -> Terminal:
        """A game of three, after a line of Python has put a mistake into the program."""
        code = f"{mistake}; from client.main import main; raise SystemExit(main())"
        return self._started(Terminal([sys.executable, "-c", code, *at_once(THREE)], self.environ, folder=str(ROOT)))

    def start_in_shell(self, line: str) -> Terminal:
        """What a person types in a new terminal."""
        return self._started(Terminal(["sh", "-c", line], self.environ, folder=str(ROOT)))

    def _started(self, terminal: Terminal) -> Terminal:
        self._terminals.append(terminal)
        return terminal

    def run(self, *arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
        """The program without a terminal, and with nothing to read."""
        command = [sys.executable, "-m", "client.main", *at_once(arguments)]
        return subprocess.run(
            command,
            env=self.environ | environ,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )

    def server_pid(self) -> int:
        """The server of this person's game, which holds the folder."""
        return int((self.data / "server" / "lock").read_text())

    def wait_for_no_server(self) -> None:
        """Until no process holds the folder."""
        end = time.monotonic() + PATIENCE
        while (lock := take_lock(self.data / "server" / "lock", wait=False)) is None:
            assert time.monotonic() < end, "the server outlives the game"
            time.sleep(0.02)
        os.close(lock)

    def close(self) -> None:
        """Nothing is left running."""
        for terminal in self._terminals:
            terminal.close()
