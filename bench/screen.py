"""`undermine bench client`: from the start of the program to its first picture, and from a key to the answer.

The real program runs in a pseudo-terminal, as in front of a person; beside it, in the same run, a bare Textual program
of one widget shows what the machine could do if there were nothing to draw.
"""

import argparse
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from client.commands.ends import WrongUsage
from client.commands.figures import NotMeasured, check_writable, tell_figures
from client.commands.progress import Progress
from client.i18n import _

COLUMNS, ROWS = 80, 24
ARROWS = (b"\x1b[C", b"\x1b[D")
ESCAPE = b"\x1b"
QUIT = b"\x11"
KEYS_PER_RUN = 10
IDLE_SECONDS = 3.0
_QUIET = 0.05
"""Seconds without a byte after which an answer is complete."""
_ANSWERED = 2.0
"""Seconds after which a key has brought nothing."""
_PATIENCE = 30.0
_ROOT = Path(__file__).parents[1]
_SCREEN = b"\x1b[?1049h"
_LAST_ROW = f"\x1b[{ROWS};".encode()
_OWN_TURN = b"YOUR TURN"
_DIALOGUE = b"Esc goes back"
_SEQUENCE = re.compile(rb"\x1b(?:\[[^a-zA-Z]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
_TERMINAL = {"LANG": "C.UTF-8", "TERM": "xterm-256color"}
_BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("press a key")
    def on_key(self, event):
        self.query_one(Static).update(event.key)

Bare().run()
"""


def main(arguments: argparse.Namespace) -> int:
    try:
        import pty  # noqa: F401, PLC0415
    except ImportError as error:
        raise WrongUsage(_("this measurement needs a pseudo-terminal, which this system does not have")) from error
    check_writable(arguments.json)
    return tell_figures(measure(arguments.runs), arguments.json)


class Silent(NotMeasured):
    """The program did not come to the point that was to be measured; the message tells what it wrote last."""


def measure(runs: int) -> dict[str, Any]:
    """The figures by name, medians and the worst; the programs run in turns, so that they meet the same machine."""
    taken: dict[str, list[float]] = {}
    load = os.getloadavg()[0]
    with Progress(runs + 1) as bar:
        for number in range(runs + 1):
            measured = {**_bare(), **_menu(), **_game()}
            if number:  # the first fills the caches
                for name, values in measured.items():
                    taken.setdefault(name, []).extend(values)
            bar.done(number + 1)
    figures: dict[str, Any] = {"runs": runs, "columns": COLUMNS, "rows": ROWS, "load_average": round(load, 2)}
    for name, values in taken.items():
        figures[name] = round(sorted(values)[len(values) // 2], 1)
        if name.endswith("_ms"):
            figures[f"{name}_worst"] = round(max(values), 1)
    for name in ("menu_first_paint", "game_first_paint", "own_turn"):
        figures[f"{name}_ratio"] = round(figures[f"{name}_ms"] / figures["bare_first_paint_ms"], 2)
    return figures


def _bare() -> dict[str, list[float]]:
    """One widget, which shows the key that was pressed."""
    with _started([sys.executable, "-c", _BARE]) as program:
        return {"bare_first_paint_ms": [program.until(_first_paint)], **program.answers("bare_key", ARROWS)}


def _menu() -> dict[str, list[float]]:
    with _started([sys.executable, "-m", "client.main", "menu", "--name", "Eva"]) as program:
        return {"menu_first_paint_ms": [program.until(_first_paint)]}


def _game() -> dict[str, list[float]]:
    """A game with bots: the screen while the server starts, the board, and keys."""
    with _started(
        [sys.executable, "-m", "client.main", "play", "--players", "3", "--name", "Eva", "--pace", "0"]
    ) as program:
        figures = {
            "game_first_paint_ms": [program.until(_first_paint)],
            "own_turn_ms": [program.until(lambda written: _OWN_TURN in written)],
        }
        program.settle()
        figures |= program.answers("arrow", ARROWS)
        if card := _path_card(program):
            figures |= program.answers("card", [card])  # the second time puts it back
        figures["idle_bytes_per_second"] = [program.idle_bytes() / IDLE_SECONDS]
        return figures


def _first_paint(written: bytes) -> bool:
    drawn = written.partition(_SCREEN)[2]
    return _LAST_ROW in drawn and bool(_SEQUENCE.sub(b"", drawn).strip())


def _path_card(program: "Program") -> bytes:
    """The key of a card that is picked on the board and opens no dialogue; nothing if there is none in the hand."""
    for card in (b"%d" % number for number in range(1, 7)):
        picked = program.press(card)
        program.press(ESCAPE)
        if _DIALOGUE not in picked.written:
            return card
    return b""


class Answer(NamedTuple):
    times: list[float]
    """Milliseconds from the key to each part."""
    written: bytes


class Program:
    """A process in a pseudo-terminal, and everything that it has written."""

    def __init__(self, terminal: int, begun: float) -> None:
        self._terminal = terminal
        self._begun = begun
        self._written = b""

    def until(self, reached: Callable[[bytes], bool]) -> float:
        """Milliseconds from the start of the process until this is true of what it has written."""
        while not reached(self._written):
            if not self._read(_PATIENCE):
                raise self._silent()
        return 1000 * (time.perf_counter() - self._begun)

    def _silent(self) -> Silent:
        last = _SEQUENCE.sub(b" ", self._written)[-300:].decode("utf-8", "replace").strip()
        return Silent(_("the program did not answer; it wrote {text}", text=ascii(last)))

    def _read(self, seconds: float) -> bytes:
        """What comes next; nothing if nothing comes for so long, or ever again."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return b""
        try:
            part = os.read(self._terminal, 1 << 16)
        except OSError:  # so Linux says that the process has ended
            return b""
        self._written += part
        return part

    def settle(self) -> None:
        while self._read(_QUIET):
            pass

    def press(self, key: bytes) -> Answer:
        """A key, and what is written until it is quiet again; a key may bring nothing."""
        self.settle()
        before, pressed = len(self._written), time.perf_counter()
        os.write(self._terminal, key)
        times: list[float] = []
        while self._read(_QUIET if times else _ANSWERED):
            times.append(1000 * (time.perf_counter() - pressed))
        return Answer(times, self._written[before:])

    def answers(self, name: str, keys: Sequence[bytes]) -> dict[str, list[float]]:
        """The figures of these keys, pressed in turn; those that bring nothing are not counted."""
        pressed = [self.press(keys[number % len(keys)]) for number in range(KEYS_PER_RUN)]
        answered = [answer for answer in pressed if answer.times]
        if not answered:
            raise self._silent()
        return {
            f"{name}_first_byte_ms": [answer.times[0] for answer in answered],
            f"{name}_last_byte_ms": [answer.times[-1] for answer in answered],
            f"{name}_bytes": [float(len(answer.written)) for answer in answered],
        }

    def idle_bytes(self) -> int:
        self.settle()
        before, end = len(self._written), time.perf_counter() + IDLE_SECONDS
        while (left := end - time.perf_counter()) > 0:
            self._read(left)
        return len(self._written) - before

    def quit(self, process: "subprocess.Popen[bytes]") -> None:
        """Ask it to end, read what it still writes, and do not wait for ever."""
        with suppress(OSError):
            os.write(self._terminal, QUIT)
        end = time.perf_counter() + _PATIENCE
        while process.poll() is None and time.perf_counter() < end:
            self._read(_QUIET)
        process.kill()
        process.wait()
        os.close(self._terminal)


@contextmanager
def _started(command: Sequence[str]) -> Iterator[Program]:
    """In a pseudo-terminal, with a fresh home folder."""
    import pty  # noqa: PLC0415  # not on every system
    import termios  # noqa: PLC0415

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (ROWS, COLUMNS))
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    with tempfile.TemporaryDirectory() as home:
        own = {"HOME": home, "XDG_CONFIG_HOME": f"{home}/config", "XDG_DATA_HOME": f"{home}/data", **_TERMINAL}
        begun = time.perf_counter()
        shown: dict[str, Any] = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        process = subprocess.Popen(command, cwd=_ROOT, env=kept | own, start_new_session=True, **shown)
        os.close(theirs)
        program = Program(ours, begun)
        try:
            yield program
        finally:
            program.quit(process)
