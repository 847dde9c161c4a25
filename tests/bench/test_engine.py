"""`undermine bench engine`: the base game is compared with what as many players can play, each in the same run."""

import json
from pathlib import Path
from typing import Any

import pytest

from client.main import main


def measured(tmp_path: Path, *options: str) -> dict[str, Any]:
    """The figures of one game."""
    file = tmp_path / "figures.json"
    assert main(("bench", "engine", "--games", "1", *options, "--json", str(file))) == 0
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def test_the_cave_is_measured_beside_the_base_game(tmp_path: Path) -> None:
    found = measured(tmp_path, "--players", "5")
    assert found["cave_moves_per_second"] > 0
    assert found["ratio_of_cave_to_base"] > 0


def test_a_table_too_large_for_the_cave_is_measured_without_it(tmp_path: Path) -> None:
    found = measured(tmp_path, "--players", "9")
    assert found["saboteur2_moves_per_second"] > 0
    assert not [name for name in found if "cave" in name]


@pytest.mark.parametrize("players", ["2", "8"])
def test_the_cave_is_measured_alone(tmp_path: Path, players: str) -> None:
    found = measured(tmp_path, "--rules", "cave", "--players", players)
    assert found["rules"] == "cave"
    assert found["moves_per_game"] > 67
    assert list(found) == ["rules", "players", "games", "moves_per_game", "moves_per_second", "games_per_second"]
