"""The verdict over what a person saw who has only watched."""

from collections.abc import Callable
from pathlib import Path

from client.audit.files import EXIT_CODES, examine
from client.commands.progress import bar
from client.words.trust import log_line
from client.words.verdict import verdict_lines
from protocol.audit.report import Verdict


def verdict_on(log: Path | None, say: Callable[..., None]) -> int:
    """Tell it; the value is the exit code."""
    if log is None:
        return EXIT_CODES[Verdict.UNREADABLE]
    judged = examine(log, bar=bar)
    say(log_line(log), *verdict_lines(judged.report))
    return EXIT_CODES[judged.verdict]
