"""How the set-up ends when it cannot succeed: one sentence, one exit code."""

import errno
import sys
from collections.abc import Callable
from enum import IntEnum


class Exit(IntEnum):
    """Documented in `bootstrap/__init__.py`; `interpreter.py` has the first, 81."""

    NO_VENV = 82
    NO_NETWORK = 83
    WRONG_HASH = 84
    DISK_FULL = 85
    NO_FOLDER = 86
    INSTALLER = 87
    INTERRUPTED = 130


class SetupFailed(Exception):
    """What went wrong and what to do next, in one sentence for the person at the terminal."""

    def __init__(self, code: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def say(sentence: str) -> None:
    print(f"undermine: {sentence}", file=sys.stderr, flush=True)


def disk_full(where: object) -> SetupFailed:
    return SetupFailed(
        Exit.DISK_FULL,
        f"the disk that holds {where} is full: free some space, or set UNDERMINE_ENV to a folder on another"
        " disk, and start again.",
    )


def is_disk_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def in_one_sentence(main: Callable[[], int]) -> int:
    """The exit code of ``main``, with every foreseen failure told in one line instead of a traceback."""
    try:
        return main()
    except SetupFailed as failure:
        say(str(failure))
        return failure.code
    except KeyboardInterrupt:
        say("stopped; nothing is broken, start again whenever you like.")
        return Exit.INTERRUPTED
