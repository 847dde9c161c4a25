"""Figures for scripts: one JSON object, to a file or to standard output."""

import csv
import json
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from client.commands.ends import DONE, FAILED, Stopped, WrongUsage, not_written
from client.i18n import _


class NotMeasured(Stopped):
    def __init__(self, why: str) -> None:
        super().__init__(_("undermine bench: {why}", why=why), FAILED)


def check_writable(file: str | None) -> None:
    """Find out before the work, not after it, that the file cannot be written."""
    if file is None or file == "-":
        return
    try:
        with Path(file).open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise WrongUsage(not_written(file, error)) from error


def tell_figures(figures: dict[str, Any], file: str | None) -> int:
    """Write them where they are asked for, and print them as a table unless they go to standard output; exit code."""
    write_figures(figures, file)
    if file != "-":
        for name, value in figures.items():
            print(f"{name:28}", *map(_column, value if isinstance(value, list) else [value]))
    return DONE


def _column(value: object) -> str:
    return f"{value:>14,}" if isinstance(value, int | float) else f"{value!s:>14}"


def write_figures(figures: dict[str, Any], file: str | None) -> None:
    _write(json.dumps(figures, indent=1) + "\n", file)


def write_table(figures: dict[str, Any], file: str | None) -> None:
    """Comma-separated: a line a figure, with its interval where it has one."""
    intervals = dict(_lines(figures.get("intervals", {})))
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(("figure", "value", "low", "high"))
    for name, value in _lines({name: value for name, value in figures.items() if name != "intervals"}):
        writer.writerow((name, value, *(intervals.get(name) or ("", ""))))
    _write(table.getvalue(), file)


def _lines(figures: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _lines(value, f"{above}{name}.")
        else:
            yield above + name, value


def _write(text: str, file: str | None) -> None:
    if file == "-":
        sys.stdout.write(text)
    elif file:
        try:
            Path(file).write_text(text, encoding="utf-8")
        except OSError as error:
            raise Stopped(not_written(file, error)) from error
