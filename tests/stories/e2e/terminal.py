"""A terminal under test: the program runs in it as a person would start it, and what it draws can be read."""

import os
import pty
import re
import signal
import termios
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from select import select
from threading import Condition, Thread

import pexpect
import pyte

PATIENCE = 45.0
"""Seconds until something is believed never to come, on a machine that has other work."""
KEYS = {
    "enter": "\r",
    "escape": "\x1b[27u",  # as newer terminals send it: nothing that is pressed next can be taken for a part of it
    "tab": "\t",
    "space": " ",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "ctrl+c": "\x03",
    "ctrl+d": "\x04",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
}
_MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")
_SEQUENCE = re.compile(r"\x1b\[[^a-zA-Z]*[a-zA-Z]")
_ON_BY_ITSELF = {7, 25}
"""Modes that a terminal has without being asked: long lines are broken, and the cursor is shown."""
_KEYBOARD = (rb"\x1b\[>\d*u", rb"\x1b\[<\d*u")
_TITLE = (rb"\x1b\[22;\d?t", rb"\x1b\[23;\d?t")
"""What a program lays over something, and takes away again."""
Seen = Callable[[str], object]


CARD = "Any key continues"
"""On the card with which a round begins."""


class Terminal:
    """A program and the screen that it draws on, which is read all the time, whether a test looks or not."""

    def __init__(
        self, command: Sequence[str], environ: Mapping[str, str], size: tuple[int, int] = (80, 24), folder: str = "."
    ) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.written = b""
        """Everything that the program has written."""
        self._over = False
        self._closing = False
        self._news = Condition()
        self._enough = os.pipe()
        """Written to when nothing is read any more."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of threads that the child has not
            self._child = pexpect.spawn(
                command[0], list(command[1:]), env=dict(environ), cwd=folder, dimensions=size[::-1], timeout=PATIENCE
            )
        self._child.delaybeforesend = None
        self._child.ptyproc.delayafterclose = 0
        self._waiting: Thread | None = None
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Until the last program has closed the terminal, or a test the window."""
        part = b"\0"
        while part:
            part = self._next_part()
            with self._news:
                self.written += part
                self._stream.feed(part)
                self._over = not part
                self._news.notify_all()

    def _next_part(self) -> bytes:
        ready, _, _ = select([self._child.child_fd, self._enough[0]], [], [])
        if self._enough[0] in ready:
            return b""
        try:
            return os.read(self._child.child_fd, 1 << 16)
        except OSError:  # so Linux says that no process has it open
            return b""

    @property
    def pid(self) -> int:
        """The program's process."""
        pid: int = self._child.pid
        return pid

    # what is seen

    def text(self) -> str:
        """Every line of the screen, without spaces at its end."""
        with self._news:
            return self._text()

    def _text(self) -> str:
        return "".join(f"{line.rstrip()}\n" for line in self._screen.display)

    def wait_for(self, *wanted: str | Seen, seconds: float = PATIENCE) -> str:
        """Until these texts stand on the screen, or something is true of what stands there; the screen then."""
        end = time.monotonic() + seconds
        with self._news:
            while (missing := [one for one in wanted if not _seen(one, text := self._text())]) or CARD in text:
                self._close_card(text, wanted)
                if not missing and CARD in wanted:
                    break
                left = end - time.monotonic()
                if self._over or left <= 0:
                    why = "the program has ended" if self._over else f"{seconds} seconds have passed"
                    raise AssertionError(f"{missing} did not come: {why}\n{text}")
                self._news.wait(left)
            return text

    def _close_card(self, text: str, wanted: tuple[str | Seen, ...]) -> None:
        """A round begins with a card over the board, which a person closes; once, however often it is looked at."""
        if CARD in text and not self._closing and CARD not in wanted:
            self.press("escape")
        self._closing = CARD in text

    def characters(self) -> set[str]:
        """Everything that was ever drawn, be it for a moment."""
        return set(self.written.decode("utf-8", "replace"))

    def behind(self) -> str:
        """What the program said when it had given the screen back, or all if it never took it."""
        return _SEQUENCE.sub("", self.written.rpartition(b"\x1b[?1049l")[2].decode("utf-8", "replace"))

    # what a person does

    def press(self, *keys: str) -> None:
        """Keys by their names, anything else as it is typed."""
        for key in keys:
            self._child.send(KEYS.get(key, key))

    def click(self, x: int, y: int) -> None:
        """The left button, at a place counted from 0."""
        self._child.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def place(self, words: str) -> tuple[int, int]:
        """Where these words stand, once they do."""
        for y, line in enumerate(self.wait_for(words).splitlines()):
            if words in line:
                return line.index(words) + len(words) // 2, y
        raise AssertionError(words)

    def click_on(self, words: str) -> None:
        """Where these words stand."""
        self.click(*self.place(words))

    def clear(self) -> None:
        """Nothing stands on the screen any more but what is drawn from now on."""
        with self._news:
            self._screen.erase_in_display(2)

    def resize(self, columns: int, rows: int) -> None:
        """Drag the window; it is empty until the program draws again."""
        with self._news:
            self._screen.resize(rows, columns)
            self._screen.erase_in_display(2)
        self._child.setwinsize(rows, columns)

    def kill(self, number: signal.Signals) -> None:
        """A signal for the program alone."""
        os.kill(self.pid, number)

    def wait_until_stopped(self) -> None:
        """Until the program sleeps, and only a signal wakes it."""
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOWAIT)

    def hang_up(self) -> None:
        """The window is closed, with the program in it."""
        os.write(self._enough[1], b"\0")
        self._reader.join()
        self._child.ptyproc.fileobj.close()

    # the end

    def exit_code(self, seconds: float = PATIENCE) -> int:
        """What the program ends with, once it does; of one that was killed, the signal, below zero."""
        for thread in (self._wait(), self._reader):
            thread.join(seconds)
            assert not thread.is_alive(), f"the program does not end\n{self.text()}"
        code: int | None = self._child.exitstatus
        return -int(self._child.signalstatus) if code is None else code

    def _wait(self) -> Thread:
        if self._waiting is None:
            self._waiting = Thread(target=self._child.wait, daemon=True)
            self._waiting.start()
        return self._waiting

    def left_behind(self) -> list[str]:
        """What the program did to the terminal and did not undo."""
        modes = {int(number): state == b"h" for number, state in _MODE.findall(self.written)}
        left = [f"mode {number}" for number, on in modes.items() if on != (number in _ON_BY_ITSELF)]
        if self._lies_over(*_KEYBOARD):
            left.append("keyboard")
        if termios.tcgetattr(self._child.child_fd) != _untouched():
            left.append("flags")
        return left

    @property
    def titled(self) -> bool:
        """Whether the window has the program's title instead of its own."""
        return self._lies_over(*_TITLE)

    def _lies_over(self, laid: bytes, taken: bytes) -> bool:
        return len(re.findall(laid, self.written)) > len(re.findall(taken, self.written))

    def close(self) -> None:
        """Whatever still runs is killed."""
        waiting = self._wait()
        waiting.join(0)
        if not self._child.terminated:  # a number whose process was waited for may be another's
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        waiting.join()
        os.write(self._enough[1], b"\0")
        self._reader.join()
        self._child.close()
        for end in self._enough:
            os.close(end)


def _seen(wanted: str | Seen, text: str) -> bool:
    return wanted in text if isinstance(wanted, str) else bool(wanted(text))


def _untouched() -> list[object]:
    """The flags of a terminal in which nothing was started yet."""
    ours, theirs = pty.openpty()
    try:
        return termios.tcgetattr(theirs)
    finally:
        os.close(ours)
        os.close(theirs)
