"""Typed commands as rows of a table: a verb, what it does, and its line of `help`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class Typed:
    """What follows a verb: ``words`` as commands are read, ``text`` as it was typed."""

    words: list[str]
    text: str


@dataclass(frozen=True, slots=True)
class Command(Generic[Place]):
    """``do`` is given the place where the command holds; commands that share a line of `help` have it once."""

    verb: str
    do: Callable[[Place, Typed], None]
    help: str = ""


def rows(*commands: Command[Place]) -> dict[str, Command[Place]]:
    return {command.verb: command for command in commands}


def help_lines(table: dict[str, Command[Place]]) -> list[str]:
    return [line for command in table.values() for line in command.help.splitlines()]
