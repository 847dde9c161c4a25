"""A parser whose errors say what may have been meant, where a word comes near one that exists."""

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from client.i18n import _

_OPTION = re.compile(r"(?<![\w-])--[\w-]+")
_CHOICES = re.compile(r"invalid choice: '?([^\s']+)'? \(choose from (.*)\)")


class Parser(argparse.ArgumentParser):
    """Parsers of commands are of this class too."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._read: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Remembers what was typed.  Each command refuses what it lacks itself, since it alone knows what it has."""
        self._read = args or ()
        read, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(_("unrecognized arguments: {words}", words=" ".join(unknown)))
        return read, unknown

    def error(self, message: str) -> NoReturn:
        """What is missing as well is not worth a word beside a slip."""
        slip, near = self._slip(message)
        if near:
            super().error(_("there is no {slip}; did you mean {near}?", slip=slip, near=near))
        super().error(message)

    def _slip(self, message: str) -> tuple[str, str]:
        """What was typed, and what exists and is nearly that; empty if nothing is."""
        if choices := _CHOICES.search(message):
            return _nearest([choices[1]], [choice.strip(" '") for choice in choices[2].split(",")])
        there = sorted(set(_OPTION.findall(self.format_help())))
        typed = (word.partition("=")[0] for word in self._read)
        return _nearest([word for word in typed if word.startswith("--") and word not in there], there)


def _nearest(typed: Iterable[str], there: Sequence[str]) -> tuple[str, str]:
    from difflib import get_close_matches  # noqa: PLC0415  # only for this

    return next(((word, near[0]) for word in typed if (near := get_close_matches(word, there, n=1))), ("", ""))
