"""The break between rounds on the screen: what the last line says, and the keys that go on."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from client.screen.table.words import prompt
from client.visit.errand import Alone, Setup
from tests.client.screen.local_table import asked
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import Keys, at_table
from tests.client.screen.world_pilot import at_server
from tests.support.reading import now
from tests.support.tables_at_play import small_mine
from tests.support.world import World


@pytest.fixture(autouse=True)
def no_pace() -> Iterator[None]:
    """Here tables have one; and few cards."""
    with small_mine():
        yield


@pytest.mark.parametrize("key", ["enter", "space", "x"])
@piloted
async def test_the_deal_is_held_back_until_a_key_goes_on(world: World, key: str) -> None:
    async with at_server(world, Alone(Setup("base", 3, ("random",), bot_ms=0)), Keys) as there:
        await there.until_there()
        table = there.table
        for _ in range(200):
            if table.between_rounds is not None:
                break
            if table.asked is not None:
                table.act(table.legal()[0])
            await there.settle()
        assert now(lambda: table.between_rounds) is not None
        assert prompt(table, "") == ("Round 1 is over.   Enter: next round   N: all of it", True)
        await there.person.press("x")  # skips what is being drawn
        assert now(lambda: table.between_rounds) is not None
        await there.person.press(key)
        await there.settle()
        assert now(lambda: table.between_rounds) is None
        assert table.follower is not None
        assert table.follower.state.round == 2


@pytest.mark.parametrize("key", ["x", "1", "d", "enter", "space", "left", "tab", "shift+tab", "pageup", "escape", "z"])
@piloted
async def test_any_key_hurries_the_bots_whether_it_does_something_else_or_not(key: str, tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    hurry = Mock(return_value=False)
    assert table.following is not None
    table.following.hurry = hurry  # type: ignore[method-assign]
    async with at_table(table, tmp_path, Keys) as person:
        await person.press(key)
        hurry.assert_called_once_with()
