"""Each game of the client has everything that screens and lines ask for, under the same names."""

from inspect import signature
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from client.games.game import ClientGame
from client.games.registry import GAMES, game, game_of
from client.main import main
from client.words.rules import known_rules, playable_rules, presets, unknown_rules
from engine.front import setup
from engine.registry import game as engine_game
from engine.registry import games as engine_games
from engine.rules import parse

ASKED_FOR = {name: each for name, each in vars(ClientGame).items() if isinstance(each, FunctionType) and name[0] != "_"}


def test_the_games_of_the_client_are_games_of_the_engine() -> None:
    """One that the client has no words for yet is not offered."""
    there = [each.NAME for each in engine_games()]
    assert list(GAMES) == [name for name in there if name in GAMES]
    assert {each.name for each in presets()} == {name for known in GAMES for name in engine_game(known).PRESETS}


@pytest.mark.parametrize("text", [name for each in engine_games() if each.NAME not in GAMES for name in each.PRESETS])
def test_a_game_without_words_is_refused_to_a_person(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert known_rules(text) is not None
    assert playable_rules(text) is None
    for command in ("play", "host"):
        assert main([command, "--rules", text, "--players", "5"]) == 2
        assert unknown_rules(text) in capsys.readouterr().err


def test_what_breaks_or_collapses_something_harms_in_every_game() -> None:
    """A screen asks once more before it, unless the player has switched that off."""
    for rules, acts in (("base", {"break", "rockfall"}), ("saboteur2", {"break", "rockfall"}), ("cave", {"cave-in"})):
        table = setup(parse(rules), 4)
        view: Any = SimpleNamespace(state=SimpleNamespace(book=table.book))
        door = game_of(table.book.rules)
        assert {row.key for act, row in table.book.acts.items() if door.harms(object.__new__(act), view)} == acts


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("verb", sorted(ASKED_FOR))
def test_a_door_of_a_game_takes_what_it_is_given(name: str, verb: str) -> None:
    _self, *asked = signature(ASKED_FOR[verb]).parameters.values()
    given = list(signature(getattr(game(name), verb)).parameters.values())
    assert [(each.name, each.kind, each.default) for each in given] == [
        (each.name, each.kind, each.default) for each in asked
    ]
