"""Finds what the client knows of a game by the game's name, and loads it when it is first asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.games.game import ClientGame
    from engine.rules import Rules


GAMES = ("mine", "cave")


@cache
def game(name: str) -> "ClientGame":
    """The module `client.games.<name>.game` is the game."""
    found: ClientGame = import_module(f"client.games.{name}.game")
    return found


def all_verbs() -> tuple[str, ...]:
    return tuple(verb for name in GAMES for verb in game(name).all_verbs())


def refusal(code: str) -> str:
    """What a game says to a code; empty if no game has it."""
    return next(filter(None, (game(name).refusal(code) for name in GAMES)), "")


def game_of(rules: "Rules") -> "ClientGame":
    return game(rules.game)
