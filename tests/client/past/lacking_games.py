"""Players whose server has games of theirs that their computer lacks."""

from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred

from client.net.guest import Guest, GuestWatcher, Server
from client.net.open_joins import OpenJoins
from client.net.shelf import NoJoins, Shelf
from client.past.archives import Archives
from client.profile.known_servers import KnownServers
from protocol.wire.invite import Invite
from tests.support.world import LINK, Player, World


def played_out(world: World, games: int = 1) -> tuple[Player, list[bytes]]:
    """A player after so many games, the latest first, and no program that runs."""
    players = world.gather(2, bots_of_server=1)
    _to_the_end(world, players)
    for _ in range(games - 1):
        _to_the_end(world, world.gather_again(players))
    return players[0], [*reversed(world.journal.tables)]


def _to_the_end(world: World, players: list[Player]) -> None:
    world.until(lambda: all(player.codes for player in players), seconds=3600)
    for player in players:
        player.codes.clear()
        player.go()
    world.settle()


def archives_of(world: World, player: Player, *known: Invite) -> Archives:
    """As the program has them."""
    shelf = Shelf(player.drawer.folder / "watched")
    around = world.around

    def guest(invite: Invite) -> Callable[[GuestWatcher], Guest]:
        assert invite == LINK
        server = Server(invite, world.dial, KnownServers(player.folder / "known-servers"))
        joins: type[OpenJoins] = NoJoins
        return partial(Guest, player.me, server, shelf, around, joins=joins)

    return Archives(player.drawer, player.me.identity, guest, lambda: known or (LINK,))


def asked(world: World, what: Any) -> Any:
    """What comes of something that is asked of a server; what it raises is raised."""
    found: list[Any] = []
    Deferred.fromCoroutine(what).addBoth(found.append)
    world.until(lambda: bool(found))
    if hasattr(found[0], "raiseException"):
        found[0].raiseException()
    return found[0]
