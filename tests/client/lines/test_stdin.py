"""Lines from a pipe and from a terminal: a real process, with a reactor, a thread, and a pseudo-terminal."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import client

termios = pytest.importorskip("termios")
pty = pytest.importorskip("pty")

ROOT = Path(client.__file__).parents[1]
PROGRAM = """
import signal
from client.lines.console import Patience, Reader
from client.terminal.reactor import install_reactor

reactor = install_reactor()


class Lines:
    def __init__(self):
        self.patience = Patience()

    def typed(self, line):
        if self.patience.wanted:
            self.patience.held.append(line)
            reactor.callLater(0, self.take)
        else:
            self.understand(line)

    def take(self):
        self.understand(self.patience.next())

    def understand(self, line):
        reader.say("typed: " + ascii(line.rstrip("\\r")))
        if line == "quit":
            reactor.stop()

    def ended(self):
        reader.say("no more")
        reactor.stop()


reader = Reader(lambda line: print(line, flush=True))
signal.signal(signal.SIGUSR1, lambda *_: reactor.callFromThread(reader.say, "meanwhile"))
signal.signal(signal.SIGUSR2, lambda *_: reactor.callFromThread(reactor.stop))
reactor.callWhenRunning(reader.start, reactor, Lines())
reactor.run()
reader.stop()
print("end", flush=True)
"""
SECONDS = 30


def run(given: bytes, **environ: str) -> list[str]:
    """The lines of a program whose input is a pipe."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environ},
        timeout=SECONDS,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode().splitlines()


def test_a_pipe_is_read_to_its_end() -> None:
    assert run(b"one\ntwo\n") == ["typed: 'one'", "typed: 'two'", "no more", "end"]


def test_the_last_line_needs_no_end() -> None:
    assert run(b"one\r\ntwo") == ["typed: 'one'", "typed: 'two'", "no more", "end"]


def test_bytes_that_are_no_text_become_signs() -> None:
    assert run(b"a\xff\xfeb\n", PYTHONIOENCODING="utf-8") == ["typed: 'a\\ufffd\\ufffdb'", "no more", "end"]
    assert run(b"gr\xfcn\n", PYTHONIOENCODING="latin-1")[0] == "typed: 'gr\\xfcn'"


def test_many_lines_are_read_only_as_fast_as_they_are_used() -> None:
    count = 3000
    told = run(b"".join(b"%d\n" % number for number in range(count)))
    assert told == [*(f"typed: '{number}'" for number in range(count)), "no more", "end"]


def test_the_program_ends_though_the_pipe_stays_open() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"quit\n")
        running.stdin.flush()
        assert running.stdout.read().decode().splitlines() == ["typed: 'quit'", "end"]
        assert running.stderr.read() == b""


class Terminal:
    """A pseudo-terminal with the program behind it."""

    def __init__(self, term: str) -> None:
        self._here, there = pty.openpty()
        self.settings = termios.tcgetattr(there)
        self._there = there
        environment = {**os.environ, "TERM": term, "INPUTRC": os.devnull}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM], stdin=there, stdout=there, stderr=there, cwd=ROOT, env=environment
        )
        os.set_blocking(self._here, False)
        self.shown = ""

    def until(self, text: str, count: int = 1) -> None:
        """Wait until a text was shown so often."""
        self._wait(lambda: self.shown.count(text) >= count)

    def _wait(self, there: Callable[[], bool]) -> None:
        end = time.monotonic() + SECONDS
        while not there():
            assert time.monotonic() < end, self.shown
            try:
                self.shown += os.read(self._here, 1 << 12).decode("utf-8", "replace")
            except BlockingIOError:
                time.sleep(0.01)

    def type(self, text: str) -> None:
        os.write(self._here, text.encode())

    def end(self) -> int:
        self._wait(lambda: self.process.poll() is not None)
        return int(self.process.returncode)

    def settings_now(self) -> list[object]:
        found: list[object] = termios.tcgetattr(self._there)
        return found

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._here)
        os.close(self._there)


@pytest.fixture(params=["xterm", pytest.param("dumb", marks=pytest.mark.long)])
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    made = Terminal(request.param)
    yield made
    made.close()


def test_a_terminal_has_a_prompt_and_comes_back_as_it_was(terminal: Terminal) -> None:
    terminal.until("> ")
    terminal.type("hello\r")
    terminal.until("typed: 'hello'")
    terminal.until("> ", 2)
    terminal.type("quit\r")
    terminal.until("end")
    assert terminal.end() == 0
    assert terminal.settings_now() == terminal.settings


def test_the_end_of_the_input_at_a_terminal(terminal: Terminal) -> None:
    terminal.until("> ")
    terminal.type("\x04")
    terminal.until("no more")
    terminal.until("end")
    assert terminal.end() == 0
    assert terminal.settings_now() == terminal.settings


def test_what_is_said_meanwhile_leaves_the_half_typed_line_alone(terminal: Terminal) -> None:
    terminal.until("> ")
    terminal.type("qui")
    terminal.until("> qui")
    terminal.process.send_signal(signal.SIGUSR1)
    terminal.until("meanwhile")
    terminal.until("> qui", 2)
    terminal.type("t\r")
    terminal.until("typed: 'quit'")
    terminal.until("end")
    assert terminal.end() == 0


def test_a_program_that_ends_at_the_prompt_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.until("> ")
    terminal.type("hal")
    terminal.until("> hal")
    terminal.process.send_signal(signal.SIGUSR2)
    terminal.until("end")
    assert terminal.end() == 0
    assert terminal.settings_now() == terminal.settings
