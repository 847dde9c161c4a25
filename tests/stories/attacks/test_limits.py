"""Over each limit there is a clear code and then the door, and an honest player comes in and is heard all the same."""

import gc
import socket
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred

from protocol.wire import lobby
from server.net.connection import Connection
from tests.server.at_server import running, stopped, until
from tests.stories.attacks import intruders
from tests.stories.attacks.intruders import Deed, Guest, Scene

MANY = 40
SMALL = {"login_seconds": 2}
AT_HAND = 2
"""What the reactor still has in its hands of the last connection."""


def has_many_addresses() -> bool:
    """Whether this computer is at home at all of 127.0.0.0/8, so that strangers can come from elsewhere."""
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.2", 0))
    except OSError:
        return False
    return True


pytestmark = pytest.mark.skipif(not has_many_addresses(), reason="this computer has one loopback address")


def browse(one: Guest) -> None:
    """Nothing bad: ask for the lobby."""
    one.say(lobby.Browse())


LIMITS: list[tuple[Deed, int, str, dict[str, Any]]] = [
    (intruders.silence, 1, "cut", {}),
    (intruders.noise, 1, "cut", {}),
    (intruders.wordless, 1, "login/too-slow", {}),
    (intruders.too_early, 1, "login/first", {}),
    (intruders.false_key, 1, "login/signature", {}),
    (intruders.another_version, 1, "proto/too-new", {}),
    (intruders.too_long_before_login, 1, "connection/bad-frame", {}),
    (intruders.too_long, 1, "connection/bad-frame", {}),
    (intruders.nonsense, 1, "connection/bad-frame", {}),
    (intruders.too_many_messages, 1, "connection/too-fast", {}),
    (intruders.crumbs, 1, "connection/too-fast", {"messages_per_second_per_address": 100}),
    (intruders.too_many_logs, 1, "connection/too-fast", {}),
    (intruders.some_messages, 9, "connection/too-fast", {"messages_per_second_per_address": 100}),
    (intruders.some_logs, 9, "connection/too-fast", {"logs_per_minute_per_address": 50}),
    (intruders.too_much_talk, 1, "talk/too-fast", {}),
    (intruders.too_much_talk, 3, "talk/too-much-nearby", {"talk_per_minute_per_address": 70}),
    (intruders.too_many_tables, 1, "lobby/too-many-tables", {}),
    (intruders.too_many_tables, 2, "lobby/too-many-nearby", {"most_tables_per_address": 6}),
    (intruders.begins_again_and_again, 1, "lobby/too-often", {"tables_per_hour_per_player": 2}),
    (intruders.begins_again_and_again, 4, "lobby/too-often", {"tables_per_hour_per_address": 3}),
    (intruders.false_lessons, 1, "table/none", {}),
    (intruders.same_join, 1, "gathering/none", {}),
    (intruders.made_up_games, 1, "archive/none", {}),
    (intruders.made_up_games, 1, "archive/too-much", {"archive_megabytes_per_hour": 1}),
    (intruders.archive_at_once, 1, "archive/too-much", {}),
    (intruders.archive_at_once, 1, "connection/too-fast", {}),
    (intruders.wordless, MANY, "cut", {"most_strangers": 10, "login_seconds": 60}),
    (intruders.too_early, MANY, "server/full", {"most_connections_per_address": 10}),
    (intruders.too_early, MANY, "connection/too-often", {"connections_per_minute_per_address": 10}),
    (intruders.look, MANY, "login/too-many-names", {"new_names_per_day": 10}),
]


@pytest.mark.parametrize(("deed", "count", "code", "how"), LIMITS, ids=lambda one: getattr(one, "__name__", None))
@ensureDeferred
async def test_over_the_limit_there_is_a_code_and_then_the_door(
    tmp_path: Path, deed: Deed, count: int, code: str, how: dict[str, Any]
) -> None:
    from twisted.internet import reactor

    server, port = await running(tmp_path, **(SMALL | how))
    scene = Scene(reactor, port)
    scene.begin(deed, count)
    await until(lambda: scene.codes[code] > 0, 60)
    honest = Scene(reactor, port, "127.0.0.3")
    honest.begin(browse)
    await until(lambda: honest.codes["heard"] > 0, 60)
    scene.leave()
    honest.leave()
    await until(lambda: not scene.open and not honest.open)
    await stopped(server)


@pytest.mark.parametrize("deed", [intruders.silence, intruders.wordless, intruders.look])
@ensureDeferred
async def test_a_connection_that_a_client_cuts_leaves_nothing_for_the_collector(tmp_path: Path, deed: Deed) -> None:
    """TLS takes some 70 kB for each, and the collector of a large server comes seldom."""
    from twisted.internet import reactor

    server, port = await running(tmp_path)
    scene = Scene(reactor, port)
    gc.collect()
    gc.disable()
    try:
        before = _left_of_connections()
        for _ in range(3):
            scene.begin(deed, 3)
            await until(lambda: len(server.connections.open) == 3 and len(scene.open) == 3, 60)
            scene.leave()
            await until(lambda: not server.connections.open and not scene.open, 60)
        await until(lambda: _left_of_connections() <= before + AT_HAND)
    finally:
        gc.enable()
    await stopped(server)


def _left_of_connections() -> int:
    """How many of the server's there are, open or not."""
    return sum(type(one) is Connection for one in gc.get_objects())
