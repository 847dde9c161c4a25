"""Whole games at a real server, played by keys alone and by the mouse alone, until the log is verified."""

import pytest

from client.visit.errand import Alone, Setup
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import HANDS, SIZES, Keys, Mouse
from tests.client.screen.world_pilot import at_server
from tests.support.world import World


@pytest.mark.parametrize(
    ("rules", "players", "hands"),
    [("base", 10, Mouse), ("cave", 4, Keys), pytest.param("saboteur2", 9, Keys, marks=pytest.mark.long)],
)
@piloted
async def test_a_whole_game_is_played_and_verified(
    world: World, rules: str, players: int, hands: type[Keys] | type[Mouse]
) -> None:
    async with at_server(world, Alone(Setup(rules, players, ("random",))), hands) as there:
        await there.until_there()
        await there.play_on()
        assert "fair game ✓" in there.person.text
        assert there.table.scores is not None
        await there.person.push("Look at the table")
        assert "VERIFIED" in there.person.line[0]
        await there.person.do("leave")
        await there.person.push("Quit")
        assert there.person.app.return_value == 0


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize(
    ("rules", "players"),
    [("base", 3), ("base", 6), ("saboteur2", 2), ("saboteur2", 7), ("cave", 2), ("cave", 5), ("cave", 8)],
)
@piloted
async def test_more_games_are_played_and_verified(
    world: World, rules: str, players: int, hands: type[Keys] | type[Mouse], size: str
) -> None:
    """With more turns for the person, so that more is seen and done."""
    async with at_server(world, Alone(Setup(rules, players, ("steady", "random"))), hands, SIZES[size]) as there:
        await there.until_there()
        await there.play_on()
        assert "fair game ✓" in there.person.text
