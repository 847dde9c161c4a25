"""A parser whose errors say what may have been meant, where a word comes near one that exists."""

import argparse
import re
from collections.abc import Sequence
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
        near = self._near(message)
        super().error(f"{message}\n{_('Did you mean {word}?', word=near)}" if near else message)

    def _near(self, message: str) -> str:
        """What exists and is nearly what was typed; empty if nothing is."""
        from difflib import get_close_matches  # noqa: PLC0415  # only for this

        if choices := _CHOICES.search(message):
            known = [choice.strip(" '") for choice in choices[2].split(",")]
            return next(iter(get_close_matches(choices[1], known, n=1)), "")
        there = sorted(set(_OPTION.findall(self.format_help())))
        typed = (word.partition("=")[0] for word in self._read)
        wrong = (word for word in typed if word.startswith("--") and word not in there)
        return next((near[0] for word in wrong if (near := get_close_matches(word, there, n=1))), "")
