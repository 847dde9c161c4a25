"""Which games there are: the one place that knows them by name.

A game is imported when it is first asked for, so that a table of one game never loads another.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.front import Game
    from engine.rules import Rules

_MODULES = {"mine": "engine.mine.game", "cave": "engine.cave.game"}
"""By name: the module that is the game's front door."""


@cache
def game(name: str) -> "Game":
    """The game of that name."""
    found: Game = import_module(_MODULES[name])  # the module is the game
    return found


def game_of(rules: "Rules") -> "Game":
    """The game that these rules belong to."""
    return game(rules.game)


def games() -> "Iterator[Game]":
    """All of them, one after the other: the next is loaded only if it is asked for."""
    return map(game, _MODULES)
