"""Each game of the client has everything that screens and lines ask for, under the same names."""

from inspect import signature
from types import FunctionType

import pytest

from client.games.game import ClientGame
from client.games.registry import GAMES, game
from engine.registry import games as engine_games

ASKED_FOR = {name: each for name, each in vars(ClientGame).items() if isinstance(each, FunctionType) and name[0] != "_"}


def test_the_client_knows_every_game_of_the_engine() -> None:
    assert [f"engine.{name}.game" for name in GAMES] == [getattr(each, "__name__", "") for each in engine_games()]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("verb", sorted(ASKED_FOR))
def test_a_door_of_a_game_takes_what_it_is_given(name: str, verb: str) -> None:
    _self, *asked = signature(ASKED_FOR[verb]).parameters.values()
    given = list(signature(getattr(game(name), verb)).parameters.values())
    assert [(each.name, each.kind, each.default) for each in given] == [
        (each.name, each.kind, each.default) for each in asked
    ]
