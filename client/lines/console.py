"""Lines from standard input and to standard output.

Input is read by a thread of its own, and handed over where everything else happens.  At a terminal there is a prompt,
with editing and a history; what is said meanwhile is printed above it.  A script's lines are read only as fast as they
are used.
"""

import atexit
import codecs
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from shutil import get_terminal_size
from textwrap import fill
from threading import Event, Semaphore, Thread
from typing import Any, Protocol

from client.render.charset import Charset, in_ascii

PROMPT = "> "
_AHEAD = 16  # lines of a script that are read before they are asked for
_CLEAR = "\r\x1b[K"


@dataclass
class Patience:
    """Holds the lines of a script, which come all at once, until they are asked for."""

    held: deque[str | None] = field(default_factory=deque)  # None stands for their end
    wanted: bool = False  # whether lines wait at all: what a person types never does
    taken: Callable[[], None] = lambda: None
    """Called for every line that does not wait any more, so that the reader can go on."""

    def next(self) -> str | None:
        line = self.held.popleft()
        self.taken()
        return line


class Lines(Protocol):
    """What is typed goes there."""

    patience: Patience

    def typed(self, line: str) -> None: ...
    def ended(self) -> None: ...


def printer(charset: Charset) -> Callable[..., None]:
    """Prints lines, in ASCII if cards are drawn with it: a long sentence is broken between words, a picture never."""

    def print_(*lines: str) -> None:
        for line in map(in_ascii, lines) if charset.tick.isascii() else lines:
            width = get_terminal_size().columns
            breaks = sys.stdout.isatty() and len(line) > width and line == " ".join(line.split())
            print(fill(line, width, subsequent_indent=" " * 4) if breaks else line, flush=True)

    return print_


def typed_lines() -> Iterator[str]:
    """Lines from standard input, for a program that only waits for them; a terminal has a prompt and a history."""
    if sys.stdin is None:
        return
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    with suppress(ImportError):  # not on every system
        import readline  # noqa: F401, PLC0415  # `input` uses it once it is imported
    with suppress(EOFError):
        while True:
            yield input(PROMPT)


class Reader:
    def __init__(self, print_lines: Callable[..., None]) -> None:
        self._print = print_lines
        self._at_prompt = False
        self._redraw = False
        self._reactor: Any = None
        self._settings: list[Any] | None = None

    # what is said

    def say(self, *lines: str) -> None:
        """Print lines; a prompt that stands there makes room for them and comes back."""
        if lines and self._at_prompt:
            self._at_prompt = False
            obeys = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
            _write(_CLEAR if obeys else "\n")
            if self._reactor is not None and not self._redraw:
                self._redraw = True
                self._reactor.callLater(0, self._prompt_again)
        self._print(*lines)

    def _prompt_again(self) -> None:
        self._redraw = False
        if self._reactor is not None:
            self._at_prompt = True
            typed = ""
            with suppress(ImportError):
                import readline  # noqa: PLC0415

                typed = readline.get_line_buffer()
            _write(PROMPT + typed)

    # what is typed

    def start(self, reactor: Any, lines: Lines) -> None:
        """From now on, until the end of the input; the thread does not keep the program alive."""
        self._reactor = reactor
        if sys.stdin is not None and sys.stdin.isatty():
            self._keep_settings()
            source = self._at_terminal()
        else:
            room = Semaphore(_AHEAD)
            lines.patience.wanted = True
            lines.patience.taken = room.release
            source = _from_pipe(room)
        Thread(target=self._run, args=(source, lines), daemon=True).start()

    def stop(self) -> None:
        self._reactor = None
        if self._at_prompt:
            self._at_prompt = False
            _write("\n")
        if self._settings is not None:
            import termios  # noqa: PLC0415

            with suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._settings)
            self._settings = None

    def _run(self, source: Iterator[str], lines: Lines) -> None:
        for line in source:
            answered = Event()
            self._hand(self._type, lines, line, answered)
            answered.wait()
        self._hand(lines.ended)

    def _hand(self, what: Callable[..., None], *with_what: object) -> None:
        if (reactor := self._reactor) is not None:
            reactor.callFromThread(what, *with_what)

    def _type(self, lines: Lines, line: str, answered: Event) -> None:
        """The next prompt comes when what there is to say at once was said."""
        lines.typed(line)
        if self._reactor is not None:
            self._reactor.callLater(0, answered.set)

    def _at_terminal(self) -> Iterator[str]:
        with suppress(ImportError):  # not on every system
            import readline  # noqa: F401, PLC0415  # `input` uses it once it is imported
        with suppress(EOFError):
            while True:
                self._at_prompt = True
                line = input(PROMPT)
                self._at_prompt = False
                yield line
        self._at_prompt = False

    def _keep_settings(self) -> None:
        """A program that ends while a line is edited leaves a terminal that shows nothing typed."""
        with suppress(ImportError):
            import termios  # noqa: PLC0415

            with suppress(termios.error):
                self._settings = termios.tcgetattr(sys.stdin)
                atexit.register(self.stop)


def _from_pipe(room: Semaphore) -> Iterator[str]:
    """Straight from the file: a thread that waits in `sys.stdin` would hold up the end of the program."""
    if sys.stdin is None:
        return
    decode = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace").decode
    number, rest = sys.stdin.fileno(), ""
    while data := os.read(number, 1 << 12):
        *whole, rest = (rest + decode(data)).split("\n")
        for line in whole:
            room.acquire()
            yield line
    rest += decode(b"", final=True)
    if rest:
        yield rest


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
