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
        slips = [word for word in typed if word.startswith("--") and word not in there]
        return _nearest(slips, [*there, *self._commands()])

    def _commands(self) -> Iterable[str]:
        """Those of this parser: `--join` may mean `join`."""
        return (name for action in self._actions if isinstance(action.choices, dict) for name in action.choices)


def _nearest(typed: Iterable[str], there: Iterable[str]) -> tuple[str, str]:
    """Without the dashes: they would make all options alike."""
    from difflib import get_close_matches  # noqa: PLC0415  # only for this

    names: dict[str, str] = {}
    for word in there:
        names.setdefault(word.lstrip("-"), word)
    for word in typed:
        if near := get_close_matches(word.lstrip("-"), names, n=1):
            return word, names[near[0]]
    return "", ""
