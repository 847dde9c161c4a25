"""The command `undermine`."""

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any

from client.commands.ends import INTERRUPTED, UNREAD, UNUSABLE, Stopped
from client.commands.parser import build

OF_PLAY = frozenset({"--players", "--rules", "--plain", "--words", "--ascii", "--bots", "--name", "--seed"})
"""Options by which `play` is known even if it is not named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    _forgive_encodings()
    parsed = build().parse_args(with_command(sys.argv[1:] if arguments is None else arguments))
    try:
        code: int = _loaded(parsed.run)(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough; what the code would say was not said
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except OSError as error:  # the disk behind standard output is full, for example
        print(f"undermine: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    except Stopped as stopped:
        print(stopped, file=sys.stderr)
        return stopped.code
    return code


def _loaded(run: str) -> Any:
    """The function of a command.  What is loaded so far stays: it is never searched for garbage."""
    module, _colon, name = run.partition(":")
    gc.disable()
    try:
        return getattr(import_module(module), name)
    finally:
        gc.freeze()
        gc.enable()


def with_command(arguments: Sequence[str]) -> list[str]:
    """Without a command one wants to play; an option that only `play` has says so too."""
    at = _profile_ends(arguments)
    profile, rest = arguments[:at], arguments[at:]
    wants_play = not rest or rest[0].partition("=")[0] in OF_PLAY
    return [*profile, "play", *rest] if wants_play and len(profile) == at else list(arguments)


def _profile_ends(arguments: Sequence[str]) -> int:
    """Where the words about the profile end, which may stand before every command."""
    if not arguments or not arguments[0].startswith("--profile"):
        return 0
    return 1 if "=" in arguments[0] else 2


def _forgive_encodings() -> None:
    """A character that the terminal cannot show, or bytes that are no text, become a question mark, not an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
