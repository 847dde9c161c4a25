"""A bot that plays another game with the same people, whose line is cut between the two."""

from types import SimpleNamespace
from typing import Any

from twisted.internet.task import Clock

from client.bot.guest import BotGuest, Plan
from client.net.hang_up import HungUp
from engine.bots import BOTS
from protocol.follow.ending import FINISHED

FIRST = b"A" * 32


class Stub:
    """A guest, and the table that it follows: what the bot asks of it is written down."""

    server_key = b"B" * 32
    tid = FIRST
    file = SimpleNamespace(path="kept.umlog")

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *what: self.asked.append((name, what))


def test_a_seat_that_was_lost_with_the_line_is_asked_for_again_when_the_first_game_is_over() -> None:
    """The others had gathered once more while this bot still waited for them to confirm the end."""
    stub: Any = Stub()
    bot = BotGuest(Plan(BOTS["random"], games=2), lambda below: 0, Clock(), lambda *_, **__: None, lambda _: stub)
    bot.watch(FIRST)
    bot._again = FIRST
    bot.disconnected(HungUp("connection/lost", ""), 0.1)
    bot.connected(())
    bot._game_over(stub, FINISHED)
    assert ("again", (FIRST,)) in stub.asked
