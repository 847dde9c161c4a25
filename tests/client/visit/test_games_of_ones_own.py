"""At a server of one's own: games with bots go on with those who play alone, games with friends with those who host."""

import pytest

from client.visit.errand import Setup
from client.visit.hosting import QuickGame
from tests.support.visitors import Visitor, seated
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("small")


def with_both(world: World) -> tuple[Visitor, bytes, bytes]:
    """A person with a game with friends and one with bots, whose program was started again."""
    eva, *_friends = seated(world, "Eva", "Ann", "Bob")
    friends = eva.table.tid
    quick = QuickGame(eva.visit, Setup("base", 3, ("random",)))
    eva.listeners.append(quick.heard)
    quick.begin()
    world.until(lambda: len(eva.visit.tables) == 2 and all(table.asked for table in eva.visit.tables.values()))
    [bots] = eva.visit.tables.keys() - {friends}
    eva.listeners.clear()
    eva.go()
    eva.come()
    assert set(eva.visit.mine) == {friends, bots}
    return eva, friends, bots


@pytest.mark.parametrize("alone", [True, False])
def test_only_the_games_that_somebody_came_for_go_on(world: World, alone: bool) -> None:
    eva, friends, bots = with_both(world)
    wanted, other = (bots, friends) if alone else (friends, bots)
    eva.visit.only(alone=alone)
    assert eva.visit.mine == (wanted,)
    assert other not in eva.visit.tables
    eva.cable.cut()
    world.until(lambda: eva.visit.connected_now)
    assert eva.visit.mine == (wanted,), "nor after a lost connection"
    eva.go()
    eva.come()
    assert set(eva.visit.mine) == {friends, bots}, "the other one waits"
