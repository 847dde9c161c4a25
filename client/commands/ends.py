"""How a command ends: its exit code, and the sentence about what stood in its way."""

import io
import sys

from client.i18n import _

DONE, FAILED, UNUSABLE = 0, 1, 2
INTERRUPTED = 130
UNREAD = 141
"""As shells have it for SIGPIPE."""


class Stopped(Exception):
    """Ends the command: the message is the line for standard error."""

    def __init__(self, line: str, code: int = UNUSABLE) -> None:
        super().__init__(line)
        self.code = code


class WrongUsage(Stopped):
    """What was asked for does not exist; the sentence says what does."""

    def __init__(self, sentence: object) -> None:
        super().__init__(f"undermine: {sentence}")


def not_written(file: object, error: OSError) -> str:
    """Why there is no such file now."""
    if isinstance(error, FileExistsError):
        return _("{file}: is there already and was left as it is", file=file)
    return _("{file}: cannot be written: {why}", file=file, why=error.strerror)


def spell_out() -> None:
    """From now on a character that the terminal cannot show is printed as its number: names of files stay exact."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
