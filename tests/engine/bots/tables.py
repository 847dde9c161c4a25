"""Tables for bots: whole games with a look at every choice, and positions laid out card by card."""

from collections.abc import Callable
from typing import Any

from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.bot import Bot
from engine.bots.match import Sitting
from engine.grid.cells import cell
from engine.mine.scenario.position import Position, arrange
from engine.mine.sets.catalogue import all_cards
from engine.rules import parse
from engine.slots import Face, Seat
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

QUICK = [bot.name for bot in BOTS.values() if not bot.slow]
"""The bots that can play many games in a test."""
NUMBER = {card.key: card.number for card in all_cards()}
MIDDLE = cell(8, 0)

TUNNEL = [(x, 0, "tee-short" if x in (1, 3, 5) else "cross", 0) for x in range(1, 7)]
"""From the start to one card before the middle goal."""


def stream(*parts: object) -> Stream:
    """A stream of its own for every purpose."""
    return Stream(repr(parts).encode())


def whole_game(rules: str, seats: int, kinds: list[str], seed: int, see: Callable[[Any, Any], None]) -> Tabletop:
    """Play to the end; ``see`` gets the view and the act before it is played."""
    table = Tabletop(parse(rules), seats, stream("deal", seed).draw)
    bots = [Sitting(BOTS[kinds[seat % len(kinds)]], table, seat, stream(seat, seed).draw) for seat in range(seats)]

    def choose(seat: Seat) -> Any:
        act = bots[seat].choose()
        see(table.view(seat), act)
        return act

    table.advance()
    while want := table.waiting():
        table.play(answered(want, choose))
    return table


def faces(*keys: str) -> list[Face]:
    """Cards by their keys."""
    return [NUMBER[key] for key in keys]


def laid(*cards: tuple[int, int, str, int]) -> list[tuple[int, Face, int]]:
    """Cards on the board: x, y, key, degrees."""
    return [(cell(x, y), NUMBER[key], turned) for x, y, key, turned in cards]


class Laid:
    """One bot to move in a position; what the table tells, it hears."""

    def __init__(
        self, position: Position, seats: int, bot: Bot = BOTS["steady"], seed: object = 0, rules: str = "base"
    ) -> None:
        self.table = Tabletop(parse(rules), seats, stream("laid", seed).draw)
        self.seat: Seat = position.turn
        self.memory = bot.memory(self.seat, self.table.state.book)
        self.bot = bot
        self.view = self.table.view(self.seat)
        self.table.watchers.append(self.hear)
        self.chance = stream("chance", seed).draw
        arrange(self.table, position)

    def hear(self, events: list[object]) -> None:
        """As `Sitting` does."""
        for event in events:
            self.bot.remember(self.memory, event, self.view)

    def choose(self) -> Any:
        """The bot's act."""
        return self.bot.choose(self.memory, self.view, self.chance)
