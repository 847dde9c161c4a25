"""Figures for scripts: one JSON object, to a file or to standard output."""

import json
import sys
from pathlib import Path
from typing import Any

from client.commands.options import WrongUsage
from client.i18n import _


def check_writable(file: str | None) -> None:
    """Find out before the work, not after it, that the file cannot be written."""
    if file is None or file == "-":
        return
    try:
        with Path(file).open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise WrongUsage(_("{file}: cannot be written: {why}", file=file, why=error.strerror)) from error


def tell_figures(figures: dict[str, Any], file: str | None) -> int:
    """Write them where they are asked for, and print them as a table unless they go to standard output; exit code."""
    if not write_figures(figures, file):
        return 2
    if file != "-":
        for name, value in figures.items():
            print(f"{name:28} {value:>14,}" if isinstance(value, int | float) else f"{name:28} {value!s:>14}")
    return 0


def write_figures(figures: dict[str, Any], file: str | None) -> bool:
    """Write them if a file was named, ``-`` being standard output; False if that failed, after saying why."""
    text = json.dumps(figures, indent=1) + "\n"
    if file == "-":
        sys.stdout.write(text)
    elif file:
        try:
            Path(file).write_text(text, encoding="utf-8")
        except OSError as error:
            print(_("{file}: cannot be written: {why}", file=file, why=error.strerror), file=sys.stderr)
            return False
    return True
