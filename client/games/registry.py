"""Finds what the client knows of a game by the game's name, and loads it when it is first asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.games.game import ClientGame
    from engine.rules import Rules


@cache
def game(name: str) -> "ClientGame":
    """The module `client.games.<name>.game` is the game."""
    found: ClientGame = import_module(f"client.games.{name}.game")
    return found


def game_of(rules: "Rules") -> "ClientGame":
    """The game that these rules belong to."""
    return game(rules.game)
